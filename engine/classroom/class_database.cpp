// SPDX-License-Identifier: Apache-2.0
#include "classroom/class_database.h"

#include <sqlite3.h>

#include <map>
#include <memory>
#include <string>

#include "base/json_text.h"
#include "base/places.h"
#include "classroom/class_filling.h"
#include "classroom/class_schema.h"
#include "classroom/submission.h"

namespace duelo {
namespace {

/// One statement, run once for each row. The first error is kept by the database.
class Insert {
public:
    Insert(sqlite3* database, const char* sql) {
        sqlite3_prepare_v2(database, sql, -1, &m_statement, nullptr);
    }
    ~Insert() { sqlite3_finalize(m_statement); }
    Insert(const Insert&) = delete;
    Insert& operator=(const Insert&) = delete;

    /// Writes a row; returns false where that fails.
    template <typename... Values>
    [[nodiscard]] bool row(const Values&... values) {
        int at = 0;
        (bind(++at, values), ...);
        const bool done = sqlite3_step(m_statement) == SQLITE_DONE;
        sqlite3_reset(m_statement);
        return done;
    }

private:
    void bind(int at, double value) { sqlite3_bind_double(m_statement, at, value); }
    void bind(int at, bool value) { sqlite3_bind_int(m_statement, at, value); }
    void bind(int at, std::size_t value) {
        sqlite3_bind_int64(m_statement, at, static_cast<sqlite3_int64>(value));
    }
    void bind(int at, const std::string& value) {
        if (value.empty())
            sqlite3_bind_null(m_statement, at);
        else
            sqlite3_bind_text(m_statement, at, value.c_str(), static_cast<int>(value.size()),
                              SQLITE_TRANSIENT);
    }
    template <typename T>
    void bind(int at, const std::optional<T>& value) {
        if (value)
            bind(at, *value);
        else
            sqlite3_bind_null(m_statement, at);
    }

    sqlite3_stmt* m_statement = nullptr;
};

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& one : words) out += (out.empty() ? "" : " ") + one;
    return out;
}

class Filling {
public:
    Filling(sqlite3* database, const Classroom& classroom, const FindSpec& find,
            const ClassOptions& options)
        : m_database(database),
          m_classroom(classroom),
          m_find(find),
          m_options(options),
          m_text(options.text()),
          m_submissions(submissionsOf(classroom)),
          m_places(placesOf(m_submissions)) {}

