// SPDX-License-Identifier: Apache-2.0
#include "data/idx.h"

#include <algorithm>
#include <array>
#include <map>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "base/utf8.h"
#include "data/gz_file.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

// Two zero bytes, 8 for "unsigned byte", the number of sizes.
constexpr std::uint32_t image_magic = 0x00000803;
constexpr std::uint32_t label_magic = 0x00000801;

tl::unexpected<Reason> failIdx(const char* code, const fs::path& path, Json args = Json::object()) {
    args["path"] = pathText(path);
    return fail(code, std::move(args));
}

std::string magicText(std::uint32_t magic) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "0x";
    for (int shift = 28; shift >= 0; shift -= 4) text += digits[magic >> shift & 15U];
    return text;
}

std::uint32_t bigEndian(const std::uint8_t* at) {
    return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 |
           at[3];
}

/// The sizes of the header. A file that is too short for one is cut, whatever it should have been.
template <std::size_t N>
Result<std::array<std::uint32_t, N>> readHeader(GzFile& file, const fs::path& path,
                                                std::uint32_t expected) {
    std::array<std::uint8_t, 4 + 4 * N> header{};
    const auto got = file.read(header);
    if (!got) return tl::unexpected(got.error());
    const std::uint32_t magic = bigEndian(header.data());
    if (*got >= 4 && magic != expected) {
        return failIdx("idx_wrong_magic", path,
                       {{"found", magicText(magic)}, {"expected", magicText(expected)}});
    }
    if (*got < header.size())
        return failIdx("idx_truncated", path, {{"needed_bytes", header.size()}});
    std::array<std::uint32_t, N> sizes{};
    for (std::size_t i = 0; i < N; ++i) sizes[i] = bigEndian(header.data() + 4 + 4 * i);
    return sizes;
}

/// Exactly the bytes that the header promised, and then the end of the file.
Result<std::vector<std::uint8_t>> readContent(GzFile& file, const fs::path& path,
                                              std::uint64_t needed, const std::stop_token& stop) {
    if (needed > file.mostBytes())
        return failIdx("idx_truncated", path, {{"needed_bytes", needed}});
    std::vector<std::uint8_t> content;
    try {
        content.reserve(needed);
    } catch (const std::bad_alloc&) {
        return fail("data_out_of_memory", {{"needed_bytes", needed}});
    }
    constexpr std::size_t read_bytes = std::size_t{4} << 20;
    for (std::size_t at = 0; at < needed; at = content.size()) {
        if (stop.stop_requested()) return fail("cancelled_by_user");
        // Growing with the reading: filling a gigabyte with zeros first takes as long.
        content.resize(std::min<std::uint64_t>(at + read_bytes, needed));
        const auto piece = std::span(content).subspan(at);
        const auto got = file.read(piece);
        if (!got) return tl::unexpected(got.error());
        if (*got < piece.size()) return failIdx("idx_truncated", path, {{"needed_bytes", needed}});
    }
    // Reading on also lets zlib compare the checksum.
    std::array<std::uint8_t, 1> more{};
    const auto got = file.read(more);
    if (!got) return tl::unexpected(got.error());
    if (*got > 0) return failIdx("idx_trailing", path);
    return content;
}

Result<std::vector<std::uint8_t>> readLabels(const fs::path& path, std::size_t images,
                                             const std::stop_token& stop) {
    auto file = GzFile::open(path);
    if (!file) return tl::unexpected(file.error());
    const auto sizes = readHeader<1>(*file, path, label_magic);
    if (!sizes) return tl::unexpected(sizes.error());
    const std::uint32_t labels = sizes->front();
    if (labels != images)
        return failIdx("idx_counts_differ", path, {{"images", images}, {"labels", labels}});
    return readContent(*file, path, labels, stop);
}

struct LoadedPart {
    IdxImages images;
    std::vector<std::uint8_t> labels;
    std::string name;  ///< of the file of images
};

Result<LoadedPart> readPart(const IdxPair& pair, const DataLimits& limits,
                            const std::stop_token& stop) {
    auto images = readIdxImages(pair.images, limits, stop);
    if (!images) return tl::unexpected(images.error());
    auto labels = readLabels(pair.labels, images->count, stop);
    if (!labels) return tl::unexpected(labels.error());
    return LoadedPart{std::move(*images), std::move(*labels), pathText(pair.images.filename())};
}

/// Class index by label; only labels that occur are classes (EMNIST letters begin with 1).
std::map<int, int> classesOf(const std::vector<LoadedPart>& parts) {
    std::map<int, int> classes;
    for (const LoadedPart& part : parts)
        for (const std::uint8_t label : part.labels) classes[label] = 0;
    int next = 0;
    for (auto& [label, index] : classes) index = next++;
    return classes;
}

