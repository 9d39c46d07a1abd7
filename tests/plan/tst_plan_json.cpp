// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <set>
#include <vector>

#include "base/json_text.h"
#include "plan/plan.h"

using namespace duelo;

namespace {

Plan goodPlan() {
    Plan plan;
    plan.sweeps = {{{"resnet18"}, {"random"}, {224, 512}, {1, 8}}};
    return plan;
}

QString describe(const Reason& reason) {
    return QString::fromStdString(reason.code + ' ' + jsonText(reason.args));
}

using Edit = void (*)(Plan&);

}  // namespace

class TestPlanJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void jsonRoundTrip() {
        Plan plan = goodPlan();
        plan.sweeps.push_back({{"alexnet"}, {"Ñandú/图片.jpg"}, {64}, {4096}});
        plan.devices = {Device::Cuda, Device::Cpu};
        plan.threads = {0, 7};
        plan.precisions = {Precision::Bf16, Precision::Fp16};
        plan.modes = {Mode::Fused, Mode::ChannelsLast};
        plan.preprocess = Preprocess::Script;
        plan.fit = Fit::CentreCrop;
        plan.weights = {{"alexnet", "C:\\pesos\\a.pth"}};
        plan.preset = Preset::Strict;
        plan.seed = UINT64_MAX;
        const auto parsed = parseJson(jsonText(toJson(plan)));
        QVERIFY(parsed);
        const auto back = planFromJson(*parsed);
        QVERIFY2(back, back ? "" : qPrintable(describe(back.error())));
        QCOMPARE(*back, plan);
    }

    void aPlanThatTrainsSurvives() {
        Plan plan;
        plan.experiment = Experiment::Training;
        plan.sweeps = {{{"mlp"}, {"digits"}, {28}, {16, 512}}};
        plan.modes = {Mode::Eager, Mode::Graph};
        plan.training = {.epochs = 10,
                         .until_accuracy = 0.92,
                         .max_time_s = 60,
                         .patience = 3,
                         .optimizer = Optimizer::Sgd,
                         .learning_rate = 0.05,
                         .momentum = 0.9,
                         .augment = true,
                         .decode_every_epoch = true,
                         .deterministic = false,
                         .outputs = 10,
                         .validation_share = 0.2,
                         .test_share = 0.1,
                         .save_weights = true};
        const auto back = planFromJson(Json::parse(jsonText(toJson(plan))));
        QVERIFY2(back, back ? "" : qPrintable(describe(back.error())));
        QCOMPARE(*back, plan);
        plan.training.until_accuracy.reset();
        plan.training.max_time_s.reset();
        QCOMPARE(*planFromJson(toJson(plan)), plan);
        plan.experiment = Experiment::LrFinder;
        QCOMPARE(*planFromJson(toJson(plan)), plan);
    }

    /// A setting without effect would be a question without an answer.
    void aPlanThatTrainsNothingHasNoTraining() {
        QVERIFY(!toJson(goodPlan()).contains("training"));
        const auto refused = planFromJson(Json::parse(
            R"({"sweeps":[{"models":["a"],"sizes_px":[224]}],"training":{"epochs":3}})"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("field_unknown"));
        QCOMPARE(refused.error().args["field"].get<std::string>(), std::string("training"));
    }

    void absentFieldsHaveTheirDefaults() {
        const auto plan =
            planFromJson(Json::parse(R"({"sweeps":[{"models":["resnet18"],"sizes_px":[224]}]})"));
        QVERIFY(plan);
        Plan expected;
        expected.sweeps = {{{"resnet18"}, {"random"}, {224}, {1}}};
        QCOMPARE(*plan, expected);
    }

    void badJson_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const char* json, const char* reason) {
            QTest::newRow(name) << QString(json) << QString::fromUtf8(reason);
        };
        row("not an object", "[]", R"(field_not_object {"field":"{}","value":"[…]"})");
        row("no sweeps", "{}", R"(field_missing {"field":"sweeps"})");
        row("sweeps not a list", R"({"sweeps":{}})",
            R"(field_not_list {"field":"sweeps","value":"{…}"})");
        row("no models", R"({"sweeps":[{"sizes_px":[224]}]})",
            R"(field_missing {"field":"sweeps[0].models"})");
        row("no sizes", R"({"sweeps":[{"models":["a"]}]})",
            R"(field_missing {"field":"sweeps[0].sizes_px"})");
        row("size 2x4", R"({"sweeps":[{"models":["a"],"sizes_px":[224,"2x4"]}]})",
            R"(field_not_integer {"field":"sweeps[0].sizes_px[1]","value":"2x4"})");
        row("size 224.5", R"({"sweeps":[{"models":["a"],"sizes_px":[224.5]}]})",
            R"(field_not_integer {"field":"sweeps[0].sizes_px[0]","value":"224.5"})");
        row("size 10^18", R"({"sweeps":[{"models":["a"],"sizes_px":[1000000000000000000]}]})",
            R"(field_out_of_range {"field":"sweeps[0].sizes_px[0]","value":"1000000000000000000"})");
        row("size 2^64-1", R"({"sweeps":[{"models":["a"],"sizes_px":[18446744073709551615]}]})",
            R"(field_out_of_range {"field":"sweeps[0].sizes_px[0]","value":"18446744073709551615"})");
        row("model a number", R"({"sweeps":[{"models":[18],"sizes_px":[224]}]})",
            R"(field_not_text {"field":"sweeps[0].models[0]","value":"18"})");
        row("device gpu", R"({"sweeps":[],"devices":["gpu"]})",
            R"(unknown_value {"field":"devices[0]","value":"gpu","accepted":["cpu","cuda"]})");
        row("precision fp8", R"({"sweeps":[],"precisions":["fp32","fp8"]})",
            R"(unknown_value {"field":"precisions[1]","value":"fp8","accepted":["fp32","tf32","bf16","fp16"]})");
        row("mode", R"({"sweeps":[],"modes":["Eager"]})",
            R"(unknown_value {"field":"modes[0]","value":"Eager","accepted":["eager","channels_last","fused","graph"]})");
        row("preset", R"({"sweeps":[],"preset":"fast"})",
            R"(unknown_value {"field":"preset","value":"fast","accepted":["quick","standard","strict"]})");
        row("seed negative", R"({"sweeps":[],"seed":-1})",
            R"(field_out_of_range {"field":"seed","value":"-1"})");
        row("weights a list", R"({"sweeps":[],"weights":[]})",
            R"(field_not_object {"field":"weights","value":"[…]"})");
        row("weights a number", R"({"sweeps":[],"weights":{"a":1}})",
            R"(field_not_text {"field":"weights.a","value":"1"})");
        row("optimizer",
            R"({"experiment":"training","sweeps":[],"training":{"optimizer":"lbfgs"}})",
            R"(unknown_value {"field":"training.optimizer","value":"lbfgs","accepted":["adam","sgd"]})");
        row("epochs a text", R"({"experiment":"training","sweeps":[],"training":{"epochs":"3"}})",
            R"(field_not_integer {"field":"training.epochs","value":"3"})");
        row("misspelt field", R"({"sweeps":[{"models":["a"],"sizes_px":[224],"size":[1]}]})",
            R"(field_unknown {"field":"sweeps[0].size","accepted":["models","sizes_px","inputs","batches"]})");
    }
    void badJson() {
        QFETCH(QString, json);
        QFETCH(QString, reason);
        const auto parsed = parseJson(json.toStdString());
        QVERIFY(parsed);
        const auto plan = planFromJson(*parsed);
        QVERIFY(!plan);
        QCOMPARE(describe(plan.error()), reason);
    }

    void hashIsOfTheContent() {
        const auto hashOf = [](const char* json) {
            return planHash(planFromJson(Json::parse(json)).value());
        };
        const std::string hash =
            hashOf(R"({"sweeps":[{"models":["a"],"sizes_px":[224]}],"seed":1})");
        QCOMPARE(hash.size(), std::size_t{16});
        QVERIFY(hash.find_first_not_of("0123456789abcdef") == std::string::npos);
        QCOMPARE(hashOf(R"({"seed":1, "sweeps":[{"sizes_px":[224],"models":["a"]}]})"), hash);
        QCOMPARE(hashOf(R"({"seed":1,"sweeps":[{"models":["a"],"sizes_px":[224],"batches":[1]}]})"),
                 hash);

        std::set<std::string> hashes{planHash(goodPlan())};
        const std::vector<Edit> edits{[](Plan& p) { p.sweeps[0].models = {"alexnet"}; },
                                      [](Plan& p) { p.sweeps[0].inputs = {"a.jpg"}; },
                                      [](Plan& p) {
                                          p.sweeps[0].sizes_px = {512, 224};
                                      },
                                      [](Plan& p) { p.sweeps[0].batches = {1}; },
                                      [](Plan& p) { p.sweeps.push_back(p.sweeps[0]); },
                                      [](Plan& p) { p.devices = {Device::Cuda}; },
                                      [](Plan& p) { p.threads = {1}; },
                                      [](Plan& p) { p.precisions = {Precision::Tf32}; },
                                      [](Plan& p) { p.modes = {Mode::Fused}; },
                                      [](Plan& p) { p.preprocess = Preprocess::Script; },
                                      [](Plan& p) { p.fit = Fit::Letterbox; },
                                      [](Plan& p) {
                                          p.weights = {{"resnet18", "a"}};
                                      },
                                      [](Plan& p) {
                                          p.weights = {{"resnet18", "b"}};
                                      },
                                      [](Plan& p) { p.preset = Preset::Quick; },
                                      [](Plan& p) { p.seed = 2; },
                                      [](Plan& p) { p.experiment = Experiment::Training; },
                                      [](Plan& p) {
                                          p.experiment = Experiment::Training;
                                          p.training.epochs = 3;
                                      }};
        for (const Edit edit : edits) {
            Plan plan = goodPlan();
            edit(plan);
            QVERIFY(hashes.insert(planHash(plan)).second);
        }
    }
};

QTEST_APPLESS_MAIN(TestPlanJson)
#include "tst_plan_json.moc"
