// SPDX-License-Identifier: Apache-2.0
#include "data/folder_layout.h"

#include <algorithm>
#include <utility>

#include "base/same_name.h"
#include "base/utf8.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr int most_levels_down = 2;
/// The most folders that are looked into for parts: a thousand classes are no archive.
constexpr std::size_t most_looked_into = 16;

struct PartWord {
    std::string_view word;
    Part part;
};
/// The words are written as foldedName() gives them. Where two folders mean one part, the word that
/// stands earlier here counts.
constexpr std::array part_words = {
    PartWord{"train", Part::Train},
    PartWord{"entrenamiento", Part::Train},
    PartWord{"trainset", Part::Train},
    PartWord{"trainingset", Part::Train},
    PartWord{"entreno", Part::Train},
    PartWord{"entrenar", Part::Train},
    PartWord{"validation", Part::Validation},
    PartWord{"valid", Part::Validation},
    PartWord{"val", Part::Validation},
    PartWord{"validacion", Part::Validation},
    PartWord{"validacio\xcc\x81n", Part::Validation},
    PartWord{"valset", Part::Validation},
    PartWord{"dev", Part::Validation},
    PartWord{"test", Part::Test},
    PartWord{"prueba", Part::Test},
    PartWord{"pruebas", Part::Test},
    PartWord{"testset", Part::Test},
    PartWord{"t10k", Part::Test},
};
constexpr std::array<std::string_view, 21> other_words = {
    "set", "sets",    "data",  "dataset",  "images", "image",    "imgs",
    "img", "picture", "seg",   "pictures", "split",  "part",     "folder",
    "de",  "datos",   "fotos", "imagenes", "final",  "conjunto", "ima\xcc\x81genes"};

/// "training" and "testing" are "train" and "test"; the end of the list where it is no such word.
auto findPartWord(std::string_view word) {
    if (word.ends_with("ing")) word.remove_suffix(3);
    return std::ranges::find(part_words, word, &PartWord::word);
}

/// Letters and digits; a byte of a longer letter is one.
std::vector<std::string> wordsIn(const std::string& folded) {
    std::vector<std::string> words(1);
    for (const char c : folded) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c < 0;
        if (letter)
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

/// Returns the place of its word in the list; where two words mean one part the smaller one counts.
std::size_t rankOf(const fs::path& folder) {
    for (const std::string& word : wordsIn(foldedName(nameOf(folder)))) {
        const auto found = findPartWord(word);
        if (found != part_words.end()) return static_cast<std::size_t>(found - part_words.begin());
    }
    return part_words.size();
}

using Parts = std::array<std::optional<fs::path>, 3>;

/// "asl_train" is a part where "asl_test" stands beside it.
bool hasPartner(const NameWithPart& name, const std::vector<NameWithPart>& names) {
    return std::ranges::any_of(names, [&](const NameWithPart& other) {
        return other.part && other.part != name.part && other.rest == name.rest;
    });
}

Parts partsAmong(const std::vector<fs::path>& folders) {
    std::vector<NameWithPart> names;
    for (const fs::path& folder : folders) names.push_back(nameWithPart(nameOf(folder)));
    Parts parts;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        if (!names[i].part || (!names[i].rest.empty() && !hasPartner(names[i], names))) continue;
        auto& part = parts[static_cast<std::size_t>(*names[i].part)];
        if (!part || rankOf(folders[i]) < rankOf(*part)) part = folders[i];
    }
    return parts;
}

bool isPart(const Parts& parts, const fs::path& folder) {
    return std::ranges::find(parts, std::optional(folder)) != parts.end();
}

class LayoutFinder {
public:
    LayoutFinder(const fs::path& chosen, const std::stop_token& stop)
        : m_chosen(chosen), m_stop(stop) {}

