// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Tells which names of files and folders are the same to a reader, and which are of the system.
namespace duelo {

/// Returns the name with each accented letter as the letter and its marks (NFD), as macOS stores
/// names: "niño" of a Mac's archive and "niño" typed elsewhere become the same bytes. What is not
/// UTF-8 becomes U+FFFD.
[[nodiscard]] std::string decomposedName(std::string_view name);

/// Returns decomposedName() in small letters.
[[nodiscard]] std::string foldedName(std::string_view name);

/// Tells whether a file or folder of this name is put there by a system or a program for itself:
/// names with a dot in front, __MACOSX, @eaDir, $RECYCLE.BIN, Thumbs.db and the like. Nobody
/// misses it where it is passed over without a word.
[[nodiscard]] bool isHiddenName(std::string_view name);

/// Tells the same of a path with '/' between its folders, of each of which it may be.
[[nodiscard]] bool isHiddenPath(std::string_view path);

}  // namespace duelo
