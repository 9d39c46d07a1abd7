// SPDX-License-Identifier: GPL-3.0-or-later
// The guided session is the handout's, which recognises images.
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "experiments/work_names.h"
#include "networks/official_weights.h"
#include "report/document.h"
#include "report/labels.h"
#include "ui/experiments/guide.h"
#include "ui/experiments/inference/guide_times.h"
#include "ui/experiments/inference/network_weights.h"
#include "ui/experiments/inference/networks_field.h"
#include "ui/look/settings.h"
#include "ui/session/probe_facts.h"

namespace duelo::ui {

namespace {

std::string orUnknown(const std::string& told) {
    return told.empty() ? "?" : told;
}

std::string joined(const std::set<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + visibleText(text);
    return out;
}

std::vector<std::string> textsIn(const Block& block, std::string_view axis) {
    std::vector<std::string> out;
    for (const Json& value : valuesIn(block, axis))
        for (const Json& one : value.is_array() ? value : Json::array({value}))
            if (one.is_string()) out.push_back(one.get<std::string>());
    return out;
}

/// Steps in the order of kGuideSteps.
enum Step {
    kEnvironment,
    kLibraries,
    kImage,
    kModel,
    kCpuTime,
    kGpuTime,
    kCompare,
    kVisualise,
    kThreads
};

/// Networks of the plan that would run with random weights here.
std::vector<std::string> untrainedIn(const GuideSources& from) {
    std::vector<std::string> names;
    if (!from.probe) return names;
    const std::vector<ModelSheet>& known = from.probe->of(guidedExperiment()).models;
    for (const Block& block : from.plan.cases) {
        if (!valuesIn(block, "weights").empty()) continue;
        for (const std::string& name : textsIn(block, "model")) {
            const auto model = std::ranges::find(known, name, &ModelSheet::name);
            if (model != known.end() && model->weights == "random" &&
                std::ranges::find(names, name) == names.end())
                names.push_back(name);
        }
    }
    return names;
}

class GuideMaker {
public:
    GuideMaker(const GuideSources& sources, const Text& text) : m_from(sources), m_text(text) {}

    const GuideState& make() {
        m_state.reflected = m_from.reflected;
        tellEnvironment();
        tellChoices();
        if (const Comparison* comparison = m_from.run.comparison();
            comparison && m_from.run.experiment() == guidedExperiment())
            tellResults(*comparison);
        if (m_from.probe && !threadsPlanOf(m_from)) m_state.steps[kThreads].possible = false;
        for (const Step step : {kCpuTime, kGpuTime, kThreads})
            if (m_state.steps[step].line.isEmpty() && m_state.steps[step].possible)
                m_state.steps[step].line = line("told.no_time");
        const QString untimed = missing().told;
        m_state.steps[kCompare].line = untimed.isEmpty() ? line("told.compare_there") : untimed;
        tellDone();
        return m_state;
    }

    /// After make(): a run replaces the one that is open, and only rounds of one run pair up, so
    /// both sides are measured together wherever this PC has both.
    MissingSides missing() const {
        const bool cpu = m_hasCpu, gpu = m_hasGpu;
        if (cpu && gpu) return {};
        if (!m_from.probe) return {m_state.steps[kCpuTime].line, {}};
        if (m_from.probe->gpu.isForNetworks())
            return {line(gpu   ? "told.compare_cpu"
                         : cpu ? "told.compare_gpu"
                               : "told.compare_both"),
                    onBoth(m_from.plan)};
        if (cpu) return {line("told.compare_file"), {}};
        return {line(gpu ? "told.compare_cpu_beside" : "told.compare_cpu_alone"),
                onlyOn(m_from.plan, Device::Cpu)};
    }

private:
    /// One block has both devices where nothing else differs: a form shows the first block.
    Plan onBoth(const Plan& plan) const {
        Plan both = onlyOn(plan, Device::Cpu);
        const std::vector<Block> of_cpu = both.variants;
        for (Block& block : onlyOn(plan, gpuOf(m_from.probe)).variants) {
            const Json gpu = valuesIn(block, kDeviceAxis).front();
            Block twin = block;
            twin[kDeviceAxis] = {word(Device::Cpu)};
            if (const auto same = std::ranges::find(of_cpu, twin); same != of_cpu.end())
                both.variants[static_cast<std::size_t>(same - of_cpu.begin())][kDeviceAxis]
                    .push_back(gpu);
            else
                both.variants.push_back(std::move(block));
        }
        return both;
    }

    QString line(const char* key, const Json& args = Json::object()) const {
        return qs(m_text(key, args));
    }

