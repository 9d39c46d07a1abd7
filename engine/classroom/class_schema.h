// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

/// The tables of a class as a database, and questions to ask it. `class --help` prints all of it.
namespace duelo {

/// Its remarks are lines of their own, each translated whole where the help is shown.
inline constexpr std::string_view kClassSchema = R"sql(
-- Times are in ms, parameters are JSON by the ids of their axes, what is not known is NULL.
-- A time is of one seat, work and variant; only equal works and variants may be put together.
-- Works of one chart differ in x alone. device is cpu, cuda, cuda:1. clean: whole, undoubted.
-- equal_ holds a time against the PCs with a processor of the same name, from three on.
CREATE TABLE seat(id INTEGER PRIMARY KEY, name TEXT NOT NULL, room TEXT, class_group TEXT,
  student TEXT, machine TEXT, cpu TEXT, gpu TEXT, driver TEXT, power_source TEXT, app TEXT);
CREATE TABLE work(id INTEGER PRIMARY KEY, experiment TEXT NOT NULL, chart INTEGER NOT NULL,
  name TEXT NOT NULL, parameters TEXT NOT NULL, x REAL);
CREATE TABLE variant(id INTEGER PRIMARY KEY, device TEXT NOT NULL, name TEXT NOT NULL,
  parameters TEXT NOT NULL);
CREATE TABLE time(seat INTEGER NOT NULL REFERENCES seat, work INTEGER NOT NULL REFERENCES work,
  variant INTEGER NOT NULL REFERENCES variant, device TEXT NOT NULL, median_ms REAL NOT NULL,
  low_ms REAL, high_ms REAL, flags TEXT, clean INTEGER NOT NULL, repeats INTEGER NOT NULL,
  equal_pcs INTEGER, equal_median_ms REAL, equal_factor REAL, started TEXT, file TEXT NOT NULL,
  submission INTEGER REFERENCES submission, PRIMARY KEY(seat, work, variant));
CREATE TABLE no_time(seat INTEGER NOT NULL REFERENCES seat, work INTEGER NOT NULL REFERENCES work,
  variant INTEGER NOT NULL REFERENCES variant, reason TEXT NOT NULL,
  PRIMARY KEY(seat, work, variant));
CREATE TABLE ratio(seat INTEGER NOT NULL REFERENCES seat, work INTEGER NOT NULL REFERENCES work,
  base INTEGER NOT NULL REFERENCES variant, other INTEGER NOT NULL REFERENCES variant,
  ratio REAL NOT NULL, low REAL, high REAL, verdict TEXT NOT NULL,
  PRIMARY KEY(seat, work, base, other));
-- Times that Duelo did not measure are in not_measured alone.
CREATE TABLE not_measured(work INTEGER NOT NULL REFERENCES work, device TEXT NOT NULL,
  variant TEXT NOT NULL, time_ms REAL NOT NULL, provenance TEXT NOT NULL, source TEXT,
  file TEXT NOT NULL);
CREATE TABLE prediction(seat INTEGER NOT NULL REFERENCES seat,
  work INTEGER REFERENCES work, question TEXT NOT NULL, predicted TEXT, measured TEXT,
  met INTEGER);
CREATE TABLE wall(seat INTEGER NOT NULL REFERENCES seat, verdict TEXT NOT NULL, reason TEXT,
  fix TEXT);
-- Files that do not count (counts = 0), and those that count with a reserve (1).
CREATE TABLE left_out(file TEXT NOT NULL, counts INTEGER NOT NULL, reason TEXT NOT NULL,
  words TEXT NOT NULL);
-- What a platform handed over of one student or team. name and number are hidden without --names.
CREATE TABLE submission(id INTEGER PRIMARY KEY, name TEXT NOT NULL, number TEXT,
  platform TEXT NOT NULL, state TEXT NOT NULL, late INTEGER NOT NULL, again INTEGER NOT NULL,
  team INTEGER NOT NULL, blind INTEGER NOT NULL, online_text INTEGER NOT NULL,
  files INTEGER NOT NULL, measured INTEGER NOT NULL, brought INTEGER NOT NULL,
  reports INTEGER NOT NULL, words TEXT NOT NULL);
CREATE TABLE submission_seat(submission INTEGER NOT NULL REFERENCES submission,
  seat INTEGER NOT NULL REFERENCES seat, PRIMARY KEY(submission, seat));
CREATE TABLE submission_same(submission INTEGER NOT NULL REFERENCES submission,
  other INTEGER NOT NULL REFERENCES submission, PRIMARY KEY(submission, other));
-- Every cell by names: its time, or the reason why it has none.
CREATE VIEW cell AS
  SELECT time.seat AS seat_id, time.work AS work_id, time.variant AS variant_id, seat.room,
    seat.name AS seat, work.experiment, work.chart, work.name AS work, work.x,
    variant.name AS variant, time.device, time.median_ms, time.low_ms, time.high_ms, time.flags,
    time.clean, NULL AS reason, time.submission
  FROM time JOIN seat ON seat.id = time.seat JOIN work ON work.id = time.work
    JOIN variant ON variant.id = time.variant
  UNION ALL
  SELECT no_time.seat, no_time.work, no_time.variant, seat.room, seat.name, work.experiment,
    work.chart, work.name, work.x, variant.name, variant.device, NULL, NULL, NULL, NULL, NULL,
    no_time.reason, NULL
  FROM no_time JOIN seat ON seat.id = no_time.seat JOIN work ON work.id = no_time.work
    JOIN variant ON variant.id = no_time.variant;
)sql";

