// SPDX-License-Identifier: Apache-2.0
#include "lab_report/names.h"

#include <algorithm>

namespace duelo {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
    std::string out;
    for (const std::string& part : parts) {
        if (!out.empty()) out += between;
        out += part;
    }
    return out;
}

}  // namespace

std::vector<std::string> partsAt(std::string_view words, char sign) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= words.size();) {
        const std::size_t end = std::min(words.find(sign, at), words.size());
        std::string_view part = words.substr(at, end - at);
        part.remove_prefix(std::min(part.find_first_not_of(kBlanks), part.size()));
        part = part.substr(0, part.find_last_not_of(kBlanks) + 1);
        if (!part.empty()) parts.emplace_back(part);
        at = end + 1;
    }
    return parts;
}

std::vector<std::string> namesFrom(std::string_view typed) {
    std::vector<std::string> names;
    for (const std::string& one : partsAt(typed, ';'))
        if (std::string name = joined(partsAt(one, ','), ", "); !name.empty())
            names.push_back(std::move(name));
    return names;
}

std::string namesText(const std::vector<std::string>& names) {
    const bool isCut = std::ranges::any_of(
        names, [](const std::string& name) { return name.find(';') != std::string::npos; });
    return joined(isCut ? namesFrom(joined(names, ", ")) : names, "; ");
}

std::string filedName(const std::string& name, Language language) {
    if (name.find(',') != std::string::npos) return name;
    const std::vector<std::string> words = partsAt(name, ' ');
    const std::size_t surnames = words.size() < 2                                    ? 0
                                 : language == Language::Spanish && words.size() > 2 ? 2
                                                                                     : 1;
    if (surnames == 0) return name;
    const auto first = words.end() - static_cast<std::ptrdiff_t>(surnames);
    return joined({first, words.end()}, " ") + ", " + joined({words.begin(), first}, " ");
}

}  // namespace duelo
