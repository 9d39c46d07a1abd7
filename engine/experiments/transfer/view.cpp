// SPDX-License-Identifier: Apache-2.0
#include "experiments/transfer/view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "report/finding.h"

namespace duelo {

namespace {

std::vector<std::string> transferCaseParts(const Params& work, const Text& text) {
    return {formatBytes(work.real("bytes"), text.numbers())};
}

std::string transferShortName(const Params& work, const Text& text) {
    return transferCaseParts(work, text).front();
}

/// All sizes stand in one table.
Params transferTableOf(const Params& work) {
    Params common = work;
    common.erase("bytes");
    return common;
}

std::string transferTableTitle(const Params&, const Text& text) {
    return text("transfer.table");
}

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

bool isTransfer(const Comparison& comparison, const CaseTable& table) {
    return comparison.rows[table.rows.front()].experiment == "transfer";
}

}  // namespace

const View& transferView() {
    static const View view{.title = "transfer.title",
                           .case_parts = transferCaseParts,
                           .short_name = transferShortName,
                           .table_of = transferTableOf,
                           .answers = answersOf<TransferView>,
                           .sections = sectionsOf<TransferView>,
                           .charts = {{"transfer_rate", transferRateCharts},
                                      {"lines", transferTimeCharts, true},
                                      {"transfer_residue", transferResidueCharts}},
                           .cards = transferCards,
                           .notes = overlapNotes,
                           .table_title = transferTableTitle};
    return view;
}

std::vector<TimedCopy> copiesOf(const Shown& shown, std::size_t column) {
    std::vector<TimedCopy> copies;
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
    if (deviceOf(of.variant) != Device::Cpu) return {};
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

Shown TransferView::shownTable(std::size_t table) const {
    return {.comparison = m_c, .labels = *this, .table = table};
}

std::vector<std::string> TransferView::answers() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < m_c.tables.size(); ++i) {
        if (!isTransfer(m_c, m_c.tables[i])) continue;
        const Shown shown = shownTable(i);
        for (const std::size_t column : shown.columns())
            if (const auto fit = fitOf(copiesOf(shown, column)))
                out.push_back(lawText(*fit, *this, column));
    }
    return out;
}

std::vector<DocSection> TransferView::sections() const {
    DocSection results{t("report.results_heading"), {}, false};
    DocSection charts{t("report.chart_heading"), {}, false};
    for (std::size_t i = 0; i < m_c.tables.size(); ++i) {
        if (!isTransfer(m_c, m_c.tables[i])) continue;
        const Shown shown = shownTable(i);
        results.blocks.emplace_back(rateTable(i));
        if (DocTable fits = fitTable(i); !fits.rows.empty())
            results.blocks.emplace_back(std::move(fits));
        if (DocTable overlaps = overlapTable(i); !overlaps.rows.empty())
            results.blocks.emplace_back(std::move(overlaps));
        DocList steps;
        for (const std::size_t column : shown.columns())
            for (const std::string& line : cacheLines(shown, column))
                steps.items.push_back(columnName(column) + ": " + line);
        if (!steps.items.empty()) results.blocks.emplace_back(std::move(steps));
        for (const auto make : {transferRateCharts, transferTimeCharts, transferResidueCharts})
            for (ChartValue& chart : make(shown))
                if (!isEmpty(chart)) charts.blocks.emplace_back(std::move(chart));
    }
    return {method(), std::move(results), std::move(charts)};
}

DocSection TransferView::method() const {
    DocList list;
    for (const char* line :
         {"transfer.method_rate", "transfer.method_blocks", "transfer.method_stores",
          "transfer.method_overlap", "transfer.method_fit"})
        list.items.push_back(t(line));
    return {t("transfer.method_heading"), {std::move(list)}, false};
}

/// Time and rate of each size and variant; a rate alone would hide what a small copy costs.
DocTable TransferView::rateTable(std::size_t table) const {
    const CaseTable& of = m_c.tables[table];
    const std::vector<std::size_t> columns = shownTable(table).columns();
    DocTable out;
    out.id = "transfer-rates-" + std::to_string(table + 1);
    out.title = withCommon(t("transfer.table"));
    out.columns = {columnTitle(m_text, "transfer", "bytes")};
    for (const std::size_t column : columns) {
        out.columns.push_back(columnName(column) + " (" + timeUnit().symbol + ")");
        out.columns.push_back(columnName(column) + " (GB/s)");
    }
    out.numeric.assign(out.columns.size(), true);
    for (const std::size_t r : of.rows) {
        const Row& row = m_c.rows[r];
        const double bytes = row.work.real("bytes");
        out.rows.push_back({{formatBytes(bytes, m_text.numbers()), std::nullopt, 0}});
        for (const std::size_t column : columns) {
            const ReportCell& cell = row.cells[column];
            const auto copy = timedCopy(shownTable(table), r, column);
            out.rows.back().push_back(copy          ? time(copy->ms, copy->ci95_ms)
                                      : cell.reason ? words(causeText(*cell.reason, cell.status))
                                                    : words("–"));
            const auto rate = copy ? std::optional(copy->gigabytesPerS()) : std::nullopt;
            out.rows.back().push_back(measured(rate, copy ? copy->rateInterval() : std::nullopt));
        }
    }
    return out;
}

DocTable TransferView::fitTable(std::size_t table) const {
    const Shown shown = shownTable(table);
    DocTable out;
    out.id = "transfer-fits-" + std::to_string(table + 1);
    out.title = t("transfer.fits_title");
    out.columns = {t("report.column_variant"), t("transfer.column_latency"),
                   t("transfer.column_rate"), t("transfer.column_half"),
                   t("transfer.column_residue")};
    out.numeric = {false, true, true, true, true};
    bool broken = false;
    for (const std::size_t column : shown.columns()) {
        const auto fit = fitOf(copiesOf(shown, column));
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

DocTable TransferView::overlapTable(std::size_t table) const {
    DocTable out;
    out.id = "transfer-overlap-" + std::to_string(table + 1);
    out.title = t("transfer.overlap_title");
    out.columns = {columnTitle(m_text, "transfer", "bytes"), t("report.column_variant"),
                   timeColumn("transfer.overlap_both"),      timeColumn("transfer.overlap_copy"),
                   timeColumn("transfer.overlap_compute"),   t("transfer.overlap_hidden")};
    out.numeric = {true, false, true, true, true, true};
    for (const std::size_t r : m_c.tables[table].rows)
        for (const ReportCell& cell : m_c.rows[r].cells) {
            const auto overlap = overlapOf(cell);
            if (!overlap) continue;
            out.rows.push_back(
                {{formatBytes(m_c.rows[r].work.real("bytes"), m_text.numbers()), std::nullopt, 0},
                 words(columnName(cell.column)),
                 time(overlap->both_ms),
                 time(overlap->copy_ms),
                 time(overlap->compute_ms),
                 figure(100 * overlap->hidden(), 0)});
        }
    out.notes.push_back(t("transfer.overlap_note"));
    return out;
}

}  // namespace duelo
