// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>

#include "ui/results/result_tab.h"

namespace duelo::ui {

class PartList;
class TabRow;

/// The row above the centre: five tabs, the charts of the one in view, and the tables of the run.
/// It knows titles and who is offered; the frame shows what is chosen.
class TabBar final : public QWidget {
    Q_OBJECT

public:
    TabBar();

    /// Adds a chart of one of the tabs. Charts count from 0; those of one tab are chosen by their
    /// titles.
    void add(ResultTab::Group tab, const QString& title);
    /// Takes away what has nothing to show, unless it is in view; a tab without a chart goes too.
    void setOffered(const QVector<bool>& offered);
    void setCurrent(int chart);
    /// Moves the focus to the tab in view, if another one has it.
    void focusCurrent();
    /// Chooses the chart of a tab that was looked at last, else its first.
    void choose(ResultTab::Group tab);
    [[nodiscard]] bool offers(ResultTab::Group tab) const;
    /// Returns the chart that is so many places behind the one in view, in the order of the tabs;
    /// -1: none is offered.
    [[nodiscard]] int placesOn(int by) const;
    /// Shows which of several tables of one run is in view; hidden when there is one.
    void setSelections(const QStringList& titles, int current);

Q_SIGNALS:
    void chosen(int chart);
    void selectionChanged(int index);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fitLetters();
    void showParts();

    struct Part {
        ResultTab::Group tab;
        QString title;
        bool offered = true;
    };
    TabRow* m_tabs;
    PartList* m_part;  ///< of the tab in view
    PartList* m_selection;
    QVector<Part> m_parts;
    QVector<int> m_last;  ///< the chart of each tab that was looked at last, -1 at first
    int m_current = 0;
};

}  // namespace duelo::ui
