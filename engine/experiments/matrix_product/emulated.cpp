// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/emulated.h"

#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "experiments/compile_answer.h"
#include "experiments/declared_emulation.h"
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

/// The sides m by k and k by n of the factors of a product, by how many numbers each array has.
struct ProductSides {
    std::size_t m = 0, k = 0, n = 0;
};

std::optional<ProductSides> sidesOf(double a, double b, double c) {
    const ProductSides sides{static_cast<std::size_t>(std::lround(std::sqrt(a * c / b))),
                             static_cast<std::size_t>(std::lround(std::sqrt(a * b / c))),
                             static_cast<std::size_t>(std::lround(std::sqrt(b * c / a)))};
    const auto is = [](std::size_t rows, std::size_t columns, double count) {
        return static_cast<double>(rows) * static_cast<double>(columns) == count;
    };
    if (!is(sides.m, sides.k, a) || !is(sides.k, sides.n, b) || !is(sides.m, sides.n, c))
        return std::nullopt;
    return sides;
}

/// Where a launch has two matrices and one that they fit is left: it is their product. Reason:
/// "emulated_wrong", "emulated_unwritten_place".
Result<std::optional<bool>> judgeProduct(std::span<const LeftArray> arrays,
                                         const std::string& name) {
    std::vector<const LeftArray*> factors, products;
    for (const LeftArray& one : arrays) {
        if (one.of->symbol || one.of->type.kind != NumberType::Kind::Real) continue;
        (one.of->read_only || !(one.before.empty() || one.of->fill == LaunchBuffer::Fill::Zero)
             ? factors
             : products)
            .push_back(&one);
    }
    if (factors.size() != 2 || products.size() != 1) return std::nullopt;
    const LeftArray& c = *products.front();
    const auto count = [](const LeftArray& one) { return static_cast<double>(one.of->count); };
    const auto sides = sidesOf(count(*factors[0]), count(*factors[1]), count(c));
    if (!sides || factors[0]->before.empty() || factors[1]->before.empty()) return std::nullopt;
    if (c.unwritten < c.after.size())
        return fail("emulated_unwritten_place",
                    {{"name", name}, {"array", c.of->name}, {"index", c.unwritten}});
    const double bound = productErrorBound(static_cast<std::int64_t>(sides->k), Precision::Fp32);
    for (std::size_t i = 0; i < c.after.size(); ++i) {
        double sum = 0, all = 0;
        for (std::size_t k = 0; k < sides->k; ++k) {
            const double term = factors[0]->before[i / sides->n * sides->k + k] *
                                factors[1]->before[k * sides->n + i % sides->n];
            sum += term;
            all += std::abs(term);
        }
        if (std::abs(c.after[i] - sum) <= bound * all) continue;
        return fail("emulated_wrong", {{"name", name},
                                       {"row", i / sides->n},
                                       {"column", i % sides->n},
                                       {"found", c.after[i]},
                                       {"expected", sum}});
    }
    return true;
}

Result<Json> emulateOwnProduct(const Emulation& emulation, const OwnSource& source,
                               std::int64_t size, const ProductInputs& inputs,
                               const AnswerControl& control) {
    const auto own = OwnEmulation::made(source);
    if (!own) return tl::unexpected(own.error());
    const auto n = static_cast<unsigned>(size);
    const kernels::KernelShape& shape = *source.shape;
    const OwnEmulation::Run run = [&](simt::ptx::Machine& gpu) -> Result<std::vector<float>> {
        const std::size_t count = inputs.a.values().size();
        const auto a = ownArray(gpu, "a", count, inputs.a.values());
        const auto b = ownArray(gpu, "b", count, inputs.b.values());
        const auto c = ownArray(gpu, "c", count);
        if (!a || !b || !c) return tl::unexpected((!a ? a : !b ? b : c).error());
        const kernels::GridShape grid = gridOf(shape, n, n);
        using simt::ptx::argument;
        auto launched =
            gpu.launch(own->kernel(), {grid.x, grid.y}, {shape.block_x, shape.block_y},
                       std::vector<simt::ptx::Argument>{argument(*a), argument(*b), argument(*c),
                                                        argument(static_cast<int>(n))});
        if (!launched) return tl::unexpected(launched.error());
        return ownNumbers(gpu, *c, n, own->name());
    };
    return emulation.replyWith(own->run(
        run, [&](std::span<const float> c) { return checkProduct(size, inputs, c, own->name()); },
        "c", control.stop));
}

/// A student's own, as its text says, or as Duelo launches the one that it is made of.
Result<Json> emulateAnyProduct(Emulation& emulation, const Json& args,
                               const AnswerControl& control) {
    const auto size = emulation.number(kEmulatedProduct.front());
    if (!size) return tl::unexpected(size.error());
    const bool said = args.contains(kEmulatedProduct.front().axis);
    const auto source = ownSource(args, kernels::kProductShapes,
                                  said ? std::optional(static_cast<double>(*size)) : std::nullopt);
    if (!source) return tl::unexpected(source.error());
    if (source->shape)
        return emulateOwnProduct(emulation, *source, *size,
                                 productInputs({.n = *size, .seed = kEmulatedSeed}), control);
    auto kernel = emulateDeclared(
        *source, [&](std::span<const LeftArray> left) { return judgeProduct(left, source->name); },
        control.stop);
    if (!kernel) return tl::unexpected(kernel.error());
    return emulation.replyWith(std::move(*kernel));
}

}  // namespace

Result<Json> emulateProduct(const Json& args, const AnswerControl& control) {
    const auto own = args.find("source");
    if (own != args.end() && !args.contains(kEmulatesHere))
        return emulateApart("matrix_product", args, control);
    Emulation emulation("matrix_product", args, control.stop);
    if (own != args.end()) return emulateAnyProduct(emulation, args, control);
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
    // Beyond the edge of blocks, and a size that vectors of four numbers divide.
    return compileAnswer(args, productShapes(),
                         {.kernels = kernels::kProductShapes, .sizes = {{{"n", 33}}, {{"n", 36}}}});
}

}  // namespace duelo
