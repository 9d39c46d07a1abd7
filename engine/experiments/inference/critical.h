// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "report/shown.h"
#include "report/tail.h"

/// Deadlines that a measured time is held against where somebody waits for it: at a door, behind a
/// camera, before an archive.
namespace duelo {

/// The time that a camera of 30 images per second leaves for each.
inline constexpr double kFrame_ms = 1000.0 / 30;
/// The size of a large archive, in images.
inline constexpr double kArchiveImages = 10'000;

struct Critical {
    double median_per_s = 0;          ///< images
    std::optional<Tail> tail{};       ///< the time that only 1 call in 100 (or in 10) exceeds
    std::size_t calls = 0, late = 0;  ///< the kept calls, and those longer than kFrame_ms

    /// kArchiveImages one after the other, as the usual call and as the slow one lets: by the
    /// median and by the 90th percentile of the calls, further where their mean lies beyond either.
    Interval archive_ms{};
    /// Images that wait, more in every second: the camera brings 30. By the mean of the calls, so
    /// that above 0 it grows for good, and by the slow ones. 0 where a call keeps up.
    Interval queue_per_s{};
    /// The share of each second that 30 slow calls leave; 0 where they do not fit.
    double idle_share = 0;
};

/// Returns what the times of images mean that come one by one; nothing of larger batches, of a rate
/// without a latency (copies that overlap), of calls that were timed in blocks, and without
/// samples.
[[nodiscard]] std::optional<Critical> criticalOf(const Comparison& comparison, const Row& row,
                                                 const ReportCell& cell);

/// Returns the card of the variant that is looked at; without lines where criticalOf() has nothing.
[[nodiscard]] CardValue criticalCard(const Shown& shown);

}  // namespace duelo
