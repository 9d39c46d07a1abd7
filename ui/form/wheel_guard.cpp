// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/wheel_guard.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QScrollBar>

namespace duelo::ui {

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Wheel) return QObject::eventFilter(watched, event);
    const bool holdsValue =
        qobject_cast<QComboBox*>(watched) || qobject_cast<QAbstractSpinBox*>(watched) ||
        (qobject_cast<QAbstractSlider*>(watched) && !qobject_cast<QScrollBar*>(watched));
    if (!holdsValue) return QObject::eventFilter(watched, event);
    event->ignore();  // so that what holds the widget gets it, and scrolls
    return true;
}

}  // namespace duelo::ui
