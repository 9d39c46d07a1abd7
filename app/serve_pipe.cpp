// SPDX-License-Identifier: Apache-2.0
#include "serve_pipe.h"

#include <istream>
#include <limits>

#include "base/json_text.h"
#include "base/reason_json.h"

namespace duelo {

namespace {

constexpr std::size_t kQuotedBytes = 200;

Json lineTo(const Command& to, const char* kind) {
    Json line{{"r", kind}, {"to", to.name}};
    if (!to.id.is_null()) line["id"] = to.id;
    return line;
}

}  // namespace

Result<std::string> Command::text(const char* field) const {
    const auto found = fields.find(field);
    if (found == fields.end() || !found->is_string())
        return fail("command_needs", {{"name", name}, {"field", field}});
    return found->get<std::string>();
}

int Command::integerOr(const char* field, int otherwise) const {
    const auto found = fields.find(field);
    if (found == fields.end() || !found->is_number_integer()) return otherwise;
    const double value = found->get<double>();
    const bool fits =
        value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max();
    return fits ? found->get<int>() : otherwise;
}

std::optional<std::string> nextLine(std::istream& in, std::optional<Reason>& fault) {
    using Traits = std::istream::traits_type;
    std::string line;
    std::size_t bytes = 0;
    Traits::int_type byte = in.rdbuf()->sbumpc();
    if (Traits::eq_int_type(byte, Traits::eof())) return std::nullopt;
    for (; !Traits::eq_int_type(byte, Traits::eof()) && byte != '\n'; byte = in.rdbuf()->sbumpc())
        if (++bytes <= kMaxCommandBytes) line += Traits::to_char_type(byte);
    if (bytes > kMaxCommandBytes)
        fault = {"command_too_long", {{"limit_bytes", kMaxCommandBytes}}, {}};
    return line;
}

Command readCommand(const std::string& line, std::optional<Reason>& fault) {
    Command command;
    const Json json = parseJson(line).value_or(Json());
    bool understood = json.is_object();
    if (understood) {
        command.fields = json;
        if (const auto id = json.find("id"); id != json.end()) {
            understood = id->is_number_integer() || id->is_string();
            if (understood) command.id = *id;
        }
        const auto name = json.find("c");
        if (name != json.end() && name->is_string())
            command.name = name->get<std::string>();
        else
            understood = false;
    }
    if (!understood) fault = {"command_not_understood", {{"line", line.substr(0, kQuotedBytes)}}};
    return command;
}

void ReplyPipe::send(const std::string& line, Need need) {
    const std::lock_guard lock(m_mutex);
    std::string lines = line + '\n';
    if (m_skipped > 0) lines.insert(0, jsonText({{"r", "skipped"}, {"records", m_skipped}}) + '\n');
    if (need == Need::Always)
        m_queue.put(lines);
    else if (!m_queue.put(lines, m_mostBytes))
        return void(m_skipped += need == Need::WhileRead ? 1 : 0);
    m_skipped = 0;
}

void ReplyPipe::record(const Record& record) {
    const bool needed =
        std::holds_alternative<Header>(record) || std::holds_alternative<End>(record);
    send(encode(record), needed ? Need::Always : Need::WhileRead);
}

void ReplyPipe::reading(const GpuReading& reading) {
    send(jsonText(toJson(reading)), Need::OfTheMoment);
}

void ReplyPipe::reply(const Command& to, const Json& fields) {
    Json line = lineTo(to, "reply");
    line["ok"] = true;
    line.update(fields);
    send(jsonText(line), Need::Always);
}

void ReplyPipe::refuse(const Command& to, const Reason& reason) {
    Json line = lineTo(to, "reply");
    line["ok"] = false;
    line.update(reasonFields(reason));
    send(jsonText(line), Need::Always);
}

void ReplyPipe::answer(const Command& to, const Result<Json>& fields) {
    if (fields)
        reply(to, *fields);
    else
        refuse(to, fields.error());
}

void ReplyPipe::progress(const Command& to, const Json& fields) {
    Json line = lineTo(to, "progress");
    line.update(fields);
    send(jsonText(line), Need::WhileRead);
}

}  // namespace duelo
