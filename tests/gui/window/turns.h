// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdio>
#include <functional>

#include <QAbstractEventDispatcher>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

/// How long the window does not answer: the longest turn of its event loop, step by step.
namespace duelo::testing {

inline constexpr int kCalm_ms = 1500;

/// Before the application is made: GLib's dispatcher says that it is awake after its events, and a
/// turn would be over before it began.
inline void watchTurns() {
    qputenv("QT_NO_GLIB", "1");
}

/// From waking up to the next sleep nothing else is done.
class Turns {
public:
    Turns() {
        QAbstractEventDispatcher* loop = QAbstractEventDispatcher::instance();
        QObject::connect(loop, &QAbstractEventDispatcher::awake, loop, [this] { m_turn.start(); });
        QObject::connect(loop, &QAbstractEventDispatcher::aboutToBlock, loop, [this] {
            if (m_turn.isValid()) take(m_turn.nsecsElapsed());
        });
    }
    void take(qint64 ns) { m_longest_ms = std::max(m_longest_ms, static_cast<double>(ns) / 1e6); }
    /// What `act` itself takes is a turn too; `done` ends the step.
    void step(
        const char* name, const std::function<void()>& act,
        const std::function<bool()>& done = [] { return true; }) {
        m_longest_ms = 0;
        QElapsedTimer whole, own;
        whole.start();
        own.start();
        act();
        take(own.nsecsElapsed());
        while (!done()) turn(10);
        const double took_ms = static_cast<double>(whole.nsecsElapsed()) / 1e6;
        turn(kCalm_ms);  // what follows by itself: pictures, forecasts
        std::printf("  %-44s %8.1f ms, longest block %7.1f ms\n", name, took_ms, m_longest_ms);
    }

private:
    static void turn(int ms) {
        QEventLoop loop;
        QTimer::singleShot(ms, &loop, &QEventLoop::quit);
        loop.exec();
    }

    QElapsedTimer m_turn;
    double m_longest_ms = 0;
};

}  // namespace duelo::testing
