// SPDX-License-Identifier: Apache-2.0
#include "report/comparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "report/comparison_steps.h"

namespace duelo {
namespace {

/// A cell of one file before it has a place in the table.
struct Entry {
    Cell cell;
    ReportCell data;
};

std::string gpuName(const Header& header) {
    for (const Json* sheet : {&header.engine, &header.machine})
        for (const auto& path : {std::initializer_list<const char*>{"gpu", "name"},
                                 {"gpus", "name"},
                                 {"cuda", "gpu", "name"},
                                 {"cuda", "gpus", "name"},
                                 {"cuda", "devices", "name"},
                                 {"cuda", "name"}})
            if (std::string name = textAt(*sheet, path); !name.empty()) return name;
    return {};
}

constexpr int kMaxThreads = 1024;

/// How many cells a plan has at most; a file's plan is checked by nobody before it gets here.
double cellsOf(const Plan& plan) {
    const auto n = [](const auto& list) { return static_cast<double>(list.size()); };
    double cases = 0;
    for (const Sweep& sweep : plan.sweeps)
        cases += n(sweep.models) * n(sweep.inputs) * n(sweep.sizes_px) * n(sweep.batches);
    return cases * n(plan.devices) * n(plan.threads) * n(plan.precisions) * n(plan.modes);
}

/// Reads the lines of one file in order; a line belongs to the header that stands before it.
class FileReader {
public:
    FileReader(const RecordLog& log, std::size_t file, Role role, std::vector<Source>& sources)
        : m_log(log), m_file(file), m_role(role), m_sources(sources), m_first(sources.size()) {}

    std::vector<Entry> read() {
        for (const Record& record : m_log.records)
            std::visit([this](const auto& line) { take(line); }, record);
        if (m_sources.size() > m_first) {
            m_sources[m_first].warnings = m_log.warnings;
            addPlanned();
            explainEmpty();
        }
        return std::move(m_entries);
    }

private:
    void take(const Header& header) {
        Source source;
        source.file = m_file;
        source.role = m_role;
        source.file_name = baseName(m_log.path.generic_string());
        source.integrity = m_log.integrity;
        source.header = header;
        source.cpu = textAt(header.machine, {"cpu", "name"});
        source.os = textAt(header.machine, {"os", "name"});
        source.gpu = gpuName(header);
        m_sources.push_back(std::move(source));
        m_end.clear();
    }
    void take(const CellRecord& line) {
        Entry& entry = at(line.cell);
        // A resumed cell is measured anew: what the interrupted attempt left must not mix in.
        if (entry.data.status != Status::Done) {
            entry.data = {};
            entry.data.id = line.cell;
            entry.data.source = current();
        }
        entry.cell = {line.cell, line.work, line.variant};
    }
    void take(const Notice& line) {
        if (line.cell.empty()) {
            if (m_sources.size() > m_first) m_sources.back().notices.push_back(line.reason);
        } else {
            at(line.cell).data.notices.push_back(line.reason);
        }
    }
    void take(const Cold& line) { at(line.cell).data.cold = line; }
    void take(const Samples& line) {
        ReportCell& cell = at(line.cell).data;
        const auto append = [](auto& to, const auto& from) {
            to.insert(to.end(), from.begin(), from.end());
        };
        if (!line.discard.empty()) cell.samples.discard.resize(cell.samples.wall_ms.size(), 0);
        append(cell.samples.discard, line.discard);
        append(cell.samples.round, line.round);
        append(cell.samples.t0_ms, line.t0_ms);
        append(cell.samples.wall_ms, line.wall_ms);
        append(cell.samples.device_ms, line.device_ms);
        append(cell.samples.submit_ms, line.submit_ms);
        if (!cell.samples.discard.empty())
            cell.samples.discard.resize(cell.samples.wall_ms.size(), 0);
    }
    void take(const ResultRecord& line) {
        ReportCell& cell = at(line.cell).data;
        cell.source = current();
        cell.status = line.status;
        cell.result = line;
    }
    void take(const End& line) {
        m_end = line.status;
        for (std::size_t i = m_first; i < m_sources.size(); ++i)
            m_sources[i].end_status = line.status;
    }
    void take(const Stage&) {}
    void take(const UnknownRecord&) {}

    [[nodiscard]] std::size_t current() const {
        return m_sources.empty() ? 0 : m_sources.size() - 1;
    }

    Entry& at(const std::string& id) {
        const auto [found, added] = m_index.try_emplace(id, m_entries.size());
        if (added) {
            m_entries.emplace_back();
            m_entries.back().cell.id = id;
            m_entries.back().data.id = id;
            m_entries.back().data.source = current();
        }
        return m_entries[found->second];
    }

    /// A cancelled run never wrote the lines of the cells that it did not reach; the plan has them.
    void addPlanned() {
        std::erase_if(m_entries, [](const Entry& entry) { return entry.cell.work.model.empty(); });
        const Header& header = m_sources[m_first].header;
        const auto plan = planFromJson(header.plan);
        if (!plan || cellsOf(*plan) > kMaxCells) return;
        std::set<std::string> ids;
        std::set<std::pair<Case, Variant>> works;
        for (const Entry& entry : m_entries) {
            ids.insert(entry.cell.id);
            works.emplace(entry.cell.work, entry.cell.variant);
        }
        const int cores = static_cast<int>(numberAt(header.machine, {"cpu", "cores"}).value_or(1));
        for (Cell& cell : expand(*plan, std::clamp(cores, 1, kMaxThreads))) {
            if (ids.contains(cell.id) || works.contains({cell.work, cell.variant})) continue;
            Entry entry{cell, {}};
            entry.data.id = cell.id;
            entry.data.source = current();
            m_entries.push_back(std::move(entry));
        }
    }

