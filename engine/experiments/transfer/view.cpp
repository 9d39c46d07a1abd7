// SPDX-License-Identifier: Apache-2.0
#include "experiments/transfer/view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "experiments/transfer/params.h"
#include "report/report_words.h"

namespace duelo {

namespace {

std::optional<TimedCopy> timedCopy(const Shown& shown, std::size_t at, std::size_t column) {
    const Row& row = shown.comparison.rows[at];
    const ReportCell& cell = row.cells[column];
    const double bytes = row.work.real("bytes");
    if (cell.timed())
        return TimedCopy{bytes, cell.result.summary->median_ms, cell.result.summary->ci95_ms, true,
                         at};
    if (!shown.preliminary) return std::nullopt;
    const auto so_far = shown.preliminary(cell);
    if (!so_far) return std::nullopt;
    return TimedCopy{bytes, so_far->median, so_far->ci95, false, at};
}

std::vector<std::string> overlapNotes(const Params&, const ReportCell& cell, const Labels& labels) {
    const Text& text = labels.text();
    const auto overlap = overlapOf(cell);
    if (!overlap) return {};
    return {text("transfer.overlap_hidden") + ": " +
            text.value("hidden_percent", 100 * overlap->hidden())};
}

/// Tables of what the times of all sizes say together.
class CopyTables : private ReportWords {
public:
    explicit CopyTables(const Shown& shown)
        : ReportWords(shown.labels),
          m_shown(shown),
          m_number(std::to_string(shown.table.value_or(0) + 1)) {
        m_text = m_text.of("transfer");
    }

    DocTable fits() const {
        DocTable out =
            bareTable("transfer-fits-" + m_number, "transfer.fits_title",
                      {"report.column_variant", "transfer.column_latency", "transfer.column_rate",
                       "transfer.column_half", "transfer.column_residue"},
                      {1, 2, 3, 4});
        bool broken = false;
        for (const std::size_t column : m_shown.columns()) {
            const auto fit = fitOf(copiesOf(m_shown, column));
            if (!fit) continue;
            if (!isLaw(*fit)) {
                out.rows.push_back({words(columnName(column)), words("–"), words("–"), words("–"),
                                    figure(100 * fit->residue, 0)});
                broken = true;
                continue;
            }
            const double latency_us = 1e3 * fit->latency_ms, rate = fit->bytes_per_ms / 1e6;
            out.rows.push_back(
                {words(columnName(column)), figure(latency_us, decimalsFor(latency_us)),
                 figure(rate, decimalsFor(rate)),
                 words(latency_us > 0 ? formatBytes(fit->halfRateBytes(), m_text.numbers()) : "–"),
                 figure(100 * fit->residue, 0)});
        }
        out.notes.push_back(t("transfer.fits_note"));
        if (broken) out.notes.push_back(t("transfer.fits_none"));
        return out;
    }

    DocTable overlaps() const {
        DocTable out = bareTable(
            "transfer-overlap-" + m_number, "transfer.overlap_title",
            {"column.bytes", "report.column_variant", "transfer.overlap_both",
             "transfer.overlap_copy", "transfer.overlap_compute", "transfer.overlap_hidden"},
            {0, 2, 3, 4, 5});
        for (const std::size_t r : m_shown.rows())
            for (const ReportCell& cell : m_c.rows[r].cells) {
                const auto overlap = overlapOf(cell);
                if (!overlap) continue;
                out.rows.push_back({words(rowName(m_c.rows[r], *this)),
                                    words(columnName(cell.column)), time(overlap->both_ms),
                                    time(overlap->copy_ms), time(overlap->compute_ms),
                                    figure(100 * overlap->hidden(), 0)});
            }
        out.notes.push_back(t("transfer.overlap_note"));
        return out;
    }

