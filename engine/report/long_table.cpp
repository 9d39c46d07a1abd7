// SPDX-License-Identifier: Apache-2.0
#include "report/long_table.h"

#include <algorithm>
#include <set>

#include "plan/spec.h"
#include "report/carbon.h"
#include "report/imported.h"
#include "report/labels.h"
#include "report/long_table_line.h"
#include "report/misleading.h"
#include "report/view.h"

namespace duelo {
namespace {

using Value = LongTable::Value;
using namespace long_table;

template <typename List>
std::string joined(const List& list) {
    std::string out;
    for (const auto& item : list) out += (out.empty() ? "" : " ") + std::string(item);
    return out;
}

void putProvenance(Line& line, const Source& source) {
    line.put("file", textValue(source.file_name));
    line.put("role", textValue(word(source.role)));
    line.put("integrity", textValue(integrityWord(source)));
    line.put("provenance", textValue(provenanceWord(source.header)));
    line.put("run", textValue(source.header.run));
    line.put("started", textValue(source.header.started));
    line.put("app", textValue(source.header.app));
    line.put("cpu", textValue(source.cpu));
    line.put("gpu", textValue(source.gpu));
    line.put("os", textValue(source.os));
}

Value valueOf(const Json& value) {
    if (value.is_null()) return {};
    if (value.is_string()) return textValue(value.get<std::string>());
    if (value.is_boolean()) return std::int64_t{value.get<bool>()};
    if (value.is_number_integer()) return value.get<std::int64_t>();
    if (value.is_number()) return number(value.get<double>());
    return textValue(value.dump());
}

/// Joins the names of files that are worked on together.
std::string filesText(const Json& files, bool names_alone) {
    std::string text;
    for (const Json& file : files) {
        if (!file.is_string()) continue;
        const auto path = file.get<std::string>();
        text += (text.empty() ? "" : " + ") + (names_alone ? baseName(path) : path);
    }
    return text;
}

void putFigures(Line& line, const ReportCell& cell) {
    const Summary none{};
    const bool has = cell.timed();
    const Summary& s = has ? *cell.result.summary : none;
    const auto figure = [&](double value) { return has ? number(value) : Value{}; };
    line.put("n", has && s.n > 0 ? Value{s.n} : Value{});  // 0: nobody told
    line.put("calls_per_sample",
             has && s.n > 0 ? Value{std::int64_t{s.calls_per_sample}} : Value{});
    line.put("median_ms", figure(s.median_ms));
    line.put("ci95_low_ms", s.ci95_ms ? number(s.ci95_ms->low) : Value{});
    line.put("ci95_high_ms", s.ci95_ms ? number(s.ci95_ms->high) : Value{});
    line.put("mean_ms", figure(s.mean_ms));
    line.put("min_ms", figure(s.min_ms));
    line.put("p25_ms", figure(s.p25_ms));
    line.put("p75_ms", figure(s.p75_ms));
    line.put("max_ms", figure(s.max_ms));
    line.put("p90_ms", number(s.p90_ms));
    line.put("p99_ms", number(s.p99_ms));
    line.put("device_median_ms", number(s.device_median_ms));
    line.put("submit_median_ms", number(s.submit_median_ms));
}

/// Writes the energy of all calls of a cell under the names that CodeCarbon's files have, in
/// seconds and kilowatt hours.
void putCodeCarbon(Line& line, const std::optional<EnergyUse>& energy) {
    constexpr double kJoulesInKwh = 3.6e6;
    const auto kwh = [&](bool counts) {
        return energy && counts ? number(energy->joules / kJoulesInKwh) : Value{};
    };
    const bool of_card = energy && energy->source == "nvml";
    line.put("duration", energy ? number(energy->span_ms / 1000) : Value{});
    line.put("energy_consumed", kwh(true));
    line.put("cpu_energy", kwh(!of_card));
    line.put("gpu_energy", kwh(of_card));
}

/// Columns of the values that results have beside times, as their experiments and they themselves
/// name them.
class ResultColumns {
public:
    explicit ResultColumns(const Comparison& comparison) : m_parts(partIdsOf(comparison)) {
        for (const Row& row : comparison.rows) {
            if (const Spec* spec = comparison.find(row.experiment))
                for (const MetricSpec& metric : spec->metrics) addMetric(metric.id, false);
            for (const ReportCell& cell : row.cells) {
                for (const Metric& metric : cell.result.metrics)
                    addMetric(metric.id, metric.ci95.has_value());
                for (const auto& [id, count] : cell.result.quantities) addTo(m_quantities, id);
                for (const Identity& identity : cell.result.identities)
                    addTo(m_identities, identity.id);
            }
        }
    }

