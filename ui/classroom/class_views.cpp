// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the chart or the table that is chosen on the page of a class.
#include <algorithm>
#include <utility>

#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>

#include "experiments/specs.h"
#include "ui/charts/bars_chart.h"
#include "ui/charts/scatter_chart.h"
#include "ui/classroom/class_cards.h"
#include "ui/classroom/class_page.h"
#include "ui/classroom/class_tables.h"
#include "ui/classroom/submissions_view.h"
#include "ui/look/breakable.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr std::size_t kMarksAtOnce = 1000;  ///< PCs and cases

using View = ClassFilters::View;

struct ChartWanted {
    View view = View::Times;
    std::vector<std::size_t> cases;
    std::optional<ClassSides> sides;
    std::size_t number = 0;  ///< of them, where one is shown
    ClassOptions options;
};

ScatterValue made(const Classroom& classroom, const ChartWanted& wanted) {
    if (!wanted.sides) return {};
    switch (wanted.view) {
        case View::Ratios:
            return classRatios(classroom, wanted.number, *wanted.sides, findSpec, wanted.options);
        case View::Predictions:
            return classPredictions(classroom, wanted.cases, findSpec, wanted.options);
        default:
            return classTimes(classroom, wanted.cases, *wanted.sides, findSpec, wanted.options);
    }
}

}  // namespace

ScatterValue ClassPage::chartOf(View view) const {
    if (m_filters->chart().empty()) return {};
    return made(m_store.classroom(),
                {view, m_filters->chart(), m_filters->sides(), m_filters->number(), options()});
}

QString ClassPage::nothingToShow(View view) const {
    if (m_store.roots().isEmpty())
        return tr("Drop the folder, the ZIP of the learning platform or the files of the "
                  "class here. Folders are watched: what arrives later is added by "
                  "itself. Nothing is changed, and nothing is sent over the network.") +
               QStringLiteral("\n\n") +
               tr("Before the lab: Export, Teacher's pack… makes the folder that each PC opens.");
    switch (view) {
        case View::Times:
            break;
        case View::Ratios:
            return tr(
                "No PC of this choice has a time of both variants that are compared, both without "
                "doubt.");
        case View::Predictions:
            return tr(
                "No file of this choice tells what was expected. The window asks before an "
                "experiment is measured for the first time.");
        case View::Wrong:
            return tr(
                "No prediction and no claim of a report was measured otherwise. A doubtful "
                "measurement contradicts nobody.");
        case View::Submissions:
            return tr(
                "No file lies as Moodle, Canvas or Google Classroom packs what was handed in. Add "
                "the ZIP of the platform, or the folder it was unpacked to.");
        case View::Seats:
            return tr(
                "No PC has told what it can do. On each of them “duelo-engine probe --out "
                "FOLDER --seat 14” writes a file for this page.");
        case View::LeftOut:
            return tr("Every file counts.");
    }
    return tr("There is nothing to show of this choice.");
}

/// A week before the lab there are probes and no times: then the seats are what there is to see.
void ClassPage::chooseView() {
    if (m_viewChosen) return;
    const bool probes = std::ranges::any_of(
        m_store.classroom().seats(), [](const ClassSeat& seat) { return seat.probe != nullptr; });
    const bool others = !m_store.classroom().passedOver().empty();  // of hand-ins
    m_filters->setView(!m_filters->chart().empty() ? View::Times
                       : probes                    ? View::Seats
                       : others                    ? View::Submissions
                                                   : View::Times);
}

void ClassPage::showView() {
    const Classroom& classroom = m_store.classroom();
    const View view = m_filters->view();
    const bool empty = m_store.roots().isEmpty();
    const bool table = ClassFilters::isList(view);
    const bool handed = view == View::Submissions && !empty;
    const bool wrong = view == View::Wrong && !empty;
    if (wrong) showMistakes();
    if (handed) m_submissions->show(m_store.snapshot(), options());
    const auto numbers = m_filters->chart();
    const bool wall = view == View::Seats && !wallOf(classroom).empty();
    const bool none = empty || (view == View::Seats && !wall) ||
                      (handed && m_submissions->isEmpty()) ||
                      (view == View::LeftOut && classroom.leftOutCount().all() == 0);
    m_empty->setText(nothingToShow(view));
    m_headline->setText(withoutEndlessWords(
        empty             ? tr("The class: every PC in one picture")
        : wall            ? qs(wallHeadline(classroom, m_text))
        : handed && !none ? m_submissions->headline()
        : wrong           ? m_bars->description()
        : numbers.empty()
            ? tr("No measurements yet")
            : qs(headlineOf(classroom, numbers, m_filters->sides(), findSpec, options()))));
    m_detail->setText(
        wall              ? tr("What each PC said of itself by probe, and what to do about it")
        : handed && !none ? m_submissions->detail()
        : wrong           ? tr("Of predictions and of claims in reports that measurements answer")
        : empty || numbers.empty()
            ? QString()
            : tr("%1 · one time of each PC, case and variant, clean where there is one")
                  .arg(withoutEndlessWords(m_filters->chartName())));
    m_detail->setToolTip(wall || handed || wrong ? QString() : qs(sealNote(m_text)));
    if (view == View::Seats)
        m_table->showSeats(classroom, m_text);
    else if (view == View::LeftOut)
        m_table->showLeftOut(classroom, m_text, options().names);
    else if (!handed && !wrong)
        showChart();
    m_stack->setCurrentWidget(none     ? static_cast<QWidget*>(m_empty)
                              : handed ? static_cast<QWidget*>(m_submissions)
                              : wrong  ? static_cast<QWidget*>(m_bars)
                              : table  ? static_cast<QWidget*>(m_table)
                                       : static_cast<QWidget*>(m_chart));
    m_cards->setVisible(!m_presenting && !empty && !table && !wrong);
    m_filters->setVisible(!m_presenting && !empty);
    m_close->setVisible(!empty);
    if (table) showChosen();
}

