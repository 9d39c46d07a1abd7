// SPDX-License-Identifier: Apache-2.0
// Sums, scans and histograms of `reduction` against what others reach with as many threads: copies
// that move the same bytes, one table and four tables for each thread, and LibTorch. All take turns
// in a new order each round; ratios are the medians of those of the rounds.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "experiments/makers.h"
#include "experiments/reduction/numbers.h"
#include "experiments/team.h"
#include "gpu/gpu_loader.h"
#include "machine/clock.h"

namespace {

using namespace duelo;

constexpr int kRounds = 31, kBefore = 3;

struct Side {
    std::string name;
    std::function<void()> call;
    std::vector<double> times_ms{};
};

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Prints how many times as long as the first each of the others takes.
void compare(const std::string& title, std::vector<Side> sides) {
    std::mt19937 random(1);
    std::vector<std::size_t> order(sides.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (int round = -kBefore; round < kRounds; ++round) {
        std::shuffle(order.begin(), order.end(), random);
        for (const std::size_t i : order) {
            const std::int64_t start_ns = nowNs();
            sides[i].call();
            if (round >= 0) sides[i].times_ms.push_back(msSince(start_ns));
        }
    }
    std::printf("%s: %.3f ms\n", title.c_str(), median(sides[0].times_ms));
    for (std::size_t i = 1; i < sides.size(); ++i) {
        std::vector<double> ratios;
        for (std::size_t k = 0; k < sides[i].times_ms.size(); ++k)
            ratios.push_back(sides[i].times_ms[k] / sides[0].times_ms[k]);
        std::printf("  %-28s %9.3f ms  %5.2fx\n", sides[i].name.c_str(), median(sides[i].times_ms),
                    median(ratios));
    }
    std::fflush(stdout);
}

std::function<void()> callOf(Maker& maker, const std::string& experiment, const Params& work,
                             const Params& variant) {
    const std::shared_ptr<Work> made =
        maker.create({.id = "c001", .experiment = experiment, .work = work, .variant = variant})
            .value();
    static_cast<void>(made->prepare().value());
    return [made] { static_cast<void>(made->step(1)); };
}

/// Counts with so many tables for each thread, as it stands in public programs.
template <std::size_t kTables>
void countWith(Team& team, const std::vector<std::uint8_t>& x, ByteCounts& counts) {
    using Tables = std::array<std::array<std::uint32_t, 256>, kTables>;
    std::vector<Tables> all(static_cast<std::size_t>(team.threads()));
    team.run([&](int member) {
        Tables tables{};
        std::size_t i = team.begin(member, x.size(), kTables);
        const std::size_t end = team.begin(member + 1, x.size(), kTables);
        for (; i + kTables <= end; i += kTables)
            for (std::size_t k = 0; k < kTables; ++k) ++tables[k][x[i + k]];
        for (; i < end; ++i) ++tables[0][x[i]];
        all[static_cast<std::size_t>(member)] = tables;
    });
    counts = {};
    for (const Tables& tables : all)
        for (const auto& table : tables)
            for (std::size_t bin = 0; bin < counts.size(); ++bin) counts[bin] += table[bin];
}

void compareAll(std::int64_t count, int threads) {
    const auto maker = makerOf("reduction", {.gpu = &Gpu::instance()}),
               roofs = makerOf("roofs", {.gpu = &Gpu::instance()});
    const auto ours = [&](const char* operation, const char* way) {
        return callOf(*maker, "reduction", {{kOperationAxis, operation}, {"numbers", count}},
                      {{kSumAxis, way}, {"threads", threads}});
    };
    /// Reads and writes as many bytes as these together.
    const auto copy = [&](std::int64_t bytes) {
        return callOf(*roofs, "roofs", {{"kind", "copy"}, {"bytes", bytes / 2}},
                      {{"device", "cpu"}, {"threads", threads}});
    };
    const std::string of =
        " of " + std::to_string(count) + ", " + std::to_string(threads) + " threads";
    compare("sum" + of, {{"tree", ours("sum", "tree")},
                         {"copy of the same bytes", copy(4 * count)},
                         {"LibTorch's sum", ours("sum", "library")}});
    compare("scan" + of, {{"tree", ours("scan", "tree")},
                          {"SIMD on one thread", ours("scan", "simd")},
                          {"copy of the same bytes", copy(8 * count)},
                          {"LibTorch's cumsum", ours("scan", "library")}});
    Team team(threads);
    const SumNumbers numbers = numbersToCount(count);
    ByteCounts one{}, four{};
    compare("histogram" + of, {{"tree", ours("histogram", "tree")},
                               {"one table", [&] { countWith<1>(team, numbers.bytes, one); }},
                               {"four tables", [&] { countWith<4>(team, numbers.bytes, four); }},
                               {"LibTorch's bincount", ours("histogram", "library")}});
    if (one != numbers.counts || four != numbers.counts) std::printf("wrong counts\n");
}

}  // namespace

int main() {
    for (const std::int64_t count : {1'000'000, 64'000'000})
        for (const int threads : {1, 2}) compareAll(count, threads);
}
