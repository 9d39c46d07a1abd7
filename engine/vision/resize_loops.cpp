// SPDX-License-Identifier: Apache-2.0
#include "vision/resize_loops.h"

#include <algorithm>
#include <array>

#if defined(__x86_64__)
#define DUELO_WIDE_RESIZE
#include <immintrin.h>
#endif

namespace duelo {
namespace {

void plainRows(const std::uint8_t* row, std::size_t step, std::size_t count,
               const RowFilter& filter, std::uint8_t* out, std::size_t out_step) {
    for (; count > 0; --count, row += step, out += out_step) {
        const std::int32_t* weights = filter.weights.data();
        std::uint8_t* to = out;
        for (const std::size_t first : filter.first) {
            std::array<std::int32_t, 3> sums{filter_rounding, filter_rounding, filter_rounding};
            const std::uint8_t* from = row + first;
            for (int group = 0; group < filter.groups; ++group, weights += RowFilter::kLanes)
                for (std::size_t lane = 0; lane + 1 < RowFilter::kLanes; ++lane)
                    sums[lane % 3] += *from++ * weights[lane];
            for (const std::int32_t sum : sums) *to++ = filteredByte(sum);
        }
    }
}

void plainColumn(const std::uint8_t* from, std::size_t step, const FilterTaps& taps,
                 std::size_t bytes, std::uint8_t* out) {
    constexpr std::size_t kBlock = 256;
    std::array<std::int32_t, kBlock> sums{};
    for (std::size_t i = 0; i < bytes; i += kBlock) {
        const std::size_t count = std::min(kBlock, bytes - i);
        sums.fill(filter_rounding);
        const std::uint8_t* in = from + i;
        for (const std::int32_t weight : taps.weights) {
            for (std::size_t k = 0; k < count; ++k) sums[k] += in[k] * weight;
            in += step;
        }
        for (std::size_t k = 0; k < count; ++k) out[i + k] = filteredByte(sums[k]);
    }
}

#ifdef DUELO_WIDE_RESIZE

#define DUELO_AVX2 __attribute__((target("avx2")))
#define DUELO_AVX512 __attribute__((target("avx2,avx512f")))

DUELO_AVX2 inline __m256i eightBytes(const std::uint8_t* from) {
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)));
}

DUELO_AVX2 inline __m256i eightWeights(const std::int32_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

/// Lanes 0 to 14 of both are five pixels: their sum in lanes 0, 1 and 2.
DUELO_AVX2 inline __m128i sumOfPixels(__m256i low, __m256i high) {
    const auto moved = [](__m256i lanes, __m256i places) DUELO_AVX2 {
        return _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(lanes, places));
    };
    const __m256i middle = _mm256_blend_epi32(low, high, 0b00111111);  // 8 to 13, then 6 and 7
    const __m128i second = moved(low, _mm256_setr_epi32(3, 4, 5, 0, 0, 0, 0, 0));
    const __m128i third = moved(middle, _mm256_setr_epi32(6, 7, 0, 0, 0, 0, 0, 0));
    const __m128i fourth = moved(high, _mm256_setr_epi32(1, 2, 3, 0, 0, 0, 0, 0));
    const __m128i fifth = moved(high, _mm256_setr_epi32(4, 5, 6, 0, 0, 0, 0, 0));
    return _mm_add_epi32(_mm_add_epi32(_mm256_castsi256_si128(low), second),
                         _mm_add_epi32(third, _mm_add_epi32(fourth, fifth)));
}

/// Three sums as bytes.
DUELO_AVX2 inline void storePixel(__m128i sums, std::uint8_t* out) {
    sums = _mm_srai_epi32(_mm_add_epi32(sums, _mm_set1_epi32(filter_rounding)), filter_weight_bits);
    sums = _mm_packus_epi32(sums, sums);  // at most 511 each: what follows cuts to 255
    sums = _mm_packus_epi16(sums, sums);
    const auto pixel = static_cast<std::uint32_t>(_mm_cvtsi128_si32(sums));
    out[0] = static_cast<std::uint8_t>(pixel);
    out[1] = static_cast<std::uint8_t>(pixel >> 8);
    out[2] = static_cast<std::uint8_t>(pixel >> 16);
}

/// Filters `Rows` rows at once: they share the loads of each weight, which come from a farther
/// cache.
template <std::size_t Rows>
DUELO_AVX2 void avx2SomeRows(const std::uint8_t* row, std::size_t step, const RowFilter& filter,
                             std::uint8_t* out, std::size_t out_step) {
    const std::int32_t* weights = filter.weights.data();
    for (const std::size_t first : filter.first) {
        const std::uint8_t* from = row + first;
        __m256i low[Rows], high[Rows];
#pragma GCC unroll 4
        for (std::size_t r = 0; r < Rows; ++r) low[r] = high[r] = _mm256_setzero_si256();
        for (int group = 0; group < filter.groups; ++group) {
            const __m256i w_low = eightWeights(weights), w_high = eightWeights(weights + 8);
#pragma GCC unroll 4
            for (std::size_t r = 0; r < Rows; ++r) {
                const std::uint8_t* at = from + r * step;
                low[r] = _mm256_add_epi32(low[r], _mm256_mullo_epi32(eightBytes(at), w_low));
                high[r] = _mm256_add_epi32(high[r], _mm256_mullo_epi32(eightBytes(at + 8), w_high));
            }
            from += 3 * RowFilter::kPixels;
            weights += RowFilter::kLanes;
        }
#pragma GCC unroll 4
        for (std::size_t r = 0; r < Rows; ++r)
            storePixel(sumOfPixels(low[r], high[r]), out + r * out_step);
        out += 3;
    }
}

