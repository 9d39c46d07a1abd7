// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <span>
#include <vector>

#include "experiments/inference/critical.h"
#include "experiments/inference/output.h"
#include "experiments/inference/view.h"
#include "record/doubt.h"
#include "report/imported.h"
#include "stats/statistics.h"
#include "stats/validity.h"

namespace duelo {
namespace {

constexpr double kTailShare = 0.99, kSlowShare = 0.9;
constexpr const char* kNoTail = "–";

std::string perSecond(double images, const Text& text) {
    return formatSignificant(images, 3, text.numbers());
}

/// Says how many calls there are, and how many a 99th percentile wants.
std::string wantedText(const Critical& critical, const Text& text) {
    return text("critical.no_tail",
                {{"calls", critical.calls}, {"needed", samplesForPercentile(kTailShare)}});
}

/// Returns the images per second of the slowest call in a hundred, "68.1"; what is missing, in
/// words.
std::string tailText(const Critical& critical, const Text& text) {
    const std::optional<Tail>& tail = critical.tail;
    if (tail && tail->bound_ms) return perSecond(1e3 / *tail->bound_ms, text);
    return tail && tail->missing ? text.reason(*tail->missing) : wantedText(critical, text);
}

/// Returns the images per second of a 99th percentile; absent: there is none.
std::optional<double> tailPerSecond(const Critical& critical) {
    const std::optional<Tail>& tail = critical.tail;
    if (!tail || !tail->bound_ms || tail->percentile != 99) return std::nullopt;
    return 1e3 / *tail->bound_ms;
}

/// Returns another percentile in its place, "68.1 (p95)", or a dash, which a note explains.
std::string otherTail(const Critical& critical, const Text& text) {
    const std::optional<Tail>& tail = critical.tail;
    if (!tail || !tail->bound_ms) return kNoTail;
    return perSecond(1e3 / *tail->bound_ms, text) + " (p" + std::to_string(tail->percentile) + ")";
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
    const Interval& queue = critical.queue_per_s;
    const char* key = queue.high <= 0  ? "critical.keeps_up"
                      : queue.low <= 0 ? "critical.queue_at_times"
                                       : "critical.queue";
    const std::string low = perSecond(queue.low, text), high = perSecond(queue.high, text);
    return text(key, {{"idle_percent", 100 * critical.idle_share},
                      {"images",
                       low == high || queue.low <= 0
                           ? high
                           : text("critical.from_to", {{"low_text", low}, {"high_text", high}})}});
}

std::string archiveText(const Critical& critical, const Text& text) {
    const auto& [low_ms, high_ms] = critical.archive_ms;
    const std::string slow = formatDuration(high_ms, text.numbers());
    std::string usual = formatDuration(low_ms, text.numbers());
    // "between 93 s and 2 min" has to be worked out.
    if (slow.ends_with("min") && usual.ends_with(" s"))
        usual = formatSignificant(low_ms / 60e3, 2, text.numbers()) + " min";
    return usual == slow ? usual
                         : text("critical.from_to", {{"low_text", usual}, {"high_text", slow}});
}

/// Images that come one by one; what is timed in blocks or overlapped has no latency.
bool isOneByOne(const Row& row, const ReportCell& cell) {
    return row.experiment == "inference" && cell.timed() && !isPipelined(cell.result) &&
           row.work.integer("batch", 1) == 1 && cell.result.summary->calls_per_sample <= 1;
}

/// Returns the tail as the preset tells it, else the 99th percentile where there are calls enough.
std::optional<Tail> tailFrom(const Comparison& comparison, const Row& row, const ReportCell& cell,
                             std::span<const double> sorted) {
    auto tail = tailOf(comparison, row, cell);
    if (tail && tail->bound_ms && tail->percentile == 99) return tail;
    if (const auto bound = percentileBoundOfSorted(sorted, kTailShare))
        return Tail{.percentile = 99, .bound_ms = bound->value};
    return tail;
}

}  // namespace

std::optional<Critical> criticalOf(const Comparison& comparison, const Row& row,
                                   const ReportCell& cell) {
    if (!isOneByOne(row, cell)) return std::nullopt;
    Critical out;
    std::vector<double> kept_ms;
    for (std::size_t i = 0; i < cell.samples.wall_ms.size(); ++i)
        if (cell.samples.counts(i)) kept_ms.push_back(cell.samples.wall_ms[i]);
    if (kept_ms.empty()) return std::nullopt;
    std::ranges::sort(kept_ms);
    if (kept_ms.front() <= 0) return std::nullopt;
    out.calls = kept_ms.size();
    out.late = static_cast<std::size_t>(
        std::ranges::count_if(kept_ms, [](double ms) { return ms > kFrame_ms; }));
    const double usual_ms = quantileOfSorted(kept_ms, 0.5);
    // The mean tells how long many calls take together, and whether a queue grows for good: a few
    // very long ones lift it above the 90th percentile, which then says too little.
    const double mean_ms = mean(kept_ms);
    const double slow_ms = std::max(quantileOfSorted(kept_ms, kSlowShare), mean_ms);
    const double camera_per_s = 1e3 / kFrame_ms;
    out.median_per_s = 1e3 / cell.result.summary->median_ms;
    out.tail = tailFrom(comparison, row, cell, kept_ms);
    out.archive_ms = {kArchiveImages * std::min(usual_ms, mean_ms), kArchiveImages * slow_ms};
    out.queue_per_s = {std::max(0.0, camera_per_s - 1e3 / mean_ms),
                       std::max(0.0, camera_per_s - 1e3 / slow_ms)};
    out.idle_share = std::max(0.0, 1 - slow_ms / kFrame_ms);
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
                               {"tail_text", tailText(*critical, text)},
                               {"percentile", critical->tail ? critical->tail->percentile : 99}}),
        text("critical.camera", {{"late", critical->late},
                                 {"calls", critical->calls},
                                 {"frame_text", frameText(text)},
                                 {"camera_text", cameraText(*critical, text)}}),
        text("critical.archive",
             {{"images", kArchiveImages}, {"duration_text", archiveText(*critical, text)}}),
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
                  {2, 3});
    const auto tail = [this](const Critical& critical) {
        const auto per_s = tailPerSecond(critical);
        return per_s ? figure(per_s, decimalsFor(*per_s)) : words(otherTail(critical, m_text));
    };
    std::vector<const Row*> cases;
    std::set<std::string> counted;  // by whom; empty: by nobody
    bool no_tail = false;
    for (const Row& row : m_c.rows)
        for (const ReportCell& cell : row.cells) {
            // Those of other PCs too: whether a GPU would make it is what is asked.
            const auto critical = criticalOf(m_c, row, cell);
            if (!critical && !(isBrought(m_c, cell) && isOneByOne(row, cell))) continue;
            const std::optional<EnergyUse>& energy = cell.result.energy;
            const std::string none = t("critical.no_data");
            const double per_s = 1e3 / cell.result.summary->median_ms;
            out.rows.push_back(
                {words(caseName(row)), words(columnName(cell.column)),
                 figure(per_s, decimalsFor(per_s)), critical ? tail(*critical) : words(none),
                 words(critical ? t("critical.late_of",
                                    {{"late", critical->late}, {"calls", critical->calls}})
                                : none),
                 words(critical ? cameraText(*critical, m_text) : none),
                 words(critical ? archiveText(*critical, m_text) : none),
                 words(energy ? joules(perImageJ(row, *energy), m_text) : none)});
            counted.insert(energy ? energy->source : std::string());
            no_tail |= critical && out.rows.back()[3].text == kNoTail;
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
    if (no_tail)
        out.notes.push_back(
            t("critical.no_tail_note", {{"needed", samplesForPercentile(kTailShare)}}));
    for (const std::string& source : counted)
        out.notes.push_back(source.empty()
                                ? t("critical.no_energy")
                                : t("critical.energy_note",
                                    {{"source_text", m_text.word("energy_source", source)}}));
    return out;
}

}  // namespace duelo
