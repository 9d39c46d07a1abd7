// SPDX-License-Identifier: Apache-2.0
// Numbers with a point, in single, double and half precision.
#include <algorithm>
#include <array>
#include <cfenv>
#include <cmath>
#include <limits>
#include <optional>

#include "simt/ptx_compute.h"

namespace duelo::simt::ptx {

namespace {

/// Rounds otherwise than to the nearest as long as it lives.
class Rounding {
public:
    explicit Rounding(Round round) {
        if (round == Round::Zero) std::fesetround(FE_TOWARDZERO);
        if (round == Round::Down) std::fesetround(FE_DOWNWARD);
        if (round == Round::Up) std::fesetround(FE_UPWARD);
    }
    ~Rounding() { std::fesetround(FE_TONEAREST); }
    Rounding(const Rounding&) = delete;
    Rounding& operator=(const Rounding&) = delete;
};

template <typename Float>
Float lesser(Float a, Float b, bool nan) {
    if (std::isnan(a) || std::isnan(b)) {
        if (nan) return std::numeric_limits<Float>::quiet_NaN();
        return std::isnan(a) ? b : a;
    }
    if (a == b) return std::signbit(a) ? a : b;  // -0 is below +0
    return a < b ? a : b;
}

template <typename Float>
Float exactly(const Instruction& of, Float a, Float b, Float c) {
    // Kept from being computed before the rounding is set.
    const volatile Float x = a, y = b;
    switch (of.op) {
        case Op::Add:
            return x + y;
        case Op::Sub:
            return x - y;
        case Op::Mul:
            return x * y;
        case Op::Div:
            return x / y;
        case Op::Rcp:
            return 1 / x;
        case Op::Sqrt:
            return std::sqrt(x);
        default:
            return std::fma(static_cast<Float>(x), static_cast<Float>(y), c);
    }
}

template <typename Float>
Float approximately(const Instruction& of, double a, double b) {
    switch (of.op) {
        case Op::Rcp:
            return static_cast<Float>(1 / a);
        case Op::Rsqrt:
            return static_cast<Float>(1 / std::sqrt(a));
        case Op::Sqrt:
            return static_cast<Float>(std::sqrt(a));
        case Op::Sin:
            return static_cast<Float>(std::sin(a));
        case Op::Cos:
            return static_cast<Float>(std::cos(a));
        case Op::Ex2:
            return static_cast<Float>(std::exp2(a));
        case Op::Lg2:
            return static_cast<Float>(std::log2(a));
        case Op::Tanh:
            return static_cast<Float>(std::tanh(a));
        default:
            return static_cast<Float>(a / b);
    }
}

template <typename Float>
bool tested(Kind kind, Float value) {
    switch (kind) {
        case Kind::Finite:
            return std::isfinite(value);
        case Kind::Infinite:
            return std::isinf(value);
        case Kind::Number:
            return !std::isnan(value);
        case Kind::NotNumber:
            return std::isnan(value);
        case Kind::Normal:
            return std::isnormal(value);
        default:
            return value != 0 && std::isfinite(value) && !std::isnormal(value);
    }
}

template <typename Float>
bool floatOp(const Instruction& of, const Rows& rows, std::uint32_t lanes) {
    constexpr bool kFlushes = std::is_same_v<Float, float>;
    std::uint64_t* to = rows.result();
    const std::uint64_t *a = rows.source(0), *b = of.sources > 1 ? rows.source(1) : a,
                        *c = of.sources > 2 ? rows.source(2) : a;
    const auto number = [&](std::uint64_t bits) {
        const auto value = numberIn<Float>(bits);
        if constexpr (kFlushes)
            if (of.flags.ftz) return flushed(value);
        return value;
    };
    const auto kept = [&](Float value) {
        if (of.flags.sat) value = std::isnan(value) ? 0 : std::clamp<Float>(value, 0, 1);
        if constexpr (kFlushes)
            if (of.flags.ftz) value = flushed(value);
        return bitsOf(value);
    };
    const auto each = [&](const auto& value) {
        eachLane(lanes, [&](unsigned i) { to[i] = kept(value(i)); });
        return true;
    };
    const auto bits = [&](const auto& value) {
        eachLane(lanes, [&](unsigned i) { to[i] = value(i); });
        return true;
    };
    constexpr std::uint64_t kSign = std::uint64_t{1} << (8 * sizeof(Float) - 1);
    const bool plain = of.round == Round::None || of.round == Round::Nearest;
    switch (of.op) {
        case Op::Add:
        case Op::Sub:
        case Op::Mul:
        case Op::Fma:
        case Op::Div:
        case Op::Rcp:
        case Op::Sqrt:
            if (plain && of.op == Op::Add)
                return each([&](unsigned i) { return number(a[i]) + number(b[i]); });
            if (plain && of.op == Op::Mul)
                return each([&](unsigned i) { return number(a[i]) * number(b[i]); });
            if (plain && of.op == Op::Fma)
                return each(
                    [&](unsigned i) { return std::fma(number(a[i]), number(b[i]), number(c[i])); });
            if (of.round == Round::None && of.op >= Op::Sqrt)
                return each([&](unsigned i) {
                    return approximately<Float>(of, number(a[i]), number(b[i]));
                });
            {
                const Rounding as(of.round);
                return each([&](unsigned i) {
                    return exactly(of, number(a[i]), number(b[i]), number(c[i]));
                });
            }
        case Op::Rsqrt:
        case Op::Sin:
        case Op::Cos:
        case Op::Ex2:
        case Op::Lg2:
        case Op::Tanh:
            return each(
                [&](unsigned i) { return approximately<Float>(of, number(a[i]), number(b[i])); });
        case Op::Abs:
            return bits([&](unsigned i) { return bitsOf(number(a[i])) & ~kSign; });
        case Op::Neg:
            return bits([&](unsigned i) { return bitsOf(number(a[i])) ^ kSign; });
        case Op::Copysign:
            return bits([&](unsigned i) { return (b[i] & ~kSign) | (a[i] & kSign); });
        case Op::Min:
            return each(
                [&](unsigned i) { return lesser(number(a[i]), number(b[i]), of.flags.nan); });
        case Op::Max:
            return each(
                [&](unsigned i) { return -lesser(-number(a[i]), -number(b[i]), of.flags.nan); });
        case Op::Testp:
            return bits(
                [&](unsigned i) { return std::uint64_t{tested(of.kind, numberIn<Float>(a[i]))}; });
        default:
            return false;
    }
}

/// One number of half precision, of either sort, as the double that it is.
struct HalfSort {
    bool brain;
    [[nodiscard]] double number(std::uint64_t bits) const {
        const auto half = static_cast<std::uint16_t>(bits);
        return brain ? fromBrain(half) : fromHalf(half);
    }
    [[nodiscard]] std::uint64_t bits(double value) const {
        return brain ? toBrain(value) : toHalf(value);
    }
};

std::optional<double> halfValue(const Instruction& of, double a, double b, double c) {
    switch (of.op) {
        case Op::Add:
            return a + b;
        case Op::Sub:
            return a - b;
        case Op::Mul:
            return a * b;
        case Op::Fma:
            return std::fma(a, b, c);
        case Op::Min:
            return lesser(a, b, of.flags.nan);
        case Op::Max:
            return -lesser(-a, -b, of.flags.nan);
        case Op::Ex2:
            return std::exp2(a);
        case Op::Tanh:
            return std::tanh(a);
        default:
            return std::nullopt;
    }
}

std::optional<std::uint64_t> halfOp(const Instruction& of, HalfSort sort, std::uint64_t a,
                                    std::uint64_t b, std::uint64_t c) {
    if (of.op == Op::Neg) return (a ^ 0x8000U) & 0xffffU;
    if (of.op == Op::Abs) return a & 0x7fffU;
    auto value = halfValue(of, sort.number(a), sort.number(b), sort.number(c));
    if (!value) return std::nullopt;
    if (of.flags.sat) value = std::isnan(*value) ? 0 : std::clamp(*value, 0.0, 1.0);
    if (of.flags.relu && *value < 0) value = 0;
    return sort.bits(*value);
}

}  // namespace

bool computeFloat(const Instruction& of, std::uint64_t* rows, std::uint32_t lanes) {
    if (of.type == Type::F32) return floatOp<float>(of, Rows(of, rows), lanes);
    if (of.type == Type::F64) return floatOp<double>(of, Rows(of, rows), lanes);
    return computeHalf(of, rows, lanes);
}

bool computeHalf(const Instruction& of, std::uint64_t* all, std::uint32_t lanes) {
    const bool brain = of.type == Type::Bf16 || of.type == Type::Bf16x2;
    const bool two = of.type == Type::F16x2 || of.type == Type::Bf16x2;
    if (!brain && !two && of.type != Type::F16) return false;
    const Rows rows(of, all);
    std::uint64_t* to = rows.result();
    const std::uint64_t *a = rows.source(0), *b = of.sources > 1 ? rows.source(1) : a,
                        *c = of.sources > 2 ? rows.source(2) : a;
    bool known = true;
    eachLane(lanes, [&](unsigned i) {
        const auto low = halfOp(of, {brain}, a[i], b[i], c[i]);
        const auto high = two ? halfOp(of, {brain}, a[i] >> 16, b[i] >> 16, c[i] >> 16) : 0;
        known = known && low && high;
        if (known) to[i] = *low | *high << 16;
    });
    return known;
}

}  // namespace duelo::simt::ptx
