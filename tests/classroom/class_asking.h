// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sqlite3.h>

#include <QtGlobal>

/// Asks the database of a class.
namespace duelo::test {

/// The rows of a query, each as its texts.
inline std::vector<std::vector<std::string>> rowsOf(const std::filesystem::path& path,
                                                    std::string_view query) {
    std::vector<std::vector<std::string>> rows;
    sqlite3* database = nullptr;
    if (sqlite3_open(path.string().c_str(), &database) != SQLITE_OK) qFatal("no database");
    const auto take = [](void* out, int columns, char** values, char**) {
        std::vector<std::string> row;
        for (int i = 0; i < columns; ++i) row.emplace_back(values[i] ? values[i] : "");
        static_cast<std::vector<std::vector<std::string>>*>(out)->push_back(row);
        return 0;
    };
    if (sqlite3_exec(database, std::string(query).c_str(), take, &rows, nullptr) != SQLITE_OK)
        qFatal("%s: %s", std::string(query).c_str(), sqlite3_errmsg(database));
    sqlite3_close(database);
    return rows;
}

/// The questions of a printed text and what is typed to ask them: a remark, and the lines from
/// SELECT to the semicolon.
inline std::vector<std::pair<std::string, std::string>> queriesIn(std::string_view text) {
    std::vector<std::pair<std::string, std::string>> out;
    std::string remark;
    bool inside = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line(text.substr(at, end - at));
        at = end + 1;
        if (!inside && line.starts_with("-- ")) remark = line.substr(3);
        if (!inside && line.starts_with("SELECT ")) {
            out.emplace_back(std::exchange(remark, {}), std::string());
            inside = true;
        }
        if (inside) out.back().second += line + '\n';
        inside &= !line.ends_with(';');
    }
    return out;
}
/// Returns the query that is printed for that question.
inline std::string queryIn(std::string_view text, std::string_view question) {
    for (const auto& [asked, sql] : queriesIn(text))
        if (asked.find(question) != asked.npos) return sql;
    qFatal("no such question: %s", std::string(question).c_str());
}

}  // namespace duelo::test
