// SPDX-License-Identifier: Apache-2.0
#include "serve_answers.h"

#include <array>
#include <utility>

#include "base/places.h"
#include "base/reason_json.h"
#include "commands.h"
#include "experiments/makers.h"
#include "experiments/specs.h"
#include "forecast.h"
#include "images.h"

namespace duelo {

namespace {

constexpr int kThumbnailPx = 96;

using Busy = std::function<bool()>;

Result<Json> answerProbe(EngineContext& context, const Command&, const Busy&) {
    return Json{{"sheet", toJson(probeSheet(context))}};
}

Result<Json> answerThumbnail(EngineContext&, const Command& command, const Busy&) {
    const auto path = command.text("path");
    if (!path) return tl::unexpected(path.error());
    auto thumbnail = thumbnailOf(*path, command.integerOr("max_px", kThumbnailPx));
    if (thumbnail) (*thumbnail)["path"] = *path;
    return thumbnail;
}

Result<Json> answerImages(EngineContext&, const Command& command, const Busy&) {
    const auto path = command.text("path");
    if (!path) return tl::unexpected(path.error());
    const auto place = pictureOf(*path);
    if (!place) return tl::unexpected(place.error());
    std::vector<Reason> left_out;
    const auto files = imagesIn(*place, left_out);
    if (!files) return tl::unexpected(files.error());
    Json images = Json::array();
    Json skipped = Json::array();
    for (const Reason& reason : left_out) skipped.push_back(toJson(reason));
    for (const auto& file : *files) images.push_back(utf8(file));
    return Json{{"images", std::move(images)}, {"skipped", std::move(skipped)}};
}

Result<Json> answerForecast(EngineContext& context, const Command& command, const Busy& busy) {
    const auto plan = planOf(context, command);
    if (!plan) return tl::unexpected(plan.error());
    return forecastOf(*plan, context, busy, command.fields.value("probe", Json()) == true);
}

Result<Json> answerAsk(EngineContext& context, const Command& command, const Busy& busy) {
    const auto experiment = command.text("experiment");
    if (!experiment) return tl::unexpected(experiment.error());
    const auto query = command.text("query");
    if (!query) return tl::unexpected(query.error());
    if (const auto known = knownSpec(*experiment); !known) return tl::unexpected(known.error());
    if (busy() && !mayBeAskedAnytime(*experiment, *query)) return fail("run_in_progress");
    return context.makerOf(Plan{.experiment = *experiment})->answer(*query, argsOf(command));
}

constexpr std::array<std::pair<std::string_view, Responder>, 5> kResponders{
    {{"probe", answerProbe},
     {"thumbnail", answerThumbnail},
     {"images", answerImages},
     {"forecast", answerForecast},
     {"ask", answerAsk}}};

}  // namespace

Responder responderTo(std::string_view name) {
    for (const auto& [known, responder] : kResponders)
        if (known == name) return responder;
    return nullptr;
}

Json answerState(EngineContext& context, bool measuring) {
    const MachineState state = context.readState();
    Json warnings = Json::array();
    for (const Reason& warning : machineWarnings(state)) warnings.push_back(toJson(warning));
    for (const Reason& warning : measuring ? std::vector<Reason>() : context.gpuWarnings())
        warnings.push_back(toJson(warning));
    return {{"state", toJson(state)}, {"warnings", std::move(warnings)}};
}

Json argsOf(const Command& command) {
    return command.fields.value("args", Json::object());
}

Result<Plan> planOf(EngineContext& context, const Command& command) {
    const auto json = command.fields.find("plan");
    if (json == command.fields.end())
        return fail("command_needs", {{"name", command.name}, {"field", "plan"}});
    auto plan = planFromJson(*json);
    if (!plan) return plan;
    return validated(std::move(*plan), context.facts());
}

}  // namespace duelo
