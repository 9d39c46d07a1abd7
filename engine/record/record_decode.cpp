// SPDX-License-Identifier: Apache-2.0
#include "record/record_decode.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/json_text.h"
#include "record/game.h"
#include "record/provenance.h"

namespace duelo {

namespace {

/// An earlier version told of a GPU elsewhere in the place of the other variant.
Prediction predictionFrom(const Json& json) {
    auto asked = sheetFrom<Prediction>(json);
    if (asked.other.is_object() && asked.other.value("elsewhere", Json()) == Json(true)) {
        asked.other = nullptr;
        asked.elsewhere = true;
    }
    return asked;
}

using decoding::neededReason;
using decoding::objectOr;
using decoding::paramsOf;
using decoding::read;
using decoding::readBody;
using decoding::reasonOf;

void readBody(Fields& fields, Header& r) {
    r.run = fields.text("run");
    r.app = fields.text("app");
    r.started = fields.text("started");
    r.plan = objectOr(fields, "plan");
    r.plan_hash = fields.text("plan_hash");
    fields.readInteger("spec_version", r.spec_version);
    r.protocol = sheetFrom<ProtocolSheet>(objectOr(fields, "protocol"));
    r.cells = static_cast<int>(integerOf(fields.at("cells"), "cells", 0, INT32_MAX));
    fields.readList("repeats", r.repeats, textOf);
    if (const Json* expected = fields.find("expected_ms")) {
        (void)fields.object("expected_ms");  // refuses what is none
        for (const auto& [cell, ms] : expected->items())
            r.expected_ms[cell] = numberOf(ms, fields.pathOf("expected_ms") + '.' + cell);
    }
    r.machine = sheetFrom<MachineSheet>(objectOr(fields, "machine"));
    r.state = sheetFrom<MachineState>(objectOr(fields, "state"));
    r.engine = sheetFrom<EngineSheet>(objectOr(fields, "engine"));
    r.label = objectOr(fields, "label");
    if (const Json prediction = objectOr(fields, "prediction"); prediction.is_object())
        r.prediction = predictionFrom(prediction);
}

void readBody(Fields& fields, CellRecord& r) {
    r.cell = fields.text("cell");
    r.experiment = fields.text("experiment");
    r.work = paramsOf(fields, "case");
    r.variant = paramsOf(fields, "variant");
}

void readBody(Fields& fields, Stage& r) {
    r.cell = fields.text("cell");
    r.stage = fields.text("stage");
    read(fields, "share", r.share);
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

void readBody(Fields& fields, EventRecord& r) {
    r.cell = fields.text("cell");
    r.kind = fields.text("kind");
    (void)fields.object("fields");  // refuses what is none
    r.fields = fields.at("fields");
}

void readBody(Fields& fields, MonitorRecord& r) {
    r.t_ms = fields.number("t_ms");
    r.state = sheetFrom<MachineState>(objectOr(fields, "state"));
    if (const Json gpu = objectOr(fields, "gpu"); gpu.is_object())
        r.gpu = sheetFrom<GpuReading>(gpu);
}

void readBody(Fields& fields, Samples& r) {
    r.cell = fields.text("cell");
    fields.readList("round", r.round, integerOf<int>);
    fields.readList("t0_ms", r.t0_ms, numberOf);
    fields.readList("calls", r.calls, integerOf<int>);
    fields.readList("process", r.process, integerOf<int>);
    fields.readList("wall_ms", r.wall_ms, numberOf);
    fields.readList("device_ms", r.device_ms, numberOf);
    fields.readList("submit_ms", r.submit_ms, numberOf);
    fields.readList("latency_ms", r.latency_ms, numberOf);
    fields.readList("slowest_ms", r.slowest_ms, numberOf);
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
    parallel("calls", r.calls.size());
    parallel("process", r.process.size());
    parallel("device_ms", r.device_ms.size());
    parallel("submit_ms", r.submit_ms.size());
    parallel("latency_ms", r.latency_ms.size());
    parallel("slowest_ms", r.slowest_ms.size());
    parallel("discard", r.discard.size());
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
        const bool imported = header.schema == kImportedSchema && line.contains(kProvenanceField);
        const bool game = header.schema == kGameSchema && line.contains(kGameField);
        if (header.schema > kSchemaVersion && !imported && !game) {
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
    if (kind == "event") return recordFrom<EventRecord>(fields);
    if (kind == "monitor") return recordFrom<MonitorRecord>(fields);
    if (kind == "samples") return recordFrom<Samples>(fields);
    if (kind == "result") return recordFrom<ResultRecord>(fields);
    if (kind == "end") return recordFrom<End>(fields);
    return UnknownRecord{std::move(line)};
}

constexpr std::array<std::pair<std::string_view, std::vector<double> Samples::*>, 6> kTimes{
    {{"t0_ms", &Samples::t0_ms},
     {"wall_ms", &Samples::wall_ms},
     {"device_ms", &Samples::device_ms},
     {"submit_ms", &Samples::submit_ms},
     {"latency_ms", &Samples::latency_ms},
     {"slowest_ms", &Samples::slowest_ms}}};
constexpr std::array<std::pair<std::string_view, std::vector<int> Samples::*>, 4> kCounts{
    {{"round", &Samples::round},
     {"calls", &Samples::calls},
     {"process", &Samples::process},
     {"discard", &Samples::discard}}};

/// Most lines of a file are samples as encode() writes them: texts and lists of numbers, all known.
/// Nothing where this is something else, which recordFrom() can say more of.
std::optional<Samples> plainSamples(std::string_view line) {
    if (!line.starts_with(R"({"r":"samples",)")) return std::nullopt;
    Samples samples;
    const auto list = [&](const auto& lists, std::string_view name) {
        const auto known =
            std::ranges::find(lists, name, [](const auto& one) { return one.first; });
        return known == lists.end() ? nullptr : &(samples.*(known->second));
    };
    const NumberListsReader reader{
        .text =
            [&](std::string_view name, std::string_view text) {
                if (name != "cell") return name == "r" && text == "samples";  // the last counts
                samples.cell = text;
                return true;
            },
        .list =
            [&](std::string_view name, std::span<const double> values, bool whole) {
                if (auto* times = list(kTimes, name)) {
                    times->assign(values.begin(), values.end());
                    return true;
                }
                auto* counts = list(kCounts, name);
                const auto fits = [](double value) { return std::abs(value) <= INT32_MAX; };
                if (!counts || !whole || !std::ranges::all_of(values, fits)) return false;
                counts->assign(values.begin(), values.end());
                return true;
            }};
    const auto parallel = [&](const auto& one) {
        const auto& values = samples.*(one.second);
        return values.empty() || values.size() == samples.wall_ms.size();
    };
    if (!readNumberLists(line, reader) || samples.cell.empty() ||
        !std::ranges::all_of(kTimes, parallel) || !std::ranges::all_of(kCounts, parallel))
        return std::nullopt;
    return samples;
}

}  // namespace

void Samples::append(const Samples& later) {
    const std::size_t before = wall_ms.size(), after = before + later.wall_ms.size();
    const auto add = [&](auto& to, const auto& from, auto usual) {
        if (to.empty() && from.empty()) return;
        to.resize(before, usual);
        to.insert(to.end(), from.begin(), from.end());
        to.resize(after, usual);
    };
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    add(round, later.round, 0);
    add(t0_ms, later.t0_ms, unknown);
    add(calls, later.calls, 1);
    add(process, later.process, 0);
    add(device_ms, later.device_ms, unknown);
    add(submit_ms, later.submit_ms, unknown);
    add(latency_ms, later.latency_ms, unknown);
    add(slowest_ms, later.slowest_ms, unknown);
    add(discard, later.discard, 0);
    add(wall_ms, later.wall_ms, unknown);
}

Result<Record> decode(std::string_view line) {
    if (auto samples = plainSamples(line)) return *std::move(samples);
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
