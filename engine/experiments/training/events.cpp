// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/events.h"

#include <utility>

#include "base/json_fields.h"

namespace duelo {

namespace {

constexpr const char *kData = "data", *kEpoch = "epoch", *kRate = "rate";

std::int64_t countOf(const Json& json, const std::string& path) {
    return integerOf(json, path, 0, INT64_MAX);
}

int numberFrom(Fields& fields, const char* name) {
    return static_cast<int>(integerOf(fields.at(name), name, 1, INT32_MAX));
}

void readTime(Fields& fields, const char* name, std::optional<double>& ms) {
    if (const Json* json = fields.find(name)) ms = numberOf(*json, name);
}

/// Returns an event of that kind as `read` fills it; nothing for another kind or wrong fields.
template <typename Event, typename Read>
std::optional<Event> from(const EventRecord& event, const char* kind, const Read& read) {
    if (event.kind != kind) return std::nullopt;
    try {
        Fields fields(event.fields, "");
        Event made;
        return read(fields, made) ? std::optional(std::move(made)) : std::nullopt;
    } catch (const FieldError&) {
        return std::nullopt;
    }
}

template <typename Event, typename In>
std::vector<Event> allOf(const ReportCell& cell, const In& in) {
    std::vector<Event> all;
    for (const EventRecord& event : cell.events)
        if (auto one = in(event)) all.push_back(std::move(*one));
    return all;
}

}  // namespace

EventRecord eventOf(const DataEvent& data) {
    return {.kind = kData,
            .fields = {{"classes", data.classes},
                       {"train", data.train},
                       {"validation", data.validation},
                       {"test", data.test},
                       {"shape", data.shape},
                       {"bytes", data.bytes},
                       {"decode_ms", data.decode_ms},
                       {"resident", data.resident}}};
}

EventRecord eventOf(const EpochEvent& epoch) {
    EventRecord event{.kind = kEpoch,
                      .fields = {{"epoch", epoch.epoch},
                                 {"updates", epoch.updates},
                                 {"train_loss", epoch.train_loss},
                                 {"train_accuracy", epoch.train_accuracy},
                                 {"valid_loss", epoch.valid_loss},
                                 {"valid_accuracy", epoch.valid_accuracy},
                                 {"learning_rate", epoch.learning_rate},
                                 {"wall_ms", epoch.wall_ms},
                                 {"data_ms", epoch.data_ms},
                                 {"compute_ms", epoch.compute_ms},
                                 {"evaluation_ms", epoch.evaluation_ms},
                                 {"best", epoch.best}}};
    if (epoch.h2d_ms) event.fields["h2d_ms"] = *epoch.h2d_ms;
    if (epoch.d2h_ms) event.fields["d2h_ms"] = *epoch.d2h_ms;
    if (epoch.launch_ms) event.fields["launch_ms"] = *epoch.launch_ms;
    if (epoch.all_reduce_ms) event.fields["all_reduce_ms"] = *epoch.all_reduce_ms;
    if (epoch.waiting_ms) event.fields["waiting_ms"] = *epoch.waiting_ms;
    return event;
}

EventRecord eventOf(const RateEvent& rate) {
    return {.kind = kRate,
            .fields = {{"step", rate.step},
                       {"learning_rate", rate.learning_rate},
                       {"loss", rate.loss},
                       {"smoothed_loss", rate.smoothed_loss}}};
}

std::optional<DataEvent> dataIn(const EventRecord& event) {
    return from<DataEvent>(event, kData, [](Fields& fields, DataEvent& data) {
        (void)fields.at("classes");
        fields.readList("classes", data.classes, textOf);
        for (const auto& [name, counts] : {std::pair("train", &data.train),
                                           {"validation", &data.validation},
                                           {"test", &data.test}}) {
            fields.readList(name, *counts, countOf);
            if (counts->size() != data.classes.size()) return false;
        }
        fields.readList("shape", data.shape, countOf);
        fields.readInteger("bytes", data.bytes);
        fields.read("decode_ms", data.decode_ms);
        fields.read("resident", data.resident);
        return true;
    });
}

std::optional<EpochEvent> epochIn(const EventRecord& event) {
    return from<EpochEvent>(event, kEpoch, [](Fields& fields, EpochEvent& epoch) {
        epoch.epoch = numberFrom(fields, "epoch");
        fields.readInteger("updates", epoch.updates);
        epoch.train_loss = fields.number("train_loss");
        epoch.train_accuracy = fields.number("train_accuracy");
        epoch.valid_loss = fields.number("valid_loss");
        epoch.valid_accuracy = fields.number("valid_accuracy");
        fields.read("learning_rate", epoch.learning_rate);
        epoch.wall_ms = fields.number("wall_ms");
        fields.read("data_ms", epoch.data_ms);
        fields.read("compute_ms", epoch.compute_ms);
        fields.read("evaluation_ms", epoch.evaluation_ms);
        readTime(fields, "h2d_ms", epoch.h2d_ms);
        readTime(fields, "d2h_ms", epoch.d2h_ms);
        readTime(fields, "launch_ms", epoch.launch_ms);
        readTime(fields, "all_reduce_ms", epoch.all_reduce_ms);
        readTime(fields, "waiting_ms", epoch.waiting_ms);
        fields.read("best", epoch.best);
        return true;
    });
}

std::optional<RateEvent> rateIn(const EventRecord& event) {
    return from<RateEvent>(event, kRate, [](Fields& fields, RateEvent& rate) {
        rate.step = numberFrom(fields, "step");
        rate.learning_rate = fields.number("learning_rate");
        rate.loss = fields.number("loss");
        rate.smoothed_loss = fields.number("smoothed_loss");
        return true;
    });
}

std::optional<DataEvent> dataOf(const ReportCell& cell) {
    auto all = allOf<DataEvent>(cell, dataIn);
    return all.empty() ? std::nullopt : std::optional(std::move(all.back()));
}

std::vector<EpochEvent> epochsOf(const ReportCell& cell) {
    return allOf<EpochEvent>(cell, epochIn);
}

std::vector<RateEvent> ratesOf(const ReportCell& cell) {
    return allOf<RateEvent>(cell, rateIn);
}

}  // namespace duelo
