// SPDX-License-Identifier: Apache-2.0
#include "typed_works.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <CLI/CLI.hpp>

#include "arguments.h"
#include "experiments/specs.h"

namespace duelo {

namespace {

/// Returns the experiments whose work can be typed by itself: it is repeated, and no text has to
/// travel with it.
std::vector<const Spec*> typableSpecs(const Axis& axis) {
    std::vector<const Spec*> found;
    for (const Spec& spec : specs()) {
        if (spec.command.empty() || spec.steps) continue;
        if (std::ranges::any_of(spec.axes, [&](const Axis& one) {
                return (isAttached(one.kind) && !one.optional) || one.kind == axis.kind;
            }))
            continue;
        found.push_back(&spec);
    }
    return found;
}

/// Returns the cell's values on the axes that were typed.
std::string typedOf(const Cell& cell, const TypedWords& words) {
    Json values = Json::array();
    for (const auto& [axis, typed] : words)
        if (!typed.empty())
            values.push_back(cell.work.has(axis) ? cell.work.at(axis) : cell.variant.at(axis));
    return values.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<std::vector<Json>> worksOf(const Axis& axis, const std::string& typed, const Facts& facts) {
    const std::vector<const Spec*> known = typableSpecs(axis);
    const std::size_t begin = std::min(typed.find_first_not_of(' '), typed.size());
    const std::size_t end = std::min(typed.find(' ', begin), typed.size());
    const std::string command = typed.substr(begin, end - begin);
    const auto named = std::ranges::find_if(
        known, [&](const Spec* spec) { return spec->command == command || spec->id == command; });
    if (named == known.end()) {
        Json accepted = Json::array();
        for (const Spec* spec : known) accepted.push_back(spec->command);
        return fail("work_command_unknown",
                    {{"option", axis.option}, {"value", command}, {"accepted", accepted}});
    }
    CLI::App app;
    app.set_help_flag();
    AxisOptions options;
    options.declare(app, **named);
    try {
        app.parse(typed.substr(end));
    } catch (const CLI::ParseError& error) {
        return fail("work_words_wrong",
                    {{"option", axis.option}, {"value", typed}, {"what", error.what()}});
    }
    std::vector<Reason> skipped;
    auto plan = planFromWords(options, facts, skipped);
    if (!plan) return tl::unexpected(plan.error());
    // Of what nobody typed the first that goes with the rest.
    std::vector<Json> works;
    std::set<std::string> seen;
    for (const Cell& cell : expand(*plan, **named, facts))
        if (seen.insert(typedOf(cell, options.words)).second)
            works.push_back({{"experiment", cell.experiment},
                             {"case", cell.work.json()},
                             {"variant", cell.variant.json()}});
    return works;
}

}  // namespace

Result<std::vector<Json>> worksFromWords(const Axis& axis, const std::vector<std::string>& typed,
                                         const Facts& facts) {
    std::vector<Json> works;
    for (const std::string& one : typed) {
        auto found = worksOf(axis, one, facts);
        if (!found) return found;
        std::ranges::move(*found, std::back_inserter(works));
    }
    return works;
}

}  // namespace duelo