    /// Marks the steps that a run has shown as done (Y-33): a choice that merely stands in a form
    /// is no work done. The first four steps are part of every run.
    void tellDone() {
        const bool measured = m_hasCpu || m_hasGpu;
        for (std::size_t i = 0; i < m_state.steps.size(); ++i) {
            GuideStep& step = m_state.steps[i];
            if (i < kCpuTime) step.done = measured;
            if (step.done || !m_from.done_before.contains(QLatin1String(kGuideSteps[i].id)))
                continue;
            step.done = true;
            if (i >= kCpuTime) step.line = line("told.done_before");
        }
        m_state.measured |= m_state.steps[kCpuTime].done && m_state.steps[kGpuTime].done;
    }

    void tellEnvironment() {
        if (!m_from.probe) {
            const QString why = m_from.engine_problem ? qs(m_text.reason(*m_from.engine_problem))
                                                      : line("told.environment_waiting");
            for (const Step step : {kEnvironment, kLibraries, kCpuTime, kGpuTime, kThreads})
                m_state.steps[step] = {false, why, step == kEnvironment};
            return;
        }
        const GpuSheet& gpu = m_from.probe->gpu;
        const std::string cpu = orUnknown(m_from.probe->machine.cpu.name);
        m_state.has_gpu = gpu.isForNetworks();
        const std::optional<Reason>& reason = gpu.reason ? gpu.reason : gpu.networks_reason;
        const std::string why = *m_state.has_gpu ? visibleText(orUnknown(gpu.name))
                                                 : m_text.reason(reason.value_or(Reason{}));
        m_state.steps[kEnvironment] = {
            false, line("told.environment", {{"cpu_name", cpu}, {"gpu_text", why}}), true};
        const EngineSheet& engine = m_from.probe->engine;
        m_state.steps[kLibraries] = {
            false,
            line("told.libraries", {{"version", orUnknown(engine.libtorch)},
                                    {"capability", orUnknown(engine.cpu_capability)}}),
            true};
        if (!*m_state.has_gpu) {
            m_state.steps[kGpuTime].possible = false;
            m_state.steps[kGpuTime].line = qs(why);
            if (const DeviceSheet* gpu_by_opencl = firstByOpenCl(m_from.probe->devices))
                m_state.steps[kGpuTime].line +=
                    ' ' + line("told.gpu_by_opencl", {{"name", visibleText(gpu_by_opencl->name)}});
            m_state.declaration =
                line("report.declaration_no_gpu", {{"machine", visibleText(cpu)}}) + ' ' + qs(why);
        }
    }

    void tellChoices() {
        std::set<std::string> models, inputs;
        for (const Block& block : m_from.plan.cases) {
            for (const std::string& model : textsIn(block, "model"))
                models.insert(networkName(model, m_text));
            for (const std::string& input : textsIn(block, "input"))
                inputs.insert(input == kRandomInput ? m_text("report.input_random")
                                                    : baseName(input));
        }
        m_state.steps[kImage] = {false, line("told.image", {{"inputs_text", joined(inputs)}}),
                                 true};
        m_state.steps[kModel] = {false, line("told.model", {{"models_text", joined(models)}}),
                                 true};
        std::set<std::string> untrained;
        for (const std::string& name : untrainedIn(m_from))
            untrained.insert(networkName(name, m_text));
        m_state.untrained = !untrained.empty();
        if (m_state.untrained)
            m_state.steps[kModel].line +=
                ' ' + line("told.model_random", {{"models_text", joined(untrained)}});
    }

    void tellResults(const Comparison& comparison) {
        const Labels labels(comparison, m_text);
        std::size_t points = 0;
        for (const CaseTable& table : comparison.tables) {
            tellTime(comparison, table, table.cpu, kCpuTime, labels);
            tellTime(comparison, table, table.gpu, kGpuTime, labels);
            std::set<std::int64_t> sizes;
            for (const std::size_t r : table.rows)
                for (const auto& column : {table.cpu, table.gpu})
                    if (column && comparison.rows[r].cells[*column].measured()) {
                        ++points;
                        sizes.insert(comparison.rows[r].work.integer("size_px"));
                    }
            m_state.sizes_compared |= sizes.size() > 1;
            tellSizes(comparison, table, labels);
        }
        m_hasCpu = m_state.steps[kCpuTime].done;
        m_hasGpu = m_state.steps[kGpuTime].done;
        m_state.measured = m_hasCpu && m_hasGpu;
        tellModels(comparison, labels);
        if (const std::string told = threadsTold(comparison, labels, m_text); !told.empty())
            m_state.steps[kThreads] = {true, qs(told), true};
        // The answer in words is the comparison page's; here only whether there is one.
        m_state.steps[kCompare].done = m_state.measured;
        m_state.steps[kVisualise] = {points > 1, line("told.visualise", {{"points", points}}),
                                     true};
    }

