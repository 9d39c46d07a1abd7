// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/report_words.h"
#include "report/scaling.h"

/// Latency against throughput (S0-12): what instances side by side bring together, and what each
/// waits for it. Of series whose results tell how long one of them took (metrics "latency" and
/// "slowest_latency", in milliseconds) and of which a rate was derived.
namespace duelo {

struct ServedStep {
    int workers = 0;
    std::size_t column = 0;
    const Metric* rate = nullptr;  ///< of all together
    const Metric* latency = nullptr;
    const Metric* slowest = nullptr;  ///< may be missing
};

/// Returns the steps, ascending in workers; empty where fewer than two tell both.
[[nodiscard]] std::vector<ServedStep> servedSteps(const ScalingSeries& series,
                                                  const Comparison& comparison);

/// The best throughput against one alone, and what it costs each.
[[nodiscard]] std::vector<std::string> latencySentences(const ScalingSeries& series,
                                                        const Labels& labels,
                                                        const Comparison& comparison);

/// A line for each series, by throughput; without series where nothing is told. `names` and their
/// order are those of the other charts of scaling.
[[nodiscard]] LinesValue latencyChart(const std::vector<const ScalingSeries*>& shown,
                                      const std::vector<std::string>& names, const Labels& labels,
                                      const Comparison& comparison);

}  // namespace duelo
