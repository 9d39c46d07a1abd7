// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/reply.h"

namespace duelo::ui {

std::string textOf(const Json& line, const char* key) {
    const auto found = line.find(key);
    return found != line.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::int64_t integerOf(const Json& line, const char* key, std::int64_t fallback) {
    const auto found = line.find(key);
    return found != line.end() && found->is_number_integer() ? found->get<std::int64_t>()
                                                             : fallback;
}

bool isTrue(const Json& line, const char* key) {
    const auto found = line.find(key);
    return found != line.end() && found->is_boolean() && found->get<bool>();
}

}  // namespace duelo::ui
