// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "report/comparison_steps.h"
#include "report/compose_parts.h"
#include "report/misleading.h"
#include "report/prediction.h"
#include "report/scaling.h"
#include "report/view.h"
#include "report/worth.h"

namespace duelo {

namespace {

bool samePoints(const LinesValue::Series& one, const LinesValue::Series& other) {
    return one.name == other.name && one.dashed == other.dashed &&
           std::ranges::equal(one.points, other.points, [](const auto& p, const auto& q) {
               return p.x == q.x && p.y == q.y;
           });
}

/// Tells whether two charts have the same lines, in whatever order: each table begins with its own
/// two.
bool sameLines(const LinesValue& a, const LinesValue& b) {
    return a.x_title == b.x_title && a.y_title == b.y_title &&
           std::ranges::is_permutation(a.series, b.series, samePoints);
}

/// Tells the same of two charts of one size, whose bars are the lines of several (Y-35).
bool sameBars(const BarsValue& a, const BarsValue& b) {
    return std::ranges::is_permutation(a.bars, b.bars, [](const auto& one, const auto& other) {
        return one.cell && one.cell == other.cell && one.text == other.text &&
               one.parts.size() == other.parts.size();
    });
}

/// Tables of the same cases, one for each PC that is set beside (S0-31..33), have the same lines or
/// bars in their charts: of those the one with the most ratios stands.
void dropRepeatedCharts(std::vector<DocBlock>& blocks) {
    const auto chartOf = [](const DocBlock& block, auto kind) -> const decltype(kind)* {
        const auto* chart = std::get_if<ChartValue>(&block);
        return chart ? std::get_if<decltype(kind)>(chart) : nullptr;
    };
    for (std::size_t i = 0; i < blocks.size(); ++i)
        for (std::size_t other = blocks.size() - 1; other > i; --other) {
            const auto *kept = chartOf(blocks[i], LinesValue{}),
                       *again = chartOf(blocks[other], LinesValue{});
            const auto *bars = chartOf(blocks[i], BarsValue{}),
                       *anew = chartOf(blocks[other], BarsValue{});
            const bool lines = kept && again && sameLines(*kept, *again);
            if (!lines && !(bars && anew && sameBars(*bars, *anew))) continue;
            if (lines && again->ratios.size() > kept->ratios.size()) blocks[i] = blocks[other];
            blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(other));
        }
}

/// Columns without a word, but for dashes, are of figures.
void setNumeric(DocTable& table) {
    if (!table.numeric.empty()) return;
    table.numeric.assign(table.columns.size(), true);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const auto isFigure = [i](const auto& cells) { return cells[i].value.has_value(); };
        const auto isDash = [i](const auto& cells) { return cells[i].text == "–"; };
        table.numeric[i] =
            std::ranges::any_of(table.rows, isFigure) || std::ranges::all_of(table.rows, isDash);
    }
}

}  // namespace

Text ReportOptions::text() const {
    return {language, numbers.value_or(defaultNumberStyle(language))};
}

Document compose(const Comparison& comparison, const ReportOptions& options) {
    return Composer(comparison, options).document();
}

std::string contentsTitle(const Document& document) {
    return Text(document.language, document.numbers)("report.contents");
}

Document Composer::document() const {
    Document out;
    out.language = m_text.language();
    out.numbers = m_text.numbers();
    const std::vector<const View*> views = viewsOf(m_c);
    out.title = title(views.front()->title);
    out.declaration = declaration();
    out.fields = fields();
    out.authors = student();
    if (const auto game = misleadingIn(m_c, *this)) {
        out.sections = {misleading(*game), annex()};
        mark(out, watermarkOf(m_c, m_text));
        return out;
    }
    std::vector<DocSection> sections{summary(), prediction()};
    const auto add = [&](std::vector<DocSection> more) {
        std::ranges::move(more, std::back_inserter(sections));
    };
    for (const View* view : views) add(sectionsOf(*view, m_c, m_options));
    for (const View* view : viewsBeside(m_c))
        if (view->section_beside && std::ranges::find(views, view) == views.end())
            if (auto section = view->section_beside(m_c, m_options))
                sections.push_back(*std::move(section));
    add({scalingSection(m_c, m_options), worthSection(m_c, m_options), ratios(), estimates(),
         annex()});
    for (DocSection& section : sections) {
        dropRepeatedCharts(section.blocks);
        for (DocBlock& block : section.blocks)
            if (auto* table = std::get_if<DocTable>(&block)) setNumeric(*table);
    }
    for (DocSection& section : sections)
        if (!section.blocks.empty()) out.sections.push_back(std::move(section));
    mark(out, watermarkOf(m_c, m_text));
    return out;
}

/// Composes the claim of a game, without anything that tells how it was made: the tables of the
/// annex have all its cells.
DocSection Composer::misleading(const Misleading& game) const {
    DocSection section{t("report.summary_heading"), {}, false};
    const Finding finding = findingOf(game, m_text);
    section.blocks.emplace_back(DocParagraph{finding.headline, true});
    section.blocks.emplace_back(DocParagraph{finding.detail, false});
    section.blocks.emplace_back(ChartValue(chartOf(game, m_text)));
    return section;
}

