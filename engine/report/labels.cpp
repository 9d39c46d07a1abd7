// SPDX-License-Identifier: Apache-2.0
#include "report/labels.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace duelo {

int decimalsFor(double value) {
    if (!(std::abs(value) > 0) || !std::isfinite(value)) return 0;
    return std::clamp(2 - static_cast<int>(std::floor(std::log10(std::abs(value)))), 0, 6);
}

std::string columnTitle(const Text& text, std::string_view experiment, std::string_view code) {
    const std::string own = "column." + std::string(code);
    const bool has = text.has(std::string(experiment) + "." + own);
    return has ? text.word(experiment, own) : text.word("column", code);
}

std::string experimentOf(const Comparison& comparison) {
    if (comparison.rows.empty()) return {};
    const std::string& first = comparison.rows.front().experiment;
    const bool alone = std::ranges::all_of(comparison.rows,
                                           [&](const Row& row) { return row.experiment == first; });
    return alone ? first : std::string();
}

Labels::Labels(const Comparison& comparison, Text text) : m_c(comparison), m_text(std::move(text)) {
    const auto know = [this](const std::string& axis) {
        if (std::ranges::find(m_axes, axis) == m_axes.end()) m_axes.push_back(axis);
    };
    for (const Row& row : m_c.rows)
        if (const Spec* spec = m_c.find(row.experiment))
            for (const Axis& axis : spec->axes)
                if (axis.role == AxisRole::Variant) know(axis.id);
    // What does not apply to a variant (threads to a GPU) makes no difference between others.
    std::map<std::string, const Json*, std::less<>> first;
    for (const Column& column : m_c.columns)
        for (const auto& [axis, value] : column.variant) {
            know(axis);
            const auto [known, isNew] = first.try_emplace(axis, &value);
            if (*known->second != value) m_differ.insert(axis);
        }
}

std::string Labels::inputName(const Params& work) const {
    return inputOf(work) == kRandomInput ? t("report.input_random")
                                         : visibleText(baseName(inputOf(work)));
}

std::string Labels::caseName(const Params& work) const {
    if (!work.has("model")) {
        std::string text;
        for (const auto& [axis, value] : work)
            text += (text.empty() ? "" : ", ") + valueName(axis, value, false);
        return text;
    }
    // The network and its data set leave no choice of the size.
    return t(work.has("size_px") ? "report.case" : "training.case",
             {{"model_name", modelName(work)},
              {"input_name", inputName(work)},
              {"size_px", work.integer("size_px")},
              {"batch", work.integer("batch", 1)}});
}

std::string Labels::variantName(const Params& variant) const {
    return partsText(variant, Which::All);
}

std::string Labels::partsText(const Params& variant, Which which) const {
    std::string text;
    for (const std::string& axis : m_axes) {
        if (!variant.has(axis)) continue;
        if (which != Which::All && m_differ.contains(axis) != (which == Which::Differing)) continue;
        text +=
            (text.empty() ? "" : ", ") + valueName(axis, variant.at(axis), which == Which::Common);
    }
    return text;
}

/// Words have a text in the group of their axis; numbers one that says what they count.
std::string Labels::valueName(const std::string& axis, const Json& value, bool alone) const {
    if (value.is_string()) return m_text.word(axis, value.get<std::string>());
    std::string key = (alone ? "report.cpu_" : "report.") + axis;
    if (value == 1 && m_text.has(key + "_1")) key += "_1";
    return m_text.has(key) ? t(key.c_str(), {{axis, value}}) : axis + " " + value.dump();
}

std::string Labels::commonText() const {
    // A CPU column has every part that there can be.
    const auto cpu = std::ranges::find_if(
        m_c.columns, [](const Column& column) { return deviceOf(column.variant) == Device::Cpu; });
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
    const bool cpu = deviceOf(m_c.columns[column].variant) == Device::Cpu;
    const std::string kind = m_text.word("device", m_c.columns[column].variant.text("device"));
    const std::string name = visibleText(cpu ? source.cpu : source.gpu);
    return name.empty() ? kind : kind + " (" + name + ")";
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
