// SPDX-License-Identifier: Apache-2.0
#include "data/label_table.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/same_name.h"
#include "base/utf8.h"
#include "data/delimited_text.h"
#include "data/folder_layout.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t none = static_cast<std::size_t>(-1);
/// The number of rows that show which column has the names of files.
constexpr std::size_t looked_at_rows = 50;
/// Annotations of detection are one table for each picture: opening them all takes minutes.
constexpr std::size_t most_opened_tables = 32;

constexpr std::array<std::string_view, 19> class_headings = {"class",
                                                             "label",
                                                             "labels",
                                                             "category",
                                                             "target",
                                                             "classname",
                                                             "class name",
                                                             "classid",
                                                             "class id",
                                                             "label name",
                                                             "breed",
                                                             "species",
                                                             "clase",
                                                             "etiqueta",
                                                             "categoria",
                                                             "especie",
                                                             "diagnosis",
                                                             "classes",
                                                             "categori\xcc\x81"
                                                             "a"};
constexpr std::array<std::string_view, 6> part_headings = {"split",  "set",      "part",
                                                           "subset", "data set", "conjunto"};

std::string headingOf(const std::string& cell) {
    std::string text = foldedName(cell);
    std::ranges::replace(text, '_', ' ');
    std::ranges::replace(text, '-', ' ');
    return text;
}

/// A path as tables write it, for comparing: either slash, any case.
std::string pathKey(std::string text) {
    std::ranges::replace(text, '\\', '/');
    while (text.starts_with("./")) text.erase(0, 2);
    while (text.starts_with('/')) text.erase(0, 1);
    return foldedName(text);
}

std::string_view withoutEnding(std::string_view key) {
    const std::size_t dot = key.rfind('.');
    const std::size_t slash = key.rfind('/');
    const bool inside = slash != std::string_view::npos && dot < slash;
    return dot == std::string_view::npos || inside ? key : key.substr(0, dot);
}

/// Finds files by the end of their paths, with the ending of the name or without.
class FileIndex {
public:
    explicit FileIndex(std::span<const fs::path> files) {
        for (std::size_t i = 0; i < files.size(); ++i) {
            m_keys.push_back(pathKey(pathText(files[i].generic_u8string())));
            const std::string name = nameIn(m_keys.back());
            m_named[name].push_back(i);
            const std::string stem(withoutEnding(name));
            if (stem != name) m_stems[stem].push_back(i);
        }
    }

    /// `none` where no file, or more than one, is meant.
    [[nodiscard]] std::size_t find(const std::string& cell, bool with_folder) const {
        const std::string key = pathKey(cell);
        if (key.empty() || (with_folder && key.find('/') == std::string::npos)) return none;
        const std::size_t named = among(m_named, key, with_folder, false);
        return named != none ? named : among(m_stems, key, with_folder, true);
    }

    [[nodiscard]] std::size_t countOfStem(const std::string& stem) const {
        const auto found = m_stems.find(stem);
        return found == m_stems.end() ? 0 : found->second.size();
    }

private:
    using Places = std::unordered_map<std::string, std::vector<std::size_t>>;

    static std::string nameIn(const std::string& key) { return key.substr(key.rfind('/') + 1); }

    [[nodiscard]] std::size_t among(const Places& places, std::string_view key, bool with_folder,
                                    bool stem) const {
        const auto found = places.find(nameIn(std::string(key)));
        if (found == places.end()) return none;
        // The longest end of the path that is one file's: tables name folders that are not here.
        while (true) {
            std::size_t match = none;
            for (const std::size_t i : found->second) {
                const std::string_view whole =
                    stem ? withoutEnding(m_keys[i]) : std::string_view(m_keys[i]);
                if (!endsWithPath(whole, key)) continue;
                if (match != none) return none;
                match = i;
            }
            const std::size_t slash = key.find('/');
            if (match != none || slash == std::string_view::npos) return match;
            key.remove_prefix(slash + 1);
            if (with_folder && key.find('/') == std::string_view::npos) return none;
        }
    }

