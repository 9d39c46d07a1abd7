// SPDX-License-Identifier: Apache-2.0
#include "data/pixel_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "base/same_name.h"
#include "base/utf8.h"
#include "data/delimited_text.h"
#include "data/gz_file.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr int least_side_px = 8;
constexpr std::size_t read_bytes = std::size_t{1} << 20;

/// One line after another, without its end.
class CsvLines {
public:
    explicit CsvLines(GzFile file) : m_file(std::move(file)) {}

    /// Reads the next line; returns false at the end of the file, and for a line longer than any
    /// row.
    Result<bool> next(std::string_view& line) {
        std::size_t end = m_text.find('\n', m_at);
        while (end == std::string::npos && !m_over && m_text.size() - m_at < 64 * read_bytes) {
            m_text.erase(0, m_at);
            m_at = 0;
            std::vector<std::uint8_t> more(read_bytes);
            const auto got = m_file.read(more);
            if (!got) return tl::unexpected(got.error());
            m_over = *got < more.size();
            const std::size_t looked = m_text.size();
            m_text.append(reinterpret_cast<const char*>(more.data()), *got);
            end = m_text.find('\n', looked);
        }
        if (end == std::string::npos && (!m_over || m_at == m_text.size())) return false;
        line = std::string_view(m_text).substr(m_at, end - m_at);
        m_at = end == std::string::npos ? m_text.size() : end + 1;
        if (line.ends_with('\r')) line.remove_suffix(1);
        return true;
    }

private:
    GzFile m_file;
    std::string m_text;
    std::size_t m_at = 0;
    bool m_over = false;
};

/// The whole numbers of a row, also written as "0.0"; false for other cells.
bool numbersIn(std::string_view line, char delimiter, std::vector<int>& numbers) {
    numbers.clear();
    while (true) {
        while (line.starts_with(' ') || line.starts_with('"')) line.remove_prefix(1);
        int value = 0;
        const auto [at, error] = std::from_chars(line.data(), line.data() + line.size(), value);
        if (error != std::errc{}) return false;
        line.remove_prefix(static_cast<std::size_t>(at - line.data()));
        if (line.starts_with(".")) {
            const std::size_t digits = std::min(line.find_first_not_of('0', 1), line.size());
            line.remove_prefix(digits);
        }
        while (line.starts_with('"')) line.remove_prefix(1);
        numbers.push_back(value);
        if (line.empty()) return true;
        if (line.front() != delimiter) return false;
        line.remove_prefix(1);
    }
}

/// The side of a square of so many pixels; 0 where it is none, or too small to be a picture.
int sideOf(std::size_t pixels) {
    const int side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(pixels))));
    const auto square = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    return side >= least_side_px && square == pixels ? side : 0;
}

/// The layout of the rows of a file.
struct TableForm {
    bool heading = false;
    char delimiter = ',';
    bool labelled = false;
    std::size_t label_at = 0;
    int side_px = 0;
};

std::size_t labelColumn(std::string_view heading, char delimiter) {
    std::size_t column = 0;
    while (true) {
        const std::size_t end = std::min(heading.find(delimiter), heading.size());
        std::string name = foldedName(heading.substr(0, end));
        std::erase(name, '"');
        for (const std::string_view known : {"label", "class", "target", "y", "etiqueta", "clase"})
            if (name == known) return column;
        if (end == heading.size()) return 0;
        heading.remove_prefix(end + 1);
        ++column;
    }
}

/// Nothing where the first rows are no picture.
std::optional<TableForm> formOf(const fs::path& path) {
    auto file = GzFile::open(path);
    if (!file) return std::nullopt;
    CsvLines lines(std::move(*file));
    std::string_view line;
    auto more = lines.next(line);
    if (!more || !*more || line.size() > read_bytes) return std::nullopt;
    TableForm form;
    form.delimiter = delimiterOf(line);
    std::vector<int> numbers;
    form.heading = !numbersIn(line, form.delimiter, numbers);
    if (form.heading) {
        form.label_at = labelColumn(line, form.delimiter);
        more = lines.next(line);
        if (!more || !*more || !numbersIn(line, form.delimiter, numbers)) return std::nullopt;
    }
    const bool bytes =
        std::ranges::all_of(numbers, [](int value) { return value >= 0 && value <= 255; });
    if (!bytes || numbers.empty()) return std::nullopt;
    form.labelled = sideOf(numbers.size() - 1) > 0;
    form.side_px = sideOf(form.labelled ? numbers.size() - 1 : numbers.size());
    return form.side_px > 0 ? std::optional(form) : std::nullopt;
}

