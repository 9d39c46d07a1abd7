// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a run. Its tabs are in experiment_page_tabs.cpp, the plan that the page would measure in
// experiment_page_plan.cpp.
#include "ui/results/experiment_page.h"

#include <algorithm>
#include <utility>

#include <QMenu>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "experiments/specs.h"
#include "record/game.h"
#include "report/finding.h"
#include "report/misleading.h"
#include "report/tabs.h"
#include "ui/form/device_list.h"
#include "ui/form/experiment_form.h"
#include "ui/look/settings.h"
#include "ui/results/cards.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/prediction_form.h"
#include "ui/results/result_words.h"
#include "ui/results/results_model.h"
#include "ui/session/session.h"

namespace duelo::ui {

ExperimentPage::ExperimentPage(const Spec& spec, Session& session, const Text& text,
                               const OwnWidgets& own, QWidget* parent)
    : QWidget(parent),
      m_spec(spec),
      m_session(session),
      m_run(session.runOf(spec.id)),
      m_text(text.of(spec.id)),
      m_frame(new ExperimentFrame(this)),
      m_tabs(m_spec, *m_frame),
      m_form(new ExperimentForm(spec, session, text, own.field)),
      m_prediction(new PredictionForm(spec, m_text)),
      m_bar(new FileBar),
      m_results(new ResultsModel(m_run, m_text, this)) {
    setObjectName(qs(spec.id) + "Page");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_frame);
    m_frame->setForm(m_form);
    m_frame->setQuestions(m_prediction);
    m_frame->setFileBar(m_bar);
    if (const auto* devices = m_form->findChild<DeviceList*>())
        m_bar->setOtherPcMenu(devices->findChild<QMenu*>());
    m_frame->cards().setNumberStyle(text.numbers());
    makeTabs(own);
    m_frame->setTableModel(m_results);
    connectAll();
    offerTabs();
    showButton();
    showQuestions();
}

ExperimentPage::~ExperimentPage() = default;

void ExperimentPage::connectAll() {
    connect(&m_run, &RunStore::changed, this, &ExperimentPage::refresh);
    connect(&m_run, &RunStore::liveChanged, this, &ExperimentPage::refreshLive);
    connect(m_frame, &ExperimentFrame::chartChanged, this, &ExperimentPage::showTabInView);
    connect(m_frame, &ExperimentFrame::rowChanged, this, &ExperimentPage::takeRow);
    connect(m_frame, &ExperimentFrame::selectionChanged, this, [this](int index) {
        m_at.table = static_cast<std::size_t>(index);
        m_at.is_chosen = false;
        refresh();
    });
    connect(m_form, &ExperimentForm::planEdited, this, [this] {
        m_planGiven = true;
        showButton();
        showQuestions();
        Q_EMIT planChanged();
    });
    connect(m_form, &ExperimentForm::otherPcWanted, this, &ExperimentPage::otherPcWanted);
    connect(m_form, &ExperimentForm::referenceWanted, this, &ExperimentPage::referenceWanted);
    connect(m_form, &ExperimentForm::otherTimesWanted, this, &ExperimentPage::otherTimesWanted);
    connect(m_form, &ExperimentForm::otherPcRemoved, this, &ExperimentPage::otherPcRemoved);
    connect(m_bar, &FileBar::openWanted, this, &ExperimentPage::openWanted);
    connect(m_bar, &FileBar::resumeWanted, this, &ExperimentPage::resumeWanted);
    CardColumn& cards = m_frame->cards();
    connect(&cards, &CardColumn::pictureWanted, &m_session, &Session::askThumbnail);
    connect(
        &m_session, &Session::thumbnailArrived, &cards,
        [&cards](const QString& input, const QImage& image) { cards.setPicture(input, image); });
    connect(&cards, &CardColumn::offerTaken, this, [this](const CardValue::Offer& offer) {
        if (!offer.plan.is_null()) {
            if (const auto plan = planFromJson(offer.plan)) Q_EMIT planWanted(*plan);
        } else if (offer.value.is_null()) {
            m_form->turnTo(offer.axis);
        } else {
            m_form->setValue(offer.axis, offer.value);
        }
    });
}

bool ExperimentPage::shows(const std::string& experiment) const {
    const Spec* spec = findSpec(experiment);
    return spec && (spec->id == m_spec.id || spec->page == m_spec.id);
}

