// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a run. The plan that the page would measure is in experiment_page_plan.cpp.
#include "ui/results/experiment_page.h"

#include <algorithm>
#include <set>
#include <utility>

#include <QMenu>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "experiments/specs.h"
#include "record/doubt.h"
#include "record/game.h"
#include "report/finding.h"
#include "report/misleading.h"
#include "report/scaling.h"
#include "report/tabs.h"
#include "report/view.h"
#include "stats/validity.h"
#include "ui/form/device_list.h"
#include "ui/form/experiment_form.h"
#include "ui/form/number_words.h"
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

/// Whether a tab has anything costs as much as its charts: of more rows all tabs are offered.
constexpr std::size_t kMostAskedRows = 500;

/// Returns the numbers of workers that show how work scales on this PC.
std::vector<int> numbersOfWorkers(const Session& session) {
    return session.probe() ? workerNumbers(coreCounts(session.probe()->machine.cpu))
                           : std::vector<int>();
}

/// Returns the first line of what a library wrote, as it can be shown.
QString firstLine(const std::string& message) {
    return qs(visibleText(message.substr(0, message.find('\n'))));
}

/// Tells whether this PC measured the open file. Another PC's work is not measured again here: the
/// file would then have the times of both.
bool isOfThisPc(const Comparison& comparison, const Session& session) {
    const std::string own = session.probe() ? session.probe()->machine.id : std::string();
    const std::size_t file = comparison.sources.front().file;
    return own.empty() || std::ranges::all_of(comparison.sources, [&](const Source& source) {
               return source.file != file || source.header.machine.id == own;
           });
}

}  // namespace

ExperimentPage::ExperimentPage(const Spec& spec, Session& session, const Text& text,
                               const OwnWidgets& own, QWidget* parent)
    : QWidget(parent),
      m_spec(spec),
      m_session(session),
      m_run(session.runOf(spec.id)),
      m_text(text.of(spec.id)),
      m_frame(new ExperimentFrame(this)),
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

