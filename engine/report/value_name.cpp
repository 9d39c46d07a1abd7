// SPDX-License-Identifier: Apache-2.0
#include "report/value_name.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/brief_text.h"

namespace duelo {

namespace {

/// "/c" is an option of Windows' programs.
bool isPath(std::string_view word) {
    if (word.starts_with('/') && word.find('/', 1) == word.npos) return false;
    const bool drive = word.size() > 2 && word[1] == ':' && (word[2] == '/' || word[2] == '\\');
    return drive ||
           std::ranges::any_of(std::array<std::string_view, 5>{"/", "\\", "./", "../", "~"},
                               [&](std::string_view start) { return word.starts_with(start); });
}

/// Leaves of each path that a command names the file: folders tell whose PC it is.
std::string withoutFolders(const std::string& command) {
    std::string out;
    for (std::size_t at = 0; at < command.size();) {
        const char quote = command[at] == '"' || command[at] == '\'' ? command[at] : '\0';
        const std::size_t begin = at + (quote == '\0' ? 0 : 1);
        const std::size_t end =
            std::min(command.find(quote == '\0' ? ' ' : quote, begin), command.size());
        const std::string_view word = std::string_view(command).substr(begin, end - begin);
        const std::size_t folder = isPath(word) ? word.find_last_of("/\\") : word.npos;
        const bool named = folder != word.npos && folder + 1 < word.size();
        out += command.substr(at, begin - at);
        out += named ? word.substr(folder + 1) : word;
        // What parts it from the next word.
        const std::size_t closed = end + (quote == '\0' || end == command.size() ? 0 : 1);
        at = std::min(command.find_first_not_of(' ', closed), command.size());
        out += command.substr(end, at - end);
    }
    return out;
}

}  // namespace

std::string valueName(const std::string& axis, const Json& value, bool alone, const Text& text) {
    if (value.is_object() && value.contains("name") && value["name"].is_string())
        return briefText(text.word(axis, withoutFolders(value["name"].get<std::string>())));
    if (value.is_string()) return briefText(text.word(axis, value.get<std::string>()));
    const std::string key = (alone ? "report.cpu_" : "report.") + axis;
    return text.has(key) ? text(key, {{axis, value}}) : briefText(axis + " " + value.dump());
}

}  // namespace duelo
