// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/start_page.h"

#include <QFrame>
#include <QGridLayout>

#include "ui/pages/guide_steps.h"

namespace duelo::ui {

namespace {

Tone toneOf(ProbeWords::Cuda cuda) {
    switch (cuda) {
        case ProbeWords::Cuda::Yes:
            return Tone::Good;
        case ProbeWords::Cuda::No:
            return Tone::Warn;
        case ProbeWords::Cuda::Unknown:
            break;
    }
    return Tone::Neutral;
}

QLayout* factGrid(const QVector<ProbeWords::Fact>& facts, QWidget* parent) {
    auto* grid = new QGridLayout;
    grid->setColumnStretch(1, 1);
    grid->setHorizontalSpacing(parent->fontMetrics().height());
    for (const ProbeWords::Fact& fact : facts) {
        const int row = grid->rowCount();
        auto* label = makeLabel(fact.label, Role::Muted, parent);
        label->setWordWrap(false);
        auto* value = makeLabel(fact.value, Role::Body, parent);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        grid->addWidget(label, row, 0, Qt::AlignTop);
        grid->addWidget(value, row, 1);
    }
    return grid;
}

}  // namespace

StartPage::StartPage(const Text& text, QWidget* parent)
    : ScrollPage(Columns::Two, parent), m_text(text) {
    buildTop();
    buildPc();
    buildTheory();
    buildRecent();
    buildSteps();
    first()->addStretch(1);
    second()->addStretch(1);
    setAccessibleName(tr("Start"));
    setFocusProxy(m_compare);
    setWaiting();
}

void StartPage::buildTop() {
    m_verdict = makeLabel({}, Role::Title, body());
    m_possible = makeLabel({}, Role::Muted, body());
    m_compare = new QPushButton(tr("Compare CPU and GPU"), body());
    m_compare->setProperty("role", "primary");
    m_compare->setProperty("size", "large");
    m_compare->setObjectName("compareButton");
    m_compare->setMinimumHeight(fontMetrics().height() * 5 / 2);
    m_compare->setToolTip(tr("Measures the default plan; every choice can be changed before"));
    connect(m_compare, &QPushButton::clicked, this, &StartPage::compareRequested);
    m_forecast = makeLabel({}, Role::Muted, body());
    m_forecast->hide();

    auto* line = new QHBoxLayout;
    line->setSpacing(fontMetrics().height());
    line->addWidget(m_compare);
    line->addWidget(m_forecast, 1, Qt::AlignVCenter);
    line->addStretch(0);
    top()->addWidget(m_verdict);
    top()->addWidget(m_possible);
    top()->addLayout(line);
}

void StartPage::buildPc() {
    QFrame* card = makeCard(body());
    m_pc = card;
    m_told = new QVBoxLayout;
    m_told->setSpacing(layoutOf(card)->spacing());
    auto* links = new QHBoxLayout;
    auto* again = makeLink(tr("Search again"), card);
    again->setToolTip(tr("Examines this PC again"));
    connect(again, &QPushButton::clicked, this, &StartPage::probeRequested);
    auto* diagnosis = makeLink(tr("Diagnosis…"), card);
    connect(diagnosis, &QPushButton::clicked, this, &StartPage::diagnosisRequested);
    links->addWidget(again);
    links->addWidget(diagnosis);
    links->addStretch(1);
    layoutOf(card)->addWidget(makeLabel(tr("This PC"), Role::Heading, card));
    layoutOf(card)->addLayout(m_told);
    layoutOf(card)->addLayout(links);
    first()->addWidget(card);
}

void StartPage::buildTheory() {
    m_theory = makeCard(body());
    QVBoxLayout* lines = layoutOf(m_theory);
    lines->addWidget(makeLabel(t("card.theory_title"), Role::Heading, m_theory));
    for (const char* key :
         {"card.theory_predict", "card.theory_first_call", "card.theory_asynchronous",
          "card.theory_enough_work", "card.theory_same_work"})
        lines->addWidget(makeLabel(t(key), Role::Body, m_theory));
    auto* read = makeLink(tr("Understood, do not show again"), m_theory);
    connect(read, &QPushButton::clicked, this, [this] {
        setTheoryVisible(false);
        m_compare->setFocus();  // the button with the focus has just gone
        Q_EMIT theoryDismissed();
    });
    lines->addWidget(read);
    m_theory->hide();
    second()->addWidget(m_theory);
}

void StartPage::buildRecent() {
    QFrame* card = makeCard(body());
    auto* other = new QPushButton(tr("Open…"), card);
    const QString key = QKeySequence(QKeySequence::Open).toString(QKeySequence::NativeText);
    other->setToolTip(tr("Open another file (%1)").arg(key));
    connect(other, &QPushButton::clicked, this, &StartPage::openOtherRequested);
    auto* head = new QHBoxLayout;
    head->addWidget(makeLabel(tr("Recent files"), Role::Heading, card), 1);
    head->addWidget(other);

    m_recent = new RecentList(m_text, other, card);
    connect(m_recent, &RecentList::openRequested, this, &StartPage::openRequested);
    connect(m_recent, &RecentList::resumeRequested, this, &StartPage::resumeRequested);
    connect(m_recent, &RecentList::pinToggled, this, &StartPage::pinToggled);
    connect(m_recent, &RecentList::removeRequested, this, &StartPage::removeRequested);

    layoutOf(card)->addLayout(head);
    layoutOf(card)->addWidget(m_recent);
    layoutOf(card)->addWidget(makeLabel(t("start.drop_hint"), Role::Muted, card));
    second()->addWidget(card);
}

void StartPage::buildSteps() {
    QFrame* card = makeCard(body());
    QVBoxLayout* lines = layoutOf(card);
    lines->addWidget(makeLabel(tr("The session in eight steps"), Role::Heading, card));
    lines->addWidget(makeLabel(t("start.steps_intro"), Role::Muted, card));
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(fontMetrics().height() / 4);
    constexpr int rows = static_cast<int>(kGuideSteps.size()) / 2;
    for (int i = 0; i < static_cast<int>(kGuideSteps.size()); ++i) {
        const QString name = QString::fromStdString(
            m_text(std::string("guide.") + kGuideSteps[static_cast<std::size_t>(i)].id + "_name"));
        auto* link = makeLink(QString("%1. %2").arg(i + 1).arg(name), card);
        connect(link, &QPushButton::clicked, this, [this, i] { Q_EMIT guideRequested(i + 1); });
        grid->addWidget(link, i % rows, i / rows, Qt::AlignLeft);
    }
    lines->addLayout(grid);
    second()->addWidget(card);
}

void StartPage::tell(const ProbeWords& words) {
    m_verdict->setText(words.verdict);
    m_possible->setText(words.possible);

    clearLayout(m_told);
    m_told->addWidget(makePill(words.cuda_line, toneOf(words.cuda), m_pc));
    for (const QString& sentence : {words.gpu_none, words.gpu_reason})
        if (!sentence.isEmpty()) m_told->addWidget(makeLabel(sentence, Role::Body, m_pc));
    if (!words.facts.isEmpty()) m_told->addLayout(factGrid(words.facts, m_pc));
    for (const QString& warning : words.warnings)
        m_told->addWidget(makePill(warning, Tone::Warn, m_pc, true));
}

void StartPage::setMeasurable(bool measurable) {
    m_compare->setEnabled(measurable);
    m_forecast->setVisible(measurable && !m_forecast->text().isEmpty());
}

void StartPage::setWaiting() {
    tell(waitingWords(m_text));
    setMeasurable(false);
}

void StartPage::setProbe(const ProbeSheet& sheet) {
    tell(probeWords(sheet, m_text));
    setMeasurable(true);
}

void StartPage::setEngineProblem(const Reason& reason) {
    tell(problemWords(reason, m_text));
    setMeasurable(false);
}

void StartPage::setForecast(const QString& forecast) {
    m_forecast->setText(forecast);
    setMeasurable(m_compare->isEnabled());
}

void StartPage::setRecentFiles(const QVector<RecentFile>& files) {
    m_recent->setFiles(files);
}

void StartPage::setTheoryVisible(bool visible) {
    m_theory->setVisible(visible);
}

}  // namespace duelo::ui
