// SPDX-License-Identifier: Apache-2.0
#include "report/figure_table.h"

#include <algorithm>
#include <set>
#include <span>

#include "plan/spec.h"
#include "report/figure_cells.h"
#include "report/imported.h"
#include "report/view.h"
#include "stats/validity.h"

namespace duelo {

namespace {

/// The most times that a note names: a table of many would have a note longer than itself.
constexpr std::size_t kMostNamed = 6;

const char* pairKey(CaseTable::Kind kind) {
    switch (kind) {
        case CaseTable::Kind::SharedGpu:
            return "report.column_gpu_shared";
        case CaseTable::Kind::ReferenceGpu:
            return "report.column_gpu_reference";
        case CaseTable::Kind::CpuAndGpu:
        case CaseTable::Kind::CpuOnly:
            break;
    }
    return "report.column_gpu";
}

}  // namespace

FigureTableMaker::FigureTableMaker(const View& view, const FigureTable& of, const Shown& part)
    : ReportWords(part.labels),
      m_view(view),
      m_of(of),
      m_part(part),
      m_pair(of.pair && part.table),
      m_rows(part.rows()),
      m_experiment(part.chosenRow()->experiment) {
    m_text = m_text.of(m_experiment);
    for (const RowAxis& axis : view.layout.rows)
        if (std::ranges::any_of(m_rows, [&](std::size_t r) {
                const auto axes = rowAxesOf(view, m_c.rows[r].work);
                return std::ranges::find(axes, &axis) != axes.end();
            }))
            m_axes.push_back(&axis);
}

DocTable FigureTableMaker::make() {
    const Row& first = *m_part.chosenRow();
    const Spec* spec = m_c.find(m_experiment);
    const bool lines = hasLines();
    DocTable out;
    out.id = m_of.id.empty() ? "results-" + m_experiment : m_of.id;
    if (m_part.table) out.id += "-" + std::to_string(*m_part.table + 1);
    out.title = m_of.title.empty() || !spec
                    ? laid_out::titleOfTable(first, *this)
                    : t(m_of.title.c_str(), caseArgs(*spec, first.work, nullptr, m_text));
    if (m_pair) out.title = titleOfPair(std::move(out.title));
    addHead(out, lines);
    const std::size_t head = out.columns.size();
    std::vector<FigureColumn> columns = m_pair ? pairColumns() : columnsOf(lines);
    for (FigureColumn& column : columns) column.absent = whyAbsent(column);
    for (const FigureColumn& column : columns) out.columns.push_back(column.title);
    for (const std::size_t r : m_rows)
        if (!lines)
            addRow(out, m_c.rows[r], columns, nullptr);
        else
            for (const ReportCell& cell : m_c.rows[r].cells)
                addRow(out, m_c.rows[r], columns, &cell);
    for (std::size_t i = head; i < out.columns.size(); ++i)
        out.numeric.push_back(!columns[i - head].figure->cell ||
                              std::ranges::any_of(out.rows, [&](const auto& row) {
                                  return row[i].value.has_value();
                              }));
    if (m_axes.empty())
        nameCases(out, m_cases);
    else if (!m_pair && !std::ranges::all_of(m_of.figures, &Figure::of_case))
        out.title = withCommon(std::move(out.title));  // a pair says its variants below
    addNotes(out, columns);
    return out;
}

/// Adds to the title what the table sets beside each other, where several tables have the same
/// cases (S0-31..33).
std::string FigureTableMaker::titleOfPair(std::string title) const {
    const CaseTable& table = m_c.tables[*m_part.table];
    if (std::ranges::count(m_c.tables, table.rows, &CaseTable::rows) < 2) return title;
    Json args{{"title", std::move(title)}};
    if (table.gpu) args["gpu_name"] = deviceName(*table.gpu);
    switch (table.kind) {
        case CaseTable::Kind::SharedGpu:
            return t("report.pair_title_shared", args);
        case CaseTable::Kind::ReferenceGpu:
            return t("report.pair_title_reference", args);
        case CaseTable::Kind::CpuAndGpu:
            return t("report.pair_title_own", args);
        case CaseTable::Kind::CpuOnly:
            break;
    }
    return t("report.pair_title_cpu", args);
}

bool FigureTableMaker::hasLines() const {
    if (m_of.lines || m_pair) return m_of.lines;
    std::size_t cells = 0;
    for (const std::size_t r : m_rows) cells += m_c.rows[r].cells.size();
    return m_axes.empty() && m_part.columns().size() * m_rows.size() > 2 * cells;
}

std::string FigureTableMaker::figureTitle(const Figure& of) const {
    if (of.isTime()) return timeUnit().symbol;
    return of.symbol.empty() ? columnTitle(m_text, m_experiment, of.code()) : of.symbol;
}

std::vector<FigureTableMaker::FigureColumn> FigureTableMaker::columnsOf(bool lines) const {
    using Of = FigureColumn::Of;
    std::vector<FigureColumn> out;
    const auto isTold = [&](const Figure& figure) {
        return figure.isTime() || std::ranges::any_of(m_rows, [&](std::size_t r) {
                   const Row& row = m_c.rows[r];
                   return std::ranges::any_of(row.cells, [&](const ReportCell& cell) {
                       return figureCell(row, cell, figure).text != "–";
                   });
               });
    };
    for (const Figure& each : m_of.figures)
        if (lines && !isTold(each))
            continue;
        else if (lines)
            out.push_back({&each,
                           each.isTime() ? timeColumn("report.column_median") : figureTitle(each),
                           {},
                           Of::Line});
        else if (each.of_case)
            out.push_back({&each, figureTitle(each), {}, Of::Case});
    if (lines) return out;
    for (const std::size_t column : m_part.columns())
        for (const Figure& each : m_of.figures)
            if (!each.of_case)
                out.push_back({&each, columnName(column) + " (" + figureTitle(each) + ")", column});
    return out;
}

std::vector<FigureTableMaker::FigureColumn> FigureTableMaker::pairColumns() const {
    const Figure* time = &m_of.figures.front();
    const CaseTable& table = m_c.tables[*m_part.table];
    std::vector<FigureColumn> out{{time, timeColumn("report.column_cpu"), table.cpu}};
    if (table.kind != CaseTable::Kind::CpuOnly)
        out.push_back({time,
                       markedTitle(timeColumn(pairKey(table.kind)),
                                   m_c.sourceOf(m_c.columns[*table.gpu]), m_text),
                       table.gpu});
    return out;
}

void FigureTableMaker::addHead(DocTable& out, bool lines) {
    const Spec* spec = m_c.find(m_experiment);
    for (const RowAxis* row : m_axes) {
        const Axis* axis = spec ? spec->find(row->axis) : nullptr;
        out.columns.push_back(headTitle(m_text, m_experiment, row->axis));
        out.numeric.push_back(!row->cell && axis &&
                              (axis->kind == AxisKind::Integer || axis->kind == AxisKind::Real));
    }
    if (m_axes.empty()) {
        out.columns.push_back(t("report.column_case"));
        out.numeric.push_back(false);
    }
    if (lines) {
        out.columns.push_back(t("report.column_variant"));
        out.numeric.push_back(false);
    }
}

DocCell FigureTableMaker::headCell(const Row& row, const RowAxis& of) const {
    const Spec* spec = m_c.find(row.experiment);
    const Axis* axis = spec ? spec->find(of.axis) : nullptr;
    if (!axis || !row.work.has(of.axis)) return words("–");
    if (of.cell) return words(of.cell(row, m_text));
    const Json& value = row.work.at(of.axis);
    if (axis->kind == AxisKind::Integer && axis->unit != kByteUnit && value.is_number())
        return figure(value.get<double>(), 0);
    return words(axisValueName(*axis, value, m_text));
}

void FigureTableMaker::addRow(DocTable& out, const Row& row,
                              const std::vector<FigureColumn>& columns, const ReportCell* line) {
    std::vector<DocCell> cells;
    for (const RowAxis* axis : m_axes) cells.push_back(headCell(row, *axis));
    if (m_axes.empty()) cells.push_back(words(caseName(row)));
    if (line) cells.push_back(words(columnName(line->column)));
    const std::size_t head = cells.size();
    for (const FigureColumn& column : columns) cells.push_back(cellOf(row, column, line));
    const auto isDash = [](const DocCell& cell) { return cell.text == "–"; };
    if (line &&
        std::ranges::all_of(cells.begin() + static_cast<std::ptrdiff_t>(head), cells.end(), isDash))
        return;
    out.rows.push_back(std::move(cells));
    m_cases.push_back(&row);
}

DocCell FigureTableMaker::cellOf(const Row& row, const FigureColumn& column,
                                 const ReportCell* line) {
    const ReportCell* cell = line;
    if (column.of == FigureColumn::Of::Case) {
        cell = column.figure->cell ? &*row.cells.begin()
                                   : laid_out::anyWith(row, column.figure->metric);
        if (!cell) return words("–");
    } else if (column.of == FigureColumn::Of::Variant) {
        if (column.absent) return missing(*column.absent, {});
        cell = &row.cells[*column.variant];
    }
    if (column.figure->isTime() && !cell->timed() && cell->reason && !cell->id.empty())
        return missing(*cell->reason, cell->status);
    return figureCell(row, *cell, *column.figure);
}

DocCell FigureTableMaker::missing(const Reason& reason, const std::optional<Status>& status) {
    const std::string sentence = m_text.reason(reason);
    auto found = std::ranges::find(m_causes, sentence);
    if (found == m_causes.end()) found = m_causes.insert(m_causes.end(), sentence);
    return words(causeText(reason, status) + " [" + std::to_string(found - m_causes.begin() + 1) +
                 "]");
}

std::optional<Reason> FigureTableMaker::whyAbsent(const FigureColumn& column) const {
    if (column.of != FigureColumn::Of::Variant) return std::nullopt;
    if (!column.variant) return Reason{"not_measured_absent"};
    const bool there = std::ranges::any_of(
        m_rows, [&](std::size_t r) { return !m_c.rows[r].cells[*column.variant].id.empty(); });
    if (there) return std::nullopt;
    return whyColumnEmpty(m_c, m_rows, *column.variant, m_text);
}

/// Names a few of the times by their rows, and their variants where there are several.
std::string FigureTableMaker::listOf(const Times& times, bool names_variants) const {
    std::string list;
    for (const auto& [row, column] : std::span(times).first(std::min(times.size(), kMostNamed))) {
        std::string of;
        for (const RowAxis* axis : m_axes)
            of += (of.empty() ? "" : ", ") + headCell(*row, *axis).text;
        list += (list.empty() ? "" : "; ") + (of.empty() ? caseName(*row) : of);
        if (names_variants) list += ", " + columnName(column);
    }
    if (times.size() > kMostNamed)
        list += "; " + t("report.table_more", {{"n", times.size() - kMostNamed}});
    return list;
}

/// Names the doubtful times of the table and their causes: a figure alone does not show them. Where
/// most are doubtful it names the others.
void FigureTableMaker::addDoubts(DocTable& out, const std::vector<FigureColumn>& columns) const {
    const bool lines = hasLines();
    const auto isShown = [&](std::size_t column) {
        return lines || std::ranges::any_of(columns, [&](const FigureColumn& one) {
                   return one.variant == column || one.of == FigureColumn::Of::Case;
               });
    };
    std::set<std::size_t> variants;
    Times doubtful, sure;
    std::vector<std::string> flags;
    for (const std::size_t r : m_rows)
        for (const ReportCell& cell : m_c.rows[r].cells) {
            if (!cell.timed() || !isShown(cell.column)) continue;
            variants.insert(cell.column);
            const auto raised = doubtfulOf(cell.result.flags);
            (raised.empty() ? sure : doubtful).emplace_back(&m_c.rows[r], cell.column);
            for (const std::string& flag : raised)
                if (std::ranges::find(flags, flag) == flags.end()) flags.push_back(flag);
        }
    // The error of a result is as sure as its time is not.
    const bool tells = std::ranges::any_of(m_of.figures, [&](const Figure& each) {
        return each.isTime() || figureTitle(each).find("/s") != std::string::npos;
    });
    if (doubtful.empty() || !tells) return;
    const bool several = variants.size() > 1;
    const bool most = doubtful.size() > sure.size() && sure.size() <= kMostNamed;
    out.notes.push_back(sure.empty() ? t("report.table_doubtful_all", {{"flag", flags}})
                        : most       ? t("report.table_doubtful_most",
                                         {{"list_text", listOf(sure, several)}, {"flag", flags}})
                                     : t("report.table_doubtful",
                                         {{"list_text", listOf(doubtful, several)}, {"flag", flags}}));
}

void FigureTableMaker::addNotes(DocTable& out, const std::vector<FigureColumn>& columns) const {
    for (std::size_t i = 0; i < m_causes.size(); ++i)
        out.notes.push_back("[" + std::to_string(i + 1) + "] " + m_causes[i]);
    if (!m_of.note.empty()) out.notes.push_back(t(m_of.note.c_str()));
    if (m_of.say_note)
        if (std::string said = m_of.say_note(m_part); !said.empty())
            out.notes.push_back(std::move(said));
    addDoubts(out, columns);
    std::string who;
    std::set<std::size_t> others;  // files
    std::vector<std::string> origins;
    for (const FigureColumn& column : columns) {
        if (!column.variant) continue;
        const Column& of = m_c.columns[*column.variant];
        who += (who.empty() ? "" : "; ") + variantName(of.variant);
        if (of.file != m_c.sources.front().file && others.insert(of.file).second)
            origins.push_back(provenance(m_c.sourceOf(of)));
    }
    if (m_pair)
        out.notes.push_back(
            t("report.table_note", {{"unit", timeUnit().symbol}, {"variants_text", who}}));
    for (std::string& origin : origins)
        out.notes.push_back(m_pair ? t("report.gpu_column", {{"provenance_text", origin}})
                                   : std::move(origin));
}

}  // namespace duelo
