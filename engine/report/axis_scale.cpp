// SPDX-License-Identifier: Apache-2.0
#include "report/axis_scale.h"

#include <algorithm>
#include <cmath>

#include "base/power_text.h"

namespace duelo {

namespace {

/// Bounds of values on an axis: beyond them no time, size or count is meant, and sums of two would
/// overflow.
constexpr double kHuge = 1e150, kTiny = 1e-150;

/// Room beside the first and the last of given values, as a share of what they span.
constexpr double kValueMargin = 0.08;

/// 1, 2 or 5 times a power of ten, not less than `rough`.
double niceStep(double rough) {
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (rough <= digit * power * (1 + 1e-9)) return digit * power;
    return 10 * power;
}

int powerOf(double value) {
    return static_cast<int>(std::floor(std::log10(value) + 1e-9));
}

std::vector<double> inDecades(int from, int to, std::initializer_list<int> digits) {
    std::vector<double> values;
    for (int power = from; power <= to; ++power)
        for (const int digit : digits)
            if (power < to || digit == 1) values.push_back(digit * std::pow(10, power));
    return values;
}

double inner(double value, bool log) {
    return log ? std::log10(value) : value;
}

}  // namespace

bool AxisScale::shows(double value) const {
    return std::isfinite(value) && (!log || value > 0);
}

double AxisScale::at(double value) const {
    const double from = inner(low, log);
    return (inner(value, log) - from) / (inner(high, log) - from);
}

std::string axisNumber(double value, double step, NumberStyle numbers) {
    const double size = std::abs(value);
    const int decimals = std::max(0, -powerOf(step));
    if (size == 0 || (size < 1e9 && decimals <= 6))
        return formatFixed(value, size == 0 && decimals > 6 ? 0 : decimals, numbers);
    // "5·10⁻⁷", "1,5·10⁹"
    const int power = powerOf(size), digits = std::clamp(power - powerOf(step), 0, 14);
    const std::string sign = value < 0 ? "-" : "";
    if (digits == 0) return sign + powerText(size);
    return sign + formatFixed(size / std::pow(10, power), digits, numbers) + "·" +
           powerText(std::pow(10, power));
}

std::string exactNumber(double value, NumberStyle numbers) {
    constexpr double kExactWhole = 1e15;
    if (value == std::floor(value) && std::abs(value) < kExactWhole)
        return formatFixed(value, 0, numbers);
    std::string digits = formatExact(value);
    std::ranges::replace(digits, '.', numbers.decimal);
    return digits;
}

AxisScale linearScale(double low, double high, int max_ticks, NumberStyle numbers) {
    if (!std::isfinite(low) || !std::isfinite(high)) return linearScale(0, 1, max_ticks, numbers);
    low = std::clamp(low, -kHuge, kHuge);
    high = std::clamp(high, -kHuge, kHuge);
    if (low > high) std::swap(low, high);
    const double size = std::max(std::abs(low), std::abs(high));
    // Less than this cannot be told apart in a double after a few sums.
    if (high - low <= size * 1e-12) {
        const double room = size == 0 ? 1 : size * 0.05;
        low = low == 0 ? 0 : low - room;
        high += room;
    }
    max_ticks = std::max(2, max_ticks);
    double step = niceStep((high - low) / (max_ticks - 1));
    double from = 0, to = 0;
    // Widening to whole steps can need one tick more than the span itself.
    for (;; step = niceStep(step * 1.5)) {
        from = std::floor(low / step + 1e-9);
        to = std::ceil(high / step - 1e-9);
        if (to - from + 1 <= max_ticks || to - from <= 2) break;
    }
    AxisScale scale{.low = from * step, .high = to * step};
    for (double i = from; i <= to; ++i)
        scale.ticks.push_back({i * step, axisNumber(i * step, step, numbers)});
    return scale;
}

AxisScale decadeScale(double low, double high, int max_ticks, NumberStyle numbers) {
    if (!std::isfinite(low) || !std::isfinite(high) || low <= 0 || high < low) low = high = 1;
    const double least = std::log10(std::clamp(low, kTiny, kHuge));
    const double most = std::log10(std::clamp(high, kTiny, kHuge));
    const int from = static_cast<int>(std::floor(least + 1e-9));
    const int to = std::max(from + 1, static_cast<int>(std::ceil(most - 1e-9)));
    AxisScale scale{.log = true, .low = std::pow(10, from), .high = std::pow(10, to)};

    std::vector<double> values = inDecades(from, to, {1, 2, 5});
    const auto room = static_cast<std::size_t>(std::max(2, max_ticks));
    if (values.size() > room) values = inDecades(from, to, {1});
    const std::size_t every = (values.size() + room - 1) / room;
    for (std::size_t i = 0; i < values.size(); i += every)
        scale.ticks.push_back({values[i], axisNumber(values[i], values[i], numbers)});
    // All labels of one kind.
    constexpr double kLeastPlain = 1e-6;
    if (!scale.ticks.empty() && scale.ticks.front().value < kLeastPlain)
        for (AxisTick& tick : scale.ticks) tick.label = powerText(tick.value);
    if (to - from <= 4)
        scale.minor = inDecades(from, to, {2, 3, 4, 5, 6, 7, 8, 9});
    else if (every > 1)
        scale.minor = inDecades(from, to, {1});
    return scale;
}

AxisScale powerScale(double low, double high, int max_ticks) {
    AxisScale scale = decadeScale(low, high, max_ticks, {});
    for (AxisTick& tick : scale.ticks) tick.label = powerText(tick.value);
    return scale;
}

AxisScale byteScale(double low, double high, int max_ticks, NumberStyle numbers) {
    if (!std::isfinite(low) || !std::isfinite(high) || low <= 0 || high < low) low = high = 1;
    const int from = static_cast<int>(std::floor(std::log2(std::max(low, 1.0)) + 1e-9));
    const int to = std::max(from + 1, static_cast<int>(std::ceil(std::log2(high) - 1e-9)));
    const int room = std::max(2, max_ticks);
    // Steps that meet KiB, MiB, ... where they begin there.
    int step = 1;
    for (const int each : {1, 2, 4, 5, 10, 20, 50, 100}) {
        step = each;
        if ((to - from) / step + 1 <= room) break;
    }
    AxisScale scale{.log = true, .low = std::exp2(from), .high = std::exp2(to)};
    for (int power = from; power <= to; power += step)
        scale.ticks.push_back({std::exp2(power), formatBytes(std::exp2(power), numbers)});
    for (int power = from; power <= to && step > 1; ++power)
        scale.minor.push_back(std::exp2(power));
    return scale;
}

AxisScale logScale(double low, double high, int max_ticks, NumberStyle numbers) {
    const AxisScale whole = decadeScale(low, high, max_ticks, numbers);
    AxisScale scale = whole;
    for (const double value :
         inDecades(static_cast<int>(std::lround(std::log10(whole.low))),
                   static_cast<int>(std::lround(std::log10(whole.high))), {1, 2, 5})) {
        if (value <= low * (1 + 1e-9)) scale.low = value;
        if (value >= high * (1 - 1e-9)) {
            scale.high = value;
            break;
        }
    }
    const auto outside = [&](double value) {
        return value < scale.low * (1 - 1e-9) || value > scale.high * (1 + 1e-9);
    };
    std::erase_if(scale.ticks, [&](const AxisTick& tick) { return outside(tick.value); });
    std::erase_if(scale.minor, outside);
    return scale.ticks.size() < 2 ? whole : scale;
}

AxisScale valueScale(std::span<const double> values, bool log, NumberStyle numbers) {
    // "10⁸" is read at a glance where zeros would have to be counted.
    const auto label = [&](double value) {
        constexpr double kManyZeros = 1e5;
        const double digit = value / std::pow(10, std::floor(std::log10(value) + 1e-9));
        const bool power = log && value >= kManyZeros && std::abs(digit - std::round(digit)) < 1e-9;
        return power ? powerText(value) : exactNumber(value, numbers);
    };
    AxisScale scale{.log = log};
    std::vector<double> shown;
    for (const double value : values)
        if (scale.shows(value) && std::abs(value) < kHuge && (!log || value > kTiny))
            shown.push_back(value);
    std::sort(shown.begin(), shown.end());
    shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
    for (const double value : shown) scale.ticks.push_back({value, label(value)});

    const double first = shown.empty() ? 1 : inner(shown.front(), log);
    const double last = shown.empty() ? 1 : inner(shown.back(), log);
    double room = (last - first) * kValueMargin;
    if (room <= 0) room = log ? 0.5 : std::max(1.0, std::abs(first) / 2);
    scale.low = log ? std::pow(10, first - room) : first - room;
    scale.high = log ? std::pow(10, last + room) : last + room;
    return scale;
}

}  // namespace duelo
