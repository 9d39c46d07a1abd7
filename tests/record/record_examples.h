// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "record/record.h"

/// Records with every field in use, and a short run as an engine writes it.
namespace duelo::examples {

inline const std::string kSha(64, 'a');

inline Header header(int cells = 3) {
    const Plan plan{.experiment = "inference",
                    .cases = {{{"model", {"resnet18"}},
                               {"input", {"random", "Ñandú/图片.jpg"}},
                               {"size_px", {224, 512}}}},
                    .variants = {{{"device", {"cpu"}}, {"threads", {0}}}, {{"device", {"cuda"}}}},
                    .run = {{"save_weights", true}},
                    .base = {{"device", "cpu"}}};
    return {.run = "7f1b3c9e-0d5a-4b7e-9f63-2a8c1d4e5f60",
            .app = "0.1.0",
            .started = "2026-05-04T09:12:33Z",
            .plan = toJson(plan),
            .plan_hash = planHash(toJson(plan)),
            .cells = cells,
            .machine = {.cpu = {.name = "Ryzen"}, .memory = {.total_bytes = 17179869184}},
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
            .wall_ms = {0.1, 20.123457, 1e-6},
            .device_ms = {0.09, 20.1, 0},
            .submit_ms = {0.01, 0.02, 0.03},
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
                        .submit_median_ms = 2,
                        .throughput_per_s = 16.16};
    r.parts = Parts{.decode_ms = 1,
                    .resize_ms = 2,
                    .h2d_ms = 3,
                    .compute_ms = 4,
                    .d2h_ms = 5,
                    .unexplained_ms = 6,
                    .copies_included = true};
    r.input =
        InputRecord{kSha, {2, 3, 512, 512}, {{"image_16_bit", {{"path", "a.png"}}, "16 to 8"}}};
    r.output = OutputRecord{
        {{285, "Egyptian cat", 0.771}, {281, "tabby", 0.1}}, "f00d", {2, 1000}, 1.5e-7};
    r.weights = WeightsRecord{"official", kSha, "pesos/resnet18.pth"};
    r.flags = {"noisy", "drift"};
    r.discarded = {{"clock", 2}};
    r.warm_up_calls = 7;
    r.warm_up_ms = 433.5;
    r.forecast_bytes = 123456789012;
    r.peak_bytes = 1;
    r.parameters = 11689512;
    r.flop = 3628147712;
    r.bytes_moved = 99;
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

/// Of an experiment that nobody knows yet.
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
                     {"deterministic", false}},
            .variant = {{"device", "cuda"}, {"mode", "graph"}}};
}

/// What a training ends with.
inline ResultRecord trained(const std::string& id) {
    ResultRecord r;
    r.cell = id;
    r.parts =
        Parts{.compute_ms = 700, .unexplained_ms = 9.75, .data_ms = 12.25, .evaluation_ms = 90.5};
    r.output =
        OutputRecord{.trained = TrainedRecord{.stopped_by = "patience",
                                              .epochs = 9,
                                              .best_epoch = 6,
                                              .updates = 54,
                                              .epochs_ms = 7312.5,
                                              .test_loss = 0.25,
                                              .test_accuracy = 41.0 / 45,
                                              .test_accuracy_ci95 = {0.793, 0.965},
                                              .classes = {"ladrillo", "hierba", "grava"},
                                              .confusion = {{15, 0, 0}, {1, 13, 1}, {0, 2, 13}},
                                              .mistakes = {{17, "test/hierba/Ñ.png", 1, 2, 0.875}},
                                              .weights_file = "c010.safetensors"}};
    return r;
}

inline ResultRecord advised(const std::string& id) {
    ResultRecord r;
    r.cell = id;
    r.output = OutputRecord{
        .rate_advice = RateAdvice{.learning_rate = 3e-4, .why = {"rate_steepest", {{"step", 41}}}}};
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

/// Every kind of record that the encoder makes, with all fields and with none.
inline std::vector<Record> all() {
    ResultRecord bare;
    bare.cell = "c007";
    ResultRecord few = bare;
    few.summary = Summary{.n = 3, .median_ms = 2};
    End stopped{.status = "failed", .reason = Reason{"disk_full", {{"path", "x"}}, "ENOSPC"}};
    stopped.sha256 = kSha;
    return {header(),
            Header{.run = "r", .app = "0", .started = "s", .plan_hash = "0123456789abcdef"},
            cell("c001"),
            CellRecord{.cell = "c002", .experiment = "inference", .work = {{"model", "alexnet"}}},
            trainingCell("c010"),
            // Of a student's own kernel, and of an experiment that nobody knows yet.
            CellRecord{.cell = "c012",
                       .experiment = "max_pool",
                       .work = {{"window", 3}},
                       .variant = {{"source", {{"name", "pool.cu"}, {"sha256", kSha}}}}},
            data("c010"), epoch("c010", 1), rate("c011", 1), puzzled("c012"),
            EventRecord{.cell = "c012", .kind = "rang"}, trained("c010"), advised("c011"),
            Stage{.cell = "c001", .stage = "warm_up"},
            Stage{.cell = "c010", .stage = "test", .share = 0.25},
            Notice{.cell = "c001", .reason = {"on_battery", {{"percent", 20}}, "m"}},
            Notice{.cell = {}, .reason = {.code = "high_load"}},
            Cold{.cell = "c001", .load_ms = 38.1, .first_ms = 61.9, .process_first = true},
            samples("c001"), Samples{.cell = "c001"}, done("c001"), failed("c002"), bare, few,
            end(), stopped};
}

}  // namespace duelo::examples
