// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>

#include "base/places.h"
#include "commands.h"
#include "experiments/photograph_file.h"
#include "experiments/specs.h"
#include "images.h"
#include "plan/plan_files.h"
#include "typed_works.h"

namespace duelo {

namespace {

using Texts = std::vector<std::string>;

/// Files as they are, folders as the images in them.
Result<Texts> filesOf(const Axis& axis, const Texts& typed, std::vector<Reason>& skipped) {
    Texts files;
    for (const std::string& text : typed) {
        if (axis.names(text)) {
            if (text.starts_with(kSamplePrefix))
                if (const auto sample = photographFile(text); !sample)
                    return tl::unexpected(sample.error());
            files.push_back(text);
            continue;
        }
        const auto images = imagesIn(fromUtf8(text), skipped);
        if (!images) return tl::unexpected(images.error());
        for (const auto& image : *images) files.push_back(utf8(image));
    }
    return files;
}

/// Returns why a file that was typed cannot be read, so that a slip costs no run. For a plan that
/// came as a file its cells tell it.
std::optional<Reason> missingFileOf(const Plan& plan, const Spec& spec) {
    for (const std::string& file : filesOf(plan, spec))
        if (auto why = whyMissing(fromUtf8(file))) return why;
    return std::nullopt;
}

/// Returns what is wrong in terms of what was typed: the option, and percent where percent is
/// typed.
Reason asTyped(Problem problem, const Spec& spec) {
    const Axis* axis = spec.find(problem.axis);
    Json& args = problem.reason.args;
    if (axis == nullptr || axis->option.empty() || !args.contains("field")) return problem.reason;
    args["field"] = axis->option;
    for (const char* key : {"value", "min", "max"})
        if (axis->per_typed != 1 && args.contains(key) && args[key].is_number())
            args[key] = args[key].get<double>() / axis->per_typed;
    return problem.reason;
}

/// Whether a value of the axis may be several files.
bool takesSeveral(const Axis& axis) {
    return axis.kind == AxisKind::Path && axis.max;
}

/// \returns whether there is anything to put together.
bool putTogether(Plan& plan, const Spec& spec) {
    bool any = false;
    for (const Axis& axis : spec.axes) {
        if (!takesSeveral(axis)) continue;
        for (Block& block : plan.cases) {
            const auto values = block.find(axis.id);
            if (values == block.end() || values->second.size() < 2) continue;
            Json files = Json::array();
            for (const Json& file : values->second)
                if (std::ranges::find(files, file) == files.end()) files.push_back(file);
            values->second = {std::move(files)};
            any = true;
        }
    }
    return any;
}

/// Refuses an option that was typed but changes no cell: the user would believe that it had an
/// effect.
std::optional<Reason> withoutEffect(const AxisOptions& options, const Plan& plan,
                                    const Facts& facts) {
    const std::vector<Cell> cells = expand(plan, *options.spec, facts);
    for (const Axis& axis : options.spec->axes) {
        const auto typed = options.words.find(axis.id);
        if (axis.role == AxisRole::Run || typed == options.words.end() || typed->second.empty())
            continue;
        if (std::ranges::none_of(cells, [&](const Cell& cell) {
                return cell.work.has(axis.id) || cell.variant.has(axis.id);
            }))
            return Reason{"option_without_effect", {{"option", axis.option}}, {}};
    }
    return std::nullopt;
}

}  // namespace

void AxisOptions::declare(CLI::App& command, const Spec& of) {
    spec = &of;
    if (of.offers)
        command.add_option("--offer", offer, "a plan of the start page; options change it");
    if (std::ranges::any_of(of.axes, takesSeveral))
        command.add_flag("--together", together,
                         "different photographs share a batch; alone: each fills its own");
    for (const Axis& axis : of.axes) {
        if (axis.option.empty()) continue;
        Texts& list = words[axis.id];
        if (axis.kind == AxisKind::Flag) {
            command.add_flag_callback(
                axis.option, [&list] { list = {"typed"}; }, axis.help);
            continue;
        }
        CLI::Option* option = command.add_option(axis.option, list, axis.help);
        // A command, the name of a file and the words of a work may have a comma in them, and
        // VALUE=FILE is typed once for each value.
        if (axis.kind == AxisKind::Path || axis.kind == AxisKind::Work || isAttached(axis.kind)) {
            option->take_all();
        } else if (axis.many) {
            option->delimiter(',')->take_all();
        } else {
            option->expected(1);
        }
    }
}

/// The plan of an offer, with what was typed in every block of it.
Result<Plan> offeredFromWords(const AxisOptions& options, const Plan& typed, const Facts& facts) {
    Json accepted = Json::array();
    for (const Offer& offer : options.spec->offers()) {
        accepted.push_back(offer.id);
        if (offer.id != options.offer) continue;
        Plan plan = offeredPlan(offer, *options.spec, facts);
        plan.run = typed.run;
        for (const Axis& axis : options.spec->axes) {
            const auto words = options.words.find(axis.id);
            if (words == options.words.end() || words->second.empty()) continue;
            const bool of_case = axis.role == AxisRole::Case;
            for (Block& block : of_case ? plan.cases : plan.variants)
                block[axis.id] =
                    valuesIn((of_case ? typed.cases : typed.variants).front(), axis.id);
        }
        return completed(std::move(plan), *options.spec);
    }
    return fail("unknown_value",
                {{"field", "--offer"}, {"value", options.offer}, {"accepted", accepted}});
}

Result<Plan> planFromWords(const AxisOptions& options, const Facts& facts,
                           std::vector<Reason>& skipped) {
    TypedWords words = options.words;
    for (const Axis& axis : options.spec->axes) {
        const auto typed = words.find(axis.id);
        if (!axis.folders || typed == words.end()) continue;
        auto files = filesOf(axis, typed->second, skipped);
        if (!files) return tl::unexpected(files.error());
        typed->second = std::move(*files);
    }
    // What other experiments' words mean the rooms below cannot know.
    std::map<std::string, std::vector<Json>> works;
    for (const Axis& axis : options.spec->axes) {
        const auto typed = words.find(axis.id);
        if (axis.kind != AxisKind::Work || typed == words.end() || typed->second.empty()) continue;
        auto found = worksFromWords(axis, typed->second, facts);
        if (!found) return tl::unexpected(found.error());
        works.emplace(axis.id, std::move(*found));
        words.erase(typed);
    }
    auto plan = planFromWords(*options.spec, words, facts);
    if (plan && !options.offer.empty()) plan = offeredFromWords(options, *plan, facts);
    if (!plan) return plan;
    if (options.together && !putTogether(*plan, *options.spec))
        return fail("option_without_effect", {{"option", "--together"}});
    for (auto& [axis, values] : works)
        for (Block& block :
             options.spec->find(axis)->role == AxisRole::Case ? plan->cases : plan->variants)
            block[axis] = values;
    if (auto problems = problemsOf(*plan, *options.spec, facts); !problems.empty())
        return tl::unexpected(asTyped(std::move(problems.front()), *options.spec));
    if (auto reason = missingFileOf(*plan, *options.spec)) return tl::unexpected(*reason);
    if (auto reason = withoutEffect(options, *plan, facts)) return tl::unexpected(*reason);
    if (!options.preset.empty()) {
        const auto preset = wordFrom<Preset>(options.preset, "--preset");
        if (!preset) return tl::unexpected(preset.error());
        plan->preset = *preset;
    }
    return plan;
}

}  // namespace duelo
