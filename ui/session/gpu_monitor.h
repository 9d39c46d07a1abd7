// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <string>

#include <QDateTime>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "machine/gpu_reading.h"
#include "ui/session/engine_client.h"

namespace duelo::ui {

/// Readings of the GPU, from the window's start on. A run on the GPU tells them by itself. While
/// nothing is measured, the engine is asked for them as long as somebody looks.
class GpuMonitor final : public QObject {
    Q_OBJECT

public:
    struct Row {
        QDateTime when{};  ///< UTC
        GpuReading reading{};
    };
    /// Some hours; the oldest make room.
    static constexpr std::size_t kMostRows = 10'000;

    /// `client` must outlive it.
    GpuMonitor(EngineClient& client, std::function<bool()> isMeasuring);

    /// Takes over from the probe whether this PC has a GPU.
    void setPresent(bool present);
    /// Whether there is anything to show: a GPU that tells, as far as is known.
    [[nodiscard]] bool isPresent() const { return m_present; }
    /// Whether somebody looks.
    void setWatched(bool watched);

    /// Whether the newest row is of the last seconds. A run on the CPU alone leaves the GPU alone,
    /// so what was read before it grows old.
    [[nodiscard]] bool isFresh() const { return m_fresh; }
    /// The newest last; no two are of the same second.
    [[nodiscard]] const std::deque<Row>& rows() const { return m_rows; }
    /// All rows as a table for programs: RFC 4180, UTF-8, comma and point, time in UTC, units at
    /// the ends of the names; the processes in one field.
    [[nodiscard]] std::string csv() const;

Q_SIGNALS:
    void changed();  ///< rows(), isPresent() or isFresh()

private:
    void ask();
    void take(const GpuReading& reading);

    EngineClient& m_client;
    const std::function<bool()> m_isMeasuring;
    bool m_present = false, m_watched = false, m_asking = false, m_fresh = false;
    std::deque<Row> m_rows;
    QElapsedTimer m_sinceRow;
    QTimer m_timer;
};

}  // namespace duelo::ui
