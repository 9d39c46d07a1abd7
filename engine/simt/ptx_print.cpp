// SPDX-License-Identifier: Apache-2.0
// printf of a kernel, and the other functions that have no text.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include "simt/ptx_address.h"
#include "simt/ptx_warp.h"

namespace duelo::simt::ptx {

namespace {

constexpr std::size_t kMostPrinted = std::size_t{64} << 10, kMostString = 4096;
constexpr int kMostWidth = 200;

/// "%-8.3f" from behind "%": the flags, width and precision, and the letter.
struct Directive {
    std::string form;
    bool wide = false;  ///< a whole number of 64 bits
    char letter = '\0';
};
Directive directiveAt(const std::string& format, std::size_t& at) {
    Directive found;
    constexpr std::string_view kForm = "-+ #0123456789.";
    while (at < format.size() && kForm.find(format[at]) != kForm.npos) found.form += format[at++];
    unsigned longs = 0;
    for (; at < format.size() &&
           std::string_view("hlzjtL").find(format[at]) != std::string_view::npos;
         ++at)
        longs += format[at] == 'l' || format[at] == 'z' || format[at] == 'j' || format[at] == 't';
    found.wide = longs > 0;
    if (at < format.size()) found.letter = format[at++];
    int digits = 0, most = 0;
    for (const char one : found.form) {
        const bool digit = one >= '0' && one <= '9';
        digits = digit ? std::min(digits * 10 + (one - '0'), 100'000) : 0;
        most = std::max(most, digits);
    }
    if (most > kMostWidth || std::ranges::count(found.form, '.') > 1) found.form.clear();
    return found;
}

template <typename Value>
std::string shown(const std::string& form, Value value) {
    std::array<char, 512> room{};
    const int count = std::snprintf(room.data(), room.size(), form.c_str(), value);
    return {room.data(), static_cast<std::size_t>(std::clamp(count, 0, 511))};
}

}  // namespace

std::string Warp::textAt(std::uint64_t address, unsigned lane) {
    std::string text;
    Instruction byte{.op = Op::Ld, .type = Type::U8};
    for (; text.size() < kMostString; ++address) {
        std::uint8_t letter = 0;
        transfer(byte, address, lane, &letter, false);
        if (letter == 0) break;
        text += static_cast<char>(letter);
    }
    return text;
}

void Warp::print(Frame& frame, std::uint32_t format_at, std::uint32_t values_at, unsigned lane) {
    const auto pointer = [&](std::uint32_t at) {
        std::uint64_t address = 0;
        std::memcpy(&address, paramAt(frame, at, 8, lane), 8);
        return address;
    };
    const std::string format = textAt(pointer(format_at), lane);
    std::uint64_t value_at = pointer(values_at);
    const auto next = [&](unsigned bytes) {
        value_at = (value_at + bytes - 1) / bytes * bytes;
        std::uint64_t value = 0;
        const Instruction of{.op = Op::Ld, .type = bytes == 8 ? Type::B64 : Type::B32};
        transfer(of, value_at, lane, reinterpret_cast<std::uint8_t*>(&value), false);
        value_at += bytes;
        return value;
    };
    std::string& out = m_all.printed;
    for (std::size_t at = 0; at < format.size() && out.size() < kMostPrinted;) {
        const char letter = format[at++];
        if (letter != '%') {
            out += letter;
            continue;
        }
        const Directive as = directiveAt(format, at);
        switch (as.letter) {
            case '%':
                out += '%';
                break;
            case 'd':
            case 'i':
                out += as.wide ? shown("%" + as.form + "lld", static_cast<long long>(next(8)))
                               : shown("%" + as.form + "d", static_cast<int>(next(4)));
                break;
            case 'u':
            case 'x':
            case 'X':
            case 'o':
                out += as.wide ? shown("%" + as.form + "ll" + as.letter,
                                       static_cast<unsigned long long>(next(8)))
                               : shown("%" + as.form + as.letter, static_cast<unsigned>(next(4)));
                break;
            case 'c':
                out += static_cast<char>(next(4));
                break;
            case 'p':
                out += shown("0x%llx", static_cast<unsigned long long>(next(8)));
                break;
            case 's':
                out += shown("%" + as.form + "s", textAt(next(8), lane).c_str());
                break;
            case 'f':
            case 'F':
            case 'e':
            case 'E':
            case 'g':
            case 'G':
            case 'a':
            case 'A':
                out += shown("%" + as.form + as.letter, numberIn<double>(next(8)));
                break;
            default:
                out += '%';
        }
    }
    if (out.size() > kMostPrinted) out.resize(kMostPrinted);
}

bool Warp::builtIn(const CallTarget& to, std::uint32_t lanes) {
    const auto one = [&](const std::vector<Piece>& pieces, std::size_t i, unsigned bytes) {
        return i < pieces.size() && pieces[i].bytes == bytes;
    };
    if (to.name == "__assertfail")
        fail("simt_assert", static_cast<unsigned>(std::countr_zero(lanes)));
    if (to.name != "vprintf" || !one(to.arguments, 0, 8) || !one(to.arguments, 1, 8)) return false;
    eachLane(lanes, [&](unsigned lane) {
        try {
            print(*m_now.frame, to.arguments[0].offset, to.arguments[1].offset, lane);
            const std::uint32_t done = 0;
            if (one(to.results, 0, 4))
                std::memcpy(paramAt(*m_now.frame, to.results[0].offset, 4, lane), &done, 4);
        } catch (MemoryFault& fault) {
            fail(std::move(fault), lane);
        }
    });
    return true;
}

}  // namespace duelo::simt::ptx
