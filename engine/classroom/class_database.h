// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "classroom/class_tables.h"

/// A class as one SQLite file, for questions that no table answers.
namespace duelo {

/// The schema. Times are in ms; `device` is "cpu" or "cuda"; a JSON text holds parameters by the
/// ids of their axes; what is not known is NULL. Students' names and folders of files are in it
/// only where they were asked for.
inline constexpr std::string_view kClassSchema = R"sql(
CREATE TABLE seat(id INTEGER PRIMARY KEY, name TEXT NOT NULL, room TEXT, class_group TEXT,
  student TEXT, machine TEXT, cpu TEXT, gpu TEXT, driver TEXT, power_source TEXT, app TEXT);
CREATE TABLE work(id INTEGER PRIMARY KEY, experiment TEXT NOT NULL, name TEXT NOT NULL,
  parameters TEXT NOT NULL, x REAL);
CREATE TABLE time(seat INTEGER NOT NULL REFERENCES seat, work INTEGER NOT NULL REFERENCES work,
  device TEXT NOT NULL, median_ms REAL NOT NULL, low_ms REAL, high_ms REAL,
  variant TEXT NOT NULL, clean INTEGER NOT NULL, repeats INTEGER NOT NULL, started TEXT,
  file TEXT NOT NULL, PRIMARY KEY(seat, work, device));
CREATE TABLE ratio(seat INTEGER NOT NULL REFERENCES seat, work INTEGER NOT NULL REFERENCES work,
  ratio REAL NOT NULL, low REAL, high REAL, verdict TEXT NOT NULL, PRIMARY KEY(seat, work));
CREATE TABLE prediction(seat INTEGER NOT NULL REFERENCES seat,
  work INTEGER REFERENCES work, question TEXT NOT NULL, predicted TEXT, measured TEXT,
  met INTEGER);
CREATE TABLE wall(seat INTEGER NOT NULL REFERENCES seat, verdict TEXT NOT NULL, reason TEXT,
  fix TEXT);
CREATE TABLE left_out(file TEXT NOT NULL, reason TEXT NOT NULL, words TEXT NOT NULL);
)sql";

/// Two questions to begin with. How many times as fast is the GPU in each case, and on how many PCs
/// does that rest?
inline constexpr std::string_view kClassQueryRatios = R"sql(
SELECT work.name, count(*) AS pcs, min(ratio.ratio) AS least, avg(ratio.ratio) AS mean,
  max(ratio.ratio) AS most
FROM ratio JOIN work ON work.id = ratio.work GROUP BY work.id ORDER BY work.experiment, work.x;
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
