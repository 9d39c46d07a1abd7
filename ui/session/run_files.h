// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QString>

#include "experiments/found_limits.h"
#include "record/record_file.h"
#include "report/comparison.h"

/// The data of a RunStore, as values that any thread can make.
namespace duelo::ui {

/// A file among the results: itself where it lies there, else a copy, which is made unless there is
/// one (Y-31). Without a folder it stays where it is. Reasons: "beside_not_kept" {file, folder}.
[[nodiscard]] Result<std::filesystem::path> keptAmong(const std::filesystem::path& folder,
                                                      const std::filesystem::path& file);

struct FileBeside {
    QString path;
    duelo::Role role = duelo::Role::Shared;
    std::string run{};
    bool operator==(const FileBeside&) const = default;
};

/// The open run first, then the files beside it.
struct RunFiles {
    std::vector<RecordLog> logs;
    std::vector<duelo::Role> roles;
    int open_cells = 0;  ///< of the open run, that have no final result
    /// Rows of the open run that are worth measuring again, and the cells that are the reason.
    int doubtful_rows = 0, doubtful_cells = 0;
    /// The folder in which the window keeps its results, and with them this PC's limits; empty:
    /// nowhere.
    std::filesystem::path results_folder{};
    /// The limits that were found. All copies share them.
    std::shared_ptr<FoundLimits> limits = std::make_shared<FoundLimits>();

    /// Makes it the open run.
    void setOpen(RecordLog log);
    /// Another PC's file; one that is there already is replaced.
    void setBeside(RecordLog log, duelo::Role role);
    void removeBeside(const std::filesystem::path& path);
    /// Counts the cells and rows above. For ten thousand cells that takes longer than a frame.
    void count();
    [[nodiscard]] bool isEmpty() const { return logs.empty() || logs.front().records.empty(); }
    /// The files beside the open run, to be put beside another.
    [[nodiscard]] std::vector<FileBeside> beside() const;
};

/// Compares the files; nothing where there are no cells. For a live run no folder is looked into
/// again. Reasons: those of compare().
[[nodiscard]] Result<std::optional<Comparison>> compared(const RunFiles& files, bool live = false);

/// A change of the set of open files; every kind but Without reads a file.
struct FileJob {
    enum class Kind { Open, Beside, Without, Resume, End };
    Kind kind = Kind::Open;
    QString path;
    duelo::Role role = duelo::Role::Own;
    /// More files beside, compared at once with it: of a hundred, one by one, all would be copied
    /// and compared a hundred times.
    std::vector<FileJob> more{};
    std::filesystem::path results_folder{};  ///< of the files that it makes
};
/// Tells how far a file is read; false: it is no longer wanted.
using FileWatch =
    std::function<bool(const QString& path, std::uint64_t done_bytes, std::uint64_t total_bytes)>;

/// The outcome of a job on a thread.
struct FilesMade {
    std::optional<RecordLog> log{};
    std::optional<Reason> problem{};
    std::vector<std::pair<QString, Reason>> refused{};  ///< of several files beside
    std::vector<Reason> not_kept{};  ///< files beside that are read where they lie, and why
    /// With the log in its place, and their comparison; null where only the window's thread knows
    /// its place, because a live run goes on.
    std::shared_ptr<RunFiles> files{};
    std::optional<Comparison> comparison{};
};

/// Does a job, on another thread. A file beside that comes from elsewhere is copied into the folder
/// of the results, and the copy is what is shown: a stick is taken away, and downloads are tidied
/// up. `base`: what the job changes; null: that cannot be known yet. Reasons: those of
/// readRecords() and compared(), "window_error" where the memory does not suffice.
[[nodiscard]] FilesMade filesMade(const FileJob& job, const RunFiles* base, const FileWatch& watch);

}  // namespace duelo::ui
