// SPDX-License-Identifier: Apache-2.0
// Included by the sources that are compiled for one kind of instructions each; nothing in here may
// have a name that objects share, so no functions of the standard library either.
#pragma once

#include <cstdint>

#include "dnn/bf16.h"
#include "dnn/row_loops.h"
#include "dnn/tile_product.h"

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

float largestOf(const float* row, std::int64_t count) {
    float largest = row[0];
    const std::int64_t whole = count / kLanes * kLanes;
    float most[kLanes];
    for (float& lane : most) lane = row[0];
    for (std::int64_t i = 0; i < whole; i += kLanes)
        for (std::int64_t lane = 0; lane < kLanes; ++lane)
            most[lane] = most[lane] < row[i + lane] ? row[i + lane] : most[lane];
    for (const float lane : most) largest = largest < lane ? lane : largest;
    for (std::int64_t i = whole; i < count; ++i) largest = largest < row[i] ? row[i] : largest;
    return largest;
}

float exponentials(float* row, std::int64_t count) {
    const float largest = largestOf(row, count);
    const std::int64_t whole = count / kLanes * kLanes;
    float sums[kLanes] = {};
    for (std::int64_t i = 0; i < whole; i += kLanes)
        for (std::int64_t lane = 0; lane < kLanes; ++lane) {
            row[i + lane] = exponential(row[i + lane] - largest);
            sums[lane] += row[i + lane];
        }
    float sum = 0;
    for (const float lane : sums) sum += lane;
    for (std::int64_t i = whole; i < count; ++i) sum += row[i] = exponential(row[i] - largest);
    return 1 / sum;
}

/// Of (x - centre)^power, with power 1 or 2.
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
[[gnu::always_inline]] inline void finishValues(const float* sums, T* to, const float* bias,
                                                std::int64_t count) {
    // Compilers vectorise what has one width of numbers.
    float beside[kTileColumns];
    float* const row = rowFor(to, beside);
    for (std::int64_t i = 0; i < count; ++i) {
        const float value = sums[i] + bias[i] + (adds ? widened(to[i]) : 0.0F);
        row[i] = with_gelu ? gelu(value) : value;
    }
    putAll(to, row, count);
}

template <bool adds, bool with_gelu, typename T>
void finishRow(const float* sums, T* to, const FinishedRow& how) {
    // A number that the compiler knows makes loops without ends.
    if (how.count == kTileColumns)
        finishValues<adds, with_gelu>(sums, to, how.bias, kTileColumns);
    else
        finishValues<adds, with_gelu>(sums, to, how.bias, how.count);
}

template <typename T>
void finish(const float* sums, T* to, const FinishedRow& how) {
    if (how.adds)
        how.gelu ? finishRow<true, true>(sums, to, how) : finishRow<true, false>(sums, to, how);
    else
        how.gelu ? finishRow<false, true>(sums, to, how) : finishRow<false, false>(sums, to, how);
}

constexpr RowLoops kLoopsOfThisText{exponentials, normalise<float>, normalise<Bf16>, finish<float>,
                                    finish<Bf16>};

}  // namespace
}  // namespace duelo
