// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/experiment_page.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QVBoxLayout>

#include "base/reason_json.h"
#include "experiments/specs.h"
#include "report/finding.h"
#include "report/imported.h"
#include "report/prediction.h"
#include "report/tabs.h"
#include "report/view.h"
#include "ui/form/experiment_form.h"
#include "ui/look/settings.h"
#include "ui/results/cards.h"
#include "ui/results/chart_tab.h"
#include "ui/results/duel_tab.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/lesson_tab.h"
#include "ui/results/prediction_form.h"
#include "ui/results/results_model.h"
#include "ui/results/text_tab.h"
#include "ui/session/session.h"

namespace duelo::ui {

namespace {

/// Bounds this far apart are better told than a single number between them.
constexpr double kWideBounds = 2.2;

/// "about 2 min", or "70–240 s" where so little is known.
QString durationWords(const Json& duration, const Text& text) {
    const double low_ms = duration.value("low", 0.0), high_ms = duration.value("high", 0.0);
    if (high_ms <= 0 || high_ms > kWideBounds * low_ms)
        return qs(formatDurationRange(low_ms, high_ms));
    const double expected_ms = duration.value("expected", std::sqrt(low_ms * high_ms));
    return qs(text("cli.expected", {{"duration", formatRoundDuration(expected_ms)}}));
}

/// What the engine would measure of an experiment on this machine.
std::optional<Plan> proposedPlan(const ProbeSheet& sheet, const std::string& experiment) {
    auto plan = planFromJson(sheet.of(experiment).plan);
    return plan && plan->experiment == experiment ? std::optional(*std::move(plan)) : std::nullopt;
}

/// A sentence of the experiment, or the one that all others have.
QString wordOr(const Text& text, const std::string& group, const std::string& id,
               const QString& otherwise) {
    return text.has(group + '.' + id) ? qs(text.word(group, id)) : otherwise;
}

}  // namespace

ExperimentPage::ExperimentPage(const Spec& spec, Session& session, const Text& text,
                               const OwnWidgets& own, QWidget* parent)
    : QWidget(parent),
      m_spec(spec),
      m_session(session),
      m_run(session.run()),
      m_text(text),
      m_frame(new ExperimentFrame(this)),
      m_form(new ExperimentForm(spec, session, text, own.field)),
      m_prediction(new PredictionForm(spec, text)),
      m_results(new ResultsModel(m_run, text, this)) {
    setObjectName(qs(spec.id) + "Page");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_frame);
    m_frame->setForm(m_form);
    m_frame->setQuestions(m_prediction);
    m_frame->cards().setNumberStyle(text.numbers());
    makeTabs(own);
    m_frame->setTableModel(m_results);
    connectAll();
    showButton();
    showQuestions();
}

ExperimentPage::~ExperimentPage() = default;

/// The experiment's own widgets that come before any result, the charts of its View, its lessons
/// and the texts of its kernels, its other widgets; then the same of the experiments that are shown
/// here too.
void ExperimentPage::makeTabs(const OwnWidgets& widgets) {
    const TabContext context{*m_form, m_session, m_run, m_text};
    for (const Spec& of : specs()) {
        if (!shows(of.id)) continue;
        const std::vector<ResultTab*> own = widgets.tabs(of, context);
        for (ResultTab* tab : own)
            if (tab->isFirst()) addTab(of, tab);
        for (ChartTab& tab : tabsOf(of)) {
            if (!tab.experiment.empty() && tab.experiment != of.id) continue;
            auto* view = new ChartTabView(std::move(tab), m_text, &of == &m_spec ? nullptr : &of);
            connect(view, &ChartTabView::otherRunWanted, this, &ExperimentPage::wantRun);
            addTab(of, view);
        }
        if (of.view) {
            for (const Lesson& lesson : of.view->lessons) addTab(of, new LessonTab(lesson, m_text));
            if (!of.view->texts.empty()) addTab(of, new TextTab(of.view->texts, m_text));
        }
        for (ResultTab* tab : own)
            if (!tab->isFirst()) addTab(of, tab);
        if (!of.compares) continue;
        auto* duel = new DuelTab;
        connect(duel, &DuelTab::resultHidden, m_frame, &ExperimentFrame::setResultHidden);
        addTab(of, duel);
    }
}

