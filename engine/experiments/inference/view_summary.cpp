// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <utility>

#include "experiments/inference/params.h"
#include "experiments/inference/view.h"
#include "experiments/work_names.h"
#include "record/doubt.h"
#include "report/imported.h"
#include "stats/sanity.h"

namespace duelo {

/// One paragraph per table that answers something; the CPU-only table of an Option B report says
/// what the tables with another PC's GPU do not.
std::vector<std::string> InferenceView::answers() const {
    std::vector<std::string> out;
    std::set<std::pair<std::size_t, std::size_t>> told;  // tables may share a column and its rows
    for (const CaseTable& table : m_c.tables) {
        std::string answer = table.gpu ? gpuAnswer(table) : cpuAnswer(table);
        if (answer.empty()) continue;
        for (const auto& column : {table.cpu, table.gpu}) {
            if (!column || !told.emplace(table.rows.front(), *column).second) continue;
            if (const std::string power = powerSentence(table, *column); !power.empty())
                answer += " " + power;
        }
        out.push_back(std::move(answer));
    }
    return out;
}

/// How the time grows with the side of the image (S2-M16); empty where no power describes it.
std::string InferenceView::powerSentence(const CaseTable& table, std::size_t column) const {
    if (!growthOf(m_c, table, column)) return {};
    std::vector<double> sides, times;
    for (const std::size_t r : table.rows) {
        const ReportCell& cell = m_c.rows[r].cells[column];
        if (!cell.timed() || isDoubtful(cell.result)) continue;
        sides.push_back(static_cast<double>(sizeOf(m_c.rows[r].work)));
        times.push_back(cell.result.summary->median_ms);
    }
    const auto fit = fitGrowth(sides, times);
    if (!fit || !fit->isPower()) return {};
    return t("report.answer_power", {{"device_name", deviceName(column)},
                                     {"slope", formatFixed(fit->slope, 1, m_text.numbers())},
                                     {"r2", formatFixed(fit->r2, 3, m_text.numbers())}});
}

/// The row that speaks for a table: the middle one of those with an answer.
template <typename Has>
std::optional<std::size_t> middleOf(const CaseTable& table, Has has) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        if (has(i)) found.push_back(i);
    return found.empty() ? std::nullopt : std::optional(found[found.size() / 2]);
}

std::string InferenceView::cpuAnswer(const CaseTable& table) const {
    if (!table.cpu) return {};
    const std::size_t cpu = *table.cpu;
    const auto measured = [&](std::size_t i) {
        return m_c.rows[table.rows[i]].cells[cpu].measured();
    };
    const auto middle = middleOf(table, measured);
    if (!middle) return {};
    const Row* row = &m_c.rows[table.rows[*middle]];
    const Summary& figure = *row->cells[cpu].result.summary;
    Json args = rowArgs(*row, m_text);
    args["device_name"] = deviceName(cpu);
    args["time"] = timeWithRange(figure);
    args["repetitions"] =
        figure.n == 1 ? t("report.median_of_one") : t("report.median_of", {{"n", figure.n}});
    std::string out = t(args["batch"] == 1 ? "report.answer_cpu" : "report.answer_cpu_batch", args);
    if (const auto growth = growthOf(m_c, table, cpu))
        out += " " + t("report.answer_growth",
                       {{"from_px", growth->from_px},
                        {"to_px", growth->to_px},
                        {"factor", formatSignificant(growth->factor, 3, m_text.numbers())}});
    return out;
}

std::string InferenceView::gpuAnswer(const CaseTable& table) const {
    const auto settled = [&](std::size_t i) {
        return table.pairs[i].best && table.pairs[i].best->givesFactor();
    };
    const auto speaks = [&](std::size_t i) { return table.pairs[i].best || table.pairs[i].naive; };
    auto middle = middleOf(table, settled);
    if (!middle) middle = middleOf(table, speaks);
    // No pair at all: the measured side still has an answer.
    if (!middle) return cpuAnswer(table);
    const Row& row = m_c.rows[table.rows[*middle]];
    const auto& [best, naive] = table.pairs[*middle];
    const ColumnRatio& ratio = best ? *best : *naive;
    std::string out = t("report.answer_lead", rowArgs(row, m_text));
    out += " " + ratioSentence(row, ratio);
    const bool samePair = naive && naive->base == ratio.base && naive->column == ratio.column;
    if (naive && naive->givesFactor() && !samePair)
        out += " " + t("report.answer_naive",
                       {{"ratio", number(naive->estimate->ratio, naive->estimate->ci95)}});
    if (const std::string range = rangeSentence(table); !range.empty()) out += " " + range;
    return out;
}

std::string InferenceView::ratioSentence(const Row& row, const ColumnRatio& ratio) const {
    const auto seconds = [&](std::size_t column) {
        const ReportCell& cell = row.cells[column];
        return cell.measured() ? timeText(*cell.result.summary) : std::string("-");
    };
    Json args{{"gpu_name", deviceName(ratio.column)},
              {"cpu_name", deviceName(ratio.base)},
              {"gpu_time", seconds(ratio.column)},
              {"cpu_time", seconds(ratio.base)}};
    if (const auto why = whyNoFactor(row, ratio)) args["why"] = m_text.reason(*why);
    if (!ratio.estimate) {
        const ReportCell &gpu = row.cells[ratio.column], &cpu = row.cells[ratio.base];
        if (gpu.measured() && cpu.measured()) return t("report.answer_no_ratio", args);
        const auto side = [&](const ReportCell& cell, const char* time) {
            return cell.measured() ? args[time].get<std::string>()
                                   : causeText(*cell.reason, cell.status);
        };
        args["gpu_told"] = side(gpu, "gpu_time");
        args["cpu_told"] = side(cpu, "cpu_time");
        return t("report.answer_one_side", args);
    }
    if (std::string unchecked = uncheckedText(m_c, ratio, m_text);
        !unchecked.empty() && ratio.givesFactor()) {
        args["ratio"] = number(ratio.estimate->ratio, ratio.estimate->ci95);
        args["unchecked_text"] = std::move(unchecked);
        return t("report.answer_unchecked", args);
    }
    return verdictSentence("report.answer_", *ratio.estimate, std::move(args));
}

std::string InferenceView::rangeSentence(const CaseTable& table) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        if (table.pairs[i].best && table.pairs[i].best->givesFactor()) found.push_back(i);
    if (found.empty()) return {};
    const auto size = [&](std::size_t i) { return sizeOf(m_c.rows[table.rows[i]].work); };
    const auto ratio = [&](std::size_t i) {
        const RatioEstimate& estimate = *table.pairs[i].best->estimate;
        return number(estimate.ratio, estimate.ci95);
    };
    if (size(found.front()) == size(found.back())) return {};
    return t("report.answer_range", {{"from_px", size(found.front())},
                                     {"to_px", size(found.back())},
                                     {"from_ratio", ratio(found.front())},
                                     {"to_ratio", ratio(found.back())}});
}

}  // namespace duelo
