// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/probe_words.h"

#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

/// Fills one ProbeWords from one sheet.
class Teller {
public:
    Teller(const ProbeSheet& sheet, const Text& text) : m_sheet(sheet), m_text(text) {}

    ProbeWords tell() {
        tellCpu();
        tellGpu();
        tellWeights();
        for (const Reason& warning : m_sheet.warnings)
            m_words.warnings << qs(m_text.reason(warning));
        if (m_sheet.machine.virtual_machine.value_or(false))
            m_words.warnings << t("start.virtual_machine");
        return m_words;
    }

private:
    [[nodiscard]] QString t(const char* key, const Json& args = Json::object()) const {
        return qs(m_text(key, args));
    }
    /// Returns a value as the sheet holds it; an absent one becomes "not told".
    template <typename T>
    [[nodiscard]] Json value(const T& told) const {
        Json json = sheets::told(told);
        return json.is_null() ? Json(m_text("start.not_told")) : json;
    }
    void add(const char* label, const QString& told) { m_words.facts.append({t(label), told}); }

    void tellCpu();
    void tellGpu();
    void tellWeights();

    const ProbeSheet& m_sheet;
    const Text& m_text;
    ProbeWords m_words;
};

void Teller::tellCpu() {
    const CpuSheet& cpu = m_sheet.machine.cpu;
    add("start.label_cpu", qs(m_text.value({}, value(cpu.name))));

    Json cores{{"cores", value(cpu.cores)}, {"logical", value(cpu.usable_logical)}};
    for (const CpuKind& kind : cpu.kinds)
        if (kind.cores) cores[kind.kind] = *kind.cores;
    const bool hybrid = cores.contains("performance") && cores.contains("efficiency");
    add("start.label_cores", t(hybrid ? "start.cores_kinds" : "start.cores", cores));

    const Json total = value(m_sheet.machine.memory.total_bytes);
    const auto& free_bytes = m_sheet.state.memory.available_bytes;
    add("start.label_memory", t(free_bytes ? "start.memory" : "start.memory_total",
                                {{"total_bytes", total}, {"available_bytes", value(free_bytes)}}));
}

void Teller::tellGpu() {
    const GpuSheet& gpu = m_sheet.gpu;
    if (gpu.available.value_or(false)) {
        m_words.cuda = ProbeWords::Cuda::Yes;
        m_words.verdict = t("start.verdict_gpu");
        m_words.possible = t("start.possible_gpu");
        m_words.cuda_line = t("start.cuda_yes");
        add("start.label_gpu",
            t("start.gpu_name",
              {{"name", value(gpu.name)}, {"compute_capability", value(gpu.compute_capability)}}));
        add("start.label_gpu_memory",
            qs(m_text.value("memory_bytes", value(gpu.memory_total_bytes))));
    } else {
        m_words.cuda = ProbeWords::Cuda::No;
        m_words.verdict = t("start.verdict_cpu");
        m_words.possible = t("start.possible_cpu");
        m_words.cuda_line = t("start.cuda_no");
        m_words.gpu_none = t("start.gpu_none");
        m_words.gpu_reason = qs(m_text.reason(gpu.reason.value_or(Reason{"gpu_absent"})));
    }
    // A driver too old for Duelo is told as well: it is what has to be mended.
    if (!gpu.driver.empty() || !gpu.driver_cuda.empty())
        add("start.label_driver", t("start.driver", {{"driver", value(gpu.driver)},
                                                     {"driver_cuda", value(gpu.driver_cuda)}}));
}

void Teller::tellWeights() {
    std::size_t reading = 0;
    Json trained = Json::array();
    for (const ExperimentSheet& experiment : m_sheet.experiments)
        for (const ModelSheet& model : experiment.models) {
            if (model.weights.empty()) continue;
            ++reading;
            if (model.weights != "random") trained.push_back(m_text.word("model", model.name));
        }
    if (reading == 0) return;
    const char* key = trained.empty()             ? "start.weights_none"
                      : trained.size() == reading ? "start.weights_all"
                                                  : "start.weights_some";
    add("start.label_weights", t(key, {{"trained", trained}}));
}

}  // namespace

ProbeWords waitingWords(const Text& text) {
    ProbeWords words;
    words.verdict = QString::fromStdString(text("start.verdict_waiting"));
    words.possible = QString::fromStdString(text("start.possible_waiting"));
    words.cuda_line = QString::fromStdString(text("start.cuda_waiting"));
    return words;
}

ProbeWords probeWords(const ProbeSheet& sheet, const Text& text) {
    return Teller(sheet, text).tell();
}

ProbeWords problemWords(const Reason& reason, const Text& text) {
    ProbeWords words;
    words.verdict = QString::fromStdString(text("start.verdict_engine"));
    words.possible = QString::fromStdString(text("start.possible_engine"));
    words.cuda_line = QString::fromStdString(text("start.cuda_unknown"));
    words.gpu_reason = QString::fromStdString(text.reason(reason));
    return words;
}

}  // namespace duelo::ui
