// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/program.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "experiments/max_pool/params.h"
#include "experiments/max_pool/program_parts.h"
#include "experiments/specs.h"
#include "experiments/work_program.h"
#include "resources/resources.h"

namespace duelo {
namespace {

constexpr const char* kAboutPool = "pool_about";

/// The kernels of the C program: one signature for both texts.
constexpr std::string_view kWithCase = R"c(
static void loops_of(const struct Case* of, long first, long last, float* line) {
    (void)line;
    pool_loops(PICTURE, MAP, of->size, of->out, of->window, of->stride, of->padding, of->border,
               first, last);
}

static void rows_of(const struct Case* of, long first, long last, float* line) {
    pool_rows(PICTURE, MAP, of->size, of->out, of->window, of->stride, of->padding, of->border,
              first, last, line);
}
)c";

/// A program draws its numbers.
std::optional<Reason> whyNotDrawn(const Plan& plan, const Spec& spec) {
    for (const Params& work : worksOf(plan, spec))
        if (const PoolInput input = poolCase(work).input;
            input == PoolInput::Typed || input == PoolInput::Picture)
            return Reason{"pool_program_numbers"};
    return std::nullopt;
}

/// Returns the ways of those kernels of the plan that the language can have.
Result<std::vector<CWay>> waysIn(const Plan& plan, const Text& text, ProgramKind kind,
                                 const std::vector<PoolKernel>& able) {
    const auto chosen = chosenOf(plan, "kernel", kind, able);
    if (!chosen) return tl::unexpected(chosen.error());
    std::vector<CWay> ways;
    for (const PoolKernel kernel : *chosen)
        ways.push_back({.title = text.of("max_pool").word("kernel", word(kernel)),
                        .variant = {{kDeviceAxis, kind == ProgramKind::C ? "cpu" : "cuda"},
                                    {"kernel", word(kernel)}},
                        .shared = kernel == PoolKernel::RowsThreads});
    return ways;
}

CWork poolWork(const Spec& spec, const char* least) {
    return {.spec = spec,
            .about = kAboutPool,
            .case_fields =
                "    long size, window, stride, padding, out;\n    float border;\n"
                "    int has_signs;\n    uint64_t seed;\n",
            .case_values =
                [least](const Params& work) {
                    const PoolCase one = poolCase(work);
                    std::string values;
                    for (const std::int64_t each :
                         {one.size, one.window, one.stride, one.padding, one.out()})
                        values += std::to_string(each) + ", ";
                    return values + (one.border == PoolBorder::Zero ? "0" : least) +
                           (one.input == PoolInput::Signed ? ", 1, " : ", 0, ") +
                           std::to_string(one.seed) + "u";
                },
            .texts = "static float *PICTURE, *MAP;\n"};
}

Result<std::string> inC(const Plan& plan, const Text& text) {
    const Spec& spec = *findSpec("max_pool");
    if (auto why = whyNotDrawn(plan, spec)) return tl::unexpected(std::move(*why));
    auto ways = waysIn(plan, text, ProgramKind::C,
                       {PoolKernel::Loops, PoolKernel::Rows, PoolKernel::RowsThreads});
    if (!ways) return tl::unexpected(ways.error());
    CWork work = poolWork(spec, "-INFINITY");
    for (const PoolKernel kernel : {PoolKernel::Loops, PoolKernel::Rows})
        work.texts += "\n#define pool pool_" + std::string(word(kernel)) +
                      kernelSource(poolText(kernel), "") + "#undef pool\n";
    work.texts += kWithCase;
    work.way_fields = "    void (*kernel)(const struct Case*, long, long, float*);\n";
    for (CWay& way : *ways)
        way.values =
            way.variant.word<PoolKernel>("kernel") == PoolKernel::Loops ? "loops_of" : "rows_of";
    work.ways = std::move(*ways);
    work.sources = {pool_parts::c_and_cuda, pool_parts::c};
    return cProgram(plan, text, work);
}

Result<std::string> inCuda(const Plan& plan, const Text& text) {
    const Spec& spec = *findSpec("max_pool");
    if (auto why = whyNotDrawn(plan, spec)) return tl::unexpected(std::move(*why));
    std::vector<PoolKernel> able{PoolKernel::EachWindow};
    if (std::ranges::all_of(worksOf(plan, spec),
                            [](const Params& work) { return hasWindowsOfTwo(poolCase(work)); }))
        able.push_back(PoolKernel::GpuRows);
    auto ways = waysIn(plan, text, ProgramKind::Cuda, able);
    if (!ways) return tl::unexpected(ways.error());
    CWork work = poolWork(spec, "-3e38f");
    work.texts += kernelSource(resource("kernels/pointers.h"), "");
    for (const PoolKernel kernel : {PoolKernel::EachWindow, PoolKernel::GpuRows})
        work.texts += kernelSource(poolText(kernel), "text_of_" + std::string(word(kernel)));
    work.way_fields = "    unsigned block_x, block_y, rows, columns;\n    int by_rows;\n";
    for (CWay& way : *ways) {
        const std::string name = way.variant.text("kernel");
        const kernels::KernelShape& shape = shapeOf(kernels::kPoolShapes, name);
        for (const unsigned one : {shape.block_x, shape.block_y, shape.rows, shape.columns})
            way.values += std::to_string(one) + ", ";
        way.values += name == word(PoolKernel::GpuRows) ? "1" : "0";
    }
    work.ways = std::move(*ways);
    work.sources = {pool_parts::c_and_cuda, pool_parts::cuda};
    return cudaProgram(plan, text, work);
}

Result<std::string> inNumpy(const Plan& plan, const Text& text) {
    const Spec& spec = *findSpec("max_pool");
    if (auto why = whyNotDrawn(plan, spec)) return tl::unexpected(std::move(*why));
    return numpyProgram(plan, text,
                        {.spec = spec,
                         .about = kAboutPool,
                         .sources = {pool_parts::numpy, pool_parts::python_check}});
}

Result<std::string> inTorch(const Plan& plan, const Text& text) {
    const Spec& spec = *findSpec("max_pool");
    if (auto why = whyNotDrawn(plan, spec)) return tl::unexpected(std::move(*why));
    return torchProgram(plan, text,
                        {.spec = spec,
                         .about = kAboutPool,
                         .way = {{"kernel", word(PoolKernel::Library)}},
                         .sources = {pool_parts::torch, pool_parts::python_check}});
}

}  // namespace

Programs poolPrograms() {
    return {{ProgramKind::PyTorch, inTorch},
            {ProgramKind::NumPy, inNumpy},
            {ProgramKind::C, inC},
            {ProgramKind::Cuda, inCuda}};
}

}  // namespace duelo
