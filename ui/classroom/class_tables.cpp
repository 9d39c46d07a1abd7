// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/classroom/class_tables.h"

#include <algorithm>

#include <QHeaderView>
#include <QScrollBar>

#include "classroom/seat_facts.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {
constexpr std::size_t kMostLeftOut = 200;  // each of its rows is as high as its words
constexpr int kMostWrapped = 200;          // of more rows each is one line
}  // namespace

ClassTable::ClassTable(QWidget* parent) : QTableWidget(parent) {
    setEditTriggers(NoEditTriggers);
    setSelectionBehavior(SelectRows);
    setWordWrap(true);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setResizeContentsPrecision(kMostWrapped);  // rows that are measured
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QTableWidget::cellClicked, this, [this](int row) { chooseRow(row); });
    connect(this, &QTableWidget::cellActivated, this, [this](int row) { chooseRow(row); });
}

void ClassTable::chooseRow(int row) {
    if (row < m_keys.size()) Q_EMIT submissionChosen(m_keys[row]);
}

void ClassTable::begin(const QStringList& titles, int rows) {
    setColumnCount(static_cast<int>(titles.size()));
    setHorizontalHeaderLabels(titles);
    setRowCount(rows);
    m_keys.clear();
    m_fitsWords = rows <= kMostWrapped + 1;
    setWordWrap(m_fitsWords);
    if (!m_fitsWords) verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 3 / 2);
    viewport()->setCursor(Qt::ArrowCursor);
}

void ClassTable::put(int row, int column, const QString& text) {
    auto* cell = new QTableWidgetItem(text);
    cell->setToolTip(text);
    setItem(row, column, cell);
}

void ClassTable::showSeats(const Classroom& classroom, const Text& text) {
    const std::vector<WallSeat> wall = wallOf(classroom);
    setAccessibleName(tr("Seats"));
    begin({tr("Seat"), tr("Verdict"), tr("GPU"), tr("Driver"), tr("What to do")},
          static_cast<int>(wall.size()));
    for (std::size_t i = 0; i < wall.size(); ++i) {
        const WallSeat& seat = wall[i];
        const int row = static_cast<int>(i);
        QStringList reasons;
        for (const Reason& reason : seat.reasons) reasons << qs(text.reason(reason));
        const bool ready = seat.verdict == WallSeat::Verdict::Ready;
        put(row, 0, qs(visibleText(seat.seat->name)));
        put(row, 1, qs(text.word("class_verdict", word(seat.verdict))));
        item(row, 1)->setForeground(ready ? tokens().good_text : tokens().warn_text);
        put(row, 2, seat.gpu.empty() ? QStringLiteral("–") : qs(seat.gpu));
        put(row, 3, seat.driver.empty() ? QStringLiteral("–") : qs(seat.driver));
        put(row, 4, reasons.isEmpty() ? tr("nothing") : reasons.join('\n'));
    }
    for (int column = 0; column < 4; ++column) resizeColumnToContents(column);
    resizeRowsToContents();
}

void ClassTable::showLeftOut(const Classroom& classroom, const Text& text, bool names) {
    const std::vector<LeftOut> left = classroom.leftOut(kMostLeftOut);
    const std::size_t all = classroom.leftOutCount().all(), shown = left.size();
    setAccessibleName(tr("Set aside"));
    begin({tr("File"), tr("Counts?"), tr("Why")}, static_cast<int>(shown + (shown < all ? 1 : 0)));
    for (std::size_t i = 0; i < shown; ++i) {
        const int row = static_cast<int>(i);
        put(row, 0, qs(shownName(classroom, left[i].place, names)));
        put(row, 1, qs(text(left[i].counts ? "class.left_counts" : "class.left_aside")));
        put(row, 2, qs(shownReason(classroom, left[i].reason, names, text)));
    }
    if (shown < all)
        put(static_cast<int>(shown), 2,
            tr("and %n more file(s)", nullptr, static_cast<int>(all - shown)));
    for (const int column : {0, 1}) resizeColumnToContents(column);
    setColumnWidth(0, qMin(columnWidth(0), width() / 3));
    resizeRowsToContents();
}

void ClassTable::showSubmissions(const SubmissionList& list) {
    setAccessibleName(tr("Submissions"));
    QStringList titles{tr("Submission"), tr("Late?"), tr("PC"), tr("What is in it")};
    if (list.names) titles.insert(1, tr("Number"));
    begin(titles, static_cast<int>(list.rows.size()));
    viewport()->setCursor(Qt::PointingHandCursor);
    for (const SubmissionList::Row& one : list.rows) {
        const auto row = static_cast<int>(m_keys.size());
        QStringList cells{one.title, one.late, one.seats, one.what};
        if (list.names) cells.insert(1, one.id);
        for (int column = 0; column < cells.size(); ++column) put(row, column, cells[column]);
        if (!one.good) item(row, columnCount() - 1)->setForeground(tokens().warn_text);
        m_keys << qs(one.key);
    }
    for (int column = 0; column + 1 < columnCount(); ++column) {
        resizeColumnToContents(column);
        setColumnWidth(column, qMin(columnWidth(column), width() / 4));
    }
    if (m_fitsWords) resizeRowsToContents();
}

void ClassTable::showWhole(const DocTable& table) {
    setAccessibleName(qs(table.title));
    std::vector<std::size_t> columns;
    QStringList titles;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const auto isEmpty = [i](const auto& row) { return row[i].text.empty(); };
        if (std::ranges::all_of(table.rows, isEmpty)) continue;
        columns.push_back(i);
        titles << qs(table.columns[i]);
    }
    begin(titles, static_cast<int>(table.rows.size()));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setSelectionMode(NoSelection);
    m_fitsWords = m_whole = true;
    setWordWrap(true);
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        for (std::size_t i = 0; i < columns.size(); ++i)
            put(static_cast<int>(row), static_cast<int>(i), qs(table.rows[row][columns[i]].text));
    fit();
}

/// Long words take lines, not the width of the others.
void ClassTable::fit() {
    if (m_whole)
        for (int column = 0; column < columnCount(); ++column) {
            resizeColumnToContents(column);
            setColumnWidth(column, qMin(columnWidth(column), qMax(1, width() / 4)));
        }
    if (m_fitsWords) resizeRowsToContents();
    if (!m_whole) return;
    int high = horizontalHeader()->sizeHint().height() + 2 * frameWidth();
    for (int row = 0; row < rowCount(); ++row) high += rowHeight(row);
    if (horizontalHeader()->length() > viewport()->width())
        high += horizontalScrollBar()->sizeHint().height();
    setFixedHeight(high);
}

void ClassTable::resizeEvent(QResizeEvent* event) {
    QTableWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) fit();
}

}  // namespace duelo::ui
