// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/start_page.h"

#include <algorithm>

#include <QApplication>
#include <QFrame>
#include <QGridLayout>
#include <QTimer>

#include "experiments/specs.h"
#include "report/view.h"
#include "ui/look/settings.h"
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
    m_pack = new PackCard(body());
    first()->addWidget(m_pack);
    m_offers = new QVBoxLayout;
    first()->addLayout(m_offers);
    buildPc();
    buildTheory();
    buildRecent();
    buildSteps();
    first()->addStretch(1);
    second()->addStretch(1);
    setAccessibleName(tr("Start"));
    handFocusTo(m_compare);
    setWaiting();
}

void StartPage::buildTop() {
    m_verdict = makeLabel({}, Role::Title, body());
    m_possible = makeLabel({}, Role::Muted, body());
    m_compare = new QPushButton(tr("Compare CPU and GPU"), body());
    m_compare->setProperty("role", "primary");
    m_compare->setProperty("size", "large");
    m_compare->setObjectName("compareButton");
    connect(m_compare, &QPushButton::clicked, this, &StartPage::compare);
    m_forecast = makeLabel({}, Role::Muted, body());
    m_forecast->hide();
    m_plan = makeLabel({}, Role::Muted, body());
    m_plan->hide();

    m_running = new RunningCard(body());
    connect(m_running, &RunningCard::followRequested, this, &StartPage::followRequested);
    connect(m_running, &RunningCard::stopRequested, this, &StartPage::stopRequested);

    auto* line = new QHBoxLayout;
    line->setSpacing(fontMetrics().height());
    line->addWidget(m_compare);
    line->addWidget(m_forecast, 1, Qt::AlignVCenter);
    line->addStretch(0);
    top()->addWidget(m_running);
    top()->addWidget(m_verdict);
    top()->addWidget(m_possible);
    top()->addLayout(line);
    top()->addWidget(m_plan);
}

