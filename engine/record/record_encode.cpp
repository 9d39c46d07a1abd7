// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "base/json_text.h"
#include "record/record.h"

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
    json["throughput_per_s"] = s.throughput_per_s;
}

Json partsJson(const Parts& parts) {
    Json json = Json::object();
    put(json, "decode_ms", parts.decode_ms);
    put(json, "resize_ms", parts.resize_ms);
    put(json, "h2d_ms", parts.h2d_ms);
    put(json, "compute_ms", parts.compute_ms);
    put(json, "d2h_ms", parts.d2h_ms);
    put(json, "data_ms", parts.data_ms);
    put(json, "evaluation_ms", parts.evaluation_ms);
    put(json, "unexplained_ms", parts.unexplained_ms);
    json["copies_included"] = parts.copies_included;
    return json;
}

Json inputJson(const InputRecord& input) {
    Json json = Json::object();
    put(json, "sha256", input.sha256);
    put(json, "shape", input.shape);
    for (const Reason& note : input.notes) {
        Json one = Json::object();
        putReason(one, note);
        json["notes"].push_back(std::move(one));
    }
    return json;
}

Json trainedJson(const TrainedRecord& trained) {
    Json json{
        {"stopped_by", trained.stopped_by},
        {"epochs", trained.epochs},
        {"best_epoch", trained.best_epoch},
        {"updates", trained.updates},
        {"epochs_ms", trained.epochs_ms},
        {"test_loss", trained.test_loss},
        {"test_accuracy", trained.test_accuracy},
        {"test_accuracy_ci95", {trained.test_accuracy_ci95.low, trained.test_accuracy_ci95.high}},
        {"classes", trained.classes},
        {"confusion", trained.confusion}};
    for (const Mistake& mistake : trained.mistakes)
        json["mistakes"].push_back({{"sample", mistake.sample},
                                    {"source", mistake.source},
                                    {"truth", mistake.truth},
                                    {"answer", mistake.answer},
                                    {"probability", mistake.probability}});
    put(json, "weights_file", trained.weights_file);
    return json;
}

Json adviceJson(const RateAdvice& advice) {
    Json json = Json::object();
    put(json, "learning_rate", advice.learning_rate);
    putReason(json, advice.why);
    return json;
}

Json outputJson(const OutputRecord& output) {
    Json json = Json::object();
    for (const TopClass& top : output.top) {
        Json one{{"class", top.index}};
        put(one, "label", top.label);
        one["probability"] = top.probability;
        json["top"].push_back(std::move(one));
    }
    put(json, "checksum", output.checksum);
    put(json, "shape", output.shape);
    put(json, "max_error", output.max_error);
    if (output.trained) json["trained"] = trainedJson(*output.trained);
    if (output.rate_advice) json["rate_advice"] = adviceJson(*output.rate_advice);
    return json;
}

Json weightsJson(const WeightsRecord& weights) {
    Json json{{"provenance", weights.provenance}};
    put(json, "sha256", weights.sha256);
    put(json, "file", weights.file);
    return json;
}

Json lineOf(const Header& r) {
    Json json{{"r", "header"},
              {"schema", r.schema},
              {"run", r.run},
              {"app", r.app},
              {"started", r.started}};
    put(json, "plan", r.plan);
    json["plan_hash"] = r.plan_hash;
    json["cells"] = r.cells;
    put(json, "machine", toJson(r.machine));
    put(json, "engine", toJson(r.engine));
    put(json, "label", r.label);
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

Json lineOf(const Samples& r) {
    Json json{{"r", "samples"}, {"cell", r.cell}};
    put(json, "round", r.round);
    putTimes(json, "t0_ms", r.t0_ms);
    putTimes(json, "wall_ms", r.wall_ms);
    putTimes(json, "device_ms", r.device_ms);
    putTimes(json, "submit_ms", r.submit_ms);
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
    if (r.parts) json["parts"] = partsJson(*r.parts);
    if (r.input) json["input"] = inputJson(*r.input);
    if (r.output) json["output"] = outputJson(*r.output);
    if (r.weights) json["weights"] = weightsJson(*r.weights);
    put(json, "forecast_bytes", r.forecast_bytes);
    put(json, "peak_bytes", r.peak_bytes);
    put(json, "parameters", r.parameters);
    put(json, "flop", r.flop);
    put(json, "bytes_moved", r.bytes_moved);
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
