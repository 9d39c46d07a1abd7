// SPDX-License-Identifier: Apache-2.0
// Answers and sections of a View (layout.h).
#include <algorithm>
#include <set>

#include "plan/spec.h"
#include "report/figure_cells.h"
#include "report/figure_table.h"
#include "report/finding.h"
#include "report/imported.h"
#include "report/layout.h"
#include "report/table_answer.h"
#include "report/tabs.h"
#include "report/view.h"

namespace duelo {

namespace {

using namespace laid_out;

/// Makes what a View says of the rows of its experiments: a part for each table of the comparison,
/// and one for each experiment of which it has none, because its cases make none or are all of
/// another file.
class LaidOut : private ReportWords {
public:
    LaidOut(const View& view, const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options), m_view(view) {
        const auto isOurs = [&](const Row& row) { return &viewOf(m_c, row) == &view; };
        std::set<std::string> told;  // experiments
        for (std::size_t i = 0; i < m_c.tables.size(); ++i)
            if (const Row& row = m_c.rows[m_c.tables[i].rows.front()]; isOurs(row)) {
                m_parts.push_back({.comparison = m_c, .labels = *this, .table = i});
                told.insert(row.experiment);
            }
        for (const Row& row : m_c.rows)
            if (!told.contains(row.experiment) && isOurs(row)) {
                m_parts.push_back(
                    {.comparison = m_c, .labels = *this, .experiment = row.experiment});
                told.insert(row.experiment);
            }
    }

    std::vector<std::string> answers() const {
        std::vector<std::string> out;
        std::string first;
        TableAnswers tables(*this);
        for (const Shown& part : m_parts) {
            const bool own = m_view.own_finding && m_view.own_finding(part);
            TableAnswer answer = part.table && !own ? tables.of(*part.table) : TableAnswer{};
            // The first one's stands above all answers.
            if (const Finding found = findingOf(part); isFirst(part))
                first = found.headline;
            else if (found.row && found.headline != first &&
                     (answer.text.empty() ||
                      (found.verdict && !answer.of_pair && !isBesideAnother(part))))
                out.push_back(sentenceOf(found));
            if (!answer.text.empty()) out.push_back(std::move(answer.text));
            if (auto sentence = caseAnswer(part)) out.push_back(*std::move(sentence));
            if (m_view.table_answers)
                std::ranges::move(m_view.table_answers(part), std::back_inserter(out));
        }
        return out;
    }

    std::vector<DocSection> sections() const {
        if (m_parts.empty()) return {};
        std::vector<DocSection> out{method()};
        add(out, m_view.first_sections);
        out.push_back(results());
        out.push_back(charts());
        add(out, m_view.further_sections);
        out.push_back(kernelTexts(m_view.texts, m_c, textOf(m_parts.front())));
        return out;
    }

private:
    void add(std::vector<DocSection>& out,
             std::vector<DocSection> (*make)(const Comparison&, const Labels&)) const {
        if (make) std::ranges::move(make(m_c, *this), std::back_inserter(out));
    }

    /// Tells whether the document's headline is of this part.
    bool isFirst(const Shown& part) const {
        if (part.table) return *part.table == 0;
        return m_c.tables.empty() && part.experiment == m_c.rows.front().experiment;
    }

    /// Tells whether another table sets another PC's GPU beside the same cases, and answers that.
    bool isBesideAnother(const Shown& part) const {
        const std::vector<std::size_t>& rows = m_c.tables[*part.table].rows;
        return std::ranges::count(m_c.tables, rows, &CaseTable::rows) > 1;
    }

    Text textOf(const Shown& part) const { return m_text.of(part.chosenRow()->experiment); }

    DocSection results() const {
        const std::string own = m_parts.front().chosenRow()->experiment + ".results_heading";
        const Text text = textOf(m_parts.front());
        DocSection section{text(text.has(own) ? own : "report.results_heading"), {}, false};
        for (const Shown& part : m_parts) {
            for (const FigureTable& table : m_view.layout.tables)
                if (hasAny(table, part)) section.blocks.emplace_back(figureTable(table, part));
            if (m_view.table_blocks)
                std::ranges::move(m_view.table_blocks(part), std::back_inserter(section.blocks));
        }
        if (m_view.result_blocks)
            std::ranges::move(m_view.result_blocks(m_c, *this), std::back_inserter(section.blocks));
        return section;
    }

