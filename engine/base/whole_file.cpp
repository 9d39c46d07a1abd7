// SPDX-License-Identifier: Apache-2.0
#include "base/whole_file.h"

#include <cerrno>
#include <random>
#include <system_error>
#include <utility>

#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif

#include "base/append_file.h"
#include "base/places.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Reason> failure(const char* code, const fs::path& path, std::string message = {}) {
    Json args{{"path", utf8(path)}};
    if (!message.empty()) args["message"] = message;
    return fail(code, std::move(args), std::move(message));
}

/// The file beside the target; gone with the object unless it became the target.
class TemporaryFile {
public:
    explicit TemporaryFile(const fs::path& target) {
        // Short and ASCII whatever the target is called, so that its own name is the only one that
        // can be refused; random, so that two writers never meet.
        std::random_device random;
        m_path = target.parent_path() / (".duelo-" + std::to_string(random()) + ".tmp");
    }
    ~TemporaryFile() {
        std::error_code ignored;
        fs::remove(m_path, ignored);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] const fs::path& path() const { return m_path; }

    /// Reasons speak of the target: nobody knows this file.
    [[nodiscard]] Result<void> write(std::span<const std::string_view> pieces,
                                     const fs::path& target) const {
        auto file = AppendFile::create(m_path);
        if (!file) return renamed(file.error(), target);
        for (const std::string_view piece : pieces)
            if (auto written = file->append(piece); !written)
                return renamed(written.error(), target);
        if (auto synced = file->sync(); !synced) return renamed(synced.error(), target);
        return {};
    }
    [[nodiscard]] Result<void> write(const FileWriter& writer, const fs::path& target) const {
        if (auto written = writer(m_path); !written) return renamed(written.error(), target);
        auto file = AppendFile::open(m_path);
        if (!file) return renamed(file.error(), target);
        if (auto synced = file->sync(); !synced) return renamed(synced.error(), target);
        return {};
    }

private:
    static tl::unexpected<Reason> renamed(Reason reason, const fs::path& target) {
        reason.args["path"] = utf8(target);
        return tl::unexpected(std::move(reason));
    }
    fs::path m_path;
};

#ifdef _WIN32
/// Tells whether somebody has the file open and lets nobody replace it: MoveFileExW() says of that
/// the same as of a folder that may not be written to.
bool isInUse(const fs::path& path) {
    constexpr DWORD kAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    const HANDLE file = CreateFileW(path.c_str(), DELETE, kAll, nullptr, OPEN_EXISTING,
                                    FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file == INVALID_HANDLE_VALUE) return GetLastError() == ERROR_SHARING_VIOLATION;
    CloseHandle(file);
    return false;
}

Result<void> moveTo(const fs::path& from, const fs::path& to, bool overwrite) {
    const DWORD how = MOVEFILE_WRITE_THROUGH | (overwrite ? MOVEFILE_REPLACE_EXISTING : 0);
    if (MoveFileExW(from.c_str(), to.c_str(), how)) return {};
    const auto error = static_cast<int>(GetLastError());
    const std::string message = std::system_category().message(error);
    switch (error) {
        case ERROR_ALREADY_EXISTS:
        case ERROR_FILE_EXISTS:
            return failure("file_exists", to);
        case ERROR_SHARING_VIOLATION:
            return failure("file_in_use", to);  // open in Excel
        case ERROR_ACCESS_DENIED:
            if (isInUse(to)) return failure("file_in_use", to);
            return failure("not_writable", to, message);
        case ERROR_INVALID_NAME:
        case ERROR_FILENAME_EXCED_RANGE:
            return failure("name_too_long", to);
        default:
            return failure("write_failed", to, message);
    }
}
#else
Result<void> moveTo(const fs::path& from, const fs::path& to, bool overwrite) {
    // link() refuses an existing name in one step, rename() would replace it; FAT has no links.
    if (!overwrite) {
        if (::link(from.c_str(), to.c_str()) == 0) return {};
        std::error_code ignored;
        if (errno == EEXIST || fs::exists(fs::symlink_status(to, ignored)))
            return failure("file_exists", to);
        if (errno == ENAMETOOLONG) return failure("name_too_long", to);
    }
    if (::rename(from.c_str(), to.c_str()) == 0) return {};
    const std::string message = std::generic_category().message(errno);
    if (errno == ENAMETOOLONG) return failure("name_too_long", to);
    if (errno == EISDIR) return failure("target_is_folder", to);
    if (errno == EACCES || errno == EPERM || errno == EROFS)
        return failure("not_writable", to, message);
    return failure(errno == ENOSPC ? "disk_full" : "write_failed", to, message);
}
#endif

