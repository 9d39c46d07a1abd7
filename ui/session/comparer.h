// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include <QElapsedTimer>

#include "ui/session/background.h"
#include "ui/session/run_files.h"

namespace duelo::ui {

/// Compares the files of a live run beside the window's thread, one comparison at a time: ten
/// thousand cells take half a second, in which the window must not stand still.
class Comparer {
public:
    /// A comparison, and the version of the files that it is of.
    struct Made {
        std::optional<Comparison> comparison{};  ///< none: there are no cells
        int version = 0;                         ///< of the files
        std::size_t results = 0;                 ///< of the live cells, that it has
        std::optional<Reason> problem{};         ///< "window_error": for lack of memory
        qint64 cost_ms = 0;
    };

    /// `take` is called in the thread of `context`, with nothing at work.
    Comparer(QObject& context, std::function<void(Made)> take);

    /// Only with nothing at work. The files are let go before `take` is called.
    void start(std::shared_ptr<const RunFiles> files, int version, std::size_t results);
    [[nodiscard]] bool isAtWork() const { return m_at_work; }
    /// Since start().
    [[nodiscard]] const QElapsedTimer& sinceStart() const { return m_sinceStart; }

private:
    const std::function<void(Made)> m_take;
    bool m_at_work = false;
    QElapsedTimer m_sinceStart;
    Background m_background;  ///< last: it ends first
};

}  // namespace duelo::ui
