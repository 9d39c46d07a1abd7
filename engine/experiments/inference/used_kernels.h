// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/result_record.h"
#include "report/document.h"
#include "report/long_table.h"
#include "report/shown.h"

/// The kernels that ran in the mode Compiled, as the library names them: ResultRecord::output has
/// them as "kernels".
namespace duelo {

struct UsedKernel {
    std::string layers{};  ///< "conv1" or "a + b"; empty: it brings a value into another layout
    std::string implementation{};  ///< such as "jit:avx512_core"
    std::int64_t bytes = 0;        ///< that it reads and writes, each once
    std::int64_t flop = 0;         ///< that it does for its layers
    double ms = 0;                 ///< by itself, median of a few calls before the measured ones
};

struct UsedKernels {
    std::string library{};            ///< with its version: "oneDNN 2.6.3"
    std::string instructions{};       ///< that it compiles for: "avx512_core_bf16"
    std::vector<UsedKernel> calls{};  ///< in their order

    [[nodiscard]] double ms() const;
};
[[nodiscard]] Json toJson(const UsedKernels& used);
/// Returns the kernels of a result; without calls where there are none or a file has them
/// otherwise.
[[nodiscard]] UsedKernels usedKernelsOf(const ResultRecord& result);

/// The calls of one implementation together; the longest come first.
struct KernelShare {
    std::string implementation{};
    std::size_t calls = 0;
    std::int64_t bytes = 0;
    double ms = 0;
};
[[nodiscard]] std::vector<KernelShare> sharesOf(const UsedKernels& used);

/// Returns the card of the variant that is looked at; without lines where it has none.
[[nodiscard]] CardValue kernelsCard(const Shown& shown);
/// Returns all calls, a line each (View::Table).
[[nodiscard]] LongTable kernelCallsTable(const Comparison& comparison);

}  // namespace duelo
