// SPDX-License-Identifier: Apache-2.0
#include "dnn/attention.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include <omp.h>

#include "dnn/bf16.h"
#include "dnn/row_loops.h"
#include "dnn/tile_product.h"
#include "networks/arena.h"

namespace duelo {
namespace {

/// Fewer queries are not worth taking a head's keys and values for.
constexpr std::int64_t kLeastQueries = 32;
/// The number of which a tile's columns are a multiple.
constexpr std::int64_t kColumns = 16;

constexpr std::int64_t wholeColumns(std::int64_t count) {
    return (count + kColumns - 1) / kColumns * kColumns;
}

/// Converts to fp32.
template <typename T>
void widen(const T* from, float* to, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) to[i] = widened(from[i]);
}

const std::uint32_t* wordsOf(const void* values) {
    return static_cast<const std::uint32_t*>(values);
}

/// All columns of a panel.
void multiply(MultiplyTile tile, TileProduct product, std::int64_t columns) {
    product.next = static_cast<const std::byte*>(product.panel);
    for (std::int64_t first = 0; first < columns; first += kTileColumns) {
        product.columns = std::min(kTileColumns, columns - first);
        tile(product);
        product.panel = static_cast<const float*>(product.panel) + product.columns;
        product.sums += product.columns;
    }
}

}  // namespace

/// The scratch memory of one thread; sizes in words of 32 bits.
struct Attention::Scratch {
    explicit Scratch(const Attention& work)
        : key_words(work.inPairs() ? work.width / 2 : work.width),
          value_words(work.inPairs() ? (work.tokens + 1) / 2 : work.tokens),
          token_columns(wholeColumns(work.tokens)),
          width_columns(wholeColumns(work.width)),
          copied(work.bf16 && !work.inPairs() ? std::max(kTileRows, work.tokens) * work.width : 0) {
    }

    [[nodiscard]] std::int64_t bytes() const {
        return aligned(4 * ((key_words + 2 * kTileRows) * token_columns +
                            (value_words + kTileRows) * width_columns + copied));
    }
    void lieAt(float* begin) {
        keys = begin;
        values = keys + key_words * token_columns;
        scores = values + value_words * width_columns;
        shares = scores + kTileRows * token_columns;
        results = shares + kTileRows * token_columns;
        copies = results + kTileRows * width_columns;
    }

    std::int64_t key_words, value_words, token_columns, width_columns, copied;
    float* keys = nullptr;     // [key_words, token_columns]
    float* values = nullptr;   // [value_words, width_columns]
    float* scores = nullptr;   // [kTileRows, token_columns]
    float* shares = nullptr;   // the same as pairs
    float* results = nullptr;  // [kTileRows, width_columns]
    float* copies = nullptr;   // of queries or keys, as fp32
};

bool Attention::inPairs() const {
    return bf16 && width % 2 == 0 && multiplyTile(true) != nullptr;
}

std::int64_t Attention::scratchBytes() const {
    return threads * Scratch(*this).bytes();
}

std::int64_t Attention::queryBlocks() const {
    std::int64_t count = 1;
    while (batch * heads * count % threads != 0 && tokens / (count + 1) >= kLeastQueries) ++count;
    return count;
}

template <typename T>
void Attention::takeKeys(const T* keys, const Scratch& scratch) const {
    const std::int64_t stride = 3 * heads * width;
    auto* const to = reinterpret_cast<std::uint32_t*>(scratch.keys);
    const auto transposed = rowLoops().transposed;
    if (std::is_same_v<T, float> || inPairs()) {
        const std::int64_t words = std::is_same_v<T, float> ? stride : stride / 2;
        transposed(wordsOf(keys), words, to, scratch.token_columns, tokens, scratch.key_words);
        return;
    }
    for (std::int64_t token = 0; token < tokens; ++token)
        widen(keys + token * stride, scratch.copies + token * width, width);
    transposed(wordsOf(scratch.copies), width, to, scratch.token_columns, tokens, width);
}

