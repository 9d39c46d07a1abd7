// SPDX-License-Identifier: Apache-2.0
#include "report/table_answer.h"

#include "plan/spec.h"
#include "report/growth.h"
#include "report/imported.h"
#include "report/layout.h"
#include "report/time_charts.h"
#include "report/view.h"

namespace duelo {

namespace {

/// The row that speaks for a table: the middle one of those with an answer.
template <typename Has>
std::optional<std::size_t> middleOf(const CaseTable& table, Has has) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        if (has(i)) found.push_back(i);
    return found.empty() ? std::nullopt : std::optional(found[found.size() / 2]);
}

}  // namespace

TableAnswer TableAnswers::of(std::size_t at) {
    m_table = at;
    const CaseTable& table = m_c.tables[at];
    m_text = m_text.of(m_c.rows[table.rows.front()].experiment);
    TableAnswer answer = table.gpu ? ofGpu(table) : TableAnswer{ofCpu(table)};
    if (answer.text.empty()) return answer;
    for (const auto& column : {table.cpu, table.gpu}) {
        if (!column || !m_told.emplace(table.rows.front(), *column).second) continue;
        if (const std::string power = powerSentence(*column); !power.empty())
            answer.text += " " + power;
    }
    return answer;
}

Json TableAnswers::argsOf(const Row& row) const {
    const Spec* spec = m_c.find(row.experiment);
    Json args = spec ? caseArgs(*spec, row.work, nullptr, m_text) : Json::object();
    args["case_name"] = caseName(row);
    for (const RowAxis* axis : rowAxesOf(viewOf(m_c, row), row.work))
        if (axis->name) args[axis->axis] = axis->name(row, m_text);
    return args;
}

/// Returns the sentence on how the time grows (S2-M16); empty where no power describes it.
std::string TableAnswers::powerSentence(std::size_t column) const {
    const auto growth = growthOf(shown(), column);
    if (!growth || !growth->fit || !growth->fit->isPower()) return {};
    const std::string& experiment = m_c.rows[m_c.tables[m_table].rows.front()].experiment;
    return t("report.answer_power",
             {{"device_name", deviceName(column)},
              {"axis_name", columnTitle(m_text, experiment, growth->axis)},
              {"slope", formatFixed(growth->fit->slope, 1, m_text.numbers())},
              {"r2", formatFixed(growth->fit->r2, 3, m_text.numbers())}});
}

std::string TableAnswers::ofCpu(const CaseTable& table) const {
    if (!table.cpu) return {};
    const std::size_t cpu = *table.cpu;
    const auto middle =
        middleOf(table, [&](std::size_t i) { return m_c.rows[table.rows[i]].cells[cpu].timed(); });
    if (!middle) return {};
    const Row& row = m_c.rows[table.rows[*middle]];
    const Summary& summary = *row.cells[cpu].result.summary;
    Json args = argsOf(row);
    args["variant_name"] = spokenName(cpu);
    args["device_name"] = deviceName(cpu);
    args["time"] = timeWithRange(summary);
    args["repetitions"] = t("answer.detail_repetitions", {{"n", summary.n}});
    std::string out = t("report.answer_time", args);
    if (const auto growth = growthOf(shown(), cpu))
        out += " " + t("report.answer_growth",
                       {{"from_text", growth->from_text},
                        {"to_text", growth->to_text},
                        {"factor", formatSignificant(growth->factor, 3, m_text.numbers())}});
    return out;
}

TableAnswer TableAnswers::ofGpu(const CaseTable& table) const {
    const auto settled = [&](std::size_t i) {
        return table.pairs[i].best && table.pairs[i].best->givesFactor();
    };
    const auto speaks = [&](std::size_t i) { return table.pairs[i].best || table.pairs[i].naive; };
    auto middle = middleOf(table, settled);
    if (!middle) middle = middleOf(table, speaks);
    // No pair at all: the measured side still has an answer.
    if (!middle) return {ofCpu(table)};
    const Row& row = m_c.rows[table.rows[*middle]];
    const auto& [best, naive] = table.pairs[*middle];
    const ColumnRatio& ratio = best ? *best : *naive;
    const auto named = [&](Json args, const ColumnRatio& of) {
        args["variant_name"] = spokenName(of.column);
        args["base_name"] = spokenName(of.base);
        return args;
    };
    std::string out = t("report.answer_lead", named(argsOf(row), ratio));
    out += " " + pairSentence(row, ratio);
    const bool samePair = naive && naive->base == ratio.base && naive->column == ratio.column;
    if (naive && naive->givesFactor() && !samePair)
        out += " " +
               t("report.answer_naive",
                 named({{"ratio", number(naive->estimate->ratio, naive->estimate->ci95)}}, *naive));
    if (const std::string range = rangeSentence(table); !range.empty()) out += " " + range;
    return {std::move(out), true};
}

std::string TableAnswers::pairSentence(const Row& row, const ColumnRatio& ratio) const {
    const auto told = [&](std::size_t column) {
        const ReportCell& cell = row.cells[column];
        return cell.timed() ? timeText(*cell.result.summary) : figureCell(row, cell).text;
    };
    Json args{{"gpu_name", deviceName(ratio.column)},
              {"cpu_name", deviceName(ratio.base)},
              {"gpu_time", told(ratio.column)},
              {"cpu_time", told(ratio.base)}};
    if (const auto why = whyNoFactor(row, ratio)) args["why"] = m_text.reason(*why);
    if (!ratio.estimate) {
        const bool both = row.cells[ratio.column].measured() && row.cells[ratio.base].measured();
        return t(both ? "report.answer_no_ratio" : "report.answer_one_side", args);
    }
    if (std::string unchecked = uncheckedText(m_c, ratio, m_text);
        !unchecked.empty() && ratio.givesFactor()) {
        args["ratio"] = number(ratio.estimate->ratio, ratio.estimate->ci95);
        args["unchecked_text"] = std::move(unchecked);
        return t("report.answer_unchecked", args);
    }
    return verdictSentence("report.answer_", *ratio.estimate, std::move(args));
}

std::string TableAnswers::rangeSentence(const CaseTable& table) const {
    const std::string axis = sweptAxis(shown());
    if (axis.empty()) return {};
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        if (table.pairs[i].best && table.pairs[i].best->givesFactor()) found.push_back(i);
    if (found.empty()) return {};
    const Row &first = m_c.rows[table.rows[found.front()]],
              &last = m_c.rows[table.rows[found.back()]];
    if (first.work.real(axis) == last.work.real(axis)) return {};
    const auto ratio = [&](std::size_t i) {
        const RatioEstimate& estimate = *table.pairs[i].best->estimate;
        return number(estimate.ratio, estimate.ci95);
    };
    return t("report.answer_range", {{"from_text", rowName(first, *this)},
                                     {"to_text", rowName(last, *this)},
                                     {"from_ratio", ratio(found.front())},
                                     {"to_ratio", ratio(found.back())}});
}

}  // namespace duelo
