// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "report/carbon.h"
#include "report/compose_parts.h"
#include "report/main_metric.h"

namespace duelo {

namespace {

/// Returns an amount of joules or grams with the prefix that leaves one to three digits before the
/// decimal sign.
std::string amountText(double amount, const char* unit, NumberStyle style) {
    constexpr std::string_view prefixes[] = {"", "m", "µ", "n", "p"};
    std::size_t prefix = 0;
    while (amount < 0.9995 && prefix + 1 < std::size(prefixes)) {
        amount *= 1000;
        ++prefix;
    }
    return formatSignificant(amount, 3, style) + " " + std::string(prefixes[prefix]) + unit;
}

/// Returns one of what the experiment counts in a second: "image" of "image/s"; empty: nothing.
std::string countedBy(const Metric* rate) {
    constexpr std::string_view perSecond = "/s";
    if (!rate || !rate->unit.ends_with(perSecond)) return {};
    return rate->unit.substr(0, rate->unit.size() - perSecond.size());
}

}  // namespace

DocCell Composer::amountOfEach(const Row& row, const ReportCell& cell, double of_call,
                               const char* unit) const {
    const ResultRecord& result = cell.result;
    const Metric* rate = result.metric(mainMetric(m_c, row));
    const std::string counted = countedBy(rate);
    if (counted.empty() || !result.summary || !(rate->value > 0)) return words("–");
    const double per_call = rate->value * result.summary->median_ms / 1000;
    return words(t("report.energy_each",
                   {{"energy_text", amountText(of_call / per_call, unit, m_text.numbers())},
                    {"counted_text", m_text.word("counted_one", counted)}}));
}

void Composer::addCarbon(DocTable& table, const std::vector<const Row*>& rows,
                         const std::vector<const ReportCell*>& cells) const {
    std::map<std::size_t, Result<std::optional<CarbonIntensity>>> stated;
    for (const ReportCell* cell : cells)
        stated.try_emplace(cell->source, carbonOf(m_c.sources[cell->source], m_options.fields));
    const auto tells = [](const auto& one) { return one.second && *one.second; };
    if (std::ranges::any_of(stated, tells)) {
        table.columns.push_back(t("report.column_carbon"));
        table.numeric.push_back(false);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto& of = stated.at(cells[i]->source);
            const double call_j = cells[i]->result.energy->perCallJ();
            table.rows[i].push_back(
                of && *of ? amountOfEach(*rows[i], *cells[i], (*of)->gramsOf(call_j), "g")
                          : words("–"));
        }
    }
    std::set<std::string> notes;
    for (const auto& [source, of] : stated)
        if (!of)
            notes.insert(m_text.reason(of.error()));
        else if (*of)
            notes.insert(
                t("report.carbon_note",
                  {{"intensity_text", formatSignificant((*of)->g_per_kwh, 3, m_text.numbers())},
                   {"source_text", visibleText((*of)->source)}}));
    table.notes.insert(table.notes.end(), notes.begin(), notes.end());
}

DocTable Composer::energyTable() const {
    DocTable out = bareTable(
        "energy", "report.energy_title",
        {"report.column_case", "report.column_variant", "report.column_energy_call",
         "report.column_energy_each", "report.column_power", "report.column_energy_calls"},
        {2, 4, 5});
    std::vector<const Row*> cases;
    std::vector<const ReportCell*> cells;
    std::set<std::string> sources;
    for (const Row& row : m_c.rows)
        for (const ReportCell& cell : row.cells) {
            if (!cell.measured() || !cell.result.energy) continue;
            const EnergyUse& energy = *cell.result.energy;
            const double power_w = energy.joules / (energy.span_ms / 1000);
            out.rows.push_back({words(caseName(row)), words(columnName(cell.column)),
                                figure(energy.perCallJ(), decimalsFor(energy.perCallJ())),
                                amountOfEach(row, cell, energy.perCallJ(), "J"),
                                figure(power_w, decimalsFor(power_w)), whole(energy.calls)});
            cases.push_back(&row);
            cells.push_back(&cell);
            sources.insert(energy.source);
        }
    addCarbon(out, cases, cells);
    nameCases(out, cases);
    for (const std::string& source : sources)
        out.notes.push_back(
            t("report.energy_note", {{"source_text", m_text.word("energy_source", source)}}));
    if (sources.size() > 1) out.notes.push_back(t("report.energy_sides"));
    return out;
}

}  // namespace duelo
