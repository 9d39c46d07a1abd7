// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/output.h"

#include <utility>

#include "base/json_fields.h"
#include "experiments/work_names.h"

namespace duelo {

Json toJson(const std::vector<TopClass>& top) {
    Json json = Json::object();
    for (const TopClass& one : top) {
        Json told{{"class", one.index}, {"label", one.label}, {"probability", one.probability}};
        if (one.set) told["set"] = *one.set;
        json["top"].push_back(std::move(told));
    }
    return json;
}

std::vector<TopClass> topClassesOf(const ResultRecord& result) {
    std::vector<TopClass> top;
    try {
        Fields(result.output, "output")
            .readList("top", top, [](const Json& json, const std::string& path) {
                Fields one(json, path);
                TopClass found{.index = integerOf<int>(one.at("class"), one.pathOf("class"))};
                one.read("label", found.label);
                found.probability = one.number("probability");
                if (one.find("set")) found.set = one.text("set");
                return found;
            });
    } catch (const FieldError&) {
        return {};
    }
    return top;
}

std::optional<TopClass> recognisedIn(const Params& work, const ResultRecord& result) {
    const Identity* weights = result.identity("weights");
    if (inputOf(work) == kRandomInput || (weights && weights->origin == kRandomOrigin))
        return std::nullopt;
    std::vector<TopClass> top = topClassesOf(result);
    return top.empty() ? std::nullopt : std::optional(std::move(top.front()));
}

std::string className(const TopClass& top, const Text& text) {
    if (top.set) return classOfSet(*top.set, top.label, text);
    std::string label = text.className(top.index);
    if (label.empty()) label = visibleText(top.label);
    return label.empty() ? "#" + std::to_string(top.index) : label;
}

}  // namespace duelo
