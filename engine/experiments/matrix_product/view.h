// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "experiments/gpu_traffic.h"
#include "experiments/matrix_product/params.h"
#include "report/view.h"

namespace duelo {

/// Times, operations in a second and errors over n; what each step of the ladder changes in the
/// text and what it brings.
[[nodiscard]] const View& productView();

/// Returns the text of each step that has one.
[[nodiscard]] std::vector<KernelText> productTexts();

/// A kernel of a device's ladder that was timed in fp32 in a row, and its fastest column. They come
/// in the order of the ladder.
struct LadderStep {
    ProductKernel kernel{};
    std::size_t column = 0;
};
[[nodiscard]] std::vector<LadderStep> ladderOf(const Row& row, const Comparison& comparison,
                                               Device device);
/// The step of the ladder that a kernel's text follows on; none: it has no text, or is the first.
[[nodiscard]] std::optional<ProductKernel> stepBefore(ProductKernel kernel);
/// A sentence for each step of each device: what it is to the one before it, and what it does.
[[nodiscard]] std::vector<std::string> ladderLines(const Shown& shown, const Row& row);

[[nodiscard]] std::vector<CardValue> productCards(const Shown& shown);
/// A row by a column, term by term, for each element of a small product.
[[nodiscard]] Lesson productLesson();

/// Returns the lesson on copies between CPU and GPU for products in a row, each with the result of
/// the one before as its left factor: copied for each of them, or once.
[[nodiscard]] Lesson productTrafficLesson();
/// Counts the traffic of one product, from factors in the CPU's memory to a result there.
[[nodiscard]] GpuTraffic productTraffic(std::int64_t n, Precision precision);
[[nodiscard]] CardValue productTrafficCard(std::int64_t n, Precision precision, const Text& text);

}  // namespace duelo
