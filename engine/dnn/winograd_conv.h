// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "dnn/plan_kernel.h"
#include "dnn/winograd_loops.h"
#include "networks/execution_plan.h"
#include "networks/shape.h"

namespace duelo {

/// A 3x3 convolution of stride 1 in fp32 by Winograd's algorithm (networks/winograd.h): patches of
/// the map are transformed for some tiles at once, multiplied element by element with weights that
/// were transformed before, and the sums transformed back, all within a core's second-level cache.
/// Reads and writes the layouts of what is before and behind it.
///
/// Its rate may be above the roof if the convolution's operations are counted; its own are a
/// quarter or 4/9 of them (CompiledKernel::flop).
///
/// The largest error relative to the largest output, of 512 input channels, is 4e-6 for 4x4
/// outputs, 8e-7 for 2x2 and 2e-6 for sums one after the other; of 64 channels 1.2e-6, 3e-7 and
/// 8e-7 (images after a ReLU, weights of the variance that trained ones begin with; against fp64).
/// Sources: Lavin, Gray: Fast algorithms for convolutional neural networks (arXiv 1509.09308, 2015;
/// CVPR 2016); for the choice of points Barabasz, Anderson, Soodhalter, Gregg: Error analysis and
/// improving the accuracy of Winograd convolution for deep neural networks (ACM TOMS 46, 2020). An
/// infinity or NaN of the map spreads over its whole tile.
struct WinogradConv final : PlanKernel {
    Shape in{}, out{};
    int outputs = 4;                          ///< of a tile, rows and columns alike: 4 or 2
    int rows_before = 0, columns_before = 0;  ///< of zeros
    MapLayout from{}, to{};
    bool bias = false;
    bool adds = false;                         ///< to what the result's place holds
    Activation activation = Activation::None;  ///< or Relu, Relu6
    int threads = 1;

    /// Places: the map; weightValues() of prepareWeights(); the result; the bias, if there is one;
    /// scratchBytes().
    void run(std::span<void* const> places) const override;

    [[nodiscard]] std::int64_t scratchBytes() const;
    [[nodiscard]] std::int64_t weightValues() const;
    /// `given`: [out, in, 3, 3].
    void prepareWeights(const float* given, float* prepared) const;

private:
    struct Places;
    struct Tile;
    [[nodiscard]] std::int64_t tiles() const;
    [[nodiscard]] std::int64_t elements() const;
    [[nodiscard]] std::int64_t panels() const;
    [[nodiscard]] std::int64_t columnsOf(std::int64_t panel) const;
    [[nodiscard]] const float* panelAt(const float* weights, std::int64_t panel) const;
    /// Tells whether all threads share the patches, because there are too few to keep a panel of
    /// weights busy; then each multiplies them with panels of its own.
    [[nodiscard]] bool sharesPatches() const;
    [[nodiscard]] std::int64_t tilesAtOnce() const;  ///< at most
    [[nodiscard]] std::int64_t chunks() const;       ///< of all tiles, that share patches
    [[nodiscard]] std::int64_t patchTiles() const;   ///< whose patches are kept
    [[nodiscard]] std::int64_t patchValues() const;
    [[nodiscard]] std::int64_t sumValues() const;
    [[nodiscard]] std::int64_t patchElement() const;  ///< values from one element to the next
    [[nodiscard]] std::int64_t sumElement() const;

    [[nodiscard]] Tile tileAt(std::int64_t tile) const;
    void transform(const float* map, std::int64_t tile, float* patch, std::int64_t first_channel,
                   std::int64_t last_channel) const;
    void multiply(const float* patches, std::int64_t count, std::int64_t panel,
                  const float* weights, const float* next_panel, float* sums) const;
    void finish(const Places& places, std::int64_t tile, std::int64_t panel,
                const float* sums) const;
    /// Computes some tiles with one panel.
    void compute(const Places& places, const float* patches, std::int64_t first, std::int64_t last,
                 std::int64_t panel, std::int64_t next_panel, float* sums) const;
    void runApart(const Places& places, std::int64_t me, std::int64_t all) const;
    void runShared(const Places& places, std::int64_t me, std::int64_t all) const;
};

}  // namespace duelo
