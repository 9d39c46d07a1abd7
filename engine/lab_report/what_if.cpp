// SPDX-License-Identifier: Apache-2.0
#include "lab_report/what_if.h"

#include <algorithm>

#include "base/sha256.h"
#include "lab_report/references.h"
#include "report/prediction.h"
#include "report/report_words.h"
#include "report/scaling.h"
#include "report/time_unit.h"
#include "report/view.h"

namespace duelo {
namespace {

/// Each is set against each.
constexpr std::size_t kMostAsked = 40;

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
        addMemory();
        m_table.notes.push_back(gainText());
        addPrediction();
        Evidence out;
        out.title = titleText();
        m_table.title = out.title;
        out.words = gainText();
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
        if (m_ratio.why) return t("what_if.gain_none", {{"why", m_text.reason(*m_ratio.why)}});
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
            std::string line =
                t("prediction.card_line", {{"question_text", said.question(outcome.question)},
                                           {"predicted_text", said.predicted(outcome)},
                                           {"measured_text", said.measured(outcome, *this)},
                                           {"met_text", said.met(outcome)}});
            std::ranges::replace(line, '\n', ' ');
            m_table.notes.push_back(t("what_if.predicted", {{"line_text", std::move(line)}}));
        }
    }

    const CellPair m_pair;
    const PairRatio m_ratio;
    const PairNames m_names;
    DocTable m_table;
};

/// Values that an axis can be set to, as its form offers them.
std::vector<Json> offeredBy(const Axis& axis, const Facts& facts) {
    if (!axis.offered.empty()) return axis.offered;
    std::vector<Json> values;
    if (axis.zero_is_cores) values = {1, facts.physical_cores};
    if (axis.kind == AxisKind::Device)
        for (const Device& device : facts.devices) values.emplace_back(word(device));
    if (axis.kind == AxisKind::Word)
        for (const std::string& word : axis.words) values.emplace_back(word);
    return values;
}

/// Tells whether the device of a variant can multiply in this precision. A CPU cannot in tf32 and
/// fp16, and the engine would only say so.
bool fits(const Params& variant, const std::string& axis, const Json& value) {
    const bool gpu_only = value == Json("tf32") || value == Json("fp16");
    return axis != "precision" || !gpu_only || deviceOf(variant).isGpu();
}

/// Tells whether all cells have the same axes, so that only the changed one differs. Another
/// network may come with another size of images, which makes it another case.
bool changesAlone(const std::vector<Cell>& cells) {
    const auto axesOf = [](const Params& work) {
        std::vector<std::string> axes;
        for (const auto& [axis, value] : work) axes.push_back(axis);
        return axes;
    };
    return cells.size() > 1 && std::ranges::all_of(cells, [&](const Cell& cell) {
               return axesOf(cell.work) == axesOf(cells.front().work);
           });
}

std::size_t logOf(const Comparison& comparison, const ReportCell& cell) {
    return comparison.sources[cell.source].file;
}

Block blockOf(const Params& params) {
    Block block;
    for (const auto& [axis, value] : params) block[axis] = {value};
    return block;
}

}  // namespace

std::optional<Evidence> changeEvidence(const Comparison& comparison, const CellRef& base,
                                       const CellRef& of, const Text& text) {
    const CellPair pair{placeOf(comparison, base), placeOf(comparison, of)};
    if (!pair) return std::nullopt;
    Evidence out = ChangeTable(comparison, pair, text).evidence();
    const std::string digest = out.citation.sha256;
    out.citation = citationOf(base, of, {});
    out.citation.sha256 = digest;
    return out;
}

Citation citationOf(const CellRef& base, const CellRef& of, std::string source) {
    Citation out;
    out.kind = EvidenceKind::WhatIf;
    out.base = base;
    out.of = of;
    out.source = std::move(source);
    return out;
}

