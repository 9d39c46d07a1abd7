// SPDX-License-Identifier: Apache-2.0
/// Prints how often the verdicts are false and how often they find a true difference (G25, Y-11),
/// for synthetic times: bench_verdicts [simulations per row, default 20000]. No GPU, no LibTorch.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../stats/synthetic_times.h"

namespace {

using namespace duelo;
using namespace duelo::test;

/// The effect that must be found, in scenarios where that is possible.
constexpr double kSmallEffect = 0.02;
constexpr double kUsualMs = 25;

struct Counts {
    std::size_t runs = 0, faster = 0, slower = 0, same = 0, drifting = 0, few_rounds = 0,
                rounds = 0;

    void add(const RatioEstimate& estimate) {
        ++runs;
        faster += estimate.verdict == Verdict::Faster;
        slower += estimate.verdict == Verdict::Slower;
        same += estimate.verdict == Verdict::Same;
        drifting += estimate.doubt == Doubt::Drifting;
        few_rounds += estimate.doubt == Doubt::FewRounds;
        rounds += estimate.rounds;
    }
    [[nodiscard]] double percent(std::size_t count) const {
        return 100 * static_cast<double>(count) / static_cast<double>(runs);
    }
};

template <typename Compare>
Counts simulate(const Scenario& scenario, double effect, std::size_t runs, std::size_t rounds,
                Compare compare) {
    Counts counts;
    for (std::size_t i = 0; i < runs; ++i) {
        TwoVariants variants(scenario, kUsualMs, effect, static_cast<std::uint32_t>(i + 1), rounds);
        counts.add(compare(variants));
    }
    return counts;
}

void printHead(const char* title, std::size_t runs) {
    std::printf("\n%s, %zu runs a row\n\n", title, runs);
    std::printf(
        "| times | effect | FASTER or SLOWER [95 %% exact] | wrong way | SAME | drifts | "
        "too few rounds | rounds |\n|---|---|---|---|---|---|---|---|\n");
}

void printRow(const Scenario& scenario, double effect, const Counts& counts) {
    const std::size_t told = counts.faster + counts.slower;
    const Interval exact = exactInterval(told, counts.runs);
    std::printf(
        "| %s%s | %.1f %% | %.3f %% [%.3f; %.3f] | %.3f %% | %.1f %% | %.1f %% | %.1f %% "
        "| %zu |\n",
        scenario.name, scenario.told_apart ? "" : " (known limit)", 100 * effect,
        counts.percent(told), 100 * exact.low, 100 * exact.high,
        effect > 0 ? counts.percent(counts.slower) : 0.0, counts.percent(counts.same),
        counts.percent(counts.drifting), counts.percent(counts.few_rounds),
        counts.rounds / counts.runs);
    std::fflush(stdout);
}

/// G25 in one line: over the scenarios without the known limits.
struct Goal {
    double most_false = 0, most_false_high = 0, least_found = 100, most_wrong = 0;

    void add(const Scenario& scenario, double effect, const Counts& counts) {
        if (!scenario.told_apart) return;
        const std::size_t told = counts.faster + counts.slower;
        if (effect == 0) {
            most_false = std::max(most_false, counts.percent(told));
            most_false_high =
                std::max(most_false_high, 100 * exactInterval(told, counts.runs).high);
        } else {
            most_wrong = std::max(most_wrong, counts.percent(counts.slower));
            if (scenario.least_power > 0 && counts.rounds / counts.runs >= independent_rounds)
                least_found = std::min(least_found, counts.percent(counts.faster));
        }
    }
    void print() const {
        std::printf(
            "\nG25: FASTER or SLOWER without an effect <= %.3f %% (exact interval up to %.3f %%); "
            "an effect of 2 %% found in >= %.1f %% of runs of %zu independent rounds, told the "
            "wrong "
            "way round in <= %.3f %%\n",
            most_false, most_false_high, least_found, independent_rounds, most_wrong);
    }
};

/// Prints how long a comparison takes, by the number of rounds. It asserts no absolute time.
void printCost() {
    for (const std::size_t rounds : {20, 100, 1000, 10000}) {
        TwoVariants variants(scenarios[0], kUsualMs, kSmallEffect, 1, rounds);
        std::vector<double> base, candidate;
        for (std::size_t i = 0; i < rounds; ++i) {
            const auto times = variants.round(1);
            base.push_back(times[0][0]);
            candidate.push_back(times[1][0]);
        }
        const auto begin = std::chrono::steady_clock::now();
        constexpr int kTimes = 50;
        double sum = 0;
        for (int i = 0; i < kTimes; ++i) sum += comparePaired(base, candidate).ratio;
        const std::chrono::duration<double, std::micro> took =
            std::chrono::steady_clock::now() - begin;
        std::printf("comparePaired of %zu rounds: %.0f us (%.4f)\n", rounds, took.count() / kTimes,
                    sum / kTimes);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 20000;
    if (count < 1) return 2;
    const auto runs = static_cast<std::size_t>(count);
    Goal goal;
    char title[80];
    for (const std::size_t rounds : {6, 12, 20, 40, 60, 100}) {
        std::snprintf(title, sizeof title, "%zu rounds of one call, no difference", rounds);
        printHead(title, runs);
        for (const Scenario& scenario : scenarios) {
            const Counts counts = simulate(scenario, 0, runs, rounds, [&](TwoVariants& variants) {
                return compareFixed(variants, rounds, 1);
            });
            printRow(scenario, 0, counts);
            goal.add(scenario, 0, counts);
        }
    }
    const std::size_t fewer = std::max<std::size_t>(runs / 10, 1);
    for (const std::size_t rounds : {std::size_t{20}, std::size_t{40}, independent_rounds}) {
        std::snprintf(title, sizeof title, "%zu rounds of five calls", rounds);
        printHead(title, fewer);
        for (const double effect : {0.0, kSmallEffect, 0.05})
            for (const Scenario& scenario : scenarios) {
                const Counts counts = simulate(
                    scenario, effect, fewer, rounds,
                    [&](TwoVariants& variants) { return compareFixed(variants, rounds, 5); });
                printRow(scenario, effect, counts);
                if (effect == kSmallEffect) goal.add(scenario, effect, counts);
            }
    }
    const std::size_t few = std::max<std::size_t>(runs / 100, 1);
    for (const Preset preset : {Preset::Standard, Preset::Strict}) {
        std::snprintf(title, sizeof title, "Preset %s, calls of %.0f ms",
                      std::string(word(preset)).c_str(), kUsualMs);
        printHead(title, few);
        for (const double effect : {0.0, kSmallEffect, 0.05})
            for (const Scenario& scenario : scenarios)
                printRow(scenario, effect,
                         simulate(scenario, effect, few, 20, [&](TwoVariants& variants) {
                             return compareByProtocol(variants, kUsualMs, protocolOf(preset));
                         }));
    }
    goal.print();
    printCost();
    return 0;
}
