// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace duelo {

/// Takes apart an object of texts and lists of numbers that is written without white space, escapes
/// and exponents, as encode() writes samples. Does nothing but that, in a third of the time that a
/// JSON parser takes for it.
class NumberLists {
public:
    struct Member {
        std::string_view name;
        std::string_view text;           ///< of the source; nothing for a list
        std::size_t begin = 0, end = 0;  ///< of a list, in values()
        bool is_list = false, whole = false;
    };

    /// False of everything that is written in any other way, which may be JSON all the same.
    [[nodiscard]] bool read(std::string_view source);

    [[nodiscard]] const std::vector<Member>& members() const { return m_members; }
    [[nodiscard]] std::span<const double> values(const Member& list) const {
        return std::span(m_values).subspan(list.begin, list.end - list.begin);
    }

private:
    std::vector<Member> m_members;
    std::vector<double> m_values;
};

}  // namespace duelo