    void put(Line& line, const ReportCell& cell) const {
        putMetrics(line, cell.result);
        putParts(line, cell);
        putIdentities(line, cell.result);
        for (const std::string& id : m_quantities) {
            const auto found = cell.result.quantities.find(id);
            line.put(id, found == cell.result.quantities.end() ? Value{} : Value{found->second});
        }
    }

private:
    static void addTo(std::vector<std::string>& ids, const std::string& id) {
        if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
    }
    void addMetric(const std::string& id, bool interval) {
        auto known = std::ranges::find(m_metrics, id, &std::pair<std::string, bool>::first);
        if (known == m_metrics.end()) known = m_metrics.insert(known, {id, false});
        known->second |= interval;
    }

    void putMetrics(Line& line, const ResultRecord& result) const {
        for (const auto& [id, interval] : m_metrics) {
            const Metric* metric = result.metric(id);
            line.put(id, metric ? number(metric->value) : Value{});
            if (!interval) continue;
            const bool has = metric && metric->ci95;
            line.put(id + "_ci95_low", has ? number(metric->ci95->low) : Value{});
            line.put(id + "_ci95_high", has ? number(metric->ci95->high) : Value{});
        }
    }

    void putParts(Line& line, const ReportCell& cell) const {
        const Parts& parts = cell.result.parts;
        for (const std::string& id : m_parts) line.put(id + "_ms", number(partMs(parts, id)));
        line.put("unexplained_ms", number(partMs(cell.parts(), "unexplained")));
        std::vector<std::string> inside;
        for (const PartTime& part : parts)
            if (part.inside) inside.push_back(part.id);
        line.put("parts_inside", textValue(joined(inside)));
        line.put("load_ms", cell.cold ? number(cell.cold->load_ms) : Value{});
        line.put("first_ms", cell.cold ? number(cell.cold->first_ms) : Value{});
        line.put("warm_up_calls",
                 cell.measured() ? Value{std::int64_t{cell.result.warm_up_calls}} : Value{});
        line.put("warm_up_ms", cell.measured() ? number(cell.result.warm_up_ms) : Value{});
    }

    void putIdentities(Line& line, const ResultRecord& result) const {
        line.put("max_error", number(result.max_error));
        line.put("fingerprint",
                 result.fingerprint ? textValue(result.fingerprint->sha256) : Value{});
        for (const std::string& id : m_identities) {
            const Identity* identity = result.identity(id);
            line.put(id + "_origin", identity ? textValue(identity->origin) : Value{});
            line.put(id + "_sha256", identity ? textValue(identity->sha256) : Value{});
        }
        line.put("forecast_bytes", whole(result.forecast_bytes));
        line.put("peak_bytes", whole(result.peak_bytes));
        line.put("energy_j", result.energy ? number(result.energy->perCallJ()) : Value{});
        line.put("energy_source", result.energy ? textValue(result.energy->source) : Value{});
        putCodeCarbon(line, result.energy);
    }

    std::vector<std::string> m_parts, m_quantities, m_identities;
    std::vector<std::pair<std::string, bool>> m_metrics;  ///< and whether any has an interval
};

/// The energy of all calls of a cell in carbon dioxide, in kilograms under the name that
/// CodeCarbon's files have. Without a file that states an intensity there are no such columns.
class CarbonColumns {
public:
    CarbonColumns(const Comparison& comparison, const ReportFields& given) {
        for (const Source& source : comparison.sources) {
            const auto stated = carbonOf(source, given);
            m_stated.push_back(stated ? *stated : std::nullopt);
            m_any |= m_stated.back().has_value();
        }
    }