    DocList steps() const {
        DocList list;
        for (const std::size_t column : m_shown.columns())
            for (const std::string& line : cacheLines(m_shown, column))
                list.items.push_back(columnName(column) + ": " + line);
        return list;
    }

private:
    const Shown& m_shown;
    std::string m_number;
};

std::vector<DocBlock> copyBlocks(const Shown& shown) {
    const CopyTables tables(shown);
    std::vector<DocBlock> blocks;
    for (DocTable table : {tables.fits(), tables.overlaps()})
        if (!table.rows.empty()) blocks.emplace_back(std::move(table));
    if (DocList steps = tables.steps(); !steps.items.empty()) blocks.emplace_back(std::move(steps));
    return blocks;
}

std::vector<std::string> copyLaws(const Shown& shown) {
    std::vector<std::string> laws;
    for (const std::size_t column : shown.columns())
        if (const auto fit = fitOf(copiesOf(shown, column)))
            laws.push_back(lawText(*fit, shown.labels, column));
    return laws;
}

}  // namespace

const View& transferView() {
    static const View view{
        .title = "transfer.title",
        .layout =
            {.name = {{"bytes"}},
             .rows = {"bytes"},
             // A rate alone would hide what a small copy costs.
             .tables = {{.id = "transfer-rates",
                         .figures = {Figure{},
                                     {.metric = "copy_rate", .unit = 1e9, .symbol = "GB/s"}}}},
             .method = {{"transfer.method_rate"},
                        {"transfer.method_blocks"},
                        {"transfer.method_stores"},
                        {"transfer.method_overlap"},
                        {"transfer.method_shared", {{.axis = "memory", .in = {"shared"}}}},
                        {"transfer.method_fit"}},
             .questions = 3},
        .unsaid = {{.axis = "device"}, {.axis = "beside", .in = {"nothing"}}},
        .table_answers = copyLaws,
        .table_blocks = copyBlocks,
        .charts = {{"transfer_rate", transferRateCharts},
                   {.id = "lines", .can_be_log = true},
                   {"transfer_residue", transferResidueCharts}},
        .lessons = {memoryLesson()},
        .cards = transferCards,
        .notes = overlapNotes};
    return view;
}

bool isHandedOver(const Params& variant) {
    return variant.at("memory") == Json(word(HostMemory::Shared));
}

std::vector<TimedCopy> copiesOf(const Shown& shown, std::size_t column) {
    std::vector<TimedCopy> copies;
    if (isHandedOver(shown.comparison.columns[column].variant)) return copies;
    for (const std::size_t r : shown.rows())
        if (const auto copy = timedCopy(shown, r, column)) copies.push_back(*copy);
    std::ranges::stable_sort(copies, {}, &TimedCopy::bytes);
    const auto repeated = std::ranges::unique(copies, {}, &TimedCopy::bytes);
    copies.erase(repeated.begin(), repeated.end());
    return copies;
}

std::optional<LatencyFit> fitOf(const std::vector<TimedCopy>& copies) {
    std::vector<double> bytes, times_ms;
    for (const TimedCopy& copy : copies) {
        if (!copy.final) continue;
        bytes.push_back(copy.bytes);
        times_ms.push_back(copy.ms);
    }
    return fitLatency(bytes, times_ms);
}

std::vector<CacheStep> cacheStepsOf(const Shown& shown, std::size_t column) {
    constexpr double kBeyondCaches = 4;
    const Column& of = shown.comparison.columns[column];
    if (deviceOf(of.variant).isGpu()) return {};
    std::vector<CpuCache> caches = shown.comparison.sourceOf(of).header.machine.cpu.caches;
    std::erase_if(caches, [](const CpuCache& cache) { return !cache.level || !cache.size_bytes; });
    std::ranges::stable_sort(caches, {}, [](const CpuCache& cache) { return *cache.level; });
    const std::vector<TimedCopy> copies = copiesOf(shown, column);
    const auto largest = [&](double above, double most) -> const TimedCopy* {
        const TimedCopy* found = nullptr;
        for (const TimedCopy& copy : copies)
            if (copy.final && 2 * copy.bytes > above && 2 * copy.bytes <= most) found = &copy;
        return found;
    };
    std::vector<CacheStep> steps;
    double before = 0;
    for (const CpuCache& cache : caches) {
        const auto threads = of.variant.integer("threads", 1);
        const auto count = std::min<std::int64_t>(cache.count.value_or(1), threads);
        const double size = static_cast<double>(*cache.size_bytes * count);
        if (const TimedCopy* copy = largest(before, size))
            steps.push_back({*cache.level, size, *copy});
        before = std::max(before, size);
    }
    if (caches.empty()) return steps;
    if (const TimedCopy* copy = largest(kBeyondCaches * before, HUGE_VAL))
        steps.push_back({0, before, *copy});
    return steps;
}

std::optional<Overlap> overlapOf(const ReportCell& cell) {
    if (!cell.timed()) return std::nullopt;
    const auto copy_ms = partMs(cell.result.parts, "copy_alone");
    const auto compute_ms = partMs(cell.result.parts, "compute_alone");
    if (!copy_ms || !compute_ms || !(std::min(*copy_ms, *compute_ms) > 0)) return std::nullopt;
    const auto both_ms = partMs(cell.result.parts, "both");
    return Overlap{both_ms.value_or(cell.result.summary->median_ms), *copy_ms, *compute_ms};
}

double Overlap::hidden() const {
    return (copy_ms + compute_ms - both_ms) / std::min(copy_ms, compute_ms);
}

}  // namespace duelo