void ExperimentPage::addTab(const Spec& of, ResultTab* view) {
    m_frame->addChart(view->title(), view);
    m_tabs.push_back({&of, view});
    connect(view, &ResultTab::showWanted, this, &ExperimentPage::showTabInView);
    connect(view, &ResultTab::runWanted, this, &ExperimentPage::runWanted);
}

void ExperimentPage::connectAll() {
    connect(&m_run, &RunStore::changed, this, &ExperimentPage::refresh);
    connect(&m_run, &RunStore::liveChanged, this, &ExperimentPage::refreshLive);
    connect(m_frame, &ExperimentFrame::chartChanged, this, &ExperimentPage::showTabInView);
    connect(m_frame, &ExperimentFrame::rowChanged, this, &ExperimentPage::takeRow);
    connect(m_frame, &ExperimentFrame::selectionChanged, this, [this](int index) {
        m_table = static_cast<std::size_t>(index);
        m_rowChosen = false;
        refresh();
    });
    connect(m_form, &ExperimentForm::planEdited, this, [this] {
        showButton();
        showQuestions();
        Q_EMIT planEdited();
    });
    connect(m_form, &ExperimentForm::otherPcWanted, this, &ExperimentPage::otherPcWanted);
    connect(m_form, &ExperimentForm::otherTimesWanted, this, &ExperimentPage::otherTimesWanted);
    connect(m_form, &ExperimentForm::otherPcRemoved, this, &ExperimentPage::otherPcRemoved);
    CardColumn& cards = m_frame->cards();
    connect(&cards, &CardColumn::pictureWanted, &m_session, &Session::askThumbnail);
    connect(
        &m_session, &Session::thumbnailArrived, &cards,
        [&cards](const QString& input, const QImage& image) { cards.setPicture(input, image); });
    connect(&cards, &CardColumn::offerTaken, this, [this](const std::string& axis, const Json& v) {
        if (m_state == RunController::State::Idle) m_form->setValue(axis, v);
    });
}

bool ExperimentPage::shows(const std::string& experiment) const {
    const Spec* spec = findSpec(experiment);
    return spec && (spec->id == m_spec.id || spec->page == m_spec.id);
}

const Plan& ExperimentPage::plan() const {
    return m_form->plan();
}

bool ExperimentPage::takes(const Plan& plan) const {
    return plan.experiment == m_spec.id && !plan.cases.empty() && !plan.variants.empty();
}

void ExperimentPage::setPlan(const Plan& plan) {
    m_planGiven = true;
    m_form->setPlan(plan);
    showButton();
    showQuestions();
    showTabInView();
}

/// Until there is a plan the form shows what this machine can do.
void ExperimentPage::setProbe(const ProbeSheet& sheet) {
    m_form->setProbe(sheet);
    if (const auto plan = m_planGiven ? std::nullopt : proposedPlan(sheet, m_spec.id))
        m_form->setPlan(*plan);
    showQuestions();
    showTabInView();
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
                .table = m_table,
                .row = m_row,
                .column = m_column};
    if (m_run.isLive())
        shown.preliminary = [this](const ReportCell& cell) -> std::optional<MedianEstimate> {
            const LiveCell* live = m_run.liveOf(cell);
            return live ? live->estimate : std::nullopt;
        };
    return shown;
}

ChartValue ExperimentPage::currentChart() const {
    const auto* tab = qobject_cast<const ResultTab*>(m_frame->chart(m_frame->currentChart()));
    return tab ? tab->chartValue() : ChartValue();
}

void ExperimentPage::showTab(const QString& title) {
    for (std::size_t i = 0; i < m_tabs.size(); ++i)
        if (m_tabs[i].view->title() == title) m_frame->showChart(static_cast<int>(i));
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
    m_labels = comparison ? std::make_unique<Labels>(*comparison, m_text) : nullptr;
    showOtherPcs();
    if (comparison) {
        turnToRun(*comparison);
        chooseRow();
        showSelections(*comparison);
    } else {
        m_table.reset();
        m_row.reset();
        m_column.reset();
        m_shownRun.clear();
        m_frame->setSelections({}, -1);
    }
    m_results->refresh(m_table, comparison != nullptr);
    markRow();
    const int doubtful = comparison && !m_run.isLive() ? m_run.doubtfulRows() : 0;
    m_frame->setRepeat(doubtful > 0 ? tr("Repeat doubtful rows (%1)").arg(doubtful) : QString(),
                       tr("All variants of %n case(s) are measured again, in turns; the file keeps "
                          "both results",
                          nullptr, doubtful));
    showFinding();
    showQuestions();
    showTabInView();
    showCards();
}