Result<PixelPart> readTable(const fs::path& path, const TableForm& form, Part which,
                            const DataLimits& limits, const std::stop_token& stop) {
    auto file = GzFile::open(path);
    if (!file) return tl::unexpected(file.error());
    CsvLines lines(std::move(*file));
    PixelPart part{which, pathText(path.filename()), {1, form.side_px, form.side_px}, {}, {}};
    std::string_view line;
    std::vector<int> numbers;
    for (std::size_t number = 1;; ++number) {
        if (stop.stop_requested()) return fail("cancelled_by_user");
        const auto more = lines.next(line);
        if (!more) return tl::unexpected(more.error());
        if (!*more) break;
        if ((number == 1 && form.heading) || line.empty()) continue;
        if (!numbersIn(line, form.delimiter, numbers) || numbers.size() != part.shape.bytes() + 1)
            return fail("pixel_row_invalid", {{"path", pathText(path)}, {"line", number}});
        if (auto fits = LabelledSet::check(part.shape, part.labels.size() + 1, limits); !fits)
            return tl::unexpected(fits.error());
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (i == form.label_at)
                part.labels.push_back(numbers[i]);
            else if (numbers[i] < 0 || numbers[i] > 255)
                return fail("pixel_row_invalid", {{"path", pathText(path)}, {"line", number}});
            else
                part.pixels.push_back(static_cast<std::uint8_t>(numbers[i]));
        }
    }
    return part;
}

bool isTable(const fs::path& path) {
    const std::string name = foldedName(pathText(path.filename()));
    return name.ends_with(".csv") || name.ends_with(".csv.gz") || name.ends_with(".tsv");
}

struct Table {
    fs::path path;
    PreparedName name;
    TableForm form;
};
using TableSets = std::map<std::pair<fs::path, std::string>, std::vector<Table>>;

Result<TableSets> tablesIn(const PreparedFiles& prepared, const std::stop_token& stop) {
    TableSets sets;
    for (const fs::path& path : prepared.files) {
        if (stop.stop_requested()) return fail("cancelled_by_user");
        if (!isTable(path)) continue;
        const auto form = formOf(path);
        if (!form) continue;
        const PreparedName name = preparedName(path, prepared.chosen);
        sets[{name.folder, name.set}].push_back({path, name, *form});
    }
    const auto holds = [&prepared](const auto& set) {
        return std::ranges::find(set.second, prepared.chosen, &Table::path) != set.second.end();
    };
    std::erase_if(sets, [&](const auto& set) {
        const bool learnt =
            std::ranges::any_of(set.second, [](const Table& table) { return table.form.labelled; });
        return !learnt || !mayUse(prepared, holds(set));
    });
    return sets;
}

}  // namespace

Result<std::optional<DataSet>> readPixelTables(const PreparedFiles& prepared,
                                               const DataLimits& limits,
                                               const std::stop_token& stop) {
    const auto sets = tablesIn(prepared, stop);
    if (!sets) return tl::unexpected(sets.error());
    if (sets->empty()) return std::nullopt;
    const std::vector<Table>& tables = sets->begin()->second;
    if (sets->size() > 1) {
        std::vector<std::string> names;
        for (const auto& [key, set] : *sets)
            names.push_back(setName(set.front().name, prepared.chosen));
        return failSeveralSets(prepared, names, tables.front().path);
    }
    std::vector<PixelPart> parts;
    std::vector<fs::path> used;
    Unused unlabelled;
    bool trains = false;
    for (const Table& table : tables) {
        used.push_back(table.path);
        const Part which = table.name.part.value_or(Part::Train);
        if (!table.form.labelled) {
            unlabelled.add(pathText(table.path.filename()));
            continue;
        }
        auto part = readTable(table.path, table.form, which, limits, stop);
        if (!part) return tl::unexpected(part.error());
        trains = trains || which == Part::Train;
        parts.push_back(std::move(*part));
    }
    if (!trains) return fail("prepared_train_missing", {{"path", pathText(tables.front().path)}});
    auto set = joinParts(std::move(parts), {}, limits, stop);
    if (!set) return tl::unexpected(set.error());
    if (unlabelled.count() > 0) {
        set->notes.push_back({"data_files_unlabelled",
                              {{"count", unlabelled.count()}, {"files", unlabelled.names()}}});
    }
    tellUnused(*set, prepared, used);
    return std::optional(std::move(*set));
}

}  // namespace duelo