/// Masks of ones cost nothing; without them GCC 12 warns of its own header (GCC bug 105593).
template <std::size_t Rows>
DUELO_AVX512 void avx512SomeRows(const std::uint8_t* row, std::size_t step, const RowFilter& filter,
                                 std::uint8_t* out, std::size_t out_step) {
    const std::int32_t* weights = filter.weights.data();
    for (const std::size_t first : filter.first) {
        const std::uint8_t* from = row + first;
        __m512i sums[Rows];
#pragma GCC unroll 4
        for (std::size_t r = 0; r < Rows; ++r) sums[r] = _mm512_setzero_si512();
        for (int group = 0; group < filter.groups; ++group) {
            const __m512i weight = _mm512_loadu_si512(weights);
#pragma GCC unroll 4
            for (std::size_t r = 0; r < Rows; ++r) {
                const auto* at = reinterpret_cast<const __m128i*>(from + r * step);
                const __m512i bytes = _mm512_maskz_cvtepu8_epi32(0xffff, _mm_loadu_si128(at));
                sums[r] = _mm512_add_epi32(sums[r], _mm512_mullo_epi32(bytes, weight));
            }
            from += 3 * RowFilter::kPixels;
            weights += RowFilter::kLanes;
        }
#pragma GCC unroll 4
        for (std::size_t r = 0; r < Rows; ++r)
            storePixel(sumOfPixels(_mm512_maskz_extracti64x4_epi64(0xff, sums[r], 0),
                                   _mm512_maskz_extracti64x4_epi64(0xff, sums[r], 1)),
                       out + r * out_step);
        out += 3;
    }
}

using SomeRows = void (*)(const std::uint8_t*, std::size_t, const RowFilter&, std::uint8_t*,
                          std::size_t);

template <SomeRows Four, SomeRows One>
void wideRows(const std::uint8_t* row, std::size_t step, std::size_t count, const RowFilter& filter,
              std::uint8_t* out, std::size_t out_step) {
    for (; count >= 4; count -= 4, row += 4 * step, out += 4 * out_step)
        Four(row, step, filter, out, out_step);
    for (; count > 0; --count, row += step, out += out_step) One(row, step, filter, out, out_step);
}

DUELO_AVX2 void avx2Column(const std::uint8_t* from, std::size_t step, const FilterTaps& taps,
                           std::size_t bytes, std::uint8_t* out) {
    constexpr std::size_t kBlock = 32;
    std::size_t i = 0;
    for (; i + kBlock <= bytes; i += kBlock) {
        __m256i sums[4];
        for (__m256i& sum : sums) sum = _mm256_set1_epi32(filter_rounding);
        const std::uint8_t* in = from + i;
        for (const std::int32_t tap : taps.weights) {
            const __m256i weight = _mm256_set1_epi32(tap);
            for (std::size_t k = 0; k < 4; ++k)
                sums[k] =
                    _mm256_add_epi32(sums[k], _mm256_mullo_epi32(eightBytes(in + 8 * k), weight));
            in += step;
        }
        for (__m256i& sum : sums) sum = _mm256_srai_epi32(sum, filter_weight_bits);
        // Each packing takes turns between halves; the last step puts them in order again.
        const __m256i packed = _mm256_packus_epi16(_mm256_packus_epi32(sums[0], sums[1]),
                                                   _mm256_packus_epi32(sums[2], sums[3]));
        const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i),
                            _mm256_permutevar8x32_epi32(packed, order));
    }
    if (i < bytes) plainColumn(from + i, step, taps, bytes - i, out + i);
}

constexpr ResizeLoops kAvx2ResizeLoops{wideRows<avx2SomeRows<4>, avx2SomeRows<1>>, avx2Column};
// There is one pass over columns to as many over rows as the height shrinks: AVX2 does.
constexpr ResizeLoops kAvx512ResizeLoops{wideRows<avx512SomeRows<4>, avx512SomeRows<1>>,
                                         avx2Column};

#endif

}  // namespace

RowFilter::RowFilter(const std::vector<FilterTaps>& taps) {
    std::size_t most = 0;
    for (const FilterTaps& tap : taps) most = std::max(most, tap.weights.size());
    groups = static_cast<int>((most + kPixels - 1) / kPixels);
    const std::size_t of_one = static_cast<std::size_t>(groups) * kLanes;
    weights.resize(taps.size() * of_one);
    for (std::size_t x = 0; x < taps.size(); ++x) {
        first.push_back(std::size_t{3} * static_cast<std::size_t>(taps[x].first));
        for (std::size_t i = 0; i < taps[x].weights.size(); ++i)
            std::fill_n(weights.begin() + static_cast<std::ptrdiff_t>(
                                              x * of_one + i / kPixels * kLanes + i % kPixels * 3),
                        3, taps[x].weights[i]);
    }
}

std::vector<ResizeLoops> allResizeLoops() {
    std::vector<ResizeLoops> all{{plainRows, plainColumn}};
#ifdef DUELO_WIDE_RESIZE
    if (__builtin_cpu_supports("avx2")) {
        all.push_back(kAvx2ResizeLoops);
        if (__builtin_cpu_supports("avx512f")) all.push_back(kAvx512ResizeLoops);
    }
#endif
    return all;
}

const ResizeLoops& resizeLoops() {
    static const ResizeLoops widest = allResizeLoops().back();
    return widest;
}

}  // namespace duelo
