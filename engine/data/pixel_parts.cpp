// SPDX-License-Identifier: Apache-2.0
#include "data/pixel_parts.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/same_name.h"
#include "base/utf8.h"
#include "data/cifar.h"
#include "data/folder_entries.h"
#include "data/idx.h"
#include "data/numpy_set.h"
#include "data/pixel_table.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr int most_set_levels = 2;
/// A folder of more entries holds pictures or labels of single pictures.
constexpr std::size_t most_entries = 1000;

bool isPictureName(const fs::path& path) {
    constexpr std::array<std::string_view, 16> endings = {
        ".jpg", ".jpeg", ".jpe", ".png", ".bmp",  ".webp", ".tif", ".tiff",
        ".dib", ".ppm",  ".pgm", ".pnm", ".heic", ".gif",  ".xml", ".jfif"};
    const std::string ending = foldedName(pathText(path.extension()));
    return std::ranges::find(endings, ending) != endings.end();
}

/// Fewer than entriesOf() looks at: a folder of pictures is left at its thousandth.
std::vector<fs::path> fewEntries(const fs::path& folder) {
    std::vector<fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
         at.increment(error)) {
        if (entries.size() == most_entries) return {};
        entries.push_back(at->path());
    }
    return entries;
}

bool hasFew(const fs::path& folder) {
    return !fewEntries(folder).empty();
}

Result<void> addCandidates(const fs::path& folder, int levels, std::vector<fs::path>& files,
                           const std::stop_token& stop) {
    if (!hasFew(folder)) return {};
    auto entries = entriesOf(folder, stop);
    if (!entries) return tl::unexpected(entries.error());
    for (fs::path& file : entries->files)
        if (!isPictureName(file)) files.push_back(std::move(file));
    if (levels == most_set_levels || entries->folders.size() > most_entries / 10) return {};
    for (const fs::path& inside : entries->folders)
        if (auto done = addCandidates(inside, levels + 1, files, stop); !done) return done;
    return {};
}

std::string labelName(int label, std::span<const std::string> names) {
    const auto at = static_cast<std::size_t>(label);
    return label >= 0 && at < names.size() ? names[at] : std::to_string(label);
}

/// Finds the files that may belong to a set: those of a folder, or, for a single file, all files
/// beside it, since the rest of its set is among them.
Result<PreparedFiles> preparedFiles(const fs::path& path, const std::stop_token& stop) {
    std::error_code error;
    if (!fs::is_regular_file(path, error))
        return candidateFiles(path, stop).map([&path](std::vector<fs::path> files) {
            return PreparedFiles{path, std::move(files)};
        });
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    return entriesOf(folder, stop).map([&](FolderEntries entries) {
        return PreparedFiles{folder / path.filename(), std::move(entries.files)};
    });
}

}  // namespace

Result<std::vector<fs::path>> candidateFiles(const fs::path& folder, const std::stop_token& stop) {
    std::vector<fs::path> files;
    if (auto done = addCandidates(folder, 0, files, stop); !done)
        return tl::unexpected(done.error());
    const auto depth = [](const fs::path& path) { return std::distance(path.begin(), path.end()); };
    std::ranges::stable_sort(files, {}, depth);
    return files;
}

Result<DataSet> joinParts(std::vector<PixelPart> parts, std::span<const std::string> class_names,
                          const DataLimits& limits, const std::stop_token& stop) {
    std::map<int, int> classes;
    std::size_t total = 0;
    const SampleShape shape = parts.front().shape;
    for (const PixelPart& part : parts) {
        if (part.shape != shape) return fail("prepared_shapes_differ", {{"path", part.name}});
        for (const int label : part.labels) classes[label] = 0;
        total += part.labels.size();
    }
    if (classes.size() < 2) return fail("data_too_few_classes", {{"classes", classes.size()}});
    std::vector<std::string> names;
    for (auto& [label, index] : classes) {
        index = static_cast<int>(names.size());
        names.push_back(labelName(label, class_names));
    }
    auto samples = LabelledSet::create(shape, std::move(names), total, limits);
    if (!samples) return tl::unexpected(samples.error());
    DataSet set{std::move(*samples)};
    if (classes.begin()->first == 1 && class_names.empty())
        set.notes.push_back({"data_labels_from_one", {{"last", classes.rbegin()->first}}});
    std::ranges::stable_sort(parts, {}, &PixelPart::part);
    for (PixelPart& part : parts) {
        for (std::size_t i = 0; i < part.labels.size(); ++i) {
            if (stop.stop_requested()) return fail("cancelled_by_user");
            set.split[part.part].push_back(set.samples.size());
            set.samples.add(std::span(part.pixels).subspan(i * shape.bytes(), shape.bytes()),
                            classes.at(part.labels[i]), part.name + "[" + std::to_string(i) + "]");
        }
        part.pixels = {};
    }
    return set;
}

Result<std::optional<DataSet>> readPreparedSet(const fs::path& path, const DataLimits& limits,
                                               const std::stop_token& stop) {
    const auto prepared = preparedFiles(path, stop);
    if (!prepared) return tl::unexpected(prepared.error());
    for (const auto reader : {readIdxSet, readCifarSet, readNumpySet, readPixelTables}) {
        auto set = reader(*prepared, limits, stop);
        if (!set || *set) return set;
    }
    return std::nullopt;
}

}  // namespace duelo
