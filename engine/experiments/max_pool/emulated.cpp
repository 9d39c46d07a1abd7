// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/emulated.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/compile_answer.h"
#include "experiments/declared_emulation.h"
#include "experiments/emulation.h"
#include "experiments/max_pool/inputs.h"
#include "experiments/max_pool/kernels.h"
#include "experiments/own_emulation.h"
#include "experiments/own_process.h"

#include "simt/text_begin.h"

// Outside of duelo, where Output is another thing.
namespace emulated_texts {
namespace pool {
using namespace duelo::simt;
#include "resources/kernels/pool_each_window.cu"
#include "resources/kernels/pool_identity.cu"
#include "resources/kernels/pool_matmul2.cu"
#include "resources/kernels/pool_matmul3.cu"
#include "resources/kernels/pool_one_window.cu"
#include "resources/kernels/pool_rows.cu"
}  // namespace pool
}  // namespace emulated_texts

#include "simt/text_end.h"

namespace duelo {

namespace {

using kernels::KernelShape;
using Numbers = std::vector<float>;

constexpr std::uint64_t kEmulatedSeed = 35;  // as plans begin with (S2-22)

Numbers identity(int k) {
    Numbers matrix(static_cast<std::size_t>(k * k));
    for (int i = 0; i < k; ++i) matrix[static_cast<std::size_t>(i * k + i)] = 1;
    return matrix;
}

using WindowKernel = void (*)(simt::Input, simt::Output, int);
using FilterKernel = void (*)(simt::Input, simt::Input, simt::Output, int);

/// Returns the kernel that the filter is copied for, one with a filter that is constant, or that
/// without a product; the other pointer is null.
std::pair<FilterKernel, WindowKernel> windowKernel(PoolKernel kernel) {
    using namespace emulated_texts::pool;
    switch (kernel) {
        case PoolKernel::IdentityTransferred:
            return {pool_identity_transferred, nullptr};
        case PoolKernel::Matmul2Transferred:
            return {pool_matmul2_transferred, nullptr};
        case PoolKernel::Matmul3Transferred:
            return {pool_matmul3_transferred, nullptr};
        case PoolKernel::IdentityConstant:
            return {nullptr, pool_identity_constant};
        case PoolKernel::Matmul2Constant:
            return {nullptr, pool_matmul2_constant};
        case PoolKernel::Matmul3Constant:
            return {nullptr, pool_matmul3_constant};
        default:
            return {nullptr, pool_one_window};
    }
}

PoolKernel kernelOf(const KernelShape& shape) {
    return parseWord<PoolKernel>(std::string_view(shape.kernel)).value_or(PoolKernel::OneWindow);
}

/// One launch and its copies for each window.
Result<Numbers> poolWindowByWindow(simt::Emulator& gpu, const KernelShape& shape,
                                   const PoolCase& work, std::span<const float> picture) {
    const PoolKernel kernel = kernelOf(shape);
    const auto [filtered, plain] = windowKernel(kernel);
    const auto k = static_cast<int>(work.window);
    const auto elements = static_cast<std::size_t>(k * k);
    const Numbers filter = identity(k);
    Numbers values(elements);
    const simt::Dim block{shape.block_x, shape.block_y};
    const bool one = kernel == PoolKernel::OneWindow;
    simt::DeviceArray& window = gpu.allocate("window", elements);
    simt::DeviceArray& with = gpu.allocate("filter", elements);
    simt::DeviceArray& result = gpu.allocate(one ? "largest" : "product", one ? 1 : elements);
    Numbers map;
    for (std::int64_t i = 0; i < work.out(); ++i)
        for (std::int64_t j = 0; j < work.out(); ++j) {
            copyWindow(work, picture, i, j, kLeastOnGpu, values);
            gpu.copyIn(window, values);
            if (filtered != nullptr) gpu.copyIn(with, filter);
            const Result<void> launched =
                filtered != nullptr
                    ? gpu.launch(shape.kernel, filtered, {}, block, simt::Input(window),
                                 simt::Input(with), simt::Output(result), k)
                    : gpu.launch(shape.kernel, plain, {}, block, simt::Input(window),
                                 simt::Output(result), k);
            if (!launched) return tl::unexpected(launched.error());
            map.push_back(std::ranges::max(gpu.copyOut(result)));
        }
    return map;
}

Result<Numbers> poolAtOnce(simt::Emulator& gpu, const KernelShape& shape, const PoolCase& work,
                           std::span<const float> picture) {
    using namespace emulated_texts::pool;
    const auto out = static_cast<unsigned>(work.out());
    const auto size = static_cast<int>(work.size), side = static_cast<int>(work.out());
    const kernels::GridShape shaped = gridOf(shape, out, out);
    const simt::Dim grid{shaped.x, shaped.y}, block{shape.block_x, shape.block_y};
    simt::DeviceArray& from = gpu.allocate("picture", picture.size());
    simt::DeviceArray& to = gpu.allocate("map", static_cast<std::size_t>(work.windows()));
    gpu.copyIn(from, picture);
    const simt::Input input(from);
    const simt::Output map(to);
    const auto launched =
        std::string_view(shape.kernel) == "pool_rows"
            ? gpu.launch(shape.kernel, pool_rows, grid, block, input, map, size, side)
            : gpu.launch(shape.kernel, pool_each_window, grid, block, input, map, size, side,
                         static_cast<int>(work.window), static_cast<int>(work.stride),
                         static_cast<int>(work.padding), kLeastOnGpu);
    if (!launched) return tl::unexpected(launched.error());
    const std::span<const float> values = gpu.copyOut(to);
    return Numbers(values.begin(), values.end());
}

using simt::ptx::argument;

/// A student's own, launched for each window.
Result<Numbers> ownWindowByWindow(simt::ptx::Machine& gpu, const KernelShape& shape,
                                  const PoolCase& work, std::span<const float> picture,
                                  const std::string& text) {
    const PoolKernel kernel = kernelOf(shape);
    const auto k = static_cast<std::size_t>(work.window);
    const bool one = kernel == PoolKernel::OneWindow, filtered = copiesFilter(kernel);
    const Numbers filter = identity(static_cast<int>(k));
    Numbers values(k * k), map;
    for (std::int64_t i = 0; i < work.out(); ++i)
        for (std::int64_t j = 0; j < work.out(); ++j) {
            copyWindow(work, picture, i, j, kLeastOnGpu, values);
            // Arrays of its own for each launch, so that nothing of the one before counts.
            const auto window = ownArray(gpu, "window", k * k, values);
            const auto with = filtered ? ownArray(gpu, "filter", k * k, filter) : window;
            const auto result = ownArray(gpu, one ? "largest" : "product", one ? 1 : k * k);
            if (!window || !with || !result)
                return tl::unexpected((!window ? window : !with ? with : result).error());
            std::vector<simt::ptx::Argument> arguments{argument(*window)};
            if (filtered) arguments.push_back(argument(*with));
            arguments.push_back(argument(*result));
            arguments.push_back(argument(static_cast<int>(k)));
            auto launched = gpu.launch(shape.kernel, {}, {shape.block_x, shape.block_y}, arguments);
            if (!launched) return tl::unexpected(launched.error());
            const auto numbers = ownNumbers(gpu, *result, one ? 1 : k, text);
            if (!numbers) return tl::unexpected(numbers.error());
            map.push_back(std::ranges::max(*numbers));
        }
    return map;
}

Result<Numbers> ownAtOnce(simt::ptx::Machine& gpu, const KernelShape& shape, const PoolCase& work,
                          std::span<const float> picture, const std::string& text) {
    const auto out = static_cast<unsigned>(work.out());
    const kernels::GridShape grid = gridOf(shape, out, out);
    const auto from = ownArray(gpu, "picture", picture.size(), picture);
    const auto to = ownArray(gpu, "map", static_cast<std::size_t>(work.windows()));
    if (!from || !to) return tl::unexpected((!from ? from : to).error());
    std::vector<simt::ptx::Argument> arguments{argument(*from), argument(*to),
                                               argument(static_cast<int>(work.size)),
                                               argument(static_cast<int>(out))};
    if (std::string_view(shape.kernel) != "pool_rows") {
        for (const std::int64_t value : {work.window, work.stride, work.padding})
            arguments.push_back(argument(static_cast<int>(value)));
        arguments.push_back(argument(kLeastOnGpu));
    }
    auto launched =
        gpu.launch(shape.kernel, {grid.x, grid.y}, {shape.block_x, shape.block_y}, arguments);
    if (!launched) return tl::unexpected(launched.error());
    return ownNumbers(gpu, *to, out, text);
}

/// Pools the picture as the CPU's own kernel does.
Numbers expectedMap(const PoolCase& work, std::span<const float> picture) {
    Numbers map(static_cast<std::size_t>(work.windows()));
    const auto narrow = [](std::int64_t value) { return static_cast<long>(value); };
    usablePoolKernels().front().loops(picture.data(), map.data(), narrow(work.size),
                                      narrow(work.out()), narrow(work.window), narrow(work.stride),
                                      narrow(work.padding), kLeastOnGpu, 0, narrow(work.out()));
    return map;
}

std::optional<Reason> wrongPlace(std::span<const float> map, std::span<const float> expected,
                                 std::int64_t columns, const std::string& name) {
    const auto [found, wanted] = std::ranges::mismatch(map, expected);
    if (found == map.end()) return std::nullopt;
    const auto at = found - map.begin();
    return Reason{"emulated_wrong",
                  {{"name", name},
                   {"row", at / columns},
                   {"column", at % columns},
                   {"found", *found},
                   {"expected", *wanted}},
                  {}};
}

Result<Json> emulateOwnPool(const Emulation& emulation, const OwnSource& source,
                            const PoolCase& work, std::span<const float> picture,
                            std::span<const float> expected, const AnswerControl& control) {
    const auto own = OwnEmulation::made(source);
    if (!own) return tl::unexpected(own.error());
    const KernelShape& shape = *source.shape;
    const OwnEmulation::Run run = [&](simt::ptx::Machine& gpu) -> Result<Numbers> {
        const std::string_view name = shape.kernel;
        if (name == "pool_rows" && !hasWindowsOfTwo(work)) return fail("pool_rows_only");
        return name == "pool_rows" || name == "pool_each_window"
                   ? ownAtOnce(gpu, shape, work, picture, own->name())
                   : ownWindowByWindow(gpu, shape, work, picture, own->name());
    };
    const auto check = [&](std::span<const float> map) -> Result<bool> {
        if (auto why = wrongPlace(map, expected, work.out(), own->name()))
            return tl::unexpected(std::move(*why));
        return true;
    };
    return emulation.replyWith(own->run(run, check, "map", control.stop));
}

/// Where one array has as many numbers as the picture, and one that is left as many as its map: it
/// is that map. Reason: "emulated_wrong", "emulated_unwritten_place".
Result<std::optional<bool>> judgePool(std::span<const LeftArray> arrays, const PoolCase& work,
                                      const std::string& name) {
    const LeftArray *picture = nullptr, *map = nullptr;
    for (const LeftArray& one : arrays) {
        if (one.of->symbol || one.of->type.kind != NumberType::Kind::Real) continue;
        const bool given = one.of->read_only || !one.before.empty();
        const LeftArray*& of = given ? picture : map;
        if (of != nullptr) return std::nullopt;
        of = &one;
    }
    if (picture == nullptr || map == nullptr ||
        picture->before.size() != static_cast<std::size_t>(work.size * work.size) ||
        map->after.size() != static_cast<std::size_t>(work.windows()))
        return std::nullopt;
    if (map->unwritten < map->after.size())
        return fail("emulated_unwritten_place",
                    {{"name", name}, {"array", map->of->name}, {"index", map->unwritten}});
    const Numbers pixels(picture->before.begin(), picture->before.end()),
        found(map->after.begin(), map->after.end());
    if (auto why = wrongPlace(found, expectedMap(work, pixels), work.out(), name))
        return tl::unexpected(std::move(*why));
    return true;
}

Result<Json> emulateAnyPool(const Emulation& emulation, const Json& args, const PoolCase& work,
                            std::span<const float> picture, std::span<const float> expected,
                            const AnswerControl& control) {
    const auto source = ownSource(args, kernels::kPoolShapes);
    if (!source) return tl::unexpected(source.error());
    if (source->shape) return emulateOwnPool(emulation, *source, work, picture, expected, control);
    auto kernel = emulateDeclared(
        *source,
        [&](std::span<const LeftArray> left) { return judgePool(left, work, source->name); },
        control.stop);
    if (!kernel) return tl::unexpected(kernel.error());
    return emulation.replyWith(std::move(*kernel));
}

Result<PoolCase> caseOf(Emulation& emulation) {
    PoolCase work{.seed = kEmulatedSeed};
    const auto size = emulation.number(kEmulatedPoolSize);
    if (!size) return tl::unexpected(size.error());
    EmulatedNumber windows = kEmulatedPoolWindow;
    windows.usual = std::min(windows.usual, *size);
    windows.max = std::min(windows.max, *size);
    const auto window = emulation.number(windows);
    if (!window) return tl::unexpected(window.error());
    const auto stride = emulation.number(kEmulatedPoolStride);
    if (!stride) return tl::unexpected(stride.error());
    EmulatedNumber paddings = kEmulatedPoolPadding;
    paddings.max = *window - 1;
    const auto padding = emulation.number(paddings);
    if (!padding) return tl::unexpected(padding.error());
    work.size = *size, work.window = *window, work.stride = *stride, work.padding = *padding;
    return work;
}

}  // namespace

Result<Json> emulatePool(const Json& args, const AnswerControl& control) {
    const auto own = args.find("source");
    if (own != args.end() && !args.contains(kEmulatesHere))
        return emulateApart("max_pool", args, control);
    Emulation emulation("max_pool", args, control.stop);
    const auto work = caseOf(emulation);
    if (!work) return tl::unexpected(work.error());
    const AlignedFloats input = poolInput(*work);
    const std::span<const float> picture = input.values();
    const Numbers expected = expectedMap(*work, picture);
    if (own != args.end())
        return emulateAnyPool(emulation, args, *work, picture, expected, control);
    return emulation.run(kernels::kPoolShapes,
                         [&](simt::Emulator& gpu, const KernelShape& shape) -> Result<bool> {
                             const std::string_view name = shape.kernel;
                             if (name == "pool_rows" && !hasWindowsOfTwo(*work))
                                 return fail("pool_rows_only");
                             const auto map = name == "pool_rows" || name == "pool_each_window"
                                                  ? poolAtOnce(gpu, shape, *work, picture)
                                                  : poolWindowByWindow(gpu, shape, *work, picture);
                             if (!map) return tl::unexpected(map.error());
                             return *map == expected;
                         });
}

Result<Json> compilePool(const Json& args, const AnswerControl&) {
    // Rows that vectors of four numbers divide, and rows with a number that no window takes.
    return compileAnswer(
        args, kernels::kPoolShapes,
        {.kernels = kernels::kPoolShapes,
         .sizes = {{{"size_px", 8}, {"window", 2}}, {{"size_px", 37}, {"window", 2}}}});
}

}  // namespace duelo
