// SPDX-License-Identifier: Apache-2.0
#include "record/record_file.h"

#include <optional>
#include <utility>

#include "base/append_file.h"
#include "base/line_reader.h"
#include "base/places.h"
#include "base/sha256.h"
#include "record/record_scan.h"

namespace duelo {

namespace {

/// Losing samples or a stage to a power cut loses nothing: their cell has no result and is done
/// again. Waiting for the disk in the middle of a cell would disturb what is measured.
bool mustLast(const Record& record) {
    return std::holds_alternative<Header>(record) || std::holds_alternative<ResultRecord>(record) ||
           std::holds_alternative<End>(record);
}

}  // namespace

class RecordFile::Impl {
public:
    Impl(AppendFile file, Sha256 digest) : m_file(std::move(file)), m_digest(std::move(digest)) {}

    Result<void> write(const Record& record) {
        if (m_broken) return tl::unexpected(*m_broken);
        std::string line;
        if (const auto* end = std::get_if<End>(&record)) {
            End sealed = *end;
            sealed.sha256 = m_digest.hex();
            line = encode(sealed);
        } else {
            line = encode(record);
        }
        if (line.size() > kMaxLineBytes)
            return fail("write_failed", {{"path", utf8(m_file.path())}},
                        "a record of " + std::to_string(line.size()) + " bytes");
        line += '\n';
        const std::uint64_t before = m_file.size();
        if (auto appended = m_file.append(line); !appended) return appended;
        if (mustLast(record))
            if (auto synced = m_file.sync(); !synced) return takeBack(before, synced.error());
        m_digest.add(line);
        if (!mustLast(record) || m_file.isInPlace()) return {};
        m_broken = Reason{"journal_gone", {{"path", utf8(m_file.path())}}, {}};
        return tl::unexpected(*m_broken);
    }

private:
    /// After a failed fsync nobody knows what is on the disk: only a full one can be trusted again.
    Result<void> takeBack(std::uint64_t size, const Reason& reason) {
        const bool cut = m_file.truncate(size).has_value();
        if (!cut || reason.code != "disk_full") m_broken = reason;
        return tl::unexpected(reason);
    }

    AppendFile m_file;
    Sha256 m_digest;
    std::optional<Reason> m_broken;
};

RecordFile::RecordFile(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
RecordFile::~RecordFile() = default;

Result<std::unique_ptr<RecordFile>> RecordFile::create(const std::filesystem::path& path) {
    auto file = AppendFile::create(path);
    if (!file) return tl::unexpected(file.error());
    return std::unique_ptr<RecordFile>(
        new RecordFile(std::make_unique<Impl>(*std::move(file), Sha256())));
}

Result<RecordFile::Resumed> RecordFile::resume(const std::filesystem::path& path) {
    // Locked first: what is read must still be true when the first line is appended. A second
    // reading of a missing or unreadable file has the better reason.
    auto file = AppendFile::open(path);
    auto scan = scanRecords(path, Detail::Progress);
    if (!scan) return tl::unexpected(scan.error());
    if (!file) return tl::unexpected(file.error());
    if (scan->kept_bytes < file->size())
        if (auto cut = file->truncate(scan->kept_bytes); !cut) return tl::unexpected(cut.error());
    if (!scan->ends_with_newline)
        if (auto ended = file->append("\n"); !ended) return tl::unexpected(ended.error());
    std::string sha256 = scan->digest.hex();
    std::unique_ptr<RecordFile> resumed(
        new RecordFile(std::make_unique<Impl>(*std::move(file), std::move(scan->digest))));
    return Resumed{std::move(resumed), std::move(scan->log), std::move(sha256)};
}

Result<void> RecordFile::write(const Record& record) {
    return m_impl->write(record);
}

const Header& RecordLog::header() const {
    return std::get<Header>(records.front());
}

std::map<std::string, Status> RecordLog::outcomes() const {
    std::map<std::string, Status> latest;
    for (const Record& record : records)
        if (const auto* result = std::get_if<ResultRecord>(&record))
            latest[result->cell] = result->status;
        else if (const auto* again = std::get_if<Header>(&record))
            for (const std::string& cell : again->repeats) latest.erase(cell);
    return latest;
}

std::set<std::string> RecordLog::finishedCells() const {
    std::set<std::string> finished;
    for (const auto& [cell, status] : outcomes())
        if (status != Status::Cancelled) finished.insert(cell);
    return finished;
}

std::set<std::string> RecordLog::settledCells() const {
    std::set<std::string> settled;
    for (const auto& [cell, status] : outcomes())
        if (status == Status::Done || status == Status::Failed) settled.insert(cell);
    std::map<std::string, bool> again;  // by the latest result of each
    for (const Record& record : records)
        if (const auto* result = std::get_if<ResultRecord>(&record))
            again[result->cell] = result->reason && mayBeTriedAgain(*result->reason);
    for (const auto& [cell, is] : again)
        if (is) settled.erase(cell);
    return settled;
}

Result<RecordLog> readRecords(const std::filesystem::path& path) {
    auto scan = scanRecords(path);
    if (!scan) return tl::unexpected(scan.error());
    return std::move(scan->log);
}

Result<RecordLog> readResults(const std::filesystem::path& path, const ReadWatch& watch) {
    auto scan = scanRecords(path, Detail::Results, watch);
    if (!scan) return tl::unexpected(scan.error());
    return std::move(scan->log);
}

Result<RecordLog> readProgress(const std::filesystem::path& path) {
    auto scan = scanRecords(path, Detail::Progress);
    if (!scan) return tl::unexpected(scan.error());
    return std::move(scan->log);
}

}  // namespace duelo
