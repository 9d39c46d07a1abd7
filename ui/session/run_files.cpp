// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_files.h"

#include <exception>
#include <system_error>
#include <utility>

#include "base/copy_beside.h"
#include "base/places.h"
#include "base/reason_json.h"
#include "experiments/compare.h"
#include "record/doubt.h"
#include "record/file_plans.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace fs = std::filesystem;

Result<fs::path> keptAmong(const fs::path& folder, const fs::path& file) {
    if (folder.empty()) return file;
    std::error_code error;
    fs::create_directories(folder, error);
    if (fs::equivalent(fs::absolute(file, error).parent_path(), folder, error)) return file;
    auto copied = copyBeside(file, folder);
    if (copied) return copied;
    return fail("beside_not_kept", {{"file", utf8(file.filename())},
                                    {"folder", utf8(folder)},
                                    {kNextReason, toJson(copied.error())}});
}

void RunFiles::setOpen(RecordLog log) {
    if (logs.empty()) {
        logs.emplace_back();
        roles.push_back(duelo::Role::Own);
    }
    logs.front() = std::move(log);
    open_cells = doubtful_rows = doubtful_cells = 0;  // until they are counted
}

void RunFiles::setBeside(RecordLog log, duelo::Role role) {
    if (logs.empty()) setOpen({});
    // A file that has grown is kept under another name, and is the same run.
    const auto runOf = [](const RecordLog& one) {
        return one.records.empty() ? std::string() : one.header().run;
    };
    const std::string run = runOf(log);
    std::size_t at = 1;
    while (at < logs.size() && logs[at].path != log.path && (run.empty() || runOf(logs[at]) != run))
        ++at;
    if (at == logs.size()) {
        logs.emplace_back();
        roles.push_back(role);
    }
    logs[at] = std::move(log);
    roles[at] = role;
}

void RunFiles::removeBeside(const std::filesystem::path& path) {
    for (std::size_t i = 1; i < logs.size(); ++i) {
        if (logs[i].path != path) continue;
        logs.erase(logs.begin() + static_cast<std::ptrdiff_t>(i));
        roles.erase(roles.begin() + static_cast<std::ptrdiff_t>(i));
        return;
    }
}

std::vector<FileBeside> RunFiles::beside() const {
    std::vector<FileBeside> files;
    for (std::size_t i = 1; i < logs.size(); ++i)
        files.push_back({QString::fromStdString(utf8(logs[i].path)), roles[i],
                         logs[i].records.empty() ? std::string() : logs[i].header().run});
    return files;
}

void RunFiles::count() {
    if (isEmpty()) return;
    open_cells = openCells(logs.front());
    const std::vector<DoubtfulRow> rows = doubtfulRows(logs.front());
    doubtful_rows = static_cast<int>(rows.size());
    doubtful_cells = 0;
    for (const DoubtfulRow& row : rows) doubtful_cells += row.doubtful;
}

namespace {

/// Where this PC's limits may lie.
std::vector<std::filesystem::path> folders(const RunFiles& files) {
    std::vector<std::filesystem::path> all{FoundLimits::folderOf(files.logs.front().path)};
    if (!files.results_folder.empty()) all.push_back(files.results_folder);
    return all;
}

}  // namespace

Result<std::optional<Comparison>> compared(const RunFiles& files, bool live) {
    if (files.isEmpty()) return std::optional<Comparison>();
    const RecordLog& own = files.logs.front();
    auto made = compare(files.logs, {.roles = files.roles,
                                     .base = std::nullopt,
                                     .beside = live ? files.limits->lastOf(own, folders(files))
                                                    : files.limits->of(own, folders(files)),
                                     .is_live = live});
    if (!made && made.error().code != "nothing_to_report")
        return tl::unexpected(std::move(made.error()));
    return made ? std::optional(*std::move(made)) : std::nullopt;
}

namespace {

void putInPlace(const FileJob& job, std::optional<RecordLog> log, RunFiles& files) {
    const std::filesystem::path path = pathOf(job.path);
    const bool same = !files.logs.empty() && files.logs.front().path == path;
    if (job.kind == FileJob::Kind::Resume && !same)
        files = {.results_folder = job.results_folder, .limits = files.limits};
    if (job.kind == FileJob::Kind::Without)
        files.removeBeside(path);
    else if (job.kind == FileJob::Kind::Beside)
        files.setBeside(*std::move(log), job.role);
    else if (log)
        files.setOpen(*std::move(log));
}

Result<RecordLog> resultsIn(const FileJob& job, const FileWatch& watch) {
    std::uint64_t all_bytes = 0;
    auto log =
        readResults(pathOf(job.path), [&](std::uint64_t done_bytes, std::uint64_t total_bytes) {
            all_bytes = total_bytes;
            return watch(job.path, done_bytes, total_bytes);
        });
    if (log && all_bytes > 0)
        watch(job.path, all_bytes, all_bytes);  // what comes now is no reading
    return log;
}

/// Where nothing can be written it is shown from where it lies, and that is told.
void keepBeside(const FileJob& job, const fs::path& folder, RecordLog& log, FilesMade& made) {
    if (job.kind != FileJob::Kind::Beside) return;
    if (auto kept = keptAmong(folder, log.path))
        log.path = *std::move(kept);
    else
        made.not_kept.push_back(std::move(kept.error()));
}

}  // namespace

FilesMade filesMade(const FileJob& job, const RunFiles* base, const FileWatch& watch) {
    using Kind = FileJob::Kind;
    FilesMade made;
    try {
        if (job.kind != Kind::Without) {
            if (auto log = resultsIn(job, watch)) {
                keepBeside(job, job.results_folder, *log, made);
                made.log = *std::move(log);
            } else if (job.more.empty())
                made.problem = std::move(log.error());
            else
                made.refused.emplace_back(job.path, std::move(log.error()));
        }
        const bool ends = job.kind == Kind::End, alone = job.kind == Kind::Open;
        if (made.problem && !ends) return made;
        if (!base && !alone) return made;
        RunFiles files;
        if (!alone) files = *base;
        files.results_folder = job.results_folder;
        if (made.refused.empty()) putInPlace(job, std::exchange(made.log, {}), files);
        for (const FileJob& other : job.more) {
            if (auto log = resultsIn(other, watch)) {
                keepBeside(other, job.results_folder, *log, made);
                putInPlace(other, *std::move(log), files);
            } else {
                made.refused.emplace_back(other.path, std::move(log.error()));
            }
        }
        files.count();
        if (auto comparison = compared(files))
            made.comparison = *std::move(comparison);
        else if (!ends)
            made.problem = std::move(comparison.error());
        made.files = std::make_shared<RunFiles>(std::move(files));
    } catch (const std::exception& error) {
        made.problem = Reason{"window_error", {{"what", error.what()}}, {}};
    }
    return made;
}

}  // namespace duelo::ui
