// SPDX-License-Identifier: GPL-3.0-or-later
// The table of results as a model: its rows, titles and names. Which columns there are is in
// results_columns.cpp, the figures are in results_cells.cpp.
#include "ui/results/results_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QTextDocument>

#include "experiments/specs.h"
#include "experiments/work_names.h"
#include "plan/spec.h"
#include "report/view.h"
#include "ui/form/tip.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

/// A title breaks between words. A longer word is the name of a file, and loses its middle.
QString narrowed(const QString& title) {
    constexpr int kLongestWord = 20;
    QStringList words = title.split(' ');
    for (QString& word : words)
        if (const auto end = kLongestWord / 2; word.size() > kLongestWord)
            word = word.left(end) + QChar(0x2026) + word.right(end - 1);
    return words.join(' ');
}

}  // namespace

ResultsModel::ResultsModel(const RunStore& run, const Text& text, QObject* parent)
    : QAbstractTableModel(parent), m_run(run), m_text(text) {}

void ResultsModel::refresh(std::optional<std::size_t> table, bool shown) {
    std::vector<Line> lines;
    std::vector<Column> columns;
    m_table = table;
    m_comparison = shown ? m_run.comparison() : nullptr;
    m_labels = m_comparison ? std::make_unique<Labels>(*m_comparison, m_text, m_run.preliminary())
                            : nullptr;
    m_sideNames = m_comparison ? sideNames(*m_comparison) : std::vector<std::string>();
    m_views = m_comparison ? viewsBeside(*m_comparison) : std::vector<const View*>();
    if (m_comparison) {
        lines = linesOf(*m_comparison);
        m_unit = m_labels->timeUnit();
        columns = columnsFor(*m_comparison, lines);
    }
    // A run that grows keeps its shape: the selection and the scroll position stay.
    const bool same = lines == m_lines && columns == m_columns;
    if (!same) beginResetModel();
    m_lines = std::move(lines);
    m_columns = std::move(columns);
    m_note = m_comparison ? noteOf(*m_comparison) : QString();
    if (same) return refreshLive();
    endResetModel();
}

QString ResultsModel::noteOf(const Comparison& comparison) const {
    const auto differs = [&](const Line& line) {
        const Row& row = comparison.rows[line.row];
        return std::ranges::any_of(m_columns, [&](const Column& column) {
            const bool told = column.kind == (isSideBySide() ? Column::Time : Column::Ratio);
            const ColumnRatio* ratio =
                told ? row.ratioOf(line.column.value_or(column.column)) : nullptr;
            return ratio && m_labels->isNotQuotient(row, *ratio);
        });
    };
    return std::ranges::any_of(m_lines, differs) ? qs(m_text("report.ratio_not_quotient"))
                                                 : QString();
}

void ResultsModel::refreshLive() {
    if (m_lines.empty() || m_columns.empty()) return;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int ResultsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int ResultsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant ResultsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const Column& column = m_columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return narrowed(column.title);
    if (role == Qt::AccessibleTextRole) return column.title;
    if (role == Qt::ToolTipRole)
        return column.help.isEmpty() ? column.title : column.title + '\n' + briefTip(column.help);
    if (role == Qt::WhatsThisRole) return Qt::convertFromPlainText(column.help);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter) | int(Qt::TextWordWrap) |
               int(column.kind <= Column::Variant ? Qt::AlignLeft : Qt::AlignRight);
    return {};
}

QVariant ResultsModel::data(const QModelIndex& index, int role) const {
    // What a view asks for between a change of the run and the next refresh() is of neither.
    if (!index.isValid() || !m_comparison || m_comparison != m_run.comparison()) return {};
    const Line& line = m_lines[static_cast<std::size_t>(index.row())];
    if (line.row >= m_comparison->rows.size()) return {};
    const Row& row = m_comparison->rows[line.row];
    const Column& column = m_columns[static_cast<std::size_t>(index.column())];
    if (role == RowRole) return static_cast<qulonglong>(line.row);
    if (role == ColumnRole)
        return line.column ? QVariant(static_cast<qulonglong>(*line.column)) : QVariant();
    if (role == Qt::TextAlignmentRole)
        return headerData(index.column(), Qt::Horizontal, role).toInt() & ~Qt::TextWordWrap;
    if (role == Qt::AccessibleTextRole) {
        const QString detail = data(index, DetailRole).toString();
        return column.title + ": " + data(index, Qt::DisplayRole).toString() +
               (detail.isEmpty() ? detail : ", " + detail);
    }
    const std::size_t at = line.column.value_or(column.column);
    if (at >= m_comparison->columns.size()) return {};
    switch (column.kind) {
        case Column::Time:
            return timeData(row, at, role);
        case Column::Metric:
            return metricData(row, row.cells[at], column, role);
        case Column::Ratio:
        case Column::Verdict:
            return ratioData(row, at, column.kind, role);
        default:
            break;
    }
    if (role == ValueRole && column.kind == Column::Axis) return axisValue(row, column.id);
    // The tip is whole where the name is not.
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    switch (column.kind) {
        case Column::Axis:
            return axisText(row, column.id);
        case Column::Variant:
            return qs(role == Qt::ToolTipRole ? m_labels->wholeName(at) : m_labels->columnName(at));
        default:
            return qs(m_labels->caseName(row));
    }
}

/// Returns an axis value as a number, in the unit in which it is shown; invalid for a word, and
/// where a unit follows, which would be lost.
QVariant ResultsModel::axisValue(const Row& row, const std::string& id) const {
    const Axis* axis = spec() ? spec()->find(id) : nullptr;
    if (!row.work.has(id) || !row.work.at(id).is_number() || axisText(row, id).contains(' '))
        return {};
    return row.work.at(id).get<double>() / (axis ? axis->per_typed : 1);
}

/// A number with its unit, a word as it is called, a file without its folder.
QString ResultsModel::axisText(const Row& row, const std::string& id) const {
    if (!row.work.has(id)) return QString("–");
    const Json& value = row.work.at(id);
    const Axis* axis = spec() ? spec()->find(id) : nullptr;
    if (axis && axis->kind == AxisKind::Work && value.is_object())
        return qs(workName(value, m_text));
    if (value.is_object()) return qs(visibleText(value.value("name", "")));
    if (value.is_string()) {
        const auto text = value.get<std::string>();
        const bool isWord = !axis || std::ranges::find(axis->words, text) != axis->words.end();
        return qs(isWord ? m_text.word(id, text) : inputName(text, m_text));
    }
    if (value.is_boolean()) return qs(m_text(value.get<bool>() ? "note.yes" : "note.no"));
    const double number = value.get<double>() / (axis ? axis->per_typed : 1);
    if (axis && axis->unit == kByteUnit) return qs(formatBytes(number, m_text.numbers()));
    const bool whole = number == std::floor(number) && std::abs(number) < 1e15;
    const QString figure = qs(whole ? formatFixed(number, 0, m_text.numbers())
                                    : formatSignificant(number, 4, m_text.numbers()));
    // "Size (px)" above has said it.
    const QString unit = axis ? qs(axis->unit) : QString();
    const bool told =
        columnTitle(m_text, row.experiment, id).find('(' + unit.toStdString()) != std::string::npos;
    return unit.isEmpty() || told ? figure : figure + ' ' + unit;
}

}  // namespace duelo::ui