    DocSection charts() const {
        DocSection section{t("report.chart_heading"), {}, false};
        for (const Shown& part : m_parts)
            for (const ChartTab& tab : m_view.charts)
                if (tab.make != chartsBeside && !tab.window_only &&
                    (tab.experiment.empty() || tab.experiment == part.chosenRow()->experiment))
                    for (ChartValue& chart : chartsOf(tab, part))
                        if (!isEmpty(chart)) section.blocks.emplace_back(std::move(chart));
        return section;
    }

    /// Tells whether a table has more than dashes. One with times has: why there is none.
    bool hasAny(const FigureTable& of, const Shown& part) const {
        const std::vector<std::size_t> rows = part.rows();
        return std::ranges::any_of(of.figures, [&](const Figure& figure) {
            return figure.isTime() || std::ranges::any_of(rows, [&](std::size_t r) {
                       return std::ranges::any_of(m_c.rows[r].cells, [&](const ReportCell& cell) {
                           return has(m_c.rows[r], cell, figure);
                       });
                   });
        });
    }
    bool has(const Row& row, const ReportCell& cell, const Figure& figure) const {
        return figure.cell ? figure.cell(row, cell, *this).text != "–"
                           : metricOf(cell, figure.metric) != nullptr;
    }

    /// Returns the sentence of the last case of which all is known that it names.
    std::optional<std::string> caseAnswer(const Shown& part) const {
        if (m_view.layout.answer.empty()) return std::nullopt;
        const std::vector<std::size_t> rows = part.rows();
        const Text text = textOf(part);
        for (auto r = rows.rbegin(); r != rows.rend(); ++r)
            for (const ReportCell& cell : m_c.rows[*r].cells) {
                const Row& row = m_c.rows[*r];
                if (!cell.measured()) continue;
                Json args = caseArgs(*m_c.find(row.experiment), row.work, &cell.result, text);
                args["variant_name"] = spokenName(cell.column);
                if (auto sentence = text.complete(m_view.layout.answer, args)) return sentence;
            }
        return std::nullopt;
    }

    bool counts(const MethodLine& line) const {
        return std::ranges::any_of(m_parts, [&](const Shown& part) {
            return std::ranges::any_of(part.rows(), [&](std::size_t r) {
                const Row& row = m_c.rows[r];
                return std::ranges::any_of(row.cells, [&](const ReportCell& cell) {
                    return cell.measured() && !isBrought(m_c, cell) &&
                           (!line.counts || line.counts(cell)) &&
                           holds(line, row, m_c.columns[cell.column]);
                });
            });
        });
    }

    static bool holds(const MethodLine& line, const Row& row, const Column& column) {
        return std::ranges::all_of(line.when, [&](const When& when) {
            return when.holds(row.work.has(when.axis) ? row.work : column.variant);
        });
    }

    std::string lineOf(const MethodLine& line, const Text& text) const {
        if (line.say) return line.say(m_c, *this);
        if ((line.counts || !line.when.empty()) && !counts(line)) return {};
        const ProtocolSheet& protocol = m_c.sources.front().header.protocol;
        Json args = Json::object();
        if (!protocol.version.empty())
            args = {{"version", protocol.version}, {"preset", protocol.preset}};
        return text.complete(line.key, args).value_or("");
    }

    DocSection method() const {
        const Text text = textOf(m_parts.front());
        const std::string& experiment = m_parts.front().chosenRow()->experiment;
        DocList list;
        for (const MethodLine& line : m_view.layout.method)
            if (std::string sentence = lineOf(line, text); !sentence.empty())
                list.items.push_back(std::move(sentence));
        DocSection section{text(experiment + ".method_heading"), {}, false};
        if (!list.items.empty()) section.blocks.emplace_back(std::move(list));
        for (const Lesson& lesson : m_view.lessons)
            if (lesson.when.empty() || counts({.when = lesson.when}))
                section.blocks.emplace_back(ChartValue(lesson.still(text)));
        return section;
    }

    DocTable figureTable(const FigureTable& of, const Shown& part) const {
        return FigureTableMaker(m_view, of, part).make();
    }

    const View& m_view;
    std::vector<Shown> m_parts;
};

}  // namespace

std::vector<std::string> answersOf(const View& view, const Comparison& comparison,
                                   const ReportOptions& options) {
    return LaidOut(view, comparison, options).answers();
}

std::vector<DocSection> sectionsOf(const View& view, const Comparison& comparison,
                                   const ReportOptions& options) {
    return LaidOut(view, comparison, options).sections();
}

}  // namespace duelo
