// SPDX-License-Identifier: Apache-2.0
#include "report/measured_terms.h"

#include <algorithm>

#include "plan/spec.h"
#include "record/doubt.h"
#include "report/imported.h"
#include "report/main_metric.h"
#include "report/parts_chart.h"
#include "report/scaling.h"
#include "report/worth.h"

namespace duelo {
namespace {

class Terms {
public:
    Terms(const Comparison& comparison, const Labels& labels)
        : m_c(comparison), m_labels(labels), m_text(labels.text()) {}

    std::vector<MeasuredTerm> make() {
        for (const Row& row : m_c.rows) {
            for (const ReportCell& cell : row.cells)
                if (cell.timed() && !isBrought(m_c, cell) && !isDoubtful(cell.result))
                    ofCell(row, cell);
            for (const ColumnRatio& ratio : row.ratios) ofRatio(row, ratio);
        }
        ofScaling();
        for (const WorthMap& map : worthMapsOf(m_c))
            for (const ChartValue& chart :
                 worthCharts({.comparison = m_c, .labels = m_labels, .row = rowOf(map)}))
                add("break_even", descriptionOf(chart));
        return std::move(m_terms);
    }

private:
    void add(const char* key, std::string sentence) {
        if (sentence.empty() ||
            std::ranges::find(m_terms, key, &MeasuredTerm::key) != m_terms.end())
            return;
        m_terms.push_back({key, std::move(sentence)});
    }
    void tell(const char* key, const Row& row, const ReportCell& cell, std::string figure) {
        add(key, m_text("measured_term.of", {{"case_name", m_labels.caseName(row)},
                                             {"variant_name", m_labels.columnName(cell.column)},
                                             {"figure_text", std::move(figure)}}));
    }
    [[nodiscard]] static std::optional<std::size_t> rowOf(const WorthMap& map) {
        for (const auto& cell : map.cells)
            if (cell) return cell->row;
        return std::nullopt;
    }
    [[nodiscard]] std::string figure(double value) const {
        return formatSignificant(value, 3, m_text.numbers());
    }

    void ofCell(const Row& row, const ReportCell& cell) {
        const Summary& summary = *cell.result.summary;
        const Spec* spec = m_c.find(row.experiment);
        const std::string time = m_labels.timeText(summary);
        if (spec && spec->steps) {
            // The glossary names the terms of steps as the records name their columns.
            for (const EventSpec& event : spec->events)
                if (!event.step.empty()) tell(event.step.c_str(), row, cell, time);
        } else {
            tell("latency", row, cell, time);
            tell("median", row, cell, time);
        }
        // Both ends have the digits of the median.
        const auto end = [&](double Interval::*side) {
            const auto ci = scaled(summary.ci95_ms, m_labels.timeUnit().per_ms);
            return formatFixed((*ci).*side,
                               decimalsFor(m_labels.timeUnit().of(summary.median_ms), ci),
                               m_text.numbers()) +
                   " " + m_labels.timeUnit().symbol;
        };
        if (summary.ci95_ms)
            tell("confidence_interval", row, cell,
                 time + " " +
                     m_text("measured_term.interval",
                            {{"low", end(&Interval::low)}, {"high", end(&Interval::high)}}));
        if (cell.result.warm_up_calls > 0)
            tell("warm_up", row, cell,
                 m_text("measured_term.calls", {{"n", cell.result.warm_up_calls}}));
        if (cell.cold)
            tell("cold_start", row, cell,
                 m_text("measured_term.cold",
                        {{"first_text", m_labels.timeText(cell.cold->first_ms)},
                         {"later_text", m_labels.timeText(summary)}}));
        if (const Metric* rate = cell.result.metric(mainMetric(m_c, row)))
            tell("throughput", row, cell,
                 formatRate(rate->value, rate->unit, m_text.numbers(),
                            measuredDigits(rate->value, rate->ci95)));
        ofMetrics(row, cell, spec);
        ofQuantities(row, cell);
        ofParts(row, cell);
    }

    void ofMetrics(const Row& row, const ReportCell& cell, const Spec* spec) {
        if (!spec) return;
        for (const MetricSpec& one : spec->metrics)
            if (const Metric* metric = one.share ? cell.result.metric(one.id) : nullptr)
                tell("accuracy", row, cell,
                     m_text.value("share_percent", 100 * metric->value) +
                         (metric->ci95 ? " " + m_text("measured_term.interval",
                                                      {{"low", figure(100 * metric->ci95->low)},
                                                       {"high", figure(100 * metric->ci95->high)}})
                                       : std::string()));
    }

    void ofQuantities(const Row& row, const ReportCell& cell) {
        for (const auto& [key, term] :
             {std::pair("flop", "flop"), std::pair("parameters", "weights")})
            if (const auto found = cell.result.quantities.find(key);
                found != cell.result.quantities.end())
                tell(term, row, cell,
                     formatFixed(static_cast<double>(found->second), 0, m_text.numbers()));
        const auto flop = cell.result.quantities.find("flop"),
                   bytes = cell.result.quantities.find("bytes_moved"),
                   none = cell.result.quantities.end();
        if (flop != none && bytes != none && bytes->second > 0)
            tell("von_neumann", row, cell,
                 m_text("measured_term.per_byte",
                        {{"flop_per_byte", figure(static_cast<double>(flop->second) /
                                                  static_cast<double>(bytes->second))}}));
    }

    void ofParts(const Row& row, const ReportCell& cell) {
        const BarsValue shares = breakdownOf(cell.parts(), m_text);
        if (shares.bars.empty()) return;
        std::string copies;
        for (const BarsValue::Part& part : shares.bars.front().parts)
            if (part.id == "h2d" || part.id == "d2h")
                copies += (copies.empty() ? "" : "; ") + part.name + ": " + part.text;
        if (!copies.empty()) tell("pcie_transfer", row, cell, copies);
    }

    void ofRatio(const Row& row, const ColumnRatio& ratio) {
        if (m_labels.whyNoFactor(row, ratio)) return;
        tell("speed_up", row, row.cells[ratio.column],
             figure(ratio.estimate->ratio) + " (" + m_labels.columnName(ratio.base) + ": 1)");
    }

    void ofScaling() {
        for (const ScalingSeries& series : scalingOf(m_labels, m_c)) {
            const std::vector<std::string> told = scalingSentences(series, m_labels);
            if (series.speedUps().empty() || told.empty()) continue;
            add("efficiency", told.front());
            add("independent", told.front());
            add("amdahl", series.amdahl ? m_text("measured_term.serial",
                                                 {{"share_percent", 100 * series.amdahl->serial}})
                                        : m_text.reason(series.amdahl.error()));
            if (const auto share = series.speedUps().back().serialShare())
                add("karp_flatt", m_text("measured_term.karp_flatt",
                                         {{"workers", series.speedUps().back().workers},
                                          {"share_percent", 100 * *share}}));
        }
    }

    const Comparison& m_c;
    const Labels& m_labels;
    const Text& m_text;
    std::vector<MeasuredTerm> m_terms;
};

}  // namespace

std::vector<MeasuredTerm> measuredTerms(const Comparison& comparison, const Labels& labels) {
    return Terms(comparison, labels).make();
}

}  // namespace duelo
