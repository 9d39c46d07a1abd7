// SPDX-License-Identifier: Apache-2.0
#include "dnn/winograd_conv.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <omp.h>

#include "dnn/tile_product.h"
#include "networks/winograd.h"

namespace duelo {
namespace {

// The number of tiles that are multiplied with a panel of weights once it is in the cache: the
// patches and sums of more tiles leave the second-level cache. From kDeepChannels on that is
// cheaper than to read the weights, which are millions, more often.
constexpr std::int64_t kTilesAtOnce = 36, kDeepChannels = 256;
/// The most and the least patches that a thread takes at once where the threads share them.
constexpr std::int64_t kSharedTiles = 64, kLeastTiles = kTileRows;

/// Lines of kTileRows rows that lie one behind the other, for every four words of each. Rows of
/// few channels, that a thread has transformed itself, are near without them.
constexpr std::int64_t kRowLines = 2, kNearChannels = 64;

/// Elements are a multiple of a page apart, which a cache would hold in few places: a line between.
constexpr std::int64_t kLineValues = 16;

}  // namespace

struct WinogradConv::Places {
    const float* map = nullptr;
    const float* weights = nullptr;
    float* result = nullptr;
    const float* bias = nullptr;
    float* scratch = nullptr;
};

/// The first row and column of its outputs.
struct WinogradConv::Tile {
    std::int64_t image = 0, row = 0, column = 0;
};

std::int64_t WinogradConv::tiles() const {
    return winogradTiles(out, outputs);
}

std::int64_t WinogradConv::elements() const {
    return winogradProducts(outputs);
}

std::int64_t WinogradConv::panels() const {
    return parts(out.channels, kTileColumns);
}

std::int64_t WinogradConv::columnsOf(std::int64_t panel) const {
    return std::min(kTileColumns, out.channels - panel * kTileColumns);
}

const float* WinogradConv::panelAt(const float* weights, std::int64_t panel) const {
    return weights + panel * kTileColumns * elements() * in.channels;
}

bool WinogradConv::sharesPatches() const {
    return tiles() < kWinogradTilesOfThread * threads;
}

std::int64_t WinogradConv::chunks() const {
    std::int64_t count = parts(tiles(), kSharedTiles);
    while (panels() * count % threads != 0 && tiles() / (count + 1) >= kLeastTiles) ++count;
    return count;
}

std::int64_t WinogradConv::tilesAtOnce() const {
    if (sharesPatches()) return parts(tiles(), chunks());
    const std::int64_t most = in.channels < kDeepChannels ? kTilesAtOnce : kWinogradTilesAtOnce;
    const std::int64_t of_thread = parts(tiles(), threads);
    return parts(of_thread, parts(of_thread, most));
}

std::int64_t WinogradConv::patchTiles() const {
    return sharesPatches() ? tiles() : tilesAtOnce();
}

std::int64_t WinogradConv::patchElement() const {
    return patchTiles() * in.channels + kLineValues;
}

std::int64_t WinogradConv::sumElement() const {
    return tilesAtOnce() * kTileColumns + kLineValues;
}

std::int64_t WinogradConv::patchValues() const {
    return elements() * patchElement();
}

std::int64_t WinogradConv::sumValues() const {
    return elements() * sumElement();
}

std::int64_t WinogradConv::scratchBytes() const {
    if (sharesPatches())
        return 4 *
               (patchValues() + std::min<std::int64_t>(threads, panels() * chunks()) * sumValues());
    return 4 * threads * (patchValues() + sumValues());
}

std::int64_t WinogradConv::weightValues() const {
    return elements() * in.channels * out.channels;
}

void WinogradConv::prepareWeights(const float* given, float* prepared) const {
    const std::int64_t count = elements(), inputs = in.channels, works = panels() * inputs;
#pragma omp parallel for num_threads(threads)
    for (std::int64_t work = 0; work < works; ++work) {
        const std::int64_t panel = work / inputs, input = work % inputs, columns = columnsOf(panel);
        float* const first = prepared + panel * kTileColumns * count * inputs + input * columns;
        std::array<double, winogradProducts(4)> kernel{};
        for (std::int64_t column = 0; column < columns; ++column) {
            winogradKernel(outputs, given + ((panel * kTileColumns + column) * inputs + input) * 9,
                           kernel.data());
            for (std::int64_t e = 0; e < count; ++e)
                first[e * inputs * columns + column] =
                    static_cast<float>(kernel[static_cast<std::size_t>(e)]);
        }
    }
}

WinogradConv::Tile WinogradConv::tileAt(std::int64_t tile) const {
    const std::int64_t columns = parts(out.width, outputs), rows = parts(out.height, outputs);
    tile = std::min(tile, tiles() - 1);  // behind the last one: what to bring near
    return {tile / columns / rows, tile / columns % rows * outputs, tile % columns * outputs};
}

void WinogradConv::transform(const float* map, std::int64_t tile, float* patch,
                             std::int64_t first_channel, std::int64_t last_channel) const {
    const auto cornerOf = [&](const Tile& at) {
        return map + at.image * from.image + (at.row - rows_before) * from.row +
               (at.column - columns_before) * from.column;
    };
    // Of a patch's rows or columns, that begin at `first` of `size`, how many are in the map.
    const auto within = [&](std::int64_t first, std::int64_t size) {
        return static_cast<int>(std::clamp<std::int64_t>(size - first, 0, outputs + 2));
    };
    const auto outside = [](std::int64_t first) {
        return static_cast<int>(std::max<std::int64_t>(0, -first));
    };
    const Tile at = tileAt(tile);
    const std::int64_t row = at.row - rows_before, column = at.column - columns_before;
    const WinogradLoops& loops = winogradLoops();
    (outputs == 4 ? loops.patch4 : loops.patch2)({.corner = cornerOf(at),
                                                  .next = cornerOf(tileAt(tile + 1)),
                                                  .layout = from,
                                                  .first_row = outside(row),
                                                  .last_row = within(row, in.height),
                                                  .first_column = outside(column),
                                                  .last_column = within(column, in.width),
                                                  .first_channel = first_channel,
                                                  .last_channel = last_channel,
                                                  .to = patch,
                                                  .to_element = patchElement()});
}

void WinogradConv::multiply(const float* patches, std::int64_t count, std::int64_t panel,
                            const float* weights, const float* next_panel, float* sums) const {
    const MultiplyTile multiply_tile = multiplyTile(/*bf16=*/false);
    const std::int64_t columns = columnsOf(panel), values = in.channels * columns;
    const std::int64_t works = parts(count, kTileRows);
    // What is behind in the weights is as long: each work brings near its part of it.
    const std::int64_t lines = parts(columns / 4, works);
    const std::int64_t row_lines = sharesPatches() || in.channels > kNearChannels ? kRowLines : 0;
    for (std::int64_t e = 0; e < elements(); ++e) {
        const float* const next = e + 1 < elements() ? weights + (e + 1) * values : next_panel;
        for (std::int64_t work = 0; work < works; ++work) {
            const std::int64_t first = count * work / works, last = count * (work + 1) / works;
            const float* const next_rows = work + 1 < works
                                               ? patches + e * patchElement() + last * in.channels
                                               : patches + (e + 1) * patchElement();
            multiply_tile({.rows = patches + e * patchElement() + first * in.channels,
                           .row_words = in.channels,
                           .row_count = last - first,
                           .panel = weights + e * values,
                           .panel_words = columns,
                           .columns = columns,
                           .words = in.channels,
                           .sums = sums + e * sumElement() + first * kTileColumns,
                           .sums_stride = kTileColumns,
                           .next = reinterpret_cast<const std::byte*>(
                               next + values / kLineValues * work / works * kLineValues),
                           .next_lines = lines,
                           .next_rows = reinterpret_cast<const std::byte*>(next_rows),
                           .next_row_lines = row_lines});
        }
    }
}

void WinogradConv::finish(const Places& places, std::int64_t tile, std::int64_t panel,
                          const float* sums) const {
    const std::int64_t channel = panel * kTileColumns, block = channel / to.block_channels;
    const auto cornerOf = [&](const Tile& at) {
        return places.result + at.image * to.image + at.row * to.row + at.column * to.column +
               block * to.block + channel % to.block_channels;
    };
    const Tile at = tileAt(tile);
    const auto within = [&](std::int64_t size) {
        return static_cast<int>(std::min<std::int64_t>(outputs, size));
    };
    const ValueBounds bounds = boundsOf(activation);
    const WinogradLoops& loops = winogradLoops();
    (outputs == 4 ? loops.tile4 : loops.tile2)({.sums = sums,
                                                .sums_element = sumElement(),
                                                .channels = columnsOf(panel),
                                                .corner = cornerOf(at),
                                                .next = cornerOf(tileAt(tile + 1)),
                                                .layout = to,
                                                .rows = within(out.height - at.row),
                                                .columns = within(out.width - at.column),
                                                .bias = bias ? places.bias + channel : nullptr,
                                                .adds = adds,
                                                .limits = activation != Activation::None,
                                                .least = bounds.least,
                                                .most = bounds.most});
}

void WinogradConv::compute(const Places& places, const float* patches, std::int64_t first,
                           std::int64_t last, std::int64_t panel, std::int64_t next_panel,
                           float* sums) const {
    multiply(patches, last - first, panel, panelAt(places.weights, panel),
             panelAt(places.weights, next_panel), sums);
    for (std::int64_t tile = first; tile < last; ++tile)
        finish(places, tile, panel, sums + (tile - first) * kTileColumns);
}

void WinogradConv::runApart(const Places& places, std::int64_t me, std::int64_t all) const {
    float* const patches = places.scratch + me * (patchValues() + sumValues());
    float* const sums = patches + patchValues();
    const std::int64_t begin = tiles() * me / all, count = tiles() * (me + 1) / all - begin;
    const std::int64_t blocks = parts(count, tilesAtOnce());
    for (std::int64_t block = 0; block < blocks; ++block) {
        const std::int64_t first = begin + count * block / blocks;
        const std::int64_t last = begin + count * (block + 1) / blocks;
        for (std::int64_t tile = first; tile < last; ++tile)
            transform(places.map, tile, patches + (tile - first) * in.channels, 0, in.channels);
        for (std::int64_t panel = 0; panel < panels(); ++panel)
            compute(places, patches, first, last, panel, (panel + 1) % panels(), sums);
    }
}

void WinogradConv::runShared(const Places& places, std::int64_t me, std::int64_t all) const {
    float* const patches = places.scratch;
    const std::int64_t parts_of_tile = in.channels / kLineValues, works = tiles() * parts_of_tile;
    const std::int64_t end = works * (me + 1) / all;
    for (std::int64_t work = works * me / all; work < end;) {
        const std::int64_t tile = work / parts_of_tile, part = work % parts_of_tile;
        const std::int64_t behind = std::min(end, (tile + 1) * parts_of_tile);
        transform(places.map, tile, patches + tile * in.channels, part * kLineValues,
                  (part + behind - work) * kLineValues);
        work = behind;
    }
#pragma omp barrier
    const std::int64_t count = chunks(), products = panels() * count;
    const std::int64_t first_work = products * me / all, last_work = products * (me + 1) / all;
    float* const sums = patches + patchValues() + (products < all ? first_work : me) * sumValues();
    for (std::int64_t work = first_work; work < last_work; ++work) {
        const std::int64_t first = tiles() * (work % count) / count;
        const std::int64_t last = tiles() * (work % count + 1) / count;
        compute(places, patches + first * in.channels, first, last, work / count,
                std::min(work + 1, last_work - 1) / count, sums);
    }
}

void WinogradConv::run(std::span<void* const> places) const {
    const Places all{.map = static_cast<const float*>(places[0]),
                     .weights = static_cast<const float*>(places[1]),
                     .result = static_cast<float*>(places[2]),
                     .bias = bias ? static_cast<const float*>(places[3]) : nullptr,
                     .scratch = static_cast<float*>(places.back())};
#pragma omp parallel num_threads(threads)
    {
        const std::int64_t me = omp_get_thread_num(), count = omp_get_num_threads();
        if (sharesPatches())
            runShared(all, me, count);
        else
            runApart(all, me, count);
    }
}

}  // namespace duelo
