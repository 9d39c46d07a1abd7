// SPDX-License-Identifier: Apache-2.0
#include "base/copy_beside.h"

#include <iterator>
#include <string>

#include "base/whole_file.h"

namespace duelo {

Result<std::filesystem::path> copyBeside(const std::filesystem::path& file,
                                         const std::filesystem::path& folder) {
    const auto bytesOf = [](const std::filesystem::path& path) {
        return openToRead(path).map([](std::ifstream stream) {
            return std::string(std::istreambuf_iterator<char>(stream), {});
        });
    };
    const auto bytes = bytesOf(file);
    if (!bytes) return tl::unexpected(bytes.error());
    for (int n = 1;; ++n) {
        std::filesystem::path path = folder / file.filename();
        if (n > 1) {
            path = folder / file.stem();
            path += "-" + std::to_string(n);
            path += file.extension();
        }
        if (const auto there = bytesOf(path); there && *there == *bytes) return path;
        const auto written = writeWhole(*bytes, path);
        if (written) return path;
        if (written.error().code != "file_exists") return tl::unexpected(written.error());
    }
}

}  // namespace duelo