Result<void> checkTarget(const fs::path& path, bool overwrite) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    if (error && error == std::errc::filename_too_long) return failure("name_too_long", path);
    if (fs::is_directory(status) || !path.has_filename()) return failure("target_is_folder", path);
    if (fs::exists(status) && !overwrite) return failure("file_exists", path);
    const fs::path folder = path.parent_path();
    if (!folder.empty() && !fs::is_directory(folder, error)) return failure("folder_missing", path);
    return {};
}

template <typename Content>
Result<void> writeAndMove(const Content& content, const fs::path& path, bool overwrite) {
    if (auto target = checkTarget(path, overwrite); !target) return target;
    const TemporaryFile temporary(path);
    if (auto written = temporary.write(content, path); !written) return written;
    return moveTo(temporary.path(), path, overwrite);
}

}  // namespace

Result<std::ifstream> openToRead(const fs::path& path) {
    std::error_code error;
    const auto status = fs::status(path, error);
    const Json args{{"path", utf8(path)}};
    if (status.type() == fs::file_type::not_found) return fail("file_missing", args);
    if (error) return fail("file_unreadable", args, error.message());
    if (!fs::is_regular_file(status)) return fail("file_unreadable", args, "not a regular file");
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return fail("file_unreadable", args, "cannot be opened");
    return stream;
}

Result<std::string> readWhole(const fs::path& path) {
    auto stream = openToRead(path);
    if (!stream) return tl::unexpected(stream.error());
    std::error_code error;
    const auto expected_bytes = fs::file_size(path, error);
    std::string bytes;
    if (!error) bytes.reserve(expected_bytes + 1);
    // Not by stream iterators: they throw where a disk fails, or end as if the file ended there.
    constexpr std::size_t kPiece_bytes = 1 << 16;
    while (*stream) {
        const std::size_t before = bytes.size();
        bytes.resize(before + kPiece_bytes);
        stream->read(bytes.data() + before, kPiece_bytes);
        bytes.resize(before + static_cast<std::size_t>(stream->gcount()));
    }
    if (stream->bad()) return fail("file_unreadable", {{"path", utf8(path)}}, "cannot be read");
    return bytes;
}

Result<void> writeWhole(std::string_view bytes, const fs::path& path, bool overwrite) {
    return writeAndMove(std::span<const std::string_view>(&bytes, 1), path, overwrite);
}

Result<void> writeWhole(std::span<const std::string_view> pieces, const fs::path& path,
                        bool overwrite) {
    return writeAndMove(pieces, path, overwrite);
}

Result<void> writeWhole(const FileWriter& writer, const fs::path& path, bool overwrite) {
    return writeAndMove(writer, path, overwrite);
}

Result<void> checkWritable(const fs::path& path, bool overwrite) {
    if (auto target = checkTarget(path, overwrite); !target) return target;
    const TemporaryFile temporary(path);
    constexpr std::string_view sample[]{"duelo"};
    if (auto written = temporary.write(sample, path); !written) return written;
    std::error_code error;
    if (fs::exists(path, error)) return {};
    if (auto moved = moveTo(temporary.path(), path, false); !moved) return moved;
    fs::remove(path, error);
    return {};
}

}  // namespace duelo