/// One that compares CPU and GPU has another title where only one of them was measured.
std::string Composer::title(const std::string& key) const {
    const std::string alone = key + (!shows(DeviceKind::Gpu)   ? "_cpu"
                                     : !shows(DeviceKind::Cpu) ? "_gpu"
                                                               : "");
    return t((m_text.has(alone) ? alone : key).c_str());
}

/// Returns the sentence that the window shows above its first table.
Finding Composer::headline() const {
    Shown shown{.comparison = m_c, .labels = *this};
    if (!m_c.tables.empty()) shown.table = 0;
    return findingOf(shown);
}

std::optional<std::string> Composer::declaration() const {
    const Source& own = m_c.sources.front();
    const std::string machine =
        own.cpu.empty() ? t("report.unknown_machine") : visibleText(own.cpu);
    if (m_c.gpu == GpuColumn::Measured) return std::nullopt;
    if (m_c.gpu == GpuColumn::Absent)
        return t("report.declaration_no_gpu", {{"machine", machine}}) + " " +
               m_text.reason(m_c.gpu_reason.value_or(Reason{"gpu_absent"}));
    if (!shows(DeviceKind::Cpu)) return std::nullopt;  // nor was anything else measured
    return t("report.declaration_cpu_only", {{"machine", machine}});
}

std::string Composer::student() const {
    const std::string& given = m_options.fields.student;
    return visibleText(given.empty() ? textIn(m_c.sources.front().header.label, "student") : given);
}

std::vector<std::pair<std::string, std::string>> Composer::fields() const {
    const Source& own = m_c.sources.front();
    const ReportFields& given = m_options.fields;
    std::vector<std::pair<std::string, std::string>> out;
    const auto add = [&](const char* key, std::string value) {
        if (!value.empty()) out.emplace_back(m_text.word("field", key), visibleText(value));
    };
    const auto orLabel = [&](const std::string& value, const char* key) {
        return value.empty() ? textIn(own.header.label, key) : value;
    };
    const std::string subject = orLabel(given.subject, "subject");
    add("subject", subject.empty() ? t("report.default_subject") : subject);
    add("teacher", orLabel(given.teacher, "teacher"));
    add("student", student());
    add("group", orLabel(given.group, "group"));
    add("date", given.date.empty() ? own.header.started.substr(0, 10) : given.date);
    std::string machine = own.cpu;
    if (const auto bytes = own.header.machine.memory.total_bytes)
        machine += (machine.empty() ? "" : ", ") +
                   formatBytes(static_cast<double>(*bytes), m_text.numbers());
    if (!own.os.empty()) machine += (machine.empty() ? "" : ", ") + own.os;
    add("machine", machine);
    const bool absent = m_c.gpu == GpuColumn::Absent;
    add("gpu", !own.gpu.empty() ? own.gpu : absent ? t("report.gpu_none") : std::string());
    return out;
}

DocSection Composer::summary() const {
    DocSection section{t("report.summary_heading"), {}, false};
    // Tables of the same cases, one for each PC that is set beside, answer the same of the own PC.
    std::set<std::string> told;
    const auto add = [&](const std::string& sentence, bool strong) {
        if (!sentence.empty() && told.insert(sentence).second)
            section.blocks.emplace_back(DocParagraph{sentence, strong});
    };
    const Finding first = headline();
    if (first.row) {
        add(first.headline, true);
        add(first.detail, false);
    }
    for (const View* view : viewsOf(m_c))
        for (const std::string& sentence : answersOf(*view, m_c, m_options))
            if (!first.row || sentence != first.headline) add(sentence, !first.row);
    if (section.blocks.empty())
        section.blocks.emplace_back(DocParagraph{t("report.answer_nothing"), true});
    if (!m_c.warnings.empty()) {
        section.blocks.emplace_back(DocParagraph{t("report.warnings"), false});
        DocList list;
        for (const Reason& warning : m_c.warnings) list.items.push_back(m_text.reason(warning));
        section.blocks.emplace_back(std::move(list));
    }
    return section;
}

/// Composes the student's predictions from before the run beside the times measured then (P-01).
DocSection Composer::prediction() const {
    const Prediction* asked = predictionIn(m_c);
    if (!asked) return {};
    const PredictionWords said(*asked, m_c.rows.front().experiment, m_c.find, m_text);
    DocSection section{t("prediction.heading"), {}, false};
    for (const std::string& remark : said.remarks(*asked))
        section.blocks.emplace_back(DocParagraph{remark, false});
    if (asked->skipped) return section;
    DocTable out;
    out.id = "prediction";
    out.title = t("prediction.table_title");
    out.columns = {t("prediction.column_question"), t("prediction.column_predicted"),
                   t("prediction.column_measured"), t("prediction.column_met")};
    out.numeric.assign(out.columns.size(), false);
    for (const PredictionOutcome& outcome : outcomesOf(m_c, *this))
        out.rows.push_back({words(said.question(outcome.question)), words(said.predicted(outcome)),
                            words(said.measured(outcome, *this)), words(said.met(outcome))});
    if (!out.rows.empty()) section.blocks.emplace_back(std::move(out));
    return section;
}

}  // namespace duelo
