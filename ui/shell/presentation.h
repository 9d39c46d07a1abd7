// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QByteArray>
#include <QPointer>

#include "ui/session/keep_awake.h"

class QScreen;
class QWidget;

namespace duelo::ui {

/// Where a window is presented: where it is, if somebody has moved it away from the primary screen;
/// else the first other screen, which is the projector; else the only one there is.
[[nodiscard]] QScreen* presentationScreen(const QWidget& window);

/// Shows a window on the whole of its presentation's screen, and lets no screen fall asleep.
class Presentation {
public:
    /// `window` must outlive the presentation.
    explicit Presentation(QWidget& window) : m_window(window) {}

    void begin();  ///< again: nothing more
    [[nodiscard]] bool isOn() const { return m_awake != nullptr; }
    /// The window is again where it was and as large.
    void end();
    /// Gives the focus back to the widget that had it before, where it is shown.
    void giveFocusBack();

private:
    QWidget& m_window;
    Qt::WindowStates m_state;
    QByteArray m_geometry;  ///< empty: it is presented on the screen where it was
    QPointer<QWidget> m_focus;
    std::unique_ptr<KeepAwake> m_awake;  ///< while presenting
};

}  // namespace duelo::ui
