// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_files.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/json_text.h"
#include "base/places.h"
#include "base/whole_file.h"

namespace duelo {
namespace {

/// One file, or each of a list of them.
template <typename Value, typename F>
bool eachIn(Value& value, const Axis& axis, const F& act) {
    if (value.is_array()) {
        for (auto& one : value)
            if (!eachIn(one, axis, act)) return false;
        return true;
    }
    return !value.is_string() || axis.names(value.template get<std::string>()) || act(value);
}

/// Calls `act` with each value that is a file, which it may change; false ends it.
template <typename Blocks, typename F>
bool forEachFile(Blocks& blocks, const Spec& spec, const F& act) {
    for (auto& block : blocks)
        for (auto& [id, values] : block) {
            const Axis* axis = spec.find(id);
            if (!axis || axis->kind != AxisKind::Path) continue;
            for (auto& value : values)
                if (!eachIn(value, *axis, act)) return false;
        }
    return true;
}

}  // namespace

std::vector<std::string> filesOf(const Plan& plan, const Spec& spec) {
    std::vector<std::string> files;
    const auto take = [&](const Json& value) {
        auto file = value.get<std::string>();
        if (std::ranges::find(files, file) == files.end()) files.push_back(std::move(file));
        return true;
    };
    forEachFile(plan.cases, spec, take);
    forEachFile(plan.variants, spec, take);
    return files;
}

Result<Plan> withFilesAt(Plan plan, const Spec& spec, const FilePlace& place) {
    std::optional<Reason> failed;
    const auto move = [&](Json& value) {
        auto moved = place(value.get<std::string>());
        if (moved)
            value = *std::move(moved);
        else
            failed = std::move(moved.error());
        return !failed;
    };
    if (forEachFile(plan.cases, spec, move)) forEachFile(plan.variants, spec, move);
    if (failed) return tl::unexpected(*std::move(failed));
    return plan;
}

Result<Plan> planFromFile(const std::filesystem::path& path) {
    const auto content = readWhole(path);
    if (!content) return tl::unexpected(content.error());
    const auto json = parseJson(*content);
    if (!json) return fail("plan_not_json", {{"path", utf8(path)}}, json.error().message);
    return planFromJson(*json);
}

Result<Plan> readPlan(const std::filesystem::path& path, const FindSpec& find) {
    auto plan = planFromFile(path);
    const Spec* spec = plan ? find(plan->experiment) : nullptr;
    return spec ? withFilesFrom(*std::move(plan), *spec, path.parent_path()) : std::move(plan);
}

Plan withFilesFrom(Plan plan, const Spec& spec, const std::filesystem::path& folder) {
    const auto place = [&](const std::string& file) -> Result<std::string> {
        const std::filesystem::path path = fromUtf8(file);
        return path.is_absolute() ? file : utf8((folder / path).lexically_normal());
    };
    return *withFilesAt(std::move(plan), spec, place);
}

}  // namespace duelo