    static bool endsWithPath(std::string_view whole, std::string_view end) {
        if (!whole.ends_with(end)) return false;
        return whole.size() == end.size() || whole[whole.size() - end.size() - 1] == '/';
    }

    std::vector<std::string> m_keys;
    Places m_named, m_stems;
};

struct Columns {
    std::size_t file = none, label = none, part = none;
    bool heading = false;
    std::size_t hits = 0;  ///< of the rows that were looked at
};

std::size_t widthOf(std::span<const TextRow> rows) {
    std::size_t width = 0;
    for (const TextRow& row : rows.first(std::min(rows.size(), looked_at_rows)))
        width = std::max(width, row.size());
    return width;
}

bool headedBy(std::span<const std::string_view> headings, const std::string& cell) {
    return std::ranges::find(headings, headingOf(cell)) != headings.end();
}

/// Tells which column is which; there is no file column where the table names no file.
Columns columnsOf(std::span<const TextRow> rows, const FileIndex& index, bool with_folder) {
    Columns columns;
    const std::size_t width = widthOf(rows);
    const std::size_t looked = std::min(rows.size(), looked_at_rows);
    for (std::size_t column = 0; column < width; ++column) {
        std::size_t hits = 0;
        for (const TextRow& row : rows.first(looked))
            hits += column < row.size() && index.find(row[column], with_folder) != none;
        if (hits > columns.hits) columns.file = column, columns.hits = hits;
    }
    if (columns.file == none) return columns;
    const TextRow& first = rows.front();
    columns.heading =
        columns.file >= first.size() || index.find(first[columns.file], with_folder) == none;
    for (std::size_t column = 0; column < width && columns.heading; ++column) {
        if (column == columns.file || column >= first.size()) continue;
        const bool label = headedBy(class_headings, first[column]);
        if (label && columns.label == none) columns.label = column;
        if (!label && headedBy(part_headings, first[column])) columns.part = column;
    }
    if (columns.label != none) return columns;
    if (width == 2) columns.label = 1 - columns.file;
    if (width > 2 && !columns.heading)
        columns.label = columns.file + 1 < width ? columns.file + 1 : columns.file - 1;
    return columns;
}

std::string joined(const TextRow& row) {
    std::string text;
    for (const std::string& cell : row) text += (text.empty() ? "" : ", ") + cell;
    return text;
}

/// Tells whether the column names a part anywhere: "set" and "part" may head other things.
bool namesParts(std::span<const TextRow> rows, std::size_t column) {
    return std::ranges::any_of(
        rows, [&](const TextRow& row) { return column < row.size() && partNamed(row[column]); });
}

/// The label and the part that the rows of a table give one file.
struct Given {
    std::string label, part;
    bool contradicted = false;
};

TableLabels labelled(const fs::path& table, std::span<const TextRow> all_rows,
                     const Columns& columns, const FileIndex& index,
                     std::span<const fs::path> files, bool with_folder) {
    TableLabels labels{table, {}, {}, {}, {}, {}, {}};
    const auto rows = all_rows.subspan(columns.heading ? 1 : 0);
    const std::size_t part_column = namesParts(rows, columns.part) ? columns.part : none;
    std::vector<std::optional<Given>> given(files.size());
    for (const TextRow& row : rows) {
        if (columns.file >= row.size() || columns.label >= row.size()) continue;
        const std::size_t at = index.find(row[columns.file], with_folder);
        if (at == none) {
            labels.missing.push_back(row[columns.file]);
            continue;
        }
        const std::string& label = row[columns.label];
        const std::string part = part_column < row.size() ? row[part_column] : std::string();
        if (label.empty()) continue;
        if (!given[at])
            given[at] = Given{label, part};
        else if (given[at]->label != label || given[at]->part != part)
            given[at]->contradicted = true;
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!given[i]) {
            if (!isTableName(files[i])) labels.unlabelled.push_back(files[i]);
            continue;
        }
        const auto part = partNamed(given[i]->part);
        if (given[i]->contradicted) {
            labels.contradicted.push_back(files[i]);
        } else if (!part && !given[i]->part.empty()) {
            labels.in_unknown_part.push_back(files[i]);
            labels.unknown_parts.insert(given[i]->part);
        } else {
            labels.files.push_back({files[i], given[i]->label, part});
        }
    }
    return labels;
}

