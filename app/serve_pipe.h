// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "machine/gpu_reading.h"
#include "output_queue.h"
#include "record/record.h"

namespace duelo {

/// One line of the window: {"c": name, "id": 17, …}.
struct Command {
    std::string name = "?";
    Json id = nullptr;  ///< an integer or a text, which the replies carry; null: none was given
    Json fields = Json::object();

    /// A field that must be there. Reason: "command_needs" {name, field}.
    [[nodiscard]] Result<std::string> text(const char* field) const;
    /// A field that may be there.
    [[nodiscard]] int integerOr(const char* field, int otherwise) const;
};

/// No command is longer; a longer line is passed over without being kept in memory.
inline constexpr std::size_t kMaxCommandBytes = std::size_t{16} << 20;

/// The next line of the stream without its end, nothing at the end of the stream. `fault` says that
/// it was too long, and is then all that is known of it: "command_too_long" {limit_bytes}.
[[nodiscard]] std::optional<std::string> nextLine(std::istream& in, std::optional<Reason>& fault);

/// A line as a command, as far as it is one; `fault` says why it is none: "command_not_understood"
/// {line}.
[[nodiscard]] Command readCommand(const std::string& line, std::optional<Reason>& fault);

/// The most bytes that may wait for a reader; a run tells some kilobytes in a second.
inline constexpr std::size_t kMostUnreadBytes = std::size_t{8} << 20;

/// Whole lines on standard output, from any thread: replies and records never mix, and nobody waits
/// for whoever reads them. What is too much to be kept is left out, but for headers, ends and
/// replies; the next line then is {"r": "skipped", "records": how many}, and the journal has them.
class ReplyPipe {
public:
    /// Writes to standard output, or elsewhere for tests.
    explicit ReplyPipe(std::size_t most_unread_bytes = kMostUnreadBytes)
        : m_mostBytes(most_unread_bytes) {}
    explicit ReplyPipe(OutputQueue::Write write, std::size_t most_unread_bytes = kMostUnreadBytes)
        : m_mostBytes(most_unread_bytes), m_queue(std::move(write)) {}

    void record(const Record& record);
    /// {"r": "gpu", …}: of the moment, so it is left out without a word where nobody reads.
    void reading(const GpuReading& reading);
    /// {"r": "reply", "to": name, "id": …, "ok": true, …fields}
    void reply(const Command& to, const Json& fields = Json::object());
    /// {"r": "reply", "to": name, "id": …, "ok": false, "reason", "args", "message"}
    void refuse(const Command& to, const Reason& reason);
    void answer(const Command& to, const Result<Json>& fields);
    /// {"r": "progress", "to": name, "id": …, …fields}
    void progress(const Command& to, const Json& fields);

    /// Waits until all is written, as OutputQueue::drain() does.
    [[nodiscard]] bool drain(std::chrono::milliseconds limit) { return m_queue.drain(limit); }

private:
    enum class Need { Always, WhileRead, OfTheMoment };
    void send(const std::string& line, Need need);

    const std::size_t m_mostBytes;
    std::mutex m_mutex;
    std::uint64_t m_skipped = 0;
    OutputQueue m_queue;
};

}  // namespace duelo
