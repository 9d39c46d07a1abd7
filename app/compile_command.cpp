// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <sstream>
#include <string>

#include "base/json_text.h"
#include "base/reason_json.h"
#include "commands.h"
#include "experiments/compiler_words.h"
#include "experiments/makers.h"
#include "experiments/own_kernel.h"
#include "experiments/specs.h"
#include "gpu/kernel_compiler.h"
#include "own_words.h"

namespace duelo {

namespace {

/// Prints a remark as compilers do, so that an editor finds the line.
void printRemark(const std::string& file, const Json& remark, const Text& text) {
    const int line = remark.value("line", 0);
    const bool error = remark.value("error", true);
    std::istringstream lines(remark.value("text", std::string()));
    std::string words;
    std::getline(lines, words);
    tellAt(file, line,
           text(error ? "cli.compile_error" : "cli.compile_warning", {{"remark_text", words}}));
    const auto why = remark.find("reason");
    const std::string means = why != remark.end()
                                  ? text.reason(reasonFromJson(*why))
                                  : explainedRemark(remark.value("text", std::string()), text);
    if (!means.empty()) std::cout << "  " << means << '\n';
    // The line of the text, and where in it.
    while (std::getline(lines, words)) std::cout << visibleText(words) << '\n';
}

}  // namespace

int compileCommand(EngineContext& context, const Spec& spec, const std::string& file,
                   std::string architecture, bool opencl, bool json) {
    const LongAnswer answer = longAnswer(spec.id, "compile");
    if (answer == nullptr) {
        Json accepted = Json::array();
        for (const Spec& one : specs())
            if (longAnswer(one.id, "compile") != nullptr) accepted.push_back(one.command);
        return refuse(context,
                      {"compile_none", {{"experiment", spec.command}, {"accepted", accepted}}});
    }
    Attachments read;
    if (const auto value = attachTyped(sourceAxis(), file, read); !value)
        return refuse(context, value.error());
    // That of the GPU that would run it, where there is one.
    if (PlainGpu* gpu = architecture.empty() ? context.gpu().plain() : nullptr)
        architecture = architectureOf(gpu->sheet().compute_capability);
    const auto& [name, source] = *read.begin();
    Json args{{"name", name}, {"text", source.text()}};
    if (!architecture.empty()) args["architecture"] = architecture;
    const auto reply = answer(args, {});
    if (!reply) return refuse(context, reply.error());
    const bool compiled = reply->value("compiled", false);
    const int code = compiled ? kAllDone : kSomeNotDone;
    if (json) {
        std::cout << jsonText(*reply) << '\n';
        return code;
    }
    const Text& text = context.text();
    for (const Json& remark : reply->at("remarks")) printRemark(file, remark, text);
    Json told{{"architecture", reply->at("architecture")}};
    if (compiled) told["kernel_name"] = reply->at("kernel");
    if (const auto block = reply->find("block"); block != reply->end()) {
        const Json& tile = reply->at("tile");
        told.update({{"block_x", block->at(0)},
                     {"block_y", block->at(1)},
                     {"rows", tile.at(0)},
                     {"columns", tile.at(1)}});
    }
    std::cout << text(!compiled                  ? "cli.not_compiled"
                      : reply->contains("block") ? "cli.compiled"
                                                 : "cli.compiled_alone",
                      told)
              << '\n';
    const auto said = opencl ? reply->find("opencl") : reply->end();
    if (said == reply->end()) return code;
    const auto why = said->find("reason");
    if (why == said->end()) {
        std::istringstream lines(said->value("text", std::string()));
        for (std::string line; std::getline(lines, line);) std::cout << visibleText(line) << '\n';
        return code;
    }
    std::cout << text.reason(reasonFromJson(*why)) << '\n';
    return kSomeNotDone;
}

}  // namespace duelo
