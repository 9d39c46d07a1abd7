// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFocusEvent>
#include <QKeyEvent>
#include <QPushButton>

namespace duelo::ui {

/// A button that starts or ends a measurement. A space that is typed by mistake, where a page has
/// given it the focus or a mouse has left it there, does nothing: who means it comes by Tab, or
/// types Enter.
class RunButton final : public QPushButton {
public:
    using QPushButton::QPushButton;

protected:
    void focusInEvent(QFocusEvent* event) override {
        if (event->reason() != Qt::ActiveWindowFocusReason)
            m_meant =
                event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
        QPushButton::focusInEvent(event);
    }
    void keyPressEvent(QKeyEvent* event) override {
        const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        if (event->key() == Qt::Key_Space && !m_meant) return event->ignore();
        if (!enter) return QPushButton::keyPressEvent(event);
        if (!event->isAutoRepeat()) click();
    }
    void keyReleaseEvent(QKeyEvent* event) override {
        QPushButton::keyReleaseEvent(event);
        // Now it does the contrary.
        if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) m_meant = false;
    }

private:
    bool m_meant = false;  ///< the focus came by Tab, and nothing was done with it yet
};

}  // namespace duelo::ui