/// The experiment's own widgets that come before any result, the charts of its View, its lessons
/// and the texts of its kernels, its other widgets; then the same of the experiments that are shown
/// here too.
void ExperimentPage::makeTabs(const OwnWidgets& widgets) {
    const TabContext context{*m_form, m_session, m_run, m_text};
    std::set<const View*> taught;  // experiments of one page may share a view
    for (const Spec& of : specs()) {
        if (!shows(of.id)) continue;
        const std::vector<ResultTab*> own = widgets.tabs(of, context);
        for (ResultTab* tab : own)
            if (tab->isFirst()) addTab(of, tab);
        for (ChartTab& tab : tabsOf(of)) {
            if (!tab.experiment.empty() && tab.experiment != of.id) continue;
            auto* view =
                new ChartTabView(std::move(tab), m_text.of(of.id), &of == &m_spec ? nullptr : &of);
            connect(view, &ChartTabView::otherRunWanted, this, &ExperimentPage::wantRun);
            addTab(of, view);
        }
        if (of.view && taught.insert(of.view).second) {
            for (const Lesson& lesson : of.view->lessons)
                addTab(of, new LessonTab(lesson, m_text.of(of.id)));
            if (!of.view->texts.empty()) addTab(of, new TextTab(of.view->texts, m_text.of(of.id)));
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
    m_frame->addChart(view->group(), view->title(), view);
    m_tabs.push_back({&of, view});
    connect(view, &ResultTab::showWanted, this, &ExperimentPage::showTabInView);
    connect(view, &ResultTab::frontWanted, m_frame,
            [this, at = static_cast<int>(m_tabs.size()) - 1] { m_frame->showChart(at); });
    connect(view, &ResultTab::runWanted, this, &ExperimentPage::runWanted);
    connect(view, &ResultTab::cellWanted, this, &ExperimentPage::takeCell);
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
    connect(m_frame, &ExperimentFrame::fillClicked, this, [this] {
        if (const Axis* axis = workersAxis(); axis && m_state == RunController::State::Idle)
            m_form->setValue(axis->id, numbersOfWorkers(m_session));
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
                .table = m_table,
                .row = m_row,
                .column = m_column,
                .preliminary = m_run.preliminary()};
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
    m_labels =
        comparison ? std::make_unique<Labels>(*comparison, m_text, m_run.preliminary()) : nullptr;
    showOtherPcs();
    const QString game = comparison ? qs(watermarkOf(*comparison, m_text)) : QString();
    m_frame->setGame(game);
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

/// Tells whether the own file has times of several numbers of workers: those of another PC say
/// nothing of this one.
bool ExperimentPage::scales(const Comparison& comparison) const {
    return std::ranges::any_of(scalingOf(*m_labels, comparison), [&](const ScalingSeries& series) {
        return series.file == comparison.sources.front().file;
    });
}

/// Offers the tabs that have something to show. Before there is a result, the first chart stands
/// for all. Tabs that need a whole run are not asked while it goes on, nor about very many rows.
void ExperimentPage::offerTabs() {
    using Group = ResultTab::Group;
    const auto shown = this->shown();
    const bool asks = shown && !m_run.isLive() && shown->comparison.rows.size() <= kMostAskedRows;
    QVector<bool> offered;
    bool first = true;
    for (const auto& [of, view] : m_tabs) {
        const Group group = view->group();
        bool has = !view->needsResult() || view->isFirst() || (first && !shown);
        if (view->needsResult()) first = false;
        if (!has && shown && shown->comparison.rows.front().experiment != of->id)
            has = of != &m_spec && qobject_cast<ChartTabView*>(view);  // which has a button
        else if (!has && shown)
            has = asks ? view->has(*shown)
                       : !m_run.isLive() || (group != Group::Scaling && group != Group::Duel);
        offered << has;
    }
    m_frame->setChartsOffered(offered);
    QStringList numbers;
    const Axis* axis = asks && !scales(shown->comparison) ? workersAxis() : nullptr;
    for (const int number : axis ? numbersOfWorkers(m_session) : std::vector<int>())
        numbers << QString::number(number);
    m_frame->setFill(numbers.size() < 2
                         ? QString()
                         : tr("See the scaling: %1 %2")
                               .arg(numbers.join(", "),
                                    behindNumber(qs(axisCaption(m_text, m_spec.id, axis->id)))));
}

/// The axis whose values show how the experiment scales; null: there is none.
const Axis* ExperimentPage::workersAxis() const {
    const auto found = std::ranges::find_if(m_spec.axes, [&](const Axis& axis) {
        return countsWorkers(m_spec, axis) && !axis.optional && m_form->field(axis.id);
    });
    return found == m_spec.axes.end() ? nullptr : &*found;
}

/// Names the flags of all that is compared once, and counts what failed: what the flags mean and
/// why it failed stands behind "Why".
void ExperimentPage::showDoubt() {
    const Comparison* comparison = m_run.isLive() ? nullptr : this->comparison();
    if (!comparison || !watermarkOf(*comparison, m_text).empty()) return m_frame->setDoubt({});
    QStringList flags, why;
    bool lost = false;
    int failed = 0;
    const auto explain = [&](const QString& sentence) {
        if (!why.contains(sentence)) why << sentence;
    };
    for (const Row& row : comparison->rows)
        for (const ReportCell& cell : row.cells) {
            const ResultRecord& result = cell.result;
            if (isLost(result)) {
                lost = true;
            } else if (result.status == Status::Failed && result.reason) {
                ++failed;
                explain(qs(m_text.reason(*result.reason)));
                // What a library says of itself is all that is known of its error.
                if (const QString said = firstLine(result.reason->message);
                    canBeTriedAgain(result) && !said.isEmpty())
                    explain(said);
            }
            for (const std::string& flag : doubtfulOf(result.flags)) {
                const QString name = qs(m_text.word("flag", flag));
                if (flags.contains(name)) continue;
                flags << name;
                explain(name + ": " + qs(m_text.word("flag_help", flag)));
            }
        }
    QStringList said;
    if (failed > 0) said << tr("%n cell(s) failed", nullptr, failed);
    if (!flags.isEmpty()) said << tr("Doubtful: %1").arg(flags.join(", "));
    if (lost) said << tr("Lost: the engine ended");
    const int cells = m_run.doubtfulCells();
    m_frame->setDoubt(
        said.join(" · "), why.join('\n'),
        cells > 0 && isOfThisPc(*comparison, m_session)
            ? tr("Measures %n doubtful, lost or failed cell(s) again; both results are kept",
                 nullptr, cells)
            : QString());
}

/// When and where the answer was measured. What a game shows nobody can go on with.
void ExperimentPage::showFileBar() {
    const Comparison* comparison = m_run.isLive() ? nullptr : this->comparison();
    QString said;
    int missing = m_run.isLive() ? 0 : m_run.openCells();
    if (comparison) {
        const Header& header = comparison->sources.front().header;
        const std::string& cpu = header.machine.cpu.name;
        const QString day = FileBar::dayOf(header.started);
        if (m_session.probe() && isOfThisPc(*comparison, m_session))
            said = tr("Measured %1 on this PC").arg(day);
        else
            said = cpu.empty() ? tr("Measured %1").arg(day)
                               : tr("Measured %1 on %2").arg(day, qs(visibleText(cpu)));
        if (gameOf(header)) missing = 0;
    }
    m_bar->setOpen(m_run.path(), said, missing);
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
    if (std::exchange(m_foldedFor, m_run.path()) != m_run.path()) m_form->foldLists();
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

/// In a table that was filled anew, or whose row was chosen elsewhere.
void ExperimentPage::markRow() {
    if (!m_rowChosen) return;
    const QSignalBlocker known(m_frame);
    for (int line = 0; line < m_results->rowCount(); ++line) {
        const QModelIndex at = m_results->index(line, 0);
        const QVariant column = at.data(ResultsModel::ColumnRole);
        // Of a line that has all variants one may have been chosen in a chart.
        if (at.data(ResultsModel::RowRole).toULongLong() != m_row ||
            (column.isValid() && column.toULongLong() != m_column))
            continue;
        if (m_frame->table().currentIndex().row() != line) m_frame->table().setCurrentIndex(at);
        return;
    }
}

void ExperimentPage::showSelections(const Comparison& comparison) {
    QStringList titles;
    for (const CaseTable& table : comparison.tables) {
        const Row& row = comparison.rows[table.rows.front()];
        QString title =
            qs(tableTitleOf(comparison.find(row.experiment), row.work, m_text.of(row.experiment)));
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
    const auto shown = this->shown();
    m_frame->setAsking(m_asking && tab.view->needsResult(), tab.view->isFirst() || shown);
    const bool own = shown && shown->comparison.rows.front().experiment == tab.of->id;
    tab.view->show(own ? &*shown : nullptr);
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

/// The row of a figure that was clicked in a chart, which may be of another table.
void ExperimentPage::takeCell(const CellAt& cell) {
    const Comparison* comparison = this->comparison();
    if (!comparison || cell.row >= comparison->rows.size() ||
        cell.column >= comparison->columns.size())
        return;
    m_rowChosen = true;
    m_row = cell.row;
    m_column = cell.column;
    const auto has = [&](const CaseTable& table) {
        return std::ranges::find(table.rows, cell.row) != table.rows.end();
    };
    if (m_table && !has(comparison->tables[*m_table]))
        if (const auto table = std::ranges::find_if(comparison->tables, has);
            table != comparison->tables.end()) {
            m_table = static_cast<std::size_t>(table - comparison->tables.begin());
            return refresh();
        }
    markRow();
    showFinding();
    showTabInView();
    showCards();
}

Json ExperimentPage::viewState() const {
    Json state{{"form", m_form->viewState()},
               {"chart", m_frame->currentChart()},
               {"run", m_shownRun},
               {"tabs", Json::array()}};
    if (m_planGiven) state["plan"] = toJson(plan());
    if (const auto said = prediction()) state["answers"] = said->answers;
    for (const Tab& tab : m_tabs) state["tabs"].push_back(tab.view->viewState());
    if (m_table) state["table"] = *m_table;
    if (m_rowChosen && m_row) state["row"] = *m_row;
    if (m_rowChosen && m_column) state["column"] = *m_column;
    return state;
}

/// Whether there are such a table and such a row is seen when the page is.
void ExperimentPage::setViewState(const Json& state) {
    if (const auto at = state.find("plan"); at != state.end())
        if (const auto plan = planFromJson(*at); plan && takes(*plan)) setPlan(*plan);
    m_form->setViewState(state.value("form", Json()));
    m_prediction->setAnswers(state.value("answers", TextTable()));
    const Json tabs = state.value("tabs", Json::array());
    for (std::size_t i = 0; i < m_tabs.size() && i < tabs.size(); ++i)
        m_tabs[i].view->setViewState(tabs[i]);
    const auto number = [&](const char* name) {
        const auto at = state.find(name);
        return at == state.end() ? std::nullopt : std::optional(at->get<std::size_t>());
    };
    m_shownRun = state.value("run", std::string());
    m_table = number("table");
    m_row = number("row");
    m_column = number("column");
    m_rowChosen = m_row.has_value();
    m_frame->showChart(state.value("chart", 0));
}

}  // namespace duelo::ui
