// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page_makers.h"

#include <algorithm>
#include <set>

#include <QDir>
#include <QFileInfo>

#include "base/places.h"
#include "networks/trainable.h"
#include "report/document.h"
#include "report/labels.h"
#include "ui/frame/form_values.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr qint64 kMaxPeek_bytes = 4 << 20;

std::string orUnknown(const std::string& told) {
    return told.empty() ? "?" : told;
}

std::string joined(const std::set<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + visibleText(text);
    return out;
}

/// Steps in the order of kGuideSteps.
enum Step { kEnvironment, kLibraries, kImage, kModel, kCpuTime, kGpuTime, kCompare, kVisualise };

class GuideMaker {
public:
    GuideMaker(const GuideSources& sources, const Text& text) : m_from(sources), m_text(text) {}

    GuideState make() {
        m_state.reflected = m_from.reflected;
        tellEnvironment();
        tellChoices();
        // The guided session is about recognising images.
        if (const Comparison* comparison = m_from.run.comparison();
            comparison && m_from.run.experiment() == "inference")
            tellResults(*comparison);
        for (const Step step : {kCpuTime, kGpuTime})
            if (m_state.steps[step].line.isEmpty()) m_state.steps[step].line = line("told.no_time");
        return std::move(m_state);
    }

private:
    QString line(const char* key, const Json& args = Json::object()) const {
        return qs(m_text(key, args));
    }

    void tellEnvironment() {
        if (!m_from.probe) {
            const QString why = m_from.engine_problem ? qs(m_text.reason(*m_from.engine_problem))
                                                      : line("told.environment_waiting");
            for (const Step step : {kEnvironment, kLibraries, kCpuTime, kGpuTime})
                m_state.steps[step] = {false, why, step == kEnvironment};
            return;
        }
        const GpuSheet& gpu = m_from.probe->gpu;
        const std::string cpu = orUnknown(m_from.probe->machine.cpu.name);
        m_state.has_gpu = gpu.available.value_or(false);
        const std::string why = *m_state.has_gpu ? visibleText(orUnknown(gpu.name))
                                                 : m_text.reason(gpu.reason.value_or(Reason{}));
        m_state.steps[kEnvironment] = {
            true, line("told.environment", {{"cpu_name", cpu}, {"gpu_text", why}}), true};
        const EngineSheet& engine = m_from.probe->engine;
        m_state.steps[kLibraries] = {
            true,
            line("told.libraries", {{"version", orUnknown(engine.libtorch)},
                                    {"capability", orUnknown(engine.cpu_capability)}}),
            true};
        if (!*m_state.has_gpu) {
            m_state.steps[kGpuTime].possible = false;
            m_state.steps[kGpuTime].line = qs(why);
            m_state.declaration =
                line("report.declaration_no_gpu", {{"machine", visibleText(cpu)}}) + ' ' + qs(why);
        }
    }

    void tellChoices() {
        std::set<std::string> models, inputs;
        for (const Block& block : m_from.plan.cases) {
            for (const std::string& model : textsIn(block, "model")) models.insert(model);
            for (const std::string& input : textsIn(block, "input"))
                inputs.insert(input == kRandomInput ? m_text("report.input_random")
                                                    : baseName(input));
        }
        m_state.steps[kImage] = {!inputs.empty(),
                                 line("told.image", {{"inputs_text", joined(inputs)}}), true};
        m_state.steps[kModel] = {!models.empty(),
                                 line("told.model", {{"models_text", joined(models)}}), true};
    }

