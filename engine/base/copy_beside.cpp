// SPDX-License-Identifier: Apache-2.0
#include "base/copy_beside.h"

#include <string>

#include "base/whole_file.h"

namespace duelo {

Result<std::filesystem::path> copyBeside(const std::filesystem::path& file,
                                         const std::filesystem::path& folder) {
    const auto bytes = readWhole(file);
    if (!bytes) return tl::unexpected(bytes.error());
    const auto isThere = [&](const std::filesystem::path& path) {
        std::error_code error;
        if (std::filesystem::file_size(path, error) != bytes->size() || error) return false;
        const auto there = readWhole(path);
        return there && *there == *bytes;
    };
    for (int n = 1;; ++n) {
        std::filesystem::path path = folder / file.filename();
        if (n > 1) {
            path = folder / file.stem();
            path += "-" + std::to_string(n);
            path += file.extension();
        }
        if (isThere(path)) return path;
        const auto written = writeWhole(*bytes, path);
        // Another thread may have made the same copy meanwhile.
        if (written || (written.error().code == "file_exists" && isThere(path))) return path;
        if (written.error().code != "file_exists") return tl::unexpected(written.error());
    }
}

}  // namespace duelo
