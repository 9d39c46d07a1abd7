// SPDX-License-Identifier: Apache-2.0
// What of a comparison can be claimed of.
#include <map>
#include <set>
#include <tuple>

#include "lab_report/claim.h"
#include "report/scaling.h"

namespace duelo {
namespace {

class Subjects : private Labels {
public:
    Subjects(const Comparison& comparison, const Text& text) : Labels(comparison, text) {}

    std::vector<ClaimSubject> of(ClaimKind kind) {
        switch (kind) {
            case ClaimKind::Pair:
                eachCell([this](const Row& row, const ReportCell& cell) {
                    add(cell, {}, caseName(row) + ": " + columnName(cell.column));
                });
                break;
            case ClaimKind::Metric:
                eachCell([this](const Row& row, const ReportCell& cell) {
                    for (const Metric& metric : cell.result.metrics)
                        if (!metric.unit.ends_with("/s"))
                            add(cell, metric.id,
                                columnTitle(m_text, row.experiment, metric.id) + " · " +
                                    caseName(row) + ": " + columnName(cell.column));
                });
                break;
            case ClaimKind::All:
                eachCell([this](const Row&, const ReportCell& cell) {
                    if (m_columns.insert(cell.column).second)
                        add(cell, {}, columnName(cell.column));
                });
                break;
            case ClaimKind::Growth:
                growth();
                break;
            case ClaimKind::Workers:
                workers();
                break;
        }
        return std::move(m_subjects);
    }

private:
    template <typename Do>
    void eachCell(const Do& act) const {
        for (const Row& row : m_c.rows)
            for (const ReportCell& cell : row.cells)
                if (cell.timed() && !cell.id.empty()) act(row, cell);
    }
    void add(const ReportCell& cell, std::string what, std::string words) {
        m_subjects.push_back({refOf(m_c, cell), std::move(what), std::move(words)});
    }

    /// Lines over an axis of numbers that has two values or more there.
    void growth() {
        std::set<std::tuple<std::string, Params, std::string, std::size_t>> lines, told;
        for (const bool counting : {true, false})
            eachCell([&](const Row& row, const ReportCell& cell) {
                for (const auto& [axis, value] : row.work) {
                    const Spec* spec = m_c.find(row.experiment);
                    const Axis* known = spec ? spec->find(axis) : nullptr;
                    if (!value.is_number() || (known && !known->many)) continue;
                    Params like = row.work;
                    like.erase(axis);
                    const std::tuple line{row.experiment, like, axis, cell.column};
                    if (counting) {
                        if (const auto seen = m_first.find(line); seen == m_first.end())
                            m_first.emplace(line, value);
                        else if (seen->second != value)
                            lines.insert(line);
                    } else if (lines.contains(line) && told.insert(line).second) {
                        add(cell, axis,
                            columnTitle(m_text, row.experiment, axis) + " · " +
                                columnName(cell.column) + rest(row, axis));
                    }
                }
            });
    }
    /// Returns the name of a line's case for a list; empty where all lines are of one case.
    [[nodiscard]] std::string rest(const Row& row, const std::string& axis) const {
        std::set<Params> others;
        for (const Row& each : m_c.rows) {
            Params like = each.work;
            like.erase(axis);
            if (each.experiment == row.experiment) others.insert(like);
        }
        return others.size() > 1 ? " · " + caseName(row) : std::string();
    }

    void workers() {
        for (const ScalingSeries& series : scalingOf(*this, m_c)) {
            const Row& row = m_c.rows[series.row];
            add(row.cells[series.steps.front().column], series.axis,
                columnTitle(m_text, row.experiment, series.axis) + " · " + caseName(row));
        }
    }

    std::vector<ClaimSubject> m_subjects;
    std::set<std::size_t> m_columns;
    std::map<std::tuple<std::string, Params, std::string, std::size_t>, Json> m_first;
};

}  // namespace

std::vector<ClaimSubject> subjectsOf(const Comparison& comparison, ClaimKind kind,
                                     const Text& text) {
    return Subjects(comparison, text).of(kind);
}

}  // namespace duelo
