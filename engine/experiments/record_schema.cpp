// SPDX-License-Identifier: Apache-2.0
#include "experiments/record_schema.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/json_text.h"
#include "resources/resources.h"

namespace duelo {

namespace {

Json referenceTo(const std::string& definition) {
    return Json{{"$ref", "#/definitions/" + definition}};
}

/// `then` for what has that value as its `field`.
Json whereFieldIs(const char* field, const std::string& value, Json then) {
    return Json{
        {"if", {{"properties", {{field, {{"const", value}}}}}, {"required", Json::array({field})}}},
        {"then", std::move(then)}};
}

std::string spoken(const std::vector<Json>& values) {
    std::string text;
    for (const Json& value : values)
        text += (text.empty() ? "" : " or ") +
                (value.is_string() ? value.get<std::string>() : jsonText(value));
    return text;
}

/// Tells whether a condition can be unfulfilled: without GPUs all work is the CPU's.
bool mayFail(const When& when, const Spec& spec) {
    const Axis* device = spec.find(kDeviceAxis);
    return when.device != DeviceKind::Cpu || (device && device->gpus);
}

/// Returns the rules of an axis that JSON Schema has no word for, in sentences.
std::string descriptionOf(const Axis& axis, const Spec& spec) {
    std::vector<std::string> sentences;
    if (axis.kind == AxisKind::Device)
        // Not the help, which lists what this Duelo knows: files of another may name more.
        sentences.push_back(axis.option + (axis.gpus ? ": cpu, or the API of a GPU, and behind it "
                                                       "the GPU's index where that is not 0"
                                                     : ": cpu"));
    else if (!axis.option.empty())
        sentences.push_back(axis.option + ": " + axis.help);
    if (axis.per_typed != 1)
        sentences.push_back("Here " + jsonText(axis.per_typed) + " of what is typed there");
    if (axis.kind == AxisKind::Flag && !axis.option.empty() && axis.usual.is_boolean())
        sentences.push_back("Typed, it is " + jsonText(!axis.usual.get<bool>()));
    if (!axis.unit.empty()) sentences.push_back("Unit: " + axis.unit);
    if (axis.zero_is_cores && axis.min.value_or(0) <= 0)
        sentences.emplace_back("0 in a plan: one for each physical core");
    if (axis.kind == AxisKind::Path)
        sentences.push_back(axis.words.empty()
                                ? "Path of a file"
                                : "Path of a file, or " +
                                      spoken({axis.words.begin(), axis.words.end()}));
    if (axis.kind == AxisKind::Path && axis.max)
        sentences.emplace_back(
            "A list of files inside a list of values is one value: they are "
            "worked on together");
    for (const When& when : axis.when) {
        if (when.device && mayFail(when, spec))
            sentences.push_back("Only where " + when.axis + " is " +
                                (*when.device == DeviceKind::Cpu ? "cpu" : "a GPU"));
        if (!when.in.empty())
            sentences.push_back("Only where " + when.axis + " is " + spoken(when.in));
        if (!when.not_in.empty())
            sentences.push_back("Only where " + when.axis + " is not " + spoken(when.not_in));
    }
    std::string text;
    for (const std::string& sentence : sentences)
        text += (text.empty() ? "" : " ") + sentence + '.';
    return text.empty() ? std::string(word(axis.kind)) : text;
}

/// One value of an axis.
Json oneValue(const Axis& axis, const Spec& spec) {
    Json value{{"description", descriptionOf(axis, spec)}};
    const auto limit = [&](const char* name, const std::optional<double>& bound) {
        if (!bound) return;
        const bool whole = axis.kind == AxisKind::Integer;
        value[name] = whole ? Json(static_cast<std::int64_t>(*bound)) : Json(*bound);
    };
    switch (axis.kind) {
        case AxisKind::Integer:
        case AxisKind::Real:
            value["type"] = axis.kind == AxisKind::Integer ? "integer" : "number";
            limit("minimum", axis.min);
            limit("maximum", axis.max);
            break;
        case AxisKind::Word:
            value["enum"] = axis.words;
            break;
        case AxisKind::Device:
            value["type"] = "string";
            value["pattern"] = axis.gpus ? std::string(kDevicePattern) : "^cpu$";
            break;
        case AxisKind::Flag:
            value["type"] = "boolean";
            break;
        case AxisKind::Text:
            value["type"] = "string";
            break;
        case AxisKind::Path: {
            const Json path{{"type", "string"}, {"minLength", 1}};
            if (axis.max)
                value["anyOf"] = {path,
                                  {{"type", "array"},
                                   {"items", path},
                                   {"minItems", 1},
                                   {"maxItems", static_cast<std::int64_t>(*axis.max)}}};
            else
                value.update(path);
            break;
        }
        case AxisKind::Source:
        case AxisKind::Command:
            value["allOf"] = Json::array({referenceTo("attachment")});
            break;
        case AxisKind::Work:
            value["allOf"] = Json::array({referenceTo("work")});
            break;
    }
    return value;
}

/// The values of an axis in a block of a plan.
Json listable(const Axis& axis, const Json& value) {
    Json list{{"type", "array"}, {"items", value}};
    if (!axis.optional) list["minItems"] = 1;
    if (!axis.many) list["maxItems"] = 1;
    return Json{{"description", axis.many ? "A list is a sweep." : "The same in all cases."},
                {"anyOf", Json::array({value, std::move(list)})}};
}

class SchemaWriter {
public:
    explicit SchemaWriter(Json schema)
        : m_schema(std::move(schema)), m_definitions(m_schema["definitions"]) {}

