// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPoint>
#include <QTimer>

class QAction;

namespace duelo::ui {

/// The buttons of a slide, upon its foot: they come when the mouse is moved and go when it rests.
class SlideButtons final : public QFrame {
    Q_OBJECT

public:
    static constexpr int kShown_ms = 3000;

    /// A button for each action, which is there while the action is enabled.
    SlideButtons(QWidget* window, const QList<QAction*>& actions);

    /// Whether there is a slide.
    void setSlide(bool slide);

Q_SIGNALS:
    void aboutToShow();
    void shownChanged(bool shown);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void setShown(bool shown);

    QTimer m_timer;
    QPoint m_mouse;  ///< where it was last, on the screen
};

}  // namespace duelo::ui