std::vector<Change> changesOf(const Comparison& comparison, const CellRef& base,
                              const Facts& facts) {
    const CellPlace from = placeOf(comparison, base);
    const Spec* spec = from ? comparison.find(from.row->experiment) : nullptr;
    if (!spec) return {};
    const Params& variant = comparison.columns[from.cell->column].variant;
    std::vector<Change> changes;
    const auto changeOf = [&](const std::string& axis, const Json& value) -> Change& {
        for (Change& one : changes)
            if (one.axis == axis && one.value == value) return one;
        changes.push_back(
            {.axis = axis, .value = value, .papers = referencesFor(axis, value, from.row->work)});
        return changes.back();
    };
    for (const Axis& axis : spec->axes) {
        const Json& now = valueOf(comparison, from, axis.id);
        if (axis.role == AxisRole::Run || !axis.many || now.is_null()) continue;
        for (const Row& row : comparison.rows)
            for (const ReportCell& cell : row.cells) {
                const CellPlace at{&row, &cell};
                if (row.experiment != from.row->experiment || !cell.timed()) continue;
                // A change that others have measured is no proposal of the author.
                if (axis.kind != AxisKind::Device &&
                    logOf(comparison, cell) != logOf(comparison, *from.cell))
                    continue;
                const auto differs = differingAxes(comparison, {from, at});
                if (differs.size() == 1 && differs.front() == axis.id)
                    changeOf(axis.id, valueOf(comparison, at, axis.id))
                        .cells.push_back(refOf(comparison, cell));
            }
        for (const Json& value : offeredBy(axis, facts)) {
            if (value == now || !fits(variant, axis.id, value)) continue;
            const Change change{.axis = axis.id, .value = value};
            const auto plan = planOf(comparison, base, change);
            if (plan && problemsOf(*plan, *spec, facts).empty() &&
                changesAlone(expand(*plan, *spec, facts)))
                (void)changeOf(axis.id, value);
        }
    }
    return changes;
}

std::optional<std::pair<CellRef, CellRef>> bestChange(const Comparison& comparison,
                                                      const Text& text) {
    std::vector<CellPlace> timed;
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells)
            if (cell.timed() && logOf(comparison, cell) == comparison.sources.front().file)
                timed.push_back({&row, &cell});
    if (timed.size() > kMostAsked) return std::nullopt;
    const Labels labels(comparison, text);
    std::optional<std::pair<CellRef, CellRef>> best;
    double most = 1;
    for (const CellPlace& base : timed)
        for (const CellPlace& of : timed) {
            const Spec* spec = comparison.find(base.row->experiment);
            if (!spec || base.row->experiment != of.row->experiment) continue;
            const auto differs = differingAxes(comparison, {base, of});
            const Axis* axis = differs.size() == 1 ? spec->find(differs.front()) : nullptr;
            if (!axis || axis->role == AxisRole::Run || !axis->many) continue;
            const PairRatio gain = ratioOf(comparison, labels, {base, of});
            if (!gain.estimate || gain.why || gain.estimate->ratio <= most) continue;
            most = gain.estimate->ratio;
            best = {refOf(comparison, *base.cell), refOf(comparison, *of.cell)};
        }
    return best;
}

std::optional<Plan> planOf(const Comparison& comparison, const CellRef& base,
                           const Change& change) {
    const CellPlace from = placeOf(comparison, base);
    const Spec* spec = from ? comparison.find(from.row->experiment) : nullptr;
    const Axis* axis = spec ? spec->find(change.axis) : nullptr;
    if (!axis) return std::nullopt;
    const Params& variant = comparison.columns[from.cell->column].variant;
    Plan plan{.experiment = spec->id,
              .cases = {blockOf(from.row->work)},
              .variants = {blockOf(variant)},
              .base = variant};
    Block& block = axis->role == AxisRole::Variant ? plan.variants.front() : plan.cases.front();
    block[axis->id].push_back(change.value);
    return plan;
}

std::optional<Plan> workersPlan(const Comparison& comparison) {
    CellPlace least;
    std::string workers;
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells) {
            const Spec* spec = comparison.find(row.experiment);
            const Params& variant = comparison.columns[cell.column].variant;
            if (!spec || !cell.timed() || !deviceOf(variant).isCpu() ||
                logOf(comparison, cell) != comparison.sources.front().file)
                continue;
            const auto axis = std::ranges::find_if(spec->axes, [&](const Axis& one) {
                return variant.has(one.id) && countsWorkers(*spec, one);
            });
            if (axis == spec->axes.end() ||
                (least && least.cell->result.summary->median_ms <= cell.result.summary->median_ms))
                continue;
            least = {&row, &cell};
            workers = axis->id;
        }
    if (!least) return std::nullopt;
    Plan plan{.experiment = least.row->experiment,
              .cases = {blockOf(least.row->work)},
              .variants = {blockOf(comparison.columns[least.cell->column].variant)},
              .preset = Preset::Quick};
    plan.base.set(workers, 1);
    std::vector<Json>& numbers = plan.variants.front()[workers];
    numbers.clear();
    const Source& source = comparison.sources[least.cell->source];
    for (const int number : workerNumbers(coreCounts(source.header.machine.cpu)))
        numbers.emplace_back(number);
    return plan;
}

}  // namespace duelo
