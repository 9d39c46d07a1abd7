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
};

std::vector<SampledCell> sampledCells(const Shown& shown) {
    std::vector<SampledCell> out;
    const Row* row = shown.chosenRow();
    if (!row) return out;
    for (const std::size_t column : shown.columns()) {
        const ReportCell& cell = row->cells[column];
        if (!cell.samples.wall_ms.empty())
            out.push_back(
                {shown.labels.columnName(column), styleOf(shown.comparison, column), &cell});
    }
    return out;
}

}  // namespace

DistributionValue distributionOf(const Shown& shown) {
    const Text& text = shown.labels.text();
    DistributionValue out{.title = text("results.distribution_title"),
                          .x_title = text("results.samples_axis"),
                          .y_title = text("results.count_axis")};
    for (const auto& [name, style, cell] : sampledCells(shown)) {
        DistributionValue::Series series{name, style};
        for (std::size_t i = 0; i < cell->samples.wall_ms.size(); ++i)
            if (cell->samples.counts(i)) series.values_ms.push_back(cell->samples.wall_ms[i]);
        if (series.values_ms.empty()) continue;
        series.median_ms =
            cell->timed() ? cell->result.summary->median_ms : median(series.values_ms);
        series.ci95_ms =
            cell->timed() ? cell->result.summary->ci95_ms : medianInterval(series.values_ms);
        const auto number = [&](double ms) {
            return formatFixed(ms, decimalsFor(series.median_ms, series.ci95_ms), text.numbers());
        };
        std::string interval;
        if (const auto& ci = series.ci95_ms)
            interval = " [" + number(ci->low) + "; " + number(ci->high) + "]";
        series.words = text("results.samples_words", {{"median", number(series.median_ms)},
                                                      {"interval", interval},
                                                      {"n", series.values_ms.size()}});
        const auto [low, high] = std::ranges::minmax(series.values_ms);
        out.description += text("results.distribution_words", {{"name", series.name},
                                                               {"n", series.values_ms.size()},
                                                               {"low_ms", low},
                                                               {"high_ms", high},
                                                               {"median_ms", series.median_ms}}) +
                           ' ';
        out.series.push_back(std::move(series));
    }
    return out;
}

CourseValue courseOf(const Shown& shown) {
    const Text& text = shown.labels.text();
    CourseValue out{.title = text("results.course_title"),
                    .x_title = text("results.course_axis"),
                    .y_title = text("results.samples_axis"),
                    .discarded_name = text("results.not_counted")};
    for (const auto& [name, style, cell] : sampledCells(shown)) {
        CourseValue::Series series{name, style};
        const Samples& samples = cell->samples;
        const std::size_t n = std::min(samples.t0_ms.size(), samples.wall_ms.size());
        if (n == 0) continue;
        for (std::size_t i = 0; i < n; ++i) {
            CourseValue::Samples& to = samples.counts(i) ? series.kept : series.discarded;
            to.t_s.push_back(samples.t0_ms[i] / 1e3);
            to.wall_ms.push_back(samples.wall_ms[i]);
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
