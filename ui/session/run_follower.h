// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include <QObject>
#include <QString>
#include <QTimer>

#include "machine/running_measurement.h"
#include "record/record.h"
#include "ui/session/background.h"

namespace duelo::ui {

/// Follows a run that another process has under way by reading its file as it grows: those are the
/// same lines that the pipe of an own engine brings. Files are read on another thread.
class RunFollower final : public QObject {
    Q_OBJECT

public:
    explicit RunFollower(QObject* parent = nullptr);

    /// From the first line on.
    void start(const QString& file, std::shared_ptr<const RunningMeasurement> process);
    /// The run goes on, and nothing more is told of it.
    void leave();
    [[nodiscard]] bool isActive() const { return m_reader != nullptr; }
    /// Asks the run to end. \returns false where it cannot be asked.
    bool stop() const;

Q_SIGNALS:
    /// `live`: what the file held when it was opened has been told.
    void recordsArrived(const std::vector<duelo::Record>& records, bool live);
    /// Its process has ended, and all that it wrote was told.
    void ended();

private:
    struct Reader;
    void look();
    void take(const std::vector<Record>& records, bool more, bool alive);

    std::shared_ptr<Reader> m_reader;
    bool m_live = false;
    std::shared_ptr<const RunningMeasurement> m_process;
    QTimer m_timer;
    Background m_background{*this};
};

}  // namespace duelo::ui
