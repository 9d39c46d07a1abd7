// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/presentation.h"

#include <QGuiApplication>
#include <QScreen>
#include <QWidget>
#include <QWindow>

namespace duelo::ui {

QScreen* presentationScreen(const QWidget& window) {
    QScreen *primary = QGuiApplication::primaryScreen(), *here = window.screen();
    if (here != primary) return here;
    for (QScreen* other : QGuiApplication::screens())
        if (other != primary) return other;
    return here;
}

void Presentation::begin() {
    if (m_awake) return;
    m_awake = std::make_unique<KeepAwake>();
    m_state = m_window.windowState();
    m_geometry.clear();
    m_focus = m_window.focusWidget();
    if (QScreen* screen = presentationScreen(m_window); screen != m_window.screen()) {
        m_geometry = m_window.saveGeometry();
        // A maximized window would take the whole of the screen where it is. Some systems place a
        // window by its screen, others by where it is.
        m_window.setWindowState(m_window.windowState() & ~Qt::WindowMaximized);
        if (QWindow* handle = m_window.windowHandle()) handle->setScreen(screen);
        m_window.setGeometry(screen->availableGeometry());
    }
    m_window.showFullScreen();
}

void Presentation::end() {
    if (!m_awake) return;
    m_awake.reset();
    // Who was not moved is put back by the system; window managers differ in what a position is.
    m_window.setWindowState(m_state);
    if (!m_geometry.isEmpty()) m_window.restoreGeometry(m_geometry);
}

void Presentation::giveFocusBack() {
    if (m_focus && m_focus->isVisibleTo(&m_window)) m_focus->setFocus();
}

}  // namespace duelo::ui
