// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QPointer>
#include <QVector>
#include <QWidget>

#include "ui/results/page_bars.h"
#include "ui/results/result_tab.h"
#include "ui/results/results_table.h"

class QAbstractItemModel;
class QAction;
class QLabel;
class QBoxLayout;
class QScrollArea;
class QSplitter;

namespace duelo::ui {

class FindingHead;
class CardColumn;
class FittedArea;
class FormColumn;
class TabBar;
class TabStack;

/// The room that every experiment shares: form at the left with one button at its foot; in the
/// centre the answer, the chart and the table; cards at the right. It lays out and computes
/// nothing.
class ExperimentFrame final : public QWidget {
    Q_OBJECT

public:
    explicit ExperimentFrame(QWidget* parent = nullptr);

    void setForm(QWidget* form);
    /// A chart of one of the tabs above, or another view in its place; returns its index. Those of
    /// one tab are chosen by their titles.
    int addChart(ResultTab::Group tab, const QString& title, QWidget* chart);
    /// Takes away what has nothing to show, unless it is in view; a tab without a chart goes too.
    void setChartsOffered(const QVector<bool>& offered);
    /// Sets a line of buttons for what there is no chart of yet.
    void setFills(const QVector<FillRow::Fill>& fills);
    void showChart(int index);
    [[nodiscard]] int currentChart() const;
    [[nodiscard]] QWidget* chart(int index) const;
    /// Sets what the menus offer of whatever stands in the charts' place, and of the table.
    void setMenus(const QList<QAction*>& ofChart, const QList<QAction*>& ofTable);
    void setTableModel(QAbstractItemModel* model);
    /// Whether the table has its place, and a sentence below it; empty: none.
    void setTable(bool visible, const QString& note);
    [[nodiscard]] ResultsTable& table() const { return *m_table; }
    [[nodiscard]] CardColumn& cards() const { return *m_cards; }

    /// Sets what may stand in the place of charts and table before there is anything to show.
    void setQuestions(QWidget* questions);
    /// Whether it does; `with_chart`: above the chart, which has something to show already.
    void setAsking(bool asking, bool with_chart);
    /// `detail` is under a button where it is long.
    void setFinding(const QString& headline, const QString& detail);
    /// Says once, for all rows, what makes their times doubtful; `why` is shown on demand. With a
    /// tip it has the button that measures them again. An empty sentence hides all of it.
    void setDoubt(const QString& sentence, const QString& why = {}, const QString& repeatTip = {});
    /// Puts a line below the sentence and what is said of it.
    void setFileBar(QWidget* bar);
    /// A sentence above the answer that stays until it is emptied: what went wrong, what to do.
    /// With a caption it offers something to do.
    void setMessage(const QString& sentence, const QString& caption = {},
                    std::function<void()> act = {});
    /// Takes the message away if it is this one, which holds no longer. Returns whether it was.
    bool withdrawMessage(const QString& sentence);
    /// Says what all that is shown is (P-08), above everything and without a way to close it, with
    /// a button that leads to what is to be found out. An empty sentence hides it.
    void setGame(const QString& sentence);
    /// Shows which of several tables of one run is in view; hidden when there is one.
    void setSelections(const QStringList& titles, int current);

    /// The button at the foot. While `running` it cancels.
    void setButton(const QString& caption, const QString& expectation, bool enabled, bool running);

    void setCardsVisible(bool visible);
    /// A slide: the sentence and the chart in view, in letters for the back of a room. Afterwards
    /// all is as it was before.
    void setPresenting(bool presenting);
    /// Whether buttons are wanted on the slide, where it has some of its own.
    void setSlideButtons(bool visible);
    /// Shows the next chart of the slide, or the one before.
    void step(int by);
    [[nodiscard]] bool offersDuel() const;
    void showDuel();
    /// Neither sentence nor cards: a duel shows who wins before they tell it.
    void setResultHidden(bool hidden);

Q_SIGNALS:
    void runClicked();
    void cancelClicked();
    void repeatClicked();
    void trickClicked();
    void selectionChanged(int index);
    void chartChanged(int index);
    void rowChanged(int row);  ///< of the table, -1 for none

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Around what stands in the centre, in pixels.
    static constexpr QMargins kMargins{18, 14, 18, 10};

    QWidget* makeCentre();
    void showRooms();
    void showSlide();
    [[nodiscard]] ResultTab* tabInView() const;
    void arrange();
    void shareHeight();

    FormColumn* m_left;
    QScrollArea* m_centre;
    QBoxLayout* m_column;  ///< of the centre
    FindingHead* m_head;
    MessageBar* m_messageBar;
    GameBar* m_gameBar;
    TabBar* m_tabBar;
    FittedArea* m_questions;
    TabStack* m_charts;
    ResultsTable* m_table;
    QLabel* m_tableNote;
    QSplitter* m_split;
    CardColumn* m_cards;
    bool m_cardsWanted = true, m_presenting = false, m_resultHidden = false;
    bool m_shareChosen = false;  ///< who has moved the line between chart and table keeps it there
    bool m_asking = false, m_chartWanted = true, m_tableWanted = true;
    FillRow* m_fills;
    /// The layout before a slide, which is restored after it.
    struct Before {
        int chart = 0, scrolled_px = 0;
        QList<int> split_px;
    } m_before;
    QPointer<ResultTab> m_onSlide;
};

}  // namespace duelo::ui
