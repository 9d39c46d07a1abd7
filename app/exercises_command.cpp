// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <utility>

#include "base/json_text.h"
#include "base/reason_json.h"
#include "commands.h"
#include "experiments/emulated_view.h"
#include "experiments/exercise_check.h"
#include "experiments/exercise_verdict.h"
#include "experiments/exercises.h"
#include "experiments/own_kernel.h"
#include "experiments/own_process.h"
#include "own_words.h"
#include "terminal_table.h"

namespace duelo {

namespace {

int listExercises(const Text& text) {
    const auto solved = SolvedExercises::standard().all();
    DocTable table{.id = "exercises", .title = text("exercise.title")};
    table.columns = {text("exercise.column_id"), text("exercise.column_title"),
                     text("exercise.column_solved")};
    table.numeric = {false, false, false};
    for (const Exercise& one : exercises())
        table.rows.push_back(
            {{one.id},
             {one.title.of(text.language())},
             {text(solved.contains(one.id) ? "exercise.solved_yes" : "exercise.solved_no")}});
    table.notes = {text("exercise.count", {{"solved", solved.size()}, {"all", exercises().size()}}),
                   text("exercise.how")};
    std::cout << terminalTables({.sections = {{.blocks = {std::move(table)}}}});
    return kAllDone;
}

/// Its words are remarks, so that all of it is a text that can be worked on.
int showExercise(const Exercise& exercise, int hints, const Text& text) {
    const Language language = text.language();
    std::cout << "// " << exercise.title.of(language) << "\n// " << exercise.task.of(language)
              << '\n';
    for (std::size_t i = 0; i < exercise.hints.size() && static_cast<int>(i) < hints; ++i)
        std::cout << "// "
                  << text("exercise.hint",
                          {{"number", i + 1}, {"hint", exercise.hints[i].of(language)}})
                  << '\n';
    std::cout << '\n' << exercise.text(language);
    return kAllDone;
}

void tellCheck(const Json& reply, const std::string& file, const Text& text) {
    const Json& kernel = reply.at("kernels").at(0);
    tellWarnings(kernel, file, text);
    if (!kernel.contains("reason"))
        std::cout << terminalTables({.sections = {{.blocks = {emulatedTable(reply, text)}}}});
    const auto why = kernel.find("reason");
    const int line = why == kernel.end() ? 0 : reasonFromJson(*why).args.value("line", 0);
    tellAt(file, line, exerciseVerdict(reply, text));
}

}  // namespace

int exercisesCommand(const EngineContext& context, const ExerciseRequest& request) {
    const Text& text = context.text();
    if (request.what == ExerciseRequest::What::List) return listExercises(text);
    const Exercise* exercise = findExercise(request.exercise);
    if (exercise == nullptr) {
        Json accepted = Json::array();
        for (const Exercise& one : exercises()) accepted.push_back(one.id);
        return refuse(context, {"unknown_value",
                                {{"field", "exercises"},
                                 {"value", request.exercise},
                                 {"accepted", std::move(accepted)}}});
    }
    if (request.what == ExerciseRequest::What::Show)
        return showExercise(*exercise, request.hints, text);
    Attachments read;
    Result<Json> reply;
    if (const auto value = attachTyped(sourceAxis(), request.file, read); !value) {
        reply = tl::unexpected(value.error());
    } else {
        Json args{
            {"exercise", exercise->id},
            {"source", {{"name", read.begin()->first}, {"text", read.begin()->second.text()}}}};
        if (request.here) args[kEmulatesHere] = true;
        reply = checkExercise(args, {});
    }
    if (request.here) {
        if (!reply) reply = Json{{"refused", toJson(reply.error())}};
        std::cout << jsonText(*reply) << '\n';
        return kAllDone;
    }
    if (!reply) return refuse(context, reply.error());
    const bool solved = reply->value("solved", false);
    if (request.json)
        std::cout << jsonText(*reply) << '\n';
    else
        tellCheck(*reply, request.file, text);
    if (!solved) return kSomeNotDone;
    if (auto kept = SolvedExercises::standard().add(exercise->id); !kept)
        std::cerr << text("exercise.not_kept", {{"why", text.reason(kept.error())}}) << '\n';
    return kAllDone;
}

}  // namespace duelo
