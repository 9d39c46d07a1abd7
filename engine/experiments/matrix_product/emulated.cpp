// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/emulated.h"

#include <string_view>

#include "experiments/compile_answer.h"
#include "experiments/emulation.h"
#include "experiments/matrix_product/inputs.h"

#include "simt/text_begin.h"

// Outside of duelo, where Output is another thing.
namespace emulated_texts {
namespace matmul1_text {
using namespace duelo::simt;
#include "resources/kernels/matmul1.cu"
}  // namespace matmul1_text
namespace matmul2_text {
using namespace duelo::simt;
#include "resources/kernels/matmul2.cu"
}  // namespace matmul2_text
namespace matmul3_text {
using namespace duelo::simt;
#include "resources/kernels/matmul3.cu"
}  // namespace matmul3_text
namespace matmul1_coalesced_text {
using namespace duelo::simt;
#include "resources/kernels/matmul1_coalesced.cu"
}  // namespace matmul1_coalesced_text
namespace matmul3_coalesced_text {
using namespace duelo::simt;
#include "resources/kernels/matmul3_coalesced.cu"
}  // namespace matmul3_coalesced_text
namespace matmul_registers_text {
using namespace duelo::simt;
#include "resources/kernels/matmul_registers.cu"
}  // namespace matmul_registers_text
namespace matmul_buffered_text {
using namespace duelo::simt;
#include "resources/kernels/matmul_buffered.cu"
}  // namespace matmul_buffered_text
namespace matmul_warp_tiles_text {
using namespace duelo::simt;
#include "resources/kernels/matmul_warp_tiles.cu"
}  // namespace matmul_warp_tiles_text
}  // namespace emulated_texts

#include "simt/text_end.h"

namespace duelo {

namespace {

using Kernel = void (*)(simt::Input, simt::Input, simt::Output, int);

Kernel kernelOf(std::string_view name) {
    using namespace emulated_texts;
    if (name == "matmul1") return matmul1_text::matmul1;
    if (name == "matmul2") return matmul2_text::matmul2;
    if (name == "matmul3") return matmul3_text::matmul3;
    if (name == "matmul1_coalesced") return matmul1_coalesced_text::matmul1_coalesced;
    if (name == "matmul3_coalesced") return matmul3_coalesced_text::matmul3_coalesced;
    if (name == "matmul_registers") return matmul_registers_text::matmul_registers;
    if (name == "matmul_buffered") return matmul_buffered_text::matmul_buffered;
    return matmul_warp_tiles_text::matmul_warp_tiles;
}

constexpr std::uint64_t kEmulatedSeed = 1234;

}  // namespace

Result<Json> emulateProduct(const Json& args, const AnswerControl& control) {
    Emulation emulation("matrix_product", args, control.stop);
    const auto size = emulation.number(kEmulatedProduct.front());
    if (!size) return tl::unexpected(size.error());
    const ProductCase work{.n = *size, .seed = kEmulatedSeed};
    const ProductInputs inputs = productInputs(work);
    const auto n = static_cast<unsigned>(*size);
    return emulation.run(
        kernels::kProductShapes,
        [&](simt::Emulator& gpu, const kernels::KernelShape& shape) -> Result<bool> {
            simt::DeviceArray& a = gpu.allocate("a", inputs.a.values().size());
            simt::DeviceArray& b = gpu.allocate("b", inputs.b.values().size());
            simt::DeviceArray& c = gpu.allocate("c", inputs.a.values().size());
            gpu.copyIn(a, inputs.a.values());
            gpu.copyIn(b, inputs.b.values());
            const kernels::GridShape grid = gridOf(shape, n, n);
            auto launched = gpu.launch(shape.kernel, kernelOf(shape.kernel), {grid.x, grid.y},
                                       {shape.block_x, shape.block_y}, simt::Input(a),
                                       simt::Input(b), simt::Output(c), static_cast<int>(n));
            if (!launched) return tl::unexpected(launched.error());
            const ProductError error = productError(work, inputs, gpu.copyOut(c));
            return error.share <= productErrorBound(work.n, Precision::Fp32);
        });
}

Result<Json> compileProduct(const Json& args, const AnswerControl&) {
    return compileAnswer(args, productShapes());
}

}  // namespace duelo
