// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/desktop_scheme.h"

#include <utility>

#include <QGuiApplication>
#include <QPalette>
#ifdef DUELO_DBUS
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#elif defined(Q_OS_WIN)
#include <QSettings>
#endif

namespace duelo::ui {

#ifdef DUELO_DBUS
namespace {
constexpr const char kPortal[] = "org.freedesktop.portal.Desktop";
constexpr const char kPortalPath[] = "/org/freedesktop/portal/desktop";
constexpr const char kPortalSettings[] = "org.freedesktop.portal.Settings";
constexpr const char kAppearance[] = "org.freedesktop.appearance";
/// Values of "color-scheme" there; 0 is no preference.
constexpr uint kPrefersDark = 1, kPrefersLight = 2;
}  // namespace
#endif

// QStyleHints::colorScheme() is Qt 6.5.
DesktopScheme::DesktopScheme()
    : m_paletteIsDark(QGuiApplication::palette().color(QPalette::Window).lightness() < 128),
      m_dark(m_paletteIsDark) {
#ifdef DUELO_DBUS
    QDBusConnection::sessionBus().connect(kPortal, kPortalPath, kPortalSettings, "SettingChanged",
                                          {kAppearance}, "ssv", this, SLOT(ask()));
#elif defined(Q_OS_WIN)
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, &DesktopScheme::ask);
#endif
    ask();
}

void DesktopScheme::ask() {
#ifdef DUELO_DBUS
    auto message = QDBusMessage::createMethodCall(kPortal, kPortalPath, kPortalSettings, "Read");
    message.setArguments({kAppearance, "color-scheme"});
    auto* answer =
        new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(message), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<QDBusVariant> reply = *answer;
        answer->deleteLater();
        if (reply.isError()) return take(std::nullopt);
        QVariant value = reply.value().variant();
        // The portal wraps it twice.
        if (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
        const uint scheme = value.toUInt();
        take(scheme == kPrefersDark    ? std::optional(true)
             : scheme == kPrefersLight ? std::optional(false)
                                       : std::nullopt);
    });
#elif defined(Q_OS_WIN)
    const QSettings personal(
        "HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize",
        QSettings::NativeFormat);
    const QVariant light = personal.value("AppsUseLightTheme");
    take(light.isValid() ? std::optional(light.toInt() == 0) : std::nullopt);
#endif
}

void DesktopScheme::take(std::optional<bool> dark) {
    const bool now = dark.value_or(m_paletteIsDark);
    if (std::exchange(m_dark, now) != now) Q_EMIT changed();
}

}  // namespace duelo::ui
