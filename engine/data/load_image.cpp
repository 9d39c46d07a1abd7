// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <new>
#include <system_error>
#include <utility>

#include "data/image_folder.h"
#include "data/left_behind.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

/// The largest file that is given to a decoder of photographs; engine/vision has the same limit.
constexpr std::uint64_t max_file_bytes = std::uint64_t{512} << 20;

/// From here on a cancel must not wait for the decoder; for less a thread would cost more than it
/// saves.
constexpr std::int64_t slow_image_pixels = 2'000'000;

bool isSlow(const SampleShape& shape) {
    return std::int64_t{shape.height_px} * shape.width_px >= slow_image_pixels;
}

Result<std::vector<std::uint8_t>> imageBytes(const fs::path& path, const std::string& source) {
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    if (error) return fail("image_unreadable", {{"file", source}}, error.message());
    if (size > max_file_bytes) {
        return fail(
            "image_file_too_large",
            {{"file", source}, {"file_mb", size >> 20}, {"limit_mb", max_file_bytes >> 20}});
    }
    std::ifstream file(path, std::ios::binary);
    std::vector<std::uint8_t> bytes(size);
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
    if (!file) return fail("image_unreadable", {{"file", source}});
    return bytes;
}

Result<LoadedImage> loadHere(const ListedImage& image, const SampleShape& shape,
                             const PictureReader& reader) try {
    const auto bytes = imageBytes(image.path, image.source);
    if (!bytes) return tl::unexpected(bytes.error());
    auto picture = reader.decode(*bytes);
    if (!picture) {
        Reason why = picture.error();
        why.args["file"] = image.source;
        return tl::unexpected(std::move(why));
    }
    return LoadedImage{
        resized(withChannels(*picture, shape.channels), shape.height_px, shape.width_px),
        contentHash(*bytes)};
} catch (const std::bad_alloc& error) {
    return fail("image_out_of_memory",
                {{"file", image.source},
                 {"width_px", image.shape.width_px},
                 {"height_px", image.shape.height_px}},
                error.what());
}

}  // namespace

Result<LoadedImage> loadImage(const ListedImage& image, const SampleShape& shape,
                              const PictureReader& reader, const std::stop_token& stop) {
    if (!stop.stop_possible() || !isSlow(image.shape)) return loadHere(image, shape, reader);
    return orLeaveBehind<LoadedImage>(
        [image, shape, reader] { return loadHere(image, shape, reader); }, stop);
}

}  // namespace duelo
