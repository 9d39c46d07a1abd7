// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/emulated.h"

#include <cmath>
#include <string_view>
#include <vector>

#include "experiments/compile_answer.h"
#include "experiments/emulation.h"
#include "experiments/matrix_product/inputs.h"
#include "experiments/own_emulation.h"
#include "experiments/own_process.h"

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

/// Every element, not a draw: a student's own may be wrong in a few. Reason: "emulated_wrong".
Result<bool> checkProduct(std::int64_t n, const ProductInputs& inputs, std::span<const float> c,
                          const std::string& name) {
    const auto size = static_cast<std::size_t>(n);
    const double bound = productErrorBound(n, Precision::Fp32);
    for (std::size_t i = 0; i < size * size; ++i) {
        double sum = 0, all = 0;
        for (std::size_t k = 0; k < size; ++k) {
            const double term = static_cast<double>(inputs.a.values()[i / size * size + k]) *
                                inputs.b.values()[k * size + i % size];
            sum += term;
            all += std::abs(term);
        }
        if (std::abs(c[i] - sum) <= bound * all) continue;
        return fail("emulated_wrong", {{"name", name},
                                       {"row", i / size},
                                       {"column", i % size},
                                       {"found", c[i]},
                                       {"expected", sum}});
    }
    return true;
}

Result<Json> emulateOwnProduct(const Emulation& emulation, const Json& source, std::int64_t size,
                               const ProductInputs& inputs, const AnswerControl& control) {
    const auto own = OwnEmulation::made(source, kernels::kProductShapes);
    if (!own) return tl::unexpected(own.error());
    const auto n = static_cast<unsigned>(size);
    const OwnEmulation::Run run =
        [&](simt::ptx::Machine& gpu,
            const kernels::KernelShape& shape) -> Result<std::vector<float>> {
        const std::size_t count = inputs.a.values().size();
        const auto a = ownArray(gpu, "a", count, inputs.a.values());
        const auto b = ownArray(gpu, "b", count, inputs.b.values());
        const auto c = ownArray(gpu, "c", count);
        if (!a || !b || !c) return tl::unexpected((!a ? a : !b ? b : c).error());
        const kernels::GridShape grid = gridOf(shape, n, n);
        using simt::ptx::argument;
        auto launched =
            gpu.launch(shape.kernel, {grid.x, grid.y}, {shape.block_x, shape.block_y},
                       std::vector<simt::ptx::Argument>{argument(*a), argument(*b), argument(*c),
                                                        argument(static_cast<int>(n))});
        if (!launched) return tl::unexpected(launched.error());
        return ownNumbers(gpu, *c, n, own->name());
    };
    return emulation.replyWith(own->run(
        run, [&](std::span<const float> c) { return checkProduct(size, inputs, c, own->name()); },
        "c", control.stop));
}

}  // namespace

Result<Json> emulateProduct(const Json& args, const AnswerControl& control) {
    const auto own = args.find("source");
    if (own != args.end() && !args.contains(kEmulatesHere))
        return emulateApart("matrix_product", args, control);
    Emulation emulation("matrix_product", args, control.stop);
    const auto size = emulation.number(kEmulatedProduct.front());
    if (!size) return tl::unexpected(size.error());
    const ProductCase work{.n = *size, .seed = kEmulatedSeed};
    const ProductInputs inputs = productInputs(work);
    if (own != args.end()) return emulateOwnProduct(emulation, *own, *size, inputs, control);
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
    // Beyond the edge of blocks, and a size that vectors of four numbers divide.
    return compileAnswer(args, productShapes(),
                         {.kernels = kernels::kProductShapes, .sizes = {{{"n", 33}}, {{"n", 36}}}});
}

}  // namespace duelo
