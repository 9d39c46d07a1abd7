// SPDX-License-Identifier: Apache-2.0
// What is made of an experiment that brings no view of its own.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "plan/spec.h"
#include "report/report_words.h"
#include "report/view.h"

namespace duelo {

namespace {

/// The rows of one experiment without a view.
struct PlainRows {
    std::string experiment;
    std::vector<const Row*> rows;
};

class PlainView : private ReportWords {
public:
    PlainView(const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options) {}

    /// The middle case of each experiment speaks for it: its base against another, or a time alone.
    std::vector<std::string> answers() const {
        std::vector<std::string> out;
        for (const PlainRows& plain : plainRows()) {
            std::vector<const Row*> measured;
            for (const Row* row : plain.rows)
                if (std::ranges::any_of(row->cells, &ReportCell::timed)) measured.push_back(row);
            if (!measured.empty()) out.push_back(answer(*measured[measured.size() / 2]));
        }
        return out;
    }

    std::vector<DocSection> sections() const {
        DocSection results{t("report.results_heading"), {}, false};
        DocSection charts{t("report.chart_heading"), {}, false};
        for (const PlainRows& plain : plainRows()) {
            results.blocks.emplace_back(table(plain));
            if (auto drawn = chart(plain)) charts.blocks.emplace_back(std::move(*drawn));
        }
        return {std::move(results), std::move(charts)};
    }

private:
    std::string answer(const Row& row) const {
        Json args{{"case_name", caseName(row.work)}};
        const ColumnRatio* ratio = speakingRatio(m_c, row);
        if (!ratio || !ratio->estimate) {
            const auto cell = std::ranges::find_if(row.cells, &ReportCell::timed);
            args["variant_name"] = columnName(static_cast<std::size_t>(cell - row.cells.begin()));
            args["time"] = secondsCell(cell->result.summary->median_ms, m_text.numbers()).text;
            return t("report.plain_time", args);
        }
        const RatioEstimate& estimate = *ratio->estimate;
        args["variant_name"] = columnName(ratio->column);
        args["base_name"] = columnName(ratio->base);
        args["ratio"] = formatSignificant(estimate.ratio, 3, m_text.numbers());
        args["interval_text"] = intervalText(estimate, estimate.ci95, decimalsFor(estimate.ratio));
        args["verdict_text"] = m_text.word("verdict", verdictName(estimate.verdict));
        return t("report.plain_ratio", args);
    }

    std::vector<PlainRows> plainRows() const {
        std::vector<PlainRows> found;
        for (const Row& row : m_c.rows) {
            if (&viewOf(m_c, row) != &plainView()) continue;
            auto known = std::ranges::find(found, row.experiment, &PlainRows::experiment);
            if (known == found.end()) known = found.insert(found.end(), {row.experiment, {}});
            known->rows.push_back(&row);
        }
        return found;
    }

    std::string title(const PlainRows& plain) const {
        return withCommon(m_text.word("experiment", plain.experiment));
    }

    DocTable table(const PlainRows& plain) const {
        DocTable out;
        out.id = "results-" + plain.experiment;
        out.title = title(plain);
        out.columns = {t("report.column_case")};
        for (std::size_t i = 0; i < m_c.columns.size(); ++i)
            out.columns.push_back(columnName(i) + " (ms)");
        out.numeric.assign(out.columns.size(), true);
        out.numeric.front() = false;
        for (const Row* row : plain.rows) {
            out.rows.push_back({words(caseName(row->work))});
            for (const ReportCell& cell : row->cells)
                out.rows.back().push_back(
                    cell.timed()  ? figure(cell.result.summary->median_ms,
                                           decimalsFor(cell.result.summary->median_ms))
                    : cell.reason ? words(causeText(*cell.reason, cell.status))
                                  : words("–"));
        }
        return out;
    }

    /// The first number of a case that its rows have several of; empty: none.
    std::string sweptAxis(const PlainRows& plain) const {
        std::vector<std::string> axes;
        if (const Spec* spec = m_c.find(plain.experiment))
            for (const Axis& axis : spec->axes) axes.push_back(axis.id);
        else
            for (const auto& [axis, value] : plain.rows.front()->work) axes.push_back(axis);
        for (const std::string& axis : axes) {
            std::set<double> values;
            for (const Row* row : plain.rows)
                if (const auto value = row->work.optionalReal(axis)) values.insert(*value);
            if (values.size() > 1) return axis;
        }
        return {};
    }

    std::string unitOf(const PlainRows& plain, const std::string& id) const {
        const Spec* spec = m_c.find(plain.experiment);
        const Axis* axis = spec ? spec->find(id) : nullptr;
        return axis ? axis->unit : std::string();
    }

    std::optional<DocChart> chart(const PlainRows& plain) const {
        const std::string axis = sweptAxis(plain);
        if (axis.empty()) return std::nullopt;
        DocChart out;
        out.title = title(plain);
        const std::string name = columnTitle(m_text, plain.experiment, axis),
                          unit = unitOf(plain, axis);
        out.x_title = unit.empty() ? name : name + " (" + unit + ")";
        out.y_title = t("report.chart_y");
        out.x_unit = unit.empty() ? "" : " " + unit;
        double low = 0, high = 0;
        for (std::size_t i = 0; i < m_c.columns.size(); ++i) {
            std::map<double, double> points;
            for (const Row* row : plain.rows) {
                const auto at = row->work.optionalReal(axis);
                if (!at || !row->cells[i].timed()) continue;
                const double seconds = row->cells[i].result.summary->median_ms / 1000;
                points.emplace(*at, seconds);  // cases that differ otherwise stand in the table
                low = low == 0 ? seconds : std::min(low, seconds);
                high = std::max(high, seconds);
            }
            if (points.size() < 2) continue;
            const bool cpu = deviceOf(m_c.columns[i].variant) == Device::Cpu;
            out.series.push_back({columnName(i),
                                  cpu ? DocChart::Marker::Circle : DocChart::Marker::Cross,
                                  {points.begin(), points.end()}});
            describe(out);
        }
        if (out.series.empty()) return std::nullopt;
        out.log_y = low > 0 && high / low >= kLogSpan;
        if (out.log_y) out.description += " " + t("report.chart_log");
        return out;
    }

    std::string numberText(double x) const {
        return x == std::floor(x) && std::abs(x) < 1e15 ? formatFixed(x, 0, m_text.numbers())
                                                        : formatSignificant(x, 6, m_text.numbers());
    }

    void describe(DocChart& chart) const {
        const DocChart::Series& series = chart.series.back();
        chart.description += (chart.description.empty() ? "" : " ") + series.name + ": ";
        for (const auto& [x, seconds] : series.points)
            chart.description += (x == series.points.front().first ? "" : "; ") + numberText(x) +
                                 chart.x_unit + ": " +
                                 secondsCell(seconds * 1000, m_text.numbers()).text + " s";
        chart.description += ".";
    }
};

}  // namespace

const View& plainView() {
    static const View view{.title = "report.plain_title",
                           .answers = answersOf<PlainView>,
                           .sections = sectionsOf<PlainView>};
    return view;
}

}  // namespace duelo
