// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/classroom/class_tables.h"

#include <QHeaderView>

#include "classroom/seat_facts.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {
constexpr std::size_t kMostLeftOut = 200;  // each of its rows is as high as its words
}

ClassTable::ClassTable(QWidget* parent) : QTableWidget(parent) {
    setEditTriggers(NoEditTriggers);
    setSelectionBehavior(SelectRows);
    setWordWrap(true);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setStretchLastSection(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void ClassTable::begin(const QStringList& titles, int rows) {
    setColumnCount(static_cast<int>(titles.size()));
    setHorizontalHeaderLabels(titles);
    setRowCount(rows);
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

void ClassTable::resizeEvent(QResizeEvent* event) {
    QTableWidget::resizeEvent(event);
    resizeRowsToContents();
}

}  // namespace duelo::ui
