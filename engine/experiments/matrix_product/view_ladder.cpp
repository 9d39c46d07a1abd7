// SPDX-License-Identifier: Apache-2.0
// What each step of the ladder of kernels brings.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/power_text.h"
#include "experiments/matrix_product/view.h"

namespace duelo {

namespace {

std::string rateText(const ReportCell& cell, const Text& text) {
    const Metric* rate = cell.result.metric("flop_rate");
    return rate ? formatRate(rate->value, rate->unit, text.numbers(),
                             measuredDigits(rate->value, rate->ci95))
                : "–";
}

}  // namespace

std::vector<KernelText> productTexts() {
    std::vector<KernelText> texts;
    for (std::size_t k = 0; k < wordsOf<ProductKernel>.size(); ++k) {
        const auto kernel = static_cast<ProductKernel>(k);
        const auto before = stepBefore(kernel);
        if (const std::string_view text = productText(kernel); !text.empty())
            texts.push_back({std::string(word(kernel)), text,
                             std::string(before ? word(*before) : ""), productOpenCl(kernel)});
    }
    return texts;
}

std::optional<ProductKernel> stepBefore(ProductKernel kernel) {
    switch (kernel) {
        case ProductKernel::ThreeLoops:
        case ProductKernel::Matmul1:
        case ProductKernel::Own:
        case ProductKernel::OneDnn:
        case ProductKernel::Library:
            return std::nullopt;
        case ProductKernel::Matmul1Coalesced:
        case ProductKernel::Matmul3:
            return ProductKernel::Matmul1;
        default:
            return static_cast<ProductKernel>(static_cast<int>(kernel) - 1);
    }
}

std::vector<LadderStep> ladderOf(const Row& row, const Comparison& comparison, Device device) {
    std::vector<LadderStep> steps;
    for (std::size_t k = 0; k < wordsOf<ProductKernel>.size(); ++k) {
        const auto kernel = static_cast<ProductKernel>(k);
        if (const ReportCell* cell = fastestOf(row, comparison, word(kernel), device))
            steps.push_back({kernel, cell->column});
    }
    return steps;
}

namespace {

void addLadderLines(const Shown& shown, const Row& row, Device device,
                    std::vector<std::string>& lines) {
    const Text& text = shown.labels.text();
    const std::vector<LadderStep> steps = ladderOf(row, shown.comparison, device);
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const ColumnRatio ratio =
            ratioOf(shown.comparison, row, steps[i - 1].column, steps[i].column);
        Json args{{"n", row.work.integer("n")},
                  {"before", text.word("kernel", word(steps[i - 1].kernel))},
                  {"kernel_name", text.word("kernel", word(steps[i].kernel))},
                  {"rate_text", rateText(row.cells[steps[i].column], text)}};
        std::string key = "no_factor";
        if (ratio.givesFactor()) {
            const RatioEstimate& estimate = *ratio.estimate;
            args["ratio"] =
                measuredText(saidRatio(estimate).value, saidRatio(estimate).ci95, text.numbers());
            key = verdictName(estimate.verdict);
        } else if (ratio.loaded) {
            args["bound_text"] = boundText(*ratio.loaded, text);
            key = ratio.loaded->candidate_faster ? "at_least_faster" : "at_least_slower";
        }
        lines.push_back(text("matrix_product.step_" + key, args) + " " +
                        text.word("kernel_help", word(steps[i].kernel)));
    }
}

}  // namespace

std::vector<std::string> ladderLines(const Shown& shown, const Row& row) {
    std::vector<std::string> lines;
    for (const Device& device : devicesIn(shown.comparison))
        addLadderLines(shown, row, device, lines);
    return lines;
}

std::vector<CardValue> productCards(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row || row->experiment != "matrix_product") return {};
    const Text& text = shown.labels.text();
    std::vector<CardValue> cards;
    if (auto lines = ladderLines(shown, *row); !lines.empty())
        cards.push_back({.id = "product_ladder",
                         .title = text("matrix_product.ladder_title", {{"n", row->work.at("n")}}),
                         .lines = std::move(lines)});
    const auto column = shown.chosenColumn();
    const ReportCell* cell = column ? &row->cells[*column] : nullptr;
    const Metric* error = cell && cell->measured() ? cell->result.metric("error") : nullptr;
    const Metric* bound = error ? cell->result.metric("error_bound") : nullptr;
    if (bound)
        cards.push_back(
            {.id = "product_error",
             .title = text("matrix_product.error_card"),
             .lines = {text("matrix_product.error_line", {{"error_text", powerText(error->value)},
                                                          {"bound_text", powerText(bound->value)}}),
                       text("matrix_product.error_why")}});
    if (column)
        cards.push_back(productTrafficCard(
            row->work.integer("n"), productWay(shown.comparison.columns[*column].variant).precision,
            text));
    return cards;
}

}  // namespace duelo