template <typename T>
void Attention::takeValues(const T* values, const Scratch& scratch) const {
    const std::int64_t stride = 3 * heads * width;
    for (std::int64_t word = 0; word < scratch.value_words; ++word) {
        float* const to = scratch.values + word * scratch.width_columns;
        if constexpr (std::is_same_v<T, Bf16>) {
            if (inPairs()) {
                const T* const first = values + 2 * word * stride;
                // Its share is 0, so that it may be any.
                const T* const second = 2 * word + 1 < tokens ? first + stride : first;
                rowLoops().paired(first, second, reinterpret_cast<std::uint32_t*>(to), width);
                continue;
            }
        }
        widen(values + word * stride, to, width);
    }
}

template <typename T>
void Attention::answer(const T* queries, std::int64_t count, T* found,
                       const Scratch& scratch) const {
    const RowLoops& loops = rowLoops();
    const bool pairs = inPairs();
    const MultiplyTile tile = multiplyTile(pairs);
    const std::int64_t stride = 3 * heads * width, columns = scratch.token_columns;
    TileProduct product{.rows = queries,
                        .row_words = pairs ? stride / 2 : stride,
                        .row_count = count,
                        .panel = scratch.keys,
                        .panel_words = columns,
                        .words = scratch.key_words,
                        .sums = scratch.scores,
                        .sums_stride = columns};
    if (std::is_same_v<T, Bf16> && !pairs) {
        for (std::int64_t i = 0; i < count; ++i)
            widen(queries + i * stride, scratch.copies + i * width, width);
        product.rows = scratch.copies;
        product.row_words = width;
    }
    multiply(tile, product, columns);

    const float scale = 1 / std::sqrt(static_cast<float>(width));
    std::array<float, kTileRows> whole{};
    for (std::int64_t i = 0; i < count; ++i) {
        float* const row = scratch.scores + i * columns;
        whole[static_cast<std::size_t>(i)] = loops.exponentials(row, tokens, scale);
        if (!pairs) continue;
        auto* const halves = reinterpret_cast<Bf16*>(scratch.shares + i * columns);
        loops.scaledBf16(row, halves, tokens, 1);
        if (tokens % 2 != 0) halves[tokens] = 0;
    }
    multiply(tile,
             {.rows = pairs ? scratch.shares : scratch.scores,
              .row_words = columns,
              .row_count = count,
              .panel = scratch.values,
              .panel_words = scratch.width_columns,
              .words = scratch.value_words,
              .sums = scratch.results,
              .sums_stride = scratch.width_columns},
             scratch.width_columns);
    for (std::int64_t i = 0; i < count; ++i) {
        const float* const row = scratch.results + i * scratch.width_columns;
        T* const to = found + i * heads * width;
        const float share = whole[static_cast<std::size_t>(i)];
        if constexpr (std::is_same_v<T, float>)
            loops.scaled(row, to, width, share);
        else
            loops.scaledBf16(row, to, width, share);
    }
}

template <typename T>
void Attention::compute(const T* qkv, T* found, float* scratch) const {
    const std::int64_t channels = heads * width, stride = 3 * channels;
    const std::int64_t blocks = queryBlocks(), works = batch * heads * blocks;
#pragma omp parallel num_threads(threads)
    {
        const std::int64_t me = omp_get_thread_num(), all = omp_get_num_threads();
        Scratch own(*this);
        own.lieAt(scratch + me * own.bytes() / 4);
        std::int64_t head_at_hand = -1;
        for (std::int64_t work = works * me / all; work < works * (me + 1) / all; ++work) {
            const std::int64_t head = work / blocks, block = work % blocks;
            const std::int64_t image = head / heads, column = head % heads * width;
            const T* const queries = qkv + image * tokens * stride + column;
            if (head != head_at_hand) {
                takeKeys(queries + channels, own);
                takeValues(queries + 2 * channels, own);
                head_at_hand = head;
            }
            const std::int64_t end = tokens * (block + 1) / blocks;
            for (std::int64_t first = tokens * block / blocks; first < end; first += kTileRows)
                answer(queries + first * stride, std::min(kTileRows, end - first),
                       found + (image * tokens + first) * channels + column, own);
        }
    }
}

void Attention::run(std::span<void* const> places) const {
    auto* const scratch = static_cast<float*>(places[2]);
    if (bf16)
        compute(static_cast<const Bf16*>(places[0]), static_cast<Bf16*>(places[1]), scratch);
    else
        compute(static_cast<const float*>(places[0]), static_cast<float*>(places[1]), scratch);
}

}  // namespace duelo
