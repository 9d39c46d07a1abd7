// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "report/compose_parts.h"
#include "report/main_metric.h"

namespace duelo {

namespace {

/// Returns an energy in the unit that leaves one to three digits before the decimal sign.
std::string energyText(double joules, NumberStyle style) {
    constexpr std::string_view prefixes[] = {"", "m", "µ", "n", "p"};
    std::size_t prefix = 0;
    while (joules < 0.9995 && prefix + 1 < std::size(prefixes)) {
        joules *= 1000;
        ++prefix;
    }
    return formatSignificant(joules, 3, style) + " " + std::string(prefixes[prefix]) + "J";
}

/// Returns one of what the experiment counts in a second: "image" of "image/s"; empty: nothing.
std::string countedBy(const Metric* rate) {
    constexpr std::string_view perSecond = "/s";
    if (!rate || !rate->unit.ends_with(perSecond)) return {};
    return rate->unit.substr(0, rate->unit.size() - perSecond.size());
}

}  // namespace

DocCell Composer::energyOfEach(const Row& row, const ReportCell& cell) const {
    const ResultRecord& result = cell.result;
    const Metric* rate = result.metric(mainMetric(m_c, row));
    const std::string counted = countedBy(rate);
    if (counted.empty() || !result.summary || !(rate->value > 0)) return words("–");
    const double per_call = rate->value * result.summary->median_ms / 1000;
    return words(
        t("report.energy_each",
          {{"energy_text", energyText(result.energy->perCallJ() / per_call, m_text.numbers())},
           {"counted_text", m_text.word("counted_one", counted)}}));
}

DocTable Composer::energyTable() const {
    DocTable out = bareTable(
        "energy", "report.energy_title",
        {"report.column_case", "report.column_variant", "report.column_energy_call",
         "report.column_energy_each", "report.column_power", "report.column_energy_calls"},
        {2, 4, 5});
    std::vector<const Row*> cases;
    std::set<std::string> sources;
    for (const Row& row : m_c.rows)
        for (const ReportCell& cell : row.cells) {
            if (!cell.measured() || !cell.result.energy) continue;
            const EnergyUse& energy = *cell.result.energy;
            const double power_w = energy.joules / (energy.span_ms / 1000);
            out.rows.push_back({words(caseName(row)), words(columnName(cell.column)),
                                figure(energy.perCallJ(), decimalsFor(energy.perCallJ())),
                                energyOfEach(row, cell), figure(power_w, decimalsFor(power_w)),
                                whole(energy.calls)});
            cases.push_back(&row);
            sources.insert(energy.source);
        }
    nameCases(out, cases);
    for (const std::string& source : sources)
        out.notes.push_back(
            t("report.energy_note", {{"source_text", m_text.word("energy_source", source)}}));
    if (sources.size() > 1) out.notes.push_back(t("report.energy_sides"));
    return out;
}

}  // namespace duelo
