// SPDX-License-Identifier: Apache-2.0
#include "dnn/attention.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <type_traits>

#include <omp.h>
#include <oneapi/dnnl/dnnl.h>

#include "dnn/bf16.h"
#include "dnn/row_loops.h"
#include "networks/arena.h"

namespace duelo {
namespace {

/// What they find of some hundred keys fits a core's second-level cache.
constexpr std::int64_t kQueries = 128;

/// A part of a larger matrix, whose rows are `stride` values apart.
struct Part {
    const float* values;
    std::int64_t stride;
};

/// As fp32: where it lies, or in `copy`.
template <typename T>
Part asFloats(const T* values, std::int64_t stride, std::int64_t rows, std::int64_t columns,
              float* copy) {
    if constexpr (std::is_same_v<T, float>) return {values, stride};
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t i = 0; i < columns; ++i)
            copy[row * columns + i] = widened(values[row * stride + i]);
    return {copy, columns};
}

}  // namespace

std::int64_t Attention::scratchValues() const {
    const std::int64_t copied = bf16 ? kQueries + 2 * tokens : 0;
    return aligned((kQueries * (tokens + width) + copied * width) * 4) / 4;
}

std::int64_t Attention::scratchBytes() const {
    return threads * scratchValues() * 4;
}

template <typename T>
void Attention::compute(const T* qkv, T* found, float* scratch) const {
    const std::int64_t channels = heads * width, stride = 3 * channels;
    const std::int64_t blocks = (tokens + kQueries - 1) / kQueries;
    const std::int64_t works = batch * heads * blocks;
    const float scale = 1 / std::sqrt(static_cast<float>(width));
    const RowLoops& loops = rowLoops();
    std::atomic<bool> failed = false;
#pragma omp parallel num_threads(threads)
    {
        const std::int64_t me = omp_get_thread_num(), all = omp_get_num_threads();
        float* const scores = scratch + me * scratchValues();
        float* const results = scores + kQueries * tokens;
        float* const copies = results + kQueries * width;  // in bf16 alone
        std::int64_t head_at_hand = -1;
        Part key{}, value{};
        for (std::int64_t work = works * me / all; work < works * (me + 1) / all; ++work) {
            const std::int64_t head = work / blocks, first = work % blocks * kQueries;
            const std::int64_t image = head / heads, column = head % heads * width;
            const T* const own = qkv + image * tokens * stride + column;
            if (head != head_at_hand) {
                float* const keys = copies + kQueries * width;
                key = asFloats(own + channels, stride, tokens, width, keys);
                value = asFloats(own + 2 * channels, stride, tokens, width, keys + tokens * width);
                head_at_hand = head;
            }
            const std::int64_t queries = std::min(kQueries, tokens - first);
            const Part query = asFloats(own + first * stride, stride, queries, width, copies);
            dnnl_status_t status =
                dnnl_sgemm('N', 'T', queries, tokens, width, scale, query.values, query.stride,
                           key.values, key.stride, 0, scores, tokens);
            std::array<float, kQueries> shares{};
            for (std::int64_t i = 0; i < queries; ++i)
                shares[i] = loops.exponentials(scores + i * tokens, tokens);
            if (status == dnnl_success)
                status = dnnl_sgemm('N', 'N', queries, width, tokens, 1, scores, tokens,
                                    value.values, value.stride, 0, results, width);
            if (status != dnnl_success) failed = true;
            T* to = found + (image * tokens + first) * channels + column;
            for (std::int64_t i = 0; i < queries; ++i, to += channels)
                for (std::int64_t c = 0; c < width; ++c)
                    put(to[c], results[i * width + c] * shares[i]);
        }
    }
    if (failed) throw std::runtime_error("oneDNN could not multiply the matrices of attention");
}

void Attention::run(std::span<void* const> places) const {
    auto* const scratch = static_cast<float*>(places[2]);
    if (bf16)
        compute(static_cast<const Bf16*>(places[0]), static_cast<Bf16*>(places[1]), scratch);
    else
        compute(static_cast<const float*>(places[0]), static_cast<float*>(places[1]), scratch);
}

}  // namespace duelo
