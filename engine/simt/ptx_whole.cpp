// SPDX-License-Identifier: Apache-2.0
// Whole numbers, and bits.
#include <algorithm>
#include <array>
#include <limits>

#include "simt/ptx_compute.h"

namespace duelo::simt::ptx {

namespace {

std::uint64_t highProduct(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t a_low = a & 0xffffffffU, a_high = a >> 32;
    const std::uint64_t b_low = b & 0xffffffffU, b_high = b >> 32;
    const std::uint64_t low = a_low * b_low, first = a_high * b_low, second = a_low * b_high;
    const std::uint64_t middle = (low >> 32) + (first & 0xffffffffU) + (second & 0xffffffffU);
    return a_high * b_high + (first >> 32) + (second >> 32) + (middle >> 32);
}

/// The upper half of a product of numbers that have no type with twice the bits, or have.
template <typename Whole>
Whole highHalf(Whole a, Whole b) {
    if constexpr (sizeof(Whole) == 8) {
        std::uint64_t high =
            highProduct(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
        if (std::is_signed_v<Whole>) {
            if (a < 0) high -= static_cast<std::uint64_t>(b);
            if (b < 0) high -= static_cast<std::uint64_t>(a);
        }
        return static_cast<Whole>(high);
    } else {
        return static_cast<Whole>((std::int64_t{a} * std::int64_t{b}) >> (8 * sizeof(Whole)));
    }
}

template <typename Whole>
std::uint64_t product(const Flags& flags, Whole a, Whole b) {
    if (flags.wide) {
        const auto wide = static_cast<std::uint64_t>(static_cast<std::int64_t>(a)) *
                          static_cast<std::uint64_t>(static_cast<std::int64_t>(b));
        return sizeof(Whole) == 2 ? wide & 0xffffffffU : wide;
    }
    if (flags.hi) return bitsOf(highHalf(a, b));
    return bitsOf(
        static_cast<Whole>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b)));
}

template <typename Whole>
Whole held(std::int64_t value) {
    return static_cast<Whole>(std::clamp(value,
                                         std::int64_t{std::numeric_limits<std::int32_t>::min()},
                                         std::int64_t{std::numeric_limits<std::int32_t>::max()}));
}

template <typename Whole>
std::uint64_t sum(const Instruction& of, Whole a, Whole b) {
    const bool minus = of.op == Op::Sub;
    if (of.flags.sat && sizeof(Whole) == 4) {
        const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
        return bitsOf(held<Whole>(minus ? x - y : x + y));
    }
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    return bitsOf(static_cast<Whole>(minus ? x - y : x + y));
}

template <typename Whole>
std::uint64_t quotient(Op op, Whole a, Whole b) {
    if (b == 0) return 0;
    // The least number divided by -1 is too large by one, and wraps.
    if (std::is_signed_v<Whole> && b == static_cast<Whole>(-1))
        return op == Op::Rem ? 0 : bitsOf(static_cast<Whole>(0 - static_cast<std::uint64_t>(a)));
    return bitsOf(static_cast<Whole>(op == Op::Div ? a / b : a % b));
}

template <typename Whole>
std::uint64_t shifted(Op op, Whole value, std::uint64_t by) {
    constexpr std::uint64_t kBits = 8 * sizeof(Whole);
    by = std::min(by & 0xffffffffU, kBits);
    if (op == Op::Shl)
        return by == kBits ? 0
                           : bitsOf(static_cast<Whole>(static_cast<std::uint64_t>(value) << by));
    if (by == kBits) return value < 0 ? bitsOf(static_cast<Whole>(-1)) : 0;
    return bitsOf(static_cast<Whole>(value >> by));
}

template <typename Whole>
bool wholeOp(const Instruction& of, const Rows& rows, std::uint32_t lanes, std::uint32_t& by_zero) {
    std::uint64_t* to = rows.result();
    const std::uint64_t *a = rows.source(0), *b = of.sources > 1 ? rows.source(1) : a,
                        *c = of.sources > 2 ? rows.source(2) : a;
    const auto number = [](std::uint64_t bits) { return numberIn<Whole>(bits); };
    const auto each = [&](const auto& value) {
        eachLane(lanes, [&](unsigned i) { to[i] = value(i); });
        return true;
    };
    switch (of.op) {
        case Op::Add:
        case Op::Sub:
            return each([&](unsigned i) { return sum(of, number(a[i]), number(b[i])); });
        case Op::Mul:
            return each([&](unsigned i) { return product(of.flags, number(a[i]), number(b[i])); });
        case Op::Mad:
            return each([&](unsigned i) {
                const std::uint64_t made = product(of.flags, number(a[i]), number(b[i])) + c[i];
                return of.flags.wide ? (sizeof(Whole) == 2 ? made & 0xffffffffU : made)
                                     : bitsOf(static_cast<Whole>(made));
            });
        case Op::Mul24:
            return each([&](unsigned i) {
                const auto low = [](std::uint64_t bits) {
                    const auto up = static_cast<std::uint32_t>(bits) << 8;
                    return std::is_signed_v<Whole>
                               ? static_cast<std::uint32_t>(static_cast<std::int32_t>(up) >> 8)
                               : up >> 8;
                };
                return std::uint64_t{low(a[i]) * low(b[i])};
            });
        case Op::Div:
        case Op::Rem:
            eachLane(lanes, [&](unsigned i) {
                if (number(b[i]) == 0) by_zero |= 1U << i;
            });
            return each([&](unsigned i) { return quotient(of.op, number(a[i]), number(b[i])); });
        case Op::Abs:
            return each([&](unsigned i) {
                const Whole value = number(a[i]);
                return bitsOf(value < 0 ? static_cast<Whole>(0 - a[i]) : value);
            });
        case Op::Neg:
            return each([&](unsigned i) { return bitsOf(static_cast<Whole>(0 - a[i])); });
        case Op::Min:
            return each([&](unsigned i) { return bitsOf(std::min(number(a[i]), number(b[i]))); });
        case Op::Max:
            return each([&](unsigned i) { return bitsOf(std::max(number(a[i]), number(b[i]))); });
        case Op::Sad:
            return each([&](unsigned i) {
                const Whole x = number(a[i]), y = number(b[i]);
                const std::uint64_t apart = x < y ? b[i] - a[i] : a[i] - b[i];
                return bitsOf(static_cast<Whole>(apart + c[i]));
            });
        case Op::Shl:
        case Op::Shr:
            return each([&](unsigned i) { return shifted(of.op, number(a[i]), b[i]); });
        case Op::And:
            return each([&](unsigned i) { return bitsOf(number(a[i] & b[i])); });
        case Op::Or:
            return each([&](unsigned i) { return bitsOf(number(a[i] | b[i])); });
        case Op::Xor:
            return each([&](unsigned i) { return bitsOf(number(a[i] ^ b[i])); });
        case Op::Not:
            return each([&](unsigned i) { return bitsOf(number(~a[i])); });
        case Op::Cnot:
            return each([&](unsigned i) { return std::uint64_t{number(a[i]) == 0}; });
        default:
            return false;
    }
}

std::uint64_t chosenBytes(std::uint64_t a, std::uint64_t b, std::uint64_t choice) {
    const std::uint64_t all = (b << 32) | (a & 0xffffffffU);
    std::uint64_t made = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const auto which = static_cast<unsigned>(choice >> (4 * i)) & 15;
        auto byte = static_cast<unsigned>(all >> (8 * (which & 7))) & 255;
        if (which >= 8) byte = byte >= 128 ? 255 : 0;  // its sign alone
        made |= std::uint64_t{byte} << (8 * i);
    }
    return made;
}

