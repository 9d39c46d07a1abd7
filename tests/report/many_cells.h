// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>
#include <functional>

#include "record/record_file.h"

/// A file with as many cells as somebody may measure in a night, for what composing it costs.
namespace duelo::examples {

/// Each size with one and two threads, eager and fused: four cells. Every twelfth flagged.
inline RecordLog manyCells(int sizes) {
    RecordLog log;
    log.path = "many.duelo";
    log.integrity = Integrity::Sealed;
    Header header{.run = "many", .app = "0.2.0", .cells = 4 * sizes};
    header.started = "2026-05-04T09:12:33Z";
    header.machine = {.id = "many", .cpu = {.name = "Core i7", .cores = 2, .logical = 2}};
    log.records.emplace_back(header);
    int cells = 0;
    for (int size = 0; size < sizes; ++size)
        for (const int threads : {1, 2})
            for (const char* mode : {"eager", "fused"}) {
                const std::string id = "c" + std::to_string(++cells);
                log.records.emplace_back(CellRecord{.cell = id,
                                                    .experiment = "inference",
                                                    .work = {{"model", "resnet18"},
                                                             {"input", "random"},
                                                             {"size_px", 32 + size},
                                                             {"batch", 1}},
                                                    .variant = {{"device", "cpu"},
                                                                {"threads", threads},
                                                                {"precision", "fp32"},
                                                                {"mode", mode}}});
                const double ms =
                    (1 + 1e-3 * size) * (threads == 1 ? 20 : 11) * (1 + 0.01 * (cells * 7 % 11));
                ResultRecord result{.cell = id};
                result.summary = Summary{.n = 42,
                                         .median_ms = ms,
                                         .ci95_ms = Interval{0.99 * ms, 1.01 * ms},
                                         .mean_ms = ms,
                                         .min_ms = 0.9 * ms,
                                         .p25_ms = 0.98 * ms,
                                         .p75_ms = 1.02 * ms,
                                         .max_ms = 1.2 * ms};
                result.parts = {{"compute", 0.9 * ms}};
                result.quantities = {{"images", 1}, {"flop", 1000 * (32 + size)}};
                result.fingerprint = Fingerprint{.sha256 = std::to_string(size)};
                if (cells % 12 == 0) result.flags = {"very_noisy"};
                log.records.emplace_back(std::move(result));
            }
    log.records.emplace_back(End{.status = "completed"});
    return log;
}

/// Returns the processor time of all threads, in seconds: it depends less on what else runs.
inline double cpuSecondsOf(const std::function<void()>& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace duelo::examples
