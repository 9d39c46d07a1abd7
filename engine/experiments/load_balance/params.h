// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "base/words.h"
#include "experiments/load_balance/kernel_texts.h"
#include "plan/params.h"

namespace duelo {

/// The schedule that gives the rows to the threads: an equal piece each, dealt in turn, taken by
/// any thread that is free, taken in ever smaller pieces, or an equal piece each from which idle
/// threads take the rest.
enum class RowSchedule { Blocks, Cyclic, Dynamic, Guided, Stealing };
template <>
inline constexpr std::array<std::string_view, 5> wordsOf<RowSchedule>{"block", "cyclic", "dynamic",
                                                                      "guided", "stealing"};

/// The axis of the schedules: the texts that a page shows are those of its words.
inline constexpr const char* kScheduleAxis = "kernel";
inline constexpr int kMostSide_px = 4096;
/// Numbers of time slots and of threads in a result that tells when each thread worked.
inline constexpr int kLaneSlots = 48, kMostLanes = 16;

struct BalanceWay {
    RowSchedule schedule = RowSchedule::Blocks;
    int chunk = 1, threads = 1;
};
[[nodiscard]] inline BalanceWay balanceWay(const Params& variant) {
    return {.schedule = variant.word<RowSchedule>(kScheduleAxis),
            .chunk = static_cast<int>(variant.integer("chunk", 1)),
            .threads = static_cast<int>(variant.integer("threads", 1))};
}

/// Returns the rows that a thread is to do next.
static inline RowRange nextRows(RowSchedule schedule, RowSharing& all, int thread) {
    switch (schedule) {
        case RowSchedule::Blocks:
            return blockRows(all, thread);
        case RowSchedule::Cyclic:
            return cyclicRows(all, thread);
        case RowSchedule::Dynamic:
            return dynamicRows(all, thread);
        case RowSchedule::Guided:
            return guidedRows(all, thread);
        case RowSchedule::Stealing:
            return stealingRows(all, thread);
    }
    return {};
}

}  // namespace duelo
