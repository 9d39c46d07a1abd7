// SPDX-License-Identifier: Apache-2.0
// Included by the sources that are compiled for one kind of instructions each; nothing in here may
// have a name that objects share, so no functions of the standard library either.
#pragma once

#include <cstdint>
#include <utility>

#include "dnn/bf16.h"
#include "dnn/row_loops.h"
#include "dnn/tile_product.h"
#include "dnn/vector_floats.h"

namespace duelo {
namespace {

constexpr std::int64_t kLanes = 16;

/// e^x for x <= 0: 2^n times a polynomial on [-ln 2 / 2, ln 2 / 2], whose coefficients are those of
/// the Cephes library's expf. Written so that compilers vectorise it.
[[gnu::always_inline]] inline float exponential(float x) {
    constexpr float magic = 12582912.0F;  // 1.5 * 2^23: adding it rounds to whole numbers
    x = x < -87.0F ? -87.0F : x;
    const float n = (x * 1.44269504F + magic) - magic;
    const float r = (x - n * 0.693359375F) - n * -2.12194440e-4F;
    float sum = 1.9875691500e-4F;
    sum = sum * r + 1.3981999507e-3F;
    sum = sum * r + 8.3334519073e-3F;
    sum = sum * r + 4.1665795894e-2F;
    sum = sum * r + 1.6666665459e-1F;
    sum = sum * r + 5.0000001201e-1F;
    const std::int32_t power = static_cast<std::int32_t>(n) + 127;
    return (sum * r * r + r + 1) * __builtin_bit_cast(float, power << 23);
}

using Words [[gnu::vector_size(4 * kVectorLanes)]] = std::uint32_t;

/// Returns exponential() of each value of a vector.
[[gnu::always_inline]] inline Floats exponentials(Floats x) {
    constexpr float magic = 12582912.0F;
    const Floats least = x * 0 - 87.0F;
    x = x < least ? least : x;
    const Floats rounded = x * 1.44269504F + magic, n = rounded - magic;
    const Floats r = (x - n * 0.693359375F) - n * -2.12194440e-4F;
    Floats sum = 1.9875691500e-4F * r + 1.3981999507e-3F;
    sum = sum * r + 8.3334519073e-3F;
    sum = sum * r + 4.1665795894e-2F;
    sum = sum * r + 1.6666665459e-1F;
    sum = sum * r + 5.0000001201e-1F;
    // n stands in the last bits of what was rounded; the others leave the word.
    const Words power = (__builtin_bit_cast(Words, rounded) + 127) << 23;
    return (sum * r * r + r + 1) * __builtin_bit_cast(Floats, power);
}

float exponentials(float* row, std::int64_t count, float scale) {
    const std::int64_t whole = (count + kLanes - 1) / kLanes * kLanes;
    for (std::int64_t i = count; i < whole; ++i) row[i] = -3e38F;
    Floats most = floatsAt(row);
    for (std::int64_t i = kVectorLanes; i < whole; i += kVectorLanes) {
        const Floats x = floatsAt(row + i);
        most = most < x ? x : most;
    }
    float largest = most[0];
    for (int lane = 1; lane < kVectorLanes; ++lane)
        largest = largest < most[lane] ? most[lane] : largest;
    Floats sums{};
    for (std::int64_t i = 0; i < whole; i += kVectorLanes) {
        const Floats power = exponentials((floatsAt(row + i) - largest) * scale);
        putFloats(row + i, power);
        sums += power;
    }
    float sum = 0;
    for (int lane = 0; lane < kVectorLanes; ++lane) sum += sums[lane];
    return 1 / sum;
}

/// Returns the mean of (x - centre)^power, with power 1 or 2.
template <int power, typename T>
float meanOf(const T* row, std::int64_t count, float centre) {
    const auto term = [centre](T value) {
        const float off = widened(value) - centre;
        return power == 1 ? off : off * off;
    };
    const std::int64_t whole = count / kLanes * kLanes;
    float sums[kLanes] = {};
    for (std::int64_t i = 0; i < whole; i += kLanes)
        for (std::int64_t lane = 0; lane < kLanes; ++lane) sums[lane] += term(row[i + lane]);
    float sum = 0;
    for (const float lane : sums) sum += lane;
    for (std::int64_t i = whole; i < count; ++i) sum += term(row[i]);
    return sum / static_cast<float>(count);
}

template <typename T>
void normalise(const T* from, T* to, const float* scale, const float* shift, std::int64_t count,
               float eps) {
    const float mean = meanOf<1>(from, count, 0);
    const float factor = 1 / __builtin_sqrtf(meanOf<2>(from, count, mean) + eps);
    for (std::int64_t i = 0; i < count; ++i)
        put(to[i], (widened(from[i]) - mean) * factor * scale[i] + shift[i]);
}

[[gnu::always_inline]] inline float gelu(float x) {
    const float size = __builtin_fabsf(x), z = size * 0.707106781F;
    const float t = 1 / (1 + 0.3275911F * z);
    float sum = 1.061405429F;
    sum = sum * t - 1.453152027F;
    sum = sum * t + 1.421413741F;
    sum = sum * t - 0.284496736F;
    sum = sum * t + 0.254829592F;
    return 0.5F * (x + size * (1 - sum * t * exponential(-z * z)));  // erf is odd
}

[[gnu::always_inline]] inline void putAll(float* /*to*/, const float* /*row*/, std::int64_t) {}
[[gnu::always_inline]] inline void putAll(Bf16* to, const float* row, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) put(to[i], row[i]);
}
[[gnu::always_inline]] inline float* rowFor(float* to, float* /*beside*/) {
    return to;
}
[[gnu::always_inline]] inline float* rowFor(Bf16* /*to*/, float* beside) {
    return beside;
}

template <bool adds, bool with_gelu, typename T>
[[gnu::always_inline]] inline void finishValues(const float* sums, T* to, const FinishedRow& how,
                                                std::int64_t count) {
    // Compilers vectorise what has one width of numbers.
    float beside[kTileColumns];
    float* const row = rowFor(to, beside);
    const float *const bias = how.bias, least = how.least, most = how.most;
    for (std::int64_t i = 0; i < count; ++i) {
        const float value = sums[i] + bias[i] + (adds ? widened(to[i]) : 0.0F);
        const float above = value < least ? least : value;
        row[i] = with_gelu ? gelu(value) : above > most ? most : above;
    }
    putAll(to, row, count);
}

template <bool adds, bool with_gelu, typename T>
void finishRow(const float* sums, T* to, const FinishedRow& how) {
    // A number that the compiler knows makes loops without ends.
    if (how.count == kTileColumns)
        finishValues<adds, with_gelu>(sums, to, how, kTileColumns);
    else
        finishValues<adds, with_gelu>(sums, to, how, how.count);
}

template <typename T>
void finish(const float* sums, T* to, const FinishedRow& how) {
    if (how.adds)
        how.gelu ? finishRow<true, true>(sums, to, how) : finishRow<true, false>(sums, to, how);
    else
        how.gelu ? finishRow<false, true>(sums, to, how) : finishRow<false, false>(sums, to, how);
}

template <typename T>
void scaled(const float* from, T* to, std::int64_t count, float factor) {
    for (std::int64_t i = 0; i < count; ++i) put(to[i], from[i] * factor);
}

void beside3(const float* from, std::int64_t plane, float* to, std::int64_t count) {
    const float *const second = from + plane, *const third = second + plane;
    for (std::int64_t i = 0; i < count; ++i) {
        to[3 * i] = from[i];
        to[3 * i + 1] = second[i];
        to[3 * i + 2] = third[i];
    }
}

/// The quarters beside the diagonal change places, here with rows `half` apart, then within each of
/// the four with half of that.
template <int half, int... column>
[[gnu::always_inline]] inline void swapQuarters(Words* rows,
                                                std::integer_sequence<int, column...> all) {
#pragma GCC unroll 16
    for (int i = 0; i < kVectorLanes; ++i) {
        if ((i & half) != 0) continue;
        const Words upper = rows[i], lower = rows[i + half];
        rows[i] = __builtin_shufflevector(
            upper, lower, ((column & half) != 0 ? kVectorLanes + column - half : column)...);
        rows[i + half] = __builtin_shufflevector(
            upper, lower, ((column & half) != 0 ? kVectorLanes + column : column + half)...);
    }
    if constexpr (half > 1) swapQuarters<half / 2>(rows, all);
}

void transposedSquare(const std::uint32_t* from, std::int64_t from_stride, std::uint32_t* to,
                      std::int64_t to_stride) {
    Words rows[kVectorLanes];
#pragma GCC unroll 16
    for (int i = 0; i < kVectorLanes; ++i)
        __builtin_memcpy(&rows[i], from + i * from_stride, sizeof rows[i]);
    swapQuarters<kVectorLanes / 2>(rows, std::make_integer_sequence<int, kVectorLanes>());
#pragma GCC unroll 16
    for (int i = 0; i < kVectorLanes; ++i)
        __builtin_memcpy(to + i * to_stride, &rows[i], sizeof rows[i]);
}

void transposed(const std::uint32_t* from, std::int64_t from_stride, std::uint32_t* to,
                std::int64_t to_stride, std::int64_t rows, std::int64_t columns) {
    const std::int64_t whole_rows = rows / kVectorLanes * kVectorLanes;
    const std::int64_t whole_columns = columns / kVectorLanes * kVectorLanes;
    for (std::int64_t row = 0; row < whole_rows; row += kVectorLanes)
        for (std::int64_t column = 0; column < whole_columns; column += kVectorLanes)
            transposedSquare(from + row * from_stride + column, from_stride,
                             to + column * to_stride + row, to_stride);
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = row < whole_rows ? whole_columns : 0; column < columns; ++column)
            __builtin_memcpy(to + column * to_stride + row, from + row * from_stride + column,
                             sizeof *to);
}

