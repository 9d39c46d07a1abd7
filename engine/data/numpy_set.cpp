// SPDX-License-Identifier: Apache-2.0
#include "data/numpy_set.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <system_error>
#include <utility>

#include "base/places.h"
#include "base/same_name.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "base/zip_file.h"
#include "data/numpy_array.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_array_bytes = std::uint64_t{2} << 30;

/// An array by its name: the file's and, of an archive, the entry's.
struct Named {
    fs::path file;
    std::string entry;  ///< empty of a .npy
    PreparedName name;
    [[nodiscard]] std::string told() const {
        return pathText(file.filename()) + (entry.empty() ? "" : "/" + entry);
    }
};

std::string endingOf(const fs::path& path) {
    return foldedName(pathText(path.extension()));
}

/// The words of an entry count more than those of its file: "mnist_train_test.npz/x_test".
PreparedName entryName(const PreparedName& file, std::string entry) {
    std::ranges::replace(entry, '/', ' ');
    const PreparedName own = preparedName(fromUtf8(entry), {});
    PreparedName name = file;
    if (own.part) name.part = own.part;
    if (own.images || own.labels) {
        name.images = own.images;
        name.labels = own.labels;
    }
    return name;
}

Result<std::vector<Named>> arraysIn(const fs::path& file, const fs::path& chosen) {
    const PreparedName name = preparedName(file, chosen);
    if (endingOf(file) == ".npy") return std::vector{Named{file, {}, name}};
    auto archive = ZipArchive::open(file);
    if (!archive) return tl::unexpected(archive.error());
    std::vector<Named> arrays;
    for (const ZipArchive::Entry& entry : archive->entries())
        arrays.push_back({file, entry.name, entryName(name, entry.name)});
    return arrays;
}

Result<std::string> bytesOf(const Named& array) {
    if (array.entry.empty()) {
        std::error_code error;
        if (const auto bytes = fs::file_size(array.file, error); !error && bytes > most_array_bytes)
            return fail("numpy_damaged", {{"path", array.told()}});
        return readWhole(array.file);
    }
    auto archive = ZipArchive::open(array.file);
    if (!archive) return tl::unexpected(archive.error());
    for (const ZipArchive::Entry& entry : archive->entries())
        if (entry.name == array.entry) return archive->read(entry);
    return fail("numpy_damaged", {{"path", array.told()}});
}

/// Tells whether images and labels are among them, by their names.
bool isWhole(const std::vector<Named>& arrays) {
    const auto has = [&arrays](bool PreparedName::*kind) {
        return std::ranges::any_of(arrays, [&](const Named& one) { return one.name.*kind; });
    };
    return has(&PreparedName::labels) && has(&PreparedName::images);
}

/// Planar, from channels that stand beside each other.
void addPlanar(std::span<const std::uint8_t> from, const SampleShape& shape,
               std::vector<std::uint8_t>& to) {
    const auto channels = static_cast<std::size_t>(shape.channels);
    const std::size_t plane = shape.bytes() / channels;
    const std::size_t first = to.size();
    to.resize(first + shape.bytes());
    for (std::size_t i = 0; i < plane; ++i)
        for (std::size_t c = 0; c < channels; ++c)
            to[first + c * plane + i] = from[i * channels + c];
}

struct Layout {
    SampleShape shape;
    bool beside = false;  ///< the channels of a pixel
};

std::optional<Layout> layoutOf(const std::vector<std::uint64_t>& sizes) {
    constexpr std::uint64_t most = 1U << 20;
    if (std::ranges::any_of(sizes.begin() + 1, sizes.end(),
                            [](std::uint64_t size) { return size > most; }))
        return std::nullopt;
    const auto side = [&sizes](std::size_t at) { return static_cast<int>(sizes[at]); };
    const auto colours = [](std::uint64_t size) { return size == 1 || size == 3; };
    if (sizes.size() == 3) return Layout{{1, side(1), side(2)}};
    if (sizes.size() == 4 && colours(sizes[3])) return Layout{{side(3), side(1), side(2)}, true};
    if (sizes.size() == 4 && colours(sizes[1])) return Layout{{side(1), side(2), side(3)}};
    if (sizes.size() != 2) return std::nullopt;
    const int square = static_cast<int>(std::lround(std::sqrt(static_cast<double>(sizes[1]))));
    if (square < 2 ||
        static_cast<std::uint64_t>(square) * static_cast<std::uint64_t>(square) != sizes[1])
        return std::nullopt;
    return Layout{{1, square, square}};
}

