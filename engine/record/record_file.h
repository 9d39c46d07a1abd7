// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "record/record.h"

namespace duelo {

/// The journal: appends lines, and has each result on the disk before it returns.
class RecordFile final : public RecordSink {
public:
    /// A new file, never an overwritten one. Reasons, all with {path}: "file_exists",
    /// "folder_missing", "not_writable", "disk_full", "write_failed".
    [[nodiscard]] static Result<std::unique_ptr<RecordFile>> create(
        const std::filesystem::path& path);
    /// An existing file, to go on with; an unreadable last line is cut off first. The caller then
    /// writes a Header. Reasons: those of readRecords(), "not_writable", and "file_in_use" {path}
    /// while another process has it open for writing.
    struct Resumed;
    [[nodiscard]] static Result<Resumed> resume(const std::filesystem::path& path);
    ~RecordFile() override;

    /// Appends the record as one line or, when that fails, nothing. Headers, results and ends are
    /// on the disk when it returns. An End gets its digest here.
    /// Reasons: "disk_full" {path} (the next write may succeed), "write_failed" {path}, and
    /// "journal_gone" {path} once a line that must last went into a file that the path no longer
    /// names: nobody would find it.
    [[nodiscard]] Result<void> write(const Record& record) override;

private:
    class Impl;
    explicit RecordFile(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// Whether a file is what a run wrote.
enum class Integrity {
    Sealed,    ///< the last line is an end line, and the digests of all end lines fit
    Open,      ///< no end line after the last header: interrupted or still running
    Modified,  ///< a digest does not fit, or more than a header follows an end: edited
};

/// A warning {path, count} of lines before the header or behind an end that are no records, such as
/// those that mail adds. They are passed over, and what was measured is whole.
inline constexpr const char* kLinesPassedOver = "lines_passed_over";

/// A file's lines, whole and in order.
struct RecordLog {
    std::filesystem::path path;
    std::vector<Record> records;
    Integrity integrity = Integrity::Open;
    /// "torn_last_line" {path, line}, "unreadable_line" {path, line}, once there are too many
    /// "more_unreadable_lines" {path, count}, and kLinesPassedOver.
    std::vector<Reason> warnings;

    [[nodiscard]] const Header& header() const;  ///< the first; readRecords() guarantees one
    /// Returns how each cell ended the last time, without those that a header has measured again
    /// (its `repeats`) and that have no result since.
    [[nodiscard]] std::map<std::string, Status> outcomes() const;
    /// Ids of the cells that need no further work: done, failed or skipped, not cancelled.
    [[nodiscard]] std::set<std::string> finishedCells() const;
    /// Ids of the cells that a resumed run leaves as they are: done or failed. What was skipped is
    /// tried again, because this machine, or this machine now, may have what was lacking; so is
    /// what mayBeTriedAgain().
    [[nodiscard]] std::set<std::string> settledCells() const;
};

struct RecordFile::Resumed {
    std::unique_ptr<RecordFile> file;
    RecordLog log;       ///< how far it is: that of readProgress()
    std::string sha256;  ///< of its lines, as an End would tell it
};

/// A last line without its line end counts when it is whole. LF, CRLF, a byte order mark, blank
/// lines and white space around a line are accepted. Reasons: "file_missing", "file_unreadable",
/// "file_empty", "not_a_record_file", "header_missing", "schema_too_new" and "schema_too_old"
/// {found, known}, "file_too_large" {most_bytes, least_bytes}, and "file_mixes_origins" where times
/// that were brought stand beside another run; all with {path}.
[[nodiscard]] Result<RecordLog> readRecords(const std::filesystem::path& path);
/// Told now and then while a file is read; false ends that with "cancelled_by_user".
using ReadWatch = std::function<bool(std::uint64_t done_bytes, std::uint64_t total_bytes)>;
/// Reads the results of a run: as readRecords(), without its stages and the lines of an unknown
/// kind, and with all samples of a cell as one record, where its first were. A large file has many
/// of them.
[[nodiscard]] Result<RecordLog> readResults(const std::filesystem::path& path,
                                            const ReadWatch& watch = {});
/// Reads how far a run is: its headers, cells, latest stages, notices of files that could not be
/// kept, ends, and results with their reasons, flags and metrics alone.
[[nodiscard]] Result<RecordLog> readProgress(const std::filesystem::path& path);

}  // namespace duelo