const Comparison* ExperimentPage::comparison() const {
    const Comparison* comparison = m_run.comparison();
    return comparison && !comparison->rows.empty() && shows(comparison->rows.front().experiment)
               ? comparison
               : nullptr;
}

std::optional<Shown> ExperimentPage::shown() const {
    const Comparison* comparison = this->comparison();
    if (!comparison || !m_labels || m_stale) return std::nullopt;
    Shown shown{.comparison = *comparison,
                .labels = *m_labels,
                .table = m_at.table,
                .row = m_at.row,
                .column = m_at.column,
                .preliminary = m_run.preliminary()};
    if (m_run.isLive())
        shown.samples_so_far = [this](const ReportCell& cell) {
            return m_run.samplesSoFarOf(cell);
        };
    return shown;
}

ChartValue ExperimentPage::currentChart() const {
    const auto* tab = qobject_cast<const ResultTab*>(m_frame->chart(m_frame->currentChart()));
    return tab ? tab->chartValue() : ChartValue();
}

void ExperimentPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_stale)
        refresh();
    else
        showTabInView();
}

void ExperimentPage::refresh() {
    m_stale = true;
    if (!isVisible()) return;
    m_stale = false;
    const Comparison* comparison = this->comparison();
    m_labels =
        comparison ? std::make_unique<Labels>(*comparison, m_text, m_run.preliminary()) : nullptr;
    showOtherPcs();
    const QString game = comparison ? qs(watermarkOf(*comparison, m_text)) : QString();
    m_frame->setGame(game);
    if (comparison) {
        turnToRun(*comparison);
        m_at.fitTo(*comparison, *m_labels);
        m_frame->setSelections(tableTitlesOf(*comparison, m_text),
                               m_at.table ? static_cast<int>(*m_at.table) : -1);
    } else {
        m_at = {.is_chosen = m_at.is_chosen};
        m_shownRun.clear();
        m_frame->setSelections({}, -1);
    }
    m_results->refresh(m_at.table, comparison != nullptr);
    // What stood there while it was measured was wider than what came of it.
    if (std::exchange(m_wasLive, m_run.isLive()) && !m_run.isLive()) m_frame->table().forget();
    markRow();
    showDoubt();
    showFileBar();
    showFinding();
    showQuestions();
    offerTabs();
    showTabInView();
    showCards();
}

/// A game has no doubts: all of it is misleading.
void ExperimentPage::showDoubt() {
    const Comparison* comparison = m_run.isLive() ? nullptr : this->comparison();
    if (!comparison || !watermarkOf(*comparison, m_text).empty()) return m_frame->setDoubt({});
    const DoubtWords words = doubtWordsOf(*comparison, m_text);
    const int cells = m_run.doubtfulCells();
    m_frame->setDoubt(
        words.sentence, words.why,
        cells > 0 && isOfThisPc(*comparison, m_session)
            ? tr("Measures %n doubtful, lost or failed cell(s) again; both results are kept",
                 nullptr, cells)
            : QString());
}

/// When and where the answer was measured. What a game shows nobody can go on with.
void ExperimentPage::showFileBar() {
    const Comparison* comparison = m_run.isLive() ? nullptr : this->comparison();
    const bool is_game = comparison && gameOf(comparison->sources.front().header);
    m_bar->setOpen(m_run.path(), comparison ? measuredWords(*comparison, m_session) : QString(),
                   m_run.isLive() || is_game ? 0 : m_run.openCells());
    m_bar->setWanted(!m_run.isLive());
}

void ExperimentPage::refreshLive() {
    if (!isVisible()) return;
    // The first samples say in which unit the times of this run are told.
    if (const Comparison* comparison = this->comparison();
        comparison && m_labels && !m_stale &&
        timeUnitOf(*comparison, m_run.preliminary()) != m_labels->timeUnit())
        return refresh();
    m_results->refreshLive();
    if (m_tabs.isEmpty()) return;
    if (!m_sinceTab.isValid() || m_sinceTab.elapsed() >= m_tabs.inFront().view->livePause_ms())
        showTabInView();
}

/// A run of another of the page's experiments brings its own chart to the front.
void ExperimentPage::turnToRun(const Comparison& comparison) {
    const std::string& experiment = comparison.rows.front().experiment;
    if (std::exchange(m_shownRun, experiment) != experiment) m_tabs.turnTo(experiment);
    if (std::exchange(m_foldedFor, m_run.path()) != m_run.path()) m_form->foldLists();
}

