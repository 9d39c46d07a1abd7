// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "base/json_text.h"
#include "commands.h"
#include "experiments/emulated_view.h"
#include "experiments/makers.h"
#include "experiments/specs.h"
#include "terminal_table.h"

namespace duelo {

namespace {

/// Under its command's name, as it is typed.
const Spec* emulatedSpec(const std::string& command) {
    for (const Spec& spec : specs())
        if (spec.command == command && longAnswer(spec.id, "emulate") != nullptr) return &spec;
    return nullptr;
}

}  // namespace

int emulateCommand(const EngineContext& context, const std::string& experiment, const Json& args,
                   bool json) {
    const Spec* spec = emulatedSpec(experiment);
    if (spec == nullptr) {
        Json accepted = Json::array();
        for (const Spec& one : specs())
            if (longAnswer(one.id, "emulate") != nullptr) accepted.push_back(one.command);
        return refuse(context,
                      {"emulate_none", {{"experiment", experiment}, {"accepted", accepted}}});
    }
    const auto reply = longAnswer(spec->id, "emulate")(args, {});
    if (!reply) return refuse(context, reply.error());
    if (json) {
        std::cout << jsonText(*reply) << '\n';
        return kAllDone;
    }
    const Text& text = context.text();
    DocTable table = emulatedTable(*reply, text);
    const std::vector<std::string> meanings = emulatedMeanings(text);
    for (std::size_t i = 0; i < meanings.size(); ++i)
        table.notes.push_back(table.rows[i].front().text + ": " + meanings[i]);
    std::cout << terminalTables({.sections = {{.blocks = {std::move(table)}}}});
    return kAllDone;
}

}  // namespace duelo
