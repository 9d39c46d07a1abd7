// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <limits>

#include "base/json_text.h"
#include "measure/child_json.h"

using namespace duelo;

namespace {

/// Returns the value as it arrives on the other side of the pipe.
template <typename T>
Json sent(const T& value) {
    return parseJson(jsonText(toJson(value))).value();
}

}  // namespace

/// Nothing that a work says changes on its way from one process to another.
class TestChildJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cell();
    void prepared();
    void timing();
    void output();
    void deviceState();
    void nonsenseIsRefused();
};

void TestChildJson::cell() {
    const Cell cell{.id = "c003",
                    .experiment = "inference",
                    .work = {{"model", "resnet18"}, {"rate", 0.1}},
                    .variant = {{"device", "cpu"}, {"threads", 2}},
                    .attachments = {{"a.cu", Attachment("// ñ\n")}}};
    const Cell back = cellFromJson(sent(cell)).value();
    QVERIFY(back == cell);
    QCOMPARE(back.attachments.at("a.cu").text(), std::string("// ñ\n"));
}

void TestChildJson::prepared() {
    const Prepared prepared{
        .parts = {{"decode", 3.5, false}},
        .identities = {{.id = "input",
                        .sha256 = "ab",
                        .origin = "official",
                        .file = "ñ.png",
                        .shape = {1, 3, 224, 224},
                        .notes = {{"image_16_bits", {{"file", "ñ.png"}}, "16"}}}},
        .quantities = {{"images", 8, "throughput", "image/s"}, {"flop", 3'600'000'000}},
        .notes = {{"precision_emulated", {{"precision", "bf16"}}}},
        .least_calls = 32,
        .load_ms = 38.5,
        .fetch_ms = 12.25};
    const Prepared back = preparedFromJson(sent(prepared)).value();
    QCOMPARE(back.parts.front().id, std::string("decode"));
    QCOMPARE(back.parts.front().ms, 3.5);
    QVERIFY(!back.parts.front().inside);
    const Identity &was = prepared.identities.front(), &is = back.identities.front();
    QVERIFY(is.id == was.id && is.sha256 == was.sha256 && is.origin == was.origin);
    QVERIFY(is.file == was.file && is.shape == was.shape && is.notes == was.notes);
    QCOMPARE(back.quantities.size(), 2U);
    QCOMPARE(back.quantities[0].rate, std::string("throughput"));
    QCOMPARE(back.quantities[0].rate_unit, std::string("image/s"));
    QCOMPARE(back.quantities[1].per_call, 3'600'000'000);
    QVERIFY(back.notes == prepared.notes);
    QCOMPARE(back.least_calls, 32);
    QCOMPARE(back.load_ms, 38.5);
    QCOMPARE(back.fetch_ms, 12.25);
    QVERIFY(!back.own_process);
}

void TestChildJson::timing() {
    const Timing full{.wall_ms = 0.1 + 0.2,
                      .device_ms = 0.25,
                      .submit_ms = 0.125,
                      .parts = {{"h2d", 0.01}, {"compute", 0.02}},
                      .waited_ms = 0.25,
                      .began_ns = (std::int64_t{1} << 53) + 1};
    const Timing back = timingFromJson(sent(full)).value();
    QVERIFY(back.wall_ms == full.wall_ms);  // to the last bit
    QVERIFY(back.device_ms == full.device_ms && back.submit_ms == full.submit_ms);
    QCOMPARE(back.parts.size(), 2U);
    QVERIFY(back.parts[1].inside);
    QCOMPARE(back.waited_ms.value(), 0.25);
    QCOMPARE(back.began_ns, full.began_ns);  // no double holds it
    const Timing bare = timingFromJson(sent(Timing{.wall_ms = 1})).value();
    QVERIFY(!bare.device_ms && !bare.submit_ms && bare.parts.empty());
    QVERIFY(!bare.waited_ms);
    const Parts apart =
        partsFromJson(sent(Parts{{"h2d", 0.5, false}, {"d2h", 0.25, false}})).value();
    QCOMPARE(apart.size(), 2U);
    QVERIFY(apart[1].id == "d2h" && apart[1].ms == 0.25 && !apart[1].inside);
    QVERIFY(partsFromJson(sent(Parts())).value().empty());
}

void TestChildJson::output() {
    const std::vector<float> logits{0.25F, 3, -1.5F, 0.1F};
    const Output output{.fingerprint = fingerprintOf(logits, {1, 4}, true),
                        .output = {{"top", {1, 2}}},
                        .metrics = {{"accuracy", "", 0.5, Interval{0.25, 0.75}}},
                        .notes = {{"gpu_fusion_refused", {{"count", 2}}, "no engine"}}};
    const Output back = outputFromJson(sent(output)).value();
    QVERIFY(agreement(*output.fingerprint, *back.fingerprint, 0) == 0.0);
    QCOMPARE(back.fingerprint->sha256, output.fingerprint->sha256);
    QVERIFY(back.output == output.output);
    QVERIFY(back.metrics.front().ci95 == output.metrics.front().ci95);
    QVERIFY(back.notes == output.notes);
    QVERIFY(!outputFromJson(sent(Output())).value().fingerprint);

    const std::vector<float> broken{std::numeric_limits<float>::quiet_NaN(), 1};
    const Output bad{.fingerprint = fingerprintOf(broken, {2}, false)};
    QVERIFY(std::isnan(outputFromJson(sent(bad)).value().fingerprint->largest));
}

void TestChildJson::deviceState() {
    const DeviceState state{.allocations = 3,
                            .peak_bytes = std::int64_t{5} << 30,
                            .others_cpus = 0.5,
                            .own_cpus = 1.5,
                            .throttled = true,
                            .throttle = {"throttle_hw_thermal"},
                            .memory_spilled = true};
    const DeviceState back = deviceStateFromJson(sent(state)).value();
    QCOMPARE(back.allocations, state.allocations);
    QCOMPARE(back.own_cpus, state.own_cpus);
    QVERIFY(back.peak_bytes == state.peak_bytes);
    QVERIFY(back.others_cpus == state.others_cpus);
    QVERIFY(!deviceStateFromJson(sent(DeviceState())).value().peak_bytes);
    QVERIFY(back.throttled);
    QCOMPARE(back.throttle, state.throttle);
    QVERIFY(back.memory_spilled);
}

void TestChildJson::nonsenseIsRefused() {
    for (const char* text : {"[]", "7", "{}", R"({"wall_ms":"long"})"}) {
        const auto timing = timingFromJson(parseJson(text).value());
        QVERIFY2(!timing, text);
        QCOMPARE(timing.error().code, std::string("child_not_understood"));
        QVERIFY(timing.error().args.contains("line"));
    }
}

QTEST_GUILESS_MAIN(TestChildJson)
#include "tst_child_json.moc"
