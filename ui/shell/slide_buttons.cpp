// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/slide_buttons.h"

#include <utility>

#include <QAction>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QToolButton>

#include "ui/look/slide.h"

namespace duelo::ui {

SlideButtons::SlideButtons(QWidget* window, const QList<QAction*>& actions) : QFrame(window) {
    setObjectName("slideButtons");
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    for (QAction* action : actions) {
        auto* button = new QToolButton;
        button->setText(action->iconText());
        button->setToolTip(action->toolTip());
        button->setProperty("role", "bar");
        button->setFocusPolicy(Qt::NoFocus);  // keys have the same
        connect(button, &QToolButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::enabledChanged, button, &QToolButton::setVisible);
        row->addWidget(button);
    }
    m_timer.setSingleShot(true);
    m_timer.setInterval(kShown_ms);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (underMouse())
            m_timer.start();
        else
            setShown(false);
    });
    hide();
}

void SlideButtons::setSlide(bool slide) {
    m_mouse = QCursor::pos();
    setShown(false);
    // Who has moved the mouse is asked of the whole program: no part of a slide waits for it.
    if (slide)
        QCoreApplication::instance()->installEventFilter(this);
    else
        QCoreApplication::instance()->removeEventFilter(this);
}

void SlideButtons::setShown(bool shown) {
    if (shown) {
        Q_EMIT aboutToShow();
        place();
        raise();
        m_timer.start();
    } else {
        m_timer.stop();
    }
    if (shown == !isHidden()) return;
    setVisible(shown);
    Q_EMIT shownChanged(shown);
}

void SlideButtons::place() {
    adjustSize();
    const QSize window = parentWidget()->size();
    move((window.width() - width()) / 2, window.height() - (slideButtons_px() + height()) / 2);
}

bool SlideButtons::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseMove) {
        const QPoint at = static_cast<QMouseEvent*>(event)->globalPosition().toPoint();
        // What is shown anew under a mouse that rests gets an event too.
        if (std::exchange(m_mouse, at) != at) setShown(true);
    } else if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) {
        place();
    }
    return QFrame::eventFilter(watched, event);
}

}  // namespace duelo::ui
