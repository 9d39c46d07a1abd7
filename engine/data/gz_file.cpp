// SPDX-License-Identifier: Apache-2.0
#include "data/gz_file.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "base/utf8.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_deflate_ratio = 1032;
constexpr std::size_t piece_bytes = std::size_t{1} << 20;

tl::unexpected<Reason> failFile(const char* code, const fs::path& path, std::string message) {
    return fail(code, {{"path", pathText(path)}}, std::move(message));
}

gzFile openGz(const fs::path& path) {
#ifdef _WIN32
    return gzopen_w(path.c_str(), "rb");
#else
    return gzopen(path.c_str(), "rb");
#endif
}

}  // namespace

struct GzFile::Handle {
    gzFile file;
};

void GzFile::Close::operator()(Handle* handle) const {
    gzclose_r(handle->file);
    delete handle;
}

GzFile::GzFile(fs::path path, std::unique_ptr<Handle, Close> handle)
    : m_path(std::move(path)), m_handle(std::move(handle)) {}

Result<GzFile> GzFile::open(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found)
        return failFile("file_missing", path, error.message());
    // A pipe or a device would keep the reader waiting for ever.
    if (status.type() != fs::file_type::regular)
        return failFile("file_unreadable", path, "not a regular file");
    const std::uint64_t size = fs::file_size(path, error);
    if (error) return failFile("file_unreadable", path, error.message());
    errno = 0;
    const gzFile file = openGz(path);
    if (!file) return failFile("file_unreadable", path, std::strerror(errno));
    std::unique_ptr<Handle, Close> handle(new Handle{file});
    gzbuffer(file, 1U << 17);
    const bool plain = gzdirect(file) != 0;
    GzFile result(path, std::move(handle));
    result.m_most_bytes = plain ? size : (size + 64) * most_deflate_ratio;
    return result;
}

Result<std::size_t> GzFile::read(std::span<std::uint8_t> out) {
    std::size_t got = 0;
    while (got < out.size()) {
        const auto piece = static_cast<unsigned>(std::min(out.size() - got, piece_bytes));
        const int count = gzread(m_handle->file, out.data() + got, piece);
        int code = Z_OK;
        const char* words = gzerror(m_handle->file, &code);
        if (code == Z_ERRNO) return failFile("file_unreadable", m_path, words);
        // Z_BUF_ERROR is the end of the file in the middle of the compressed data.
        if (count < 0 || code == Z_BUF_ERROR) return failFile("gz_damaged", m_path, words);
        if (count == 0) break;
        got += static_cast<std::size_t>(count);
    }
    return got;
}

}  // namespace duelo
