// SPDX-License-Identifier: Apache-2.0
#include "vision/image_file.h"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/utf8.h"
#include "vision/limits.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t sniff_bytes = 512;

/// Windows: the \\?\ prefix lifts the 260-character limit and keeps trailing spaces and dots.
fs::path nativePath(const fs::path& path) {
#ifdef _WIN32
    std::error_code error;
    const fs::path whole = fs::absolute(path, error).make_preferred();
    const std::wstring text = whole.native();
    if (error || text.starts_with(L"\\\\?\\")) return path;
    if (text.starts_with(L"\\\\")) return L"\\\\?\\UNC" + text.substr(1);
    return L"\\\\?\\" + text;
#else
    return path;
#endif
}

tl::unexpected<Reason> failFile(std::string code, const fs::path& path, std::string message) {
    return tl::unexpected(withFile({std::move(code), Json::object(), std::move(message)}, path));
}

/// Only a regular file: a pipe or a device could block or never end.
Result<std::ifstream> openFile(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) {
        return failFile("image_not_found", path, pathText(path));
    }
    if (error) return failFile("image_unreadable", path, error.message());
    if (status.type() == fs::file_type::directory) {
        return failFile("image_is_directory", path, pathText(path));
    }
    if (status.type() != fs::file_type::regular) {
        return failFile("image_not_a_file", path, pathText(path));
    }
    std::ifstream stream(path, std::ios::binary);
    // Listing and reading are two moments: the file may be gone in between.
    if (!stream && !fs::exists(path, error)) {
        return failFile("image_not_found", path, pathText(path));
    }
    if (!stream) return failFile("image_unreadable", path, pathText(path));
    return stream;
}

/// Appends up to `count` bytes; fewer at the end of the file. False when reading failed.
bool readMore(std::ifstream& stream, std::size_t count, std::vector<std::uint8_t>& bytes) {
    const std::size_t before = bytes.size();
    bytes.resize(before + count);
    stream.read(reinterpret_cast<char*>(bytes.data() + before),
                static_cast<std::streamsize>(count));
    bytes.resize(before + static_cast<std::size_t>(stream.gcount()));
    return !stream.bad();
}

}  // namespace

Reason withFile(Reason reason, const fs::path& path) {
    reason.args["file"] = pathText(path.has_filename() ? path.filename() : path);
    return reason;
}

Result<ImageFormat> sniffImageFile(const fs::path& path) try {
    auto stream = openFile(nativePath(path));
    if (!stream) return tl::unexpected(withFile(stream.error(), path));
    std::vector<std::uint8_t> head;
    if (!readMore(*stream, sniff_bytes, head)) return failFile("image_unreadable", path, "read");
    return sniffImage(head).map_error([&](Reason reason) { return withFile(reason, path); });
} catch (const std::exception& error) {
    return failFile("image_unreadable", path, error.what());
}

Result<std::vector<std::uint8_t>> readImageFile(const fs::path& path) try {
    auto stream = openFile(nativePath(path));
    if (!stream) return tl::unexpected(withFile(stream.error(), path));
    std::vector<std::uint8_t> bytes;
    if (!readMore(*stream, sniff_bytes, bytes)) return failFile("image_unreadable", path, "read");
    if (const auto format = sniffImage(bytes); !format) {
        return tl::unexpected(withFile(format.error(), path));
    }
    stream->clear();
    stream->seekg(0, std::ios::end);
    const std::streamoff size = stream->tellg();
    if (size < 0) return failFile("image_unreadable", path, "size");
    if (static_cast<std::uint64_t>(size) > max_image_file_bytes) {
        Reason reason{"image_file_too_large",
                      {{"file_mb", size >> 20}, {"limit_mb", max_image_file_bytes >> 20}},
                      pathText(path)};
        return tl::unexpected(withFile(std::move(reason), path));
    }
    stream->seekg(0);
    bytes.clear();
    if (!readMore(*stream, static_cast<std::size_t>(size), bytes)) {
        return failFile("image_unreadable", path, "read");
    }
    return bytes;
} catch (const std::bad_alloc&) {
    return failFile("image_unreadable", path, "out of memory");
} catch (const std::exception& error) {
    return failFile("image_unreadable", path, error.what());
}

Result<ImageHeader> readImageHeader(const std::filesystem::path& path) {
    const auto bytes = readImageFile(path);
    if (!bytes) return tl::unexpected(bytes.error());
    return readImageHeader(*bytes).map_error(
        [&](Reason reason) { return withFile(std::move(reason), path); });
}

}  // namespace duelo
