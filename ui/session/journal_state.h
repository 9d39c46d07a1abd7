// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <set>
#include <string>

#include <QString>

#include "record/record_file.h"

namespace duelo::ui {

/// The progress of the run in a journal. After a death the file is the truth: the engine writes
/// every record there before it tells it, so a line may be missing in the pipe but not here.
struct JournalState {
    std::set<std::string> finished{};  ///< need no further work
    /// At work when the file ends. Nothing: the last process closed the run, or died between cells.
    std::optional<CellRecord> running{};
};

[[nodiscard]] JournalState stateOf(const RecordLog& log);

/// Reasons: those of readRecords().
[[nodiscard]] Result<JournalState> readJournal(const QString& file);

}  // namespace duelo::ui
