// SPDX-License-Identifier: Apache-2.0
#include "record/record_encode.h"

#include <cmath>

#include "base/json_text.h"

namespace duelo {

namespace {

template <typename T>
void put(Json& json, const char* key, const std::optional<T>& value) {
    if (value) json[key] = *value;
}

void put(Json& json, const char* key, const std::string& value) {
    if (!value.empty()) json[key] = value;
}

template <typename T>
void put(Json& json, const char* key, const std::vector<T>& values) {
    if (!values.empty()) json[key] = values;
}

void put(Json& json, const char* key, const Json& value) {
    if (!value.is_null() && !value.empty()) json[key] = value;
}

void putTimes(Json& json, const char* key, const std::vector<double>& times) {
    if (times.empty()) return;
    // From 1e9 ms (11 days) on, the scaled value would no longer be exact; no call takes so long.
    constexpr double perMs = 1e6;
    constexpr double longest = 1e9;
    Json list = Json::array();
    for (const double ms : times)
        list.push_back(std::abs(ms) < longest ? std::round(ms * perMs) / perMs : ms);
    json[key] = std::move(list);
}

void putReason(Json& json, const std::optional<Reason>& reason) {
    if (!reason) return;
    json["reason"] = reason->code;
    put(json, "args", reason->args);
    put(json, "message", reason->message);
}

void putSummary(Json& json, const Summary& s) {
    json["n"] = s.n;
    json["calls_per_sample"] = s.calls_per_sample;
    json["median_ms"] = s.median_ms;
    if (s.ci95_ms) json["ci95_ms"] = {s.ci95_ms->low, s.ci95_ms->high};
    json["mean_ms"] = s.mean_ms;
    json["min_ms"] = s.min_ms;
    json["p25_ms"] = s.p25_ms;
    json["p75_ms"] = s.p75_ms;
    json["max_ms"] = s.max_ms;
    put(json, "p90_ms", s.p90_ms);
    put(json, "p99_ms", s.p99_ms);
    put(json, "device_median_ms", s.device_median_ms);
    put(json, "submit_median_ms", s.submit_median_ms);
}

}  // namespace

namespace encoding {

Json partsJson(const Parts& parts) {
    Json list = Json::array();
    for (const PartTime& part : parts)
        list.push_back({{"id", part.id}, {"ms", part.ms}, {"inside", part.inside}});
    return list;
}

Json metricsJson(const std::vector<Metric>& metrics) {
    Json list = Json::array();
    for (const Metric& metric : metrics) {
        Json one{{"id", metric.id}};
        put(one, "unit", metric.unit);
        one["value"] = metric.value;
        if (metric.ci95) one["ci95"] = {metric.ci95->low, metric.ci95->high};
        list.push_back(std::move(one));
    }
    return list;
}

Json identitiesJson(const std::vector<Identity>& identities) {
    Json list = Json::array();
    for (const Identity& identity : identities) {
        Json one{{"id", identity.id}};
        put(one, "sha256", identity.sha256);
        put(one, "origin", identity.origin);
        put(one, "file", identity.file);
        put(one, "shape", identity.shape);
        for (const Reason& note : identity.notes) {
            Json told = Json::object();
            putReason(told, note);
            one["notes"].push_back(std::move(told));
        }
        list.push_back(std::move(one));
    }
    return list;
}

Json fingerprintJson(const Fingerprint& fingerprint) {
    Json json = Json::object();
    put(json, "sha256", fingerprint.sha256);
    if (fingerprint.shape.empty()) return json;
    json["shape"] = fingerprint.shape;
    json["largest"] = fingerprint.largest;
    json["rms"] = fingerprint.rms;
    json["values"] = fingerprint.values;
    for (const Fingerprint::Best& best : fingerprint.best)
        json["best"].push_back(
            {{"row", best.row}, {"places", best.places}, {"values", best.values}});
    return json;
}

}  // namespace encoding

namespace {

using encoding::fingerprintJson;
using encoding::identitiesJson;
using encoding::metricsJson;
using encoding::partsJson;

Json lineOf(const Header& r) {
    Json json{{"r", "header"},
              {"schema", r.schema},
              {"run", r.run},
              {"app", r.app},
              {"started", r.started}};
    put(json, "plan", r.plan);
    json["plan_hash"] = r.plan_hash;
    json["spec_version"] = r.spec_version;
    put(json, "protocol", toJson(r.protocol));
    json["cells"] = r.cells;
    put(json, "repeats", r.repeats);
    if (!r.expected_ms.empty()) json["expected_ms"] = r.expected_ms;
    put(json, "machine", toJson(r.machine));
    put(json, "state", toJson(r.state));
    put(json, "engine", toJson(r.engine));
    put(json, "label", r.label);
    if (r.prediction) json["prediction"] = toJson(*r.prediction);
    return json;
}

Json lineOf(const CellRecord& r) {
    return {{"r", "cell"},
            {"cell", r.cell},
            {"experiment", r.experiment},
            {"case", r.work.json()},
            {"variant", r.variant.json()}};
}

Json lineOf(const Stage& r) {
    Json json{{"r", "stage"}, {"cell", r.cell}, {"stage", r.stage}};
    put(json, "share", r.share);
    return json;
}

Json lineOf(const Notice& r) {
    Json json{{"r", "notice"}};
    put(json, "cell", r.cell);
    putReason(json, r.reason);
    return json;
}

Json lineOf(const Cold& r) {
    return {{"r", "cold"},
            {"cell", r.cell},
            {"load_ms", r.load_ms},
            {"first_ms", r.first_ms},
            {"process_first", r.process_first}};
}

Json lineOf(const EventRecord& r) {
    return {{"r", "event"}, {"cell", r.cell}, {"kind", r.kind}, {"fields", r.fields}};
}

Json lineOf(const MonitorRecord& r) {
    Json json{{"r", "monitor"}, {"t_ms", std::round(r.t_ms)}};
    put(json, "state", toJson(r.state));
    if (r.gpu) {
        json["gpu"] = toJson(*r.gpu);
        json["gpu"].erase("r");
    }
    return json;
}

Json lineOf(const Samples& r) {
    Json json{{"r", "samples"}, {"cell", r.cell}};
    put(json, "round", r.round);
    putTimes(json, "t0_ms", r.t0_ms);
    put(json, "calls", r.calls);
    put(json, "process", r.process);
    putTimes(json, "wall_ms", r.wall_ms);
    putTimes(json, "device_ms", r.device_ms);
    putTimes(json, "submit_ms", r.submit_ms);
    putTimes(json, "latency_ms", r.latency_ms);
    putTimes(json, "slowest_ms", r.slowest_ms);
    put(json, "discard", r.discard);
    return json;
}

Json lineOf(const ResultRecord& r) {
    Json json{{"r", "result"}, {"cell", r.cell}, {"status", word(r.status)}};
    putReason(json, r.reason);
    if (r.summary) putSummary(json, *r.summary);
    put(json, "flags", r.flags);
    if (!r.discarded.empty()) json["discarded"] = r.discarded;
    if (r.warm_up_calls > 0) {
        json["warm_up_calls"] = r.warm_up_calls;
        json["warm_up_ms"] = r.warm_up_ms;
    }
    if (!r.parts.empty()) json["parts"] = partsJson(r.parts);
    if (!r.metrics.empty()) json["metrics"] = metricsJson(r.metrics);
    if (!r.quantities.empty()) json["quantities"] = r.quantities;
    if (!r.identities.empty()) json["identities"] = identitiesJson(r.identities);
    if (r.fingerprint) json["fingerprint"] = fingerprintJson(*r.fingerprint);
    put(json, "max_error", r.max_error);
    put(json, "output", r.output);
    put(json, "forecast_bytes", r.forecast_bytes);
    put(json, "peak_bytes", r.peak_bytes);
    if (r.energy)
        json["energy"] = {{"source", r.energy->source},
                          {"joules", r.energy->joules},
                          {"calls", r.energy->calls},
                          {"span_ms", r.energy->span_ms}};
    return json;
}

Json lineOf(const End& r) {
    Json json{{"r", "end"}, {"status", r.status}};
    putReason(json, r.reason);
    put(json, "sha256", r.sha256);
    return json;
}

/// Puts back what decode() did not know; a field that this version writes itself wins.
void merge(Json& json, const Json& extra) {
    if (!extra.is_object()) return;
    for (const auto& [key, value] : extra.items()) {
        const auto found = json.find(key);
        if (found == json.end())
            json[key] = value;
        else if (found->is_object() && value.is_object())
            merge(*found, value);
    }
}

}  // namespace

std::string encode(const Record& record) {
    return std::visit(
        [](const auto& r) {
            if constexpr (std::is_same_v<std::decay_t<decltype(r)>, UnknownRecord>) {
                return jsonText(r.line);
            } else {
                Json json = lineOf(r);
                merge(json, r.extra);
                return jsonText(json);
            }
        },
        record);
}

}  // namespace duelo
