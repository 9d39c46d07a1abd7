// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/folder_layout.h"
#include "data/labelled_set.h"

namespace duelo {

/// Files among which a reader of prepared sets looks for its own.
struct PreparedFiles {
    std::filesystem::path chosen;              ///< a folder, or the file whose set is wanted
    std::vector<std::filesystem::path> files;  ///< nearer ones first
};

/// The facts that the name of such a file tells: "emnist-letters-train-images-idx3-ubyte (1).gz" is
/// the training part of "emnist letters".
struct PreparedName {
    std::optional<Part> part;
    std::string set;                      ///< further words of the name; empty for "train-images"
    bool images = false, labels = false;  ///< as its words say
    /// The folder that it lies in; the one above, where that folder has the file's name or is
    /// called like its part.
    std::filesystem::path folder;
};
/// A folder below the chosen one gives its part ("test/images.npy") where the file names none.
[[nodiscard]] PreparedName preparedName(const std::filesystem::path& file,
                                        const std::filesystem::path& chosen);

/// Returns false where a file was chosen and the set does not hold it: files beside the chosen one
/// never stand in for it.
[[nodiscard]] bool mayUse(const PreparedFiles& prepared, bool holds_chosen);

/// A set as it is called to a person: its folder below the chosen one and its own words.
[[nodiscard]] std::string setName(const PreparedName& name, const std::filesystem::path& chosen);

/// Refuses files of several sets: data_sets_several {sets, example}. `names` are those of the sets
/// as people know them, `example` a file by which one of them can be chosen.
[[nodiscard]] tl::unexpected<Reason> failSeveralSets(const PreparedFiles& prepared,
                                                     const std::vector<std::string>& names,
                                                     const std::filesystem::path& example);

/// Adds data_files_unused {count, files} for the files that were found and not `used`.
void tellUnused(DataSet& set, const PreparedFiles& prepared,
                std::span<const std::filesystem::path> used);

}  // namespace duelo
