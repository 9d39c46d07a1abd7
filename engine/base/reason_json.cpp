// SPDX-License-Identifier: Apache-2.0
#include "base/reason_json.h"

namespace duelo {

namespace {

std::string textAt(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Reason read(const Json& json, const char* code) {
    if (!json.is_object()) return {};
    Reason reason{.code = textAt(json, code), .message = textAt(json, "message")};
    if (const auto args = json.find("args"); args != json.end() && args->is_object())
        reason.args = *args;
    return reason;
}

}  // namespace

Json toJson(const Reason& reason) {
    return {{"code", reason.code}, {"args", reason.args}, {"message", reason.message}};
}

Reason reasonFromJson(const Json& json) {
    return read(json, "code");
}

Json reasonFields(const Reason& reason) {
    return {{"reason", reason.code}, {"args", reason.args}, {"message", reason.message}};
}

Reason reasonFromFields(const Json& object) {
    return read(object, "reason");
}

}  // namespace duelo
