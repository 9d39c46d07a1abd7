// SPDX-License-Identifier: Apache-2.0
#include "lab_report/change_table.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/sha256.h"
#include "lab_report/published_accuracy.h"
#include "report/prediction.h"
#include "report/report_words.h"
#include "report/time_unit.h"
#include "report/view.h"

namespace duelo {
namespace {

class ChangeTable : private Labels {
public:
    ChangeTable(const Comparison& comparison, const CellPair& pair, const Text& text)
        : Labels(comparison, text),
          m_pair(pair),
          m_ratio(ratioOf(comparison, *this, pair)),
          m_names(namesOf(*this, pair)) {}

    Evidence evidence() {
        m_table.id = "what-if";
        m_table.columns = {t("what_if.column_what"), m_names.base, m_names.of};
        m_table.numeric.assign(m_table.columns.size(), false);
        addAxes();
        addTimes();
        addResult();
        addMetrics();
        addCost();
        addMemory();
        m_table.notes.push_back(gainText());
        if (publishedPair()) m_table.notes.push_back(t("what_if.top1_note"));
        addPrediction();
        Evidence out;
        out.title = titleText();
        m_table.title = out.title;
        out.words = gainText() + costText();
        if (m_ratio.estimate) out.value = m_ratio.estimate->ratio;
        out.blocks.emplace_back(std::move(m_table));
        out.citation.sha256 = sha256Hex(digestOf(*m_pair.base.cell) + digestOf(*m_pair.of.cell));
        return out;
    }

private:
    void add(std::string what, std::string base, std::string of) {
        m_table.rows.push_back(
            {words(std::move(what)), words(std::move(base)), words(std::move(of))});
    }

    [[nodiscard]] std::string titleText() const {
        return t(
            m_names.common.empty() ? "what_if.title" : "what_if.title_of",
            {{"common", m_names.common}, {"of_name", m_names.of}, {"base_name", m_names.base}});
    }

    void addAxes() {
        const std::string& experiment = m_pair.of.row->experiment;
        for (const std::string& axis : differingAxes(m_c, m_pair)) {
            const auto value = [&](const CellPlace& at) {
                const std::string both = axisText(experiment, axis, valueOf(m_c, at, axis), m_text);
                return both.substr(std::min(both.find(": ") + 2, both.size()));
            };
            add(columnTitle(m_text, experiment, axis), value(m_pair.base), value(m_pair.of));
        }
        const Source &base = m_c.sources[m_pair.base.cell->source],
                     &of = m_c.sources[m_pair.of.cell->source];
        if (base.header.machine.id != of.header.machine.id)
            add(t("what_if.machine"), provenance(base), provenance(of));
    }

    void addTimes() {
        const auto time = [&](const CellPlace& at) {
            if (!at.cell->timed())
                return at.cell->reason ? m_text.reason(*at.cell->reason) : t("report.no_time");
            const Summary& summary = *at.cell->result.summary;
            const std::string precision = precisionText(summary);
            return timeText(summary) + (precision.empty() ? "" : " (" + precision + ")");
        };
        add(t("what_if.time"), time(m_pair.base), time(m_pair.of));
        if (!m_ratio.rate.empty()) addMetric(m_ratio.rate);
    }

    void addMetric(const std::string& id) {
        const Metric *base = m_pair.base.cell->result.metric(id),
                     *of = m_pair.of.cell->result.metric(id);
        if (!base || !of) return;
        add(columnTitle(m_text, m_pair.of.row->experiment, id), metricText(*this, *base),
            metricText(*this, *of));
    }
    void addMetrics() {
        // A rate says no more than the time does.
        for (const Metric& metric : m_pair.of.cell->result.metrics)
            if (!metric.unit.ends_with("/s")) addMetric(metric.id);
    }

    /// Adds the cost of the change: whether the result is the same.
    void addResult() {
        std::string same = t("what_if.result_other_case");
        if (m_pair.ofOneCase() && m_pair.base.cell->timed() && m_pair.of.cell->timed()) {
            const auto equal =
                sameResult(m_c, *m_pair.of.row, m_pair.base.cell->column, m_pair.of.cell->column);
            same = !equal   ? m_text.reason(equal.error())
                   : *equal ? t("what_if.result_same")
                            : t("what_if.result_unknown");
        }
        const auto notes = [&](const CellPlace& at) {
            return commaJoined(
                notesOf(m_c.find(at.row->experiment), at.row->work, *at.cell, *this));
        };
        const std::string base = notes(m_pair.base), of = notes(m_pair.of);
        if (!base.empty() || !of.empty()) add(t("what_if.result"), base, of);
        add(t("what_if.result_against"), "–", std::move(same));
    }

