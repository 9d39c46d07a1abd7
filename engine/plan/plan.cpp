// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.h"

#include <algorithm>

#include "base/json_fields.h"
#include "base/sha256.h"

namespace duelo {

namespace {

Json jsonOf(const std::vector<Block>& blocks) {
    Json list = Json::array();
    for (const Block& block : blocks) {
        Json object = Json::object();
        for (const auto& [axis, values] : block)
            // A lone list of files would be read as a sweep over them.
            object[axis] =
                values.size() == 1 && !values.front().is_array() ? values.front() : Json(values);
        list.push_back(std::move(object));
    }
    return list;
}

Block blockFrom(const Json& json, const std::string& path) {
    (void)Fields(json, path);  // refuses what is not an object
    Block block;
    for (const auto& [axis, values] : json.items())
        block[axis] = values.is_array() ? std::vector<Json>(values.begin(), values.end())
                                        : std::vector<Json>{values};
    return block;
}

Params paramsFrom(Fields& fields, std::string_view key) {
    Params params;
    if (const Json* json = fields.find(key)) {
        (void)Fields(*json, fields.pathOf(key));
        for (const auto& [axis, value] : json->items()) params.set(axis, value);
    }
    return params;
}

}  // namespace

Plan onlyOn(Plan plan, const Device& device) {
    const Json wanted = word(device);
    std::vector<Block> kept;
    for (const Block& block : plan.variants) {
        const std::vector<Json>& devices = valuesIn(block, kDeviceAxis);
        if (devices.empty() || std::ranges::find(devices, wanted) != devices.end())
            kept.push_back(block);
    }
    if (kept.empty()) kept = std::move(plan.variants);
    if (kept.empty()) kept.emplace_back();
    for (Block& block : kept) block[kDeviceAxis] = {wanted};
    plan.variants = std::move(kept);
    return plan;
}

const std::vector<Json>& valuesIn(const Block& block, std::string_view axis) {
    static const std::vector<Json> none;
    const auto found = block.find(axis);
    return found == block.end() ? none : found->second;
}

Json toJson(const Plan& plan) {
    Json json{{"experiment", plan.experiment},
              {"cases", jsonOf(plan.cases)},
              {"variants", jsonOf(plan.variants)}};
    if (!plan.run.empty()) json["run"] = plan.run.json();
    if (!plan.base.empty()) json["base"] = plan.base.json();
    json["preset"] = word(plan.preset);
    if (!plan.attachments.empty()) json["attachments"] = toJson(plan.attachments);
    return json;
}

Result<Plan> planFromJson(const Json& json) {
    try {
        Fields fields(json, "");
        Plan plan{.experiment = fields.text("experiment")};
        (void)fields.at("cases");
        (void)fields.at("variants");
        fields.readList("cases", plan.cases, blockFrom);
        fields.readList("variants", plan.variants, blockFrom);
        plan.run = paramsFrom(fields, "run");
        plan.base = paramsFrom(fields, "base");
        fields.readWord("preset", plan.preset);
        plan.attachments = attachmentsFrom(fields);
        fields.refuseRest();
        return plan;
    } catch (const FieldError& error) {
        return tl::unexpected(error.reason);
    }
}

std::string planHash(const Json& plan) {
    const nlohmann::json sorted = plan;
    return sha256Hex(sorted.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
        .substr(0, 16);
}

}  // namespace duelo
