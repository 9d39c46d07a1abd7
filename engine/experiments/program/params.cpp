// SPDX-License-Identifier: Apache-2.0
#include "experiments/program/params.h"

namespace duelo {

ProgramCase programCase(const Params& work) {
    ProgramCase found{.same_output = work.flag("same_output")};
    if (work.has("number")) found.n = work.integer("number");
    return found;
}

std::string commandNameOf(const Params& variant) {
    const Json& command = variant.at("command");
    const auto name = command.is_object() ? command.find("name") : command.end();
    return name != command.end() && name->is_string() ? name->get<std::string>() : std::string();
}

}  // namespace duelo
