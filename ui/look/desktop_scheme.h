// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QObject>

namespace duelo::ui {

/// Whether the desktop is dark, and when that changes: Linux tells through the desktop portal,
/// Windows in the registry, which is read again whenever the program comes to the front. Where
/// neither tells, the palette that the desktop gave at the start does.
class DesktopScheme final : public QObject {
    Q_OBJECT

public:
    /// Before the application is given a palette of its own.
    DesktopScheme();
    [[nodiscard]] bool isDark() const { return m_dark; }
    /// Takes over whether the desktop wants a dark look; nothing: it does not say.
    void take(std::optional<bool> dark);

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void ask();

private:
    const bool m_paletteIsDark;
    bool m_dark;
};

}  // namespace duelo::ui
