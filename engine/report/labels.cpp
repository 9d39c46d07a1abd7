// SPDX-License-Identifier: Apache-2.0
#include "report/labels.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace duelo {

int decimalsFor(double value) {
    if (!(std::abs(value) > 0) || !std::isfinite(value)) return 0;
    return std::clamp(2 - static_cast<int>(std::floor(std::log10(std::abs(value)))), 0, 6);
}

Labels::Labels(const Comparison& comparison, Text text) : m_c(comparison), m_text(std::move(text)) {
    const Variant* cpu = nullptr;
    for (const Column& column : m_c.columns) {
        const Variant &first = m_c.columns.front().variant, &own = column.variant;
        m_differ.device |= own.device != first.device;
        m_differ.precision |= own.precision != first.precision;
        m_differ.mode |= own.mode != first.mode;
        if (own.device != Device::Cpu) continue;  // a GPU has no threads of its own
        if (cpu == nullptr) cpu = &own;
        m_differ.threads |= own.threads != cpu->threads;
    }
}

std::string Labels::inputName(const Case& work) const {
    return work.input == kRandomInput ? t("report.input_random")
                                      : visibleText(baseName(work.input));
}

std::string Labels::caseName(const Case& work) const {
    // The network and its data set leave no choice of the size.
    if (work.experiment != Experiment::Inference)
        return t(
            "training.case",
            {{"model_name", work.model}, {"input_name", inputName(work)}, {"batch", work.batch}});
    return t("report.case", {{"model_name", work.model},
                             {"input_name", inputName(work)},
                             {"size_px", work.size_px},
                             {"batch", work.batch}});
}

std::string Labels::variantName(const Variant& variant) const {
    return partsText(variant, Which::All);
}

std::string Labels::partsText(const Variant& variant, Which which) const {
    std::string text;
    const auto add = [&](bool differs, const std::string& part) {
        if (which == Which::All || differs == (which == Which::Differing))
            text += (text.empty() ? "" : ", ") + part;
    };
    add(m_differ.device, m_text.word("device", word(variant.device)));
    if (variant.device == Device::Cpu) {
        std::string key = which == Which::Common ? "report.cpu_threads" : "report.threads";
        if (variant.threads == 1) key += "_1";
        add(m_differ.threads, t(key.c_str(), {{"threads", variant.threads}}));
    }
    add(m_differ.precision, m_text.word("precision", word(variant.precision)));
    add(m_differ.mode, m_text.word("mode", word(variant.mode)));
    return text;
}

std::string Labels::commonText() const {
    // A CPU column has every part that there can be.
    const auto cpu = std::ranges::find_if(
        m_c.columns, [](const Column& column) { return column.variant.device == Device::Cpu; });
    if (m_c.columns.empty()) return {};
    return partsText((cpu == m_c.columns.end() ? m_c.columns.begin() : cpu)->variant,
                     Which::Common);
}

std::string Labels::withCommon(std::string title) const {
    const std::string common = m_c.columns.size() > 1 ? commonText() : std::string();
    return common.empty() ? title
                          : t("report.title_common", {{"title", title}, {"common_text", common}});
}

std::string Labels::columnName(std::size_t column) const {
    const Source& source = m_c.sourceOf(m_c.columns[column]);
    std::string name = partsText(m_c.columns[column].variant, Which::Differing);
    if (name.empty()) name = variantName(m_c.columns[column].variant);
    return source.file == m_c.sources.front().file
               ? name
               : t("report.column_of_file", {{"variant_name", name}, {"file", source.file_name}});
}

std::string Labels::deviceName(std::size_t column) const {
    const Source& source = m_c.sourceOf(m_c.columns[column]);
    const bool cpu = m_c.columns[column].variant.device == Device::Cpu;
    const std::string kind = m_text.word("device", word(m_c.columns[column].variant.device));
    const std::string name = visibleText(cpu ? source.cpu : source.gpu);
    return name.empty() ? kind : kind + " (" + name + ")";
}

std::string Labels::className(const TopClass& top) const {
    std::string label = m_text.className(top.index);
    if (label.empty()) label = visibleText(top.label);
    return label.empty() ? "#" + std::to_string(top.index) : label;
}

std::string Labels::provenance(const Source& source) const {
    const auto known = [&](const std::string& name) {
        return name.empty() ? t("report.unknown") : name;
    };
    return t("report.provenance", {{"file", source.file_name},
                                   {"cpu_name", known(source.cpu)},
                                   {"gpu_name", known(source.gpu)},
                                   {"date", known(source.header.started.substr(0, 10))},
                                   {"app", known(source.header.app)},
                                   {"integrity", integrityWord(source.integrity)}});
}

std::string Labels::intervalText(const std::optional<Interval>& ci, int decimals) const {
    if (!ci) return t("report.no_interval");
    return t("report.interval", {{"low", formatFixed(ci->low, decimals, m_text.numbers())},
                                 {"high", formatFixed(ci->high, decimals, m_text.numbers())}});
}

std::string Labels::intervalText(const RatioEstimate& estimate, const std::optional<Interval>& ci,
                                 int decimals) const {
    const bool decided = estimate.verdict == Verdict::Faster || estimate.verdict == Verdict::Slower;
    return !ci && decided ? t("report.no_interval_obvious") : intervalText(ci, decimals);
}

std::string Labels::causeText(const Reason& reason, const std::optional<Status>& status) const {
    std::string key = "cause." + reason.code;
    if (!m_text.has(key)) key = status ? "cause." + std::string(word(*status)) : "cause.other";
    return t("report.not_measured", {{"cause_text", m_text(key)}});
}

}  // namespace duelo
