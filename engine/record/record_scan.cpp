// SPDX-License-Identifier: Apache-2.0
#include "record/record_scan.h"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "base/line_reader.h"
#include "base/places.h"
#include "record/game.h"
#include "record/not_kept.h"
#include "record/provenance.h"

namespace duelo {

namespace {

constexpr int kMaxWarnings = 20;
constexpr std::uint64_t kWatchBytes = std::uint64_t{1} << 20;
/// A header is looked for so far into a file: a mail's own lines are fewer.
constexpr std::uint64_t kMostBytesBefore = std::uint64_t{64} << 10;
constexpr std::string_view kRecordBegins = R"({"r":)";

std::string_view withoutSpaceAround(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\f\v";
    const std::size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

/// Returns whether a text, which may be cut off, was meant as a record.
bool beginsAsRecord(std::string_view text) {
    return !text.empty() &&
           kRecordBegins.substr(0, text.size()) == text.substr(0, kRecordBegins.size());
}

/// Takes the lines of one file in order.
class Scanner {
public:
    Scanner(const std::filesystem::path& path, Detail detail)
        : m_args{{"path", utf8(path)}}, m_detail(detail) {
        m_scan.log.path = path;
    }

    Result<void> take(const Line& line) {
        const std::string_view text = withoutSpaceAround(line.text);
        auto record =
            line.too_long || text.empty() ? Result<Record>(fail("record_not_json")) : decode(text);
        if (!isOfMeasurement(line, text, record)) {
            if (!text.empty() || line.too_long) ++m_foreign;
            if (!m_doubtful) reach(line.end, line.terminated);
            return {};
        }
        keepDoubtful();
        if (m_scan.log.records.empty())
            if (auto opened = checkFirst(text, record); !opened) return opened;
        if (!record) {
            // Whether it is the torn last line shows only when there is no other.
            m_doubtful = Doubtful{std::string(text), line.end, line.number, line.terminated,
                                  std::move(record.error().message)};
            return {};
        }
        if (auto known = checkSchema(*record); !known) return known;
        follow(*record);
        keep(text, line.end, line.terminated);
        if (const auto* header = std::get_if<Header>(&*record)) makeRoom(*header);
        if (m_detail == Detail::Results && !isResult(*record)) return {};
        if (m_detail == Detail::Progress && !isProgress(*record)) return {};
        const std::size_t count = m_scan.log.records.size();
        if (count >= kManyRecords && m_scan.kept_bytes < kLeastLineBytes * count) return tooLarge();
        m_scan.log.records.push_back(*std::move(record));
        return {};
    }

    Result<RecordScan> finish() {
        if (m_scan.log.records.empty())
            return fail(m_foreign > 0 ? "not_a_record_file" : "file_empty", m_args);
        if (m_doubtful) warn("torn_last_line", m_doubtful->number, m_doubtful->message);
        if (m_unlisted > 0) {
            Json args = m_args;
            args["count"] = m_unlisted;
            m_scan.log.warnings.push_back({"more_unreadable_lines", std::move(args), {}});
        }
        if (m_foreign > 0) {
            Json args = m_args;
            args["count"] = m_foreign;
            m_scan.log.warnings.push_back({kLinesPassedOver, std::move(args), {}});
        }
        m_scan.log.integrity = m_edited   ? Integrity::Modified
                               : m_sealed ? Integrity::Sealed
                                          : Integrity::Open;
        return std::move(m_scan);
    }

    [[nodiscard]] Result<void> tooLarge() const {
        Json args = m_args;
        args["most_bytes"] = kMaxFileBytes;
        args["least_bytes"] = kLeastLineBytes;
        return fail("file_too_large", std::move(args));
    }

private:
    struct Doubtful {
        std::string text;
        std::uint64_t end;
        int number;
        bool terminated;
        std::string message;
    };

    /// Decides what belongs to the text that is sealed: each line that is not blank, without the
    /// white space around it; before the header and behind an end, where mail puts lines of its
    /// own, only what is a record or begins as one.
    [[nodiscard]] bool isOfMeasurement(const Line& line, std::string_view text,
                                       const Result<Record>& record) const {
        if (record || beginsAsRecord(text)) return true;
        if (text.empty() && !line.too_long) return false;
        if (m_scan.log.records.empty()) return line.end > kMostBytesBefore;
        return !m_sealed;
    }

    Result<void> checkFirst(std::string_view text, const Result<Record>& record) const {
        if (record && std::holds_alternative<Header>(*record)) return {};
        const bool ours = record || text.starts_with(kRecordBegins);
        return fail(ours ? "header_missing" : "not_a_record_file", m_args,
                    record ? std::string() : record.error().message);
    }

    Result<void> checkSchema(const Record& record) const {
        const auto* header = std::get_if<Header>(&record);
        if (header == nullptr) return {};
        // What was measured and what was brought never stand in one file: each speaks for all of
        // it.
        const auto& records = m_scan.log.records;
        const auto* first = records.empty() ? nullptr : std::get_if<Header>(&records.front());
        if (first != nullptr && (provenanceOf(*first) || provenanceOf(*header)))
            return fail("file_mixes_origins", m_args);
        if (header->schema == kSchemaVersion) return {};
        if (header->schema == kImportedSchema && provenanceOf(*header)) return {};
        if (header->schema == kGameSchema && gameOf(*header)) return {};
        Json args = m_args;
        args["found"] = header->schema;
        args["known"] = kSchemaVersion;
        return fail(header->schema > kSchemaVersion ? "schema_too_new" : "schema_too_old",
                    std::move(args));
    }

    /// Returns false for what says nothing of how far the run is. A result becomes what the rest of
    /// a run hangs on, and of the stages of a cell that follow each other the last is enough.
    bool isProgress(Record& record) {
        auto& records = m_scan.log.records;
        if (auto* result = std::get_if<ResultRecord>(&record)) {
            ResultRecord slim;
            slim.cell = std::move(result->cell);
            slim.status = result->status;
            slim.reason = std::move(result->reason);
            slim.metrics = std::move(result->metrics);
            slim.flags = std::move(result->flags);
            record = std::move(slim);
            return true;
        }
        if (auto* stage = std::get_if<Stage>(&record)) {
            auto* latest = records.empty() ? nullptr : std::get_if<Stage>(&records.back());
            if (latest == nullptr || latest->cell != stage->cell) return true;
            *latest = std::move(*stage);
            return false;
        }
        if (const auto* notice = std::get_if<Notice>(&record)) return tellsNotKept(notice->reason);
        return std::holds_alternative<Header>(record) ||
               std::holds_alternative<CellRecord>(record) || std::holds_alternative<End>(record);
    }

    /// Returns false for what has no record of its own among the results.
    bool isResult(const Record& record) {
        if (const auto* cell = std::get_if<CellRecord>(&record)) m_samplesAt.erase(cell->cell);
        if (const auto* samples = std::get_if<Samples>(&record)) {
            auto& records = m_scan.log.records;
            // Most follow others of their cell.
            auto* last = records.empty() ? nullptr : std::get_if<Samples>(&records.back());
            if (last && last->cell == samples->cell) {
                last->append(*samples);
                return false;
            }
            const auto [known, added] = m_samplesAt.try_emplace(samples->cell, records.size());
            if (!added) std::get<Samples>(records[known->second]).append(*samples);
            return added;
        }
        return !std::holds_alternative<Stage>(record) &&
               !std::holds_alternative<UnknownRecord>(record);
    }

    /// A cell usually has a line for itself, its cold call, its samples and its result.
    void makeRoom(const Header& header) {
        auto& records = m_scan.log.records;
        records.reserve(records.size() + 1 +
                        4 * std::size_t(std::clamp(header.cells, 0, kMaxCells)));
    }

    /// Follows the seal; is called before the line itself is part of the digest.
    void follow(const Record& record) {
        if (m_sealed && !std::holds_alternative<Header>(record)) m_edited = true;
        m_sealed = false;
        if (const auto* end = std::get_if<End>(&record)) {
            m_sealed = true;
            if (end->sha256 != m_scan.digest.hex()) m_edited = true;
        }
    }

    void keep(std::string_view text, std::uint64_t end, bool terminated) {
        m_scan.digest.add(text);
        m_scan.digest.add("\n");
        reach(end, terminated);
    }
    void reach(std::uint64_t end, bool terminated) {
        m_scan.kept_bytes = end;
        m_scan.ends_with_newline = terminated;
    }

    void keepDoubtful() {
        if (!m_doubtful) return;
        if (m_sealed) m_edited = true;
        keep(m_doubtful->text, m_doubtful->end, m_doubtful->terminated);
        warn("unreadable_line", m_doubtful->number, m_doubtful->message);
        m_doubtful.reset();
    }

    void warn(const char* code, int number, const std::string& message) {
        if (m_scan.log.warnings.size() >= kMaxWarnings) {
            ++m_unlisted;
            return;
        }
        Json args = m_args;
        args["line"] = number;
        m_scan.log.warnings.push_back({code, std::move(args), message});
    }

    Json m_args;
    Detail m_detail;
    std::unordered_map<std::string, std::size_t> m_samplesAt;  ///< by cell
    RecordScan m_scan;
    std::optional<Doubtful> m_doubtful;
    bool m_sealed = false;
    bool m_edited = false;
    int m_unlisted = 0;
    int m_foreign = 0;  ///< lines that are no part of the measurement
};

}  // namespace

namespace {

Result<RecordScan> scan(LineReader reader, Scanner scanner, const std::filesystem::path& path,
                        std::uint64_t bytes, const ReadWatch& watch) {
    if (bytes > kMaxFileBytes) return tl::unexpected(scanner.tooLarge().error());
    std::uint64_t told_bytes = 0;
    while (const auto line = reader.next()) {
        if (auto taken = scanner.take(*line); !taken) return tl::unexpected(taken.error());
        if (!watch || line->end < told_bytes + kWatchBytes) continue;
        told_bytes = line->end;
        if (!watch(told_bytes, bytes)) return fail("cancelled_by_user");
    }
    if (reader.failed())
        return fail("file_unreadable", {{"path", utf8(path)}}, "reading stopped with an error");
    return scanner.finish();
}

}  // namespace

Result<RecordScan> scanRecords(const std::filesystem::path& path, Detail detail,
                               const ReadWatch& watch) {
    auto reader = LineReader::open(path);
    if (!reader) return tl::unexpected(reader.error());
    std::error_code error;
    const std::uint64_t bytes = std::filesystem::file_size(path, error);
    return scan(std::move(*reader), Scanner(path, detail), path, error ? 0 : bytes, watch);
}

Result<RecordScan> scanRecords(std::string bytes, const std::filesystem::path& name,
                               Detail detail) {
    const std::uint64_t size = bytes.size();
    return scan(LineReader::of(std::move(bytes)), Scanner(name, detail), name, size, {});
}

}  // namespace duelo
