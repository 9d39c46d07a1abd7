// SPDX-License-Identifier: Apache-2.0
#include "record/record_decode.h"

namespace duelo::decoding {

namespace {

Interval intervalOf(Fields& fields, std::string_view key) {
    const std::string path = fields.pathOf(key);
    const Json& ends = listOf(fields.at(key), path);
    if (ends.size() != 2)
        throw FieldError({"field_out_of_range", {{"field", path}, {"value", "[…]"}}, {}});
    return {numberOf(ends[0], path + "[0]"), numberOf(ends[1], path + "[1]")};
}

std::optional<Summary> summaryOf(Fields& fields) {
    const Json* n = fields.find("n");
    if (n == nullptr) return std::nullopt;
    Summary s;
    s.n = integerOf(*n, "n", 0, INT64_MAX);
    fields.readInteger("calls_per_sample", s.calls_per_sample);
    s.median_ms = fields.number("median_ms");
    if (fields.find("ci95_ms") != nullptr) s.ci95_ms = intervalOf(fields, "ci95_ms");
    fields.read("mean_ms", s.mean_ms);
    fields.read("min_ms", s.min_ms);
    fields.read("p25_ms", s.p25_ms);
    fields.read("p75_ms", s.p75_ms);
    fields.read("max_ms", s.max_ms);
    read(fields, "p90_ms", s.p90_ms);
    read(fields, "p99_ms", s.p99_ms);
    read(fields, "device_median_ms", s.device_median_ms);
    read(fields, "submit_median_ms", s.submit_median_ms);
    return s;
}

/// Counts by name. Throws where `key` is no object.
template <typename T>
void readCounts(Fields& fields, const char* key, std::map<std::string, T>& counts) {
    const Json* json = fields.find(key);
    if (json == nullptr) return;
    (void)Fields(*json, fields.pathOf(key));
    for (const auto& [name, count] : json->items())
        counts[name] = static_cast<T>(
            integerOf(count, fields.pathOf(key) + '.' + name, 0, std::numeric_limits<T>::max()));
}

}  // namespace

Params paramsOf(Fields& fields, std::string_view key) {
    (void)fields.object(key);  // refuses what is none
    Params params;
    for (const auto& [axis, value] : fields.at(key).items())
        if (!value.is_null()) params.set(axis, value);
    return params;
}

PartTime partOf(const Json& json, const std::string& path) {
    Fields fields(json, path);
    PartTime part{.id = fields.text("id"), .ms = fields.number("ms")};
    fields.read("inside", part.inside);
    return part;
}

Metric metricOf(const Json& json, const std::string& path) {
    Fields fields(json, path);
    Metric metric{.id = fields.text("id")};
    fields.read("unit", metric.unit);
    metric.value = fields.number("value");
    if (fields.find("ci95") != nullptr) metric.ci95 = intervalOf(fields, "ci95");
    return metric;
}

Identity identityOf(const Json& json, const std::string& path) {
    Fields fields(json, path);
    Identity identity{.id = fields.text("id")};
    fields.read("sha256", identity.sha256);
    fields.read("origin", identity.origin);
    fields.read("file", identity.file);
    fields.readList("shape", identity.shape, integerOf<std::int64_t>);
    fields.readList("notes", identity.notes, noteOf);
    return identity;
}

Fingerprint fingerprintOf(Fields& fields) {
    Fingerprint out;
    fields.read("sha256", out.sha256);
    fields.readList("shape", out.shape, integerOf<std::int64_t>);
    fields.read("largest", out.largest);
    fields.read("rms", out.rms);
    fields.readList("values", out.values, numberOf);
    fields.readList("best", out.best, [](const Json& json, const std::string& path) {
        Fields one(json, path);
        Fingerprint::Best best;
        one.readInteger("row", best.row);
        one.readList("places", best.places, integerOf<std::int64_t>);
        one.readList("values", best.values, numberOf);
        return best;
    });
    return out;
}

Json objectOr(Fields& fields, std::string_view key) {
    const Json* json = fields.find(key);
    if (json == nullptr) return nullptr;
    (void)Fields(*json, fields.pathOf(key));  // refuses what is not an object
    return *json;
}

std::optional<Reason> reasonOf(Fields& fields) {
    Reason reason;
    fields.read("reason", reason.code);
    if (Json args = objectOr(fields, "args"); !args.is_null()) reason.args = std::move(args);
    fields.read("message", reason.message);
    if (reason.code.empty()) return std::nullopt;
    return reason;
}

Reason neededReason(Fields& fields) {
    auto reason = reasonOf(fields);
    if (!reason) throw FieldError({"field_missing", {{"field", fields.pathOf("reason")}}, {}});
    return *std::move(reason);
}

Reason noteOf(const Json& json, const std::string& path) {
    Fields fields(json, path);
    return neededReason(fields);
}

/// Reads the energy. Where the values are no energy it returns nothing, and the times stay.
std::optional<EnergyUse> energyOf(Fields fields) {
    EnergyUse energy{.source = fields.text("source"), .joules = fields.number("joules")};
    fields.readInteger("calls", energy.calls);
    energy.span_ms = fields.number("span_ms");
    const bool is = energy.joules > 0 && energy.calls > 0 && energy.span_ms > 0;
    return is ? std::optional(std::move(energy)) : std::nullopt;
}

void readBody(Fields& fields, ResultRecord& r) {
    r.cell = fields.text("cell");
    r.status = fields.word<Status>("status");
    r.reason = r.status == Status::Done ? reasonOf(fields) : neededReason(fields);
    r.summary = summaryOf(fields);
    fields.readList("flags", r.flags, textOf);
    readCounts(fields, "discarded", r.discarded);
    fields.readInteger("warm_up_calls", r.warm_up_calls);
    fields.read("warm_up_ms", r.warm_up_ms);
    fields.readList("parts", r.parts, partOf);
    fields.readList("metrics", r.metrics, metricOf);
    readCounts(fields, "quantities", r.quantities);
    fields.readList("identities", r.identities, identityOf);
    if (fields.find("fingerprint") != nullptr) {
        Fields inner = fields.object("fingerprint");
        r.fingerprint = fingerprintOf(inner);
        if (Json rest = inner.rest(); !rest.empty()) r.extra["fingerprint"] = std::move(rest);
    }
    read(fields, "max_error", r.max_error);
    if (Json output = objectOr(fields, "output"); !output.is_null()) r.output = std::move(output);
    read(fields, "forecast_bytes", r.forecast_bytes);
    read(fields, "peak_bytes", r.peak_bytes);
    if (fields.find("energy") != nullptr) r.energy = energyOf(fields.object("energy"));
}

}  // namespace duelo::decoding
