// SPDX-License-Identifier: Apache-2.0
#include "measure/child_json.h"

#include <utility>

#include "base/json_text.h"
#include "base/printable.h"
#include "base/reason_json.h"
#include "record/record_decode.h"
#include "record/record_encode.h"

namespace duelo {

namespace {

using decoding::read;

/// Returns what `fill` reads from the fields of an object, or why it cannot be read.
template <typename T, typename F>
Result<T> fromFields(const Json& json, F fill) {
    try {
        Fields fields(json, "");
        T value;
        fill(fields, value);
        return value;
    } catch (const FieldError& error) {
        return tl::unexpected(
            notUnderstood(jsonText(json), error.reason.code + ' ' + jsonText(error.reason.args)));
    }
}

template <typename T>
void putKnown(Json& json, const char* key, const std::optional<T>& value) {
    if (value) json[key] = *value;
}

Quantity quantityOf(const Json& json, const std::string& path) {
    Fields fields(json, path);
    Quantity quantity{.id = fields.text("id")};
    fields.readInteger("per_call", quantity.per_call);
    fields.read("rate", quantity.rate);
    fields.read("rate_unit", quantity.rate_unit);
    fields.read("each_ns", quantity.each_ns);
    return quantity;
}

}  // namespace

Reason notUnderstood(std::string line, std::string detail) {
    return {"child_not_understood", {{"line", printable(line)}}, std::move(detail)};
}

Json toJson(const Cell& cell) {
    return {{"id", cell.id},
            {"experiment", cell.experiment},
            {"case", cell.work.json()},
            {"variant", cell.variant.json()},
            {"attachments", toJson(cell.attachments)}};
}

Json toJson(const Prepared& prepared) {
    Json json{{"parts", encoding::partsJson(prepared.parts)},
              {"identities", encoding::identitiesJson(prepared.identities)},
              {"quantities", Json::array()},
              {"notes", Json::array()},
              {"least_calls", prepared.least_calls},
              {"load_ms", prepared.load_ms},
              {"fetch_ms", prepared.fetch_ms}};
    for (const Quantity& quantity : prepared.quantities)
        json["quantities"].push_back({{"id", quantity.id},
                                      {"per_call", quantity.per_call},
                                      {"rate", quantity.rate},
                                      {"rate_unit", quantity.rate_unit},
                                      {"each_ns", quantity.each_ns}});
    for (const Reason& note : prepared.notes) json["notes"].push_back(reasonFields(note));
    return json;
}

Json toJson(const Timing& timing) {
    Json json{{"wall_ms", timing.wall_ms}};
    putKnown(json, "device_ms", timing.device_ms);
    putKnown(json, "submit_ms", timing.submit_ms);
    if (!timing.parts.empty()) json["parts"] = encoding::partsJson(timing.parts);
    putKnown(json, "waited_ms", timing.waited_ms);
    putKnown(json, "spent_ms", timing.spent_ms);
    putKnown(json, "began_ns", timing.began_ns);
    return json;
}

Json toJson(const Output& output) {
    Json json{{"output", output.output},
              {"metrics", encoding::metricsJson(output.metrics)},
              {"notes", Json::array()}};
    for (const Reason& note : output.notes) json["notes"].push_back(reasonFields(note));
    if (output.fingerprint) json["fingerprint"] = encoding::fingerprintJson(*output.fingerprint);
    return json;
}

Json toJson(const DeviceState& state) {
    Json json{{"allocations", state.allocations}, {"throttled", state.throttled}};
    putKnown(json, "peak_bytes", state.peak_bytes);
    putKnown(json, "others_cpus", state.others_cpus);
    putKnown(json, "own_cpus", state.own_cpus);
    if (!state.throttle.empty()) json["throttle"] = state.throttle;
    json["memory_spilled"] = state.memory_spilled;
    return json;
}

Json toJson(const Parts& parts) {
    return {{"parts", encoding::partsJson(parts)}};
}

Result<Cell> cellFromJson(const Json& json) {
    return fromFields<Cell>(json, [](Fields& fields, Cell& cell) {
        cell.id = fields.text("id");
        cell.experiment = fields.text("experiment");
        cell.work = decoding::paramsOf(fields, "case");
        cell.variant = decoding::paramsOf(fields, "variant");
        cell.attachments = attachmentsFrom(fields);
    });
}

Result<Prepared> preparedFromJson(const Json& json) {
    return fromFields<Prepared>(json, [](Fields& fields, Prepared& prepared) {
        fields.readList("parts", prepared.parts, decoding::partOf);
        fields.readList("identities", prepared.identities, decoding::identityOf);
        fields.readList("quantities", prepared.quantities, quantityOf);
        fields.readList("notes", prepared.notes, decoding::noteOf);
        fields.readInteger("least_calls", prepared.least_calls);
        fields.read("load_ms", prepared.load_ms);
        fields.read("fetch_ms", prepared.fetch_ms);
    });
}

Result<Timing> timingFromJson(const Json& json) {
    return fromFields<Timing>(json, [](Fields& fields, Timing& timing) {
        timing.wall_ms = fields.number("wall_ms");
        read(fields, "device_ms", timing.device_ms);
        read(fields, "submit_ms", timing.submit_ms);
        fields.readList("parts", timing.parts, decoding::partOf);
        read(fields, "waited_ms", timing.waited_ms);
        read(fields, "spent_ms", timing.spent_ms);
        read(fields, "began_ns", timing.began_ns);
    });
}

Result<Output> outputFromJson(const Json& json) {
    return fromFields<Output>(json, [](Fields& fields, Output& output) {
        if (fields.find("fingerprint") != nullptr) {
            Fields inner = fields.object("fingerprint");
            output.fingerprint = decoding::fingerprintOf(inner);
        }
        if (Json made = decoding::objectOr(fields, "output"); !made.is_null())
            output.output = std::move(made);
        fields.readList("metrics", output.metrics, decoding::metricOf);
        fields.readList("notes", output.notes, decoding::noteOf);
    });
}

Result<Parts> partsFromJson(const Json& json) {
    return fromFields<Parts>(json, [](Fields& fields, Parts& parts) {
        fields.readList("parts", parts, decoding::partOf);
    });
}

Result<DeviceState> deviceStateFromJson(const Json& json) {
    return fromFields<DeviceState>(json, [](Fields& fields, DeviceState& state) {
        fields.readInteger("allocations", state.allocations);
        read(fields, "peak_bytes", state.peak_bytes);
        read(fields, "others_cpus", state.others_cpus);
        read(fields, "own_cpus", state.own_cpus);
        fields.read("throttled", state.throttled);
        fields.readList("throttle", state.throttle, textOf);
        fields.read("memory_spilled", state.memory_spilled);
    });
}

}  // namespace duelo
