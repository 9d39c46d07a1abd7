// SPDX-License-Identifier: Apache-2.0
// What each step of the ladder changes in the text of its kernel, and what it brings.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/power_text.h"
#include "experiments/matrix_product/view.h"

namespace duelo {

namespace {

/// More lines than this explain nothing beside a table; the report has them all.
constexpr std::size_t kCardLines = 30;

constexpr std::string_view kFixedSpace = "\u00a0", kMinus = "\u2212";

std::vector<std::string_view> codeLines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t start = line.find_first_not_of(' ');
        if (start != std::string_view::npos && !line.substr(start).starts_with("//"))
            lines.push_back(line);
    }
    return lines;
}

TextLine textLine(TextLine::Kind kind, std::string_view line) {
    TextLine out{.kind = kind};
    const std::size_t indent = line.find_first_not_of(' ');
    for (std::size_t i = 0; i < indent; ++i) out.text += kFixedSpace;
    out.text += line.substr(indent);
    return out;
}

/// What is timed in fp32 of a row by a kernel, in the fastest way.
const ReportCell* fastest(const Row& row, const Comparison& comparison, ProductKernel kernel) {
    const ReportCell* best = nullptr;
    for (const ReportCell& cell : row.cells) {
        const Params& variant = comparison.columns[cell.column].variant;
        if (!cell.timed() || variant.text("kernel") != word(kernel) ||
            variant.word<Precision>("precision") != Precision::Fp32)
            continue;
        if (!best || cell.result.summary->median_ms < best->result.summary->median_ms) best = &cell;
    }
    return best;
}

std::string rateText(const ReportCell& cell, const Text& text) {
    const Metric* rate = cell.result.metric("flop_rate");
    return rate ? formatRate(rate->value, rate->unit, text.numbers()) : "–";
}

/// Of the kernel that is looked at: its text, or what it changes.
std::optional<CardValue> textCard(const Shown& shown) {
    const auto column = shown.chosenColumn();
    if (!column) return std::nullopt;
    const Text& text = shown.labels.text();
    const auto kernel = shown.comparison.columns[*column].variant.word<ProductKernel>("kernel");
    CardValue card{.id = "product_text"};
    const auto before = stepBefore(kernel);
    card.title = text(
        before ? "matrix_product.text_change" : "matrix_product.text",
        {{"kernel", word(kernel)}, {"before", text.word("kernel", before ? word(*before) : "")}});
    if (productText(kernel).empty()) {
        card.lines = {text("matrix_product.no_text")};
        return card;
    }
    const auto lines = textChange(before ? productText(*before) : "", productText(kernel));
    for (const TextLine& line : lines)
        if (card.lines.size() < kCardLines) card.lines.push_back(line.shown());
    if (lines.size() > kCardLines)
        card.lines.push_back(text("matrix_product.text_cut", {{"n", lines.size() - kCardLines}}));
    return card;
}

}  // namespace

std::string TextLine::shown() const {
    const std::string_view sign = kind == Kind::Same  ? kFixedSpace
                                  : kind == Kind::New ? "+"
                                                      : kMinus;
    return std::string(sign) + std::string(kFixedSpace) + text;
}

std::vector<TextLine> textChange(std::string_view from, std::string_view to) {
    const auto old = codeLines(from), now = codeLines(to);
    // The longest common lines from each place on, as in any comparison of two texts.
    std::vector<std::vector<std::size_t>> common(old.size() + 1,
                                                 std::vector<std::size_t>(now.size() + 1));
    for (std::size_t i = old.size(); i-- > 0;)
        for (std::size_t k = now.size(); k-- > 0;)
            common[i][k] = old[i] == now[k] ? common[i + 1][k + 1] + 1
                                            : std::max(common[i + 1][k], common[i][k + 1]);
    std::vector<TextLine> out;
    std::size_t i = 0, k = 0;
    while (i < old.size() || k < now.size()) {
        if (i < old.size() && k < now.size() && old[i] == now[k]) {
            out.push_back(textLine(TextLine::Kind::Same, now[k]));
            ++i, ++k;
        } else if (i < old.size() && (k == now.size() || common[i + 1][k] >= common[i][k + 1])) {
            out.push_back(textLine(TextLine::Kind::Gone, old[i++]));
        } else {
            out.push_back(
                textLine(old.empty() ? TextLine::Kind::Same : TextLine::Kind::New, now[k++]));
        }
    }
    return out;
}

std::optional<ProductKernel> stepBefore(ProductKernel kernel) {
    if (kernel == ProductKernel::ThreeLoops || kernel == ProductKernel::Library)
        return std::nullopt;
    return static_cast<ProductKernel>(static_cast<int>(kernel) - 1);
}

std::vector<LadderStep> ladderOf(const Row& row, const Comparison& comparison) {
    std::vector<LadderStep> steps;
    for (std::size_t k = 0; k < wordsOf<ProductKernel>.size(); ++k) {
        const auto kernel = static_cast<ProductKernel>(k);
        if (const ReportCell* cell = fastest(row, comparison, kernel))
            steps.push_back({kernel, cell->column});
    }
    return steps;
}

std::vector<std::string> ladderLines(const Shown& shown, const Row& row) {
    const Text& text = shown.labels.text();
    const std::vector<LadderStep> steps = ladderOf(row, shown.comparison);
    std::vector<std::string> lines;
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
            args["ratio"] = formatSignificant(saidRatio(estimate).value, 3, text.numbers());
            key = verdictName(estimate.verdict);
        }
        lines.push_back(text("matrix_product.step_" + key, args) + " " +
                        text.word("kernel_help", word(steps[i].kernel)));
    }
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
    if (auto card = textCard(shown)) cards.push_back(std::move(*card));
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
    return cards;
}

}  // namespace duelo