std::uint64_t byTable(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t table) {
    std::uint64_t made = 0;
    for (unsigned which = 0; which < 8; ++which)
        if ((table >> which & 1) != 0)
            made |= ((which & 4) != 0 ? a : ~a) & ((which & 2) != 0 ? b : ~b) &
                    ((which & 1) != 0 ? c : ~c);
    return made & 0xffffffffU;
}

std::uint64_t field(const Instruction& of, std::uint64_t value, std::uint64_t at,
                    std::uint64_t length) {
    const unsigned bits = 8 * bytesOf(of.type);
    at &= 255, length &= 255;
    const bool sign = isSigned(of.type) && length > 0;
    const std::uint64_t last = std::min<std::uint64_t>(at + length - 1, bits - 1);
    const std::uint64_t fill = sign && (value >> last & 1) != 0 ? ~std::uint64_t{0} : 0;
    std::uint64_t made = 0;
    for (unsigned i = 0; i < bits; ++i) {
        const bool in = i < length && at + i < bits;
        made |= ((in ? value >> (at + i) : fill) & 1) << i;
    }
    return made;
}

std::uint64_t inserted(unsigned bits, std::uint64_t what, std::uint64_t into, std::uint64_t at,
                       std::uint64_t length) {
    at &= 255, length &= 255;
    for (std::uint64_t i = 0; i < length && at + i < bits; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << (at + i);
        into = (what >> i & 1) != 0 ? into | bit : into & ~bit;
    }
    return into;
}

