// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

/// Measures how long the window does not answer, step by step.
namespace duelo::testing {

/// Returns the processor time of this thread, so that what else runs counts little; 0 where the
/// system does not tell it (Windows).
inline double threadTime_ms() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
#else
    return 0;
#endif
}

inline constexpr int kCalm_ms = 1500;

/// Beats every millisecond. A beat that comes late tells for how long nothing else could be done.
/// The event loop's own signals will not do: its dispatchers run timers after they say that they
/// are about to sleep.
class Turns {
public:
    Turns() {
        m_beat.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_beat, &QTimer::timeout, &m_beat,
                         [this] { take(m_since.nsecsElapsed() - kBeat_ms * 1'000'000); });
        m_beat.start(kBeat_ms);
        m_since.start();
    }
    void take(qint64 ns) {
        m_longest_ms = std::max(m_longest_ms, static_cast<double>(ns) / 1e6);
        const double worked_ms = threadTime_ms();
        m_longestWork_ms = std::max(m_longestWork_ms, worked_ms - m_worked_ms);
        m_worked_ms = worked_ms;
        m_since.start();
    }
    /// Measures a step: `act` itself counts as a block of the window too; `done` ends the step.
    void step(
        const char* name, const std::function<void()>& act,
        const std::function<bool()>& done = [] { return true; }) {
        m_longest_ms = m_longestWork_ms = 0;
        m_worked_ms = threadTime_ms();
        m_since.start();
        QElapsedTimer whole, own;
        whole.start();
        own.start();
        act();
        take(own.nsecsElapsed());
        while (!done()) turn(10);
        const double took_ms = static_cast<double>(whole.nsecsElapsed()) / 1e6;
        turn(kCalm_ms);  // what follows by itself: pictures, forecasts
        std::printf("  %-44s %8.1f ms, longest block %7.1f ms, of work %7.1f ms\n", name, took_ms,
                    m_longest_ms, m_longestWork_ms);
    }

private:
    static void turn(int ms) {
        QEventLoop loop;
        QTimer::singleShot(ms, &loop, &QEventLoop::quit);
        loop.exec();
    }

    static constexpr int kBeat_ms = 1;
    QTimer m_beat;
    QElapsedTimer m_since;
    double m_longest_ms = 0, m_longestWork_ms = 0, m_worked_ms = 0;
};

}  // namespace duelo::testing
