// SPDX-License-Identifier: Apache-2.0
#include "dnn/adaptive_mean.h"

#include <cstdint>

#include "dnn/bf16.h"

namespace duelo {
namespace {

template <typename T>
void means(const AdaptiveMean& work, const T* from, T* to) {
    const Shape &in = work.in, &out = work.out;
    const auto begin = [](std::int64_t i, std::int64_t size, std::int64_t n) {
        return i * size / n;
    };
    const auto end = [](std::int64_t i, std::int64_t size, std::int64_t n) {
        return ((i + 1) * size + n - 1) / n;
    };
    for (std::int64_t plane = 0; plane < in.batch * in.channels; ++plane) {
        for (std::int64_t y = 0; y < out.height; ++y) {
            const std::int64_t top = begin(y, in.height, out.height);
            const std::int64_t bottom = end(y, in.height, out.height);
            for (std::int64_t x = 0; x < out.width; ++x) {
                const std::int64_t left = begin(x, in.width, out.width);
                const std::int64_t right = end(x, in.width, out.width);
                float sum = 0;
                for (std::int64_t row = top; row < bottom; ++row)
                    for (std::int64_t column = left; column < right; ++column)
                        sum += widened(from[row * in.width + column]);
                put(*to++, sum / static_cast<float>((bottom - top) * (right - left)));
            }
        }
        from += in.height * in.width;
    }
}

}  // namespace

void AdaptiveMean::run(std::span<void* const> places) const {
    if (bf16)
        means(*this, static_cast<const Bf16*>(places[0]), static_cast<Bf16*>(places[1]));
    else
        means(*this, static_cast<const float*>(places[0]), static_cast<float*>(places[1]));
}

}  // namespace duelo
