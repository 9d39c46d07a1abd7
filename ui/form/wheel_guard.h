// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace duelo::ui {

/// Installed on the application: the wheel scrolls and never changes a value that the pointer
/// happens to be over. Who scrolls a form down must find it as it was.
class WheelGuard : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace duelo::ui
