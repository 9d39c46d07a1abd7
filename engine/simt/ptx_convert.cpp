// SPDX-License-Identifier: Apache-2.0
// Numbers of one type as those of another, comparisons, and the way to who computes.
#include <algorithm>
#include <cmath>
#include <limits>

#include "simt/ptx_compute.h"

namespace duelo::simt::ptx {

namespace {

double asDouble(Type type, std::uint64_t bits) {
    switch (type) {
        case Type::F16:
            return fromHalf(static_cast<std::uint16_t>(bits));
        case Type::Bf16:
            return fromBrain(static_cast<std::uint16_t>(bits));
        case Type::F32:
            return numberIn<float>(bits);
        default:
            return numberIn<double>(bits);
    }
}

/// A number that has its type already.
std::uint64_t asBits(Type type, double value, Round round) {
    switch (type) {
        case Type::F16:
            return toHalf(value, round);
        case Type::Bf16:
            return toBrain(value, round);
        case Type::Tf32:
            return bitsOf(static_cast<float>(roundedTo(value, kTensor, round)));
        case Type::F32:
            return bitsOf(static_cast<float>(roundedTo(value, kSingle, round)));
        default:
            return bitsOf(value);
    }
}

template <typename Whole>
std::uint64_t toWhole(const Instruction& of, double value) {
    using Limits = std::numeric_limits<Whole>;
    if (std::isnan(value)) {
        const bool long_one = sizeof(Whole) == 8 || of.from == Type::F64;
        return long_one ? std::uint64_t{1} << (8 * sizeof(Whole) - 1) : 0;
    }
    const double whole = wholeNumber(value, of.round);
    if (whole <= static_cast<double>(Limits::min())) return bitsOf(Limits::min());
    // The largest one of 64 bits has no double of its own: it rounds to one more.
    if (whole >= static_cast<double>(Limits::max())) return bitsOf(Limits::max());
    return bitsOf(static_cast<Whole>(whole));
}

/// A whole number may have more bits than a double: it is rounded once, by the rounding.
template <typename Whole>
std::uint64_t fromWhole(const Instruction& of, Whole value) {
    const bool nearest = of.round == Round::None || of.round == Round::Nearest;
    if (of.type == Type::F32 && nearest) return bitsOf(static_cast<float>(value));
    auto close = static_cast<double>(value);
    if (sizeof(Whole) < 8 || nearest) return asBits(of.type, close, of.round);
    // Too far by the rounding to a double, one double back.
    const bool above = close >= std::ldexp(1.0, 64) ||
                       (close > 0 && close >= std::ldexp(1.0, 63) && std::is_signed_v<Whole>) ||
                       static_cast<Whole>(close) > value;
    const bool down = of.round == Round::Down || (of.round == Round::Zero && value > 0);
    if (down && above) close = std::nextafter(close, -std::numeric_limits<double>::infinity());
    if (!down && !above && static_cast<Whole>(close) != value)
        close = std::nextafter(close, std::numeric_limits<double>::infinity());
    return asBits(of.type, close, of.round);
}

template <typename To>
std::uint64_t between(const Instruction& of, std::uint64_t bits) {
    std::uint64_t made = 0;
    asWhole(of.from, [&](auto kind) {
        const auto value = numberIn<decltype(kind)>(bits);
        To to = static_cast<To>(value);
        if (of.flags.sat) {
            if (std::cmp_less(value, std::numeric_limits<To>::min()))
                to = std::numeric_limits<To>::min();
            if (std::cmp_greater(value, std::numeric_limits<To>::max()))
                to = std::numeric_limits<To>::max();
        }
        made = bitsOf(to);
    });
    return made;
}

double flushedAs(const Instruction& of, double value) {
    return of.flags.ftz ? flushed(static_cast<float>(value)) : value;
}

std::uint64_t convertFloat(const Instruction& of, std::uint64_t bits) {
    double value = asDouble(of.from, bits);
    if (of.from == Type::F32) value = flushedAs(of, value);
    std::uint64_t made = 0;
    if (asWhole(of.type, [&](auto kind) { made = toWhole<decltype(kind)>(of, value); }))
        return made;
    if (of.flags.integer) value = wholeNumber(value, of.round);
    if (of.flags.sat) value = std::isnan(value) ? 0 : std::clamp(value, 0.0, 1.0);
    if (of.flags.relu && value < 0) value = 0;
    const Round round = of.flags.integer ? Round::Nearest : of.round;
    if (of.flags.ftz && of.type == Type::F32)
        return bitsOf(flushed(static_cast<float>(roundedTo(value, kSingle, round))));
    return asBits(of.type, value, round);
}

template <typename Number>
bool holds(Compare compare, Number a, Number b) {
    switch (compare) {
        case Compare::Eq:
            return a == b;
        case Compare::Ne:
            return a < b || a > b;
        case Compare::Lt:
        case Compare::Lo:
            return a < b;
        case Compare::Le:
        case Compare::Ls:
            return a <= b;
        case Compare::Gt:
        case Compare::Hi:
            return a > b;
        case Compare::Ge:
        case Compare::Hs:
            return a >= b;
        case Compare::Equ:
            return !(a < b || a > b);
        case Compare::Neu:
            return !(a == b);
        case Compare::Ltu:
            return !(a >= b);
        case Compare::Leu:
            return !(a > b);
        case Compare::Gtu:
            return !(a <= b);
        case Compare::Geu:
            return !(a < b);
        case Compare::Num:
            return a == a && b == b;
        default:
            return a != a || b != b;
    }
}

template <typename Number, typename Read>
bool compareAs(const Instruction& of, const Rows& rows, std::uint32_t lanes, const Read& read) {
    const std::uint64_t *a = rows.source(0), *b = rows.source(1),
                        *with = of.sources > 2 ? rows.source(2) : nullptr;
    std::uint64_t *to = rows.result(), *other = of.results > 1 ? rows.result(1) : nullptr;
    // set gives all bits or 1.0, setp a predicate.
    const std::uint64_t yes = of.op == Op::Setp      ? 1
                              : of.type == Type::F32 ? 0x3f800000U
                                                     : 0xffffffffU;
    const auto join = [&](bool value, bool more) {
        if (of.join == Join::And) return value && more;
        if (of.join == Join::Or) return value || more;
        return of.join == Join::Xor ? value != more : value;
    };
    eachLane(lanes, [&](unsigned i) {
        const Number x = read(a[i]), y = read(b[i]);
        const bool outcome = holds(of.compare, x, y);
        const bool more = with != nullptr && (with[i] != 0) != of.not_source;
        if (other != nullptr) other[i] = join(!outcome, more) ? 1 : 0;
        to[i] = join(outcome, more) ? yes : 0;
    });
    return true;
}

bool moveNumbers(const Instruction& of, const Rows& rows, std::uint32_t lanes) {
    const unsigned bits = 8 * bytesOf(of.type);
    const std::uint64_t mask = of.type == Type::Pred ? 1
                               : bits == 64          ? ~std::uint64_t{0}
                                                     : (std::uint64_t{1} << bits) - 1;
    if (of.results == 1 && of.sources == 1) {
        const std::uint64_t* from = rows.source(0);
        std::uint64_t* to = rows.result();
        eachLane(lanes, [&](unsigned i) { to[i] = from[i] & mask; });
        return true;
    }
    const unsigned parts = std::max(of.results, of.sources);
    if (parts > 4 || std::min(of.results, of.sources) != 1) return false;
    const unsigned width = bits / parts;
    const std::uint64_t part = (std::uint64_t{1} << width) - 1;
    eachLane(lanes, [&](unsigned i) {
        if (of.results > 1) {
            const std::uint64_t whole = rows.source(0)[i];
            for (unsigned k = 0; k < parts; ++k) rows.result(k)[i] = whole >> (k * width) & part;
            return;
        }
        std::uint64_t whole = 0;
        for (unsigned k = 0; k < parts; ++k) whole |= (rows.source(k)[i] & part) << (k * width);
        rows.result()[i] = whole;
    });
    return true;
}

}  // namespace

bool compareNumbers(const Instruction& of, std::uint64_t* all, std::uint32_t lanes) {
    const Rows rows(of, all);
    const Type type = of.op == Op::Set ? of.from : of.type;
    if (of.compare == Compare::None || (of.op == Op::Set && bytesOf(of.type) != 4)) return false;
    if (type == Type::F32)
        return compareAs<float>(of, rows, lanes, [&](std::uint64_t bits) {
            const auto value = numberIn<float>(bits);
            return of.flags.ftz ? flushed(value) : value;
        });
    if (type == Type::F64 || type == Type::F16 || type == Type::Bf16)
        return compareAs<double>(of, rows, lanes,
                                 [&](std::uint64_t bits) { return asDouble(type, bits); });
    return asWhole(type, [&](auto kind) {
        using Whole = decltype(kind);
        compareAs<Whole>(of, rows, lanes, [](std::uint64_t bits) { return numberIn<Whole>(bits); });
    });
}

bool convertNumbers(const Instruction& of, std::uint64_t* all, std::uint32_t lanes) {
    const Rows rows(of, all);
    std::uint64_t* to = rows.result();
    const std::uint64_t* from = rows.source(0);
    const auto each = [&](const auto& value) {
        eachLane(lanes, [&](unsigned i) { to[i] = value(i); });
        return true;
    };
    if (of.type == Type::F16x2 || of.type == Type::Bf16x2) {
        if (of.sources != 2 || of.from != Type::F32) return false;
        Instruction one = of;
        one.type = of.type == Type::F16x2 ? Type::F16 : Type::Bf16;
        const std::uint64_t* low = rows.source(1);
        return each([&](unsigned i) {
            return convertFloat(one, from[i]) << 16 | convertFloat(one, low[i]);
        });
    }
    if (of.sources != 1 || of.from == Type::None || of.from == Type::Tf32 ||
        of.from == Type::F16x2 || of.from == Type::Bf16x2 || of.from == Type::Pred)
        return false;
    if (isFloat(of.from)) return each([&](unsigned i) { return convertFloat(of, from[i]); });
    if (isFloat(of.type)) {
        return asWhole(of.from, [&](auto kind) {
            each([&](unsigned i) { return fromWhole(of, numberIn<decltype(kind)>(from[i])); });
        });
    }
    return asWhole(of.type, [&](auto kind) {
        each([&](unsigned i) { return between<decltype(kind)>(of, from[i]); });
    });
}

Computed compute(const Instruction& of, std::uint64_t* rows, std::uint32_t lanes) {
    switch (of.op) {
        case Op::Mov:
            return {.known = moveNumbers(of, Rows(of, rows), lanes)};
        case Op::Cvt:
            return {.known = convertNumbers(of, rows, lanes)};
        case Op::Set:
        case Op::Setp:
            return {.known = compareNumbers(of, rows, lanes)};
        case Op::Lop3:
        case Op::Prmt:
        case Op::Bfe:
        case Op::Bfi:
        case Op::Bfind:
        case Op::Shf:
        case Op::Brev:
        case Op::Clz:
        case Op::Popc:
        case Op::Selp:
            return {.known = computeBits(of, rows, lanes)};
        default:
            break;
    }
    if (of.type == Type::Pred) {
        // Predicates are joined as numbers of one bit.
        const Rows each(of, rows);
        const std::uint64_t *a = each.source(0), *b = of.sources > 1 ? each.source(1) : a;
        std::uint64_t* to = each.result();
        if (of.op != Op::And && of.op != Op::Or && of.op != Op::Xor && of.op != Op::Not)
            return {.known = false};
        eachLane(lanes, [&](unsigned i) {
            to[i] = of.op == Op::And   ? a[i] & b[i]
                    : of.op == Op::Or  ? a[i] | b[i]
                    : of.op == Op::Xor ? a[i] ^ b[i]
                                       : a[i] ^ 1;
        });
        return {};
    }
    if (isFloat(of.type)) return {.known = computeFloat(of, rows, lanes)};
    return computeWhole(of, rows, lanes);
}

}  // namespace duelo::simt::ptx
