// SPDX-License-Identifier: Apache-2.0
// Writes numbers, sizes, rates and durations as text.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#include "base/rate_unit.h"
#include "base/text.h"

namespace duelo {

namespace {

std::string withSign(std::string digits, NumberStyle style) {
    std::replace(digits.begin(), digits.end(), '.', style.decimal);
    return digits;
}

/// Four digits are read at a glance, and may be a year.
std::string grouped(std::string digits, NumberStyle style) {
    constexpr std::size_t kUngrouped = 4, kGroup = 3;
    const std::size_t first = digits.starts_with('-') ? 1 : 0;
    std::size_t at = std::min(digits.find_first_not_of("0123456789", first), digits.size());
    if (style.group.empty() || at - first <= kUngrouped) return digits;
    while (at - first > kGroup) digits.insert(at -= kGroup, style.group);
    return digits;
}

std::string toChars(double value, std::chars_format format, int precision) {
    char buffer[400];  // the longest fixed double has 309 digits before the point
    const auto [end, error] =
        std::to_chars(buffer, buffer + sizeof buffer, value, format, std::clamp(precision, 0, 60));
    return error == std::errc{} ? std::string(buffer, end) : std::string("-");
}

/// Writes "3.4e-07" as people do: "3.4·10⁻⁷".
std::string inPowersOfTen(const std::string& scientific) {
    constexpr std::string_view raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const std::size_t mark = scientific.find('e');
    std::string out = scientific.substr(0, mark) + "·10";
    const int power = std::atoi(scientific.c_str() + mark + 1);
    if (power < 0) out += "⁻";
    for (const char digit : std::to_string(std::abs(power)))
        out += raised[static_cast<std::size_t>(digit - '0')];
    return out;
}

}  // namespace

NumberStyle styleForPeople(char decimal) {
    return {decimal, "\u202f"};
}

NumberStyle defaultNumberStyle(Language language) {
    return styleForPeople(language == Language::Spanish ? ',' : '.');
}

std::string formatFixed(double value, int decimals, NumberStyle style) {
    if (!std::isfinite(value)) return "-";
    return grouped(withSign(toChars(value, std::chars_format::fixed, decimals), style), style);
}

std::string formatSignificant(double value, int digits, NumberStyle style) {
    if (!std::isfinite(value)) return "-";
    if (value == 0) return "0";
    const double magnitude = std::floor(std::log10(std::abs(value)));
    if (magnitude < -4 || magnitude >= 15) {
        const std::string told =
            withSign(toChars(value, std::chars_format::scientific, digits - 1), style);
        return style.group.empty() ? told : inPowersOfTen(told);  // programs read the former
    }
    return formatFixed(value, std::max(0, digits - 1 - static_cast<int>(magnitude)), style);
}

std::string formatExact(double value) {
    if (!std::isfinite(value)) return "";
    char buffer[64];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    return error == std::errc{} ? std::string(buffer, end) : std::string{};
}

std::string formatBytes(double bytes, NumberStyle style) {
    if (!std::isfinite(bytes)) return "-";
    constexpr std::string_view units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    while (std::abs(bytes) >= 1024 && unit + 1 < std::size(units)) {
        bytes /= 1024;
        ++unit;
    }
    const bool whole = bytes == std::round(bytes) || std::abs(bytes) >= 100;
    return formatFixed(bytes, whole ? 0 : 1, style) + " " + std::string(units[unit]);
}

namespace {

/// The time from which on hours are told: nobody divides 843 min by 60.
constexpr double kHours_ms = 180 * 60e3;

}  // namespace

std::string formatDuration(double ms, NumberStyle style) {
    if (!std::isfinite(ms)) return "-";
    if (std::abs(ms) < 1e-3) return formatSignificant(ms * 1e6, 3, style) + " ns";
    if (std::abs(ms) < 0.1) return formatSignificant(ms * 1e3, 3, style) + " µs";
    if (std::abs(ms) < 1000) return formatSignificant(ms, 3, style) + " ms";
    if (std::abs(ms) < 120e3) return formatSignificant(ms / 1000, 3, style) + " s";
    if (std::abs(ms) < kHours_ms) return formatFixed(ms / 60e3, 0, style) + " min";
    return formatSignificant(ms / 3600e3, 3, style) + " h";
}

RateUnit rateUnitFor(double per_s, std::string_view unit) {
    const bool bytes = unit == "byte/s";
    if (!bytes && unit != "flop/s") return {1, std::string(unit)};
    constexpr std::string_view prefixes[] = {"", "k", "M", "G", "T", "P"};
    std::size_t prefix = 0;
    double scale = 1;
    // As it will be rounded: never "1000 MB/s".
    while (std::abs(per_s) / scale >= 999.5 && prefix + 1 < std::size(prefixes)) {
        scale *= 1000;
        ++prefix;
    }
    return {scale, std::string(prefixes[prefix]) + (bytes ? "B/s" : "FLOP/s")};
}

std::string formatRate(double per_s, std::string_view unit, NumberStyle style, int digits) {
    const RateUnit said = rateUnitFor(per_s, unit);
    return formatSignificant(per_s / said.per_s, digits, style) + " " + said.symbol;
}

std::string formatElapsed(double ms) {
    const auto all_s = std::isfinite(ms) && ms > 0 ? static_cast<long long>(ms / 1000) : 0;
    const auto two = [](long long n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    if (all_s < 60) return std::to_string(all_s) + " s";
    if (all_s < 3600) return std::to_string(all_s / 60) + " min " + two(all_s % 60) + " s";
    return std::to_string(all_s / 3600) + " h " + two(all_s / 60 % 60) + " min";
}

namespace {

struct RoundDuration {
    long long count;
    const char* unit;
};

RoundDuration roundDuration(double ms, double (*direction)(double)) {
    const double seconds = std::isfinite(ms) ? std::max(0.0, ms / 1000) : 0;
    if (seconds * 1000 >= kHours_ms)
        return {static_cast<long long>(direction(seconds / 3600)), "h"};
    if (seconds >= 120) return {static_cast<long long>(direction(seconds / 60)), "min"};
    const double step = seconds < 20 ? 1 : 5;
    return {static_cast<long long>(step * direction(seconds / step)), "s"};
}

}  // namespace

std::string formatDurationRange(double low_ms, double high_ms) {
    const RoundDuration low = roundDuration(low_ms, std::floor);
    const RoundDuration high = roundDuration(high_ms, std::ceil);
    const std::string end = std::to_string(high.count) + ' ' + high.unit;
    if (std::string_view(low.unit) != high.unit)
        return std::to_string(low.count) + ' ' + low.unit + " – " + end;
    return low.count >= high.count ? end : std::to_string(low.count) + "–" + end;
}

std::string formatRoundDuration(double ms) {
    const RoundDuration round = roundDuration(ms, std::round);
    return std::to_string(std::max(1LL, round.count)) + ' ' + round.unit;
}

}  // namespace duelo
