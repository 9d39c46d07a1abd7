// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/max_pool/params.h"
#include "report/view.h"

namespace duelo {

/// Times, and how windows, elements and bytes grow with the size: a table of them, their chart with
/// its power, and cards.
[[nodiscard]] const View& poolView();

/// The cases of a table, each size once, ascending: those of the chosen row's window, stride and
/// padding.
[[nodiscard]] std::vector<PoolCase> poolCasesOf(const Comparison& comparison,
                                                const std::vector<std::size_t>& rows);
/// Says with which power of the size the windows of these cases grow: two, and no exponential
/// (S2-M16). Nothing where fewer than three sizes are there.
[[nodiscard]] std::optional<std::string> windowGrowth(const std::vector<PoolCase>& cases,
                                                      const Text& text);

[[nodiscard]] std::vector<CardValue> poolCards(const Shown& shown);
/// Windows over the size, both logarithmic (S2-24, S2-50).
[[nodiscard]] std::vector<ChartValue> poolWindowCharts(const Shown& shown);

/// A photograph and its map, of a measured case that is small enough to stand in the record.
[[nodiscard]] std::vector<ChartValue> poolPictureCharts(const Shown& shown);

/// Returns the lesson on windows that walk over a small picture, on what a window of 3 keeps
/// instead of one of 2, and on what a shift by one pixel does to the map (S2-25, S2-41, X-15,
///
[[nodiscard]] Lesson poolLesson();

/// Returns the lesson on the traffic between CPU and GPU, copy by copy and launch by launch, as the
/// thesis did it and at once (S2-34, S2-43, S2-58).
[[nodiscard]] Lesson poolTrafficLesson();
/// Says the same of a case in numbers, for each of the GPU's kernels, whether this PC has a GPU or
/// not.
[[nodiscard]] CardValue poolTrafficCard(const PoolCase& work, const Text& text);

/// Says what shared memory costs a window and what it saves, from the counters of the products by
/// matmul1 and matmul3 (S2-56); nothing where the reply lacks one of them.
[[nodiscard]] std::vector<std::string> poolEmulatedNotes(const Json& reply, const Text& text);

}  // namespace duelo
