// SPDX-License-Identifier: Apache-2.0
#include "dnn/adaptive_mean.h"

#include <bit>
#include <cstdint>

namespace duelo {
namespace {

using Bf16 = std::uint16_t;

float widened(float value) {
    return value;
}
float widened(Bf16 value) {
    return std::bit_cast<float>(std::uint32_t{value} << 16);
}

void put(float& to, float value) {
    to = value;
}
void put(Bf16& to, float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    // Half-way cases go to the even one.
    to = static_cast<Bf16>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

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

void AdaptiveMean::run(const void* from, void* to) const {
    if (bf16)
        means(*this, static_cast<const Bf16*>(from), static_cast<Bf16*>(to));
    else
        means(*this, static_cast<const float*>(from), static_cast<float*>(to));
}

}  // namespace duelo
