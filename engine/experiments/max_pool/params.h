// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/words.h"
#include "experiments/gpu_traffic.h"
#include "experiments/own_kernel.h"
#include "plan/params.h"
#include "report/emulated_number.h"

namespace duelo {

/// Two texts of resources/kernels for the CPU, the second one also shared out to threads; those for
/// a GPU, the first seven of which are launched for each window, as the thesis did: products with
/// the identity by its matmul1, 2 and 3, each with a filter that is copied and one that is constant
/// (S2-26, S2-59), and one without a product; cuDNN and a student's own; and LibTorch's pooling, by
/// oneDNN on the CPU and its own on both.
enum class PoolKernel {
    Loops,
    Rows,
    RowsThreads,
    IdentityTransferred,
    IdentityConstant,
    Matmul2Transferred,
    Matmul2Constant,
    Matmul3Transferred,
    Matmul3Constant,
    OneWindow,
    EachWindow,
    GpuRows,
    CuDnn,
    Own,
    OneDnn,
    Library
};
template <>
inline constexpr std::array<std::string_view, 16> wordsOf<PoolKernel>{"loops",
                                                                      "rows",
                                                                      "rows_threads",
                                                                      "pool_identity_transferred",
                                                                      "pool_identity_constant",
                                                                      "pool_matmul2_transferred",
                                                                      "pool_matmul2_constant",
                                                                      "pool_matmul3_transferred",
                                                                      "pool_matmul3_constant",
                                                                      "pool_one_window",
                                                                      "pool_each_window",
                                                                      "pool_rows",
                                                                      "cudnn",
                                                                      kOwnKernel,
                                                                      "onednn",
                                                                      "library"};

/// Tells whether there is a kernel for a device; LibTorch's is for both.
[[nodiscard]] constexpr bool runsOn(PoolKernel kernel, DeviceKind kind) {
    if (kernel == PoolKernel::Library) return true;
    const bool onGpu = kernel >= PoolKernel::IdentityTransferred && kernel <= PoolKernel::Own;
    return onGpu == (kind == DeviceKind::Gpu);
}
/// Tells whether a kernel is another library's and no text of resources/kernels.
[[nodiscard]] constexpr bool isLibrarys(PoolKernel kernel) {
    return kernel == PoolKernel::CuDnn || kernel >= PoolKernel::OneDnn;
}
/// Tells whether each window has a launch of its own.
[[nodiscard]] constexpr bool launchesEachWindow(PoolKernel kernel) {
    return kernel >= PoolKernel::IdentityTransferred && kernel <= PoolKernel::OneWindow;
}
/// Tells whether the identity matrix is copied to the GPU with each window.
[[nodiscard]] constexpr bool copiesFilter(PoolKernel kernel) {
    return kernel == PoolKernel::IdentityTransferred || kernel == PoolKernel::Matmul2Transferred ||
           kernel == PoolKernel::Matmul3Transferred;
}

/// The most windows: with a launch and two copies for each, a call of more would take seconds.
inline constexpr std::int64_t kMostLaunches = 1 << 16;
/// The kernels of the identity product have that many threads each way; only the nested loops of
/// matmul2 go on beyond.
inline constexpr std::int64_t kMostIdentityWindow = 32;
[[nodiscard]] constexpr bool needsThreadForEach(PoolKernel kernel) {
    return launchesEachWindow(kernel) && kernel != PoolKernel::OneWindow &&
           kernel != PoolKernel::Matmul2Transferred && kernel != PoolKernel::Matmul2Constant;
}

/// Random whole numbers from 0 to 9 (S2-22), or from -9 to 9, where a border of zeros shows, what
/// somebody types, or how bright a photograph is, from 0 to 255.
enum class PoolInput { Digits, Signed, Typed, Picture };
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<PoolInput>{"digits", "signed", "typed",
                                                                    "picture"};

/// The number of a pixel that is as bright as can be.
inline constexpr float kBrightest = 255;

/// The thesis's picture (S2-20): rows with ';' between them.
inline constexpr std::string_view kThesisNumbers = "9 5 2 7; 3 1 3 4; 2 6 5 9; 8 3 7 4";
/// The most rows: more are not typed by hand.
inline constexpr std::int64_t kMostTypedRows = 64;
/// Reads numbers row by row. Reasons: "pool_typed_number" {row, column, value} of what is no number
/// between -1e6 and 1e6, "pool_typed_shape" {row, found, rows} of a row that has not as many as
/// there are rows, "pool_typed_rows" {rows, max}.
[[nodiscard]] Result<std::vector<float>> typedNumbers(std::string_view text);

/// The value outside of the picture: less than every number, so that it is never the largest, or
/// zero, which wins over negative numbers (S2-M21).
enum class PoolBorder { Least, Zero };
template <>
inline constexpr std::array<std::string_view, 2> wordsOf<PoolBorder>{"least", "zero"};

inline constexpr int kThesisSeed = 35;  ///< of the thesis's reproducible matrices (S2-22)

inline constexpr int kMostPoolSize = 16384, kMostPoolWindow = 64;

/// Nine rows leave the last one out, as windows of 2 do where a size is odd.
inline constexpr EmulatedNumber kEmulatedPoolSize{"size_px", 9, 1, 64},
    kEmulatedPoolWindow{"window", 2, 1, 16}, kEmulatedPoolStride{"stride", 2, 1, 16},
    kEmulatedPoolPadding{"padding", 0, 0, 15};
inline constexpr std::array kEmulatedPool{kEmulatedPoolSize, kEmulatedPoolWindow,
                                          kEmulatedPoolStride, kEmulatedPoolPadding};

struct PoolCase {
    std::int64_t size = 0;  ///< rows and columns of the picture
    std::int64_t window = 2, stride = 2, padding = 0;
    PoolBorder border = PoolBorder::Least;
    PoolInput input = PoolInput::Digits;
    std::uint64_t seed = 0;
    std::string picture{};  ///< where its numbers are from one: the path, or a sample's name
    /// The numbers row by row, where they are not drawn; those of a photograph once whoever decodes
    /// it has read them.
    std::vector<float> given{};
    std::vector<Reason> notes{};  ///< the conversions that were made for it

    bool operator==(const PoolCase&) const = default;

    /// Rows and columns of the map: floor((n + 2 p - k) / s) + 1 (S2-19).
    [[nodiscard]] std::int64_t out() const { return (size + 2 * padding - window) / stride + 1; }
    [[nodiscard]] std::int64_t windows() const { return out() * out(); }
    [[nodiscard]] std::int64_t elements() const { return size * size; }
    [[nodiscard]] float borderValue() const {
        return border == PoolBorder::Zero ? 0 : -std::numeric_limits<float>::infinity();
    }
};
/// Returns whether the row kernel of a GPU can do it: windows of 2 with stride 2 and no padding.
[[nodiscard]] constexpr bool hasWindowsOfTwo(const PoolCase& work) {
    return work.window == 2 && work.stride == 2 && work.padding == 0;
}
[[nodiscard]] PoolCase poolCase(const Params& work);

/// Counts the traffic of one pooling: 1 launch and 2 copies, or as many for each window (S2-M12),
/// and a copy of the filter more where it is transferred (S2-27).
[[nodiscard]] GpuTraffic poolTraffic(const PoolCase& work, PoolKernel kernel);

/// The text of a kernel, without its licence line; empty: it has none.
[[nodiscard]] std::string_view poolText(PoolKernel kernel);
/// The same in OpenCL C; empty: it is none for a GPU.
[[nodiscard]] std::string poolOpenCl(PoolKernel kernel);

}  // namespace duelo
