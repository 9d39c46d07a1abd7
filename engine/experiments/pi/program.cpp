// SPDX-License-Identifier: Apache-2.0
#include "experiments/pi/program.h"

#include <algorithm>
#include <string>
#include <vector>

#include "experiments/pi/params.h"
#include "experiments/pi/program_parts.h"
#include "experiments/specs.h"
#include "experiments/work_program.h"
#include "resources/resources.h"

namespace duelo {
namespace {

constexpr const char* kAboutPi = "pi_about";

/// Pi in C or CUDA, in those ways of the plan that the language can have.
Result<CWork> piWork(const Plan& plan, const Text& text, ProgramKind kind,
                     const std::vector<PiHow>& able) {
    const auto chosen = chosenOf(plan, "how", kind, able);
    if (!chosen) return tl::unexpected(chosen.error());
    CWork work{.spec = *findSpec("pi"),
               .about = kAboutPi,
               .case_fields = "    int64_t samples;\n    int series;\n    uint64_t seed;\n",
               .case_values = [](const Params& params) {
                   const PiCase one = piCase(params);
                   return std::to_string(one.samples) +
                          (one.method == PiMethod::Series ? ", 1, " : ", 0, ") +
                          std::to_string(one.seed) + "u";
               }};
    const Text own = text.of(work.spec.id);
    for (const PiHow how : *chosen)
        work.ways.push_back({.title = own.word("how", word(how)),
                             .variant = {{kDeviceAxis, kind == ProgramKind::C ? "cpu" : "cuda"},
                                         {"how", word(how)}},
                             .values = how == PiHow::KernelHost     ? "text_of_pi::pi_each, 0"
                                       : how == PiHow::KernelDevice ? "text_of_pi::pi_sums, 1"
                                                                    : "",
                             .shared = how == PiHow::Threads});
    return work;
}

Result<std::string> inC(const Plan& plan, const Text& text) {
    auto work = piWork(plan, text, ProgramKind::C, {PiHow::Loop, PiHow::Threads});
    if (!work) return tl::unexpected(work.error());
    work->sources = {pi_parts::c_and_cuda, pi_parts::c};
    return cProgram(plan, text, *work);
}

Result<std::string> inCuda(const Plan& plan, const Text& text) {
    auto work = piWork(plan, text, ProgramKind::Cuda, {PiHow::KernelHost, PiHow::KernelDevice});
    if (!work) return tl::unexpected(work.error());
    work->way_fields =
        "    void (*kernel)(Output, Output, unsigned long long, unsigned long long,\n"
        "                   unsigned long long, int);\n    int adds_up;\n";
    work->texts = kernelSource(resource("kernels/pointers.h"), "") +
                  kernelSource(std::string(resource("kernels/splitmix.h")) +
                                   std::string(resource("kernels/pi.cu")),
                               "text_of_pi");
    work->sources = {pi_parts::c_and_cuda, pi_parts::cuda};
    return cudaProgram(plan, text, *work);
}

Result<std::string> inNumpy(const Plan& plan, const Text& text) {
    return numpyProgram(plan, text,
                        {.spec = *findSpec("pi"),
                         .about = kAboutPi,
                         .sources = {pi_parts::numpy, pi_parts::python_check}});
}

Result<std::string> inTorch(const Plan& plan, const Text& text) {
    return torchProgram(plan, text,
                        {.spec = *findSpec("pi"),
                         .about = kAboutPi,
                         .way = {{"how", word(PiHow::Array)}},
                         .sources = {pi_parts::torch, pi_parts::python_check}});
}

}  // namespace

Programs piPrograms() {
    return {{ProgramKind::PyTorch, inTorch},
            {ProgramKind::NumPy, inNumpy},
            {ProgramKind::C, inC},
            {ProgramKind::Cuda, inCuda}};
}

}  // namespace duelo
