// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <string>

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

/// A line as a command, as far as it is one; `fault` says why it is none: "command_not_understood"
/// {line}.
[[nodiscard]] Command readCommand(const std::string& line, std::optional<Reason>& fault);

/// Whole lines on standard output, from any thread: replies and records never mix.
class ReplyPipe {
public:
    void record(const Record& record);
    /// {"r": "reply", "to": name, "id": …, "ok": true, …fields}
    void reply(const Command& to, const Json& fields = Json::object());
    /// {"r": "reply", "to": name, "id": …, "ok": false, "reason", "args", "message"}
    void refuse(const Command& to, const Reason& reason);
    void answer(const Command& to, const Result<Json>& fields);
    /// {"r": "progress", "to": name, "id": …, …fields}
    void progress(const Command& to, const Json& fields);

private:
    void send(const std::string& line);
    std::mutex m_mutex;
};

}  // namespace duelo
