// SPDX-License-Identifier: Apache-2.0
#include <regex>
#include <system_error>
#include <utility>

#include "base/places.h"
#include "base/whole_file.h"
#include "classroom/class_database.h"
#include "classroom/class_filling.h"
#include "classroom/class_schema.h"
#include "report/long_table.h"
#include "report/writers.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

struct Finish {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finish>;

/// Returns the statement, null where the database refuses it.
Statement prepared(sqlite3* database, const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr);
    return Statement(statement);
}

std::string textAt(sqlite3_stmt* statement, int column) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    return text == nullptr ? std::string() : text;
}

LongTable::Value valueAt(sqlite3_stmt* statement, int column) {
    switch (sqlite3_column_type(statement, column)) {
        case SQLITE_NULL:
            return {};
        case SQLITE_INTEGER:
            return std::int64_t{sqlite3_column_int64(statement, column)};
        case SQLITE_FLOAT:
            return sqlite3_column_double(statement, column);
        default:
            return textAt(statement, column);
    }
}

/// Reads a whole table; nothing where it could not be read.
std::optional<LongTable> tableOf(sqlite3* database, const std::string& name) {
    const Statement statement = prepared(database, "SELECT * FROM " + name);
    if (!statement) return std::nullopt;
    LongTable out;
    const int columns = sqlite3_column_count(statement.get());
    for (int i = 0; i < columns; ++i)
        out.columns.emplace_back(sqlite3_column_name(statement.get(), i));
    int step = sqlite3_step(statement.get());
    for (; step == SQLITE_ROW; step = sqlite3_step(statement.get())) {
        auto& row = out.rows.emplace_back();
        for (int i = 0; i < columns; ++i) row.push_back(valueAt(statement.get(), i));
    }
    return step == SQLITE_DONE ? std::optional(std::move(out)) : std::nullopt;
}

/// The commands that make the same database of the files in DuckDB. It would guess the types of
/// columns without a value, and its REAL has half of the digits. A text that is empty comes back as
/// NULL.
std::string duckdbScript(const std::vector<std::string>& tables) {
    static const std::regex conditions(" NOT NULL| REFERENCES \\w+"), real("\\bREAL\\b");
    std::string sql = std::regex_replace(std::string(kClassSchema.substr(1)), conditions, "");
    sql = std::regex_replace(sql, real, "DOUBLE");
    for (const std::string& table : tables)
        sql += "COPY " + table + " FROM '" + table + ".csv' (HEADER);\n";
    return sql;
}

}  // namespace

Result<void> writeClassCsvs(const Classroom& classroom, const FindSpec& find,
                            const ClassOptions& options, const fs::path& folder, bool overwrite) {
    const auto database = filledClass(classroom, find, options, ":memory:");
    const auto failed = [&](const std::string& why) {
        return fail("database_failed", {{"path", utf8(folder)}}, why);
    };
    if (!database) return failed(database.error().message);
    std::vector<std::pair<fs::path, std::string>> files;
    std::vector<std::string> tables;
    const Statement names = prepared(
        database->get(),
        "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name");
    while (names && sqlite3_step(names.get()) == SQLITE_ROW) {
        const std::string name = textAt(names.get(), 0);
        const auto table = tableOf(database->get(), name);
        if (!table) return failed(sqlite3_errmsg(database->get()));
        files.emplace_back(folder / (name + ".csv"), writeCsv(*table));
        if (textAt(names.get(), 1) == "table") tables.push_back(name);
    }
    files.emplace_back(folder / kDuckdbScript, duckdbScript(tables));
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return fail("write_failed", {{"path", utf8(folder)}, {"message", error.message()}},
                    error.message());
    for (const auto& [path, bytes] : files)
        if (auto can = checkWritable(path, overwrite); !can) return can;
    for (const auto& [path, bytes] : files)
        if (auto written = writeWhole(bytes, path, overwrite); !written) return written;
    return {};
}

}  // namespace duelo
