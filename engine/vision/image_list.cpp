// SPDX-License-Identifier: Apache-2.0
#include "vision/image_list.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/natural_order.h"
#include "base/utf8.h"
#include "vision/image_file.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool hasImageName(const fs::path& path) {
    constexpr std::array<std::string_view, 12> endings = {".jpg", ".jpeg", ".jpe", ".png",
                                                          ".bmp", ".webp", ".tif", ".tiff",
                                                          ".dib", ".ppm",  ".pgm", ".pnm"};
    std::string ending = pathText(path.extension());
    std::transform(ending.begin(), ending.end(), ending.begin(), lower);
    return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

tl::unexpected<Reason> failFolder(const char* code, const fs::path& folder, Json args,
                                  std::string message) {
    args["folder"] = pathText(folder);
    return fail(code, std::move(args), std::move(message));
}

Result<std::vector<fs::path>> entriesOf(const fs::path& folder) {
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    if (error) return failFolder("folder_unreadable", folder, Json::object(), error.message());
    std::vector<fs::path> entries;
    while (entry != fs::directory_iterator()) {
        if (entries.size() == max_folder_entries) {
            return failFolder("folder_too_large", folder, {{"limit", max_listed_images}},
                              "more than " + std::to_string(max_folder_entries) + " entries");
        }
        entries.push_back(entry->path());
        entry.increment(error);
        if (error) return failFolder("folder_unreadable", folder, Json::object(), error.message());
    }
    std::sort(entries.begin(), entries.end(), naturallyLess);
    return entries;
}

/// A name that no plan can hold costs its own file, never the others of the folder.
Result<ImageFormat> usableFormat(const fs::path& path) {
    auto format = sniffImageFile(path);
    if (format && !isText(path)) return tl::unexpected(withFile({"file_name_not_text"}, path));
    return format;
}

Result<std::vector<fs::path>> listFolder(const fs::path& folder, std::vector<Reason>* skipped) {
    const auto entries = entriesOf(folder);
    if (!entries) return entries;
    std::vector<fs::path> images;
    for (const fs::path& path : *entries) {
        std::error_code error;
        if (fs::is_directory(path, error)) continue;
        const auto format = usableFormat(path);
        if (format) {
            images.push_back(path);
        } else if (skipped && meantAsImage(path, format.error())) {
            skipped->push_back(format.error());
        }
        if (images.size() > max_listed_images) {
            return failFolder("folder_too_large", folder, {{"limit", max_listed_images}},
                              "more images than the limit");
        }
    }
    if (images.empty()) {
        return failFolder("folder_without_images", folder, {{"entries", entries->size()}}, {});
    }
    return images;
}

}  // namespace

bool meantAsImage(const fs::path& path, const Reason& refused) {
    return refused.code == "image_format_unsupported" || refused.code == "file_name_not_text" ||
           hasImageName(path);
}

Result<std::vector<fs::path>> listImages(const fs::path& path, std::vector<Reason>* skipped) try {
    std::error_code error;
    if (fs::is_directory(path, error)) return listFolder(path, skipped);
    const auto format = sniffImageFile(path);
    if (!format) return tl::unexpected(format.error());
    return std::vector<fs::path>{path};
} catch (const std::exception& error) {
    return failFolder("folder_unreadable", path, Json::object(), error.what());
}

}  // namespace duelo
