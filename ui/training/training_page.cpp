// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/training_page.h"

#include <algorithm>

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include "experiments/finding.h"
#include "experiments/specs.h"
#include "ui/charts/bars_chart.h"
#include "ui/charts/curves_chart.h"
#include "ui/charts/lines_chart.h"
#include "ui/frame/device_list.h"
#include "ui/frame/experiment_frame.h"
#include "ui/look/settings.h"
#include "ui/models/results_model.h"
#include "ui/training/confusion_view.h"
#include "ui/training/data_view.h"
#include "ui/training/mistakes_view.h"
#include "ui/training/training_cards.h"
#include "ui/training/training_form.h"

namespace duelo::ui {

namespace {

/// Unchanged items stay, and which of them is chosen; else the first is.
void setItems(QComboBox& box, const QStringList& items) {
    QStringList shown;
    for (int i = 0; i < box.count(); ++i) shown << box.itemText(i);
    if (shown == items) return;
    box.clear();
    box.addItems(items);
}

/// All that the engine's answer about the data depends on.
std::string dataKeyOf(const Plan& plan) {
    Json key = Json::array();
    for (const Block& block : plan.cases)
        for (const char* axis : {"model", "hidden", "data", "batch", "outputs", "validation_share",
                                 "test_share", "seed", "augment"})
            key.push_back(valuesIn(block, axis));
    return key.dump();
}

}  // namespace

TrainingPage::TrainingPage(const RunModel& run, const Text& text, QWidget* parent)
    : ExperimentPage(run, text, parent),
      m_form(new TrainingForm(text)),
      m_results(new ResultsModel(run, text, this)),
      m_cards(std::make_unique<TrainingCards>(this)) {
    m_results->setExperiments({"training", "lr_finder"});
    frame().setForm(m_form);
    makeTabs();
    frame().setTableModel(m_results);
    connectAll();
    showRun();
    showButton();
}

TrainingPage::~TrainingPage() = default;

QVector<Chart*> TrainingPage::charts() const {
    return {m_accuracy, m_loss, m_bars, m_sweep, m_rates};
}

const Plan& TrainingPage::plan() const {
    return m_form->plan();
}

void TrainingPage::setPlan(const Plan& plan) {
    m_form->setPlan(plan);
    askData();
    showButton();
}

bool TrainingPage::shows(const std::string& experiment) const {
    return experiment == "training" || experiment == "lr_finder";
}

void TrainingPage::setProbe(const ProbeSheet& sheet) {
    m_form->setProbe(sheet);
    m_engineKnown = true;
    askData();
}

/// What is looked at where that is a chart; else the curves, which are what a report wants.
const Chart* TrainingPage::currentChart() const {
    switch (frame().currentChart()) {
        case kLoss:
            return m_loss;
        case kTime:
            if (m_times->currentIndex() > 0) return m_sweep;
            return m_bars;
        case kConfusion:
            return &m_confusion->picture();
        case kMistakes:
            return &m_mistakes->picture();
        case kFinder:
            return m_rates;
        default:
            return m_accuracy;
    }
}

Plan TrainingPage::finderPlan() const {
    const Spec& finder = *findSpec("lr_finder");
    const auto firstOnly = [](Block& block, const char* axis) {
        const auto list = block.find(axis);
        if (list != block.end() && list->second.size() > 1) list->second.resize(1);
    };
    Plan plan = m_form->plan();
    plan.experiment = finder.id;
    plan.run = {};
    plan.cases.resize(1);
    Block& block = plan.cases.front();
    // It has no end to choose.
    std::erase_if(block, [&](const auto& entry) { return !finder.find(entry.first); });
    for (const char* axis : {"model", "hidden", "batch"}) firstOnly(block, axis);
    // How it is computed changes nothing about the rate.
    for (Block& variants : plan.variants)
        for (const char* axis : {"threads", "mode"}) firstOnly(variants, axis);
    return plan;
}

QString TrainingPage::runCaption() const {
    return tr("Train  F5");
}

QWidget& TrainingPage::formWidget() const {
    return *m_form;
}

void TrainingPage::setImpossible(const QStringList& sentences) {
    m_form->setImpossible(sentences);
}

QString TrainingPage::invalid() const {
    return m_form->invalid();
}

void TrainingPage::runStateChanged() {
    m_find->setEnabled(state() == RunController::State::Idle);
    m_useRate->setEnabled(state() == RunController::State::Idle);
    askData();
    showTab();
}

void TrainingPage::showEvent(QShowEvent* event) {
    ExperimentPage::showEvent(event);
    askData();
}

/// Reading data takes the engine's time: only for a page that is seen, never beside a measurement,
/// and once for the same data.
void TrainingPage::askData() {
    if (!isVisible() || !m_engineKnown || state() != RunController::State::Idle) return;
    const Plan& plan = m_form->plan();
    if (valuesIn(plan.cases.front(), "model").empty()) return;
    const std::string key = dataKeyOf(plan);
    if (key == m_dataKey) return;
    m_dataKey = key;
    m_data->setWaiting();
    Q_EMIT dataWanted(plan);
}

void TrainingPage::setData(const Result<Json>& reply) {
    m_data->setReply(reply);
    if (!reply) m_dataKey.clear();
}

void TrainingPage::setSamples(const Result<Json>& reply) {
    m_mistakes->setSamples(reply);
}

const TrainedCell* TrainingPage::chosen() const {
    if (m_cells.empty()) return nullptr;
    const auto at = [&](auto wanted) -> const TrainedCell* {
        const auto found = std::find_if(m_cells.begin(), m_cells.end(), wanted);
        return found == m_cells.end() ? nullptr : &*found;
    };
    if (m_chosen)
        if (const auto* cell = at([&](const TrainedCell& each) {
                return each.row == m_chosen->first && each.column == m_chosen->second;
            }))
            return cell;
    if (const auto* cell = at([&](const TrainedCell& each) {
            return each.row == m_row && !each.cell->result.output.empty();
        }))
        return cell;
    const auto* cell = at([&](const TrainedCell& each) { return each.row == m_row; });
    return cell ? cell : &m_cells.front();
}

std::optional<Trained> TrainingPage::trained() const {
    const TrainedCell* cell = chosen();
    return cell ? cell->trained : std::nullopt;
}

void TrainingPage::showRun() {
    const Comparison* comparison = this->comparison();
    showOtherPcs(m_form->devices());
    m_cells.clear();
    if (comparison) {
        if (run().path() != m_path) {
            m_path = run().path();
            m_row = 0;
            m_chosen.reset();
            const int tab = frame().currentChart();
            if (run().experiment() == "lr_finder")
                frame().showChart(kFinder);
            else if (tab == kData || tab == kFinder)
                frame().showChart(kAccuracy);
        }
        m_row = std::min(m_row, comparison->rows.size() - 1);
        m_cells = trainedCells(*comparison, m_row, Labels(*comparison, text()));
    } else {
        m_path.clear();
    }
    showFinding();
    showTab();
    showCards();
}

void TrainingPage::showFinding() {
    const Comparison* comparison = this->comparison();
    const bool finder = comparison && run().experiment() == "lr_finder";
    if (!comparison || comparison->rows.empty()) {
        frame().setFinding(tr("How does a network learn, and how much faster on the GPU?"),
                           tr("Choose network and data on the left, or open a .duelo file."));
    } else if (finder) {
        frame().setFinding(tr("Which learning rate?"),
                           tr("Each step raises the rate; the loss says which ones teach."));
    } else {
        const Finding finding = trainingFindingOf(*comparison, m_row, Labels(*comparison, text()));
        frame().setFinding(qs(finding.headline), qs(finding.detail));
    }
}

/// Only what is seen is drawn: painting is what disturbs a measurement. The curves of accuracy
/// are what is exported where no chart is seen.
void TrainingPage::showTab() {
    const int tab = frame().currentChart();
    showCells();
    // Data are looked at before there is a result, and need the room.
    frame().table().setVisible(tab != kData);
    const bool training = comparison() && run().experiment() == "training";
    const auto none = std::vector<TrainedCell>();
    const auto& cells = training ? m_cells : none;
    if (tab == kLoss)
        m_loss->setValue(curvesOf(cells, CurveKind::Loss, text()));
    else if (tab == kTime)
        showTimes(cells);
    if (tab == kAccuracy || tab == kData)
        m_accuracy->setValue(curvesOf(cells, CurveKind::Accuracy, text()));
    if (tab == kConfusion)
        m_confusion->setTrained(trained(), chosen() ? chosen()->name : QString());
    if (tab == kMistakes) askSamples();
    showFinder();
}

void TrainingPage::showCells() {
    const int tab = frame().currentChart();
    const TrainedCell* current = chosen();
    QStringList names;
    for (const TrainedCell& cell : m_cells) names << cell.name;
    setItems(*m_which, names);
    m_which->setCurrentIndex(current ? static_cast<int>(current - m_cells.data()) : -1);
    const bool one = tab == kConfusion || tab == kMistakes;
    if (one)
        qobject_cast<QVBoxLayout*>(frame().chart(tab)->layout())
            ->insertWidget(0, m_which, 0, Qt::AlignLeft);
    m_which->setVisible(one && m_cells.size() > 1);
}

/// What is swept has a chart of its own (S4-20, S4-26) where a run has several of it.
void TrainingPage::showTimes(const std::vector<TrainedCell>& cells) {
    std::vector<SweepChart> sweeps;
    if (!cells.empty()) sweeps = sweepChartsOf(*comparison(), Labels(*comparison(), text()));
    QStringList titles{m_bars->title()};
    for (const SweepChart& sweep : sweeps) titles << sweep.title;
    setItems(*m_times, titles);
    m_times->setVisible(!sweeps.empty());
    const int chosen = m_times->currentIndex() - 1;
    m_bars->setVisible(chosen < 0);
    m_sweep->setVisible(chosen >= 0);
    if (chosen < 0) return m_bars->setValue(epochPartsOf(run(), cells, text()));
    const SweepChart& sweep = sweeps[static_cast<std::size_t>(chosen)];
    m_sweep->setTitle(sweep.title);
    m_sweep->setValue(sweep.value);
}

void TrainingPage::askSamples() {
    const TrainedCell* cell = chosen();
    const std::optional<Trained> tested = trained();
    const QString of =
        tested ? m_path + qs('#' + cell->cell->id + '#' + std::to_string(tested->epochs)) : "";
    if (of != m_mistakesOf || !tested) {
        m_mistakesOf = of;
        m_mistakes->setTrained(tested, cell ? cell->name : QString());
    } else {
        return;
    }
    auto plan = run().plan();
    if (!tested || !plan || state() != RunController::State::Idle) {
        m_mistakesOf.clear();  // asked for when the run is over
        return;
    }
    plan->cases = {Block()};
    for (const auto& [axis, value] : this->comparison()->rows[cell->row].work)
        plan->cases.front()[axis] = {value};
    if (const auto samples = m_mistakes->missing(); !samples.isEmpty())
        Q_EMIT samplesWanted(*plan, samples);
}

/// The finder's curve stays until the next one: the training that uses its rate is another run.
void TrainingPage::showFinder() {
    if (comparison() && run().experiment() == "lr_finder") {
        m_rates->setValue(ratesOf(m_cells, text()));
        m_advised.reset();
        QString why;
        for (const TrainedCell& cell : m_cells) {
            if (!cell.advice || m_advised) continue;
            m_advised = cell.advice->learning_rate;
            why = qs(text().reason(cell.advice->why));
        }
        m_advice->setText(why);
        m_advice->setVisible(!why.isEmpty());
    }
    m_useRate->setVisible(m_advised.has_value());
}

void TrainingPage::showCards() {
    frame().cards().setCards(m_cards->make(comparison(), chosen(), text(), [this](double rate) {
        if (state() == RunController::State::Idle) m_form->setLearningRate(rate);
    }));
}

}  // namespace duelo::ui