using Halves [[gnu::vector_size(2 * kVectorLanes)]] = Bf16;

[[gnu::always_inline]] inline Words wordsFrom(const Bf16* from) {
    Halves halves;
    __builtin_memcpy(&halves, from, sizeof halves);
    return __builtin_convertvector(halves, Words);
}

void paired(const Bf16* first, const Bf16* second, std::uint32_t* to, std::int64_t count) {
    const std::int64_t whole = count / kVectorLanes * kVectorLanes;
    for (std::int64_t i = 0; i < whole; i += kVectorLanes) {
        const Words pairs = wordsFrom(first + i) | wordsFrom(second + i) << 16;
        __builtin_memcpy(to + i, &pairs, sizeof pairs);
    }
    for (std::int64_t i = whole; i < count; ++i)
        to[i] = std::uint32_t{first[i]} | std::uint32_t{second[i]} << 16;
}

/// Computes `count` neighbouring places of the result for one vector of channels.
template <int count>
[[gnu::always_inline]] inline void neighbours(const DepthwiseRow& work, std::int64_t x,
                                              std::int64_t channel, float* to) {
    const Floats bias = floatsAt(work.bias + channel);
    Floats sums[count];
#pragma GCC unroll 8
    for (int i = 0; i < count; ++i) sums[i] = bias;
#pragma GCC unroll 8
    for (int row = 0; row < kDepthwiseSide; ++row) {
        const float* const from = work.rows[row] + x * work.stride * kTileColumns + channel;
        const float* const weights =
            work.weights + row * kDepthwiseSide * work.all_channels + channel;
#pragma GCC unroll 8
        for (int column = 0; column < kDepthwiseSide; ++column) {
            const Floats weight = floatsAt(weights + column * work.all_channels);
#pragma GCC unroll 8
            for (int i = 0; i < count; ++i)
                sums[i] += weight * floatsAt(from + (i * work.stride + column) * kTileColumns);
        }
    }
    const Floats least = Floats{} + work.least, most = Floats{} + work.most;
#pragma GCC unroll 8
    for (int i = 0; i < count; ++i) {
        const Floats above = sums[i] < least ? least : sums[i];
        const Floats value = above > most ? most : above;
        putFloats(to + (x + i) * work.all_channels + channel, value);
    }
}

void depthwise(const DepthwiseRow& work, float* to) {
    for (std::int64_t channel = 0; channel < work.channels; channel += kVectorLanes) {
        std::int64_t x = 0;
        for (; x + 8 <= work.width; x += 8) neighbours<8>(work, x, channel, to);
        for (; x + 4 <= work.width; x += 4) neighbours<4>(work, x, channel, to);
        for (; x < work.width; ++x) neighbours<1>(work, x, channel, to);
    }
}

constexpr RowLoops kLoopsOfThisText{exponentials,  scaled<float>, scaled<Bf16>,     beside3,
                                    transposed,    paired,        normalise<float>, normalise<Bf16>,
                                    finish<float>, finish<Bf16>,  depthwise};

}  // namespace
}  // namespace duelo