Result<DataSet> join(std::vector<LoadedPart> parts, const DataLimits& limits,
                     const std::stop_token& stop) {
    const std::map<int, int> classes = classesOf(parts);
    if (classes.size() < 2) return fail("data_too_few_classes", {{"classes", classes.size()}});
    std::vector<std::string> names;
    for (const auto& [label, index] : classes) names.push_back(std::to_string(label));
    std::size_t total = 0;
    for (const LoadedPart& part : parts) total += part.images.count;
    const SampleShape shape{1, parts[0].images.height_px, parts[0].images.width_px};
    auto samples = LabelledSet::create(shape, std::move(names), total, limits);
    if (!samples) return tl::unexpected(samples.error());
    DataSet set{std::move(*samples)};
    for (std::size_t p = 0; p < parts.size(); ++p) {
        LoadedPart& part = parts[p];
        for (std::size_t i = 0; i < part.images.count; ++i) {
            if (stop.stop_requested()) return fail("cancelled_by_user");
            (p == 0 ? set.split.train : set.split.test).push_back(set.samples.size());
            const auto pixels =
                std::span(part.images.pixels).subspan(i * shape.bytes(), shape.bytes());
            set.samples.add(pixels, classes.at(part.labels[i]),
                            part.name + "[" + std::to_string(i) + "]");
        }
        part.images.pixels = {};
    }
    return set;
}

std::optional<fs::path> findFile(const fs::path& folder, std::string_view stem,
                                 std::string_view kind) {
    for (const char separator : {'-', '.'}) {
        for (const std::string_view ending : {"", ".gz"}) {
            const fs::path path = folder / (std::string(stem) + separator + std::string(kind) +
                                            "-ubyte" + std::string(ending));
            std::error_code error;
            if (fs::is_regular_file(path, error)) return path;
        }
    }
    return std::nullopt;
}

Result<std::optional<IdxPair>> findPair(const fs::path& folder, const std::string& part) {
    auto images = findFile(folder, part + "-images", "idx3");
    auto labels = findFile(folder, part + "-labels", "idx1");
    if (!images && !labels) return std::nullopt;
    if (!images || !labels) return failIdx("idx_pair_incomplete", images ? *images : *labels);
    return IdxPair{std::move(*images), std::move(*labels)};
}

}  // namespace

Result<std::optional<IdxFiles>> findIdxFiles(const fs::path& folder) {
    auto train = findPair(folder, "train");
    if (!train) return tl::unexpected(std::move(train.error()));
    std::optional<IdxPair> test;
    for (const char* part : {"t10k", "test"}) {
        if (test) break;
        auto found = findPair(folder, part);
        if (!found) return tl::unexpected(std::move(found.error()));
        test = std::move(*found);
    }
    if (*train) return IdxFiles{std::move(**train), std::move(test)};
    if (test) return failIdx("idx_train_missing", test->images);
    return std::nullopt;
}

Result<IdxImages> readIdxImages(const fs::path& path, const DataLimits& limits,
                                const std::stop_token& stop) {
    auto file = GzFile::open(path);
    if (!file) return tl::unexpected(file.error());
    const auto sizes = readHeader<3>(*file, path, image_magic);
    if (!sizes) return tl::unexpected(sizes.error());
    const auto [count, height, width] = *sizes;
    if (count == 0) return failIdx("data_without_images", path);
    const SampleShape shape{1, static_cast<int>(std::min(height, 1U << 30)),
                            static_cast<int>(std::min(width, 1U << 30))};
    const auto allowed = LabelledSet::check(shape, count, limits);
    if (!allowed) return tl::unexpected(allowed.error());
    auto pixels = readContent(*file, path, count * std::uint64_t{shape.bytes()}, stop);
    if (!pixels) return tl::unexpected(pixels.error());
    return IdxImages{count, shape.height_px, shape.width_px, std::move(*pixels)};
}

Result<DataSet> readIdx(const IdxFiles& files, const DataLimits& limits,
                        const std::stop_token& stop) {
    std::vector<LoadedPart> parts;
    for (const IdxPair* pair : {&files.train, files.test ? &*files.test : nullptr}) {
        if (!pair) continue;
        auto part = readPart(*pair, limits, stop);
        if (!part) return tl::unexpected(part.error());
        parts.push_back(std::move(*part));
    }
    const IdxImages& first = parts.front().images;
    const IdxImages& last = parts.back().images;
    if (first.height_px != last.height_px || first.width_px != last.width_px)
        return failIdx("idx_shapes_differ", files.test->images);
    return join(std::move(parts), limits, stop);
}

}  // namespace duelo
