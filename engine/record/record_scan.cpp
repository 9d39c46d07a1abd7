// SPDX-License-Identifier: Apache-2.0
#include "record/record_scan.h"

#include <string_view>
#include <utility>

#include "base/line_reader.h"
#include "base/places.h"

namespace duelo {

namespace {

constexpr int kMaxWarnings = 20;

bool isBlank(std::string_view text) {
    return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// Takes the lines of one file in order.
class Scanner {
public:
    Scanner(const std::filesystem::path& path, Stages stages)
        : m_args{{"path", utf8(path)}}, m_stages(stages) {
        m_scan.log.path = path;
    }

    Result<void> take(const Line& line) {
        keepDoubtful();
        if (isBlank(line.text) && !line.too_long) {
            keep(line);
            return {};
        }
        auto record = line.too_long ? Result<Record>(fail("record_not_json")) : decode(line.text);
        if (m_scan.log.records.empty())
            if (auto opened = checkFirst(line, record); !opened) return opened;
        if (!record) {
            // Whether it is the torn last line shows only when there is no other.
            m_doubtful = Doubtful{std::string(line.text), line.end, line.number, line.terminated,
                                  std::move(record.error().message)};
            return {};
        }
        if (auto known = checkSchema(*record); !known) return known;
        follow(*record);
        keep(line);
        if (m_stages == Stages::Kept || !std::holds_alternative<Stage>(*record))
            m_scan.log.records.push_back(*std::move(record));
        return {};
    }

    Result<RecordScan> finish() {
        if (m_scan.log.records.empty()) return fail("file_empty", m_args);
        if (m_doubtful) warn("torn_last_line", m_doubtful->number, m_doubtful->message);
        if (m_unlisted > 0) {
            Json args = m_args;
            args["count"] = m_unlisted;
            m_scan.log.warnings.push_back({"more_unreadable_lines", std::move(args), {}});
        }
        m_scan.log.integrity = m_edited   ? Integrity::Modified
                               : m_sealed ? Integrity::Sealed
                                          : Integrity::Open;
        return std::move(m_scan);
    }

private:
    struct Doubtful {
        std::string text;
        std::uint64_t end;
        int number;
        bool terminated;
        std::string message;
    };

    Result<void> checkFirst(const Line& line, const Result<Record>& record) const {
        if (record && std::holds_alternative<Header>(*record)) return {};
        const bool ours = record || line.text.starts_with(R"({"r":)");
        return fail(ours ? "header_missing" : "not_a_record_file", m_args,
                    record ? std::string() : record.error().message);
    }

    Result<void> checkSchema(const Record& record) const {
        const auto* header = std::get_if<Header>(&record);
        if (header == nullptr || header->schema == kSchemaVersion) return {};
        Json args = m_args;
        args["found"] = header->schema;
        args["known"] = kSchemaVersion;
        return fail(header->schema > kSchemaVersion ? "schema_too_new" : "schema_too_old",
                    std::move(args));
    }

    /// Before the line itself is part of the digest.
    void follow(const Record& record) {
        if (m_sealed && !std::holds_alternative<Header>(record)) m_edited = true;
        m_sealed = false;
        if (const auto* end = std::get_if<End>(&record)) {
            m_sealed = true;
            if (end->sha256 != m_scan.digest.hex()) m_edited = true;
        }
    }

    void keep(const Line& line) { keep(line.text, line.end, line.terminated); }
    void keep(std::string_view text, std::uint64_t end, bool terminated) {
        m_scan.digest.add(text);
        m_scan.digest.add("\n");
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
    Stages m_stages;
    RecordScan m_scan;
    std::optional<Doubtful> m_doubtful;
    bool m_sealed = false;
    bool m_edited = false;
    int m_unlisted = 0;
};

}  // namespace

Result<RecordScan> scanRecords(const std::filesystem::path& path, Stages stages) {
    auto reader = LineReader::open(path);
    if (!reader) return tl::unexpected(reader.error());
    Scanner scanner(path, stages);
    while (const auto line = reader->next())
        if (auto taken = scanner.take(*line); !taken) return tl::unexpected(taken.error());
    if (reader->failed())
        return fail("file_unreadable", {{"path", utf8(path)}}, "reading stopped with an error");
    return scanner.finish();
}

}  // namespace duelo
