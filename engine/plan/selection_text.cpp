// SPDX-License-Identifier: Apache-2.0
// Selections as JSON and as words of the command line.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/json_fields.h"
#include "plan/spec.h"

namespace duelo {

namespace {

Json jsonOf(const std::vector<Block>& blocks) {
    Json list = Json::array();
    for (const Block& block : blocks) {
        Json object = Json::object();
        for (const auto& [axis, values] : block)
            object[axis] = values.size() == 1 ? values.front() : Json(values);
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

template <typename Number>
Result<Json> numberFrom(const std::string& text, const std::string& option, const char* reason) {
    Number value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end)
        return fail(reason, {{"option", option}, {"value", text}});
    return Json(value);
}

Result<Json> valueFrom(const Axis& axis, const std::string& text) {
    switch (axis.kind) {
        case AxisKind::Integer:
            // A seed has 64 bits and no sign.
            if (auto large = numberFrom<std::uint64_t>(text, axis.option, "")) return large;
            return numberFrom<std::int64_t>(text, axis.option, "not_a_whole_number");
        case AxisKind::Real: {
            auto number = numberFrom<double>(text, axis.option, "not_a_number");
            if (!number) return number;
            if (!std::isfinite(number->get<double>()))
                return fail("not_a_number", {{"option", axis.option}, {"value", text}});
            // 70 / 100 is the number that 0.7 is read as; 70 * 0.01 is its neighbour.
            return Json(number->get<double>() / (1 / axis.per_typed));
        }
        case AxisKind::Word:
            if (std::ranges::find(axis.words, text) == axis.words.end())
                return fail("unknown_value",
                            {{"field", axis.option}, {"value", text}, {"accepted", axis.words}});
            return Json(text);
        case AxisKind::Flag:
            return Json(!(axis.usual.is_boolean() && axis.usual.get<bool>()));
        case AxisKind::Text:
        case AxisKind::Path:
        case AxisKind::Source:
        case AxisKind::Command:
        case AxisKind::Work:
            break;
    }
    return Json(text);
}

}  // namespace

Json toJson(const Selection& selection) {
    Json json{{"experiment", selection.experiment},
              {"cases", jsonOf(selection.cases)},
              {"variants", jsonOf(selection.variants)}};
    if (!selection.run.empty()) json["run"] = selection.run.json();
    return json;
}

Result<Selection> selectionFromJson(const Json& json) {
    try {
        Fields fields(json, "");
        Selection selection{.experiment = fields.text("experiment")};
        (void)fields.at("cases");
        (void)fields.at("variants");
        fields.readList("cases", selection.cases, blockFrom);
        fields.readList("variants", selection.variants, blockFrom);
        if (const Json* run = fields.find("run")) {
            (void)Fields(*run, "run");
            for (const auto& [axis, value] : run->items()) selection.run.set(axis, value);
        }
        fields.refuseRest();
        return selection;
    } catch (const FieldError& error) {
        return tl::unexpected(error.reason);
    }
}

Result<Selection> selectionFromWords(const Spec& spec, const TypedWords& words) {
    Selection selection = usualSelection(spec);
    for (const Axis& axis : spec.axes) {
        const auto typed = words.find(axis.id);
        if (typed == words.end() || typed->second.empty()) continue;
        std::vector<Json> values;
        for (const std::string& text : typed->second) {
            auto value = valueFrom(axis, text);
            if (!value) return tl::unexpected(value.error());
            values.push_back(std::move(*value));
        }
        if (axis.role == AxisRole::Run)
            selection.run.set(axis.id, std::move(values.front()));
        else
            (axis.role == AxisRole::Case ? selection.cases : selection.variants).front()[axis.id] =
                std::move(values);
    }
    return selection;
}

}  // namespace duelo
