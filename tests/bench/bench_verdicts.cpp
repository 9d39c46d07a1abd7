// SPDX-License-Identifier: Apache-2.0
/// Prints how often the verdicts are false and how often they find a true difference (G25), for
/// synthetic times: bench_verdicts [simulations per row, default 5000]. No GPU, no LibTorch.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../stats/synthetic_times.h"

namespace {

using namespace duelo;
using namespace duelo::test;

/// What must be found, where the scenario is one in which it can be.
constexpr double kSmallEffect = 0.02;
constexpr double kUsualMs = 25;

struct Shares {
    double faster = 0, slower = 0, same = 0, rounds = 0;
};

template <typename Compare>
Shares simulate(const Scenario& scenario, double call_ms, double effect, int count,
                Compare compare) {
    Shares shares;
    const double weight = 1.0 / count;
    for (int i = 0; i < count; ++i) {
        TwoVariants variants(scenario, call_ms, effect, static_cast<std::uint32_t>(i + 1));
        const RatioEstimate estimate = compare(variants);
        if (estimate.verdict == Verdict::Faster) shares.faster += weight;
        if (estimate.verdict == Verdict::Slower) shares.slower += weight;
        if (estimate.verdict == Verdict::Same) shares.same += weight;
        shares.rounds += weight * static_cast<double>(estimate.rounds);
    }
    return shares;
}

void printRow(const Scenario& scenario, double effect, const Shares& shares) {
    std::printf("| %-32s | %5.1f %% | %6.2f %% | %6.2f %% | %5.1f %% | %5.0f |\n", scenario.name,
                100 * effect, 100 * shares.faster, 100 * shares.slower, 100 * shares.same,
                shares.rounds);
}

void printHead(const char* title) {
    std::printf("\n%s\n\n| times | effect | FASTER | SLOWER | SAME | rounds |\n", title);
    std::printf("|---|---|---|---|---|---|\n");
}

/// G25 in one line: over the scenarios without the known limits.
struct Goal {
    double most_false = 0, least_found = 1, most_wrong = 0;

    void add(const Scenario& scenario, double effect, const Shares& shares) {
        if (effect == 0) most_false = std::max(most_false, shares.faster + shares.slower);
        if (effect > 0) most_wrong = std::max(most_wrong, shares.slower);
        if (effect == kSmallEffect && scenario.least_power > 0)
            least_found = std::min(least_found, shares.faster);
    }
    void print(int count) const {
        std::printf(
            "\nG25, %d runs a row: FASTER or SLOWER without an effect <= %.2f %%; an effect "
            "of 2 %% found in >= %.1f %%, told the wrong way round in <= %.2f %%\n",
            count, 100 * most_false, 100 * least_found, 100 * most_wrong);
    }
};

}  // namespace

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 5000;
    if (count < 1) return 2;
    std::vector<Scenario> all(scenarios.begin(), scenarios.end());
    // Known limits: what holds for nearly a whole run looks like a true difference.
    all.push_back({.name = "two modes, held, each", .slow_share = 0.3, .stickiness = 0.8});
    all.push_back({.name = "two modes, long held, each", .slow_share = 0.3, .stickiness = 0.95});
    Goal goal;
    for (const double call_ms : {kUsualMs, 400.0}) {
        char title[80];
        std::snprintf(title, sizeof title, "Standard preset, calls of %.0f ms", call_ms);
        printHead(title);
        const Protocol& protocol = protocolOf(Preset::Standard);
        for (const double effect : {0.0, 0.005, kSmallEffect, 1.0})
            for (const Scenario& scenario : all) {
                const Shares shares =
                    simulate(scenario, call_ms, effect, count, [&](TwoVariants& variants) {
                        return compareByProtocol(variants, call_ms, protocol);
                    });
                printRow(scenario, effect, shares);
                // Power is promised of calls that get their rounds.
                if (&scenario < all.data() + scenarios.size() && call_ms == kUsualMs)
                    goal.add(scenario, effect, shares);
            }
    }
    for (const std::size_t rounds : {6, 12, 20, 40}) {
        char title[80];
        std::snprintf(title, sizeof title, "%zu rounds of one call, no difference", rounds);
        printHead(title);
        for (const Scenario& scenario : all)
            printRow(scenario, 0, simulate(scenario, 25, 0, count, [&](TwoVariants& variants) {
                         return compareFixed(variants, rounds, 1);
                     }));
    }
    goal.print(count);
    return 0;
}
