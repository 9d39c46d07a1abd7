// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "record/record_file.h"
#include "stats/statistics.h"

/// Files of a class as a standard run writes them, for benchmarks.
namespace duelo::bench {

/// Returns the summary of samples, as a run of the standard preset has it.
inline Summary summaryOf(const std::vector<double>& wall_ms) {
    const std::vector<double> sorted = sortedCopy(wall_ms);
    Summary s;
    s.n = static_cast<std::int64_t>(sorted.size());
    s.median_ms = median(sorted);
    s.ci95_ms = medianIntervalOfSorted(sorted);
    s.mean_ms = mean(sorted);
    s.min_ms = sorted.front();
    s.p25_ms = quantileOfSorted(sorted, 0.25);
    s.p75_ms = quantileOfSorted(sorted, 0.75);
    s.max_ms = sorted.back();
    return s;
}

inline constexpr int kRounds = 14, kPerRound = 9;

inline Header headerOf(int number, int cells) {
    Header header{.run = std::to_string(number), .app = "0.2.0", .cells = cells};
    header.started = "2026-05-04T09:12:33Z";
    header.machine.id = std::to_string(number);
    header.engine.gpu.name = "GPU";
    return header;
}

/// The lines of cell `i`, every second one on the GPU, given to `write`.
template <typename Write>
void writeCell(std::mt19937& random, int i, int rounds, const Write& write) {
    std::normal_distribution<double> noise(1, 0.01);
    const std::string cell = "c" + std::to_string(i);
    write(CellRecord{
        .cell = cell,
        .experiment = "inference",
        .work = {{"model", "resnet18"}, {"input", "random"}, {"size_px", 32 + i / 2}, {"batch", 1}},
        .variant = {
            {"device", i % 2 == 0 ? "cpu" : "cuda"}, {"precision", "fp32"}, {"mode", "eager"}}});
    std::vector<double> wall_ms;
    for (int round = 0; round < rounds; ++round) {
        Samples samples{.cell = cell};
        for (int k = 0; k < kPerRound; ++k) {
            samples.round.push_back(round);
            samples.t0_ms.push_back(1000 * i + 20 * k);
            samples.wall_ms.push_back((i % 2 == 0 ? 20 : 2) * noise(random));
            wall_ms.push_back(samples.wall_ms.back());
        }
        write(samples);
    }
    ResultRecord result{.cell = cell};
    result.summary = summaryOf(wall_ms);
    write(result);
}

/// Writes the file of PC `number`, with half of its cells on the GPU.
inline void writeFile(const std::filesystem::path& folder, int number, int cells) {
    std::mt19937 random(static_cast<unsigned>(number));
    auto file = RecordFile::create(folder / (std::to_string(number) + ".duelo"));
    const auto write = [&](const Record& record) {
        if (!file || !(*file)->write(record)) std::exit(1);
    };
    write(headerOf(number, cells));
    for (int i = 0; i < cells; ++i) writeCell(random, i, kRounds, write);
    write(End{.status = "completed"});
}

}  // namespace duelo::bench
