// SPDX-License-Identifier: Apache-2.0
#include "report/imported.h"

#include <algorithm>

#include "plan/spec.h"
#include "report/labels.h"

namespace duelo {
namespace {

const Header& headerAt(const Comparison& comparison, std::size_t column) {
    return comparison.sourceOf(comparison.columns[column]).header;
}

}  // namespace

std::string_view provenanceWord(const Header& header) {
    const auto provenance = provenanceOf(header);
    return provenance ? word(provenance->kind()) : std::string_view("measured");
}

bool isBrought(const Comparison& comparison, const ReportCell& cell) {
    return provenanceOf(comparison.sources[cell.source].header).has_value();
}

bool isSimulated(const Source& source) {
    const auto provenance = provenanceOf(source.header);
    return provenance && provenance->isSimulated();
}

std::optional<Reason> whyNoRatioOf(const Header& header) {
    const auto provenance = provenanceOf(header);
    if (!provenance) return std::nullopt;
    if (provenance->isSimulated()) return Reason{"ratio_simulated"};
    if (provenance->timing == word(TimedBy::SingleCold)) return Reason{"ratio_single_cold"};
    return std::nullopt;
}

std::optional<std::vector<std::string>> uncheckedOf(const Comparison& comparison,
                                                    const ColumnRatio& ratio) {
    std::optional<std::vector<std::string>> unchecked;
    for (const std::size_t column : {ratio.base, ratio.column}) {
        const auto provenance = provenanceOf(headerAt(comparison, column));
        if (!provenance) continue;
        if (!unchecked) unchecked.emplace();
        for (const std::string& one : provenance->unchecked)
            if (std::ranges::find(*unchecked, one) == unchecked->end()) unchecked->push_back(one);
    }
    return unchecked;
}

std::string uncheckedText(const Comparison& comparison, const ColumnRatio& ratio,
                          const Text& text) {
    const auto unchecked = uncheckedOf(comparison, ratio);
    if (!unchecked) return {};
    if (unchecked->empty()) return text("report.unchecked_results");
    std::string list;
    for (const std::string& one : *unchecked)
        list += (list.empty() ? "" : ", ") + text.word("unchecked", visibleText(one));
    return text("report.unchecked", {{"list_text", list}});
}

std::string markedTitle(std::string title, const Source& source, const Text& text) {
    if (!provenanceOf(source.header)) return title;
    return text(
        "report.column_marked",
        {{"title", title}, {"mark_text", text.word("provenance", provenanceWord(source.header))}});
}

std::optional<Reason> importedWarning(const Source& source) {
    const auto provenance = provenanceOf(source.header);
    if (!provenance) return std::nullopt;
    return Reason{"file_" + std::string(word(provenance->kind())),
                  {{"file", source.file_name}, {"source", visibleText(provenance->source)}},
                  {}};
}

Reason whyColumnEmpty(const Comparison& comparison, const std::vector<std::size_t>& rows,
                      std::size_t column, const Text& text) {
    if (rows.empty()) return {"not_measured_absent"};
    const std::string& experiment = comparison.rows[rows.front()].experiment;
    Json differs = Json::array();
    for (const Row& row : comparison.rows) {
        if (row.experiment != experiment || !row.cells[column].measured()) continue;
        for (const auto& [axis, value] : row.work) {
            const auto has = [&](std::size_t r) {
                return comparison.rows[r].work.at(axis) == value;
            };
            if (std::ranges::any_of(rows, has)) continue;
            const std::string shown = value.is_string()
                                          ? text.word(axis, visibleText(value.get<std::string>()))
                                          : text.value(axis, value);
            const std::string said = columnTitle(text, experiment, axis) + ": " + shown;
            if (std::ranges::find(differs, Json(said)) == differs.end()) differs.push_back(said);
        }
    }
    if (differs.empty()) return {"not_measured_absent"};
    return {"not_measured_differs", {{"list", std::move(differs)}}, {}};
}

}  // namespace duelo
