// SPDX-License-Identifier: Apache-2.0
#include "base/private_folder.h"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#ifndef _WIN32
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "base/places.h"

namespace duelo {

namespace fs = std::filesystem;

#ifdef _WIN32

void passOverMissingTemporaryFolder() {}

bool isPrivateFolder(const fs::path& folder) {
    std::error_code error;
    return fs::is_directory(fs::symlink_status(folder, error));
}

std::optional<fs::path> privateSessionFolder() {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    return error ? std::nullopt : std::optional(folder);
}

Result<fs::path> makePrivateFolder() {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error) / ("duelo-" + newRunId());
    if (!error && fs::create_directory(folder, error)) return folder;
    return fail("folder_not_made", {{"path", utf8(folder)}}, error.message());
}

#else

void passOverMissingTemporaryFolder() {
    std::error_code error;
    const char* given = std::getenv("TMPDIR");
    if (given != nullptr && !fs::is_directory(given, error)) ::unsetenv("TMPDIR");
}

bool isPrivateFolder(const fs::path& folder) {
    struct stat status {};
    return ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
           status.st_uid == ::geteuid() && (status.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

std::optional<fs::path> privateSessionFolder() {
    if (const char* given = std::getenv("XDG_RUNTIME_DIR"))
        if (fs::path folder(given); folder.is_absolute() && isPrivateFolder(folder)) return folder;
    std::error_code error;
    const fs::path folder =
        fs::temp_directory_path(error) / ("duelo-" + std::to_string(::geteuid()));
    if (error) return std::nullopt;
    if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) return std::nullopt;
    return isPrivateFolder(folder) ? std::optional(folder) : std::nullopt;
}

Result<fs::path> makePrivateFolder() {
    std::error_code error;
    std::string pattern = (fs::temp_directory_path(error) / "duelo-XXXXXX").string();
    if (!error && ::mkdtemp(pattern.data()) != nullptr) return fs::path(pattern);
    if (!error) error.assign(errno, std::generic_category());
    return fail("folder_not_made", {{"path", pattern}}, error.message());
}

#endif

}  // namespace duelo