void ExperimentPage::refreshLive() {
    if (!isVisible()) return;
    m_results->refreshLive();
    showTabInView();
}

/// A run of another of the page's experiments brings its own chart to the front.
void ExperimentPage::turnToRun(const Comparison& comparison) {
    const std::string& experiment = comparison.rows.front().experiment;
    const Tab& now = m_tabs[static_cast<std::size_t>(qMax(0, m_frame->currentChart()))];
    const auto turnsFrom = [&](const Tab& tab) {
        return tab.of->id != experiment || tab.view->isFirst() || !tab.view->needsResult();
    };
    if (m_shownRun != experiment && turnsFrom(now))
        for (std::size_t i = 0; i < m_tabs.size(); ++i)
            if (!turnsFrom(m_tabs[i])) {
                m_frame->showChart(static_cast<int>(i));
                break;
            }
    m_shownRun = experiment;
}

/// The row that was chosen, as long as it is there; else the one that the finding speaks of.
void ExperimentPage::chooseRow() {
    const Comparison& comparison = *this->comparison();
    if (comparison.tables.empty())
        m_table.reset();
    else if (!m_table || *m_table >= comparison.tables.size())
        m_table = 0;
    const bool exists = m_row && *m_row < comparison.rows.size();
    const std::vector<std::size_t>* rows = m_table ? &comparison.tables[*m_table].rows : nullptr;
    const bool inTable = exists && (!rows || std::ranges::find(*rows, *m_row) != rows->end());
    if (m_rowChosen && inTable) return;
    m_rowChosen = false;
    m_column.reset();
    m_row = rows ? rows->front() : 0;
    if (const Finding finding =
            findingOf({.comparison = comparison, .labels = *m_labels, .table = m_table});
        finding.row)
        m_row = finding.row;
}

void ExperimentPage::showSelections(const Comparison& comparison) {
    QStringList titles;
    for (const CaseTable& table : comparison.tables) {
        const Row& row = comparison.rows[table.rows.front()];
        const View& view = viewOf(comparison, row);
        QString title =
            qs(view.table_title ? view.table_title(row.work, m_text) : m_labels->caseName(row));
        if (table.kind == CaseTable::Kind::SharedGpu) title = tr("%1 (another group)").arg(title);
        if (table.kind == CaseTable::Kind::ReferenceGpu) title = tr("%1 (reference)").arg(title);
        titles << title;
    }
    m_frame->setSelections(titles, m_table ? static_cast<int>(*m_table) : -1);
}

std::optional<Shown> ExperimentPage::spokenOf() const {
    auto shown = this->shown();
    if (shown && !m_rowChosen) shown->row = shown->column = std::nullopt;
    return shown;
}

void ExperimentPage::showFinding() {
    const auto shown = spokenOf();
    const Finding finding = shown ? findingOf(*shown) : questionOf(m_spec, m_text);
    m_frame->setFinding(qs(finding.headline), qs(finding.detail));
}

/// Only what is seen is drawn: painting is what disturbs a measurement.
void ExperimentPage::showTabInView() {
    const int at = m_frame->currentChart();
    if (!isVisible() || at < 0 || m_tabs.empty()) return;
    const Tab& tab = m_tabs[static_cast<std::size_t>(at)];
    m_frame->setAsking(m_asking && tab.view->needsResult(), tab.view->isFirst());
    const auto shown = this->shown();
    const bool own = shown && shown->comparison.rows.front().experiment == tab.of->id;
    tab.view->show(own ? &*shown : nullptr);
    m_frame->table().setVisible(!tab.view->hidesTable() && !m_asking);
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
    const std::size_t chosen = at.data(ResultsModel::RowRole).toULongLong();
    const QVariant column = at.data(ResultsModel::ColumnRole);
    m_rowChosen = true;
    m_row = chosen;
    m_column.reset();
    if (column.isValid()) m_column = column.toULongLong();
    showFinding();
    showTabInView();
    showCards();
}

void ExperimentPage::wantRun(const Spec& of) {
    if (m_state == RunController::State::Idle && m_form->invalid().isEmpty())
        Q_EMIT runWanted(firstOfEach(plan(), of));
}

