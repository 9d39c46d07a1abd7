// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/words.h"
#include "experiments/own_kernel.h"
#include "plan/spec.h"

/// Axes that several experiments have, with one spelling.
namespace duelo {

inline constexpr int kMaxThreads = 1024;
inline constexpr int kMaxBatch = 4096;
inline constexpr int kMaxInstances = 256;

/// The way in which a cell does its work, in experiments whose variants are these four axes.
struct Variant {
    Device device = Device::Cpu;
    int threads = 0;  ///< intra-op threads of the CPU; 0 where a GPU does the work
    Precision precision = Precision::Fp32;
    Mode mode = Mode::Eager;

    auto operator<=>(const Variant&) const = default;
    /// Returns the variant as plans and records hold it.
    operator Params() const;
};
[[nodiscard]] Variant variantOf(const Params& variant);

/// A choice among the words of an enum, with its own name as the option; several at once.
template <typename E>
[[nodiscard]] Axis wordsAxis(const char* id, AxisRole role, Json usual, const char* help) {
    return {.id = id,
            .kind = AxisKind::Word,
            .role = role,
            .many = true,
            .usual = std::move(usual),
            .words = {wordsOf<E>.begin(), wordsOf<E>.end()},
            .option = std::string("--") + id,
            .help = help};
}
/// "fp32,bf16", as the help of an option shows its words.
[[nodiscard]] std::string joinedWords(const std::vector<std::string>& words);
/// Tells whether a block of variants is, in part at least, for devices of a kind.
[[nodiscard]] bool hasDevice(const Block& variants, DeviceKind kind);
/// The kernels of an experiment, an enum. runsOn(kernel, kind) says which kind of device has which:
/// a word that one kind has alone applies there alone. All are usual but a student's own.
template <typename E>
[[nodiscard]] Axis kernelAxis() {
    Axis axis = wordsAxis<E>("kernel", AxisRole::Variant, Json::array(), "");
    for (const std::string& word : axis.words)
        if (word != kOwnKernel) axis.usual.push_back(word);
    axis.help = joinedWords(axis.words);
    for (std::size_t k = 0; k < axis.words.size(); ++k) {
        const bool cpu = runsOn(static_cast<E>(k), DeviceKind::Cpu);
        if (cpu && runsOn(static_cast<E>(k), DeviceKind::Gpu)) continue;
        axis.value_when[axis.words[k]] = {onKind(cpu ? DeviceKind::Cpu : DeviceKind::Gpu)};
    }
    return axis;
}
/// Returns the problem of variants of which nothing is left, because none of their devices has one
/// of their kernels: "kernel_needs_gpu", "kernel_needs_cpu".
template <typename E>
[[nodiscard]] std::vector<Problem> problemsOfKernels(const Plan& plan, const Facts&) {
    for (std::size_t i = 0; i < plan.variants.size(); ++i) {
        const auto on = [&](DeviceKind kind) {
            return hasDevice(plan.variants[i], kind) &&
                   std::ranges::any_of(
                       valuesIn(plan.variants[i], "kernel"), [&](const Json& value) {
                           const auto kernel = parseWord<E>(value.get<std::string>());
                           return kernel && runsOn(*kernel, kind);
                       });
        };
        if (on(DeviceKind::Cpu) || on(DeviceKind::Gpu)) continue;
        const bool wantsCpu = hasDevice(plan.variants[i], DeviceKind::Cpu);
        return {{"kernel", i, 0, {wantsCpu ? "kernel_needs_gpu" : "kernel_needs_cpu"}}};
    }
    return {};
}
/// The devices that an experiment can use; All: those by OpenCL too.
enum class Devices { All, CpuAndCuda, CpuOnly };
[[nodiscard]] Axis deviceAxis(Devices devices = Devices::CpuAndCuda);
/// The threads of the CPU alone; 0: one per physical core.
[[nodiscard]] Axis threadsAxis();
/// Processes that each do the whole work at the same time, with that many threads (measure/
/// side_by_side.h). Absent: this one alone. To stand before the threads, which share the cores.
[[nodiscard]] Axis instancesAxis();
/// The axis that says whether each thread keeps to a core of its own (pinned_team.h). Absent: the
/// system moves threads as it likes.
inline constexpr std::string_view kPinningAxis = "pinning";
[[nodiscard]] Axis pinningAxis();
/// int8 is for the mode compiled, where both are chosen from.
[[nodiscard]] Axis precisionAxis(std::vector<std::string> words);
[[nodiscard]] Axis modeAxis(std::vector<std::string> words);
/// Returns why a mode that needs a GPU does not run on the CPU: "graph_needs_gpu",
/// "overlap_needs_gpu".
[[nodiscard]] Reason whyNotOnCpu(Mode mode);
/// Returns the problems of values that a GPU drops without a word, where no CPU is left to do them:
/// "<axis>_needs_cpu" of each block of variants that has a value of one of these axes.
[[nodiscard]] std::vector<Problem> problemsWithoutCpu(const Plan& plan,
                                                      std::span<const std::string_view> axes);
/// Returns the problem of variants by OpenCL alone that have none but these values of an axis,
/// which its devices have not: "opencl_no_library".
[[nodiscard]] std::vector<Problem> problemsByOpenCl(
    const Plan& plan, std::string_view axis, std::initializer_list<std::string_view> without);
/// Returns the problem of variants of whose modes nothing is left: whyNotOnCpu(),
/// "compiled_needs_cpu".
[[nodiscard]] std::vector<Problem> problemsOfModes(const Plan& plan, const Facts& facts);
/// Tells whether no variant of a block is left: all are in this precision, which only this mode on
/// a CPU computes in, and none is of it.
[[nodiscard]] bool isLostIn(Precision precision, Mode mode, const Block& variants);
/// Images per call.
[[nodiscard]] Axis batchAxis(int usual, std::vector<Json> offered, std::string help);
[[nodiscard]] Axis seedAxis();
/// The width of a perceptron.
[[nodiscard]] Axis hiddenAxis();

}  // namespace duelo
