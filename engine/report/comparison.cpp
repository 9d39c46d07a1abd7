// SPDX-License-Identifier: Apache-2.0
#include "report/comparison.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/parallel.h"
#include "base/places.h"
#include "report/comparison_file.h"
#include "report/comparison_steps.h"

namespace duelo {
namespace {

/// The work as another PC knows it, wherever that one keeps its files.
Work named(Work work, const FindSpec& find) {
    const Spec* spec = find(work.first);
    if (spec == nullptr) return work;
    for (const Axis& axis : spec->axes) {
        const Json& value = work.second.at(axis.id);
        if (axis.kind != AxisKind::Path || value.is_null() || value == "") continue;
        // A list, so that a file called "random" is no random tensor.
        Json names = Json::array();
        for (const Json& path : value.is_array() ? value : Json::array({value}))
            if (path.is_string()) names.push_back(baseName(path.get<std::string>()));
        if (value.is_array() ||
            std::ranges::find(axis.words, work.second.text(axis.id)) == axis.words.end())
            work.second.set(axis.id, std::move(names));
    }
    return work;
}

/// Gives the cells of all files their rows and columns.
///
/// A case is one row. In a second file the same case is the one with the same input, else the first
/// with an input of that name that no other case of this file has taken. A case that a file
/// measured twice the same way has a row for each time. All that in O(n log n) for n cells.
class Table {
public:
    explicit Table(const FindSpec& find) : m_find(find) {}

    void add(std::size_t file, FileCells added) {
        m_file = file;
        m_claimed.assign(m_rows.size(), false);
        const std::size_t first = m_columns.size();
        for (Params& variant : added.variants) m_columns.push_back({file, std::move(variant)});
        std::vector<Seen> seen(added.works.size());
        for (FileCell& cell : added.cells) {
            cell.data.column = first + cell.variant;
            const std::size_t row =
                rowOf(added.works[cell.work], seen[cell.work], cell.data.column);
            m_rows[row].cells.push_back(&cell.data);
        }
        for (std::size_t r = m_claimed.size(); r < m_rows.size(); ++r) {
            m_byWork[m_rows[r].work].rows.push_back(r);
            m_byName[named(m_rows[r].work, m_find)].rows.push_back(r);
        }
        m_files.push_back(std::move(added.cells));
    }

    /// The columns of the own file first and CPU before GPU. Nothing is left here.
    void moveTo(Comparison& out) {
        std::vector<std::size_t> order(m_columns.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const Column &x = m_columns[a], &y = m_columns[b];
            return std::pair(x.file, deviceOf(x.variant)) < std::pair(y.file, deviceOf(y.variant));
        });
        std::vector<std::size_t> place(order.size());  // by column as found
        for (const std::size_t i : order) {
            place[i] = out.columns.size();
            out.columns.push_back(std::move(m_columns[i]));
        }
        out.rows.resize(m_rows.size());
        forEachAtOnce(m_rows.size(), [&](std::size_t r) {
            auto& [work, cells] = m_rows[r];
            for (ReportCell* cell : cells) cell->column = place[cell->column];
            std::ranges::sort(cells, {}, &ReportCell::column);
            out.rows[r].experiment = std::move(work.first);
            out.rows[r].work = std::move(work.second);
            out.rows[r].cells.reserve(cells.size());
            for (ReportCell* cell : cells) out.rows[r].cells.append(std::move(*cell));
        });
        forEachAtOnce(m_files.size(), [&](std::size_t file) { m_files[file].clear(); });
    }

private:
    struct PlacedRow {
        Work work;
        std::vector<ReportCell*> cells{};  ///< of m_files, each of another column
    };
    /// Rows of the files before the one being added.
    struct RowList {
        std::vector<std::size_t> rows;
        std::size_t file = 0, next = 0;  ///< rows before the second are claimed by the first
    };
    /// Rows that a case of the file being added has got so far.
    struct Seen {
        std::vector<std::size_t> rows;
        std::map<std::size_t, std::size_t> times;  ///< column -> cells
    };

    std::size_t rowOf(const Work& work, Seen& seen, std::size_t column) {
        const std::size_t time = seen.times[column]++;
        if (time < seen.rows.size()) return seen.rows[time];
        auto row = claim(work);
        if (!row) {
            row = m_rows.size();
            m_rows.push_back({work});
        }
        seen.rows.push_back(*row);
        return *row;
    }

    /// A row of an earlier file that does the same work.
    std::optional<std::size_t> claim(const Work& work) {
        if (m_claimed.empty()) return std::nullopt;
        const auto free = [this](auto& lists, const auto& what) -> std::optional<std::size_t> {
            const auto found = lists.find(what);
            if (found == lists.end()) return std::nullopt;
            auto& [rows, file, next] = found->second;
            if (std::exchange(file, m_file) != m_file) next = 0;
            while (next < rows.size() && m_claimed[rows[next]]) ++next;
            return next < rows.size() ? std::optional(rows[next]) : std::nullopt;
        };
        auto row = free(m_byWork, work);
        if (!row) row = free(m_byName, named(work, m_find));
        if (row) m_claimed[*row] = true;
        return row;
    }

    std::vector<std::vector<FileCell>> m_files;
    std::vector<Column> m_columns;
    std::vector<PlacedRow> m_rows;
    std::size_t m_file = 0;  ///< the one being added
    std::map<Work, RowList> m_byWork, m_byName;
    std::vector<bool> m_claimed;  ///< rows of earlier files that this file has a case for
    const FindSpec& m_find;
};

void addIdentities(Comparison& comparison) {
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells)
            for (const Identity& identity : cell.result.identities)
                if (std::ranges::find(comparison.identities, identity.id) ==
                    comparison.identities.end())
                    comparison.identities.push_back(identity.id);
}