/// The tables to open, those first whose name fewest of the files share.
std::vector<fs::path> likeliest(std::span<const fs::path> tables, const FileIndex& index) {
    if (tables.size() <= most_opened_tables) return {tables.begin(), tables.end()};
    std::vector<std::pair<std::size_t, fs::path>> counted;
    for (const fs::path& table : tables)
        counted.emplace_back(index.countOfStem(foldedName(pathText(table.stem()))), table);
    std::ranges::stable_sort(counted, {}, [](const auto& one) { return one.first; });
    std::vector<fs::path> first;
    for (std::size_t i = 0; i < most_opened_tables; ++i) first.push_back(counted[i].second);
    return first;
}

}  // namespace

bool isTableName(const fs::path& path) {
    const std::string ending = foldedName(pathText(path.extension()));
    return ending == ".csv" || ending == ".tsv" || ending == ".txt";
}

std::vector<Reason> leftOutByRows(const TableLabels& labels, const fs::path& root) {
    std::vector<Reason> reasons;
    Unused contradicted, parts;
    contradicted.add(labels.contradicted, root);
    for (const std::string& part : labels.unknown_parts) parts.add(part);
    if (contradicted.count() > 0) {
        reasons.push_back({"data_labels_contradict",
                           {{"table", nameOf(labels.table)},
                            {"count", contradicted.count()},
                            {"files", contradicted.names()}},
                           {}});
    }
    if (parts.count() > 0) {
        reasons.push_back({"data_labels_part_unknown",
                           {{"table", nameOf(labels.table)},
                            {"count", labels.in_unknown_part.size()},
                            {"parts", parts.names()}},
                           {}});
    }
    return reasons;
}

Result<TableLabels> labelsFromTables(std::span<const fs::path> tables, Part part,
                                     const std::set<fs::path>& used,
                                     std::span<const fs::path> files, const std::stop_token& stop) {
    const FileIndex index(files);
    TableLabels best;
    std::tuple<bool, std::size_t, bool> best_rank;
    std::optional<Reason> unknown;
    for (const fs::path& table : likeliest(tables, index)) {
        if (stop.stop_requested()) return fail("cancelled_by_user");
        const std::string name = pathText(table.stem());
        if (foldedName(name).find("submission") != std::string::npos) continue;
        // "test.csv" is the test's. "test_labels.csv" may label a folder without parts as well.
        const auto word = nameWithPart(name).part;
        const bool others = word && word != part;
        const bool with_folder =
            used.contains(table) || (others && (partNamed(name) || part != Part::Train));
        const auto rows = readDelimited(table);
        if (!rows) {
            unknown = rows.error();
            continue;
        }
        const Columns columns = columnsOf(*rows, index, with_folder);
        if (columns.file == none) continue;
        if (columns.label == none) {
            unknown = Reason{"label_column_unknown",
                             {{"path", pathText(table)}, {"columns", joined(rows->front())}},
                             {}};
            continue;
        }
        auto labels = labelled(table, *rows, columns, index, files, with_folder);
        if (labels.empty()) {
            const auto reasons = leftOutByRows(labels, table.parent_path());
            if (!reasons.empty()) unknown = reasons.front();
            continue;
        }
        const std::tuple rank(!others, labels.files.size(), word == part);
        if (best.empty() || rank > best_rank) best = std::move(labels), best_rank = rank;
    }
    if (best.empty() && unknown) return tl::unexpected(*unknown);
    return best;
}

}  // namespace duelo
