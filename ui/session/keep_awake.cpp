// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/keep_awake.h"

#include <QtGlobal>

#ifdef Q_OS_WIN
#include <windows.h>
#elif defined(DUELO_DBUS)
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusUnixFileDescriptor>
#endif

namespace duelo::ui {

#ifdef Q_OS_WIN

/// Windows knows one state of a thread, so the last of several lets go.
struct KeepAwake::Hold {
    bool held =
        SetThreadExecutionState(ES_CONTINUOUS | ES_SYSTEM_REQUIRED | ES_DISPLAY_REQUIRED) != 0;
    inline static int s_holds = 0;

    Hold() { ++s_holds; }
    ~Hold() {
        if (--s_holds == 0) SetThreadExecutionState(ES_CONTINUOUS);
    }
};

#elif defined(DUELO_DBUS)

/// systemd-logind holds the system awake for as long as a file descriptor that it gave stays open.
/// Asked without waiting: a machine without logind must not delay a measurement.
struct KeepAwake::Hold {
    bool held = false;
    QDBusUnixFileDescriptor descriptor;
    std::unique_ptr<QDBusPendingCallWatcher> watcher;

    Hold() {
        const QDBusConnection bus = QDBusConnection::systemBus();
        if (!bus.isConnected()) return;
        QDBusMessage call =
            QDBusMessage::createMethodCall("org.freedesktop.login1", "/org/freedesktop/login1",
                                           "org.freedesktop.login1.Manager", "Inhibit");
        call << "sleep:idle"
             << "Duelo"
             << "A measurement or a presentation is running"
             << "block";
        watcher = std::make_unique<QDBusPendingCallWatcher>(bus.asyncCall(call));
        QObject::connect(watcher.get(), &QDBusPendingCallWatcher::finished, watcher.get(),
                         [this](QDBusPendingCallWatcher* self) {
                             const QDBusPendingReply<QDBusUnixFileDescriptor> reply = *self;
                             if (reply.isError()) return;
                             descriptor = reply.value();
                             held = descriptor.isValid();
                         });
    }
};

#else

struct KeepAwake::Hold {
    bool held = false;
};

#endif

KeepAwake::KeepAwake() : m_hold(std::make_unique<Hold>()) {}

KeepAwake::~KeepAwake() = default;

bool KeepAwake::isHeld() const {
    return m_hold->held;
}

}  // namespace duelo::ui
