// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"

namespace duelo {

inline constexpr std::size_t max_listed_images = 10'000;
inline constexpr std::size_t max_folder_entries = 100'000;

/// The images of a folder (not of its subfolders) in natural order: foto2 before foto10. A file is
/// an image when its first bytes say so, whatever its name. A path to a file gives that one file.
///
/// Files that are no images are passed over. Those that look like one and cannot be used (HEIC,
/// GIF, an empty or unreadable .jpg, a broken link) are told in `skipped` where it is given, with
/// the reasons of sniffImageFile, or file_name_not_text {file} for a name that is no text. Listing
/// opens files but decodes none: decodeImage has the last word, also on a file that vanishes in
/// between.
///
/// Errors: image_not_found {file}, folder_unreadable {folder}, folder_without_images {folder,
/// entries}, folder_too_large {folder, limit}; for a single file those of sniffImageFile.
Result<std::vector<std::filesystem::path>> listImages(const std::filesystem::path& path,
                                                      std::vector<Reason>* skipped = nullptr);

/// Tells whether a file that sniffImageFile refused was meant to be a picture, by its name or
/// because it is one that Duelo does not read: worth a word to the student.
[[nodiscard]] bool meantAsImage(const std::filesystem::path& path, const Reason& refused);

}  // namespace duelo