    void add(const Spec& spec) {
        m_definitions[spec.id + ".case"] = parameters(spec, AxisRole::Case, "What is computed.");
        m_definitions[spec.id + ".variant"] = parameters(spec, AxisRole::Variant, "How.");
        m_definitions[spec.id + ".run"] = parameters(spec, AxisRole::Run, "Changes no result.");
        m_definitions[spec.id + ".base"] = ofPlan(spec, ".variant", false);
        m_definitions[spec.id + ".case_block"] = ofPlan(spec, ".case", true);
        m_definitions[spec.id + ".variant_block"] = ofPlan(spec, ".variant", true);
        const auto own = [&](const char* part) { return referenceTo(spec.id + part); };
        const auto list = [&](const char* part) { return Json{{"items", own(part)}}; };
        for (const char* place : {"cell", "work"})
            m_definitions[place]["allOf"].push_back(whereFieldIs(
                "experiment", spec.id,
                {{"properties", {{"case", own(".case")}, {"variant", own(".variant")}}}}));
        m_definitions["plan"]["allOf"].push_back(
            whereFieldIs("experiment", spec.id,
                         {{"properties",
                           {{"cases", list(".case_block")},
                            {"variants", list(".variant_block")},
                            {"run", own(".run")},
                            {"base", own(".base")}}}}));
        note(m_definitions["cell"], "experiment", spec.id);
        for (const PartSpec& part : spec.parts)
            note(m_definitions["parts"]["items"], "id", part.id);
        for (const EventSpec& event : spec.events) add(event);
        for (const MetricSpec& metric : spec.metrics) m_units[metric.id].insert(metric.unit);
    }

    Json finished() {
        for (const auto& [kind, fields] : m_fields) {
            const Json any = fields.size() == 1 ? fields.front() : Json{{"anyOf", fields}};
            note(m_definitions["event"], "kind", kind);
            m_definitions["event"]["allOf"].push_back(
                whereFieldIs("kind", kind, {{"properties", {{"fields", any}}}}));
        }
        for (const auto& [id, units] : m_units) {
            Json& metric = m_definitions["metrics"]["items"];
            note(metric, "id", id);
            metric["allOf"].push_back(whereFieldIs("id", id, unitAmong(units)));
        }
        return std::move(m_schema);
    }

private:
    static Json parameters(const Spec& spec, AxisRole role, const char* description) {
        Json object{{"type", "object"},
                    {"description", description},
                    {"properties", Json::object()},
                    {"additionalProperties", false}};
        for (const Axis& axis : spec.axes) {
            if (axis.role != role) continue;
            object["properties"][axis.id] = oneValue(axis, spec);
            if (role != AxisRole::Run && !axis.optional &&
                std::ranges::none_of(axis.when,
                                     [&](const When& when) { return mayFail(when, spec); }))
                object["required"].push_back(axis.id);
        }
        return object;
    }

    /// Any of the parameters of a cell: `many` of each, or one.
    Json ofPlan(const Spec& spec, const std::string& part, bool many) const {
        Json properties = Json::object();
        for (const auto& [id, value] : m_definitions[spec.id + part]["properties"].items()) {
            const Json one = referenceTo(spec.id + part + "/properties/" + id);
            properties[id] = many ? listable(*spec.find(id), one) : one;
        }
        return Json{{"type", "object"},
                    {"properties", std::move(properties)},
                    {"additionalProperties", false}};
    }

    void add(const EventSpec& event) {
        Json fields{{"required", event.columns}};
        if (!event.step.empty())
            fields["properties"][event.step] = {
                {"description", "Counts the steps."}, {"type", "integer"}, {"minimum", 1}};
        std::vector<Json>& known = m_fields[event.kind];
        if (std::ranges::find(known, fields) == known.end()) known.push_back(std::move(fields));
    }

    static Json unitAmong(std::set<std::string> units) {
        const bool without = units.erase("") != 0;
        if (units.empty()) return Json{{"not", {{"required", Json::array({"unit"})}}}};
        Json among{{"properties", {{"unit", {{"enum", units}}}}}};
        if (!without) among["required"] = Json::array({"unit"});
        return among;
    }

    /// A name that is in use, for whoever reads the schema.
    static void note(Json& definition, const char* field, const std::string& name) {
        Json& names = definition["properties"][field]["examples"];
        if (std::ranges::find(names, Json(name)) == names.end()) names.push_back(name);
    }

    Json m_schema;
    Json& m_definitions;
    std::map<std::string, std::vector<Json>> m_fields;     ///< of events, by their kind
    std::map<std::string, std::set<std::string>> m_units;  ///< of metrics
};

}  // namespace

Json recordSchema(std::span<const Spec> specs) {
    SchemaWriter writer(parseJson(resource("schema/record.common.json")).value());
    for (const Spec& spec : specs) writer.add(spec);
    return writer.finished();
}

}  // namespace duelo
