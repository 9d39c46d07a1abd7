// SPDX-License-Identifier: Apache-2.0
#include "record/record_decode.h"

#include <algorithm>

namespace duelo::decoding {

namespace {

void keep(Json& extra, const char* key, const Fields& fields) {
    Json rest = fields.rest();
    if (!rest.empty()) extra[key] = std::move(rest);
}

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
    read(fields, "data_ms", parts.data_ms);
    read(fields, "evaluation_ms", parts.evaluation_ms);
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

TrainedRecord trainedOf(Fields& fields) {
    TrainedRecord trained;
    fields.read("stopped_by", trained.stopped_by);
    fields.readInteger("epochs", trained.epochs);
    fields.readInteger("best_epoch", trained.best_epoch);
    fields.readInteger("updates", trained.updates);
    fields.read("epochs_ms", trained.epochs_ms);
    trained.test_loss = fields.number("test_loss");
    trained.test_accuracy = fields.number("test_accuracy");
    trained.test_accuracy_ci95 = intervalOf(fields, "test_accuracy_ci95");
    fields.readList("classes", trained.classes, textOf);
    fields.readList("confusion", trained.confusion, [](const Json& row, const std::string& path) {
        std::vector<std::int64_t> counts;
        for (const Json& count : listOf(row, path))
            counts.push_back(integerOf(count, path, 0, INT64_MAX));
        return counts;
    });
    const std::size_t classes = trained.classes.size();
    const bool square = std::ranges::all_of(
        trained.confusion, [classes](const auto& row) { return row.size() == classes; });
    if (!square || trained.confusion.size() != classes)
        throw FieldError(
            {"field_out_of_range", {{"field", fields.pathOf("confusion")}, {"value", "[…]"}}, {}});
    fields.readList("mistakes", trained.mistakes, [](const Json& json, const std::string& path) {
        Fields one(json, path);
        Mistake mistake;
        one.readInteger("sample", mistake.sample);
        one.read("source", mistake.source);
        mistake.truth = integerOf<int>(one.at("truth"), one.pathOf("truth"));
        mistake.answer = integerOf<int>(one.at("answer"), one.pathOf("answer"));
        mistake.probability = one.number("probability");
        return mistake;
    });
    fields.read("weights_file", trained.weights_file);
    return trained;
}

RateAdvice adviceOf(Fields& fields) {
    RateAdvice advice;
    read(fields, "learning_rate", advice.learning_rate);
    advice.why = neededReason(fields);
    return advice;
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
    if (fields.find("trained") != nullptr) {
        Fields trained = fields.object("trained");
        output.trained = trainedOf(trained);
    }
    if (fields.find("rate_advice") != nullptr) {
        Fields advice = fields.object("rate_advice");
        output.rate_advice = adviceOf(advice);
    }
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

}  // namespace

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

}  // namespace duelo::decoding
