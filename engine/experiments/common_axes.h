// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/words.h"
#include "plan/spec.h"

/// Axes that several experiments have, with one spelling.
namespace duelo {

inline constexpr int kMaxThreads = 1024;
inline constexpr int kMaxBatch = 4096;

/// How a cell does its work, of the experiments whose variants are these four axes.
struct Variant {
    Device device = Device::Cpu;
    int threads = 0;  ///< intra-op threads of the CPU; 0 where a GPU does the work
    Precision precision = Precision::Fp32;
    Mode mode = Mode::Eager;

    auto operator<=>(const Variant&) const = default;
    /// As plans and records hold it.
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
[[nodiscard]] Axis deviceAxis();
/// 0: one per physical core; of the CPU alone.
[[nodiscard]] Axis threadsAxis();
[[nodiscard]] Axis precisionAxis(std::vector<std::string> words);
[[nodiscard]] Axis modeAxis(std::vector<std::string> words);
/// Of a mode that needs a GPU: "graph_needs_gpu", "overlap_needs_gpu".
[[nodiscard]] Reason whyNotOnCpu(Mode mode);
/// Of variants of which nothing is left: whyNotOnCpu().
[[nodiscard]] std::vector<Problem> problemsOfModes(const Plan& plan, const Facts& facts);
/// Images per call.
[[nodiscard]] Axis batchAxis(int usual, std::vector<Json> offered, std::string help);
[[nodiscard]] Axis seedAxis();

}  // namespace duelo
