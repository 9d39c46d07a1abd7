// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/view.h"

namespace duelo {

/// One paragraph per table that answers something; the CPU-only table of an Option B report says
/// what the tables with another PC's GPU do not.
std::vector<std::string> InferenceView::answers() const {
    std::vector<std::string> out;
    for (const SizeTable& table : m_c.tables) {
        const std::string answer = table.gpu ? gpuAnswer(table) : cpuAnswer(table);
        if (!answer.empty()) out.push_back(answer);
    }
    return out;
}

/// The row that speaks for a table: the middle one of those with an answer.
template <typename Has>
std::optional<std::size_t> middleOf(const SizeTable& table, Has has) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        if (has(i)) found.push_back(i);
    return found.empty() ? std::nullopt : std::optional(found[found.size() / 2]);
}

std::string InferenceView::cpuAnswer(const SizeTable& table) const {
    if (!table.cpu) return {};
    const std::size_t cpu = *table.cpu;
    const auto measured = [&](std::size_t i) {
        return m_c.rows[table.rows[i]].cells[cpu].measured();
    };
    const auto middle = middleOf(table, measured);
    if (!middle) return {};
    const Row* row = &m_c.rows[table.rows[*middle]];
    const Summary& figure = *row->cells[cpu].result.summary;
    std::string out =
        t(row->work.integer("batch", 1) == 1 ? "report.answer_cpu" : "report.answer_cpu_batch",
          {{"size_px", row->work.integer("size_px")},
           {"model_name", modelName(row->work)},
           {"input_name", inputName(row->work)},
           {"batch", row->work.integer("batch", 1)},
           {"device_name", deviceName(cpu)},
           {"time", secondsCell(figure.median_ms, m_text.numbers()).text},
           {"repetitions",
            figure.n == 1 ? t("report.median_of_one") : t("report.median_of", {{"n", figure.n}})}});
    std::vector<const Row*> rows;
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        if (measured(i)) rows.push_back(&m_c.rows[table.rows[i]]);
    if (rows.size() > 1 &&
        rows.front()->work.integer("size_px") != rows.back()->work.integer("size_px")) {
        const double first = rows.front()->cells[cpu].result.summary->median_ms;
        const double last = rows.back()->cells[cpu].result.summary->median_ms;
        out += " " + t("report.answer_growth",
                       {{"from_px", rows.front()->work.integer("size_px")},
                        {"to_px", rows.back()->work.integer("size_px")},
                        {"factor", formatSignificant(last / first, 3, m_text.numbers())}});
    }
    return out;
}

std::string InferenceView::gpuAnswer(const SizeTable& table) const {
    const auto settled = [&](std::size_t i) {
        return table.pairs[i].best && table.pairs[i].best->estimate;
    };
    const auto speaks = [&](std::size_t i) { return table.pairs[i].best || table.pairs[i].naive; };
    auto middle = middleOf(table, settled);
    if (!middle) middle = middleOf(table, speaks);
    // No pair at all: the measured side still has an answer.
    if (!middle) return cpuAnswer(table);
    const Row& row = m_c.rows[table.rows[*middle]];
    const auto& [best, naive] = table.pairs[*middle];
    const ColumnRatio& ratio = best ? *best : *naive;
    std::string out = t("report.answer_lead", {{"size_px", row.work.integer("size_px")},
                                               {"model_name", modelName(row.work)},
                                               {"input_name", inputName(row.work)},
                                               {"batch", row.work.integer("batch", 1)}});
    out += " " + ratioSentence(row, ratio);
    const bool samePair = naive && naive->base == ratio.base && naive->column == ratio.column;
    if (naive && naive->estimate && !samePair)
        out += " " + t("report.answer_naive",
                       {{"ratio", formatSignificant(naive->estimate->ratio, 3, m_text.numbers())}});
    if (const std::string range = rangeSentence(table); !range.empty()) out += " " + range;
    return out;
}

std::string InferenceView::ratioSentence(const Row& row, const ColumnRatio& ratio) const {
    const auto seconds = [&](std::size_t column) {
        const ReportCell& cell = row.cells[column];
        return cell.measured() ? secondsCell(cell.result.summary->median_ms, m_text.numbers()).text
                               : std::string("-");
    };
    Json args{{"gpu_name", deviceName(ratio.column)},
              {"cpu_name", deviceName(ratio.base)},
              {"gpu_time", seconds(ratio.column)},
              {"cpu_time", seconds(ratio.base)}};
    if (!ratio.estimate) {
        const Reason reason = ratio.reason.value_or(Reason{"ratio_side_missing"});
        args["why"] = m_text.reason(reason);
        const ReportCell &gpu = row.cells[ratio.column], &cpu = row.cells[ratio.base];
        if (gpu.measured() && cpu.measured()) return t("report.answer_no_ratio", args);
        const auto side = [&](const ReportCell& cell, const char* time) {
            return cell.measured() ? args[time].get<std::string>() + " s"
                                   : causeText(*cell.reason, cell.status);
        };
        args["gpu_told"] = side(gpu, "gpu_time");
        args["cpu_told"] = side(cpu, "cpu_time");
        return t("report.answer_one_side", args);
    }
    return verdictSentence("report.answer_", *ratio.estimate, std::move(args));
}

std::string InferenceView::rangeSentence(const SizeTable& table) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        if (table.pairs[i].best && table.pairs[i].best->estimate) found.push_back(i);
    if (found.empty()) return {};
    const auto size = [&](std::size_t i) {
        return m_c.rows[table.rows[i]].work.integer("size_px");
    };
    const auto ratio = [&](std::size_t i) {
        return formatSignificant(table.pairs[i].best->estimate->ratio, 3, m_text.numbers());
    };
    if (size(found.front()) == size(found.back())) return {};
    return t("report.answer_range", {{"from_px", size(found.front())},
                                     {"to_px", size(found.back())},
                                     {"from_ratio", ratio(found.front())},
                                     {"to_ratio", ratio(found.back())}});
}

}  // namespace duelo
