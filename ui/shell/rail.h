// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QVector>
#include <QWidget>

#include "ui/shell/window_actions.h"

class QBoxLayout;
class QButtonGroup;
class QLabel;
class QToolButton;

namespace duelo::ui {

/// The pages at the left of the window, one button each, and the settings below them. A button
/// triggers its page's action; pages that are chosen within another one have none.
class Rail final : public QWidget {
    Q_OBJECT

public:
    Rail(const QList<WindowActions::Page>& pages, const WindowActions& actions);

    /// The page in view, as an index of all. Tab meets the button that leads to it, and arrows go
    /// on from there.
    void turnTo(int page);
    /// Marks the button that leads to the page on which something is measured; -1: nothing is.
    void setRunning(int page);

protected:
    void changeEvent(QEvent* event) override;

private:
    QToolButton* add(QBoxLayout& to, const QString& picture, const QString& caption,
                     QAction* action);
    void fit();

    QButtonGroup* m_pages;
    QLabel* m_running;        ///< the mark
    QVector<int> m_buttonOf;  ///< by page: the id of its button
};

}  // namespace duelo::ui