Result<PixelPart> partOf(const Named& images, const Named& labels, Part which,
                         const DataLimits& limits, const std::stop_token& stop) {
    const auto label_bytes = bytesOf(labels);
    if (!label_bytes) return tl::unexpected(label_bytes.error());
    const auto label_array = readNumpyArray(*label_bytes, labels.told());
    if (!label_array) return tl::unexpected(label_array.error());
    const auto image_bytes = bytesOf(images);
    if (!image_bytes) return tl::unexpected(image_bytes.error());
    const auto array = readNumpyArray(*image_bytes, images.told());
    if (!array) return tl::unexpected(array.error());
    const Json path = {{"path", images.told()}};
    if (array->by_columns) return fail("numpy_by_columns", path);
    const auto layout = array->shape.empty() ? std::nullopt : layoutOf(array->shape);
    if (!layout) return fail("numpy_shape", path);
    const std::uint64_t count = array->shape[0];
    if (auto fits = LabelledSet::check(layout->shape, count, limits); !fits)
        return tl::unexpected(fits.error());
    const std::size_t bytes = layout->shape.bytes();
    const auto values = array->bytes(count * bytes);
    if (!values) return fail("numpy_type", {{"path", images.told()}, {"type", array->type}});
    const auto& sizes = label_array->shape;
    const bool one_each = sizes.size() == 1 || (sizes.size() == 2 && sizes[1] == 1);
    PixelPart part{which, images.told(), layout->shape, {}, {}};
    if (one_each) part.labels = label_array->integers(sizes[0]);
    if (count == 0 || part.labels.size() != count) {
        return fail("numpy_labels",
                    {{"path", labels.told()}, {"images", count}, {"labels", part.labels.size()}});
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (stop.stop_requested()) return fail("cancelled_by_user");
        const auto picture = std::span(*values).subspan(i * bytes, bytes);
        if (layout->beside)
            addPlanar(picture, layout->shape, part.pixels);
        else
            part.pixels.insert(part.pixels.end(), picture.begin(), picture.end());
    }
    return part;
}

/// The sets that may be meant: whole archives, and other arrays by their folder and the words of
/// their names.
Result<std::vector<std::vector<Named>>> arraySets(const PreparedFiles& prepared) {
    std::map<std::pair<fs::path, std::string>, std::vector<Named>> loose;
    std::vector<std::vector<Named>> sets;
    for (const fs::path& file : prepared.files) {
        if (endingOf(file) != ".npz" && endingOf(file) != ".npy") continue;
        auto arrays = arraysIn(file, prepared.chosen);
        // What is no archive is told where it was chosen; among others it is one that is not used.
        if (!arrays && file == prepared.chosen) return tl::unexpected(arrays.error());
        if (!arrays || arrays->empty()) continue;
        if (isWhole(*arrays)) {
            sets.push_back(std::move(*arrays));
            continue;
        }
        const PreparedName& name = arrays->front().name;
        auto& set = loose[{name.folder, name.set}];
        set.insert(set.end(), arrays->begin(), arrays->end());
    }
    for (auto& [key, arrays] : loose)
        if (isWhole(arrays)) sets.push_back(std::move(arrays));
    std::erase_if(sets, [&](const std::vector<Named>& arrays) {
        return !mayUse(prepared,
                       std::ranges::find(arrays, prepared.chosen, &Named::file) != arrays.end());
    });
    return sets;
}

/// The arrays of the one set that is meant; empty where there is none.
Result<std::vector<Named>> chooseArrays(const PreparedFiles& prepared) {
    const auto sets = arraySets(prepared);
    if (!sets) return tl::unexpected(sets.error());
    if (sets->empty()) return std::vector<Named>{};
    if (sets->size() == 1) return sets->front();
    std::vector<std::string> names;
    for (const auto& arrays : *sets) {
        const fs::path below = arrays.front().file.lexically_relative(prepared.chosen);
        names.push_back(pathText(below.generic_u8string()));
    }
    return failSeveralSets(prepared, names, sets->front().front().file);
}

}  // namespace

Result<std::optional<DataSet>> readNumpySet(const PreparedFiles& prepared, const DataLimits& limits,
                                            const std::stop_token& stop) {
    const auto arrays = chooseArrays(prepared);
    if (!arrays) return tl::unexpected(arrays.error());
    if (arrays->empty()) return std::nullopt;
    std::vector<PixelPart> parts;
    std::vector<fs::path> used;
    bool trains = false;
    for (const Part which : {Part::Train, Part::Validation, Part::Test}) {
        const auto first = [&](bool PreparedName::*kind) {
            return std::ranges::find_if(*arrays, [&](const Named& one) {
                return one.name.*kind && one.name.part.value_or(Part::Train) == which;
            });
        };
        const auto images = first(&PreparedName::images), labels = first(&PreparedName::labels);
        if (images == arrays->end() || labels == arrays->end()) continue;
        auto part = partOf(*images, *labels, which, limits, stop);
        if (!part) return tl::unexpected(part.error());
        parts.push_back(std::move(*part));
        trains = trains || which == Part::Train;
        used.insert(used.end(), {images->file, labels->file});
    }
    if (!trains) return fail("prepared_train_missing", {{"path", pathText(arrays->front().file)}});
    auto set = joinParts(std::move(parts), {}, limits, stop);
    if (!set) return tl::unexpected(set.error());
    tellUnused(*set, prepared, used);
    return std::optional(std::move(*set));
}

}  // namespace duelo