    void tellTime(const Comparison& comparison, const CaseTable& table,
                  const std::optional<std::size_t>& column, Step step, const Labels& labels) {
        if (!column || m_state.steps[step].done) return;
        for (const std::size_t r : table.rows) {
            const Row& row = comparison.rows[r];
            if (!row.cells[*column].measured()) continue;
            m_state.steps[step].done = true;
            m_state.steps[step].line = line(
                step == kCpuTime ? "told.cpu_time" : "told.gpu_time",
                {{"case_text", labels.caseName(row) + ", " + whose(comparison, *column, labels)},
                 {"time", labels.timeWithRange(*row.cells[*column].result.summary)},
                 {"doubt_text", timeDoubt(row.cells[*column], m_text)}});
            return;
        }
    }

    /// Returns the name of a column's device, of another PC with its file: the card is of this one.
    std::string whose(const Comparison& comparison, std::size_t column,
                      const Labels& labels) const {
        const Source& source = comparison.sourceOf(comparison.columns[column]);
        if (source.file == comparison.sources.front().file) return labels.deviceName(column);
        return m_text("told.from_file", {{"device_name", labels.deviceName(column)},
                                         {"file", visibleText(source.file_name)}});
    }

    /// S0-52: the times of one model grow with the size.
    void tellSizes(const Comparison& comparison, const CaseTable& table, const Labels& labels) {
        if (!table.cpu || m_state.facts.contains("sizes")) return;
        std::string times;
        int count = 0;
        for (const std::size_t r : table.rows) {
            const Row& row = comparison.rows[r];
            const ReportCell& cell = row.cells[*table.cpu];
            if (!cell.measured() || inputOf(row.work) != kRandomInput) continue;
            ++count;
            times += (times.empty() ? "" : "; ") +
                     m_text("told.fact_size", {{"size_px", row.work.integer("size_px")},
                                               {"time", labels.timeText(*cell.result.summary)},
                                               {"doubt_text", timeDoubt(cell, m_text)}});
        }
        if (count < 2) return;
        const QString told =
            line("told.fact_sizes",
                 {{"model_name", networkName(comparison.rows[table.rows.front()].work, m_text)},
                  {"device_name", labels.deviceName(*table.cpu)},
                  {"times_text", times}});
        m_state.facts.insert("sizes", told);
        m_state.facts.insert("smaller_image", told);
    }

    /// S0-53: two models at the same size, if both were measured.
    void tellModels(const Comparison& comparison, const Labels& labels) {
        for (const Row& row : comparison.rows) {
            std::string times;
            std::set<std::string> models;
            for (const Row& other : comparison.rows) {
                const bool alike = other.work.integer("size_px") == row.work.integer("size_px") &&
                                   other.work.integer("batch", 1) == row.work.integer("batch", 1) &&
                                   inputOf(other.work) == inputOf(row.work);
                if (!alike || !other.cells[0].measured()) continue;
                models.insert(modelName(other.work));
                times += (times.empty() ? "" : "; ") +
                         m_text("told.fact_of_model",
                                {{"model_name", networkName(other.work, m_text)},
                                 {"time", labels.timeText(*other.cells[0].result.summary)},
                                 {"doubt_text", timeDoubt(other.cells[0], m_text)}});
            }
            if (models.size() < 2) continue;
            m_state.facts.insert("lighter_model",
                                 line("told.fact_model", {{"size_px", row.work.integer("size_px")},
                                                          {"times_text", times}}));
            return;
        }
    }

    const GuideSources& m_from;
    const Text& m_text;
    GuideState m_state;
    bool m_hasCpu = false, m_hasGpu = false;  ///< a time
};

}  // namespace

std::string_view guidedExperiment() {
    return "inference";
}

GuideState guideStateOf(const GuideSources& sources, const Text& text) {
    return GuideMaker(sources, text).make();
}

MissingSides missingSidesOf(const GuideSources& sources, const Text& text) {
    GuideMaker maker(sources, text);
    static_cast<void>(maker.make());
    return maker.missing();
}

bool fetchWeights(Session& session, const GuideSources& sources) {
    bool any = false;
    for (const std::string& name : untrainedIn(sources)) {
        if (officialWeightsOf(name).empty()) continue;
        NetworkWeights::of(session).download(qs(name));
        any = true;
    }
    return any;
}

bool chooseWeights(Field* networks, const GuideSources& sources) {
    auto* field = qobject_cast<NetworksField*>(networks);
    const std::vector<std::string> untrained = untrainedIn(sources);
    if (!field || untrained.empty()) return false;
    for (const std::string& name : untrained)
        if (!field->chooseFile(name)) break;
    return true;
}

std::string_view axisOfAction(const QString& action) {
    if (action == "images") return "input";
    if (action == "models") return "model";
    return {};
}

}  // namespace duelo::ui