    /// Returns the operations of both calls, in thousands of millions, where they are counted and
    /// differ.
    [[nodiscard]] std::optional<std::pair<double, double>> operations() const {
        const auto counted = [&](const CellPlace& at) {
            const View& view = viewOf(m_c, *at.row);
            double flop = 0;
            if (view.layers)
                for (const View::Layer& layer :
                     view.layers(*at.row, m_c.columns[at.cell->column].variant))
                    flop += layer.flop;
            return flop / 1e9;
        };
        const double base = counted(m_pair.base), of = counted(m_pair.of);
        if (!(base > 0) || !(of > 0) || base == of) return std::nullopt;
        return std::pair(base, of);
    }
    /// Returns the published accuracies of two networks, in percent, where both are known.
    [[nodiscard]] std::optional<std::pair<double, double>> publishedPair() const {
        const std::string base = m_pair.base.row->work.text("model"),
                          of = m_pair.of.row->work.text("model");
        const auto a = publishedTop1_percent(base), b = publishedTop1_percent(of);
        if (base == of || !a || !b) return std::nullopt;
        return std::pair(*a, *b);
    }
    [[nodiscard]] std::string percent(double value) const {
        return formatFixed(value, 1, m_text.numbers());
    }
    /// Returns the largest difference from the result of the case's base, which is of one file.
    [[nodiscard]] std::string errorText(const CellPlace& at) const {
        const auto& error = at.cell->result.max_error;
        return error ? formatSignificant(*error, 2, m_text.numbers()) : "–";
    }

    /// Adds what the change costs or spares beside time: operations, the accuracy that is published
    /// of both networks, and how far the output moves.
    void addCost() {
        if (const auto both = operations())
            add(t("what_if.operations"), number(both->first), number(both->second));
        if (const auto both = publishedPair())
            add(t("what_if.top1"), percent(both->first), percent(both->second));
        const bool moved = m_pair.base.cell->result.max_error || m_pair.of.cell->result.max_error;
        if (moved && m_pair.ofOneCase() && m_pair.base.cell->source == m_pair.of.cell->source)
            add(t("what_if.output_error"), errorText(m_pair.base), errorText(m_pair.of));
    }

    /// Says the same in a sentence or two, each with a blank before it.
    [[nodiscard]] std::string costText() const {
        std::string out;
        if (const auto both = operations())
            out += " " + t("what_if.cost_operations",
                           {{"base_text", number(both->first)}, {"of_text", number(both->second)}});
        if (const auto both = publishedPair())
            out += " " + t("what_if.cost_top1", {{"base_text", percent(both->first)},
                                                 {"of_text", percent(both->second)}});
        return out;
    }

    void addMemory() {
        const auto &base = m_pair.base.cell->result.peak_bytes,
                   &of = m_pair.of.cell->result.peak_bytes;
        if (!base || !of) return;
        const auto bytes = [&](std::int64_t count) {
            return formatBytes(static_cast<double>(count), m_text.numbers());
        };
        add(t("what_if.memory"), bytes(*base), bytes(*of));
    }

    [[nodiscard]] std::string gainText() const {
        if (m_ratio.why) return t("what_if.gain_none", {{"why", m_text.told(*m_ratio.why)}});
        const RatioEstimate& estimate = *m_ratio.estimate;
        if (const std::string open = uncheckedText(m_c, m_pair, m_text); !open.empty())
            return t("what_if.gain_unchecked", {{"factor_text", number(estimate.ratio)},
                                                {"unit_text", rateText(m_ratio, m_pair, m_text)},
                                                {"open_text", open}});
        const SaidRatio told = saidRatio(estimate);
        return t(("what_if.gain_" + std::string(verdictName(estimate.verdict))).c_str(),
                 {{"factor_text", number(told.value, told.ci95)},
                  {"interval_text",
                   intervalText(estimate, told.ci95, decimalsFor(told.value, told.ci95))},
                  {"unit_text", rateText(m_ratio, m_pair, m_text)}});
    }

    /// Adds what was predicted of just these two, and what came of it.
    void addPrediction() {
        const Prediction* asked = predictionIn(m_c);
        if (!asked || asked->skipped) return;
        const auto is = [&](const CellPlace& at, const Json& work, const Json& variant) {
            return at.row->work == Params::from(work) &&
                   m_c.columns[at.cell->column].variant == Params::from(variant);
        };
        const PredictionWords said(*asked, m_pair.of.row->experiment, m_c.find, m_text);
        for (const PredictionOutcome& outcome : outcomesOf(m_c, *this)) {
            if (outcome.question.elsewhere) continue;
            const bool growth = outcome.question.kind == PredictionQuestion::Kind::Growth;
            const Json& work = outcome.question.of_first ? asked->first : asked->last;
            const bool ofThese =
                growth ? (is(m_pair.base, asked->first, asked->base) &&
                          is(m_pair.of, asked->last, asked->base)) ||
                             (is(m_pair.base, asked->last, asked->base) &&
                              is(m_pair.of, asked->first, asked->base))
                       : is(m_pair.base, work, asked->base) && is(m_pair.of, work, asked->other);
            if (!ofThese) continue;
            std::string line = said.line(outcome, *this);
            std::ranges::replace(line, '\n', ' ');
            m_table.notes.push_back(t("what_if.predicted", {{"line_text", std::move(line)}}));
        }
    }

    const CellPair m_pair;
    const PairRatio m_ratio;
    const PairNames m_names;
    DocTable m_table;
};

}  // namespace

Evidence changeTable(const Comparison& comparison, const CellPair& pair, const Text& text) {
    return ChangeTable(comparison, pair, text).evidence();
}

}  // namespace duelo
