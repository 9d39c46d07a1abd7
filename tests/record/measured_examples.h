// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "record/record.h"
#include "stats/statistics.h"
#include "stats/validity.h"

/// Samples and the result that an engine makes of them.
namespace duelo::examples {

inline constexpr int kPerRound = 5;

/// Samples of so many rounds around `ms`, the processes in turn.
inline Samples samplesAround(const std::string& cell, double ms, int rounds, int processes = 1) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> noise(0.99, 1.01);
    Samples samples{.cell = cell};
    for (int i = 0; i < rounds * kPerRound; ++i) {
        samples.round.push_back(i / kPerRound);
        samples.process.push_back(i / kPerRound % processes);
        samples.wall_ms.push_back(ms * noise(random));
        samples.discard.push_back(0);
    }
    return samples;
}

/// Returns the result as the engine makes it, from what it measured before a file rounds it.
inline ResultRecord resultOf(const Samples& samples, int processes = 1) {
    std::vector<double> kept;
    std::vector<MedianEstimate> each;
    for (int process = -1; process < processes; ++process) {
        std::vector<double> own;
        std::vector<std::size_t> rounds;
        for (std::size_t i = 0, last = samples.round.size(); i < samples.wall_ms.size(); ++i) {
            if (samples.discard[i] != 0 || (process >= 0 && samples.process[i] != process))
                continue;
            if (last == samples.round.size() || samples.round[i] != samples.round[last])
                rounds.push_back(0);
            last = i;
            ++rounds.back();
            own.push_back(samples.wall_ms[i]);
        }
        each.push_back(estimateMedian(own, rounds));
        if (process < 0) kept = own;
    }
    const MedianEstimate whole = each.front();
    each.erase(each.begin());
    if (processes == 1) each.clear();
    const std::vector<double> sorted = sortedCopy(kept);
    ResultRecord result;
    result.cell = samples.cell;
    Summary& s = result.summary.emplace();
    s.n = static_cast<std::int64_t>(kept.size());
    s.median_ms = whole.median;
    s.ci95_ms = worstInterval(whole, each);
    s.mean_ms = mean(kept);
    s.min_ms = sorted.front();
    s.p25_ms = quantileOfSorted(sorted, 0.25);
    s.p75_ms = quantileOfSorted(sorted, 0.75);
    s.max_ms = sorted.back();
    if (const auto bound = percentileBoundOfSorted(sorted, 0.9)) s.p90_ms = bound->value;
    return result;
}

}  // namespace duelo::examples
