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
        tellGpu();
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
    void tellGpu();

    const ProbeSheet& m_sheet;
    const Text& m_text;
    ProbeWords m_words;
};

void Teller::tellGpu() {
    const GpuSheet& gpu = m_sheet.gpu;
    if (gpu.available.value_or(false)) {
        m_words.cuda = ProbeWords::Cuda::Yes;
        m_words.verdict =
            t(gpu.isForNetworks() ? "start.verdict_gpu" : "start.verdict_gpu_kernels");
        m_words.cuda_line = t("start.cuda_yes");
        if (gpu.networks_reason) m_words.gpu_reason = qs(m_text.reason(*gpu.networks_reason));
    } else {
        const DeviceSheet* const opencl = firstByOpenCl(m_sheet.devices);
        m_words.cuda = ProbeWords::Cuda::No;
        m_words.cuda_line = t("start.cuda_no");
        m_words.gpu_reason = qs(m_text.reason(gpu.reason.value_or(Reason{"gpu_absent"})));
        m_words.verdict = opencl ? t("start.verdict_opencl", {{"name", visibleText(opencl->name)}})
                                 : t("start.verdict_cpu");
        if (!opencl) m_words.gpu_none = t("start.gpu_none");
    }
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
