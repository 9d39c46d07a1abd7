// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/start_page.h"

#include <algorithm>

#include <QApplication>
#include <QFrame>
#include <QMenu>
#include <QTimer>

#include "experiments/specs.h"
#include "report/view.h"
#include "ui/look/run_button.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr const char* kHandout = "handout";  ///< the id of its offer

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

}  // namespace

StartPage::StartPage(const Text& text, QWidget* parent)
    : ScrollPage(Columns::Two, parent), m_text(text) {
    buildTop();
    m_pack = new PackCard(body());
    first()->addWidget(m_pack);
    buildLinks();
    buildTheory();
    buildRecent();
    first()->addStretch(1);
    second()->addStretch(1);
    setAccessibleName(tr("Start"));
    handFocusTo(m_compare);
    setWaiting();
}

void StartPage::buildTop() {
    m_verdict = makeLabel({}, Role::Title, body());
    m_cuda = makePill({}, Tone::Neutral, body());
    m_reason = makeLabel({}, Role::Body, body());
    m_possible = makeLabel({}, Role::Muted, body());
    m_compare = new RunButton(tr("Compare CPU and GPU"), body());
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
    top()->addWidget(m_cuda, 0, Qt::AlignLeft);
    top()->addWidget(m_reason);
    top()->addWidget(m_possible);
    top()->addLayout(line);
    top()->addWidget(m_plan);
}

void StartPage::buildLinks() {
    m_links = new QWidget(body());
    auto* column = new QVBoxLayout(m_links);
    column->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](const QString& caption, auto what) {
        auto* link = makeLink(caption, m_links);
        column->addWidget(link);
        connect(link, &QPushButton::clicked, this, what);
        return link;
    };
    m_handout = add({}, [this] { Q_EMIT offerRequested(kHandout); });
    m_handout->setObjectName("handoutPlan");
    m_more = makeLink(tr("More plans"), m_links);
    m_more->setObjectName("morePlans");
    m_more->setMenu(new QMenu(m_more));
    for (QPushButton* plans : {m_handout, m_more}) plans->hide();  // until the engine offers some
    column->addWidget(m_more);
    add(tr("The session, step by step"), [this] {
        Q_EMIT guideRequested(1);
    })->setObjectName("eightSteps");
    add(tr("Diagnosis…"), &StartPage::diagnosisRequested);
    m_again = add(tr("Search again"), &StartPage::probeRequested);
    first()->addWidget(m_links);
}

/// Folded: it is long, and is read once.
void StartPage::buildTheory() {
    m_theory = makeCard(body());
    QVBoxLayout* lines = layoutOf(m_theory);
    lines->addWidget(makeLabel(t("card.theory_title"), Role::Heading, m_theory));
    auto* open = makeLink(tr("Read"), m_theory);
    lines->addWidget(open);
    auto* folded = new QWidget(m_theory);
    auto* inside = new QVBoxLayout(folded);
    inside->setContentsMargins(0, 0, 0, 0);
    for (const char* key :
         {"card.theory_predict", "card.theory_first_call", "card.theory_asynchronous",
          "card.theory_enough_work", "card.theory_same_work"})
        inside->addWidget(makeLabel(t(key), Role::Body, folded));
    auto* read = makeLink(tr("Understood, do not show again"), folded);
    inside->addWidget(read);
    folded->hide();
    lines->addWidget(folded);
    connect(open, &QPushButton::clicked, this, [open, folded, read] {
        open->hide();
        folded->show();
        read->setFocus();
    });
    connect(read, &QPushButton::clicked, this, [this] {
        setTheoryVisible(false);
        m_compare->setFocus();  // the button with the focus has just gone
        Q_EMIT theoryDismissed();
    });
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
    second()->addWidget(card);
}

void StartPage::tell(const ProbeWords& words) {
    // Without a GPU this is the sentence of the handout, and the reason says what to do.
    m_verdict->setText(words.gpu_none.isEmpty() ? words.verdict : words.gpu_none);
    setPill(m_cuda, words.cuda_line, toneOf(words.cuda));
    m_reason->setText(firstSentence(words.gpu_reason));
    m_reason->setToolTip(words.gpu_reason);
    m_reason->setVisible(!words.gpu_reason.isEmpty());
    m_possible->setText(words.possible);
    m_possible->setVisible(!words.possible.isEmpty());
}

/// Says what the button measures, in the words of this plan.
void StartPage::tellPlan(const ProbeSheet& sheet) {
    const bool gpu = sheet.gpu.isForNetworks();
    m_compare->setText(gpu ? tr("Compare CPU and GPU") : tr("Measure the CPU"));
    const auto plan = planFromJson(sheet.default_plan);
    const Spec* spec = plan ? findSpec(plan->experiment) : nullptr;
    const bool told = spec && spec->view && spec->view->plan_sentence;
    m_plan->setText(told ? qs(spec->view->plan_sentence(*plan, gpu, m_text)) : QString());
}

/// The handout's plan has a link of its own where the button measures something else.
void StartPage::tellOffers(const ProbeSheet& sheet) {
    m_handout->setText({});
    m_more->menu()->clear();
    for (const OfferSheet& offer : sheet.offers) {
        const std::string key = "offer." + offer.id;
        if (!m_text.has(key) || offer.plan == sheet.default_plan) continue;
        const QStringList words = textParts(m_text(key), 3);
        if (offer.id == kHandout) {
            m_handout->setText(words[2]);
            m_handout->setToolTip(words[1]);
            continue;
        }
        QAction* action = m_more->menu()->addAction(
            words[2], this, [this, id = qs(offer.id)] { Q_EMIT offerRequested(id); });
        action->setObjectName("offer");
        action->setToolTip(words[1]);
    }
    m_more->menu()->setToolTipsVisible(true);
    m_handout->setVisible(!m_handout->text().isEmpty());
    m_more->setVisible(!m_more->menu()->isEmpty());
}

void StartPage::compare() {
    if (m_compare->isEnabled()) Q_EMIT compareRequested();
}

void StartPage::allowStarts() {
    const QString why = m_measuring ? t("start.measuring") : QString();
    m_compare->setEnabled(m_ready && !m_measuring);
    m_compare->setToolTip(why);
    for (QPushButton* plans : {m_handout, m_more}) {
        plans->setEnabled(m_ready && !m_measuring);
        if (plans == m_more) plans->setToolTip(why);
    }
    m_open->setEnabled(!m_measuring);
    const QString key = QKeySequence(QKeySequence::Open).toString(QKeySequence::NativeText);
    m_open->setToolTip(
        m_measuring ? why : tr("Open another file (%1)").arg(key) + ". " + t("start.drop_hint"));
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
    if (focus == nullptr || m_links->isAncestorOf(focus)) m_compare->setFocus();
}

void StartPage::setWaiting() {
    tell(waitingWords(m_text));
    setReady(false);
}

void StartPage::setProbe(const ProbeSheet& sheet) {
    tell(probeWords(sheet, m_text));
    tellPlan(sheet);
    tellOffers(sheet);
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
