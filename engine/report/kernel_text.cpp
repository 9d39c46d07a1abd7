// SPDX-License-Identifier: Apache-2.0
#include "report/kernel_text.h"

#include <algorithm>

#include "report/imported.h"
#include "stats/verdict.h"

namespace duelo {

std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<LinePair> pairedLines(const std::vector<std::string_view>& from,
                                  const std::vector<std::string_view>& to) {
    std::vector<std::vector<std::size_t>> common(from.size() + 1,
                                                 std::vector<std::size_t>(to.size() + 1));
    for (std::size_t i = from.size(); i-- > 0;)
        for (std::size_t k = to.size(); k-- > 0;)
            common[i][k] = from[i] == to[k] ? common[i + 1][k + 1] + 1
                                            : std::max(common[i + 1][k], common[i][k + 1]);
    std::vector<LinePair> out;
    std::size_t i = 0, k = 0;
    while (i < from.size() || k < to.size()) {
        const bool both = i < from.size() && k < to.size();
        if (both && from[i] == to[k])
            out.push_back({i++, k++});
        else if (k == to.size() || (both && common[i + 1][k] >= common[i][k + 1]))
            out.push_back({.from = i++});
        else
            out.push_back({.to = k++});
    }
    return out;
}

const ReportCell* fastestOf(const Row& row, const Comparison& comparison, std::string_view kernel,
                            std::optional<Device> device) {
    const ReportCell* best = nullptr;
    for (const ReportCell& cell : row.cells) {
        const Params& variant = comparison.columns[cell.column].variant;
        if (!cell.timed() || isBrought(comparison, cell) || variant.text("kernel") != kernel ||
            variant.word<Precision>("precision") != Precision::Fp32 ||
            (device && deviceOf(variant) != *device))
            continue;
        if (!best || cell.result.summary->median_ms < best->result.summary->median_ms) best = &cell;
    }
    return best;
}

std::string kernelGain(const Shown& shown, std::string_view before, std::string_view kernel) {
    const Row* row = shown.chosenRow();
    if (!row) return {};
    const ReportCell *base = fastestOf(*row, shown.comparison, before),
                     *cell = fastestOf(*row, shown.comparison, kernel);
    if (!base || !cell) return {};
    const Text& text = shown.labels.text();
    const ColumnRatio ratio = ratioOf(shown.comparison, *row, base->column, cell->column);
    Json args{{"case_text", shown.labels.caseName(*row)},
              {"before", text.word("kernel", before)},
              {"kernel", text.word("kernel", kernel)}};
    if (const auto why = shown.labels.whyNoFactor(*row, ratio)) {
        args["why_text"] = text.reason(*why);
        return text("kernel_text.gain_none", args);
    }
    const RatioEstimate& estimate = *ratio.estimate;
    args["ratio"] =
        measuredText(saidRatio(estimate).value, saidRatio(estimate).ci95, text.numbers());
    return text("kernel_text.gain_" + std::string(verdictName(estimate.verdict)), args);
}

}  // namespace duelo
