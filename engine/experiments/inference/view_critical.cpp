// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <set>

#include "experiments/inference/critical.h"
#include "experiments/inference/output.h"
#include "experiments/inference/view.h"
#include "record/doubt.h"
#include "stats/validity.h"

namespace duelo {
namespace {

std::string perSecond(double images, const Text& text) {
    return formatSignificant(images, 3, text.numbers());
}

/// "68.1", of the slowest call in a hundred; what is missing, in words.
std::string tailText(const std::optional<Tail>& tail, const Text& text) {
    if (tail && tail->bound_ms) return perSecond(1e3 / *tail->bound_ms, text);
    return tail && tail->missing ? text.reason(*tail->missing) : text("critical.no_tail");
}

/// For a column of 99th percentiles.
std::string tailCell(const std::optional<Tail>& tail, const Text& text) {
    if (!tail || !tail->bound_ms) return text("critical.no_data");
    const std::string told = perSecond(1e3 / *tail->bound_ms, text);
    return tail->percentile == 99 ? told : told + " (p" + std::to_string(tail->percentile) + ")";
}

double perImageJ(const Row& row, const EnergyUse& energy) {
    return energy.perCallJ() / static_cast<double>(row.work.integer("batch", 1));
}

std::string joules(double value, const Text& text) {
    return formatSignificant(value, 3, text.numbers());
}

std::string energyText(const Row& row, const std::optional<EnergyUse>& energy, const Text& text) {
    if (!energy) return text("critical.no_energy");
    return text("critical.energy", {{"joules_text", joules(perImageJ(row, *energy), text)},
                                    {"source_text", text.word("energy_source", energy->source)}});
}

std::string frameText(const Text& text) {
    return formatSignificant(kFrame_ms, 3, text.numbers());
}

std::string cameraText(const Critical& critical, const Text& text) {
    const bool keepsUp = critical.queue_per_s <= 0;
    return text(keepsUp ? "critical.keeps_up" : "critical.queue",
                {{"idle_percent", 100 * critical.idle_share},
                 {"images", perSecond(critical.queue_per_s, text)}});
}

}  // namespace

std::optional<Critical> criticalOf(const Comparison& comparison, const Row& row,
                                   const ReportCell& cell) {
    if (row.experiment != "inference" || !cell.timed() || isPipelined(cell.result) ||
        row.work.integer("batch", 1) != 1 || cell.result.summary->calls_per_sample > 1)
        return std::nullopt;
    Critical out;
    double sum_ms = 0;
    for (std::size_t i = 0; i < cell.samples.wall_ms.size(); ++i) {
        if (!cell.samples.counts(i)) continue;
        const double ms = cell.samples.wall_ms[i];
        ++out.calls;
        out.late += ms > kFrame_ms;
        sum_ms += ms;
    }
    if (out.calls == 0 || sum_ms <= 0) return std::nullopt;
    // What piles up in the long run is decided by the mean, late calls and all.
    const double mean_ms = sum_ms / static_cast<double>(out.calls);
    const double camera_per_s = 1e3 / kFrame_ms;
    out.median_per_s = 1e3 / cell.result.summary->median_ms;
    out.tail = tailOf(comparison, row, cell);
    out.archive_ms = kArchiveImages * mean_ms;
    out.queue_per_s = std::max(0.0, camera_per_s - 1e3 / mean_ms);
    out.idle_share = std::max(0.0, 1 - mean_ms / kFrame_ms);
    return out;
}

CardValue criticalCard(const Shown& shown) {
    const auto column = shown.chosenColumn();
    if (!column) return {};
    const Row& row = *shown.chosenRow();
    const ReportCell& cell = row.cells[*column];
    const auto critical = criticalOf(shown.comparison, row, cell);
    if (!critical) return {};
    const Text& text = shown.labels.text();
    CardValue card{
        .id = "critical",
        .title = text("critical.card_title", {{"variant_name", shown.labels.columnName(*column)}})};
    card.lines = {
        text("critical.door", {{"median_text", perSecond(critical->median_per_s, text)},
                               {"tail_text", tailText(critical->tail, text)},
                               {"percentile", critical->tail ? critical->tail->percentile : 99}}),
        text("critical.camera", {{"late", critical->late},
                                 {"calls", critical->calls},
                                 {"frame_text", frameText(text)},
                                 {"camera_text", cameraText(*critical, text)}}),
        text("critical.archive",
             {{"images", kArchiveImages},
              {"duration_text", formatDuration(critical->archive_ms, text.numbers())}}),
        energyText(row, cell.result.energy, text)};
    if (const auto flags = doubtfulOf(cell.result.flags); !flags.empty())
        card.lines.push_back(text("results.bar_doubtful", {{"flag", flags}}));
    return card;
}

DocTable InferenceTables::criticalTable() const {
    DocTable out =
        bareTable("critical", "critical.table_title",
                  {"report.column_case", "report.column_variant", "critical.column_median",
                   "critical.column_tail", "critical.column_late", "critical.column_camera",
                   "critical.column_archive", "critical.column_energy"},
                  {2});
    std::vector<const Row*> cases;
    std::set<std::string> counted;  // by whom; empty: by nobody
    for (const Row& row : m_c.rows)
        for (const ReportCell& cell : row.cells) {
            const auto critical = criticalOf(m_c, row, cell);
            if (!critical || cell.source != 0) continue;  // each PC tells its own
            const std::optional<EnergyUse>& energy = cell.result.energy;
            out.rows.push_back(
                {words(caseName(row)), words(columnName(cell.column)),
                 figure(critical->median_per_s, decimalsFor(critical->median_per_s)),
                 words(tailCell(critical->tail, m_text)),
                 words(
                     t("critical.late_of", {{"late", critical->late}, {"calls", critical->calls}})),
                 words(cameraText(*critical, m_text)),
                 words(formatDuration(critical->archive_ms, m_text.numbers())),
                 words(energy ? joules(perImageJ(row, *energy), m_text) : t("critical.no_data"))});
            counted.insert(energy ? energy->source : std::string());
            cases.push_back(&row);
        }
    if (out.rows.empty()) return out;
    if (counted == std::set<std::string>{{}}) {  // the note says it for all of them
        out.columns.pop_back();
        out.numeric.pop_back();
        for (auto& row : out.rows) row.pop_back();
    }
    nameCases(out, cases);
    out.notes.push_back(t("critical.table_note", {{"frame_text", frameText(m_text)}}));
    for (const std::string& source : counted)
        out.notes.push_back(source.empty()
                                ? t("critical.no_energy")
                                : t("critical.energy_note",
                                    {{"source_text", m_text.word("energy_source", source)}}));
    return out;
}

}  // namespace duelo
