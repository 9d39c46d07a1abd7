// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>
#include <mutex>
#include <string>
#include <string_view>

#include "base/json_text.h"
#include "base/reason_json.h"

namespace duelo::fake {

/// Standard output, a whole line at a time.
class Pipe {
public:
    void send(std::string_view line) { sendRaw(std::string(line) + '\n'); }
    void sendRaw(std::string_view bytes) {
        const std::lock_guard lock(m_mutex);
        std::cout << bytes << std::flush;
    }
    void reply(const Json& command, const Json& fields) {
        Json line{{"r", "reply"}, {"to", command.value("c", "?")}};
        if (command.contains("id")) line["id"] = command["id"];
        line.update(fields);
        send(jsonText(line));
    }
    void refuse(const Json& command, const Reason& reason) {
        Json fields{{"ok", false}};
        fields.update(reasonFields(reason));
        reply(command, fields);
    }

private:
    std::mutex m_mutex;
};

}  // namespace duelo::fake
