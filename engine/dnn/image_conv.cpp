// SPDX-License-Identifier: Apache-2.0
#include "dnn/image_conv.h"

#include <algorithm>

#include <omp.h>

#include "dnn/row_loops.h"
#include "dnn/tile_product.h"
#include "networks/arena.h"

namespace duelo {
namespace {

/// The rows of a result that share the rows of the image gathered for them: few enough for a core's
/// caches, many enough that hardly a row is gathered twice.
constexpr std::int64_t kRowsOfBlock = 16;
/// The tiles' columns come in such steps.
constexpr int kColumnStep = 16;
constexpr std::int64_t kImageChannels = 3;

}  // namespace

bool ImageConv::takes(const Node& node, const Shape& in, Activation activation, bool bf16) {
    return multipliesWide(bf16) && node.groups == 1 && node.kernel > 1 &&
           in.channels == kImageChannels && node.out_channels % kColumnStep == 0 &&
           activation != Activation::Gelu && (!bf16 || node.stride % 2 == 0);
}

std::int64_t ImageConv::runWords() const {
    return parts(kernel * in.channels, valuesOfWord());
}

std::int64_t ImageConv::rowWords() const {
    const std::int64_t held = (columns.before + in.width) * in.channels;
    const std::int64_t read = (out.width - 1) * stride * in.channels + runWords() * valuesOfWord();
    return aligned(std::max(held, read) * (bf16 ? 2 : 4)) / 4;
}

std::int64_t ImageConv::blocks() const {
    std::int64_t count = parts(out.height, kRowsOfBlock);
    while (count * in.batch % threads != 0 && count < out.height) ++count;
    return count;
}

std::int64_t ImageConv::threadBytes() const {
    const std::int64_t of_result = parts(out.height, blocks());
    const std::int64_t of_image = (of_result - 1) * stride + kernel;
    // One row in fp32 beside them.
    return of_image * rowWords() * 4 + aligned(in.width * in.channels * 4);
}

std::int64_t ImageConv::scratchBytes() const {
    return threads * threadBytes();
}

std::int64_t ImageConv::packedValues() const {
    return parts(out.channels, kTileColumns) * kTileColumns * kernel * runWords() * valuesOfWord();
}

void ImageConv::pack(const float* weights, void* to) const {
    const std::int64_t each = valuesOfWord(), count = packedValues();
    const auto place = [&](std::int64_t i, float value) {
        if (bf16)
            put(static_cast<Bf16*>(to)[i], value);
        else
            static_cast<float*>(to)[i] = value;
    };
    for (std::int64_t i = 0; i < count; ++i) place(i, 0);
    for (std::int64_t o = 0; o < out.channels; ++o)
        for (std::int64_t c = 0; c < in.channels; ++c)
            for (std::int64_t y = 0; y < kernel; ++y)
                for (std::int64_t x = 0; x < kernel; ++x) {
                    const std::int64_t value = x * in.channels + c, panel = o / kTileColumns;
                    const std::int64_t word = (panel * kernel + y) * runWords() + value / each;
                    place((word * kTileColumns + o % kTileColumns) * each + value % each,
                          *weights++);
                }
}

void ImageConv::run(std::span<void* const> places) const {
    auto* const scratch = static_cast<std::byte*>(places.back());
    const std::int64_t of_image = blocks(), works = of_image * in.batch;
#pragma omp parallel num_threads(threads)
    {
        const std::int64_t me = omp_get_thread_num(), all = omp_get_num_threads();
        for (std::int64_t work = works * me / all; work < works * (me + 1) / all; ++work) {
            const std::int64_t block = work % of_image;
            compute(places,
                    {.image = work / of_image,
                     .first_row = out.height * block / of_image,
                     .last_row = out.height * (block + 1) / of_image},
                    scratch + me * threadBytes());
        }
    }
}

void ImageConv::gather(const float* image, const Block& block, std::byte* scratch) const {
    const RowLoops& loops = rowLoops();
    const std::int64_t row_bytes = rowWords() * 4, plane = in.height * in.width;
    const std::int64_t count = (block.last_row - block.first_row - 1) * stride + kernel;
    const std::int64_t before = columns.before * in.channels, values = in.width * in.channels;
    auto* const beside = reinterpret_cast<float*>(scratch + count * row_bytes);
    for (std::int64_t i = 0; i < count; ++i) {
        std::byte* const row = scratch + i * row_bytes;
        std::fill_n(row, row_bytes, std::byte{0});
        const std::int64_t y = block.first_row * stride - rows.before + i;
        if (y < 0 || y >= in.height) continue;
        const float* const from = image + y * in.width;
        if (bf16) {
            loops.beside3(from, plane, beside, in.width);
            loops.scaledBf16(beside, reinterpret_cast<Bf16*>(row) + before, values, 1);
        } else {
            loops.beside3(from, plane, reinterpret_cast<float*>(row) + before, in.width);
        }
    }
}

void ImageConv::compute(std::span<void* const> places, const Block& block,
                        std::byte* scratch) const {
    const std::int64_t image_values = in.channels * in.height * in.width;
    gather(static_cast<const float*>(places[0]) + block.image * image_values, block, scratch);
    const MultiplyTile multiply = multiplyTile(bf16);
    const ValueBounds bounds = boundsOf(activation);
    const std::int64_t bytes_each = bf16 ? 2 : 4, step = stride * in.channels / valuesOfWord();
    const std::int64_t panels = parts(out.channels, kTileColumns);
    const std::int64_t tiles = parts(out.width, kTileRows);
    for (std::int64_t y = block.first_row; y < block.last_row; ++y) {
        const auto* const row =
            reinterpret_cast<const float*>(scratch) + (y - block.first_row) * stride * rowWords();
        const std::int64_t result = (block.image * out.height + y) * out.width;
        for (std::int64_t work = 0; work < panels * tiles; ++work) {
            const std::int64_t panel = work / tiles, tile = work % tiles;
            const std::int64_t first = out.width * tile / tiles,
                               last = out.width * (tile + 1) / tiles, column = panel * kTileColumns;
            const TileEnd end{.bias = static_cast<const float*>(places[3]) + column,
                              .to = static_cast<std::byte*>(places[2]) +
                                    ((result + first) * out.channels + column) * bytes_each,
                              .to_stride = out.channels,
                              .least = bounds.least,
                              .most = bounds.most};
            multiply({.rows = row + first * step,
                      .row_words = step,
                      .row_count = last - first,
                      .runs = kernel,
                      .run_words = rowWords(),
                      .panel = static_cast<const float*>(places[1]) +
                               panel * kernel * runWords() * kTileColumns,
                      .panel_words = kTileColumns,
                      .columns = std::min(kTileColumns, out.channels - column),
                      .words = runWords(),
                      .end = &end,
                      .next = static_cast<const std::byte*>(end.to) +
                              (last - first) * out.channels * bytes_each});
        }
    }
}

}  // namespace duelo
