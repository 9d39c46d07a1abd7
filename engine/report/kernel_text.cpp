// SPDX-License-Identifier: Apache-2.0
#include "report/kernel_text.h"

#include <algorithm>

#include "report/imported.h"
#include "report/kernel_comments.h"
#include "report/report_words.h"
#include "stats/verdict.h"

namespace duelo {

namespace {

constexpr std::string_view kFixedSpace = "\u00a0", kMinus = "\u2212";

std::vector<std::string_view> codeLines(std::string_view text) {
    std::vector<std::string_view> lines = linesOf(text);
    std::erase_if(lines, [](std::string_view line) {
        const std::size_t start = line.find_first_not_of(' ');
        return start == std::string_view::npos || line.substr(start).starts_with("//");
    });
    return lines;
}

TextLine textLine(TextLine::Kind kind, std::string_view line) {
    TextLine out{.kind = kind};
    const std::size_t indent = line.find_first_not_of(' ');
    for (std::size_t i = 0; i < indent; ++i) out.text += kFixedSpace;
    out.text += line.substr(indent);
    return out;
}

std::string titleOfText(const KernelText& of, const Text& text) {
    return text(of.before.empty() ? "kernel_text.text" : "kernel_text.change",
                {{"kernel", of.kernel}, {"before", text.word("kernel", of.before)}});
}

std::vector<TextLine> changeOf(const KernelText& of, const std::vector<KernelText>& texts,
                               Language language) {
    const auto before = std::ranges::find(texts, of.before, &KernelText::kernel);
    return textChange(before == texts.end() ? std::string() : textFor(before->text, language),
                      textFor(of.text, language));
}

bool isMeasuredBy(Api api, const KernelText& of, const Comparison& comparison) {
    return std::ranges::any_of(comparison.columns, [&](const Column& column) {
        return column.variant.text("kernel") == of.kernel && deviceOf(column.variant).api == api;
    });
}

}  // namespace

std::string TextLine::shown() const {
    const std::string_view sign = kind == Kind::Same  ? kFixedSpace
                                  : kind == Kind::New ? "+"
                                                      : kMinus;
    return std::string(sign) + std::string(kFixedSpace) + text;
}

std::vector<TextLine> textChange(std::string_view from, std::string_view to) {
    using Kind = TextLine::Kind;
    const auto old = codeLines(from), now = codeLines(to);
    std::vector<TextLine> out;
    for (const LinePair& pair : pairedLines(old, now))
        out.push_back(
            !pair.to ? textLine(Kind::Gone, old[*pair.from])
                     : textLine(pair.from || old.empty() ? Kind::Same : Kind::New, now[*pair.to]));
    return out;
}

DocSection kernelTexts(const std::vector<KernelText>& texts, const Comparison& comparison,
                       const Text& text) {
    DocSection section{text("kernel_text.heading"), {}, true};
    for (const KernelText& of : texts) {
        if (std::ranges::none_of(comparison.columns, [&](const Column& column) {
                return column.variant.text("kernel") == of.kernel;
            }))
            continue;
        DocTable out{.id = "text-" + of.kernel,
                     .title = titleOfText(of, text),
                     .columns = {text("kernel_text.column_line")},
                     .numeric = {false},
                     .reference = true};
        for (const TextLine& line : changeOf(of, texts, text.language()))
            out.rows.push_back({words(line.shown())});
        section.blocks.emplace_back(std::move(out));
        if (of.opencl.empty() || !isMeasuredBy(Api::OpenCl, of, comparison)) continue;
        DocTable opencl{.id = "opencl-" + of.kernel,
                        .title = text("kernel_text.opencl", {{"kernel", of.kernel}}),
                        .columns = {text("kernel_text.column_line")},
                        .numeric = {false},
                        .reference = true};
        for (const TextLine& line :
             textChange(textFor(of.text, text.language()), textFor(of.opencl, text.language())))
            opencl.rows.push_back({words(line.shown())});
        section.blocks.emplace_back(std::move(opencl));
    }
    return section;
}

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
