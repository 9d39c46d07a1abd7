// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/same_name.h"
#include "base/utf8.h"
#include "data/gz_file.h"
#include "data/idx.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

struct FoundFile {
    fs::path path;
    std::uint32_t count = 0;
};

/// The files of one part. Copies of a file (with .gz and without) are the same to a person; the
/// first one counts.
struct FoundPart {
    std::vector<FoundFile> images, labels;

    /// The first images that have as many labels.
    [[nodiscard]] std::optional<IdxPair> pair() const {
        for (const FoundFile& image : images)
            for (const FoundFile& label : labels)
                if (image.count == label.count) return IdxPair{image.path, label.path};
        if (images.empty() || labels.empty()) return std::nullopt;
        return IdxPair{images.front().path, labels.front().path};  // the reader says what differs
    }
    [[nodiscard]] bool empty() const { return images.empty() && labels.empty(); }
    [[nodiscard]] const fs::path& first() const {
        return images.empty() ? labels.front().path : images.front().path;
    }
};

struct FoundSet {
    std::string name;
    std::array<FoundPart, 3> parts;
    FoundPart unnamed;  ///< files whose name has no word for a part
    bool chosen = false;

    [[nodiscard]] FoundPart& operator[](Part part) { return parts[static_cast<std::size_t>(part)]; }
    [[nodiscard]] std::size_t fileCount() const {
        std::size_t count = unnamed.images.size() + unnamed.labels.size();
        for (const FoundPart& part : parts) count += part.images.size() + part.labels.size();
        return count;
    }
};

using Sets = std::map<std::pair<fs::path, std::string>, FoundSet>;

/// A file of another kind is nobody's business here, whatever is wrong with it.
void addFile(const fs::path& path, const PreparedFiles& prepared, Sets& sets) {
    auto file = GzFile::open(path);
    if (!file) return;
    std::array<std::uint8_t, 8> begin{};
    const auto got = file->read(begin);
    if (!got || *got < begin.size()) return;
    const std::uint8_t type = begin[2], sizes = begin[3];
    const bool known = begin[0] == 0 && begin[1] == 0 && type >= 8 && type <= 14;
    if (!known || sizes < 1 || sizes > 3) return;
    const PreparedName name = preparedName(path, prepared.chosen);
    FoundSet& set = sets[{name.folder, name.set}];
    set.name = setName(name, prepared.chosen);
    set.chosen = set.chosen || path == prepared.chosen;
    FoundPart& part = name.part ? set[*name.part] : set.unnamed;
    const std::uint32_t count = std::uint32_t{begin[4]} << 24 | std::uint32_t{begin[5]} << 16 |
                                std::uint32_t{begin[6]} << 8 | begin[7];
    (sizes == 3 ? part.images : part.labels).push_back({path, count});
}

/// Names the parts of files whose names have no words for them: the larger part is learnt.
void nameParts(FoundSet& set, std::vector<Reason>& notes) {
    auto& images = set.unnamed.images;
    if (images.empty() && set.unnamed.labels.empty()) return;
    std::ranges::stable_sort(images, std::ranges::greater{}, &FoundFile::count);
    const bool two = images.size() == 2 && set.unnamed.labels.size() == 2 &&
                     images[0].count != images[1].count && set[Part::Train].empty() &&
                     set[Part::Test].empty();
    if (!two) {
        FoundPart& part = set[set[Part::Train].empty() ? Part::Train : Part::Test];
        if (part.empty()) part = set.unnamed;
        return;
    }
    set[Part::Train].images = {images[0]};
    set[Part::Test].images = {images[1]};
    set[Part::Train].labels = set[Part::Test].labels = set.unnamed.labels;
    notes.push_back({"data_parts_by_size",
                     {{"train", pathText(images[0].path.filename())},
                      {"test", pathText(images[1].path.filename())}}});
}

tl::unexpected<Reason> failFound(const char* code, const fs::path& path) {
    return fail(code, {{"path", pathText(path)}});
}

Result<IdxFiles> filesOf(FoundSet& set, const fs::path& chosen, std::vector<Reason> notes) {
    IdxFiles files;
    files.notes = std::move(notes);
    for (const Part part : {Part::Train, Part::Validation, Part::Test}) {
        if (set[part].empty()) continue;
        auto pair = set[part].pair();
        if (!pair) return failFound("idx_pair_incomplete", set[part].first());
        if (part == Part::Train) files.train = *pair;
        if (part == Part::Validation) files.validation = pair;
        if (part == Part::Test) files.test = pair;
    }
    if (files.train.images.empty())
        return failFound("idx_train_missing",
                         files.test ? files.test->images : files.validation->images);
    // Of other names nobody can know it.
    const std::string where = foldedName(pathText(files.train.images.filename()) + " " + set.name +
                                         " " + pathText(chosen.filename()));
    files.turned = where.find("emnist") != std::string::npos;
    if (files.turned) {
        files.notes.push_back(
            {"data_emnist_turned", {{"path", pathText(files.train.images.filename())}}});
    }
    return files;
}

}  // namespace

Result<std::optional<IdxFiles>> findIdxFiles(const PreparedFiles& prepared,
                                             const std::stop_token& stop) {
    Sets sets;
    for (const fs::path& path : prepared.files) {
        if (stop.stop_requested()) return fail("cancelled_by_user");
        addFile(path, prepared, sets);
    }
    std::erase_if(sets, [&](const auto& set) { return !mayUse(prepared, set.second.chosen); });
    if (sets.empty()) return std::nullopt;
    std::map<FoundSet*, std::vector<Reason>> notes;
    std::vector<FoundSet*> whole;
    FoundSet* largest = nullptr;
    for (auto& [key, set] : sets) {
        nameParts(set, notes[&set]);
        if (set[Part::Train].pair()) whole.push_back(&set);
        if (!largest || set.fileCount() > largest->fileCount()) largest = &set;
    }
    if (whole.size() > 1) {
        std::vector<std::string> names;
        for (const FoundSet* set : whole) names.push_back(set->name);
        return failSeveralSets(prepared, names, (*whole.front())[Part::Train].first());
    }
    FoundSet& set = whole.empty() ? *largest : *whole.front();
    auto files = filesOf(set, prepared.chosen, std::move(notes[&set]));
    if (!files) return tl::unexpected(files.error());
    return std::optional(std::move(*files));
}

}  // namespace duelo
