// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/training/training_tabs.h"

#include <chrono>
#include <utility>

#include <QVBoxLayout>

#include "experiments/specs.h"
#include "experiments/training/view_charts.h"
#include "experiments/work_names.h"
#include "ui/experiments/training/confusion_view.h"
#include "ui/experiments/training/data_view.h"
#include "ui/experiments/training/mistakes_view.h"
#include "ui/experiments/training/training_fields.h"
#include "ui/form/experiment_form.h"
#include "ui/look/settings.h"
#include "ui/session/session.h"

namespace duelo::ui {

namespace {

constexpr int kPause_ms = 150;                    ///< until the user has done with the form
constexpr std::chrono::minutes kReadPatience{5};  ///< a folder of many thousand photographs

void fill(QWidget& tab, QWidget* view) {
    auto* column = new QVBoxLayout(&tab);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(view);
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

/// The training that is looked at, with the names of its classes for people.
struct Chosen {
    const TrainedCell* cell = nullptr;
    std::optional<Trained> trained{};
    QString name{};
};

Chosen chosenIn(const std::vector<TrainedCell>& cells, const Shown& shown) {
    const TrainedCell* cell = chosenOf(cells, shown);
    if (!cell) return {};
    const Params& work = shown.comparison.rows[cell->row].work;
    return {cell, trainedOf(cell->cell->result, inputOf(work), shown.labels.text()),
            qs(cell->name)};
}

}  // namespace

DataTab::DataTab(const TabContext& context)
    : m_context(context), m_view(new DataView(context.text)) {
    fill(*this, m_view);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPause_ms);
    connect(&m_pause, &QTimer::timeout, this, &DataTab::ask);
    connect(&context.form, &ExperimentForm::planEdited, this, [this] {
        if (isVisible()) show(nullptr);
    });
    if (auto* field = qobject_cast<DataSourceField*>(context.form.field("data")))
        connect(field, &DataSourceField::folderChosen, this, [this] {
            if (!isVisible() && !m_context.session.isMeasuring()) Q_EMIT frontWanted();
        });
}

/// Reading data takes the engine's time: only for a tab that is seen, never beside a measurement,
/// and once for the same data.
void DataTab::show(const Shown*) {
    const Plan& plan = m_context.form.plan();
    if (!m_context.session.probe() || m_context.session.isMeasuring()) return;
    if (plan.cases.empty() || valuesIn(plan.cases.front(), "model").empty()) return;
    std::string key = dataKeyOf(plan);
    if (key == m_asked) return;
    m_asked = std::move(key);
    m_plan = plan;
    m_view->setWaiting();
    m_pause.start();
}

void DataTab::ask() {
    // Beside a measurement it would be measured; the page asks again when the run is over.
    if (m_context.session.isMeasuring()) return take(fail("run_in_progress"));
    m_context.session.ask({m_plan.experiment, "data", {{"plan", toJson(m_plan)}}}, this,
                          [this, asked = m_asked](const Result<Json>& reply) {
                              if (asked == m_asked) take(reply);
                          },
                          {.timeout = kReadPatience});
}

void DataTab::take(const Result<Json>& reply) {
    m_view->setReply(reply);
    if (!reply) m_asked.clear();
}

ConfusionTab::ConfusionTab(const TabContext& context) : m_view(new ConfusionView(context.text)) {
    fill(*this, m_view);
}

void ConfusionTab::show(const Shown* shown) {
    const std::vector<TrainedCell> cells =
        shown ? trainedCells(*shown) : std::vector<TrainedCell>();
    const Chosen chosen = shown ? chosenIn(cells, *shown) : Chosen();
    m_view->setTrained(chosen.trained, chosen.name);
}

ChartValue ConfusionTab::chartValue() const {
    return m_view->picture();
}

MistakesTab::MistakesTab(const TabContext& context)
    : m_context(context), m_view(new MistakesView(context.text)) {
    fill(*this, m_view);
}

void MistakesTab::show(const Shown* shown) {
    const std::vector<TrainedCell> cells =
        shown ? trainedCells(*shown) : std::vector<TrainedCell>();
    const Chosen chosen = shown ? chosenIn(cells, *shown) : Chosen();
    const QString of = chosen.trained ? m_context.run.path() + '#' + qs(chosen.cell->cell->id) +
                                            '#' + QString::number(chosen.trained->epochs)
                                      : QString();
    if (of == m_of && !of.isEmpty()) return;
    m_of = of;
    m_view->setTrained(chosen.trained, chosen.name);
    if (chosen.trained) askSamples(shown->comparison.rows[chosen.cell->row].work);
}

/// Asked for when the run is over: reading them beside it would be measured.
void MistakesTab::askSamples(const Params& work) {
    auto plan = m_context.session.isMeasuring() ? std::nullopt : m_context.run.plan();
    if (!plan) {
        m_of.clear();
        return;
    }
    plan->cases = {Block()};
    for (const auto& [axis, value] : work) plan->cases.front()[axis] = {value};
    Json samples = Json::array();
    for (const qint64 sample : m_view->missing()) samples.push_back(sample);
    if (samples.empty()) return;
    m_context.session.ask(
        {plan->experiment, "samples", {{"plan", toJson(*plan)}, {"samples", std::move(samples)}}},
        this,
        [this](const Result<Json>& reply) {
            m_view->setSamples(reply);
            Q_EMIT samplesArrived();
        },
        {.timeout = kReadPatience});
}

ChartValue MistakesTab::chartValue() const {
    return m_view->picture();
}

}  // namespace duelo::ui
