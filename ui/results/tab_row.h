// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>
#include <QWidget>

class QMenu;
class QToolButton;

namespace duelo::ui {

/// Shows tabs in one row, however many there are: those without room stand in the menu of a button
/// at its end. The chosen tab is always in the row.
class TabRow final : public QWidget {
    Q_OBJECT

public:
    explicit TabRow(QWidget* parent = nullptr);

    /// Adds a tab at the end and returns its index. The first one is chosen.
    int addTab(const QString& title);
    void setCurrent(int index);
    /// Hides a tab that has nothing to show; the chosen one stays in the row.
    void setOffered(int index, bool offered);
    /// Moves the focus to the chosen tab; `only_within`: only if another tab has it.
    void focusCurrent(bool only_within);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chosen(int index);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Tab {
        QToolButton* button;
        bool offered = true;
    };
    /// Returns the tabs that stand in the row when it is so wide.
    [[nodiscard]] QVector<int> fitting(int width_px) const;
    void arrange();
    void fillMenu();

    QVector<Tab> m_tabs;
    QToolButton* m_more;
    QMenu* m_menu;
    int m_current = 0;
};

}  // namespace duelo::ui