    [[nodiscard]] bool fill() {
        return run("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN;") &&
               run(std::string(kClassSchema).c_str()) && works() && variants() && seats() &&
               submissions() && brought() && leftOut() && run("COMMIT;");
    }

private:
    bool run(const char* sql) {
        return sqlite3_exec(m_database, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
    }

    bool works() {
        Insert work(m_database, "INSERT INTO work VALUES(?,?,?,?,?,?)");
        const auto names = caseNames(m_classroom, m_find, m_text);
        const ClassCase* last = nullptr;
        std::size_t chart = 0;
        for (const std::size_t number : m_classroom.caseOrder()) {
            if (!m_options.filter.takesCase(number)) continue;
            const ClassCase& one = m_classroom.cases()[number];
            if (last == nullptr || !areOfOneChart(*last, one)) ++chart;
            last = &one;
            const auto name = names.find(number);
            if (!work.row(
                    number, one.experiment, chart,
                    name != names.end()
                        ? name->second
                        : chartNames(m_classroom, std::span(&number, 1), m_find, m_text).chart,
                    jsonText(one.work.json()), one.x))
                return false;
        }
        return true;
    }

    bool variants() {
        Insert variant(m_database, "INSERT INTO variant VALUES(?,?,?,?)");
        const auto& all = m_classroom.variants();
        for (std::size_t number = 0; number < all.size(); ++number)
            if (!variant.row(number, deviceWord(all[number]), variantWords(all[number], m_text),
                             jsonText(all[number].json())))
                return false;
        return true;
    }

    bool brought() {
        Insert time(m_database, "INSERT INTO not_measured VALUES(?,?,?,?,?,?,?)");
        for (const auto& file : m_classroom.brought())
            for (const ClassRow& row : file->rows) {
                const std::size_t number = *m_classroom.find(row.of);
                if (!m_options.filter.takesBrought(number)) continue;
                const Provenance& from = *file->provenance;
                for (const ClassTime& one : row.times)
                    if (!time.row(number, deviceWord(one.variant), jsonText(one.variant.json()),
                                  one.median_ms, std::string(word(from.kind())),
                                  shownSource(m_classroom, from, m_options.names), nameOf(*file)))
                        return false;
            }
        return true;
    }

    bool seats() {
        Insert seat(m_database, "INSERT INTO seat VALUES(?,?,?,?,?,?,?,?,?,?,?)");
        Insert wall(m_database, "INSERT INTO wall VALUES(?,?,?,?)");
        std::size_t id = 0;
        for (const ClassSeat& one : m_classroom.seats()) {
            if (!m_options.filter.takes(one)) continue;
            m_seats.emplace(one.id, ++id);
            const ClassFile* file = one.files.empty() ? nullptr : one.files.front().get();
            const ProbeSheet* probe = one.probe ? &one.probe->sheet : nullptr;
            const auto told = [&](auto ofFile, auto ofProbe) -> std::string {
                return file ? ofFile(*file) : probe ? ofProbe(*probe) : std::string();
            };
            const auto cpu = [](const auto& sheet) { return sheet.machine.cpu.name; };
            const auto power = [](const auto& sheet) { return sheet.state.power_source; };
            const auto app = [](const auto& sheet) { return sheet.app; };
            if (!seat.row(id, one.name, one.room, one.group,
                          m_options.names ? one.student : std::string(), one.machine,
                          told(cpu, cpu), one.gpu,
                          told([](const ClassFile& f) { return f.engine.gpu.driver; },
                               [](const ProbeSheet& p) { return p.gpu.driver; }),
                          told(power, power), told(app, app)) ||
                !marks(id, one) || (one.probe && !onWall(wall, id, *one.probe)))
                return false;
        }
        return true;
    }

    bool onWall(Insert& wall, std::size_t id, const ClassProbe& probe) {
        const WallSeat told = wallSeat(probe);
        const std::string verdict(word(told.verdict));
        if (told.reasons.empty()) return wall.row(id, verdict, std::string(), std::string());
        for (const Reason& reason : told.reasons)
            if (!wall.row(id, verdict, reason.code, m_text.reason(reason))) return false;
        return true;
    }

    template <typename T>
    static auto endOf(const std::optional<T>& interval, double T::*which) {
        return interval ? std::optional((*interval).*which) : std::nullopt;
    }

    bool marks(std::size_t id, const ClassSeat& seat) {
        Insert time(m_database, "INSERT INTO time VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
        Insert none(m_database, "INSERT INTO no_time VALUES(?,?,?,?)");
        Insert ratio(m_database, "INSERT INTO ratio VALUES(?,?,?,?,?,?,?,?)");
        Insert prediction(m_database, "INSERT INTO prediction VALUES(?,?,?,?,?,?)");
        for (const auto& [key, mark] : seat.marks) {
            if (!m_options.filter.takes(mark) || !m_options.filter.takesCase(key.work)) continue;
            const ClassTime& side = *mark.time;
            const auto equal = m_equals.of(seat, key);
            const auto ofEqual = [&](auto EqualProcessors::*which) {
                return equal ? std::optional((*equal).*which) : std::nullopt;
            };
            if (!time.row(id, key.work, key.variant, deviceWord(side.variant), side.median_ms,
                          endOf(side.ci95_ms, &Interval::low), endOf(side.ci95_ms, &Interval::high),
                          joined(side.doubts), mark.clean, mark.repeats.size(),
                          ofEqual(&EqualProcessors::pcs), ofEqual(&EqualProcessors::median_ms),
                          ofEqual(&EqualProcessors::factor), mark.file->started, nameOf(*mark.file),
                          submissionOf(mark.file->place)))
                return false;
        }
        for (const auto& [key, reason] : seat.gaps)
            if (m_options.filter.takesCase(key.work) && !seat.marks.contains(key) &&
                !none.row(id, key.work, key.variant, reason.code))
                return false;
        for (const auto& [of, mark] : seat.ratios) {
            const auto& factor = mark.ratio->estimate;
            const auto& [work, pair] = of;
            if (!factor || !m_options.filter.takes(mark) || !m_options.filter.takesCase(work))
                continue;
            if (!ratio.row(id, work, pair.base, pair.other, factor->ratio,
                           endOf(factor->ci95, &Interval::low),
                           endOf(factor->ci95, &Interval::high),
                           std::string(verdictName(factor->verdict))))
                return false;
        }
        for (const ClassPrediction& one : predictionsOf(m_classroom, seat)) {
            const auto number = m_classroom.find(one.of);
            if (!number || !m_options.filter.takesCase(*number)) continue;
            if (!prediction.row(id, number, one.outcome.question.id, one.outcome.predicted,
                                joined(one.outcome.measured), one.outcome.met()))
                return false;
        }
        return true;
    }

    /// Submissions are numbered from 1, as they are shown where names are hidden.
    [[nodiscard]] std::optional<std::size_t> submissionOf(const ClassPlace& place) const {
        const auto at = m_places.find(place);
        return at == m_places.end() ? std::nullopt : std::optional(at->second + 1);
    }

    bool submissions() {
        Insert submission(m_database,
                          "INSERT INTO submission VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
        Insert at(m_database, "INSERT INTO submission_seat VALUES(?,?)");
        Insert same(m_database, "INSERT INTO submission_same VALUES(?,?)");
        for (std::size_t i = 0; i < m_submissions.size(); ++i) {
            const Submission& one = m_submissions[i];
            const std::size_t id = i + 1;
            if (!submission.row(
                    id, submissionTitle(m_submissions, i, m_options.names),
                    m_options.names ? one.id : std::string(), std::string(word(one.platform)),
                    std::string(word(one.state)), one.late, one.resubmitted, one.team, one.blind,
                    one.online_text, one.files.size(), one.measured, one.brought, one.reports,
                    submissionWords(m_classroom, m_submissions, i, m_options.names, m_text)))
                return false;
            for (const std::string& seat : one.seats)
                if (const auto number = m_seats.find(seat);
                    number != m_seats.end() && !at.row(id, number->second))
                    return false;
            for (const std::size_t other : one.same_as)
                if (!same.row(id, other + 1)) return false;
        }
        return true;
    }

    const std::string& nameOf(const ClassFile& file) {
        const auto [name, added] = m_names.try_emplace(&file);
        if (added) name->second = shownName(m_classroom, file.place, m_options.names);
        return name->second;
    }

    bool leftOut() {
        Insert left(m_database, "INSERT INTO left_out VALUES(?,?,?,?)");
        for (const LeftOut& one : m_classroom.leftOut())
            if (!left.row(shownName(m_classroom, one.place, m_options.names), one.counts,
                          one.reason.code,
                          shownReason(m_classroom, one.reason, m_options.names, m_text)))
                return false;
        return true;
    }

    sqlite3* m_database;
    const Classroom& m_classroom;
    const FindSpec& m_find;
    const ClassOptions& m_options;
    const Text m_text;
    const ClassEquals m_equals{m_classroom};
    const std::vector<Submission> m_submissions;
    const SubmissionPlaces m_places;
    std::map<std::string, std::size_t> m_seats;       ///< numbers of rows, by ClassSeat::id
    std::map<const ClassFile*, std::string> m_names;  ///< to show
};

}  // namespace

Result<ClassConnection> filledClass(const Classroom& classroom, const FindSpec& find,
                                    const ClassOptions& options, const std::string& name) {
    sqlite3* opened = nullptr;
    const int result = sqlite3_open(name.c_str(), &opened);
    ClassConnection database(opened);
    if (result == SQLITE_OK && Filling(opened, classroom, find, options).fill()) return database;
    return fail("database_failed", {{"path", name}},
                opened ? sqlite3_errmsg(opened) : "out of memory");
}

Result<void> writeClassDatabase(const Classroom& classroom, const FindSpec& find,
                                const ClassOptions& options, const std::filesystem::path& path,
                                bool overwrite) {
    const auto write = [&](const std::filesystem::path& temporary) -> Result<void> {
        if (const auto database = filledClass(classroom, find, options, utf8(temporary)); !database)
            return fail("database_failed", {{"path", utf8(path)}}, database.error().message);
        return {};
    };
    return writeWhole(write, path, overwrite);
}

std::string classDatabaseHelp() {
    std::string out = "Tables of the database, and questions to ask it:\n";
    out += kClassSchema;
    for (const ClassQuery& query : kClassQueries) {
        out += "\n-- ";
        out += query.question;
        out += query.sql;
    }
    return out;
}

}  // namespace duelo
