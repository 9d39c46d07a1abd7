// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/experiment_frame.h"

#include <utility>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>

#include "ui/look/elided_label.h"
#include "ui/look/letters.h"
#include "ui/look/plain_texts.h"
#include "ui/look/scroll_area.h"
#include "ui/results/cards.h"
#include "ui/results/finding_head.h"
#include "ui/results/fitted_widgets.h"
#include "ui/results/form_column.h"
#include "ui/results/page_bars.h"
#include "ui/results/tab_bar.h"

namespace duelo::ui {

namespace {

/// Widths in characters, so that a larger font gets a wider column.
constexpr int kFormChars = 48, kCardChars = 40, kCentreChars = 80;
/// Cards of a page as wide as this have longer lines.
constexpr int kWidePageChars = 240, kWideCardChars = 50;
/// A centre narrower than this many characters puts a button below its sentence.
constexpr int kNarrowChars = 64;
/// The form takes at most this share of the width, unless it needs more.
constexpr double kFormShare = 0.45;
/// The least height of the table, in lines of text: a title that breaks, and two rows with what
/// stands below their figures.
constexpr int kLeastTableLines = 8;
/// A table of many rows takes this share of the room for chart and table.
constexpr double kTableShare = 0.47;

int chars(const QWidget& widget, int count) {
    return letters_px(widget.fontMetrics(), count);
}

}  // namespace

ExperimentFrame::ExperimentFrame(QWidget* parent) : QWidget(parent), m_cards(new CardColumn) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_left = new FormColumn;
    connect(m_left, &FormColumn::runClicked, this, &ExperimentFrame::runClicked);
    connect(m_left, &FormColumn::cancelClicked, this, &ExperimentFrame::cancelClicked);
    row->addWidget(m_left);
    m_centre = new QScrollArea;  // large letters in a small window
    m_centre->setWidgetResizable(true);
    m_centre->setFrameShape(QFrame::NoFrame);
    m_centre->setFocusPolicy(Qt::NoFocus);
    m_centre->setWidget(makeCentre());
    row->addWidget(m_centre, 1);
    row->addWidget(m_cards);
}

QWidget* ExperimentFrame::makeCentre() {
    auto* centre = new QWidget;
    centre->setObjectName("centre");
    auto* column = m_column = new QVBoxLayout(centre);
    column->setContentsMargins(kMargins);
    column->setSpacing(6);
    m_gameBar = new GameBar;
    connect(m_gameBar, &GameBar::trickClicked, this, &ExperimentFrame::trickClicked);
    column->addWidget(m_gameBar);
    m_messageBar = new MessageBar;
    column->addWidget(m_messageBar);
    m_head = new FindingHead;
    connect(m_head, &FindingHead::repeatClicked, this, &ExperimentFrame::repeatClicked);
    column->addWidget(m_head);

    m_tabBar = new TabBar;
    connect(m_tabBar, &TabBar::chosen, this, &ExperimentFrame::showChart);
    connect(m_tabBar, &TabBar::selectionChanged, this, &ExperimentFrame::selectionChanged);
    column->addWidget(m_tabBar);

    m_questions = new FittedArea;
    makePlain(*m_questions);
    m_questions->setObjectName("questions");
    m_questions->hide();
    column->addWidget(m_questions, 1);

    m_table = new ResultsTable;
    m_charts = new TabStack(*m_table);
    m_charts->setMinimumHeight(kLeastChart_px);
    m_table->setAccessibleName(tr("Table of results"));
    m_split = new QSplitter(Qt::Vertical);
    m_split->addWidget(m_charts);
    m_split->addWidget(m_table);
    m_split->setChildrenCollapsible(false);
    m_split->installEventFilter(this);
    connect(m_split, &QSplitter::splitterMoved, this, [this] { m_shareChosen = true; });
    connect(m_table, &ResultsTable::heightChanged, this, &ExperimentFrame::shareHeight);
    auto* noted = new QVBoxLayout;  // the note stands close to its table
    noted->setSpacing(0);
    noted->addWidget(m_split, 1);
    column->addLayout(noted, 1);
    m_tableNote = new ElidedLabel;
    m_tableNote->setObjectName("tableNote");
    m_tableNote->setProperty("role", "muted");
    m_tableNote->hide();
    noted->addWidget(m_tableNote);
    m_fills = new FillRow;
    m_fills->hide();
    noted->addWidget(m_fills);
    return centre;
}

void ExperimentFrame::setForm(QWidget* form) {
    m_left->setForm(form);
}

int ExperimentFrame::addChart(ResultTab::Group tab, const QString& title, QWidget* chart) {
    m_tabBar->add(tab, title);
    return m_charts->addWidget(chart);
}

void ExperimentFrame::setChartsOffered(const QVector<bool>& offered) {
    m_tabBar->setOffered(offered);
}

void ExperimentFrame::setFills(const QVector<FillRow::Fill>& fills) {
    m_fills->setFills(fills);
    showRooms();
}