    void explainEmpty() {
        for (Entry& entry : m_entries) {
            ReportCell& cell = entry.data;
            const ResultRecord& result = cell.result;
            if (!cell.status) {
                cell.reason = Reason{m_end == "cancelled" ? "not_measured_cancelled"
                                                          : "not_measured_interrupted"};
            } else if (*cell.status != Status::Done) {
                cell.reason = result.reason.value_or(
                    Reason{"not_measured_" + std::string(word(*cell.status))});
            } else if (!result.summary || !std::isfinite(result.summary->median_ms) ||
                       result.summary->median_ms <= 0) {
                cell.reason = Reason{"not_measured_no_figure"};
            }
        }
    }

    const RecordLog& m_log;
    std::size_t m_file;
    Role m_role;
    std::vector<Source>& m_sources;
    std::size_t m_first;
    std::string m_end;
    std::vector<Entry> m_entries;
    std::map<std::string, std::size_t> m_index;
};

/// The same work, wherever each PC keeps its photographs; a random tensor has no preprocess.
bool sameWork(const Case& a, const Case& b, bool otherFile) {
    const bool inputs =
        a.input == b.input || (otherFile && baseName(a.input) == baseName(b.input) &&
                               (a.input == kRandomInput) == (b.input == kRandomInput));
    const bool prepared =
        a.input == kRandomInput || (a.preprocess == b.preprocess && a.fit == b.fit);
    return inputs && prepared && a.model == b.model && a.size_px == b.size_px && a.batch == b.batch;
}

void place(Comparison& out, std::size_t file, std::vector<Entry> entries) {
    const std::size_t oldRows = out.rows.size();
    for (Entry& entry : entries) {
        const Column column{file, entry.cell.variant};
        auto c = std::find(out.columns.begin(), out.columns.end(), column);
        if (c == out.columns.end()) c = out.columns.insert(out.columns.end(), column);
        const auto index = static_cast<std::size_t>(c - out.columns.begin());

        std::size_t r = 0;
        const auto fits = [&](const Row& row) {
            return sameWork(row.work, entry.cell.work, r < oldRows) &&
                   (row.cells.size() <= index || row.cells[index].id.empty());
        };
        while (r < out.rows.size() && !fits(out.rows[r])) ++r;
        if (r == out.rows.size()) {
            out.rows.emplace_back();
            out.rows.back().work = entry.cell.work;
        }
        auto& cells = out.rows[r].cells;
        if (cells.size() <= index) cells.resize(index + 1);
        cells[index] = std::move(entry.data);
    }
}

/// Every row gets every column, own file first and CPU before GPU, empty cells with their reason.
void square(Comparison& out) {
    std::vector<std::size_t> order(out.columns.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const Column &x = out.columns[a], &y = out.columns[b];
        return std::pair(x.file, x.variant.device) < std::pair(y.file, y.variant.device);
    });
    std::vector<Column> columns;
    for (const std::size_t i : order) columns.push_back(out.columns[i]);
    for (Row& row : out.rows) {
        row.cells.resize(out.columns.size());
        std::vector<ReportCell> cells;
        for (const std::size_t i : order) {
            ReportCell& cell = row.cells[i];
            if (cell.id.empty()) {
                cell.reason = Reason{"not_measured_absent"};
                const auto source =
                    std::find_if(out.sources.begin(), out.sources.end(),
                                 [&](const Source& s) { return s.file == out.columns[i].file; });
                cell.source = static_cast<std::size_t>(source - out.sources.begin());
            }
            cells.push_back(std::move(cell));
        }
        row.cells = std::move(cells);
    }
    out.columns = std::move(columns);
}

}  // namespace

const Json* jsonAt(const Json& json, std::initializer_list<const char*> path) {
    const Json* at = &json;
    for (const char* key : path) {
        if (at->is_array() && !at->empty()) at = &at->front();
        if (!at->is_object()) return nullptr;
        const auto found = at->find(key);
        if (found == at->end()) return nullptr;
        at = &*found;
    }
    return at;
}

std::string textAt(const Json& json, std::initializer_list<const char*> path) {
    const Json* found = jsonAt(json, path);
    return found && found->is_string() ? found->get<std::string>() : std::string{};
}

std::optional<double> numberAt(const Json& json, std::initializer_list<const char*> path) {
    const Json* found = jsonAt(json, path);
    return found && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

std::string_view integrityWord(Integrity integrity) {
    switch (integrity) {
        case Integrity::Sealed:
            return "sealed";
        case Integrity::Modified:
            return "modified";
        case Integrity::Open:
            break;
    }
    return "open";
}

std::string baseName(std::string_view path) {
    const auto slash = path.find_last_of("/\\:");
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

const Source& Comparison::sourceOf(const Column& column) const {
    return *std::find_if(sources.begin(), sources.end(),
                         [&](const Source& source) { return source.file == column.file; });
}

Result<Comparison> compare(std::span<const RecordLog> logs, const ComparisonOptions& options) {
    Comparison out;
    for (std::size_t file = 0; file < logs.size(); ++file) {
        const Role role = file < options.roles.size() ? options.roles[file]
                          : file == 0                 ? Role::Own
                                                      : Role::Shared;
        place(out, file, FileReader(logs[file], file, role, out.sources).read());
    }
    if (out.columns.empty()) return fail("nothing_to_report");
    square(out);
    if (auto chosen = chooseBase(out, options.base); !chosen)
        return tl::unexpected(std::move(chosen.error()));
    addGpuState(out);
    addTables(out);
    addRatios(out);
    addWarnings(out);
    return out;
}

}  // namespace duelo
