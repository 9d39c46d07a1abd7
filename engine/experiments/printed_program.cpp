// SPDX-License-Identifier: Apache-2.0
#include "experiments/printed_program.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "base/text.h"
#include "experiments/program/printed_time.h"

namespace duelo {
namespace {

/// The usual words of programs, in lower case as what is looked through. The first that fits
/// counts.
constexpr std::array<std::string_view, 8> kTimes{
    "tiempo total",  "total time", "tiempo de entrenamiento",
    "training time", "tiempo",     "elapsed time",
    "elapsed",       "time"};
constexpr std::array<std::string_view, 7> kTimeEnds{
    "{s} s", "{s}s", "{s} segundos", "{s} seconds", "{s} seg", "{ms} ms", "{ms}ms"};
constexpr std::array<std::string_view, 8> kShares{"exactitud en la prueba",
                                                  "exactitud de prueba",
                                                  "test accuracy",
                                                  "exactitud",
                                                  "precisión",
                                                  "precision",
                                                  "accuracy",
                                                  "acc"};
constexpr std::array<std::string_view, 3> kShareEnds{"{percent} %", "{percent}%", "{share}"};
constexpr std::array<std::string_view, 3> kSigns{": ", " = ", "="};
constexpr double kMostPercent = 100;

std::string lowerOf(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
    return out;
}

using PatternOf = Result<PrintedPattern> (*)(const std::string&);

/// Finds a number by the given pattern, else by the first usual one that fits. Reason: that of the
/// pattern.
Result<std::optional<double>> found(std::string_view output, const std::string& given,
                                    PatternOf pattern, std::span<const std::string_view> leads,
                                    std::span<const std::string_view> ends) {
    if (!given.empty()) {
        auto own = pattern(given);
        if (!own) {
            own.error().args["field"] = given;
            return tl::unexpected(own.error());
        }
        return printedNumber(*own, output);
    }
    const std::string lower = lowerOf(output);
    for (const std::string_view lead : leads)
        for (const std::string_view end : ends)
            for (const std::string_view sign : kSigns) {
                const auto usual =
                    pattern(std::string(lead) + std::string(sign) + std::string(end));
                if (const auto number = usual ? printedNumber(*usual, lower) : std::nullopt)
                    return number;
            }
    return std::optional<double>();
}

Reason noShare(std::string_view text) {
    return {"printed_program_accuracy", {{"value", visibleText(text)}}, {}};
}

}  // namespace

Result<PrintedProgram> readPrintedProgram(std::string_view output, const std::string& time,
                                          const std::string& accuracy) {
    PrintedProgram program;
    const auto ms = found(output, time, timePattern, kTimes, kTimeEnds);
    if (!ms) return tl::unexpected(ms.error());
    if (!*ms || !(**ms > 0)) return fail("printed_program_no_time");
    program.total_ms = **ms;
    const auto share = found(output, accuracy, sharePattern, kShares, kShareEnds);
    if (!share) return tl::unexpected(share.error());
    if (!*share && !accuracy.empty()) return fail("printed_program_no_accuracy");
    if (*share && **share > 1) return tl::unexpected(noShare(formatExact(**share)));
    program.accuracy = *share;
    return program;
}

Result<double> typedShare(std::string_view text) {
    std::string number(text.substr(0, text.find_first_of(" %")));
    std::ranges::replace(number, ',', '.');
    double value = 0;
    const char* const stop = number.data() + number.size();
    const auto [end, error] = std::from_chars(number.data(), stop, value);
    const bool percent = text.find('%') != text.npos || value > 1;
    const bool isShare = value >= 0 && value <= (percent ? kMostPercent : 1);  // and no NaN
    if (error != std::errc() || end != stop || !isShare) return tl::unexpected(noShare(text));
    return percent ? value / kMostPercent : value;
}

}  // namespace duelo