void ExperimentPage::showOtherPcs() {
    QVector<DeviceList::OtherPc> others;
    for (std::size_t i = 1; i < m_run.logs().size(); ++i) {
        const RecordLog& log = m_run.logs()[i];
        DeviceList::OtherPc other{qs(visibleText(baseName(log.path.generic_string()))),
                                  {},
                                  m_run.roleOf(i) == duelo::Role::Reference};
        if (const auto brought = provenanceOf(log.header())) {
            other.name = qs(visibleText(brought->source));
            other.detail = qs(m_text.word("provenance", provenanceWord(log.header())));
        } else if (const Comparison* comparison = m_run.comparison()) {
            for (const Source& source : comparison->sources)
                if (source.file == i)
                    other.detail =
                        qs(visibleText(source.gpu)) + ' ' + qs(source.header.started.substr(0, 10));
        }
        others << other;
    }
    m_form->setOtherPcs(others);
}

QString ExperimentPage::expectationOf(const Json& forecast, const Text& text) {
    QString told = tr("%n case(s)", nullptr, forecast.value("cells", 0));
    if (const Json duration = forecast.value("duration_ms", Json::object()); !duration.empty())
        told += " · " + durationWords(duration, text);
    const Json memory = forecast.value("memory", Json::object());
    // What another program will need nobody knows here.
    if (const double bytes = memory.value("bytes", 0.0); bytes > 0)
        told += " · " + qs(formatBytes(bytes, text.numbers()));
    return told;
}

void ExperimentPage::setForecast(const Result<Json>& forecast) {
    m_possible = forecast.has_value();
    if (!forecast) {
        m_expectation = qs(m_text.reason(forecast.error()));
        m_form->setImpossible({});
        showButton();
        return;
    }
    m_expectation = expectationOf(*forecast, m_text);
    QStringList sentences;
    int impossible = 0;
    for (const Json& entry : forecast->value("impossible", Json::array())) {
        impossible += entry.value("cells", 0);
        sentences << qs(m_text.reason(reasonFromFields(entry)));
    }
    m_possible = forecast->value("cells", 0) > impossible;
    m_form->setImpossible(sentences);
    showButton();
}

void ExperimentPage::setRunState(RunController::State state) {
    m_state = state;
    const bool running = state != RunController::State::Idle;
    for (const Tab& tab : m_tabs) tab.view->setLive(running);
    m_form->setEnabled(!running);
    showButton();
    showQuestions();
    showTabInView();
}

void ExperimentPage::setEngineReady(bool ready) {
    m_engineReady = ready;
    showButton();
}

bool ExperimentPage::canMeasure() const {
    return m_state == RunController::State::Idle && m_engineReady && m_possible &&
           m_form->invalid().isEmpty();
}

void ExperimentPage::showButton() {
    using State = RunController::State;
    const QString why = m_form->invalid();
    if (m_state == State::Idle)
        m_frame->setButton(wordOr(m_text, "page_run", m_spec.id, tr("Measure")) + "  F5",
                           why.isEmpty() ? m_expectation : why, canMeasure(), false);
    else
        m_frame->setButton(m_state == State::Cancelling ? tr("Cancelling…") : tr("Cancel  Esc"), {},
                           m_state != State::Cancelling, true);
}

/// Only before anything is measured: what has been seen is not predicted, and what runs is fixed.
std::optional<Prediction> ExperimentPage::askable() const {
    const auto& probe = m_session.probe();
    if (!probe || m_state != RunController::State::Idle || m_run.isLive() || m_presenting ||
        comparison() || !m_form->invalid().isEmpty())
        return std::nullopt;
    Facts facts{.physical_cores = std::max(1, probe->machine.cpu.cores.value_or(1))};
    if (probe->gpu.available.value_or(false)) facts.devices.push_back(Device::Cuda);
    const auto plan = validated(this->plan(), facts);
    return plan ? predictionFor(*plan, m_spec, facts) : std::nullopt;
}

void ExperimentPage::showQuestions() {
    const auto asked = askable();
    m_prediction->ask(asked);
    const bool before = std::exchange(m_asking, asked.has_value());
    if (before != m_asking) showTabInView();
}

std::optional<Prediction> ExperimentPage::prediction() const {
    return m_prediction->answered();
}

void ExperimentPage::setPresenting(bool presenting) {
    m_presenting = presenting;
    m_frame->setPresenting(presenting);
    showQuestions();
    showTabInView();
}

}  // namespace duelo::ui
