// SPDX-License-Identifier: Apache-2.0
#include "report/comparison_file.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "record/provenance.h"
#include "record/result_check.h"
#include "report/comparison_steps.h"
#include "report/view.h"

namespace duelo {
namespace {

constexpr int kMostCores = 1024;

/// Reads the lines of one file in order; a line belongs to the header that stands before it.
class FileReader {
public:
    FileReader(const RecordLog& log, std::size_t file, Role role, const FindSpec& find)
        : m_log(log), m_file(file), m_role(role), m_find(find) {}

    /// `records`: those of the log, which are copied if they are const, else moved.
    template <typename Records>
    FileCells read(Records& records) {
        for (auto& record : records)
            std::visit([this](auto& line) { take(std::move(line)); }, record);
        if (m_sources.empty()) return {};
        for (FileCell& entry : m_entries) settle(entry);
        addPlanned();
        std::erase_if(m_entries, [](const FileCell& entry) { return !isDescribed(entry); });
        explainEmpty();
        tellDoubts();
        return numbered({.sources = std::move(m_sources), .cells = std::move(m_entries)});
    }

private:
    void take(Header header) {
        Source source;
        source.file = m_file;
        source.role = m_role;
        source.file_name = baseName(m_log.path.generic_string());
        source.integrity = m_log.integrity;
        source.cpu = header.machine.cpu.name;
        source.os = header.machine.os.name;
        source.gpu = header.engine.gpu.name;
        m_unsealed += header.extra.contains(kResumedUnsealed);
        m_imported |= provenanceOf(header).has_value();
        m_end.clear();
        m_entries.reserve(static_cast<std::size_t>(std::clamp(header.cells, 0, kMaxCells)));
        source.header = std::move(header);
        m_sources.push_back(std::move(source));
    }
    void take(CellRecord line) {
        FileCell& entry = at(line.cell);
        const auto status = entry.data.status;
        if (status && *status != Status::Cancelled) settle(entry);
        // A cell that goes on or is repeated is measured anew: what was there must not mix in. What
        // interrupted work has told goes on where it was.
        ReportCell fresh;
        fresh.id = line.cell;
        fresh.source = current();
        if (entry.data.status == Status::Done)
            m_repeated.insert_or_assign(line.cell, std::move(entry));
        else
            fresh.events = std::move(entry.data.events);
        entry.data = std::move(fresh);
        entry.cell = {std::move(line.cell), std::move(line.experiment), std::move(line.work),
                      std::move(line.variant)};
    }
    /// Decides between a repeat and the result before it: the earlier result gives way to a result
    /// that is done and to no other.
    void settle(FileCell& entry) {
        const auto found = m_repeated.find(entry.cell.id);
        if (found == m_repeated.end()) return;
        FileCell other = std::move(found->second);
        m_repeated.erase(found);
        std::vector<Attempt> others = std::move(other.data.others);
        const auto status = entry.data.status;
        if (status != Status::Done) std::swap(entry, other);
        // A repeat that was cut off has come to nothing that could be told.
        if (status && *status != Status::Cancelled) {
            ReportCell& past = other.data;
            explain(past);
            others.push_back({past.source, std::move(past.reason), std::move(past.result)});
        }
        entry.data.others = std::move(others);
    }
    /// A time that was brought comes alone. Samples, metrics or intervals beside it were measured
    /// by nobody, whatever the file says.
    static ResultRecord onlyTime(ResultRecord told) {
        ResultRecord out{.cell = std::move(told.cell), .status = told.status};
        out.reason = std::move(told.reason);
        out.flags = std::move(told.flags);
        out.identities = std::move(told.identities);
        if (told.summary) out.summary = timeAlone(told.summary->n, told.summary->median_ms);
        return out;
    }
    [[nodiscard]] bool isBrought() const {
        return !m_sources.empty() && provenanceOf(m_sources.back().header);
    }

    void take(Notice line) {
        if (line.cell.empty()) {
            if (!m_sources.empty()) m_sources.back().notices.push_back(std::move(line.reason));
        } else {
            // A run that is gone on with tells again what still holds.
            std::vector<Reason>& known = at(line.cell).data.notices;
            if (std::ranges::find(known, line.reason) == known.end())
                known.push_back(std::move(line.reason));
        }
    }
    void take(Cold line) {
        if (isBrought()) return;
        FileCell& entry = at(line.cell);
        entry.data.cold = std::move(line);
    }
    /// Work that goes on from a checkpoint repeats what it had told since: the later line counts,
    /// and what came after it in the earlier attempt does not.
    void take(EventRecord line) {
        if (isBrought()) return;
        FileCell& entry = at(line.cell);
        std::vector<EventRecord>& events = entry.data.events;
        const std::string step = stepOf(entry.cell.experiment, line.kind);
        if (step.empty()) {
            const auto known = std::ranges::find(events, line.kind, &EventRecord::kind);
            if (known != events.end())
                *known = std::move(line);
            else
                events.push_back(std::move(line));
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
        events.push_back(std::move(line));
    }
    void take(MonitorRecord line) {
        if (!m_sources.empty() && !isBrought())
            m_sources.back().readings.push_back(std::move(line));
    }
    void take(Samples line) {
        if (isBrought()) return;
        Samples& samples = at(line.cell).data.samples;
        if (samples.wall_ms.empty())
            samples = std::move(line);
        else
            samples.append(line);
    }
    void take(ResultRecord line) {
        ReportCell& cell = at(line.cell).data;
        cell.source = current();
        cell.status = line.status;
        cell.result = isBrought() ? onlyTime(std::move(line)) : std::move(line);
    }
    void take(const End& line) {
        m_end = line.status;
        for (Source& source : m_sources) source.end_status = line.status;
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
        // Most lines are of the same cell as the one before.
        if (m_latest < m_entries.size() && m_entries[m_latest].cell.id == id)
            return m_entries[m_latest];
        const auto [found, added] = m_index.try_emplace(id, m_entries.size());
        if (added) {
            m_entries.emplace_back();
            m_entries.back().cell.id = id;
            m_entries.back().data.id = id;
            m_entries.back().data.source = current();
        }
        m_latest = found->second;
        return m_entries[m_latest];
    }

    /// A cancelled run never wrote the lines of the cells that it did not reach; the plan has them.
    void addPlanned() {
        const Header& header = m_sources.front().header;
        const auto known = std::ranges::count_if(m_entries, isDescribed);
        if (known > 0 && known == header.cells) return;
        const auto plan = planFromJson(header.plan);
        const Spec* spec = plan ? m_find(plan->experiment) : nullptr;
        const int cores = std::min(threadsOfAllCores(header.machine.cpu), kMostCores);
        const Facts facts{.physical_cores = cores};
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

    /// Tells whether a line says what the cell is; the others may stand in a file that was edited.
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
            explain(entry.data);
            addMetrics(entry);
        }
    }