struct ClassQuery {
    std::string_view question;  ///< one line
    std::string_view sql;
};
/// Questions to begin with; SQLite and DuckDB both take them.
inline constexpr std::array<ClassQuery, 7> kClassQueries{
    {{"What came of each submission?", R"sql(
SELECT name, state, late, measured, words FROM submission ORDER BY id;
)sql"},
     {"How long does each case take in each variant, and on how many PCs does that rest?", R"sql(
SELECT work, variant, count(*) AS pcs, min(median_ms) AS least_ms,
  avg(CASE WHEN 2 * place BETWEEN n AND n + 2 THEN median_ms END) AS median_of_pcs_ms,
  max(median_ms) AS most_ms
FROM (SELECT *, count(*) OVER (PARTITION BY work_id, variant_id) AS n,
    row_number() OVER (PARTITION BY work_id, variant_id ORDER BY median_ms) AS place
  FROM cell WHERE median_ms IS NOT NULL) AS ranked
GROUP BY experiment, chart, x, work_id, work, variant_id, variant
ORDER BY experiment, chart, x, variant_id;
)sql"},
     {"How many times as long does a larger case take on the same PC?", R"sql(
SELECT small.work AS smaller, large.work AS larger, small.variant, count(*) AS pcs,
  min(large.median_ms / small.median_ms) AS least, avg(large.median_ms / small.median_ms) AS mean,
  max(large.median_ms / small.median_ms) AS most
FROM cell AS small JOIN cell AS large ON large.seat_id = small.seat_id
  AND large.variant_id = small.variant_id AND large.chart = small.chart AND large.x > small.x
WHERE small.median_ms IS NOT NULL AND large.median_ms IS NOT NULL
GROUP BY small.chart, small.x, small.work, large.x, large.work, small.variant_id, small.variant
ORDER BY small.chart, small.x, large.x, small.variant_id;
)sql"},
     {"Which cells have no time, on how many PCs, and why?", R"sql(
SELECT work, variant, reason, count(*) AS pcs FROM cell WHERE reason IS NOT NULL
GROUP BY chart, x, work_id, work, variant_id, variant, reason ORDER BY chart, x, variant_id;
)sql"},
     {"How many times as fast is a variant as another, each time on one and the same PC?", R"sql(
SELECT work.name AS work, count(*) AS pcs, min(ratio.ratio) AS least, avg(ratio.ratio) AS mean,
  max(ratio.ratio) AS most, base.name AS base, other.name AS other
FROM ratio JOIN work ON work.id = ratio.work JOIN variant AS base ON base.id = ratio.base
  JOIN variant AS other ON other.id = ratio.other
GROUP BY work.chart, work.x, work.id, work.name, base.id, base.name, other.id, other.name
ORDER BY work.chart, work.x, base.id, other.id;
)sql"},
     {"Which times lie three times or more off the median of equal processors?", R"sql(
SELECT seat.name AS seat, work.name AS work, variant.name AS variant, time.median_ms,
  time.equal_median_ms, time.equal_pcs
FROM time JOIN seat ON seat.id = time.seat JOIN work ON work.id = time.work
  JOIN variant ON variant.id = time.variant
WHERE time.equal_factor >= 3 OR time.equal_factor * 3 <= 1 ORDER BY seat.name, work.id;
)sql"},
     {"Which PCs need something before the lab, and what?", R"sql(
SELECT seat.name AS seat, wall.verdict, wall.reason, wall.fix
FROM wall JOIN seat ON seat.id = wall.seat WHERE wall.fix IS NOT NULL ORDER BY seat.name;
)sql"}}};

}  // namespace duelo