Role roleOf(std::size_t file, const ComparisonOptions& options) {
    if (file < options.roles.size()) return options.roles[file];
    return file == 0 ? Role::Own : Role::Shared;
}

Result<Comparison> comparisonOf(std::vector<FileCells> files, FindSpec find,
                                const ComparisonOptions& options) {
    Comparison out{.find = std::move(find)};
    Table table(out.find);
    for (std::size_t file = 0; file < files.size(); ++file) {
        for (FileCell& cell : files[file].cells) {
            cell.data.source += out.sources.size();
            for (Attempt& other : cell.data.others) other.source += out.sources.size();
        }
        std::ranges::move(files[file].sources, std::back_inserter(out.sources));
        table.add(file, std::move(files[file]));
    }
    table.moveTo(out);
    if (out.columns.empty()) return fail("nothing_to_report");
    out.is_live = options.is_live;
    if (auto chosen = chooseBase(out, options.base); !chosen)
        return tl::unexpected(std::move(chosen.error()));
    addGpuState(out);
    addIdentities(out);
    addTables(out);
    addRatios(out);
    out.beside = options.beside;
    addWarnings(out);
    return out;
}

}  // namespace

const ReportCell& RowCells::operator[](std::size_t column) const {
    static const ReportCell absent = [] {
        ReportCell cell;
        cell.reason = Reason{"not_measured_absent"};
        return cell;
    }();
    const auto found = std::ranges::lower_bound(m_cells, column, {}, &ReportCell::column);
    return found != m_cells.end() && found->column == column ? *found : absent;
}

std::string textIn(const Json& json, const std::string& key) {
    if (!json.is_object()) return {};
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

std::optional<double> numberIn(const Json& json, const std::string& key) {
    if (!json.is_object()) return std::nullopt;
    const auto found = json.find(key);
    return found != json.end() && found->is_number() ? std::optional(found->get<double>())
                                                     : std::nullopt;
}

std::string_view integrityWord(const Source& source) {
    switch (source.integrity) {
        case Integrity::Sealed:
            return source.contradicts_samples ? "contradicted"
                   : source.resumed_unsealed  ? "resumed"
                                              : "sealed";
        case Integrity::Modified:
            return "modified";
        case Integrity::Open:
            break;
    }
    return "open";
}

std::string baseName(std::string_view path) {
    if (path.starts_with(kSamplePrefix)) return std::string(path.substr(kSamplePrefix.size()));
    const bool drive = path.size() > 1 && path[1] == ':' &&
                       (path.size() == 2 || path[2] == '\\' || path[2] == '/') &&
                       ((path[0] | 0x20) >= 'a' && (path[0] | 0x20) <= 'z');
    const bool windows = drive || path.starts_with("\\\\");
    const std::string_view separators = windows ? "/\\" : "/";
    // "photos/", "photos//" and "photos/./" are the folder "photos", wherever "." is; "..", which
    // nobody can name without the disk, and a root are called as they were written.
    std::string_view named = path;
    std::string_view part;
    for (;;) {
        const std::size_t end = named.find_last_not_of(separators);
        if (end == std::string_view::npos) return std::string(path);
        named = named.substr(0, end + 1);
        const std::size_t before = named.find_last_of(separators);
        part = before == std::string_view::npos ? named : named.substr(before + 1);
        if (part != "." || before == std::string_view::npos) break;
        named = named.substr(0, before + 1);
    }
    return std::string(part == ".." || part == "." ? path : part);
}

const Source& Comparison::sourceOf(const Column& column) const {
    return *std::find_if(sources.begin(), sources.end(),
                         [&](const Source& source) { return source.file == column.file; });
}

Result<Comparison> compare(std::span<const RecordLog> logs, FindSpec find,
                           const ComparisonOptions& options) {
    std::vector<FileCells> files(logs.size());
    forEachAtOnce(files.size(), [&](std::size_t file) {
        files[file] = readFile(logs[file], file, roleOf(file, options), find);
    });
    return comparisonOf(std::move(files), std::move(find), options);
}

Result<Comparison> compare(std::size_t files,
                           const std::function<Result<RecordLog>(std::size_t file)>& read,
                           FindSpec find, const ComparisonOptions& options) {
    std::vector<FileCells> cells(files);
    std::vector<std::optional<Reason>> refused(files);
    forEachAtOnce(files, [&](std::size_t file) {
        if (auto log = read(file))
            cells[file] = readFile(*std::move(log), file, roleOf(file, options), find);
        else
            refused[file] = std::move(log.error());
    });
    for (std::optional<Reason>& reason : refused)
        if (reason) return tl::unexpected(*std::move(reason));
    return comparisonOf(std::move(cells), std::move(find), options);
}

std::vector<Device> devicesIn(const Comparison& comparison) {
    std::set<Device> devices;
    for (const Column& column : comparison.columns) devices.insert(deviceOf(column.variant));
    return {devices.begin(), devices.end()};
}

std::vector<std::string> partIdsOf(const Comparison& comparison) {
    std::vector<std::string> ids;
    const auto add = [&](const std::string& id) {
        if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
    };
    const std::string* experiment = nullptr;
    for (const Row& row : comparison.rows) {
        if (experiment && *experiment == row.experiment) continue;
        experiment = &row.experiment;
        if (const Spec* spec = comparison.find(row.experiment))
            for (const PartSpec& part : spec->parts) add(part.id);
    }
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells)
            for (const PartTime& part : cell.result.parts) add(part.id);
    return ids;
}

}  // namespace duelo
