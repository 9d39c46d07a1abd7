// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "data/folder_entries.h"
#include "data/labelled_set.h"

namespace duelo {

/// Returns the part that a name means, in English or Spanish and in any case: "train",
/// "Training_Set", "seg-train", "entrenamiento", "validación", "t10k", "Test images". Nothing for
/// a name with further words ("steam train"), which may as well be a class.
[[nodiscard]] std::optional<Part> partNamed(std::string_view name);

/// A name that has a word for a part among others, as of "emnist-letters-train-images".
struct NameWithPart {
    std::optional<Part> part;  ///< nothing where it has no such word or several
    std::string rest;          ///< its other words, in small letters, without "set", "images", ...
};
[[nodiscard]] NameWithPart nameWithPart(std::string_view name);

/// Where the classes of an image folder lie.
struct FolderLayout {
    std::filesystem::path root;  ///< the folder that was chosen, or the one in it that is meant
    FolderEntries top;           ///< of root
    /// The folder of each part, by Part; none for train: root holds the classes themselves.
    std::array<std::optional<std::filesystem::path>, 3> parts;
    std::vector<Reason> notes;  ///< data_folder_entered, data_folders_unused, data_parts_in_classes

    [[nodiscard]] const std::optional<std::filesystem::path>& operator[](Part part) const {
        return parts[static_cast<std::size_t>(part)];
    }
};

/// Finds the folders of the parts, or that there are none: also one or two levels down, and one in
/// another of its name. A folder of parts needs one to train from. "train" beside other folders is
/// a class where it has no class folders itself.
///
/// Errors: those of entriesOf(); data_train_missing {folders} where all folders are other parts.
Result<FolderLayout> findLayout(const std::filesystem::path& folder, const std::stop_token& stop);

/// Returns the folder whose subfolders are the classes of a part: the part's own, or the only one
/// in it (seg_train/seg_train), unless that is called like one of the classes.
Result<std::filesystem::path> classesOfPart(const std::filesystem::path& part,
                                            std::span<const std::string> class_names,
                                            const std::stop_token& stop);

}  // namespace duelo