    void put(Line& line, const ReportCell& cell) const {
        if (!m_any) return;
        constexpr double kGramsInKilogram = 1000;
        const auto& stated = m_stated[cell.source];
        const auto& energy = cell.result.energy;
        line.put("emissions", stated && energy
                                  ? number(stated->gramsOf(energy->joules) / kGramsInKilogram)
                                  : Value{});
        line.put(kCarbonField, stated ? number(stated->g_per_kwh) : Value{});
        line.put(kCarbonSourceField, stated ? textValue(stated->source) : Value{});
    }

private:
    std::vector<std::optional<CarbonIntensity>> m_stated;  ///< of each source
    bool m_any = false;
};

void putRatio(Line& line, const Comparison& comparison, const Row& row, const ColumnRatio* ratio,
              bool isBase, bool withBounds, const Labels& labels) {
    const auto unchecked =
        ratio && ratio->estimate ? uncheckedOf(comparison, *ratio) : std::nullopt;
    const auto* estimate = ratio && ratio->estimate ? &*ratio->estimate : nullptr;
    const auto* told = ratio && ratio->givesFactor() ? estimate : nullptr;
    const auto why = ratio ? labels.whyNoFactor(row, *ratio) : std::nullopt;
    line.put("base", std::int64_t{isBase});
    line.put("ratio", told ? number(told->ratio) : Value{});
    line.put("ratio_ci95_low", told && told->ci95 ? number(told->ci95->low) : Value{});
    line.put("ratio_ci95_high", told && told->ci95 ? number(told->ci95->high) : Value{});
    if (withBounds) {
        const auto* loaded = ratio && ratio->loaded ? &*ratio->loaded : nullptr;
        const bool faster = loaded && loaded->candidate_faster;
        line.put("ratio_at_least", faster ? number(loaded->at_least) : Value{});
        line.put("ratio_at_most", loaded && !faster ? number(1 / loaded->at_least) : Value{});
    }
    line.put("verdict",
             estimate && !unchecked ? textValue(verdictName(estimate->verdict)) : Value{});
    line.put("not_checked", unchecked ? textValue(joined(*unchecked)) : Value{});
    line.put("paired", estimate ? Value{std::int64_t{ratio->paired}} : Value{});
    line.put("ratio_reason", why ? textValue(labels.text().reason(*why)) : Value{});
}

std::string_view statusWord(const ReportCell& cell) {
    return cell.status ? word(*cell.status) : std::string_view("not_measured");
}

}  // namespace

namespace long_table {

AxisColumns::AxisColumns(const Comparison& comparison, Detail detail) : m_detail(detail) {
    const auto add = [this](Column column) {
        const auto same = [&](const Column& other) {
            return other.id == column.id && other.of_case == column.of_case;
        };
        if (std::ranges::none_of(m_columns, same)) m_columns.push_back(std::move(column));
    };
    std::set<std::string> experiments;
    for (const bool of_case : {true, false}) {
        experiments.clear();
        for (const Row& row : comparison.rows) {
            if (!experiments.insert(row.experiment).second) continue;
            const Spec* spec = comparison.find(row.experiment);
            for (const Axis& axis : spec ? spec->axes : std::vector<Axis>())
                if (axis.role == (of_case ? AxisRole::Case : AxisRole::Variant) &&
                    (axis.many || detail == Detail::Whole))
                    add({axis.id, of_case, axis.kind == AxisKind::Path});
        }
        for (const Row& row : comparison.rows)
            if (of_case && !comparison.find(row.experiment))
                for (const auto& [axis, value] : row.work) add({axis, true, false});
        for (const auto& column : comparison.columns)
            if (!of_case)
                for (const auto& [axis, value] : column.variant) add({axis, false, false});
    }
}

void AxisColumns::put(Line& line, const Params& work, const Params& variant) const {
    for (const Column& column : m_columns) {
        const Json& value = (column.of_case ? work : variant).at(column.id);
        if (value.is_array() && column.is_path) {
            line.put(column.id, textValue(filesText(value, m_detail == Detail::Short)));
            continue;
        }
        if (value.is_string() && column.is_path && m_detail == Detail::Short)
            line.put(column.id, textValue(baseName(value.get<std::string>())));
        else
            line.put(column.id, valueOf(value));
    }
}

}  // namespace long_table

LongTable longTable(const Comparison& comparison, const Text& text) {
    return longTable(comparison, text, {});
}

LongTable longTable(const Comparison& comparison, const Text& text, const ReportFields& given) {
    LongTable table;
    const CarbonColumns carbon(comparison, given);
    std::vector<View::Columns> more;
    for (const View* view : viewsBeside(comparison))
        if (view->columns) more.push_back(view->columns(comparison));
    const AxisColumns axes(comparison, AxisColumns::Detail::Whole);
    const ResultColumns results(comparison);
    const Labels labels(comparison, text);
    // Columns of a few files only: those in which other programs ran.
    const bool withBounds = std::ranges::any_of(comparison.rows, [](const Row& row) {
        return std::ranges::any_of(row.ratios,
                                   [](const auto& one) { return one.loaded.has_value(); });
    });
    for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
        const Row& row = comparison.rows[r];
        for (const ReportCell& cell : row.cells) {
            const std::size_t i = cell.column;
            Line line(table, table.rows.empty());
            putProvenance(line, comparison.sources[cell.source]);
            line.put("cell", textValue(cell.id));
            line.put("experiment", textValue(row.experiment));
            axes.put(line, row.work, comparison.columns[i].variant);
            line.put("status", textValue(statusWord(cell)));
            line.put("reason", cell.reason ? textValue(cell.reason->code) : Value{});
            line.put("reason_text", cell.reason ? textValue(text.reason(*cell.reason)) : Value{});
            putFigures(line, cell);
            line.put("flags", textValue(joined(cell.result.flags)));
            std::string discarded;
            for (const auto& [cause, n] : cell.result.discarded)
                discarded += (discarded.empty() ? "" : " ") + cause + ":" + std::to_string(n);
            line.put("discarded", textValue(discarded));
            results.put(line, cell);
            carbon.put(line, cell);
            const auto ratio =
                std::find_if(row.ratios.begin(), row.ratios.end(),
                             [&](const ColumnRatio& candidate) { return candidate.column == i; });
            putRatio(line, comparison, row, ratio == row.ratios.end() ? nullptr : &*ratio,
                     comparison.base_column == i, withBounds, labels);
            for (const View::Columns& put : more) put(line, r, i);
        }
    }
    mark(table, comparison, text);
    return table;
}

