// SPDX-License-Identifier: Apache-2.0
#include "core/json_fields.h"
#include "core/json_text.h"
#include "core/record.h"

namespace duelo {

namespace {

template <typename T>
void read(Fields& fields, std::string_view key, std::optional<T>& value) {
    if (const Json* json = fields.find(key)) {
        if constexpr (std::is_same_v<T, double>)
            value = numberOf(*json, fields.pathOf(key));
        else
            value = integerOf<T>(*json, fields.pathOf(key));
    }
}

void keep(Json& extra, const char* key, const Fields& fields) {
    Json rest = fields.rest();
    if (!rest.empty()) extra[key] = std::move(rest);
}

/// The object under `key`; null when absent.
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

std::optional<Summary> summaryOf(Fields& fields) {
    const Json* n = fields.find("n");
    if (n == nullptr) return std::nullopt;
    Summary s;
    s.n = integerOf(*n, "n", 0, INT64_MAX);
    fields.readInteger("calls_per_sample", s.calls_per_sample);
    s.median_ms = fields.number("median_ms");
    if (const Json* ends = fields.find("ci95_ms")) {
        if (listOf(*ends, "ci95_ms").size() != 2)
            throw FieldError({"field_out_of_range", {{"field", "ci95_ms"}, {"value", "[…]"}}, {}});
        s.ci95_ms =
            Interval{numberOf((*ends)[0], "ci95_ms[0]"), numberOf((*ends)[1], "ci95_ms[1]")};
    }
    fields.read("mean_ms", s.mean_ms);
    fields.read("min_ms", s.min_ms);
    fields.read("p25_ms", s.p25_ms);
    fields.read("p75_ms", s.p75_ms);
    fields.read("max_ms", s.max_ms);
    read(fields, "p90_ms", s.p90_ms);
    read(fields, "p99_ms", s.p99_ms);
    read(fields, "device_median_ms", s.device_median_ms);
    read(fields, "submit_median_ms", s.submit_median_ms);
    fields.read("throughput_per_s", s.throughput_per_s);
    return s;
}

Parts partsOf(Fields& fields) {
    Parts parts;
    read(fields, "decode_ms", parts.decode_ms);
    read(fields, "resize_ms", parts.resize_ms);
    read(fields, "h2d_ms", parts.h2d_ms);
    read(fields, "compute_ms", parts.compute_ms);
    read(fields, "d2h_ms", parts.d2h_ms);
    read(fields, "unexplained_ms", parts.unexplained_ms);
    fields.read("copies_included", parts.copies_included);
    return parts;
}

InputRecord inputOf(Fields& fields) {
    InputRecord input;
    fields.read("sha256", input.sha256);
    fields.readList("shape", input.shape, integerOf<std::int64_t>);
    fields.readList("notes", input.notes, [](const Json& json, const std::string& path) {
        Fields one(json, path);
        return neededReason(one);
    });
    return input;
}

OutputRecord outputOf(Fields& fields) {
    OutputRecord output;
    fields.readList("top", output.top, [](const Json& json, const std::string& path) {
        Fields one(json, path);
        TopClass top;
        top.index = integerOf<int>(one.at("class"), one.pathOf("class"));
        one.read("label", top.label);
        top.probability = one.number("probability");
        return top;
    });
    fields.read("checksum", output.checksum);
    fields.readList("shape", output.shape, integerOf<std::int64_t>);
    read(fields, "max_error", output.max_error);
    return output;
}

WeightsRecord weightsOf(Fields& fields) {
    WeightsRecord weights;
    weights.provenance = fields.text("provenance");
    fields.read("sha256", weights.sha256);
    fields.read("file", weights.file);
    return weights;
}

/// An optional part of a result, with what `make` did not ask for kept in `extra`.
template <typename T, typename F>
void readPart(Fields& fields, const char* key, std::optional<T>& part, Json& extra, F make) {
    const Json* json = fields.find(key);
    if (json == nullptr) return;
    Fields inner(*json, fields.pathOf(key));
    part = make(inner);
    keep(extra, key, inner);
}

void readBody(Fields& fields, Header& r) {
    r.run = fields.text("run");
    r.app = fields.text("app");
    r.started = fields.text("started");
    r.plan = objectOr(fields, "plan");
    r.plan_hash = fields.text("plan_hash");
    r.cells = static_cast<int>(integerOf(fields.at("cells"), "cells", 0, INT32_MAX));
    r.machine = objectOr(fields, "machine");
    r.engine = objectOr(fields, "engine");
    r.label = objectOr(fields, "label");
}

template <typename T>
T valueOrThrow(Result<T> result) {
    if (!result) throw FieldError(result.error());
    return *std::move(result);
}

void readBody(Fields& fields, CellRecord& r) {
    r.cell = fields.text("cell");
    r.work = valueOrThrow(caseFromJson(fields.at("case")));
    r.variant = valueOrThrow(variantFromJson(fields.at("variant")));
    // What toJson() writes is what is known; the rest is kept.
    for (const auto& [key, known] :
         {std::pair<const char*, Json>{"case", toJson(r.work)}, {"variant", toJson(r.variant)}})
        for (const auto& [name, value] : fields.at(key).items())
            if (!known.contains(name)) r.extra[key][name] = value;
}

void readBody(Fields& fields, Stage& r) {
    r.cell = fields.text("cell");
    r.stage = fields.text("stage");
}

void readBody(Fields& fields, Notice& r) {
    fields.read("cell", r.cell);
    r.reason = neededReason(fields);
}

void readBody(Fields& fields, Cold& r) {
    r.cell = fields.text("cell");
    r.load_ms = fields.number("load_ms");
    r.first_ms = fields.number("first_ms");
    fields.read("process_first", r.process_first);
}

void readBody(Fields& fields, Samples& r) {
    r.cell = fields.text("cell");
    fields.readList("round", r.round, integerOf<int>);
    fields.readList("t0_ms", r.t0_ms, numberOf);
    fields.readList("wall_ms", r.wall_ms, numberOf);
    fields.readList("device_ms", r.device_ms, numberOf);
    fields.readList("submit_ms", r.submit_ms, numberOf);
    fields.readList("discard", r.discard, integerOf<int>);
    const std::size_t n = r.wall_ms.size();
    const auto parallel = [n](const char* name, std::size_t size) {
        if (size != 0 && size != n)
            throw FieldError(
                {"field_out_of_range",
                 {{"field", name}, {"value", std::to_string(size) + " of " + std::to_string(n)}},
                 {}});
    };
    parallel("round", r.round.size());
    parallel("t0_ms", r.t0_ms.size());
    parallel("device_ms", r.device_ms.size());
    parallel("submit_ms", r.submit_ms.size());
    parallel("discard", r.discard.size());
}

void readBody(Fields& fields, ResultRecord& r) {
    r.cell = fields.text("cell");
    r.status = fields.word<Status>("status");
    r.reason = r.status == Status::Done ? reasonOf(fields) : neededReason(fields);
    r.summary = summaryOf(fields);
    fields.readList("flags", r.flags, textOf);
    if (const Json* discarded = fields.find("discarded")) {
        (void)Fields(*discarded, "discarded");
        for (const auto& [cause, count] : discarded->items())
            r.discarded[cause] = integerOf<int>(count, "discarded." + cause);
    }
    fields.readInteger("warm_up_calls", r.warm_up_calls);
    fields.read("warm_up_ms", r.warm_up_ms);
    readPart(fields, "parts", r.parts, r.extra, partsOf);
    readPart(fields, "input", r.input, r.extra, inputOf);
    readPart(fields, "output", r.output, r.extra, outputOf);
    readPart(fields, "weights", r.weights, r.extra, weightsOf);
    read(fields, "forecast_bytes", r.forecast_bytes);
    read(fields, "peak_bytes", r.peak_bytes);
    read(fields, "parameters", r.parameters);
    read(fields, "flop", r.flop);
    read(fields, "bytes_moved", r.bytes_moved);
}

void readBody(Fields& fields, End& r) {
    r.status = fields.text("status");
    r.reason = reasonOf(fields);
    fields.read("sha256", r.sha256);
}

template <typename R>
Record recordFrom(Fields& fields) {
    R record;
    readBody(fields, record);
    const Json rest = fields.rest();
    for (const auto& [key, value] : rest.items()) record.extra[key] = value;
    return record;
}

Record recordFrom(Json line) {
    Fields fields(line, "");
    const std::string kind = fields.text("r");
    if (kind == "header") {
        Header header;
        header.schema = static_cast<int>(integerOf(fields.at("schema"), "schema", 1, INT32_MAX));
        // A newer schema may have changed anything else: tell that, not the first odd field.
        if (header.schema > kSchemaVersion) {
            header.extra = fields.rest();
            return header;
        }
        readBody(fields, header);
        header.extra = fields.rest();
        return header;
    }
    if (kind == "cell") return recordFrom<CellRecord>(fields);
    if (kind == "stage") return recordFrom<Stage>(fields);
    if (kind == "notice") return recordFrom<Notice>(fields);
    if (kind == "cold") return recordFrom<Cold>(fields);
    if (kind == "samples") return recordFrom<Samples>(fields);
    if (kind == "result") return recordFrom<ResultRecord>(fields);
    if (kind == "end") return recordFrom<End>(fields);
    return UnknownRecord{std::move(line)};
}

}  // namespace

Result<Record> decode(std::string_view line) {
    auto json = parseJson(line);
    if (!json) return fail("record_not_json", Json::object(), json.error().message);
    try {
        return recordFrom(*std::move(json));
    } catch (const FieldError& error) {
        return fail("record_bad_field", {{"field", error.reason.args.value("field", "")}},
                    error.reason.code + ' ' + jsonText(error.reason.args));
    }
}

}  // namespace duelo
