// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/results_table.h"

#include <algorithm>
#include <numeric>

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>

#include "ui/look/letters.h"

namespace duelo::ui {

namespace {

constexpr int kTitlePadding_px = 17;  ///< of the style sheet, and a pixel for rounding

/// Gives each of `columns` an equal share of `left`, up to what it wants; returns what remains.
int share(int left, std::vector<int> columns, std::vector<int>& widths,
          const std::vector<int>& wanted) {
    const auto lacks = [&](int c) {
        const auto at = static_cast<std::size_t>(c);
        return std::max(0, wanted[at] - widths[at]);
    };
    std::ranges::sort(columns, {}, lacks);
    auto waiting = static_cast<int>(columns.size());
    for (const int c : columns) {
        const int more = std::min(lacks(c), left / waiting--);
        widths[static_cast<std::size_t>(c)] += more;
        left -= more;
    }
    return left;
}

QFont boldFont(const QWidget& widget) {
    QFont bold(widget.font());
    bold.setBold(true);
    return bold;
}

}  // namespace

ResultsTable::ResultsTable(QWidget* parent)
    : QTableView(parent), m_delegate(new ResultsDelegate(this)) {
    setItemDelegate(m_delegate);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &ResultsTable::fit);
}

void ResultsTable::setModel(QAbstractItemModel* model) {
    QTableView::setModel(model);
    connect(model, &QAbstractItemModel::modelReset, this, &ResultsTable::forget);
    connect(model, &QAbstractItemModel::dataChanged, this, &ResultsTable::fit);
    forget();
}

void ResultsTable::forget() {
    m_needs.clear();
    fit();
}

void ResultsTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    (void)measure();
    arrange();
}

void ResultsTable::showEvent(QShowEvent* event) {
    QTableView::showEvent(event);
    fit();
    Q_EMIT heightChanged();
}

void ResultsTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) forget();
}

void ResultsTable::focusInEvent(QFocusEvent* event) {
    if (currentIndex().isValid()) return QTableView::focusInEvent(event);
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void ResultsTable::fit() {
    if (measure()) arrange();
}

bool ResultsTable::isName(int column) const {
    return (model()->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() &
            Qt::AlignLeft) != 0;
}

/// A title may stand in several lines where room is scarce: then its longest word decides.
CellWidth ResultsTable::titleWidth(int column) const {
    const QFontMetrics metrics(boldFont(*horizontalHeader()));
    int word_px = 0;
    const QString title = model()->headerData(column, Qt::Horizontal).toString();
    for (const QString& word : title.split(' '))
        word_px = std::max(word_px, metrics.horizontalAdvance(word));
    const int around_px = letters_px(metrics, 3);
    const int loose = word_px + around_px;
    return {loose, loose, word_px + kTitlePadding_px, loose};
}

/// Returns the width of a column whose title stands in one line, in pixels.
int ResultsTable::lineWidth(int column) const {
    const QFontMetrics metrics(boldFont(*horizontalHeader()));
    return metrics.horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString()) +
           letters_px(metrics, 3);
}

bool ResultsTable::measure() {
    if (!model() || !isVisible()) return false;
    const int columns = model()->columnCount(), rows = model()->rowCount();
    const bool is_new = static_cast<int>(m_needs.size()) != columns;
    if (is_new) {
        m_needs.clear();
        for (int c = 0; c < columns; ++c) m_needs.push_back(titleWidth(c));
    }
    if (rows == 0) return is_new;
    const int first = std::max(0, rowAt(0));
    const int below = rowAt(viewport()->height() - 1);
    const int last = below < 0 ? rows - 1 : below;
    bool grows = is_new;
    const auto take = [&grows](int& known, int needed) {
        grows |= needed > known;
        known = std::max(known, needed);
    };
    for (int c = 0; c < columns; ++c)
        for (int r = first; r <= last; ++r) {
            const CellWidth width = m_delegate->widthOf(font(), model()->index(r, c));
            CellWidth& need = m_needs[static_cast<std::size_t>(c)];
            take(need.beside, width.beside);
            take(need.under, width.under);
            take(need.tight, width.tight);
            take(need.whole, width.whole);
        }
    return grows;
}

int ResultsTable::neededWidth(int column) const {
    const CellWidth& need = m_needs[static_cast<std::size_t>(column)];
    return m_tight ? need.tight : m_delegate->isStacked() ? need.under : need.beside;
}

int ResultsTable::wholeHeight() const {
    const int bar = horizontalScrollBar()->isVisible() ? horizontalScrollBar()->height() : 0;
    return horizontalHeader()->height() + verticalHeader()->length() + bar + 2 * frameWidth();
}

/// No higher than it must be: what a window has beyond that is shared by who holds the table.
QSize ResultsTable::sizeHint() const {
    return {QTableView::sizeHint().width(), minimumHeight()};
}

void ResultsTable::arrange() {
    if (m_needs.empty()) return;
    // As if the bar were always there: it comes and goes with the height of the rows.
    const int room = maximumViewportSize().width() - verticalScrollBar()->sizeHint().width();
    std::vector<int> widths, wanted, names, figures;
    const auto exceeds = [&](int CellWidth::*width) {
        int sum = 0;
        for (const CellWidth& need : m_needs) sum += need.*width;
        return sum > room;
    };
    m_delegate->setStacked(exceeds(&CellWidth::beside));
    m_tight = exceeds(&CellWidth::beside) && exceeds(&CellWidth::under);
    for (int c = 0; c < static_cast<int>(m_needs.size()); ++c) {
        widths.push_back(neededWidth(c));
        wanted.push_back(std::max(widths.back(), m_needs[static_cast<std::size_t>(c)].whole));
        (isName(c) ? names : figures).push_back(c);
    }
    int left = std::max(0, room - std::accumulate(widths.begin(), widths.end(), 0));
    left = share(left, names, widths, wanted);
    left = share(left, figures, widths, wanted);
    // What stands in the rows comes first: a title may stand in several lines.
    for (int c = 0; c < static_cast<int>(wanted.size()); ++c)
        wanted[static_cast<std::size_t>(c)] =
            std::max(wanted[static_cast<std::size_t>(c)], lineWidth(c));
    left = share(left, figures, widths, wanted);
    left = share(left, names, widths, wanted);
    // Names need no more room than they have letters.
    std::vector<int>& rest = figures.empty() ? names : figures;
    for (int& width : wanted) width += left;
    share(left, rest, widths, wanted);
    for (int c = 0; c < static_cast<int>(widths.size()); ++c)
        setColumnWidth(c, widths[static_cast<std::size_t>(c)]);
    // Even the same height would be given to every row anew.
    if (const int row_px = m_delegate->rowHeight(font());
        verticalHeader()->defaultSectionSize() != row_px)
        verticalHeader()->setDefaultSectionSize(row_px);
    fitTitles();
}

/// Titles longer than their column stand in two lines or more.
void ResultsTable::fitTitles() {
    QHeaderView* header = horizontalHeader();
    const QFontMetrics metrics(boldFont(*header));
    int height = 0;
    for (int c = 0; c < header->count(); ++c) {
        const QString title = model()->headerData(c, Qt::Horizontal).toString();
        const int padding = m_tight ? kTitlePadding_px : letters_px(metrics, 3) - 1;
        const QRect room(0, 0, header->sectionSize(c) - padding, 10000);
        height = std::max(height, metrics.boundingRect(room, Qt::TextWordWrap, title).height());
    }
    header->setFixedHeight(height + metrics.height() / 2 + 4);
    Q_EMIT heightChanged();
}

}  // namespace duelo::ui