std::uint64_t firstBit(const Instruction& of, std::uint64_t value) {
    const unsigned bits = 8 * bytesOf(of.type);
    if (isSigned(of.type) && (value >> (bits - 1) & 1) != 0) value = ~value;
    if (bits == 32) value &= 0xffffffffU;
    if (value == 0) return 0xffffffffU;
    const auto at = static_cast<unsigned>(63 - std::countl_zero(value));
    return of.flags.shiftamt ? bits - 1 - at : at;
}

std::uint64_t funnel(const Flags& flags, std::uint64_t a, std::uint64_t b, std::uint64_t by) {
    by = flags.clamp ? std::min<std::uint64_t>(by & 0xffffffffU, 32) : by & 31;
    const std::uint64_t both = (b << 32) | (a & 0xffffffffU);
    return (flags.to ? both >> by : both << by >> 32) & 0xffffffffU;
}

std::uint64_t mirrored(unsigned bits, std::uint64_t value) {
    std::uint64_t made = 0;
    for (unsigned i = 0; i < bits; ++i) made |= (value >> i & 1) << (bits - 1 - i);
    return made;
}

}  // namespace

Computed computeWhole(const Instruction& of, std::uint64_t* rows, std::uint32_t lanes) {
    Computed made;
    if (of.flags.carry_in || of.flags.carry_out) return {.known = false};
    made.known = asWhole(of.type,
                         [&](auto kind) {
                             if (!wholeOp<decltype(kind)>(of, Rows(of, rows), lanes, made.by_zero))
                                 made.known = false;
                         }) &&
                 made.known;
    return made;
}

bool computeBits(const Instruction& of, std::uint64_t* all, std::uint32_t lanes) {
    const Rows rows(of, all);
    std::uint64_t* to = rows.result();
    std::array<const std::uint64_t*, 4> from{};
    for (unsigned i = 0; i < 4; ++i) from[i] = rows.source(i < of.sources ? i : 0);
    const auto& [a, b, c, d] = from;
    const unsigned bits = 8 * bytesOf(of.type);
    const auto each = [&](const auto& value) {
        eachLane(lanes, [&](unsigned i) { to[i] = value(i); });
        return true;
    };
    switch (of.op) {
        case Op::Lop3:
            return each([&](unsigned i) { return byTable(a[i], b[i], c[i], d[i]); });
        case Op::Prmt:
            return each([&](unsigned i) { return chosenBytes(a[i], b[i], c[i]); });
        case Op::Bfe:
            return each([&](unsigned i) { return field(of, a[i], b[i], c[i]); });
        case Op::Bfi:
            return each([&](unsigned i) { return inserted(bits, a[i], b[i], c[i], d[i]); });
        case Op::Bfind:
            return each([&](unsigned i) { return firstBit(of, a[i]); });
        case Op::Shf:
            return each([&](unsigned i) { return funnel(of.flags, a[i], b[i], c[i]); });
        case Op::Brev:
            return each([&](unsigned i) { return mirrored(bits, a[i]); });
        case Op::Clz:
            return each([&](unsigned i) {
                return static_cast<std::uint64_t>(std::countl_zero(a[i])) - (64 - bits);
            });
        case Op::Popc:
            return each(
                [&](unsigned i) { return static_cast<std::uint64_t>(std::popcount(a[i])); });
        case Op::Selp:
            return each([&](unsigned i) { return c[i] != 0 ? a[i] : b[i]; });
        default:
            return false;
    }
}

}  // namespace duelo::simt::ptx
