// SPDX-License-Identifier: Apache-2.0
#include "data/prepared_files.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include "base/same_name.h"
#include "base/utf8.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

/// Returns a name without the "(1)" that browsers and systems add to a name that is taken.
std::string withoutCopyMark(std::string name) {
    while (true) {
        const std::size_t open = name.find('(');
        const std::size_t close = name.find(')', open);
        if (open == std::string::npos || close == std::string::npos) return name;
        const auto digits = std::string_view(name).substr(open + 1, close - open - 1);
        if (digits.find_first_not_of("0123456789") != std::string_view::npos) return name;
        name.erase(open, close - open + 1);
    }
}

bool takeWord(std::string& words, std::string_view word) {
    const std::size_t at = words.find(word);
    if (at == std::string::npos) return false;
    words.replace(at, word.size(), " ");
    return true;
}

bool isBelow(const fs::path& folder, const fs::path& chosen) {
    const fs::path inside = folder.lexically_relative(chosen);
    return !chosen.empty() && !inside.empty() && inside != "." && *inside.begin() != "..";
}

}  // namespace

PreparedName preparedName(const fs::path& file, const fs::path& chosen) {
    constexpr std::array<std::string_view, 14> kind_words = {"idx1", "idx2", "idx3", "idx", "ubyte",
                                                             "int",  "gz",   "bin",  "npy", "npz",
                                                             "csv",  "copy", "x",    "y"};
    PreparedName name;
    std::string words = withoutCopyMark(foldedName(pathText(file.filename())));
    for (const std::string_view word : {"images", "image", "imgs"})
        while (takeWord(words, word)) name.images = true;
    for (const std::string_view word : {"labels", "label", "targets"})
        while (takeWord(words, word)) name.labels = true;
    const NameWithPart named = nameWithPart(words);
    name.part = named.part;
    for (std::size_t at = 0; at < named.rest.size();) {
        const std::size_t end = std::min(named.rest.find(' ', at), named.rest.size());
        const std::string word = named.rest.substr(at, end - at);
        at = end + 1;
        name.images = name.images || word == "x";
        name.labels = name.labels || word == "y";
        if (std::ranges::find(kind_words, word) == kind_words.end())
            name.set += (name.set.empty() ? "" : " ") + word;
    }
    name.folder = file.parent_path();
    const auto folded = [](const fs::path& path) { return foldedName(pathText(path)); };
    if (folded(name.folder.filename()) == folded(file.filename()) ||
        folded(name.folder.filename()) == folded(file.stem()))
        name.folder = name.folder.parent_path();
    const auto folder_part =
        isBelow(name.folder, chosen) ? partNamed(pathText(name.folder.filename())) : std::nullopt;
    if (folder_part && name.part.value_or(*folder_part) == *folder_part) {
        name.part = folder_part;
        name.folder = name.folder.parent_path();
    }
    return name;
}

bool mayUse(const PreparedFiles& prepared, bool holds_chosen) {
    std::error_code error;
    return holds_chosen || !fs::is_regular_file(prepared.chosen, error);
}

std::string setName(const PreparedName& name, const fs::path& chosen) {
    const fs::path inside = name.folder.lexically_relative(chosen);
    std::string text = inside == "." || inside.empty() ? "" : pathText(inside.generic_u8string());
    if (!name.set.empty()) text += (text.empty() ? "" : "/") + name.set;
    return text.empty() ? pathText(chosen.filename()) : text;
}

tl::unexpected<Reason> failSeveralSets(const PreparedFiles& prepared,
                                       const std::vector<std::string>& names,
                                       const fs::path& example) {
    const fs::path below = example.lexically_relative(prepared.chosen.parent_path());
    return fail("data_sets_several",
                {{"sets", names}, {"example", pathText(below.generic_u8string())}});
}

void tellUnused(DataSet& set, const PreparedFiles& prepared, std::span<const fs::path> used) {
    std::error_code error;
    if (!fs::is_directory(prepared.chosen, error)) return;
    Unused unused;
    for (const fs::path& file : prepared.files)
        if (std::ranges::find(used, file) == used.end())
            unused.add(pathText(file.lexically_relative(prepared.chosen).generic_u8string()));
    if (unused.count() > 0) {
        set.notes.push_back(
            {"data_files_unused", {{"count", unused.count()}, {"files", unused.names()}}});
    }
}

}  // namespace duelo
