// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <sstream>
#include <utility>

#include "base/json_text.h"
#include "base/reason_json.h"
#include "command_line.h"
#include "commands.h"
#include "experiments/emulated_view.h"
#include "experiments/makers.h"
#include "experiments/own_kernel.h"
#include "experiments/own_process.h"
#include "experiments/specs.h"
#include "own_words.h"
#include "terminal_table.h"

namespace duelo {

namespace {

/// Returns the reason with the option that was typed in place of the field's name.
Reason asTyped(Reason reason, const Spec& spec) {
    const auto field = reason.args.find("field");
    if (field == reason.args.end() || !field->is_string()) return reason;
    const Axis* axis = spec.find(field->get<std::string>());
    *field = axis != nullptr ? axis->option : "--" + field->get<std::string>();
    return reason;
}

/// Prints what the kernel has left in its arrays.
void tellLeft(const Json& kernel, const Text& text) {
    for (const Json& array : kernel.value("left", Json::array())) {
        std::string numbers;
        for (const Json& one : array.value("first", Json::array()))
            numbers += (numbers.empty() ? "" : "; ") +
                       (one.is_string() ? one.get<std::string>()
                                        : formatSignificant(one.get<double>(), 6, text.numbers()));
        std::cout << text(array.value("unwritten", false) ? "emulated.left_part" : "emulated.left",
                          {{"array", array.value("name", "")},
                           {"count", array.value("count", 0)},
                           {"numbers", numbers}})
                  << '\n';
    }
}

/// Prints what tellWarnings() does, then what is wrong or the kernel's counts.
void tellOwn(const Json& reply, const std::string& file, const Text& text) {
    const Json& kernel = reply.at("kernels").at(0);
    tellWarnings(kernel, file, text);
    const auto why = kernel.find("reason");
    if (why != kernel.end()) {
        const Reason reason = reasonFromJson(*why);
        tellAt(file, reason.args.value("line", 0), text.reason(reason));
        return;
    }
    std::cout << terminalTables({.sections = {{.blocks = {emulatedTable(reply, text)}}}});
    tellLeft(kernel, text);
    std::cout << text(kernel.contains("right") ? "emulated.nothing_wrong" : "emulated.no_fault")
              << '\n';
}

}  // namespace

void tellAt(const std::string& file, int line, std::string_view words) {
    std::cout << visibleText(file) << (line > 0 ? ":" + std::to_string(line) : std::string())
              << ": " << words << '\n';
}

void tellWarnings(const Json& kernel, const std::string& file, const Text& text) {
    for (const Json& warning : kernel.at("warnings")) {
        const std::string words = warning.value("text", "");
        std::cout << visibleText(file) << ':' << warning.value("line", 0) << ": "
                  << text("cli.compile_warning",
                          {{"remark_text", words.substr(0, words.find('\n'))}})
                  << '\n';
    }
    for (const Json& note : kernel.value("notes", Json::array())) {
        const Reason reason = reasonFromJson(note);
        tellAt(file, reason.args.value("line", 0), text.reason(reason));
    }
    std::istringstream printed(kernel.value("printed", ""));
    if (printed.peek() != std::istringstream::traits_type::eof())
        std::cout << text("emulated.printed") << '\n';
    for (std::string line; std::getline(printed, line);) std::cout << visibleText(line) << '\n';
}

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

int emulateOwnCommand(const EngineContext& context, const Spec& spec, Json args,
                      const std::string& file, bool json, bool child) {
    Attachments read;
    Result<Json> reply;
    if (const auto value = attachTyped(sourceAxis(), file, read); !value) {
        reply = tl::unexpected(value.error());
    } else {
        args["source"] = {{"name", read.begin()->first}, {"text", read.begin()->second.text()}};
        if (child) args[kEmulatesHere] = true;
        reply = longAnswer(spec.id, "emulate")(args, {});
    }
    if (child) {
        if (!reply) reply = Json{{"refused", toJson(reply.error())}};
        std::cout << jsonText(*reply) << '\n';
        return kAllDone;
    }
    if (!reply) return refuse(context, asTyped(reply.error(), spec));
    if (json)
        std::cout << jsonText(*reply) << '\n';
    else
        tellOwn(*reply, file, context.text());
    const Json& kernel = reply->at("kernels").at(0);
    return kernel.contains("reason") || !kernel.value("right", true) ? kSomeNotDone : kAllDone;
}

}  // namespace duelo
