// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "record/record.h"

/// Records with every field in use, and a short run as an engine writes it.
namespace duelo::examples {

inline const std::string kSha(64, 'a');
inline const std::string kShortSha(16, 'f');  ///< as fingerprints and weights in memory have them

inline Header header(int cells = 3) {
    const Plan plan{
        .experiment = "training",
        .cases = {{{"model", {"mlp"}}, {"data", {"digits", "Ñandú/图片"}}, {"batch", {16, 64}}}},
        .variants = {{{"device", {"cpu"}}, {"threads", {0}}}, {{"device", {"cuda"}}}},
        .run = {{"save_weights", true}},
        .base = {{"device", "cpu"}}};
    return {.run = "7f1b3c9e-0d5a-4b7e-9f63-2a8c1d4e5f60",
            .app = "0.1.0",
            .started = "2026-05-04T09:12:33Z",
            .plan = toJson(plan),
            .plan_hash = planHash(toJson(plan)),
            .spec_version = 2,
            .protocol = sheetOf(protocolOf(Preset::Strict)),
            .cells = cells,
            .machine = {.cpu = {.name = "Ryzen"}, .memory = {.total_bytes = 17179869184}},
            .state = {.power_source = "battery",
                      .power = {.governor = "powersave", .turbo = false},
                      .temperature_c = 61.5,
                      .gpu_temperature_c = 48},
            .engine = {.libtorch = "2.11.0"},
            .label = {{"student", "Íñigo"}}};
}

inline CellRecord cell(const std::string& id) {
    return {.cell = id,
            .experiment = "inference",
            .work = {{"model", "resnet18"},
                     {"weights", "pesos/resnet18.pth"},
                     {"input", "Ñandú/图片.jpg"},
                     {"size_px", 512},
                     {"batch", 2},
                     {"preprocess", "imagenet"},
                     {"fit", "letterbox"},
                     {"seed", 9007199254740992}},
            .variant = {{"device", "cuda"}, {"precision", "tf32"}, {"mode", "fused"}}};
}

inline Samples samples(const std::string& id) {
    return {.cell = id,
            .round = {0, 0, 1},
            .t0_ms = {0.5, 1.25, 3600000.123456},
            .calls = {4, 4, 1024},
            .wall_ms = {0.1, 20.123457, 1e-6},
            .device_ms = {0.09, 20.1, 0},
            .submit_ms = {0.01, 0.02, 0.03},
            .latency_ms = {0.2, 40.1, 2e-6},
            .slowest_ms = {0.25, 41, 3e-6},
            .discard = {0, 2, 0}};
}

inline ResultRecord done(const std::string& id) {
    ResultRecord r;
    r.cell = id;
    r.summary = Summary{.n = 42,
                        .calls_per_sample = 4,
                        .median_ms = 61.875,
                        .ci95_ms = Interval{61.5, 62.25},
                        .mean_ms = 0.1 + 0.2,
                        .min_ms = 60,
                        .p25_ms = 61,
                        .p75_ms = 63,
                        .max_ms = 70,
                        .p90_ms = 65,
                        .p99_ms = 69.5,
                        .device_median_ms = 61,
                        .submit_median_ms = 2};
    r.parts = {{"decode", 1, false}, {"resize", 2, false}, {"h2d", 3}, {"compute", 4}, {"d2h", 5}};
    r.metrics = {
        {.id = "throughput", .unit = "image/s", .value = 16.16, .ci95 = Interval{16, 16.25}},
        {.id = "share", .value = 0.1 + 0.2}};
    r.quantities = {
        {"images", 1}, {"parameters", 11689512}, {"flop", 3628147712}, {"bytes_moved", 99}};
    r.identities = {
        {.id = "input",
         .sha256 = kSha,
         .shape = {2, 3, 512, 512},
         .notes = {{"image_16_bit", {{"path", "a.png"}}, "16 to 8"}}},
        {.id = "weights", .sha256 = kSha, .origin = "official", .file = "pesos/resnet18.pth"}};
    r.fingerprint = Fingerprint{.sha256 = kShortSha,
                                .shape = {2, 1000},
                                .largest = 17.25,
                                .rms = 0.1 + 0.2,
                                .values = {0.5, -2.25, 1.0 / 3},
                                .best = {{.row = 0, .places = {285, 281}, .values = {17.25, 9}},
                                         {.row = 1, .places = {281, 285}, .values = {16, 8.5}}}};
    r.max_error = 1.5e-7;
    r.output = {{"top",
                 {{{"class", 285}, {"label", "Egyptian cat"}, {"probability", 0.771}},
                  {{"class", 281}, {"label", "tabby"}, {"probability", 0.1}}}}};
    r.flags = {"noisy", "drift"};
    r.discarded = {{"clock", 2}};
    r.warm_up_calls = 7;
    r.warm_up_ms = 433.5;
    r.forecast_bytes = 123456789012;
    r.peak_bytes = 1;
    return r;
}

inline EventRecord data(const std::string& id) {
    return {.cell = id,
            .kind = "data",
            .fields = {{"classes", {"ladrillo", "hierba", "grava"}},
                       {"train", {61, 61, 61}},
                       {"validation", {15, 15, 15}},
                       {"test", {15, 15, 15}},
                       {"shape", {3, 51, 51}},
                       {"bytes", 8520876},
                       {"decode_ms", 41.5},
                       {"resident", false}}};
}

inline EventRecord epoch(const std::string& id, int number) {
    return {.cell = id,
            .kind = "epoch",
            .fields = {{"epoch", number},
                       {"updates", 6 * number},
                       {"train_loss", 1.0986},
                       {"train_accuracy", 0.1 + 0.2},
                       {"valid_loss", 0.75},
                       {"valid_accuracy", 2.0 / 3},
                       {"learning_rate", 1e-3},
                       {"wall_ms", 812.5},
                       {"data_ms", 12.25},
                       {"compute_ms", 700},
                       {"evaluation_ms", 90.5},
                       {"h2d_ms", 3.5},
                       {"d2h_ms", 0.25},
                       {"best", true}}};
}

inline EventRecord rate(const std::string& id, int step) {
    return {.cell = id,
            .kind = "rate",
            .fields = {
                {"step", step}, {"learning_rate", 1e-7}, {"loss", 1.1}, {"smoothed_loss", 1.05}}};
}

inline MonitorRecord monitored() {
    GpuReading gpu{.temperature_c = 61, .load_percent = 98, .power_w = 31.5};
    gpu.processes = {{.pid = 1, .name = "duelo-engine", .own = true}, {.memory_bytes = 4096}};
    return {.t_ms = 4012,
            .state = {.power_source = "battery",
                      .battery_percent = 80,
                      .cpu_mhz = {.min = 800, .median = 2400, .max = 3600},
                      .temperature_c = 54.5,
                      .others_percent = 12.5},
            .gpu = gpu};
}

/// An event of an experiment that nobody knows yet.
inline EventRecord puzzled(const std::string& id) {
    return {.cell = id,
            .kind = "puzzled",
            .fields = {{"deep", {{"list", {1, nullptr, {{"a", "Ñ"}}}}, {"none", Json::object()}}},
                       {"why", "图片"},
                       {"much", INT64_MAX},
                       {"little", 0.1 + 0.2}}};
}

/// A cell of a training: numbers of every kind, and flags.
inline CellRecord trainingCell(const std::string& id) {
    return {.cell = id,
            .experiment = "training",
            .work = {{"model", "mlp"},
                     {"hidden", 64},
                     {"data", "digits"},
                     {"batch", 64},
                     {"epochs", 10},
                     {"learning_rate", 0.1 + 0.2},
                     {"augment", true},
                     {"deterministic", false},
                     {"optimizer", "adam"},
                     {"outputs", 0},
                     {"validation_share", 0.15},
                     {"test_share", 0.15},
                     {"seed", 1234},
                     {"patience", 0},
                     {"decode_every_epoch", false}},
            .variant = {{"device", "cuda"}, {"precision", "fp32"}, {"mode", "graph"}}};
}

/// Returns the result of a training; an exact result, without values of its own.
inline ResultRecord trained(const std::string& id) {
    ResultRecord r;
    r.cell = id;
    r.parts = {{"data", 12.25}, {"compute", 700}, {"evaluation", 90.5}};
    r.metrics = {
        {.id = "test_accuracy", .value = 41.0 / 45, .ci95 = Interval{0.79296875, 0.96484375}}};
    r.identities = {{.id = "weights", .sha256 = kShortSha, .origin = std::string(kRandomOrigin)}};
    r.fingerprint = Fingerprint{.sha256 = kShortSha};
    r.output = {{"trained",
                 {{"stopped_by", "patience"},
                  {"epochs", 9},
                  {"test_loss", 0.25},
                  {"classes", {"ladrillo", "hierba", "grava"}},
                  {"confusion", Json::parse("[[15,0,0],[1,13,1],[0,2,13]]")}}}};
    return r;
}

/// A result of an experiment that nobody knows yet.
inline ResultRecord produced(const std::string& id) {
    ResultRecord r;
    r.cell = id;
    r.output = {{"picture", {{"bytes", {0, 255}}, {"none", Json::object()}, {"nil", nullptr}}},
                {"why", "图片"}};
    return r;
}

inline ResultRecord failed(const std::string& id) {
    ResultRecord r;
    r.cell = id;
    r.status = Status::Failed;
    r.reason = Reason{"out_of_memory", {{"asked_bytes", 3100}, {"free_bytes", 1200}}, "alloc"};
    return r;
}

inline End end(const std::string& status = "completed") {
    return {.status = status};
}

/// With what was expected of the run before it (P-01).
inline Header predicted() {
    return {
        .run = "r",
        .app = "0",
        .started = "s",
        .plan_hash = "0123456789abcdef",
        .prediction = Prediction{.base = {{"device", "cpu"}, {"threads", 4}},
                                 .other = {{"device", "cuda"}},
                                 .first = {{"size_px", 224}},
                                 .last = {{"size_px", 1024}},
                                 .answers = {{"faster_last", "other"}, {"times_last", "1_to_3"}},
                                 .seen_runs = 3}};
}

/// Every kind of record that the encoder makes, with all fields and with none.
inline std::vector<Record> all() {
    ResultRecord bare;
    bare.cell = "c007";
    ResultRecord few = bare;
    few.summary = Summary{.n = 3, .median_ms = 2};
    End stopped{.status = "failed", .reason = Reason{"disk_full", {{"path", "x"}}, "ENOSPC"}};
    stopped.sha256 = kSha;
    return {header(),
            Header{.run = "r",
                   .app = "0",
                   .started = "s",
                   .plan_hash = "0123456789abcdef",
                   .repeats = {"c001", "c002"},
                   .expected_ms = {{"c001", 1800}, {"c002", 2250.5}}},
            predicted(),
            Header{.run = "r", .app = "0", .started = "s", .plan_hash = "0123456789abcdef"},
            cell("c001"),
            CellRecord{.cell = "c002", .experiment = "juggling", .work = {{"balls", 3}}},
            trainingCell("c010"),
            // Of a student's own kernel, and of an experiment that nobody knows yet.
            CellRecord{.cell = "c012",
                       .experiment = "pool_lab",
                       .work = {{"window", 3}},
                       .variant = {{"source", {{"name", "pool.cu"}, {"sha256", kSha}}}}},
            data("c010"), epoch("c010", 1), rate("c011", 1), puzzled("c012"),
            EventRecord{.cell = "c012", .kind = "rang"}, monitored(), MonitorRecord{.t_ms = 2000},
            trained("c010"), produced("c012"), Stage{.cell = "c001", .stage = "warm_up"},
            Stage{.cell = "c010", .stage = "test", .share = 0.25},
            Notice{.cell = "c001", .reason = {"on_battery", {{"percent", 20}}, "m"}},
            Notice{.cell = {}, .reason = {.code = "high_load"}},
            Cold{.cell = "c001", .load_ms = 38.1, .first_ms = 61.9, .process_first = true},
            samples("c001"), Samples{.cell = "c001"}, done("c001"), failed("c002"), bare, few,
            end(), stopped};
}

}  // namespace duelo::examples
