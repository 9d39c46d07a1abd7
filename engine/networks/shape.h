// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "networks/network.h"

namespace duelo {

/// Logical extent of one value, in values (not bytes). Of a vector height = width = 1; of tokens
/// the height is how many each sequence has, and width = 1.
struct Shape {
    std::int64_t batch = 1;
    std::int64_t channels = 0;
    std::int64_t height = 1;
    std::int64_t width = 1;

    [[nodiscard]] std::int64_t elements() const { return batch * channels * height * width; }
    bool operator==(const Shape&) const = default;
};

/// Zeros before and after one dimension.
struct Padding {
    std::int64_t before = 0;
    std::int64_t after = 0;

    [[nodiscard]] std::int64_t total() const { return before + after; }
    bool operator==(const Padding&) const = default;
};

/// TensorFlow's "SAME": ceil(size / stride) outputs; an odd total puts the extra zero after.
[[nodiscard]] Padding samePadding(std::int64_t size, int kernel, int stride);

/// The padding of a convolution or pooling along a dimension of `size`, whichever kind it has.
[[nodiscard]] Padding paddingOf(const Node& node, std::int64_t size);

/// Outputs of a convolution or pooling along a dimension of `size`; 0 where its window does not
/// fit.
[[nodiscard]] std::int64_t windowedSize(const Node& node, std::int64_t size);

[[nodiscard]] Shape imageShape(int batch, int height, int width);
/// Returns the shape for a network that fixes the side of its image.
[[nodiscard]] Shape imageShape(const Network& network, int batch);

/// Shape of every value for an image shape; [0] is the image itself.
/// Fails with `image_too_small_for_model` where a window does not fit.
[[nodiscard]] Result<std::vector<Shape>> inferShapes(const Network& network, const Shape& image);

}  // namespace duelo
