// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <initializer_list>
#include <optional>
#include <utility>

#include "ui/session/run_files.h"

namespace duelo::ui {

/// The order in which the files of a RunStore change: one job at a time, first come, first served.
/// FileJobs keeps the order alone; its owner does the work.
class FileJobs {
public:
    void add(FileJob job) { m_waiting.push_back(std::move(job)); }
    /// Puts a job before all others. The one at work begins anew after it.
    void addFirst(FileJob job);
    /// Drops the waiting jobs of these kinds, and the one at work if it is of them; returns whether
    /// it was.
    [[nodiscard]] bool drop(std::initializer_list<FileJob::Kind> kinds);

    [[nodiscard]] bool isEmpty() const { return !m_at_work && m_waiting.empty(); }
    /// The one to be begun; null while one is at work, or none waits.
    [[nodiscard]] const FileJob* next() const;
    [[nodiscard]] const FileJob* atWork() const { return m_at_work ? &*m_at_work : nullptr; }
    /// Begins next(), which must not be null. `together`: with the jobs behind it, where all are
    /// files beside.
    const FileJob& begin(bool together);
    /// Ends the job at work, of which there must be one.
    FileJob finish();

private:
    void putBack(FileJob job);

    std::deque<FileJob> m_waiting;
    std::optional<FileJob> m_at_work;
};

}  // namespace duelo::ui
