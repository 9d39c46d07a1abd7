// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "plan/spec.h"

/// Programs of work that is timed call by call and makes a number by which it is checked: in
/// Python, C and CUDA. printed_output.h reads their output back. An experiment brings its work;
/// everything else is the same for all.
namespace duelo {

/// The cases of a plan, each once.
[[nodiscard]] std::vector<Params> worksOf(const Plan& plan, const Spec& spec);

struct PythonWork {
    const Spec& spec;
    const char* about;  ///< a key of the group "script": what the program does
    /// The way in which PyTorch does the work, in the words of the experiment's axes, but for the
    /// device, its threads and the precision.
    Json way{};
    /// Defines prepared(work), with NumPy, or prepared(work, variant), with PyTorch: what is
    /// called, and what makes the number of its result or ends the program where that is wrong.
    std::vector<std::string_view> sources{};
};
[[nodiscard]] std::string numpyProgram(const Plan& plan, const Text& text, const PythonWork& work);
[[nodiscard]] std::string torchProgram(const Plan& plan, const Text& text, const PythonWork& work);

/// Returns those of `able` that are values of an axis of the plan's variants, in the order of
/// `able`. Reason: "script_no_way" {program_kind, accepted} where none is.
template <typename Enum>
[[nodiscard]] Result<std::vector<Enum>> chosenOf(const Plan& plan, std::string_view axis,
                                                 ProgramKind kind, const std::vector<Enum>& able) {
    const std::vector<Json>& values = valuesIn(plan.variants.front(), axis);
    std::vector<Enum> chosen;
    Json accepted = Json::array();
    for (const Enum one : able) {
        accepted.push_back(word(one));
        if (std::ranges::find(values, Json(word(one))) != values.end()) chosen.push_back(one);
    }
    if (!chosen.empty()) return chosen;
    return fail("script_no_way", {{"program_kind", word(kind)}, {"accepted", std::move(accepted)}});
}

/// A way to do the work.
struct CWay {
    std::string title{};
    Params variant{};
    std::string values{};  ///< of its fields
    bool shared = false;   ///< by the plan's numbers of threads
};

/// A work in C, or in C++ with CUDA; `case_fields` and `way_fields` are the fields of its
/// structures beside titles and JSON.
struct CWork {
    const Spec& spec;
    const char* about;
    std::string case_fields{};
    std::function<std::string(const Params& work)> case_values{};
    std::string texts{};  ///< of the kernels
    std::string way_fields{};
    std::vector<CWay> ways{};
    /// Defines prepare(case), call() of WAY with TEAM threads, too_slow(), and value(), the number
    /// of the latest call's result, which ends the program where that is wrong.
    std::vector<std::string_view> sources{};
};
[[nodiscard]] std::string cProgram(const Plan& plan, const Text& text, const CWork& work);
[[nodiscard]] std::string cudaProgram(const Plan& plan, const Text& text, const CWork& work);

/// A text of resources/kernels as it stands in such a program: without its licence and what it
/// includes, in a namespace of its own unless that is empty.
[[nodiscard]] std::string kernelSource(std::string_view text, std::string_view name_space);

}  // namespace duelo
