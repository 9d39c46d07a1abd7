// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "data/labelled_set.h"

namespace duelo {

/// A file with the class that a table gives it.
struct TableLabel {
    std::filesystem::path path;
    std::string label;
    std::optional<Part> part;  ///< where the table has a column for it
};

/// The labels that a table gives the files of a folder.
struct TableLabels {
    std::filesystem::path table;
    std::vector<TableLabel> files;                  ///< in the order of the folder
    std::vector<std::filesystem::path> unlabelled;  ///< files that the table does not name
    std::vector<std::string> missing;               ///< rows whose file is not there
    /// Files whose rows give several classes or parts: nobody knows which one is right.
    std::vector<std::filesystem::path> contradicted;
    /// Files in a part that is none of the three, and the names of such parts.
    std::vector<std::filesystem::path> in_unknown_part;
    std::set<std::string> unknown_parts;
    [[nodiscard]] bool empty() const { return files.empty(); }
};

/// Looks among `tables` for the one that names the most of `files` and labels them: a column of
/// file names, which is found by the names in it (with folders or without, with the ending or
/// without, with either slash), and a column of classes, found by its heading or as the only other
/// one. Without a heading it is the column behind the files. A table that is called like another
/// part than `part`, or that is among `used`, counts only where it writes the files with their
/// folder; one that is called a submission never does. Of tables that name as many files, the one
/// that is called after `part` counts. Of hundreds of tables, most lie beside a picture of their
/// name and are about it alone: only the likeliest few are opened.
///
/// A column of parts is one that is called so and names a part at least once.
///
/// Errors, where no table fits: label_column_unknown {path, columns} of one that names files and
/// has no column that is called a class, those of readDelimited(), data_labels_contradict {table,
/// count, files} and data_labels_part_unknown {table, count, parts} where that leaves no file;
/// cancelled_by_user.
Result<TableLabels> labelsFromTables(std::span<const std::filesystem::path> tables, Part part,
                                     const std::set<std::filesystem::path>& used,
                                     std::span<const std::filesystem::path> files,
                                     const std::stop_token& stop);

/// Says which files were left out for what their rows say, as the notes and errors above.
[[nodiscard]] std::vector<Reason> leftOutByRows(const TableLabels& labels,
                                                const std::filesystem::path& root);

/// Tells whether a file may be such a table, by its ending.
[[nodiscard]] bool isTableName(const std::filesystem::path& path);

}  // namespace duelo
