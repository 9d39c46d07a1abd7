// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "plan/params.h"
#include "record/provenance.h"

/// Reads the times back that a program printed, on another PC such as Colab's or on this one: those
/// of Duelo's exported programs, and the lines of the handout's ("Tiempo en GPU: 0.0123 segundos").
/// A network's times count only where a GPU made them.
namespace duelo {

/// The beginning of the line that a program of Duelo prints for each time, for this reader: an
/// object in JSON follows it.
inline constexpr std::string_view kTimeLine = "duelo-time: ";

/// A printed time with its conditions. A field that the line does not tell is empty, 0 or absent;
/// nobody guesses it.
struct PrintedTime {
    int line = 0;  ///< of the text, from 1
    double ms = 0;
    std::int64_t n = 0;  ///< of how many calls
    std::optional<std::int64_t> size_px{}, batch{};
    std::string model{}, input{}, precision{}, mode{}, weights{};
    /// The experiment, work and variant, where the program tells them in the words of a plan, and
    /// the technology that it is written in.
    std::string experiment{}, technology{};
    Params work{}, variant{};
};

struct PrintedOutput {
    std::vector<PrintedTime> times{};
    /// The program's, by what it printed: the handout's times one first call.
    TimedBy timing = TimedBy::SingleCold;
    std::string gpu{};  ///< its name, where the program tells it
    /// Lines that mean to tell a time and do not, with the reason.
    std::vector<std::pair<int, Reason>> refused{};
};

inline constexpr std::size_t kMostPrintedBytes = std::size_t{4} << 20;

/// Reads a text in UTF-8, or UTF-16 with its mark, as Windows' console redirects it. Reasons:
/// "printed_too_large" {most_bytes}, "printed_not_text", "printed_no_times".
[[nodiscard]] Result<PrintedOutput> readPrinted(std::string_view text);
/// The text of such an output, in UTF-8. Reasons: the first two, and those of openToRead().
[[nodiscard]] Result<std::string> printedText(const std::filesystem::path& path);
/// Reads a file; also the reasons of openToRead().
[[nodiscard]] Result<PrintedOutput> readPrinted(const std::filesystem::path& path);

}  // namespace duelo
