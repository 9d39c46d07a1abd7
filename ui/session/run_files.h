// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "record/record_file.h"
#include "report/comparison.h"

/// What a RunStore holds, as values that any thread can make.
namespace duelo::ui {

/// The open run first, then the files beside it.
struct RunFiles {
    std::vector<RecordLog> logs;
    std::vector<duelo::Role> roles;

    /// Makes it the open run.
    void setOpen(RecordLog log);
    /// Another PC's file; one that is there already is replaced.
    void setBeside(RecordLog log, duelo::Role role);
    void removeBeside(const std::filesystem::path& path);
    [[nodiscard]] bool isEmpty() const { return logs.empty() || logs.front().records.empty(); }
};

/// Nothing where there are no cells. Reasons: "table_too_large" of compare().
[[nodiscard]] Result<std::optional<Comparison>> compared(const RunFiles& files);

}  // namespace duelo::ui