/// In a table that was filled anew, or whose row was chosen elsewhere.
void ExperimentPage::markRow() {
    if (!m_at.is_chosen) return;
    const QSignalBlocker known(m_frame);
    for (int line = 0; line < m_results->rowCount(); ++line) {
        const QModelIndex at = m_results->index(line, 0);
        const QVariant column = at.data(ResultsModel::ColumnRole);
        // Of a line that has all variants one may have been chosen in a chart.
        if (at.data(ResultsModel::RowRole).toULongLong() != m_at.row ||
            (column.isValid() && column.toULongLong() != m_at.column))
            continue;
        if (m_frame->table().currentIndex().row() != line) m_frame->table().setCurrentIndex(at);
        return;
    }
}

std::optional<Shown> ExperimentPage::spokenOf() const {
    auto shown = this->shown();
    if (shown && !m_at.is_chosen) shown->row = shown->column = std::nullopt;
    return shown;
}

void ExperimentPage::showFinding() {
    const auto shown = spokenOf();
    const auto cases = shown && !shown->row ? findingOfTwoCases(*shown) : std::nullopt;
    const Finding finding = cases ? *cases : shown ? findingOf(*shown) : questionOf(m_spec, m_text);
    m_frame->setFinding(qs(finding.headline), qs(finding.detail));
}

/// Only what is seen is drawn: painting is what disturbs a measurement.
void ExperimentPage::showTabInView() {
    const int at = m_frame->currentChart();
    if (!isVisible() || at < 0 || m_tabs.isEmpty()) return;
    const PageTabs::Tab& tab = m_tabs.inFront();
    const auto shown = this->shown();
    m_frame->setAsking(m_asking && tab.view->needsResult(), tab.view->isFirst() || shown);
    const bool own = shown && shown->comparison.rows.front().experiment == tab.of->id;
    tab.view->show(own ? &*shown : nullptr);
    m_sinceTab.start();
    // What was measured stays in view while another plan is asked about.
    const bool table = !tab.view->hidesTable() && (!m_asking || shown);
    m_frame->setTable(table, m_results->note());
}

void ExperimentPage::showCards() {
    static const Comparison none;
    const Labels words(none, m_text);
    const auto shown = this->shown();
    const Spec* of = shown ? findSpec(shown->comparison.rows.front().experiment) : &m_spec;
    m_frame->cards().setCards(shown ? cardsOf(*of, *shown)
                                    : cardsOf(m_spec, {.comparison = none, .labels = words}));
}

void ExperimentPage::takeRow(int row) {
    const QModelIndex at = m_results->index(row, 0);
    if (!at.isValid() || !comparison()) return;
    const QVariant column = at.data(ResultsModel::ColumnRole);
    m_at.is_chosen = true;
    m_at.row = at.data(ResultsModel::RowRole).toULongLong();
    m_at.column.reset();
    if (column.isValid()) m_at.column = column.toULongLong();
    showFinding();
    showTabInView();
    showCards();
}

/// The row of a figure that was clicked in a chart, which may be of another table.
void ExperimentPage::takeCell(const CellAt& cell) {
    const Comparison* comparison = this->comparison();
    if (!comparison || cell.row >= comparison->rows.size() ||
        cell.column >= comparison->columns.size())
        return;
    if (m_at.take(*comparison, cell)) return refresh();
    markRow();
    showFinding();
    showTabInView();
    showCards();
}

Json ExperimentPage::viewState() const {
    Json state{{"form", m_form->viewState()},
               {"chart", m_frame->currentChart()},
               {"run", m_shownRun},
               {"tabs", m_tabs.viewState()}};
    if (m_planGiven) state["plan"] = toJson(plan());
    if (const auto said = prediction()) state["answers"] = said->answers;
    m_at.addTo(state);
    return state;
}

/// Whether there are such a table and such a row is seen when the page is.
void ExperimentPage::setViewState(const Json& state) {
    if (const auto at = state.find("plan"); at != state.end())
        if (const auto plan = planFromJson(*at); plan && takes(*plan)) setPlan(*plan);
    m_form->setViewState(state.value("form", Json()));
    m_prediction->setAnswers(state.value("answers", TextTable()));
    m_tabs.setViewState(state.value("tabs", Json::array()));
    m_shownRun = state.value("run", std::string());
    m_at = LookedAt::from(state);
    m_frame->showChart(state.value("chart", 0));
}

}  // namespace duelo::ui
