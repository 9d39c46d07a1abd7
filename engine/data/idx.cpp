// SPDX-License-Identifier: Apache-2.0
#include "data/idx.h"

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "base/utf8.h"
#include "data/gz_file.h"
#include "data/pixel_parts.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

// Two zero bytes, the type of the values, the number of sizes.
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

struct Header {
    std::uint32_t type = 0;  ///< 8: unsigned bytes, 9: signed ones, 11: 2 bytes, 12: 4 bytes
    std::vector<std::uint32_t> sizes;
    [[nodiscard]] std::uint64_t valueBytes() const { return type == 12 ? 4 : type == 11 ? 2 : 1; }
};

/// Images are bytes in rows and columns; labels are whole numbers, one each or in rows.
bool isFitting(std::uint32_t magic, bool images) {
    if (images) return magic == image_magic;
    const std::uint32_t type = magic >> 8, sizes = magic & 0xFFU;
    const bool whole = type == 8 || type == 9 || type == 11 || type == 12;
    return whole && (sizes == 1 || sizes == 2);
}

/// A file that is too short for a header is cut, whatever it should have been.
Result<Header> readHeader(GzFile& file, const fs::path& path, bool images) {
    std::array<std::uint8_t, 4> begin{};
    const auto got = file.read(begin);
    if (!got) return tl::unexpected(got.error());
    const std::uint32_t magic = bigEndian(begin.data());
    if (*got >= begin.size() && !isFitting(magic, images)) {
        return failIdx("idx_wrong_magic", path,
                       {{"found", magicText(magic)},
                        {"expected", magicText(images ? image_magic : label_magic)}});
    }
    const std::size_t count = images ? 3 : std::max<std::size_t>(1, magic & 0xFFU);
    std::vector<std::uint8_t> sizes(4 * count);
    const auto more = file.read(sizes);
    if (!more) return tl::unexpected(more.error());
    if (*got < begin.size() || *more < sizes.size())
        return failIdx("idx_truncated", path, {{"needed_bytes", begin.size() + sizes.size()}});
    Header header{magic >> 8, {}};
    for (std::size_t i = 0; i < count; ++i) header.sizes.push_back(bigEndian(sizes.data() + 4 * i));
    return header;
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

int signedValue(const std::uint8_t* at, const Header& header) {
    switch (header.type) {
        case 9:
            return static_cast<std::int8_t>(*at);
        case 11:
            return static_cast<std::int16_t>(at[0] << 8 | at[1]);
        case 12:
            return static_cast<std::int32_t>(bigEndian(at));
        default:
            return *at;
    }
}

Result<std::vector<int>> readLabels(const fs::path& path, std::size_t images,
                                    const std::stop_token& stop) {
    auto file = GzFile::open(path);
    if (!file) return tl::unexpected(file.error());
    const auto header = readHeader(*file, path, false);
    if (!header) return tl::unexpected(header.error());
    const std::uint32_t labels = header->sizes.front();
    if (labels != images)
        return failIdx("idx_counts_differ", path, {{"images", images}, {"labels", labels}});
    const std::uint64_t columns = header->sizes.size() == 2 ? header->sizes[1] : 1;
    if (columns == 0 || columns > 64) return failIdx("idx_truncated", path, {{"needed_bytes", 0}});
    const std::uint64_t row_bytes = columns * header->valueBytes();
    const auto content = readContent(*file, path, labels * row_bytes, stop);
    if (!content) return tl::unexpected(content.error());
    std::vector<int> values(labels);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = signedValue(content->data() + i * row_bytes, *header);
    return values;
}

/// Columns become rows, of each picture by itself.
std::vector<std::uint8_t> turned(const IdxImages& images) {
    std::vector<std::uint8_t> pixels(images.pixels.size());
    const auto height = static_cast<std::size_t>(images.height_px);
    const auto width = static_cast<std::size_t>(images.width_px);
    for (std::size_t i = 0; i < images.count; ++i) {
        const std::uint8_t* from = images.pixels.data() + i * height * width;
        std::uint8_t* to = pixels.data() + i * height * width;
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x) to[x * height + y] = from[y * width + x];
    }
    return pixels;
}

Result<PixelPart> readPart(const IdxPair& pair, Part which, bool turn, const DataLimits& limits,
                           const std::stop_token& stop) {
    auto images = readIdxImages(pair.images, limits, stop);
    if (!images) return tl::unexpected(images.error());
    auto labels = readLabels(pair.labels, images->count, stop);
    if (!labels) return tl::unexpected(labels.error());
    PixelPart part{which,
                   pathText(pair.images.filename()),
                   {1, images->height_px, images->width_px},
                   {},
                   std::move(*labels)};
    if (turn) std::swap(part.shape.height_px, part.shape.width_px);
    part.pixels = turn ? turned(*images) : std::move(images->pixels);
    return part;
}

}  // namespace

Result<IdxImages> readIdxImages(const fs::path& path, const DataLimits& limits,
                                const std::stop_token& stop) {
    auto file = GzFile::open(path);
    if (!file) return tl::unexpected(file.error());
    const auto header = readHeader(*file, path, true);
    if (!header) return tl::unexpected(header.error());
    const std::uint32_t count = header->sizes[0], height = header->sizes[1],
                        width = header->sizes[2];
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
    std::vector<PixelPart> parts;
    const std::array<std::pair<const IdxPair*, Part>, 3> pairs = {
        std::pair{&files.train, Part::Train},
        std::pair{files.validation ? &*files.validation : nullptr, Part::Validation},
        std::pair{files.test ? &*files.test : nullptr, Part::Test}};
    for (const auto& [pair, which] : pairs) {
        if (!pair) continue;
        auto part = readPart(*pair, which, files.turned, limits, stop);
        if (!part) return tl::unexpected(part.error());
        parts.push_back(std::move(*part));
    }
    auto set = joinParts(std::move(parts), {}, limits, stop);
    if (set) set->notes.insert(set->notes.begin(), files.notes.begin(), files.notes.end());
    return set;
}

Result<std::optional<DataSet>> readIdxSet(const PreparedFiles& prepared, const DataLimits& limits,
                                          const std::stop_token& stop) {
    const auto files = findIdxFiles(prepared, stop);
    if (!files) return tl::unexpected(files.error());
    if (!*files) return std::nullopt;
    auto set = readIdx(**files, limits, stop);
    if (!set) return tl::unexpected(set.error());
    std::vector<fs::path> used;
    for (const auto& pair : {std::optional((*files)->train), (*files)->validation, (*files)->test})
        if (pair) used.insert(used.end(), {pair->images, pair->labels});
    tellUnused(*set, prepared, used);
    return std::optional(std::move(*set));
}

}  // namespace duelo
