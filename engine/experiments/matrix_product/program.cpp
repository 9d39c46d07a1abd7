// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/program.h"

#include <algorithm>
#include <string>
#include <vector>

#include "experiments/matrix_product/params.h"
#include "experiments/matrix_product/program_parts.h"
#include "experiments/matrix_product/spec.h"
#include "experiments/specs.h"
#include "experiments/work_program.h"
#include "resources/resources.h"

namespace duelo {
namespace {

constexpr const char* kAboutProduct = "product_about";

CWork productWork(const Spec& spec) {
    return {.spec = spec,
            .about = kAboutProduct,
            .case_fields = "    long n;\n    uint64_t seed;\n",
            .case_values = [](const Params& work) {
                const ProductCase one = productCase(work);
                return std::to_string(one.n) + ", " + std::to_string(one.seed) + "u";
            }};
}

Params variantOfText(const char* device, ProductKernel kernel) {
    return {{kDeviceAxis, device}, {"precision", word(Precision::Fp32)}, {"kernel", word(kernel)}};
}

Result<std::string> inC(const Plan& plan, const Text& text) {
    const auto kernels = chosenOf<ProductKernel>(
        plan, "kernel", ProgramKind::C,
        {ProductKernel::ThreeLoops, ProductKernel::LoopOrder, ProductKernel::Blocked});
    if (!kernels) return tl::unexpected(kernels.error());
    CWork work = productWork(*findSpec("matrix_product"));
    // The first function of that text; what stands behind it is C++.
    const std::string_view vectors = resource("kernels/vectors.h");
    const std::size_t begin = vectors.find("static inline long lesser");
    work.texts = vectors.substr(begin, vectors.find("\n}\n", begin) + 3 - begin);
    work.way_fields =
        "    void (*kernel)(const float*, const float*, float*, long, long, long);\n"
        "    long most;\n";
    const Text own = text.of(work.spec.id);
    for (const bool shared : {false, true})
        for (const ProductKernel kernel : *kernels) {
            const std::string name = "product_" + std::string(word(kernel));
            if (!shared)
                work.texts += "\n#define product " + name + kernelSource(productText(kernel), "") +
                              "#undef product\n";
            work.ways.push_back(
                {.title = own.word("kernel", word(kernel)),
                 .variant = variantOfText("cpu", kernel),
                 .values = name + ", " + std::to_string(mostSize(kernel).value_or(0)),
                 .shared = shared});
        }
    work.sources = {product_parts::c_and_cuda, product_parts::c};
    return cProgram(plan, text, work);
}

Result<std::string> inCuda(const Plan& plan, const Text& text) {
    std::vector<ProductKernel> able;
    for (const kernels::KernelShape& shape : kernels::kProductShapes)
        able.push_back(*parseWord<ProductKernel>(shape.kernel));
    const auto kernels = chosenOf(plan, "kernel", ProgramKind::Cuda, able);
    if (!kernels) return tl::unexpected(kernels.error());
    CWork work = productWork(*findSpec("matrix_product"));
    work.texts = kernelSource(resource("kernels/pointers.h"), "");
    work.way_fields =
        "    void (*kernel)(Input, Input, Output, int);\n    long most;\n"
        "    unsigned block_x, block_y, rows, columns;\n    int x_is_row;\n";
    const Text own = text.of(work.spec.id);
    for (const ProductKernel kernel : *kernels) {
        const std::string name(word(kernel)), space = "text_of_" + name;
        const kernels::KernelShape& shape = shapeOf(kernels::kProductShapes, name);
        work.texts += kernelSource(productText(kernel), space);
        std::string values =
            space + "::" + name + ", " + std::to_string(mostSize(kernel).value_or(0));
        for (const unsigned one : {shape.block_x, shape.block_y, shape.rows, shape.columns})
            values += ", " + std::to_string(one);
        work.ways.push_back({.title = own.word("kernel", word(kernel)),
                             .variant = variantOfText("cuda", kernel),
                             .values = values + (shape.x_is_row ? ", 1" : ", 0")});
    }
    work.sources = {product_parts::c_and_cuda, product_parts::cuda};
    return cudaProgram(plan, text, work);
}

Result<std::string> inNumpy(const Plan& plan, const Text& text) {
    return numpyProgram(plan, text,
                        {.spec = *findSpec("matrix_product"),
                         .about = kAboutProduct,
                         .sources = {product_parts::numpy}});
}

Result<std::string> inTorch(const Plan& plan, const Text& text) {
    return torchProgram(plan, text,
                        {.spec = *findSpec("matrix_product"),
                         .about = kAboutProduct,
                         .way = {{"kernel", word(ProductKernel::Library)}},
                         .sources = {product_parts::torch}});
}

}  // namespace

Programs productPrograms() {
    return {{ProgramKind::PyTorch, inTorch},
            {ProgramKind::NumPy, inNumpy},
            {ProgramKind::C, inC},
            {ProgramKind::Cuda, inCuda}};
}

}  // namespace duelo