void StartPage::buildPc() {
    QFrame* card = makeCard(body());
    m_pc = card;
    m_told = new QVBoxLayout;
    m_told->setSpacing(layoutOf(card)->spacing());
    auto* links = new QHBoxLayout;
    m_again = makeLink(tr("Search again"), card);
    connect(m_again, &QPushButton::clicked, this, &StartPage::probeRequested);
    auto* diagnosis = makeLink(tr("Diagnosis…"), card);
    connect(diagnosis, &QPushButton::clicked, this, &StartPage::diagnosisRequested);
    links->addWidget(m_again);
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
    m_open = new QPushButton(tr("Open…"), card);
    m_open->setObjectName("openOther");
    connect(m_open, &QPushButton::clicked, this, &StartPage::openOtherRequested);
    auto* head = new QHBoxLayout;
    head->addWidget(makeLabel(tr("Recent files"), Role::Heading, card), 1);
    head->addWidget(m_open);

    m_recent = new RecentList(m_text, m_open, card);
    connect(m_recent, &RecentList::openRequested, this, &StartPage::openRequested);
    connect(m_recent, &RecentList::resumeRequested, this, &StartPage::resumeRequested);
    connect(m_recent, &RecentList::followRequested, this, &StartPage::followRequested);
    connect(m_recent, &RecentList::pinToggled, this, &StartPage::pinToggled);
    connect(m_recent, &RecentList::removeRequested, this, &StartPage::removeRequested);
    connect(m_recent, &RecentList::binRequested, this, &StartPage::binRequested);

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

/// What the button measures, in the words of this plan.
void StartPage::tellPlan(const ProbeSheet& sheet) {
    const bool gpu = sheet.gpu.available.value_or(false);
    m_compare->setText(gpu ? tr("Compare CPU and GPU") : tr("Measure the CPU"));
    const auto plan = planFromJson(sheet.default_plan);
    const Spec* spec = plan ? findSpec(plan->experiment) : nullptr;
    const bool told = spec && spec->view && spec->view->plan_sentence;
    m_plan->setText(told ? qs(spec->view->plan_sentence(*plan, gpu, m_text)) : QString());
}

/// Its button comes behind `before` for the Tab key, though it is made later than the rest.
QWidget* StartPage::addOffer(const OfferSheet& offer, QWidget* before) {
    const std::string key = "offer." + offer.id;
    if (!m_text.has(key)) return before;
    const QStringList words = textParts(m_text(key), 3);
    QFrame* card = makeCard(body());
    layoutOf(card)->addWidget(makeLabel(words[0], Role::Heading, card));
    layoutOf(card)->addWidget(makeLabel(words[1], Role::Body, card));
    auto* button = new QPushButton(words[2], card);
    button->setObjectName("offer");
    button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(button, &QPushButton::clicked, this,
            [this, id = qs(offer.id)] { Q_EMIT offerRequested(id); });
    layoutOf(card)->addWidget(button);
    m_offers->addWidget(card);
    setTabOrder(before, button);
    return button;
}

void StartPage::compare() {
    if (m_compare->isEnabled()) Q_EMIT compareRequested();
}

void StartPage::allowStarts() {
    const QString why = m_measuring ? t("start.measuring") : QString();
    m_compare->setEnabled(m_ready && !m_measuring);
    m_compare->setToolTip(why);
    for (auto* offer : body()->findChildren<QPushButton*>("offer")) {
        offer->setEnabled(m_ready && !m_measuring);
        offer->setToolTip(why);
    }
    m_open->setEnabled(!m_measuring);
    const QString key = QKeySequence(QKeySequence::Open).toString(QKeySequence::NativeText);
    m_open->setToolTip(m_measuring ? why : tr("Open another file (%1)").arg(key));
    m_again->setEnabled(!m_measuring);
    m_again->setToolTip(m_measuring ? why : tr("Examines this PC again"));
    m_forecast->setVisible(m_compare->isEnabled() && !m_forecast->text().isEmpty());
}

void StartPage::setReady(bool ready) {
    m_ready = ready;
    m_plan->setVisible(ready && !m_plan->text().isEmpty());
    allowStarts();
    greet();
}

void StartPage::showEvent(QShowEvent* event) {
    ScrollPage::showEvent(event);
    // The window gives the focus to somebody after this.
    QTimer::singleShot(0, this, &StartPage::greet);
}

void StartPage::greet() {
    if (!m_ready || m_measuring || m_greeted || !isVisible()) return;
    // While the button could not have the focus, the window gave it to the next one.
    m_greeted = true;
    const QWidget* focus = QApplication::focusWidget();
    if (focus == nullptr || m_pc->isAncestorOf(focus)) m_compare->setFocus();
}

void StartPage::setWaiting() {
    tell(waitingWords(m_text));
    setReady(false);
}

void StartPage::setProbe(const ProbeSheet& sheet) {
    tell(probeWords(sheet, m_text));
    tellPlan(sheet);
    clearLayout(m_offers);
    QWidget* last = m_compare;
    for (const OfferSheet& offer : sheet.offers) last = addOffer(offer, last);
    setReady(true);
}

void StartPage::setEngineProblem(const Reason& reason) {
    tell(problemWords(reason, m_text));
    setReady(false);
}

void StartPage::setMeasuring(bool measuring) {
    m_measuring = measuring;
    allowStarts();
    greet();
}

void StartPage::setForecast(const QString& forecast) {
    m_forecast->setText(forecast);
    allowStarts();
}

void StartPage::setRecentFiles(const QVector<RecentFile>& files) {
    m_recent->setFiles(files);
    const auto running = std::ranges::find_if(files, &RecentFile::running);
    if (running == files.end())
        m_running->setNone();
    else
        m_running->setRun(running->path, running->title, running->cells_done, running->cells);
}

void StartPage::setTheoryVisible(bool visible) {
    m_theory->setVisible(visible);
}

}  // namespace duelo::ui