    void tellResults(const Comparison& comparison) {
        const Labels labels(comparison, m_text);
        std::size_t points = 0;
        for (const SizeTable& table : comparison.tables) {
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
        m_state.measured = m_state.steps[kCpuTime].done && m_state.steps[kGpuTime].done;
        tellModels(comparison);
        // The answer in words is the comparison page's; here only whether there is one.
        m_state.steps[kCompare].done = m_state.measured || m_state.sizes_compared;
        m_state.steps[kVisualise] = {points > 1, line("told.visualise", {{"points", points}}),
                                     true};
    }

    void tellTime(const Comparison& comparison, const SizeTable& table,
                  const std::optional<std::size_t>& column, Step step, const Labels& labels) {
        if (!column || m_state.steps[step].done) return;
        for (const std::size_t r : table.rows) {
            const Row& row = comparison.rows[r];
            if (!row.cells[*column].measured()) continue;
            const double ms = row.cells[*column].result.summary->median_ms;
            m_state.steps[step].done = true;
            m_state.steps[step].line =
                line(step == kCpuTime ? "told.cpu_time" : "told.gpu_time",
                     {{"case_text", labels.caseName(row.work) + ", " + labels.deviceName(*column)},
                      {"time", secondsCell(ms, m_text.numbers()).text}});
            return;
        }
    }

    /// S0-52: the times of one model grow with the size.
    void tellSizes(const Comparison& comparison, const SizeTable& table, const Labels& labels) {
        if (!table.cpu || m_state.facts.contains("sizes")) return;
        std::string times;
        int count = 0;
        for (const std::size_t r : table.rows) {
            const Row& row = comparison.rows[r];
            const ReportCell& cell = row.cells[*table.cpu];
            if (!cell.measured() || inputOf(row.work) != kRandomInput) continue;
            ++count;
            times +=
                (times.empty() ? "" : "; ") +
                m_text(
                    "told.fact_size",
                    {{"size_px", row.work.integer("size_px")},
                     {"time", secondsCell(cell.result.summary->median_ms, m_text.numbers()).text}});
        }
        if (count < 2) return;
        const QString told = line(
            "told.fact_sizes", {{"model_name", modelName(comparison.rows[table.rows.front()].work)},
                                {"device_name", labels.deviceName(*table.cpu)},
                                {"times_text", times}});
        m_state.facts.insert("sizes", told);
        m_state.facts.insert("smaller_image", told);
    }

    /// S0-53: two models at the same size, if both were measured.
    void tellModels(const Comparison& comparison) {
        for (const Row& row : comparison.rows) {
            std::string times;
            std::set<std::string> models;
            for (const Row& other : comparison.rows) {
                const bool alike = other.work.integer("size_px") == row.work.integer("size_px") &&
                                   other.work.integer("batch", 1) == row.work.integer("batch", 1) &&
                                   inputOf(other.work) == inputOf(row.work);
                if (!alike || other.cells.empty() || !other.cells.front().measured()) continue;
                models.insert(modelName(other.work));
                times += (times.empty() ? "" : "; ") +
                         m_text("told.fact_of_model",
                                {{"model_name", modelName(other.work)},
                                 {"time", secondsCell(other.cells.front().result.summary->median_ms,
                                                      m_text.numbers())
                                              .text}});
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
};

}  // namespace

GuideState guideStateOf(const GuideSources& sources, const Text& text) {
    return GuideMaker(sources, text).make();
}

RecentFile recentFileOf(const QString& path, bool pinned, const Text& text) {
    const QFileInfo info(path);
    RecentFile file{path,           info.fileName(), QDir::toNativeSeparators(path),
                    !info.exists(), pinned,          0};
    if (file.missing || info.size() > kMaxPeek_bytes) return file;
    const auto log = readRecords(fromUtf8(path.toStdString()));
    if (!log) {
        file.subtitle = qs(text.reason(log.error()));
        return file;
    }
    std::set<std::string> models;
    std::set<int> sizes;
    if (const auto plan = planFromJson(log->header().plan))
        for (const Block& block : plan->cases) {
            for (const int size : integersIn(block, "size_px")) sizes.insert(size);
            for (const std::string& name : networksIn(block)) {
                models.insert(name);
                // A network that is trained takes images of one size.
                if (block.contains("size_px")) continue;
                if (const auto model = trainableModel(name, 1)) sizes.insert(model->size_px);
            }
        }
    std::string sizesText;
    for (const int size : sizes)
        sizesText += (sizesText.empty() ? "" : ", ") + std::to_string(size);
    if (!models.empty())
        file.title = qs(text("told.recent_title",
                             {{"models_text", joined(models)}, {"sizes_text", sizesText}}));
    file.subtitle =
        qs(text("told.recent_subtitle", {{"date", log->header().started.substr(0, 10)},
                                         {"file", visibleText(info.fileName().toStdString())}}));
    file.open_cells =
        std::max(0, log->header().cells - static_cast<int>(log->finishedCells().size()));
    return file;
}

}  // namespace duelo::ui
