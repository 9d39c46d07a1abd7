// SPDX-License-Identifier: Apache-2.0
#include "report/labels.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/brief_text.h"
#include "report/comparison_steps.h"
#include "report/imported.h"
#include "report/side_names.h"
#include "report/value_name.h"
#include "report/view.h"
#include "stats/validity.h"

namespace duelo {

std::string commaJoined(const std::vector<std::string>& parts) {
    std::string name;
    for (const std::string& part : parts) name += (name.empty() ? "" : ", ") + part;
    return name;
}

std::string shortName(const Spec* spec, const Params& work, const Text& text) {
    return commaJoined(casePartsOf(spec, work, spec ? text.of(spec->id) : text, true));
}

std::string shortName(const Spec* spec, const Params& work, const Params& variant,
                      const Text& text) {
    const std::string name = shortName(spec, work, text);
    return variant.has(kDeviceAxis)
               ? name + " · " + text.word(kDeviceAxis, variant.text(kDeviceAxis))
               : name;
}

std::string doubtText(const RatioEstimate& estimate, const Text& text) {
    if (estimate.doubt != Doubt::FewRounds || !(estimate.independent > 0))
        return text.word("doubt", doubtName(estimate.doubt));
    constexpr double kWholeFrom = 10;
    const double counted =
        std::max(1.0, estimate.independent);  // there is one, however they wander
    return text(
        "report.few_rounds_counted",
        {{"rounds", estimate.rounds},
         {"independent_text", formatFixed(counted, counted < kWholeFrom ? 1 : 0, text.numbers())}});
}

std::string boundText(const LoadedDirection& loaded, const Text& text) {
    return formatFixed(loaded.at_least, loaded.at_least < 3 ? 1 : 0, text.numbers());
}

SaidRatio saidRatio(const RatioEstimate& estimate) {
    if (estimate.verdict != Verdict::Slower) return {estimate.ratio, estimate.ci95};
    SaidRatio said{1 / estimate.ratio, std::nullopt};
    if (const auto& ci = estimate.ci95) said.ci95 = Interval{1 / ci->high, 1 / ci->low};
    return said;
}

std::string columnTitle(const Text& text, std::string_view experiment, std::string_view code) {
    return text.of(experiment).word("column", code);
}

std::string axisCaption(const Text& text, std::string_view experiment, std::string_view axis) {
    const Text own = text.of(experiment);
    const std::string key = "axis_caption." + std::string(axis);
    return own.has(key) ? own(key) : own.word("column", axis);
}

std::string headTitle(const Text& text, std::string_view experiment, std::string_view axis) {
    const Text own = text.of(experiment);
    const std::string key = "head." + std::string(axis);
    return own.has(key) ? own(key) : own.word("column", axis);
}

Json shownLabel(const Source& source) {
    Json label = source.header.label;
    if (source.role != Role::Own && label.is_object()) label.erase("student");
    return label;
}

std::string experimentOf(const Comparison& comparison) {
    if (comparison.rows.empty()) return {};
    const std::string& first = comparison.rows.front().experiment;
    const bool alone = std::ranges::all_of(comparison.rows,
                                           [&](const Row& row) { return row.experiment == first; });
    return alone ? first : std::string();
}

namespace {

/// Returns the text of the comparison's experiment; of several, one that finds the words of all.
Text ownText(const Comparison& comparison, const Text& text) {
    return comparison.rows.empty() ? text : text.of(experimentOf(comparison));
}

}  // namespace

namespace {

/// Returns what a file calls a device; empty: it does not tell.
std::string toldName(const Source& source, const std::string& device) {
    return briefText(deviceNameOf(source.header.machine, source.header.engine, device));
}

/// Returns what several GPUs of a comparison are called: by the name that the files tell, of two
/// of one name with what tells them apart. Nothing where there is one, or where PCs with other
/// GPUs stand in the comparison: these are told apart by their files.
std::map<std::string, std::string, std::less<>> gpuNamesIn(const Comparison& c, const Text& text) {
    std::map<std::string, std::string, std::less<>> names;
    for (const Column& column : c.columns) {
        if (deviceOf(column.variant).isCpu()) continue;
        const std::string device = column.variant.text(kDeviceAxis);
        std::string name = toldName(c.sourceOf(column), device);
        const auto [known, isNew] = names.try_emplace(device, name);
        if (!isNew && known->second != name) return {};
    }
    if (names.size() < 2) return {};
    std::map<std::string, std::set<std::string_view>> apis;  // by the name
    std::map<std::string, int> times;
    const auto apiOf = [](std::string_view device) { return device.substr(0, device.find(':')); };
    for (auto& [device, name] : names) {
        if (name.empty()) name = text.word(kDeviceAxis, apiOf(device));
        apis[name].insert(apiOf(device));
        ++times[name];
    }
    for (auto& [device, name] : names) {
        if (times[name] == 1) continue;
        const auto parsed = deviceFrom(device);
        name += apis[name].size() > 1 || !parsed ? " (" + briefText(device) + ")"
                                                 : " (" + std::to_string(parsed->index) + ")";
    }
    return names;
}

}  // namespace

Labels::Labels(const Comparison& comparison, const Text& text, const Preliminary& preliminary)
    : m_c(comparison),
      m_text(ownText(comparison, text)),
      m_unit(timeUnitOf(comparison, preliminary)),
      m_gpuNames(gpuNamesIn(comparison, m_text)) {
    const auto know = [this](const std::string& axis) {
        if (std::ranges::find(m_axes, axis) == m_axes.end()) m_axes.push_back(axis);
    };
    const std::string* last = nullptr;  // thousands of rows are of one experiment
    for (const Row& row : m_c.rows) {
        if (last && *last == row.experiment) continue;
        last = &row.experiment;
        if (const Spec* spec = m_c.find(row.experiment))
            for (const Axis& axis : spec->axes)
                if (axis.role == AxisRole::Variant) know(axis.id);
    }
    // An axis that does not apply to a variant (threads to a GPU) makes no difference between
    // others.
    std::map<std::string, const Json*, std::less<>> first;
    for (const Column& column : m_c.columns)
        for (const auto& [axis, value] : column.variant) {
            know(axis);
            const auto [known, isNew] = first.try_emplace(axis, &value);
            if (*known->second != value) m_differ.insert(axis);
        }
    if (!experimentOf(m_c).empty()) m_unsaid = &viewOf(m_c, m_c.rows.front()).unsaid;
    if (standSideBySide(m_c)) m_sideNames = sideNamesOf(m_c, m_axes, m_text);
}

std::string Labels::caseName(const Row& row) const {
    return commaJoined(caseParts(row));
}

std::vector<std::string> Labels::caseParts(const Row& row) const {
    return casePartsOf(m_c.find(row.experiment), row.work, m_text.of(row.experiment));
}

std::string Labels::variantName(const Params& variant) const {
    return partsText(variant, Which::All);
}

std::vector<std::string> Labels::partsOf(const Params& variant, Which which) const {
    // "2 CPU threads" where nothing before it says whose.
    const bool alone = which == Which::Common && m_differ.contains(kDeviceAxis);
    std::vector<std::string> parts, said;
    for (const std::string& axis : m_axes) {
        if (!variant.has(axis)) continue;
        if (which != Which::All && m_differ.contains(axis) != (which == Which::Differing)) continue;
        const Json& value = variant.at(axis);
        if (axis == kDeviceAxis)
            parts.push_back(deviceWord(variant));
        else if (value.is_object() && hasNamesake(axis, value))
            parts.push_back(briefText(textIn(value, "name")));
        else
            parts.push_back(valueName(axis, value, alone, m_text));
        if (!isUnsaid(axis, variant)) said.push_back(parts.back());
    }
    return which == Which::Differing && !said.empty() ? said : parts;
}

bool Labels::isUnsaid(const std::string& axis, const Params& variant) const {
    if (!m_unsaid || (axis == kDeviceAxis && !m_gpuNames.empty())) return false;
    return std::ranges::any_of(
        *m_unsaid, [&](const When& part) { return part.axis == axis && part.holds(variant); });
}

bool Labels::hasNamesake(const std::string& axis, const Json& value) const {
    const std::string name = valueName(axis, value, false, m_text);
    return std::ranges::any_of(m_c.columns, [&](const Column& column) {
        const Json& other = column.variant.at(axis);
        return other.is_object() && other != value && valueName(axis, other, false, m_text) == name;
    });
}

std::string Labels::partsText(const Params& variant, Which which) const {
    return commaJoined(partsOf(variant, which));
}

std::string Labels::commonText() const {
    // A CPU column has every part that there can be.
    const auto cpu = std::ranges::find_if(
        m_c.columns, [](const Column& column) { return deviceOf(column.variant).isCpu(); });
    if (m_c.columns.empty()) return {};
    return partsText((cpu == m_c.columns.end() ? m_c.columns.begin() : cpu)->variant,
                     Which::Common);
}

std::string Labels::withCommon(std::string title, const std::string& cases) const {
    const std::string variants = m_c.columns.size() > 1 ? commonText() : std::string();
    const std::string common = cases + (cases.empty() || variants.empty() ? "" : "; ") + variants;
    return common.empty() ? title
                          : t("report.title_common", {{"title", title}, {"common_text", common}});
}

std::string Labels::columnName(std::size_t column) const {
    return m_sideNames.empty() ? wholeName(column) : m_sideNames[column];
}

std::string Labels::wholeName(std::size_t column) const {
    std::string name = partsText(m_c.columns[column].variant, Which::Differing);
    if (name.empty()) name = variantName(m_c.columns[column].variant);
    return named(column, std::move(name));
}

std::string Labels::spokenName(std::size_t column) const {
    if (!m_sideNames.empty()) return m_sideNames[column];
    const Params& variant = m_c.columns[column].variant;
    const std::vector<std::string> parts = partsOf(variant, Which::Differing);
    if (parts.empty())
        return named(column, variant.has(kDeviceAxis) ? deviceWord(variant) : variantName(variant));
    // "4 threads is faster" would be no sentence.
    const auto isCount = [&](const std::string& axis) {
        return m_differ.contains(axis) && variant.has(axis) && variant.at(axis).is_number();
    };
    if (parts.size() == 1 && std::ranges::any_of(m_axes, isCount))
        return named(column, t("report.counted_variant", {{"variant_name", parts.front()}}));
    // Of two parts that are several words each nobody would hear where one ends.
    const auto spaced = std::ranges::count_if(
        parts, [](const std::string& part) { return part.find(' ') != part.npos; });
    if (spaced > 1) return columnName(column);
    std::string name;
    for (const std::string& part : parts) name += (name.empty() ? "" : " ") + part;
    return named(column, std::move(name));
}

std::string Labels::deviceWord(const Params& variant) const {
    const std::string device = variant.text(kDeviceAxis);
    const auto name = m_gpuNames.find(device);
    return name != m_gpuNames.end() ? name->second : m_text.word(kDeviceAxis, device);
}

std::string Labels::named(std::size_t column, std::string name) const {
    const Source& source = m_c.sourceOf(m_c.columns[column]);
    if (const auto brought = provenanceOf(source.header))
        return markedTitle(brought->source.empty()
                               ? name
                               : t("report.column_of_file",
                                   {{"variant_name", name}, {"file", briefText(brought->source)}}),
                           source, m_text);
    if (source.file == m_c.sources.front().file) return name;
    return t("report.column_of_file", {{"variant_name", name}, {"file", telltaleOf(m_c, column)}});
}

std::string Labels::deviceName(std::size_t column) const {
    const Source& source = m_c.sourceOf(m_c.columns[column]);
    const Params& variant = m_c.columns[column].variant;
    // Without that axis it is the CPU's.
    const std::string device =
        variant.has(kDeviceAxis) ? variant.text(kDeviceAxis) : word(Device::Cpu);
    const std::string kind = m_text.word(kDeviceAxis, device);
    if (const auto brought = provenanceOf(source.header))
        return markedTitle(
            brought->source.empty() ? kind : kind + " (" + briefText(brought->source) + ")", source,
            m_text);
    const std::string name = toldName(source, device);
    return name.empty() ? kind : kind + " (" + name + ")";
}

std::string Labels::provenance(const Source& source) const {
    const auto known = [&](const std::string& name) {
        return name.empty() ? t("report.unknown") : name;
    };
    if (const auto brought = provenanceOf(source.header))
        return t(("report.provenance_" + std::string(word(brought->kind()))).c_str(),
                 {{"source", known(briefText(brought->source))},
                  {"file", source.file_name},
                  {"date", known(source.header.started.substr(0, 10))},
                  {"timing_text", m_text.word("timing", brought->timing)},
                  {"integrity", integrityWord(source)}});
    std::string seat;
    for (const char* key : {"room", "seat"})
        if (const std::string told = textIn(source.header.label, key); !told.empty())
            seat += (seat.empty() ? "" : ", ") + m_text.word("field", key) + ": " + briefText(told);
    const std::string sentence =
        t(source.gpu.empty() ? "report.provenance_cpu" : "report.provenance",
          {{"file", source.file_name},
           {"cpu_name", known(briefText(source.cpu))},
           {"gpu_name", briefText(source.gpu)},
           {"date", known(source.header.started.substr(0, 10))},
           {"app", known(source.header.app)},
           {"integrity", integrityWord(source)}});
    return seat.empty() ? sentence : sentence + " " + seat + ".";
}

std::string Labels::precisionText(const Summary& summary) const {
    const MedianEstimate estimate{.median = summary.median_ms, .ci95 = summary.ci95_ms};
    const auto half = estimate.relativeHalfWidth();
    if (!half) return {};
    return t("results.precision", {{"width", formatSignificant(100 * *half, 2, m_text.numbers())}});
}

std::string Labels::timeText(double ms, const std::optional<Interval>& ci_ms) const {
    return duelo::timeText(ms, ci_ms, m_unit, m_text.numbers());
}

std::string Labels::timeText(const Summary& summary) const {
    return timeText(summary.median_ms, summary.ci95_ms);
}

std::string Labels::timeWithRange(const Summary& summary) const {
    const std::string range = rangeText(m_unit.of(summary.median_ms),
                                        scaled(summary.ci95_ms, m_unit.per_ms), m_text.numbers());
    return timeText(summary) + (range.empty() ? "" : " (" + range + ")");
}

std::string Labels::number(double value, const std::optional<Interval>& ci) const {
    return measuredText(value, ci, m_text.numbers());
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

std::string Labels::doubtsText(const Row& row, const ColumnRatio& ratio) const {
    const auto flagsOf = [&](std::size_t column) {
        return doubtfulOf(row.cells[column].result.flags);
    };
    const auto base = flagsOf(ratio.base), other = flagsOf(ratio.column);
    if (!base.empty() && base == other)
        return t("answer.detail_doubtful_both", {{"base_name", spokenName(ratio.base)},
                                                 {"variant_name", spokenName(ratio.column)},
                                                 {"flag", base}});
    std::string list;
    for (const std::size_t column : {ratio.base, ratio.column})
        if (const auto flags = flagsOf(column); !flags.empty())
            list += (list.empty() ? "" : "; ") +
                    t("answer.detail_doubtful",
                      {{"variant_name", spokenName(column)}, {"flag", flags}});
    return list;
}

std::optional<Reason> Labels::whyNoFactor(const Row& row, const ColumnRatio& ratio) const {
    if (ratio.givesFactor()) return std::nullopt;
    if (!ratio.estimate) return ratio.reason.value_or(Reason{"ratio_side_missing"});
    if (ratio.loaded) return Reason{"ratio_at_least", atLeastArgs(ratio), {}};
    if (ratio.estimate->givesFactor()) return Reason{"ratio_few_rounds"};
    return Reason{"ratio_doubtful", {{"list", doubtsText(row, ratio)}}, {}};
}

bool Labels::isNotQuotient(const Row& row, std::size_t base, std::size_t column, double ratio,
                           const std::optional<Interval>& ci95) const {
    if (!row.cells[base].timed() || !row.cells[column].timed()) return false;
    // The number in the table: the figure with its digits and no others.
    const auto shown = [&](std::size_t of) {
        const Summary& summary = *row.cells[of].result.summary;
        const DocCell told = timeCell(summary.median_ms, summary.ci95_ms, m_unit, {});
        const double unit = std::pow(10, told.decimals);
        return std::round(*told.value * unit) / unit;
    };
    const int decimals = decimalsFor(ratio, ci95);
    return formatFixed(shown(base) / shown(column), decimals, {}) !=
           formatFixed(ratio, decimals, {});
}

Json Labels::atLeastArgs(const ColumnRatio& ratio) const {
    const bool candidate_faster = ratio.loaded->candidate_faster;
    return {{"variant_name", spokenName(candidate_faster ? ratio.column : ratio.base)},
            {"base_name", spokenName(candidate_faster ? ratio.base : ratio.column)},
            {"bound_text", boundText(*ratio.loaded, m_text)}};
}

std::string Labels::causeText(const Reason& reason, const std::optional<Status>& status) const {
    std::string key = "cause." + reason.code;
    if (!m_text.has(key)) key = status ? "cause." + std::string(word(*status)) : "cause.other";
    return t("report.not_measured", {{"cause_text", m_text(key)}});
}

}  // namespace duelo
