// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QWidget>

#include "ui/results/results_table.h"

class QAbstractItemModel;
class QAction;
class QLabel;
class QPushButton;
class QBoxLayout;
class QScrollArea;
class QSplitter;

namespace duelo::ui {

class CardColumn;
class FittedArea;
class PartList;
class TabRow;
class TabStack;

/// The room that every experiment shares: form at the left with one button at its foot; in the
/// centre the answer, the chart and the table; cards at the right. It lays out and computes
/// nothing.
class ExperimentFrame final : public QWidget {
    Q_OBJECT

public:
    explicit ExperimentFrame(QWidget* parent = nullptr);

    void setForm(QWidget* form);
    /// A tab above the chart; returns its index.
    int addChart(const QString& title, QWidget* chart);
    /// Hides the tab of a chart that has nothing to show, unless it is the chosen one.
    void setChartOffered(int index, bool offered);
    void showChart(int index);
    [[nodiscard]] int currentChart() const;
    [[nodiscard]] QWidget* chart(int index) const;
    /// Sets what the menu offers of whatever stands in the charts' place.
    void setChartActions(const QList<QAction*>& actions);
    void setTableModel(QAbstractItemModel* model);
    /// A sentence below the table; empty: none.
    void setTableNote(const QString& note);
    [[nodiscard]] ResultsTable& table() const { return *m_table; }
    [[nodiscard]] CardColumn& cards() const { return *m_cards; }

    /// Sets what may stand in the place of charts and table before there is anything to show.
    void setQuestions(QWidget* questions);
    /// Whether it does; `with_chart`: above the chart, which has something to show already.
    void setAsking(bool asking, bool with_chart);
    void setFinding(const QString& headline, const QString& detail);
    /// Sets the button beside the finding that measures again what cannot be told; hidden without a
    /// caption.
    void setRepeat(const QString& caption, const QString& tip = {});
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
    /// Sentence, chart and table alone.
    void setPresenting(bool presenting);
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
    QWidget* makeLeft();
    QWidget* makeCentre();
    QWidget* makeMessage();
    QWidget* makeGame();
    void fitLetters();
    void arrange();
    void shareHeight();

    QWidget* m_left;
    QScrollArea* m_formArea;
    QPushButton *m_button, *m_repeat;
    QLabel *m_expectation, *m_headline, *m_detail;
    QWidget *m_messageBar, *m_gameBar;
    QLabel* m_game;
    QBoxLayout *m_messageRow, *m_under;  ///< sentences, and what they offer beside or below them
    QLabel* m_message;
    QPushButton* m_messageAction;
    std::function<void()> m_act;
    PartList* m_selection;
    TabRow* m_tabs;
    FittedArea* m_questions;
    TabStack* m_charts;
    ResultsTable* m_table;
    QLabel* m_tableNote;
    QSplitter* m_split;
    CardColumn* m_cards;
    bool m_running = false, m_cardsWanted = true, m_presenting = false, m_resultHidden = false;
    bool m_shareChosen = false;  ///< who has moved the line between chart and table keeps it there
};

}  // namespace duelo::ui
