// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <QProcess>
#include <QString>

#include "base/result.h"

namespace duelo::ui {

/// An unexpected end of an engine process, or its failure to start.
struct EngineDeath {
    enum class How {
        FailedToStart,  ///< there is no program, or the system refuses it
        Crashed,        ///< by a signal or an unhandled exception
        Exited,         ///< by itself
        Killed,         ///< by this window, which says why in `reason`
    };
    How how = How::Exited;
    int exit_code = 0;  ///< of Exited
    /// A few characters for a sentence about something else: "SIGSEGV", "exit 9", or the code of
    /// `reason` where the window ended the engine (text group "how").
    std::string trace{};
    /// "engine_missing" {path}, "engine_library_missing" {library}, "engine_start_failed"
    /// {message}, "engine_crashed" {how}, "engine_killed", "engine_exited" {exit_code}, or why it
    /// was killed; `message` is the end of its standard error.
    Reason reason{};

    /// Starting it once more would end the same way.
    [[nodiscard]] bool isHopeless() const;
};

/// Reads an ended process. `killed`: why this window ended it. `errors`: the end of its standard
/// error, in which the system's loader names a library that it does not find.
[[nodiscard]] EngineDeath deathOf(const QProcess& process, const std::optional<Reason>& killed,
                                  const std::string& errors);

}  // namespace duelo::ui