bool ClassPage::isLarge(const Classroom& classroom) const {
    return classroom.seats().size() * m_filters->chart().size() > kMarksAtOnce;
}

/// One search at a time, and always once more when the class has changed since it began.
void ClassPage::showFar() {
    const auto classroom = m_store.snapshot();
    if (!m_findingFar && !isLarge(*classroom))
        return m_cards->showFar(ClassCards::farFacts(*classroom, m_text));
    m_findAgain = m_findingFar;
    if (std::exchange(m_findingFar, true)) return;
    m_finder.start([this, classroom, text = m_text](const Background::Task& task) {
        const ClassCards::FarFacts far = ClassCards::farFacts(*classroom, text);
        task.tell([this, far] {
            m_findingFar = false;
            m_cards->showFar(far);
            if (std::exchange(m_findAgain, false)) showFar();
        });
    });
}

/// A small class at once; of a large one the window only draws what a thread has made, one chart
/// at a time and always of the newest state.
void ClassPage::showChart() {
    const auto classroom = m_store.snapshot();
    if (m_filters->chart().empty()) return takeChart(classroom, {});
    const ChartWanted wanted{m_filters->view(), m_filters->chart(), m_filters->sides(),
                             m_filters->number(), options()};
    if (!m_making && !isLarge(*classroom)) {
        m_drawn = wanted.view;
        return takeChart(classroom, made(*classroom, wanted));
    }
    m_makeAgain = m_making;
    if (std::exchange(m_making, true)) return;
    // What another view showed would be laid out once more for nothing.
    if (std::exchange(m_drawn, wanted.view) != wanted.view) {
        m_chart->setEmptyText(tr("Drawing…"));
        m_chart->setValue({});
    }
    m_maker.start([this, classroom, wanted](const Background::Task& task) {
        auto value = std::make_shared<ScatterValue>(made(*classroom, wanted));
        task.tell([this, classroom, value] {
            m_making = false;
            takeChart(classroom, std::move(*value));
            if (std::exchange(m_makeAgain, false)) showChart();
        });
    });
}

BarsValue ClassPage::mistakes() const {
    ClassOptions all = options();
    all.filter = {};
    return classWrong(wrongPredictions(m_store.classroom(), findSpec, all), m_claims, m_text);
}

void ClassPage::showMistakes() {
    m_bars->setEmptyText(nothingToShow(View::Wrong));
    const BarsValue value = mistakes();
    m_bars->setTitle(qs(value.title));
    m_bars->setValue(value);
    if (m_claimed != m_store.snapshot()) whenClaimsAreRead([this] { showView(); });
}

/// One reading at a time, whoever waits for it.
void ClassPage::whenClaimsAreRead(std::function<void()> then) {
    const auto classroom = m_store.snapshot();
    if (m_claimed == classroom) return then();
    m_afterClaims.push_back(std::move(then));
    if (m_afterClaims.size() > 1) return;
    m_reader.start([this, classroom, text = m_text](const Background::Task& task) {
        const FindSpec find = findSpec;
        auto claims = std::make_shared<std::vector<WrongSaying>>(
            wrongClaims(*classroom, find, text, [&task] { return task.isWanted(); }));
        task.tell([this, classroom, claims] {
            m_claims = std::move(*claims);
            m_claimed = classroom;
            for (const auto& wait : std::exchange(m_afterClaims, {})) wait();
        });
    });
}

Chart& ClassPage::shownChart() const {
    if (m_filters->view() == View::Wrong) return *m_bars;
    return *m_chart;
}

void ClassPage::takeChart(std::shared_ptr<const Classroom> of, ScatterValue value) {
    Background::discard(std::make_shared<ScatterValue>(m_chart->takeValue()));
    m_charted = std::move(of);
    m_chart->setEmptyText(nothingToShow(m_filters->view()));
    m_chart->setTitle(qs(value.title));
    m_chart->setValue(std::move(value));
    showChosen();
}

}  // namespace duelo::ui
