// SPDX-License-Identifier: Apache-2.0
#include "base/number_lists.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace duelo {

namespace {

/// The most digits with which a double holds every whole number exactly. Divided by a power of ten
/// that it holds exactly too, such a number gives the double nearest to the text (Clinger 1990).
constexpr int kExactDigits = 15;
constexpr std::array<double, kExactDigits + 1> kPowers{
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

struct Cursor {
    const char* at;
    const char* end;

    bool take(char c) {
        if (at == end || *at != c) return false;
        ++at;
        return true;
    }

    /// A text between quotation marks, of printable ASCII without escapes.
    bool take(std::string_view& text) {
        if (!take('"')) return false;
        const char* const begin = at;
        while (at != end && *at >= ' ' && *at <= '~' && *at != '"' && *at != '\\') ++at;
        text = {begin, static_cast<std::size_t>(at - begin)};
        return take('"');
    }

    /// Adds the digits that follow to a number. \returns how many they are.
    std::ptrdiff_t takeDigits(std::uint64_t& number) {
        const char* const begin = at;
        while (at != end && *at >= '0' && *at <= '9')
            number = number * 10 + static_cast<std::uint64_t>(*at++ - '0');
        return at - begin;
    }

    bool take(double& value, bool& whole) {
        const bool negative = take('-');
        const bool zero = at != end && *at == '0';
        std::uint64_t number = 0;
        const std::ptrdiff_t before = takeDigits(number);
        if (before == 0 || (zero && before > 1)) return false;
        std::ptrdiff_t behind = 0;
        if (take('.')) {
            behind = takeDigits(number);
            if (behind == 0) return false;
            whole = false;
        } else if (negative && zero) {
            return false;  // a whole number has no negative zero
        }
        if (before + behind > kExactDigits) return false;
        value = static_cast<double>(number) / kPowers[static_cast<std::size_t>(behind)];
        if (negative) value = -value;
        return true;
    }
};

}  // namespace

bool NumberLists::read(std::string_view source) {
    m_members.clear();
    m_values.clear();
    Cursor cursor{source.data(), source.data() + source.size()};
    if (!cursor.take('{')) return false;
    do {
        Member& member = m_members.emplace_back();
        if (!cursor.take(member.name) || !cursor.take(':')) return false;
        if (!cursor.take('[')) {
            if (!cursor.take(member.text)) return false;
            continue;
        }
        member.is_list = member.whole = true;
        member.begin = m_values.size();
        if (!cursor.take(']')) {
            do {
                double value = 0;
                if (!cursor.take(value, member.whole)) return false;
                m_values.push_back(value);
            } while (cursor.take(','));
            if (!cursor.take(']')) return false;
        }
        member.end = m_values.size();
    } while (cursor.take(','));
    return cursor.take('}') && cursor.at == cursor.end;
}

}  // namespace duelo
