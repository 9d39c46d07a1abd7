// SPDX-License-Identifier: Apache-2.0
#include "dnn/winograd_loops.h"

#include <array>
#include <cstddef>
#include <numbers>

#include "dnn/used_isa.h"

namespace duelo {
namespace {

const WinogradLoops& widestLoops() {
#ifdef DUELO_WIDE_ROWS
    if (oneDnnUses(dnnl_cpu_isa_avx512_core)) return kWinogradLoopsAvx512;
    if (oneDnnUses(dnnl_cpu_isa_avx2)) return kWinogradLoopsAvx2;
#endif
    return kWinogradLoopsBase;
}

using Three = std::array<double, 3>;

/// A kernel as a polynomial at the point x, over what the others there come to.
constexpr Three atPoint(double x, double divisor) {
    return {1 / divisor, x / divisor, x * x / divisor};
}

constexpr double kLow = 1 / std::numbers::sqrt2, kHigh = std::numbers::sqrt2;
// 2 x^2 (x^2 - y^2) for the points +-x beside +-y and 0; of 0 it is x^2 y^2 = 1.
constexpr std::array<Three, 6> kOf4{atPoint(0, 1),     atPoint(kLow, -1.5), atPoint(-kLow, -1.5),
                                    atPoint(kHigh, 6), atPoint(-kHigh, 6),  Three{0, 0, 1}};
constexpr std::array<Three, 4> kOf2{atPoint(0, 1), atPoint(1, 2), atPoint(-1, 2), Three{0, 0, 1}};

}  // namespace

const WinogradLoops& winogradLoops() {
    static const WinogradLoops& widest = widestLoops();  // oneDNN takes its time to tell
    return widest;
}

void winogradKernel(int outputs, const float* kernel, double* elements) {
    const Three* const points = outputs == 4 ? kOf4.data() : kOf2.data();
    const int size = outputs + 2;
    for (int row = 0; row < size; ++row) {
        Three columns{};
        for (std::size_t s = 0; s < 3; ++s)
            for (std::size_t r = 0; r < 3; ++r)
                columns[s] += points[row][r] * double{kernel[3 * r + s]};
        for (int column = 0; column < size; ++column)
            *elements++ = columns[0] * points[column][0] + columns[1] * points[column][1] +
                          columns[2] * points[column][2];
    }
}

}  // namespace duelo
