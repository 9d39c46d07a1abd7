// SPDX-License-Identifier: Apache-2.0
#include "dnn/packed_linear.h"

#include <algorithm>
#include <cstddef>

#include <omp.h>

#include "dnn/row_loops.h"
#include "dnn/tile_product.h"
#include "networks/arena.h"

namespace duelo {
namespace {

/// The words of a panel (192 KiB) that stay in a core's second-level cache while all rows of a
/// chunk are multiplied with them.
constexpr std::int64_t kDepthWords = 768;
/// The rows of a chunk, whose sums stay there too.
constexpr std::int64_t kChunkRows = 256;
/// Fewer rows are not worth bringing a panel near.
constexpr std::int64_t kLeastChunkRows = 48;

}  // namespace

/// The part that one thread computes at a time: a chunk of the rows times a panel.
struct PackedLinear::Block {
    std::int64_t panel = 0, first_row = 0, last_row = 0;
};

bool PackedLinear::takes(std::int64_t inputs, bool bf16) {
    const MultiplyTile multiply = multiplyTile(bf16);
    return multiply && multiply != kMultiplyTileBase && (!bf16 || inputs % 2 == 0);
}

std::int64_t PackedLinear::panels() const {
    return parts(outputs, kTileColumns);
}

std::int64_t PackedLinear::chunks() const {
    std::int64_t count = parts(rows, kChunkRows);
    while (count % threads != 0 && rows / (count + 1) >= kLeastChunkRows) ++count;
    return count;
}

std::int64_t PackedLinear::rowsOfChunk() const {
    return parts(rows, chunks());
}

std::int64_t PackedLinear::scratchValues() const {
    return aligned(rowsOfChunk() * kTileColumns * 4) / 4;
}

std::int64_t PackedLinear::scratchBytes() const {
    return threads * scratchValues() * 4;
}

PackedLinear::Block PackedLinear::block(std::int64_t work) const {
    // A thread keeps to its rows where it can, which are those that it made in the layer before.
    const std::int64_t count = chunks(), chunk = work / panels();
    return {work % panels(), rows * chunk / count, rows * (chunk + 1) / count};
}

void PackedLinear::run(std::span<void* const> places) const {
    auto* const scratch = static_cast<float*>(places.back());
    const std::int64_t works = panels() * chunks();
#pragma omp parallel num_threads(threads)
    {
        const std::int64_t me = omp_get_thread_num(), all = omp_get_num_threads();
        float* const sums = scratch + me * scratchValues();
        const std::int64_t last = works * (me + 1) / all;
        for (std::int64_t work = works * me / all; work < last; ++work)
            compute(places, block(work), block(std::min(work + 1, last - 1)), sums);
    }
}

void PackedLinear::compute(std::span<void* const> places, const Block& block, const Block& next,
                           float* sums) const {
    const MultiplyTile multiply = multiplyTile(bf16);
    const auto* const from = static_cast<const float*>(places[0]);
    const auto* const weights = static_cast<const float*>(places[1]);
    const std::int64_t count = block.last_row - block.first_row, tiles = parts(count, kTileRows);
    const std::int64_t panel_words = inputsOfPanel(inputs) / (bf16 ? 2 : 1);
    const auto panelAt = [&](std::int64_t panel, std::int64_t word) {
        return weights + (panel * panel_words + word) * kTileColumns;
    };
    const FinishedRow how = finishedRow(places, block.panel);
    // The narrowest tiles have so many columns; GELU would need what the sums are held in.
    const bool at_once = !how.gelu && how.count % 16 == 0;
    for (std::int64_t word = 0; word < words(); word += kDepthWords) {
        const std::int64_t depth = std::min(kDepthWords, words() - word);
        const bool last = word + depth == words();
        const float* const following =
            last ? panelAt(next.panel, 0) : panelAt(block.panel, word + depth);
        for (std::int64_t tile = 0; tile < tiles; ++tile) {
            const std::int64_t first = count * tile / tiles, end = count * (tile + 1) / tiles;
            if (last) awaitResult(places, block, first, end);
            const TileEnd result{.bias = how.bias,
                                 .to = resultAt(places, block, first),
                                 .to_stride = outputs,
                                 .adds = adds,
                                 .least = how.least,
                                 .most = how.most};
            multiply({.rows = from + (block.first_row + first) * words() + word,
                      .row_words = words(),
                      .row_count = end - first,
                      .panel = panelAt(block.panel, word),
                      .panel_words = kTileColumns,
                      .columns = at_once ? how.count : kTileColumns,
                      .words = depth,
                      .sums = sums + first * kTileColumns,
                      .adds = word > 0,
                      .end = last && at_once ? &result : nullptr,
                      .next = reinterpret_cast<const std::byte*>(following + depth * tile / tiles *
                                                                                 kTileColumns)});
            if (last && !at_once) finish(places, block, how, sums, first, end);
        }
    }
}

std::byte* PackedLinear::resultAt(std::span<void* const> places, const Block& block,
                                  std::int64_t row) const {
    const std::int64_t value = (block.first_row + row) * outputs + block.panel * kTileColumns;
    return static_cast<std::byte*>(places[2]) + value * (bf16 ? 2 : 4);
}

void PackedLinear::awaitResult(std::span<void* const> places, const Block& block,
                               std::int64_t first, std::int64_t last) const {
    const std::int64_t bytes = kTileColumns * (bf16 ? 2 : 4);
    for (std::int64_t row = first; row < last; ++row) {
        const std::byte* const line = resultAt(places, block, row);
        for (std::int64_t byte = 0; byte < bytes; byte += kArenaAlignment)
            __builtin_prefetch(line + byte, 1);
    }
}

FinishedRow PackedLinear::finishedRow(std::span<void* const> places, std::int64_t panel) const {
    const std::int64_t column = panel * kTileColumns;
    const ValueBounds bounds = boundsOf(activation);
    return {.count = std::min(kTileColumns, outputs - column),
            .bias = static_cast<const float*>(places[3]) + column,
            .adds = adds,
            .gelu = activation == Activation::Gelu,
            .least = bounds.least,
            .most = bounds.most};
}

void PackedLinear::finish(std::span<void* const> places, const Block& block, const FinishedRow& how,
                          const float* sums, std::int64_t first, std::int64_t last) const {
    const RowLoops& loops = rowLoops();
    for (std::int64_t row = first; row < last; ++row) {
        void* const to = resultAt(places, block, row);
        if (bf16)
            loops.finishBf16(sums + row * kTileColumns, static_cast<Bf16*>(to), how);
        else
            loops.finish(sums + row * kTileColumns, static_cast<float*>(to), how);
    }
}

}  // namespace duelo
