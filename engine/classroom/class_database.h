// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "classroom/class_tables.h"

/// A class as one SQLite file, for questions that no table answers.
namespace duelo {

/// The schema. Times are in ms; `device` is "cpu", "cuda", "cuda:1"; a JSON text holds parameters
/// by the ids of their axes; what is not known is NULL. A time is of one seat, work and variant,
/// and only equal works and variants may be put together. Times that Duelo did not measure are in
/// `not_measured` alone. `equal_…` holds a time against the PCs with a processor of the same name,
/// from three on. `left_out` has the files that do not count (counts = 0) and those that count with
/// a reserve (1). Students' names and folders of files are in it only where they were asked for.
inline constexpr std::string_view kClassSchema = R"sql(
CREATE TABLE seat(id INTEGER PRIMARY KEY, name TEXT NOT NULL, room TEXT, class_group TEXT,
  student TEXT, machine TEXT, cpu TEXT, gpu TEXT, driver TEXT, power_source TEXT, app TEXT);
CREATE TABLE work(id INTEGER PRIMARY KEY, experiment TEXT NOT NULL, name TEXT NOT NULL,
  parameters TEXT NOT NULL, x REAL);
CREATE TABLE variant(id INTEGER PRIMARY KEY, device TEXT NOT NULL, name TEXT NOT NULL,
  parameters TEXT NOT NULL);
CREATE TABLE time(seat INTEGER NOT NULL REFERENCES seat, work INTEGER NOT NULL REFERENCES work,
  variant INTEGER NOT NULL REFERENCES variant, device TEXT NOT NULL, median_ms REAL NOT NULL,
  low_ms REAL, high_ms REAL, flags TEXT, clean INTEGER NOT NULL, repeats INTEGER NOT NULL,
  equal_pcs INTEGER, equal_median_ms REAL, equal_factor REAL, started TEXT, file TEXT NOT NULL,
  PRIMARY KEY(seat, work, variant));
CREATE TABLE no_time(seat INTEGER NOT NULL REFERENCES seat, work INTEGER NOT NULL REFERENCES work,
  variant INTEGER NOT NULL REFERENCES variant, reason TEXT NOT NULL,
  PRIMARY KEY(seat, work, variant));
CREATE TABLE ratio(seat INTEGER NOT NULL REFERENCES seat, work INTEGER NOT NULL REFERENCES work,
  base INTEGER NOT NULL REFERENCES variant, other INTEGER NOT NULL REFERENCES variant,
  ratio REAL NOT NULL, low REAL, high REAL, verdict TEXT NOT NULL,
  PRIMARY KEY(seat, work, base, other));
CREATE TABLE not_measured(work INTEGER NOT NULL REFERENCES work, device TEXT NOT NULL,
  variant TEXT NOT NULL, time_ms REAL NOT NULL, provenance TEXT NOT NULL, source TEXT,
  file TEXT NOT NULL);
CREATE TABLE prediction(seat INTEGER NOT NULL REFERENCES seat,
  work INTEGER REFERENCES work, question TEXT NOT NULL, predicted TEXT, measured TEXT,
  met INTEGER);
CREATE TABLE wall(seat INTEGER NOT NULL REFERENCES seat, verdict TEXT NOT NULL, reason TEXT,
  fix TEXT);
CREATE TABLE left_out(file TEXT NOT NULL, counts INTEGER NOT NULL, reason TEXT NOT NULL,
  words TEXT NOT NULL);
)sql";

/// Three questions to begin with. How many times as fast is a variant as another in each case, and
/// on how many PCs does that rest?
inline constexpr std::string_view kClassQueryRatios = R"sql(
SELECT work.name, count(*) AS pcs, min(ratio.ratio) AS least, avg(ratio.ratio) AS mean,
  max(ratio.ratio) AS most, base.name AS base, other.name AS other
FROM ratio JOIN work ON work.id = ratio.work JOIN variant AS base ON base.id = ratio.base
  JOIN variant AS other ON other.id = ratio.other
GROUP BY work.id, base.id, other.id ORDER BY work.experiment, work.x;
)sql";
/// Finds the times that lie three times or more off the median of equal processors.
inline constexpr std::string_view kClassQueryFar = R"sql(
SELECT seat.name, work.name, variant.name, time.median_ms, time.equal_median_ms, time.equal_pcs
FROM time JOIN seat ON seat.id = time.seat JOIN work ON work.id = time.work
  JOIN variant ON variant.id = time.variant
WHERE time.equal_factor >= 3 OR time.equal_factor * 3 <= 1 ORDER BY seat.name;
)sql";
/// Which PCs need something before the lab, and what?
inline constexpr std::string_view kClassQueryFixes = R"sql(
SELECT seat.name, wall.verdict, wall.reason, wall.fix
FROM wall JOIN seat ON seat.id = wall.seat WHERE wall.fix IS NOT NULL ORDER BY seat.name;
)sql";

/// Writes the database as writeWhole() does. Reasons: its own and "database_failed" {path}.
[[nodiscard]] Result<void> writeClassDatabase(const Classroom& classroom, const FindSpec& find,
                                              const ClassOptions& options,
                                              const std::filesystem::path& path,
                                              bool overwrite = false);

}  // namespace duelo
