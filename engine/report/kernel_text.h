// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/document.h"
#include "report/shown.h"

namespace duelo {

/// The text that is compiled, run and measured under a name.
struct KernelText {
    std::string kernel{};     ///< a word of the axis "kernel"
    std::string_view text{};  ///< without its licence line
    std::string before{};     ///< the kernel that it goes on from; empty: it is the first
    std::string opencl{};     ///< the same in OpenCL C; empty: it does not run by OpenCL
};

[[nodiscard]] std::vector<std::string_view> linesOf(std::string_view text);

/// A line of one text beside that of another: in both, or in one of them alone.
struct LinePair {
    std::optional<std::size_t> from{}, to{};

    bool operator==(const LinePair&) const = default;
};
/// The longest common lines are in both, as in any comparison of two texts.
[[nodiscard]] std::vector<LinePair> pairedLines(const std::vector<std::string_view>& from,
                                                const std::vector<std::string_view>& to);

/// A line of a text that is there or not in the next one.
struct TextLine {
    enum class Kind { Same, Gone, New };
    Kind kind = Kind::Same;
    std::string text{};  ///< its indentation in spaces that writers keep

    /// Returns it with a sign before it: "+ ", "− " or room for one.
    [[nodiscard]] std::string shown() const;
};
/// Returns the way from one text to another, line by line and without comments; from nothing, all
/// lines are the same.
[[nodiscard]] std::vector<TextLine> textChange(std::string_view from, std::string_view to);

/// Returns the texts of the kernels that are in a comparison, or what each changes of the one that
/// it goes on from: an annex without blocks where there are none.
[[nodiscard]] DocSection kernelTexts(const std::vector<KernelText>& texts,
                                     const Comparison& comparison, const Text& text);

/// Returns the fastest cell of a row that was timed with a kernel in fp32, on any device or on one;
/// null: there is none.
[[nodiscard]] const ReportCell* fastestOf(const Row& row, const Comparison& comparison,
                                          std::string_view kernel,
                                          std::optional<Device> device = {});
/// Returns a sentence with the speed-up of one kernel over another in the row that is looked at;
/// where no factor may be told, why not. Empty: one of them has no time there.
[[nodiscard]] std::string kernelGain(const Shown& shown, std::string_view before,
                                     std::string_view kernel);

}  // namespace duelo
