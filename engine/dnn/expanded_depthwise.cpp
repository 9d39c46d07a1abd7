// SPDX-License-Identifier: Apache-2.0
#include "dnn/expanded_depthwise.h"

#include <algorithm>

#include <omp.h>

#include "dnn/packed_linear.h"
#include "dnn/row_loops.h"
#include "dnn/tile_product.h"

namespace duelo {
namespace {

constexpr std::int64_t kSide = kDepthwiseSide;

}  // namespace

bool ExpandedDepthwise::takes(const Node& pointwise, const Node& depthwise) {
    return pointwise.kernel == 1 && pointwise.stride == 1 && pointwise.groups == 1 &&
           pointwise.padding == 0 && pointwise.out_channels % 16 == 0 &&
           depthwise.groups == pointwise.out_channels &&
           depthwise.out_channels == pointwise.out_channels && depthwise.kernel == kSide &&
           depthwise.stride <= 2;
}

std::int64_t ExpandedDepthwise::panels() const {
    return parts(out.channels, kTileColumns);
}

std::int64_t ExpandedDepthwise::chunks() const {
    return in.batch % threads == 0 ? 1 : std::min<std::int64_t>(threads, out.height);
}

std::int64_t ExpandedDepthwise::rowValues() const {
    return (columns.before + in.width + columns.after) * kTileColumns;
}

std::int64_t ExpandedDepthwise::scratchBytes() const {
    return threads * (kSide + 1) * rowValues() * 4;  // and a row of zeros
}

void ExpandedDepthwise::pack(const float* weights, float* to) const {
    for (std::int64_t channel = 0; channel < out.channels; ++channel)
        for (std::int64_t place = 0; place < kSide * kSide; ++place)
            to[place * out.channels + channel] = *weights++;
}

void ExpandedDepthwise::run(std::span<void* const> places) const {
    auto* const scratch = static_cast<float*>(places.back());
    const std::int64_t of_image = chunks() * panels(), works = of_image * in.batch;
#pragma omp parallel num_threads(threads)
    {
        const std::int64_t me = omp_get_thread_num(), all = omp_get_num_threads();
        float* const kept = scratch + me * (kSide + 1) * rowValues();
        std::fill_n(kept, (kSide + 1) * rowValues(), 0.0F);
        for (std::int64_t work = works * me / all; work < works * (me + 1) / all; ++work) {
            const std::int64_t chunk = work % of_image / panels();
            compute(places,
                    {.image = work / of_image,
                     .panel = work % panels(),
                     .first_row = out.height * chunk / chunks(),
                     .last_row = out.height * (chunk + 1) / chunks()},
                    kept);
        }
    }
}

void ExpandedDepthwise::expand(std::span<void* const> places, const Block& block, std::int64_t row,
                               float* to) const {
    const MultiplyTile multiply = multiplyTile(/*bf16=*/false);
    const ValueBounds bounds = boundsOf(first);
    const std::int64_t column = block.panel * kTileColumns;
    const std::int64_t panel_words = PackedLinear::inputsOfPanel(in.channels) * kTileColumns;
    const auto* const from = static_cast<const float*>(places[0]) +
                             (block.image * in.height + row) * in.width * in.channels;
    const std::int64_t tiles = parts(in.width, kTileRows);
    for (std::int64_t tile = 0; tile < tiles; ++tile) {
        const std::int64_t left = in.width * tile / tiles, right = in.width * (tile + 1) / tiles;
        const TileEnd end{.bias = static_cast<const float*>(places[3]) + column,
                          .to = to + (columns.before + left) * kTileColumns,
                          .to_stride = kTileColumns,
                          .least = bounds.least,
                          .most = bounds.most};
        multiply({.rows = from + left * in.channels,
                  .row_words = in.channels,
                  .row_count = right - left,
                  .panel = static_cast<const float*>(places[1]) + block.panel * panel_words,
                  .panel_words = kTileColumns,
                  .columns = std::min(kTileColumns, out.channels - column),
                  .words = in.channels,
                  .end = &end,
                  .next = reinterpret_cast<const std::byte*>(from + right * in.channels)});
    }
}

void ExpandedDepthwise::compute(std::span<void* const> places, const Block& block,
                                float* kept) const {
    const RowLoops& loops = rowLoops();
    const ValueBounds bounds = boundsOf(second);
    const std::int64_t column = block.panel * kTileColumns;
    const float* const zeros = kept + kSide * rowValues();
    const auto rowAt = [&](std::int64_t row) {
        return row < 0 || row >= in.height ? zeros : kept + row % kSide * rowValues();
    };
    std::int64_t next = std::max<std::int64_t>(0, block.first_row * stride - rows.before);
    for (std::int64_t y = block.first_row; y < block.last_row; ++y) {
        const std::int64_t top = y * stride - rows.before;
        for (; next < std::min(top + kSide, in.height); ++next)
            expand(places, block, next, kept + next % kSide * rowValues());
        const DepthwiseRow work{.rows = {rowAt(top), rowAt(top + 1), rowAt(top + 2)},
                                .stride = stride,
                                .width = out.width,
                                .channels = std::min(kTileColumns, out.channels - column),
                                .weights = static_cast<const float*>(places[4]) + column,
                                .all_channels = out.channels,
                                .bias = static_cast<const float*>(places[5]) + column,
                                .least = bounds.least,
                                .most = bounds.most};
        const std::int64_t to = (block.image * out.height + y) * out.width * out.channels + column;
        loops.depthwise(work, static_cast<float*>(places[2]) + to);
    }
}

}  // namespace duelo