LongTable withoutEmptyColumns(LongTable table) {
    const auto isEmpty = [](const Value& value) {
        const auto* text = std::get_if<std::string>(&value);
        return std::holds_alternative<std::monostate>(value) || (text && text->empty());
    };
    for (std::size_t i = table.columns.size(); i-- > 0 && !table.rows.empty();) {
        if (!std::ranges::all_of(table.rows, [&](const auto& row) { return isEmpty(row[i]); }))
            continue;
        const auto at = static_cast<std::ptrdiff_t>(i);
        table.columns.erase(table.columns.begin() + at);
        for (auto& row : table.rows) row.erase(row.begin() + at);
    }
    return table;
}

std::vector<std::string> titlesOf(const LongTable& table, const Comparison& comparison,
                                  const Text& text) {
    const std::string experiment = experimentOf(comparison);
    std::vector<std::string> titles;
    for (const std::string& column : table.columns)
        titles.push_back(columnTitle(text, experiment, column));
    return titles;
}

SampleTable sampleTable(const Comparison& comparison, std::size_t limit) {
    SampleTable out;
    const AxisColumns axes(comparison, AxisColumns::Detail::Short);
    const auto at = [](const std::vector<double>& list, std::size_t i) {
        return i < list.size() ? number(list[i]) : Value{};
    };
    const auto intAt = [](const std::vector<int>& list, std::size_t i, Value otherwise) {
        return i < list.size() ? Value{std::int64_t{list[i]}} : otherwise;
    };
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells) {
            const Samples& samples = cell.samples;
            out.total += samples.wall_ms.size();
            for (std::size_t i = 0; i < samples.wall_ms.size() && out.table.rows.size() < limit;
                 ++i) {
                Line line(out.table, out.table.rows.empty());
                line.put("file", textValue(comparison.sources[cell.source].file_name));
                line.put("cell", textValue(cell.id));
                axes.put(line, row.work, comparison.columns[cell.column].variant);
                line.put("round", intAt(samples.round, i, Value{}));
                line.put("process", intAt(samples.process, i, std::int64_t{0}));
                line.put("t0_ms", at(samples.t0_ms, i));
                line.put("calls_per_sample", intAt(samples.calls, i, std::int64_t{1}));
                line.put("wall_ms", at(samples.wall_ms, i));
                line.put("device_ms", at(samples.device_ms, i));
                line.put("submit_ms", at(samples.submit_ms, i));
                line.put("discard", intAt(samples.discard, i, std::int64_t{0}));
            }
        }
    return out;
}

namespace {

/// Characters that show nothing: a program may pass over them before it looks for a formula.
bool isBlank(char32_t c) {
    return c == U' ' || c == U'\u00A0' || c == U'\u00AD' || c == U'\u034F' || c == U'\u1680' ||
           c == U'\u180E' || (c >= U'\u2000' && c <= U'\u200F') ||
           (c >= U'\u2028' && c <= U'\u202F') || (c >= U'\u205F' && c <= U'\u206F') ||
           c == U'\u3000' || c == U'\uFEFF' || c == U'\uFFFD';
}

}  // namespace

std::string guardFormula(std::string text) {
    // With the full-width, small and mathematical forms of = + - @.
    constexpr std::u32string_view risky =
        U"=+-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u2212";
    // The pictures of tab, new line, carriage return and NUL too: visibleText() has already taken
    // the originals.
    constexpr std::u32string_view controls = U"\t\n\r\u2400\u2409\u240A\u240D";
    for (std::size_t at = 0; at < text.size();) {
        const char32_t c = nextCodePoint(text, at);
        if (risky.find(c) != risky.npos || controls.find(c) != controls.npos) {
            text.insert(text.begin(), '\'');
            return text;
        }
        if (!isBlank(c)) break;
    }
    return text;
}

}  // namespace duelo
