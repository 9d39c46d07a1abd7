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

/// What is wrong, in terms of what was typed.
Reason asTyped(Reason reason, const Spec& spec) {
    const auto field = reason.args.find("field");
    if (field == reason.args.end() || !field->is_string()) return reason;
    const Axis* axis = spec.find(field->get<std::string>());
    *field = axis != nullptr ? axis->option : "--" + field->get<std::string>();
    return reason;
}

}  // namespace

int emulateCommand(const EngineContext& context, const Spec& spec, const Json& args, bool json) {
    const LongAnswer answer = longAnswer(spec.id, "emulate");
    if (answer == nullptr) {
        Json accepted = Json::array();
        for (const Spec& one : specs())
            if (longAnswer(one.id, "emulate") != nullptr) accepted.push_back(one.command);
        return refuse(context,
                      {"emulate_none", {{"experiment", spec.command}, {"accepted", accepted}}});
    }
    const auto reply = answer(args, {});
    if (!reply) return refuse(context, asTyped(reply.error(), spec));
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
