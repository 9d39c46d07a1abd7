// SPDX-License-Identifier: Apache-2.0
#include "report/carbon.h"

#include <charconv>
#include <cmath>

#include "report/comparison_steps.h"

namespace duelo {
namespace {

/// More than any power station has: burning nothing but coal gives about 1,000.
constexpr double kMost_g_per_kwh = 5000;

/// Reads a number with a decimal point or comma; nothing where the text is none that can be.
std::optional<double> intensityIn(std::string text) {
    if (const auto comma = text.find(','); comma != std::string::npos) text[comma] = '.';
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end || !(value > 0) || value > kMost_g_per_kwh)
        return std::nullopt;
    return value;
}

}  // namespace

Result<std::optional<CarbonIntensity>> carbonOf(const Source& source, const ReportFields& given) {
    const bool own = source.role == Role::Own && !given.carbon_g_per_kwh.empty();
    const std::string value =
        own ? given.carbon_g_per_kwh : textIn(source.header.label, kCarbonField);
    const std::string whose =
        own ? given.carbon_source : textIn(source.header.label, kCarbonSourceField);
    if (value.empty()) return std::nullopt;
    const auto number = intensityIn(value);
    if (!number) return fail("carbon_number", {{"value", value}});
    if (whose.empty()) return fail("carbon_no_source", {{"value", value}});
    return CarbonIntensity{*number, whose};
}

}  // namespace duelo
