// SPDX-License-Identifier: Apache-2.0
#include "experiments/exercise_check.h"

#include <utility>

#include "experiments/declared_emulation.h"
#include "experiments/exercises.h"
#include "experiments/own_process.h"
#include "plan/attachment.h"

namespace duelo {

namespace {

Result<const Exercise*> exerciseIn(const Json& args) {
    const std::string id = args.value("exercise", std::string());
    if (const Exercise* found = findExercise(id)) return found;
    Json accepted = Json::array();
    for (const Exercise& one : exercises()) accepted.push_back(one.id);
    return fail("unknown_value", {{"field", "exercise"}, {"value", id}, {"accepted", accepted}});
}

/// Returns the kernel of a text that has the name and the parameters of the exercise's.
Result<OwnSource> solutionIn(const Json& args, const CudaFunction& wanted) {
    const Json& given = args.at("source");
    OwnSource source{.name = given.value("name", "")};
    const std::string text = given.value("text", "");
    if (auto why = whyNotAttached({{source.name, Attachment(text)}})) return tl::unexpected(*why);
    source.file = std::make_unique<CudaFile>(text);
    source.kernel = source.file->kernel(wanted.name);
    if (source.kernel == nullptr)
        return fail("own_kernel_named", {{"name", source.name},
                                         {"wanted", wanted.name},
                                         {"accepted", namesOfKernels(*source.file)}});
    const std::string expected = parametersText(wanted), found = parametersText(*source.kernel);
    if (expected != found)
        return fail("own_kernel_parameters", {{"name", source.name},
                                              {"kernel", wanted.name},
                                              {"expected", expected},
                                              {"found", found}});
    return source;
}

ExpressionNames countersAsNames(const Json& counters) {
    return {.word = [&counters](const Expression& word) -> Result<Amount> {
        const auto known = counters.find(word.text);
        if (known == counters.end())
            return fail("expression_word", {{"line", 0}, {"word", word.text}});
        return Amount{known->get<double>(), true};
    }};
}

/// The number of the first condition that the counters do not meet.
Result<std::optional<std::size_t>> unmetIn(const Exercise& exercise, const Json& counters) {
    const ExpressionNames names = countersAsNames(counters);
    for (std::size_t i = 0; i < exercise.conditions.size(); ++i) {
        const auto holds = valueOf(exercise.conditions[i].holds, names);
        if (!holds) return tl::unexpected(holds.error());
        if (holds->value == 0) return i;
    }
    return std::nullopt;
}

}  // namespace

Result<Json> checkExercise(const Json& args, const AnswerControl& control) {
    const auto exercise = exerciseIn(args);
    if (!exercise) return tl::unexpected(exercise.error());
    if (!args.contains(kEmulatesHere))
        return answerApart({"exercises", "check", (*exercise)->id}, args, control);
    const CudaFile planted((*exercise)->text(Language::English));
    const CudaFunction& wanted = *planted.kernels().front();
    const auto source = solutionIn(args, wanted);
    if (!source) return tl::unexpected(source.error());
    const HostValues values(planted, {});
    const auto launch = ownLaunch((*exercise)->id, values, wanted);
    if (!launch) return tl::unexpected(launch.error());
    auto kernel = emulateLaunched(*source, *launch, values, {}, control.stop);
    if (!kernel) return tl::unexpected(kernel.error());
    bool solved = !kernel->contains("reason") && kernel->value("right", false);
    Json reply{{"exercise", (*exercise)->id}};
    if (solved) {
        const auto unmet = unmetIn(**exercise, kernel->at("counters"));
        if (!unmet) return tl::unexpected(unmet.error());
        if (*unmet) reply["unmet"] = **unmet;
        solved = !unmet->has_value();
    }
    reply["solved"] = solved;
    reply["launch"] = kernel->at("launch");
    reply["kernels"] = Json::array({std::move(*kernel)});
    return reply;
}

}  // namespace duelo