    Result<FolderLayout> find(const fs::path& folder, int levels) {
        auto entries = entriesOf(folder, m_stop);
        if (!entries) return tl::unexpected(entries.error());
        FolderLayout layout{folder, *std::move(entries), {}, {}};
        const auto& folders = layout.top.folders;
        layout.parts = partsAmong(folders);
        if (const auto usable = usesParts(layout); !usable) {
            return tl::unexpected(usable.error());
        } else if (*usable) {
            tellUnused(layout, layout.parts);
            return finished(std::move(layout));
        }
        layout.parts = {};
        if (folders.size() == 1 && levels < most_levels_down) {
            auto inside = find(folders.front(), levels + 1);
            // A folder of pictures alone is no place of classes: a table beside it may name them.
            if (!inside || !inside->top.folders.empty()) return inside;
        }
        if (folders.size() < 2 || folders.size() > most_looked_into || levels == most_levels_down)
            return finished(std::move(layout));
        return findAmong(std::move(layout), levels);
    }

private:
    /// An error where there is nothing to train from.
    Result<bool> usesParts(const FolderLayout& layout) const {
        const auto& folders = layout.top.folders;
        const auto others = std::ranges::count_if(
            folders, [&](const fs::path& folder) { return !isPart(layout.parts, folder); });
        if (!layout[Part::Train]) {
            if (others > 0 || folders.size() < 2) return false;
            Unused names;
            names.add(folders, layout.root);
            return fail("data_train_missing", {{"folders", names.names()}});
        }
        if (others == 0) return true;
        const auto inside = entriesOf(*layout[Part::Train], m_stop);
        if (!inside) return tl::unexpected(inside.error());
        return !inside->folders.empty() || layout[Part::Test] || layout[Part::Validation];
    }

    /// Looks into folders of which none is called like a part: one of them may hold parts
    /// (archive/train beside code).
    Result<FolderLayout> findAmong(FolderLayout layout, int levels) {
        std::vector<fs::path> with_parts;
        for (const fs::path& folder : layout.top.folders) {
            const auto inside = entriesOf(folder, m_stop);
            if (!inside) return tl::unexpected(inside.error());
            const Parts parts = partsAmong(inside->folders);
            if (parts[0] && (parts[1] || parts[2])) with_parts.push_back(folder);
        }
        if (with_parts.size() == 1) {
            auto inside = find(with_parts.front(), levels + 1);
            if (inside) tellUnused(layout, Parts{with_parts.front()});
            if (inside)
                inside->notes.insert(inside->notes.end(), layout.notes.begin(), layout.notes.end());
            return inside;
        }
        if (!with_parts.empty())
            layout.notes.push_back(
                {"data_parts_in_classes", {{"folder", nameOf(with_parts.front())}}});
        return finished(std::move(layout));
    }

    static void tellUnused(FolderLayout& layout, const Parts& used) {
        Unused unused;
        for (const fs::path& folder : layout.top.folders)
            if (!isPart(used, folder)) unused.add(nameOf(folder));
        if (unused.count() > 0)
            layout.notes.push_back({"data_folders_unused", {{"folders", unused.names()}}});
    }

    FolderLayout finished(FolderLayout layout) const {
        if (layout.root != m_chosen) {
            const fs::path inside = layout.root.lexically_relative(m_chosen);
            layout.notes.insert(
                layout.notes.begin(),
                {"data_folder_entered", {{"folder", pathText(inside.generic_u8string())}}});
        }
        return layout;
    }

    const fs::path& m_chosen;
    const std::stop_token& m_stop;
};

}  // namespace

NameWithPart nameWithPart(std::string_view name) {
    NameWithPart named;
    bool several = false;
    for (const std::string& word : wordsIn(foldedName(name))) {
        const auto found = findPartWord(word);
        if (found != part_words.end()) {
            several = several || (named.part && *named.part != found->part);
            named.part = found->part;
        } else if (std::ranges::find(other_words, word) == other_words.end()) {
            named.rest += (named.rest.empty() ? "" : " ") + word;
        }
    }
    if (several) named.part.reset();
    return named;
}

std::optional<Part> partNamed(std::string_view name) {
    const NameWithPart named = nameWithPart(name);
    return named.rest.empty() ? named.part : std::nullopt;
}

Result<FolderLayout> findLayout(const fs::path& folder, const std::stop_token& stop) {
    return LayoutFinder(folder, stop).find(folder, 0);
}

Result<fs::path> classesOfPart(const fs::path& part, std::span<const std::string> class_names,
                               const std::stop_token& stop) {
    const auto entries = entriesOf(part, stop);
    if (!entries) return tl::unexpected(entries.error());
    if (entries->folders.size() != 1) return part;
    const fs::path& only = entries->folders.front();
    const std::string name = foldedName(nameOf(only));
    for (const std::string& known : class_names)
        if (foldedName(known) == name) return part;
    const auto inside = entriesOf(only, stop);
    if (!inside) return tl::unexpected(inside.error());
    return inside->folders.empty() ? part : only;
}

}  // namespace duelo
