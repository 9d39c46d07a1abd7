// SPDX-License-Identifier: Apache-2.0
#include "report/sample_charts.h"

#include <algorithm>

#include "report/series_look.h"

namespace duelo {
namespace {

struct SampledCell {
    std::string name;
    int style;
    const ReportCell* cell;
    const Samples* samples;  ///< its own, or those that have come so far
};

std::vector<SampledCell> sampledCells(const Shown& shown) {
    std::vector<SampledCell> out;
    const Row* row = shown.chosenRow();
    if (!row) return out;
    for (const std::size_t column : shown.columns()) {
        const ReportCell& cell = row->cells[column];
        const Samples* so_far = shown.samples_so_far ? shown.samples_so_far(cell) : nullptr;
        const Samples& samples = so_far ? *so_far : cell.samples;
        if (samples.wall_ms.empty()) continue;
        std::string name = shown.labels.columnName(column);
        if (so_far) name = shown.labels.text()("results.still_measured", {{"name", name}});
        out.push_back({std::move(name), styleOf(shown.comparison, column), &cell, &samples});
    }
    return out;
}

}  // namespace

DistributionValue distributionOf(const Shown& shown) {
    const Labels& labels = shown.labels;
    const Text& text = labels.text();
    const TimeUnit& unit = labels.timeUnit();
    DistributionValue out{.title = text("results.distribution_title"),
                          .x_title = text("results.samples_axis", {{"unit", unit.symbol}}),
                          .y_title = text("results.count_axis")};
    for (const auto& [name, style, cell, samples] : sampledCells(shown)) {
        DistributionValue::Series series{name, style};
        std::vector<double> kept_ms;
        for (std::size_t i = 0; i < samples->wall_ms.size(); ++i)
            if (samples->counts(i)) kept_ms.push_back(samples->wall_ms[i]);
        if (kept_ms.empty()) continue;
        for (const double ms : kept_ms) series.values.push_back(unit.of(ms));
        const MedianEstimate middle =
            cell->timed()
                ? MedianEstimate{.median = cell->result.summary->median_ms,
                                 .ci95 = cell->result.summary->ci95_ms}
                : MedianEstimate{.median = median(kept_ms), .ci95 = medianInterval(kept_ms)};
        series.median = unit.of(middle.median);
        series.interval = scaled(middle.ci95, unit.per_ms);
        const auto [low_ms, high_ms] = std::ranges::minmax(kept_ms);
        series.words = text(
            "results.samples_words",
            {{"median_text", timeWithEnds(middle, unit, text.numbers())}, {"n", kept_ms.size()}});
        out.description += text("results.distribution_words",
                                {{"name", series.name},
                                 {"n", kept_ms.size()},
                                 {"low_text", labels.timeText(low_ms)},
                                 {"high_text", labels.timeText(high_ms)},
                                 {"median_text", labels.timeText(middle.median, middle.ci95)}}) +
                           ' ';
        out.series.push_back(std::move(series));
    }
    return out;
}

CourseValue courseOf(const Shown& shown) {
    const Text& text = shown.labels.text();
    const TimeUnit& unit = shown.labels.timeUnit();
    CourseValue out{.title = text("results.course_title"),
                    .x_title = text("results.course_axis"),
                    .y_title = text("results.samples_axis", {{"unit", unit.symbol}}),
                    .discarded_name = text("results.not_counted")};
    for (const auto& [name, style, cell, measured] : sampledCells(shown)) {
        CourseValue::Series series{name, style};
        const Samples& samples = *measured;
        const std::size_t n = std::min(samples.t0_ms.size(), samples.wall_ms.size());
        if (n == 0) continue;
        for (std::size_t i = 0; i < n; ++i) {
            CourseValue::Samples& to = samples.counts(i) ? series.kept : series.discarded;
            to.t_s.push_back(samples.t0_ms[i] / 1e3);
            to.times.push_back(unit.of(samples.wall_ms[i]));
        }
        const double span_s = (samples.t0_ms[n - 1] - samples.t0_ms[0]) / 1e3;
        out.description +=
            text("results.course_words", {{"name", series.name}, {"n", n}, {"span_s", span_s}}) +
            ' ';
        out.series.push_back(std::move(series));
    }
    return out;
}

}  // namespace duelo
