// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

/// Tells which names of files and folders are the same to a reader, and which are of the system.
namespace duelo {

/// Returns the name with each accented letter as the letter and its marks (NFD), as macOS stores
/// names: "niño" of a Mac's archive and "niño" typed elsewhere become the same bytes. Symbols of
/// U+2000 to U+2FFF and the compatibility ideographs stay, as they do there. Marks on one letter
/// come in the order of their code points. What is not UTF-8 becomes U+FFFD.
[[nodiscard]] std::string decomposedName(std::string_view name);

/// Returns decomposedName() in small letters (Latin, Greek and Cyrillic).
[[nodiscard]] std::string foldedName(std::string_view name);

/// Tells whether a file or folder of this name is put there by a system or a program for itself:
/// names with a dot in front, __MACOSX, @eaDir, $RECYCLE.BIN, Thumbs.db and the like. Nobody
/// misses it where it is passed over without a word.
[[nodiscard]] bool isHiddenName(std::string_view name);

/// Tells the same of a path with '/' between its folders, of each of which it may be.
[[nodiscard]] bool isHiddenPath(std::string_view path);

/// A letter as its first part and the mark behind it; `mark` 0: only another letter stands for it.
struct ComposedLetter {
    char32_t letter;
    char32_t first;
    char32_t mark;
};
/// Returns all of them in ascending order, without the syllables of Hangul, which are computed.
[[nodiscard]] std::span<const ComposedLetter> composedLetters();

}  // namespace duelo
