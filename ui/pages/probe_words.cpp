// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/probe_words.h"

#include "report/comparison_steps.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

/// Fills one ProbeWords from one sheet.
class Teller {
public:
    Teller(const Json& sheet, const Text& text) : m_sheet(sheet), m_text(text) {}

    ProbeWords tell() {
        tellCpu();
        tellGpu();
        tellWeights();
        if (const Json* list = jsonAt(m_sheet, {"warnings"}); list && list->is_array())
            for (const Json& warning : *list)
                m_words.warnings << qs(m_text.reason(sheetReason(warning)));
        const Json* isVirtual = jsonAt(m_sheet, {"machine", "virtual_machine"});
        if (isVirtual && *isVirtual == true) m_words.warnings << t("start.virtual_machine");
        return m_words;
    }

private:
    [[nodiscard]] QString t(const char* key, const Json& args = Json::object()) const {
        return qs(m_text(key, args));
    }
    /// As the sheet holds it; absent or null becomes "not told".
    [[nodiscard]] Json value(std::initializer_list<const char*> path) const {
        const Json* found = jsonAt(m_sheet, path);
        return found && found->is_primitive() && !found->is_null() ? *found
                                                                   : Json(m_text("start.not_told"));
    }
    void add(const char* label, const QString& told) { m_words.facts.append({t(label), told}); }
    [[nodiscard]] QString plain(std::initializer_list<const char*> path) const {
        return qs(m_text.value({}, value(path)));
    }

    void tellCpu();
    void tellGpu();
    void tellWeights();

    const Json& m_sheet;
    const Text& m_text;
    ProbeWords m_words;
};

void Teller::tellCpu() {
    add("start.label_cpu", plain({"machine", "cpu", "name"}));

    Json cores{{"cores", value({"machine", "cpu", "cores"})},
               {"logical", value({"machine", "cpu", "usable_logical"})}};
    const Json* kinds = jsonAt(m_sheet, {"machine", "cpu", "kinds"});
    if (kinds && kinds->is_array())
        for (const Json& kind : *kinds)
            if (const auto count = numberAt(kind, {"cores"}))
                cores[textAt(kind, {"kind"})] = *count;
    const bool hybrid = cores.contains("performance") && cores.contains("efficiency");
    add("start.label_cores", t(hybrid ? "start.cores_kinds" : "start.cores", cores));

    const Json total = value({"machine", "memory", "total_bytes"});
    const Json free = value({"state", "memory", "available_bytes"});
    add("start.label_memory", t(free.is_number() ? "start.memory" : "start.memory_total",
                                {{"total_bytes", total}, {"available_bytes", free}}));
}

void Teller::tellGpu() {
    const Json* available = jsonAt(m_sheet, {"gpu", "available"});
    if (available && *available == true) {
        m_words.cuda = ProbeWords::Cuda::Yes;
        m_words.verdict = t("start.verdict_gpu");
        m_words.possible = t("start.possible_gpu");
        m_words.cuda_line = t("start.cuda_yes");
        add("start.label_gpu",
            t("start.gpu_name", {{"name", value({"gpu", "name"})},
                                 {"compute_capability", value({"gpu", "compute_capability"})}}));
        add("start.label_gpu_memory",
            qs(m_text.value("memory_bytes", value({"gpu", "memory_total_bytes"}))));
    } else {
        m_words.cuda = ProbeWords::Cuda::No;
        m_words.verdict = t("start.verdict_cpu");
        m_words.possible = t("start.possible_cpu");
        m_words.cuda_line = t("start.cuda_no");
        m_words.gpu_none = t("start.gpu_none");
        const Json* why = jsonAt(m_sheet, {"gpu", "reason"});
        m_words.gpu_reason = qs(m_text.reason(why ? sheetReason(*why) : Reason{"gpu_absent"}));
    }
    // A driver too old for Duelo is told as well: it is what has to be mended.
    const Json driver = value({"gpu", "driver"});
    const Json cuda = value({"gpu", "driver_cuda"});
    if (jsonAt(m_sheet, {"gpu", "driver"}) || jsonAt(m_sheet, {"gpu", "driver_cuda"}))
        add("start.label_driver", t("start.driver", {{"driver", driver}, {"driver_cuda", cuda}}));
}

void Teller::tellWeights() {
    const Json* models = jsonAt(m_sheet, {"models"});
    if (!models || !models->is_array() || models->empty()) return;
    Json trained = Json::array();
    for (const Json& model : *models)
        if (const std::string weights = textAt(model, {"weights"});
            !weights.empty() && weights != "random")
            trained.push_back(textAt(model, {"title"}));
    const char* key = trained.empty()                    ? "start.weights_none"
                      : trained.size() == models->size() ? "start.weights_all"
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

ProbeWords probeWords(const Json& sheet, const Text& text) {
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

Reason sheetReason(const Json& json) {
    const Json* args = jsonAt(json, {"args"});
    return {textAt(json, {"code"}), args && args->is_object() ? *args : Json::object(),
            textAt(json, {"message"})};
}

}  // namespace duelo::ui
