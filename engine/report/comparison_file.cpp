// SPDX-License-Identifier: Apache-2.0
#include "report/comparison_file.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

#include "report/comparison_steps.h"

namespace duelo {
namespace {

constexpr int kMostCores = 1024;

/// Reads the lines of one file in order; a line belongs to the header that stands before it.
class FileReader {
public:
    FileReader(const RecordLog& log, std::size_t file, Role role, Comparison& into)
        : m_log(log),
          m_file(file),
          m_role(role),
          m_find(into.find),
          m_sources(into.sources),
          m_first(into.sources.size()) {}

    std::vector<FileCell> read() {
        for (const Record& record : m_log.records)
            std::visit([this](const auto& line) { take(line); }, record);
        if (m_sources.size() == m_first) return {};
        m_sources[m_first].warnings = m_log.warnings;
        addPlanned();
        std::erase_if(m_entries, [](const FileCell& entry) { return !isDescribed(entry); });
        explainEmpty();
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
        source.cpu = header.machine.cpu.name;
        source.os = header.machine.os.name;
        source.gpu = header.engine.gpu.name;
        m_sources.push_back(std::move(source));
        m_end.clear();
        m_entries.reserve(static_cast<std::size_t>(std::clamp(header.cells, 0, kMaxCells)));
    }
    void take(const CellRecord& line) {
        FileCell& entry = at(line.cell);
        // A resumed cell is measured anew: what the interrupted attempt left must not mix in. What
        // work tells goes on where it was.
        if (entry.data.status != Status::Done) {
            ReportCell fresh;
            fresh.id = line.cell;
            fresh.source = current();
            fresh.events = std::move(entry.data.events);
            entry.data = std::move(fresh);
        }
        entry.cell = {line.cell, line.experiment, line.work, line.variant};
    }
    void take(const Notice& line) {
        if (line.cell.empty()) {
            if (m_sources.size() > m_first) m_sources.back().notices.push_back(line.reason);
        } else {
            at(line.cell).data.notices.push_back(line.reason);
        }
    }
    void take(const Cold& line) { at(line.cell).data.cold = line; }
    /// Work that goes on from a checkpoint repeats what it had told since: the later line counts,
    /// and what came after it in the earlier attempt does not.
    void take(const EventRecord& line) {
        FileCell& entry = at(line.cell);
        std::vector<EventRecord>& events = entry.data.events;
        const std::string step = stepOf(entry.cell.experiment, line.kind);
        if (step.empty()) {
            const auto known = std::ranges::find(events, line.kind, &EventRecord::kind);
            if (known != events.end())
                *known = line;
            else
                events.push_back(line);
            return;
        }
        const double number = numberIn(line.fields, step).value_or(0);
        const auto repeated = [&](const EventRecord& told) {
            return told.kind == line.kind && numberIn(told.fields, step).value_or(0) >= number;
        };
        // Steps ascend: what is repeated stands behind the last earlier one, with other kinds
        // between.
        auto tail = events.end();
        while (tail != events.begin()) {
            const EventRecord& told = *std::prev(tail);
            if (told.kind == line.kind && !repeated(told)) break;
            --tail;
        }
        events.erase(std::remove_if(tail, events.end(), repeated), events.end());
        events.push_back(line);
    }
    void take(const Samples& line) {
        ReportCell& cell = at(line.cell).data;
        const auto append = [](auto& to, const auto& from) {
            to.insert(to.end(), from.begin(), from.end());
        };
        // Lines leave out a list that says nothing of their samples.
        const auto appendOr = [&](std::vector<int>& to, const std::vector<int>& from, int usual) {
            if (to.empty() && from.empty()) return;
            to.resize(cell.samples.wall_ms.size(), usual);
            append(to, from);
            to.resize(cell.samples.wall_ms.size() + line.wall_ms.size(), usual);
        };
        appendOr(cell.samples.discard, line.discard, 0);
        appendOr(cell.samples.calls, line.calls, 1);
        appendOr(cell.samples.process, line.process, 0);
        append(cell.samples.round, line.round);
        append(cell.samples.t0_ms, line.t0_ms);
        append(cell.samples.wall_ms, line.wall_ms);
        append(cell.samples.device_ms, line.device_ms);
        append(cell.samples.submit_ms, line.submit_ms);
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

    /// The field that counts the steps of a kind of event; empty where it has none.
    [[nodiscard]] std::string stepOf(const std::string& experiment, const std::string& kind) const {
        const Spec* spec = m_find(experiment);
        if (spec == nullptr) return {};
        const EventSpec* known = spec->findEvent(kind);
        return known ? known->step : std::string();
    }

    [[nodiscard]] std::size_t current() const {
        return m_sources.empty() ? 0 : m_sources.size() - 1;
    }

    FileCell& at(const std::string& id) {
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
        const Header& header = m_sources[m_first].header;
        const auto plan = planFromJson(header.plan);
        const Spec* spec = plan ? m_find(plan->experiment) : nullptr;
        const int cores = header.machine.cpu.cores.value_or(1);
        const Facts facts{.physical_cores = std::clamp(cores, 1, kMostCores)};
        // Checked by nobody before it gets here.
        if (spec == nullptr || !problemsOf(*plan, *spec, facts).empty()) return;
        std::vector<Cell> missing = expand(completed(*plan, *spec), *spec, facts);
        std::erase_if(missing, [this](const Cell& cell) { return isKnown(cell.id); });
        if (missing.empty()) return;
        std::set<std::pair<Params, Params>> works;
        for (const FileCell& entry : m_entries) works.emplace(entry.cell.work, entry.cell.variant);
        for (Cell& cell : missing) {
            if (works.contains({cell.work, cell.variant})) continue;
            FileCell entry{std::move(cell), {}};
            entry.data.id = entry.cell.id;
            entry.data.source = current();
            m_entries.push_back(std::move(entry));
        }
    }

    /// Whether a line says what the cell is; the others may stand in a file that was edited.
    [[nodiscard]] bool isKnown(const std::string& id) const {
        const auto found = m_index.find(id);
        return found != m_index.end() && isDescribed(m_entries[found->second]);
    }
    [[nodiscard]] static bool isDescribed(const FileCell& entry) {
        return !entry.cell.experiment.empty();
    }

    /// A course may have no time that can be repeated, only what it came to.
    [[nodiscard]] static bool hasFigure(const ResultRecord& result) {
        if (!result.summary) return !result.output.empty();
        return std::isfinite(result.summary->median_ms) && result.summary->median_ms > 0;
    }

    void explainEmpty() {
        for (FileCell& entry : m_entries) {
            ReportCell& cell = entry.data;
            const ResultRecord& result = cell.result;
            if (!cell.status) {
                cell.reason = Reason{m_end == "cancelled" ? "not_measured_cancelled"
                                                          : "not_measured_interrupted"};
            } else if (*cell.status != Status::Done) {
                cell.reason = result.reason.value_or(
                    Reason{"not_measured_" + std::string(word(*cell.status))});
            } else if (!hasFigure(result)) {
                cell.reason = Reason{"not_measured_no_figure"};
            }
        }
    }

    const RecordLog& m_log;
    std::size_t m_file;
    Role m_role;
    const FindSpec& m_find;
    std::vector<Source>& m_sources;
    std::size_t m_first;
    std::string m_end;
    std::vector<FileCell> m_entries;
    std::unordered_map<std::string, std::size_t> m_index;
};

}  // namespace

std::vector<FileCell> readFile(const RecordLog& log, std::size_t file, Role role,
                               Comparison& into) {
    return FileReader(log, file, role, into).read();
}

}  // namespace duelo