    /// Adds the metrics that follow from what the result says otherwise (View::metrics).
    void addMetrics(FileCell& entry) {
        const Spec* spec = entry.data.reason ? nullptr : m_find(entry.cell.experiment);
        if (spec == nullptr || spec->view == nullptr || spec->view->metrics == nullptr) return;
        ResultRecord& result = entry.data.result;
        for (Metric& metric : spec->view->metrics(result))
            if (!result.metric(metric.id)) result.metrics.push_back(std::move(metric));
    }

    /// Sets the reason why a cell has no figure, unless it has one.
    void explain(ReportCell& cell) {
        const ResultRecord& result = cell.result;
        if (!cell.status) {
            cell.reason = Reason{m_end == "cancelled" ? "not_measured_cancelled"
                                                      : "not_measured_interrupted"};
        } else if (*cell.status != Status::Done) {
            cell.reason =
                result.reason.value_or(Reason{"not_measured_" + std::string(word(*cell.status))});
        } else if (!hasFigure(result)) {
            cell.reason = Reason{"not_measured_no_figure"};
        } else if (auto wrong = contradictionOf(result, cell.samples)) {
            cell.reason = std::move(wrong);
            // None of its figures is to be believed, whoever looks for them.
            cell.result = ResultRecord{.cell = cell.id};
            ++m_contradicting;
        } else if (result.summary && cell.samples.wall_ms.empty()) {
            ++m_withoutSamples;
        }
    }

    /// Warns of results that are shown although the file does not prove them.
    void tellDoubts() {
        Source& source = m_sources.front();
        source.warnings = m_log.warnings;
        const auto tell = [&](const char* code, int count) {
            if (count > 0)
                source.warnings.push_back(
                    {code, {{"file", source.file_name}, {"count", count}}, {}});
        };
        tell("results_contradict_samples", m_contradicting);
        if (!m_imported) tell("results_without_samples", m_withoutSamples);
        tell("file_resumed_unsealed", m_unsealed);
        for (Source& one : m_sources) {
            one.contradicts_samples = m_contradicting > 0;
            one.resumed_unsealed = m_unsealed > 0;
        }
    }

    /// Gives the file the works and the variants of its cells.
    static FileCells numbered(FileCells file) {
        std::map<Work, std::size_t> works;
        std::map<Params, std::size_t> variants;
        for (auto& [cell, data, work, variant] : file.cells) {
            Work own{std::move(cell.experiment), std::move(cell.work)};
            work = works.try_emplace(std::move(own), works.size()).first->second;
            variant = variants.try_emplace(std::move(cell.variant), variants.size()).first->second;
        }
        const auto list = [](auto& numbers, auto& values) {
            values.resize(numbers.size());
            while (!numbers.empty()) {
                auto node = numbers.extract(numbers.begin());
                values[node.mapped()] = std::move(node.key());
            }
        };
        list(works, file.works);
        list(variants, file.variants);
        return file;
    }

    const RecordLog& m_log;
    std::size_t m_file;
    Role m_role;
    const FindSpec& m_find;
    std::vector<Source> m_sources;
    std::string m_end;
    int m_contradicting = 0, m_withoutSamples = 0;  ///< cells
    int m_unsealed = 0;                             ///< resumptions of what had no end
    bool m_imported = false;                        ///< its times were not measured: no samples
    std::vector<FileCell> m_entries;
    std::size_t m_latest = 0;  ///< the entry that at() gave last
    std::unordered_map<std::string, std::size_t> m_index;
    /// The cells, by id, of which a repeat is being read, as they were before it.
    std::unordered_map<std::string, FileCell> m_repeated;
};

}  // namespace

FileCells readFile(const RecordLog& log, std::size_t file, Role role, const FindSpec& find) {
    return FileReader(log, file, role, find).read(log.records);
}

FileCells readFile(RecordLog&& log, std::size_t file, Role role, const FindSpec& find) {
    return FileReader(log, file, role, find).read(log.records);
}

}  // namespace duelo
