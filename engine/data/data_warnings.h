// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/leakage.h"
#include "stats/statistics.h"

namespace duelo {

/// A part whose interval at 90 % right is wider than this tells little (S2-M03): 10 points, so that
/// 140 samples are too few and 141 are enough.
inline constexpr double tiny_part_width = 0.10;

/// The factor between the largest class and the smallest below which an accuracy is read as it
/// stands.
inline constexpr double unbalanced_factor = 2;

/// Returns the warnings that a student should read before training:
///   data_leak_validation, data_leak_test, data_leak_between {copies, images, same_files,
///       same_pixels, near_copies}: validation in train, test in train, test in validation (S2-M01)
///   data_leak_examples {list}: the first of these copies, each with what it is a copy of
///   data_two_classes {pictures, images, list}: equal pictures under different classes (Y-24)
///   data_unbalanced {class, share_percent, other, factor}: the largest class of what is learnt has
///       at least unbalanced_factor times the images of the smallest; always saying it scores that
///       share (Y-24)
///   data_validation_tiny, data_test_tiny {images, low_percent}: the interval of the best result,
///       all right, begins there (S2-M03)
///   data_shipped_tiny {images, low_percent}: the same of a set that comes with Duelo, to which
///       nobody adds images, once for both parts and for the smaller of them
///   batch_exceeds_set {batch, images}: one update per epoch (S2-M04)
///   outputs_differ {outputs, classes}: outputs that never occur, or classes without one (S2-M08)
[[nodiscard]] std::vector<Reason> dataWarnings(const LabelledSet& samples, const Split& split,
                                               std::size_t batch, std::size_t outputs,
                                               const LeakReport& leaks, bool shipped = false);

}  // namespace duelo
