// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "classroom/class_tables.h"

/// A class as tables for questions that no document answers: one SQLite file, or CSV files, which
/// DuckDB reads. Tables and questions are those of class_schema.h. Students' names and folders of
/// files are in them only where they were asked for.
namespace duelo {

/// Writes the database as writeWhole() does. Reasons: its own and "database_failed" {path}.
[[nodiscard]] Result<void> writeClassDatabase(const Classroom& classroom, const FindSpec& find,
                                              const ClassOptions& options,
                                              const std::filesystem::path& path,
                                              bool overwrite = false);
/// The file among the CSV files that makes the database of them in DuckDB, with its types.
inline constexpr const char* kDuckdbScript = "duckdb.sql";
/// Writes every table of the database, and what it shows of several, as <name>.csv into a folder,
/// which is made, with kDuckdbScript. Nothing is written where one of these files is there and may
/// not be overwritten.
/// Reasons: those of writeClassDatabase(), "write_failed" {path}.
[[nodiscard]] Result<void> writeClassCsvs(const Classroom& classroom, const FindSpec& find,
                                          const ClassOptions& options,
                                          const std::filesystem::path& folder,
                                          bool overwrite = false);

/// Returns what `--help` tells of both: tables, and questions as they are typed.
[[nodiscard]] std::string classDatabaseHelp();

}  // namespace duelo