void ExperimentFrame::setMenus(const QList<QAction*>& ofChart, const QList<QAction*>& ofTable) {
    m_charts->addActions(ofChart);
    m_charts->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->addActions(ofTable);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void ExperimentFrame::showChart(int index) {
    m_charts->setCurrentIndex(index);
    m_tabBar->setCurrent(index);
    if (m_presenting) showSlide();
    Q_EMIT chartChanged(index);
    shareHeight();
    // What had the focus may be hidden now: it went to some other tab, and two would look chosen.
    m_tabBar->focusCurrent();
}

int ExperimentFrame::currentChart() const {
    return m_charts->currentIndex();
}

QWidget* ExperimentFrame::chart(int index) const {
    return m_charts->widget(index);
}

void ExperimentFrame::setTableModel(QAbstractItemModel* model) {
    m_table->setModel(model);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { Q_EMIT rowChanged(current.row()); });
}

void ExperimentFrame::setTable(bool visible, const QString& note) {
    m_tableWanted = visible;
    m_tableNote->setText(visible ? note : QString());
    m_tableNote->setToolTip(note);
    showRooms();
}

void ExperimentFrame::setQuestions(QWidget* questions) {
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 6, 0, 0);
    column->addWidget(questions);
    column->addStretch();
    m_questions->setWidget(body);
}

void ExperimentFrame::setAsking(bool asking, bool with_chart) {
    m_asking = asking;
    m_chartWanted = !asking || with_chart;
    static_cast<QBoxLayout*>(m_questions->parentWidget()->layout())
        ->setStretchFactor(m_questions, with_chart ? 0 : 1);
    showRooms();
}

void ExperimentFrame::setFinding(const QString& headline, const QString& detail) {
    m_head->setFinding(headline, detail);
}

void ExperimentFrame::setFileBar(QWidget* bar) {
    m_head->setFileBar(bar);
}

void ExperimentFrame::setDoubt(const QString& sentence, const QString& why,
                               const QString& repeatTip) {
    m_head->setDoubt(sentence, why, repeatTip);
}

void ExperimentFrame::setMessage(const QString& sentence, const QString& caption,
                                 std::function<void()> act) {
    m_messageBar->setMessage(sentence, caption, std::move(act));
}

bool ExperimentFrame::withdrawMessage(const QString& sentence) {
    return m_messageBar->withdraw(sentence);
}

void ExperimentFrame::setGame(const QString& sentence) {
    m_gameBar->setGame(sentence);
}

void ExperimentFrame::setSelections(const QStringList& titles, int current) {
    m_tabBar->setSelections(titles, current);
}

void ExperimentFrame::setButton(const QString& caption, const QString& expectation, bool enabled,
                                bool running) {
    m_left->setButton(caption, expectation, enabled, running);
}

void ExperimentFrame::setCardsVisible(bool visible) {
    m_cardsWanted = visible;
    arrange();
}

void ExperimentFrame::setResultHidden(bool hidden) {
    m_resultHidden = hidden;
    m_head->setResultHidden(hidden);
    arrange();
}

/// All rows are in sight where the chart keeps most of the room; what they leave is the chart's.
void ExperimentFrame::shareHeight() {
    const int whole = m_table->wholeHeight();
    m_table->setMinimumHeight(qMin(whole, fontMetrics().lineSpacing() * kLeastTableLines));
    const int room = m_split->height() - m_split->handleWidth();
    if (m_shareChosen || m_table->isHidden() || room <= 0) return;
    const int share = qMin(static_cast<int>(room * kTableShare), room - kLeastChart_px);
    const int table = qMin(whole, qMax(share, m_table->minimumHeight()));
    if (m_split->sizes() != QList<int>{room - table, table})
        m_split->setSizes({room - table, table});
}

bool ExperimentFrame::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_split && event->type() == QEvent::Resize) shareHeight();
    return QWidget::eventFilter(watched, event);
}

void ExperimentFrame::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange) return;
    shareHeight();
    arrange();
}

void ExperimentFrame::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

/// Cards give way first: they are never needed to read the table.
void ExperimentFrame::arrange() {
    showRooms();
    if (m_presenting) return showSlide();
    const bool beside = width() >= chars(*this, kFormChars + kCardChars + kCentreChars);
    const bool wide = width() >= chars(*this, kWidePageChars);
    m_cards->setFixedWidth(chars(*this, wide ? kWideCardChars : kCardChars));
    m_cards->setVisible(m_cardsWanted && beside && !m_resultHidden);
    const int left =
        qMin(chars(*this, kFormChars), qMax(m_left->leastWidth(), int(width() * kFormShare)));
    m_left->setFixedWidth(left);
    const bool narrow = width() - left < chars(*this, kNarrowChars);
    int room = width() - left - kMargins.left() - kMargins.right() -
               m_centre->verticalScrollBar()->sizeHint().width();
    if (!m_cards->isHidden()) room -= m_cards->width();
    m_head->setRoom(room, narrow);
    m_messageBar->setNarrow(narrow);
}

/// A slide has the sentence and a chart, and what is no result but made up says so there too.
void ExperimentFrame::showRooms() {
    const bool page = !m_presenting;
    m_left->setVisible(page);
    m_messageBar->setWanted(page);
    m_tabBar->setVisible(page);
    m_questions->setVisible(page && m_asking);
    m_split->setVisible(!page || m_chartWanted);
    m_table->setVisible(page && m_tableWanted);
    m_tableNote->setVisible(page && !m_tableNote->text().isEmpty());
    m_fills->setVisible(page && !m_resultHidden && !m_fills->isEmpty());
}

}  // namespace duelo::ui
