// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <set>
#include <string>
#include <vector>

#include "experiments/specs.h"
#include "spec_examples.h"

using namespace duelo;
using duelo::examples::describe;

namespace {

Json goodPlan() {
    return Json::parse(R"({"experiment":"inference","cases":[{"model":"resnet18","input":"random",)"
                       R"("size_px":[224,512],"batch":[1,8]}],"variants":[{"device":"cpu"}]})");
}

Json trainingPlan(const char* experiment = "training") {
    Json plan = Json::parse(R"({"cases":[{"model":"mlp","data":"digits","batch":[16,512]}],)"
                            R"("variants":[{"mode":"eager"}]})");
    plan["experiment"] = experiment;
    return plan;
}

/// A plan as it comes from a file or from the window, up to what is measured.
Result<Plan> accepted(const Json& json) {
    auto plan = planFromJson(json);
    return plan ? validated(std::move(*plan), {}) : plan;
}

QString reasonOf(const Json& json) {
    const auto plan = accepted(json);
    return plan ? QString() : describe(plan.error());
}

Json changed(Json plan, const char* list, const char* values) {
    plan[list][0].update(Json::parse(values));
    return plan;
}

using Edit = void (*)(Json&);

}  // namespace

/// Tests of the plans that are refused, and of a plan's digest.
class TestPlanJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void jsonRoundTrip() {
        Json json = goodPlan();
        json["cases"].push_back(
            Json::parse(R"({"model":"alexnet","input":"Ñandú/图片.jpg","size_px":64,"batch":4096,)"
                        R"("weights":"C:\\pesos\\a.pth","preprocess":"script","fit":"centre_crop",)"
                        R"("seed":9007199254740992})"));
        json["variants"].push_back(
            Json::parse(R"({"device":["cuda","cpu"],"threads":[0,7],"precision":["bf16","fp16"],)"
                        R"("mode":["fused","channels_last"]})"));
        json["base"] = {{"device", "cuda"}, {"mode", "fused"}};
        json["preset"] = "strict";
        const auto plan = accepted(json);
        QVERIFY2(plan, plan ? "" : qPrintable(describe(plan.error())));
        const auto back = parseJson(jsonText(toJson(*plan)));
        QVERIFY(back);
        QVERIFY(accepted(*back).value() == *plan);
        QCOMPARE(planHash(*back), planHash(toJson(*plan)));
    }

    void aPlanThatTrainsSurvives() {
        Json json = changed(
            trainingPlan(), "cases",
            R"({"epochs":10,"until_accuracy":0.92,"max_time_s":60,"patience":3,"optimizer":"sgd",)"
            R"("learning_rate":0.05,"momentum":0.9,"augment":true,"decode_every_epoch":true,)"
            R"("deterministic":false,"outputs":10,"validation_share":0.2,"test_share":0.1})");
        json["variants"][0] = {{"device", "cuda"}, {"mode", {"eager", "graph"}}};
        json["run"] = {{"save_weights", true}};
        const auto plan = accepted(json);
        QVERIFY2(plan, plan ? "" : qPrintable(describe(plan.error())));
        const Json back = parseJson(jsonText(toJson(*plan))).value();
        QVERIFY(accepted(back).value() == *plan);
        QCOMPARE(planHash(back), planHash(toJson(*plan)));
        for (const auto& [axis, value] : json["cases"][0].items())
            QVERIFY2(back["cases"][0][axis] == value, axis.c_str());
        QVERIFY(back["run"] == json["run"]);
    }

    void refusals_data() {
        QTest::addColumn<QString>("list");
        QTest::addColumn<QString>("values");  // what takes the place of the good ones
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const char* list, const char* values,
                            const char* reason) {
            QTest::newRow(name) << QString(list) << QString(values) << QString::fromUtf8(reason);
        };
        row("unknown model", "cases", R"({"model":["resnet18","vgg"]})",
            R"(unknown_value {"field":"cases[0].model[1]","value":"vgg","accepted":["resnet18","resnet34","resnet50","mobilenet_v2","alexnet","vgg16","vit_b_16","efficientnet_lite0","lab_alexnet","mlp"]})");
        row("model a number", "cases", R"({"model":18})",
            R"(field_not_text {"field":"cases[0].model[0]","value":18})");
        for (const int size : {0, 31, 8193, 9000})
            QTest::addRow("size %d", size)
                << QString("cases") << QString(R"({"size_px":[224,%1]})").arg(size)
                << QString(R"(size_out_of_range {"value":%1,"min":32,"max":8192,)"
                           R"("field":"cases[0].size_px[1]"})")
                       .arg(size);
        row("size 2x4", "cases", R"({"size_px":[224,"2x4"]})",
            R"(field_not_integer {"field":"cases[0].size_px[1]","value":"2x4"})");
        row("size 224.5", "cases", R"({"size_px":224.5})",
            R"(field_not_integer {"field":"cases[0].size_px[0]","value":224.5})");
        row("size 10^18", "cases", R"({"size_px":1000000000000000000})",
            R"(size_out_of_range {"value":1000000000000000000,"min":32,"max":8192,"field":"cases[0].size_px[0]"})");
        row("size 2^64-1", "cases", R"({"size_px":18446744073709551615})",
            R"(size_out_of_range {"value":18446744073709551615,"min":32,"max":8192,"field":"cases[0].size_px[0]"})");
        row("below the model's own size", "cases",
            R"({"model":["resnet18","alexnet"],"size_px":[224,62]})",
            R"(size_too_small_for_model {"value":62,"model":"alexnet","min":63,"field":"cases[0].size_px[1]"})");
        row("between two numbers of patches", "cases",
            R"({"model":["resnet18","vit_b_16"],"size_px":[224,100]})",
            R"(size_of_no_patches_for_model {"value":100,"model":"vit_b_16","step":16,"field":"cases[0].size_px[1]"})");
        for (const int batch : {0, 4097, 1000000})
            QTest::addRow("batch %d", batch)
                << QString("cases") << QString(R"({"batch":%1})").arg(batch)
                << QString(R"(batch_out_of_range {"value":%1,"min":1,"max":4096,)"
                           R"("field":"cases[0].batch[0]"})")
                       .arg(batch);
        for (const char* axis : {"model", "input", "size_px", "batch", "preprocess", "fit", "seed"})
            QTest::addRow("no %s", axis)
                << QString("cases") << QString(R"({"%1":[]})").arg(axis)
                << QString(R"(list_empty {"field":"cases[0].%1"})").arg(axis);
        for (const char* axis : {"device", "threads", "precision", "mode"})
            QTest::addRow("no %s", axis)
                << QString("variants") << QString(R"({"%1":[]})").arg(axis)
                << QString(R"(list_empty {"field":"variants[0].%1"})").arg(axis);
        row("input empty", "cases", R"({"input":["a.jpg",""]})",
            R"(path_not_usable {"field":"cases[0].input[1]","value":""})");
        row("input with NUL", "cases", R"({"input":"a\u0000b"})",
            R"(path_not_usable {"field":"cases[0].input[0]","value":"a\u0000b"})");
        row("weights without a path", "cases", R"({"weights":""})",
            R"(path_not_usable {"field":"cases[0].weights","value":""})");
        row("weights a number", "cases", R"({"weights":1})",
            R"(field_not_text {"field":"cases[0].weights","value":1})");
        row("weights of several models", "cases",
            R"({"model":["resnet18","alexnet"],"weights":"a.pth"})",
            R"(weights_of_several {"field":"cases[0].weights"})");
        row("two weights of a model", "cases", R"({"weights":["a.pth","b.pth"]})",
            R"(setting_repeated {"field":"cases[0].weights"})");
        row("seed below 0", "cases", R"({"seed":-1})",
            R"(value_out_of_range {"value":-1,"min":0,"max":9007199254740992,"field":"cases[0].seed"})");
        row("seed of 64 bits", "cases", R"({"seed":18446744073709551615})",
            R"(value_out_of_range {"value":18446744073709551615,"min":0,"max":9007199254740992,"field":"cases[0].seed"})");
        row("threads -1", "variants", R"({"threads":-1})",
            R"(threads_out_of_range {"value":-1,"min":0,"max":1024,"field":"variants[0].threads[0]"})");
        row("threads 1025", "variants", R"({"threads":[1,1025]})",
            R"(threads_out_of_range {"value":1025,"min":0,"max":1024,"field":"variants[0].threads[1]"})");
        row("device gpu", "variants", R"({"device":"gpu"})",
            R"(unknown_value {"field":"variants[0].device[0]","value":"gpu","accepted":["cpu","cuda"]})");
        row("int8 without its mode", "variants",
            R"({"device":"cpu","mode":["eager","fused"],"precision":["int8"]})",
            "int8_needs_compiled {}");
        row("int8 without the CPU", "variants",
            R"({"device":"cuda","mode":["eager","compiled"],"precision":"int8"})",
            "int8_needs_compiled {}");
        row("precision fp8", "variants", R"({"precision":["fp32","fp8"]})",
            R"(unknown_value {"field":"variants[0].precision[1]","value":"fp8","accepted":["fp32","tf32","bf16","fp16","int8"]})");
        row("mode", "variants", R"({"mode":"Eager"})",
            R"(unknown_value {"field":"variants[0].mode[0]","value":"Eager","accepted":["eager","channels_last","fused","compiled","graph","overlapped"]})");
        row("a graph without a GPU", "variants", R"({"device":"cpu","mode":"graph"})",
            "graph_needs_gpu {}");
        row("copies without a GPU", "variants", R"({"device":"cpu","mode":["overlapped","graph"]})",
            "overlap_needs_gpu {}");
        row("compiled without a CPU", "variants", R"({"device":"cuda","mode":"compiled"})",
            "compiled_needs_cpu {}");
        row("misspelt field", "cases", R"({"sizes_px":[1]})",
            R"(field_unknown {"field":"cases[0].sizes_px","accepted":["model","hidden","weights","weights_key","classes","input","preprocess","fit","decoding","size_px","batch","seed"]})");
        row("misspelt variant", "variants", R"({"devices":["cpu"]})",
            R"(field_unknown {"field":"variants[0].devices","accepted":["device","instances","threads","pinning","precision","mode"]})");
        // A setting without effect would be a question without an answer.
        row("a setting of a training", "cases", R"({"epochs":3})",
            R"(field_unknown {"field":"cases[0].epochs","accepted":["model","hidden","weights","weights_key","classes","input","preprocess","fit","decoding","size_px","batch","seed"]})");
    }
    void refusals() {
        QFETCH(QString, list);
        QFETCH(QString, values);
        QCOMPARE(reasonOf(goodPlan()), QString());
        QTEST(reasonOf(changed(goodPlan(), list.toUtf8(), values.toUtf8())), "reason");
    }

    void trainingRefusals_data() {
        QTest::addColumn<QString>("list");
        QTest::addColumn<QString>("values");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const char* list, const char* values,
                            const char* reason) {
            QTest::newRow(name) << QString(list) << QString(values) << QString(reason);
        };
        const auto outside = [](const char* axis, const char* value, const char* min,
                                const char* max) {
            QTest::addRow("%s %s", axis, value)
                << QString("cases") << QString(R"({"%1":%2})").arg(axis, value)
                << QString(
                       R"(value_out_of_range {"value":%1,"min":%2,"max":%3,"field":"cases[0].%4"})")
                       .arg(value, min, max, axis);
        };
        outside("epochs", "0", "1", "100000");
        outside("until_accuracy", "92", "0.01", "1.0");  // percent
        outside("learning_rate", "0", "1e-12", "1000.0");
        outside("momentum", "1", "0.0", "0.999");
        outside("test_share", "0", "0.01", "0.8");
        outside("validation_share", "0.9", "0.01", "0.8");
        outside("max_time_s", "0.5", "1.0", "604800.0");
        outside("patience", "-1", "0", "100000");
        outside("outputs", "10001", "0", "10000");
        row("no such network", "cases", R"({"model":"resnet18"})",
            R"(unknown_value {"field":"cases[0].model[0]","value":"resnet18","accepted":["lab_alexnet","mlp"]})");
        row("a network with its units", "cases", R"({"model":"mlp-64"})",
            R"(unknown_value {"field":"cases[0].model[0]","value":"mlp-64","accepted":["lab_alexnet","mlp"]})");
        row("no hidden units", "cases", R"({"hidden":[16,0]})",
            R"(value_out_of_range {"value":0,"min":1,"max":8192,"field":"cases[0].hidden[1]"})");
        row("no data", "cases", R"({"data":""})",
            R"(path_not_usable {"field":"cases[0].data[0]","value":""})");
        row("optimizer", "cases", R"({"optimizer":"lbfgs"})",
            R"(unknown_value {"field":"cases[0].optimizer","value":"lbfgs","accepted":["adam","sgd"]})");
        row("epochs a text", "cases", R"({"epochs":"3"})",
            R"(field_not_integer {"field":"cases[0].epochs","value":"3"})");
        row("two numbers of epochs", "cases", R"({"epochs":[3,4]})",
            R"(setting_repeated {"field":"cases[0].epochs"})");
        row("augment a number", "cases", R"({"augment":1})",
            R"(field_not_boolean {"field":"cases[0].augment","value":1})");
        row("too few bits", "variants", R"({"precision":"fp16"})",
            R"(unknown_value {"field":"variants[0].precision[0]","value":"fp16","accepted":["fp32","tf32","bf16"]})");
        row("bf16 without its mode", "variants",
            R"({"device":"cpu","mode":"graph","precision":"bf16"})", "bf16_training_modes {}");
        row("bf16 without its mode of a GPU", "variants",
            R"({"device":"cuda","mode":"fused","precision":"bf16"})", "bf16_training_modes {}");
        row("a graph without a GPU", "variants", R"({"device":"cpu","mode":"graph"})",
            "graph_needs_gpu {}");
    }
    void trainingRefusals() {
        QFETCH(QString, list);
        QFETCH(QString, values);
        QCOMPARE(reasonOf(trainingPlan()), QString());
        QTEST(reasonOf(changed(trainingPlan(), list.toUtf8(), values.toUtf8())), "reason");
    }

    /// A finder has no end to choose, and keeps no weights.
    void theRateFinderHasNoEpochs() {
        QCOMPARE(reasonOf(trainingPlan("lr_finder")), QString());
        QVERIFY(reasonOf(changed(trainingPlan("lr_finder"), "cases", R"({"epochs":3})"))
                    .startsWith(R"(field_unknown {"field":"cases[0].epochs",)"));
        Json saving = trainingPlan("lr_finder");
        saving["run"] = {{"save_weights", true}};
        QCOMPARE(reasonOf(saving),
                 QString(R"(field_unknown {"field":"run.save_weights","accepted":[]})"));
    }

    void refusalsOfTheWhole_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, Edit edit, const std::string& reason) {
            QTest::newRow(name) << edit << QString::fromStdString(reason);
        };
        Json known = Json::array();
        for (const Spec& spec : specs()) known.push_back(spec.id);
        row(
            "not an object", [](Json& p) { p = Json::array(); },
            R"(field_not_object {"field":"{}","value":"[…]"})");
        row(
            "no cases", [](Json& p) { p["cases"] = Json::array(); },
            R"(list_empty {"field":"cases"})");
        row(
            "no variants", [](Json& p) { p["variants"] = Json::array(); },
            R"(list_empty {"field":"variants"})");
        row(
            "a plan of the first Duelo", [](Json& p) { p["sweeps"] = Json::array(); },
            R"(field_unknown {"field":"sweeps","accepted":["experiment","cases","variants","run","base","preset","attachments"]})");
        row(
            "of no experiment", [](Json& p) { p["experiment"] = "juggling"; },
            R"(unknown_value {"field":"experiment","value":"juggling","accepted":)" + known.dump() +
                "}");
        row(
            "base of no variant",
            [](Json& p) {
                p["base"] = {{"size_px", 224}};
            },
            R"(field_unknown {"field":"base.size_px","accepted":["device","instances","threads","pinning","precision","mode"]})");
        row(
            "run",
            [](Json& p) {
                p["run"] = {{"save_weights", true}};
            },
            R"(field_unknown {"field":"run.save_weights","accepted":["best_batch","maps"]})");
        row(
            "input not UTF-8", [](Json& p) { p["cases"][0]["input"] = "a\xFF"; },
            R"(path_not_usable {"field":"cases[0].input[0]","value":"a�"})");
        row(
            "too many cells",
            [](Json& p) {
                p["cases"][0]["input"] = Json::array();
                for (int i = 0; i < 2501; ++i) p["cases"][0]["input"].push_back(std::to_string(i));
            },
            R"(too_many_cells {"count":10004,"max":10000})");
    }
    void refusalsOfTheWhole() {
        QFETCH(Edit, edit);
        Json json = goodPlan();
        edit(json);
        QTEST(reasonOf(json), "reason");
    }

    /// A run is resumed only with the same plan (S0-51).
    void hashIsOfTheContent() {
        const auto hashOf = [](const char* json) { return planHash(Json::parse(json)); };
        const std::string hash =
            hashOf(R"({"cases":[{"model":"a","size_px":224}],"variants":[{"threads":1}]})");
        QCOMPARE(hash.size(), std::size_t{16});
        QVERIFY(hash.find_first_not_of("0123456789abcdef") == std::string::npos);
        QCOMPARE(hashOf(" { \"variants\" : [ {\"threads\":1} ],\n"
                        "\"cases\":[{ \"size_px\":224, \"model\":\"a\"}] }\n"),
                 hash);
        QCOMPARE(planHash(Json{{"a", "\xFF"}}).size(), std::size_t{16});
    }

    void hashChangesWithEveryField() {
        const auto whole = [] {
            Json json = toJson(accepted(goodPlan()).value());
            json["run"] = {{"unknown", 1}};
            json["base"] = {{"device", "cpu"}};
            return json;
        };
        std::set<std::string> hashes{planHash(whole())};
        const std::vector<Edit> edits{[](Json& p) { p["cases"][0]["model"] = "alexnet"; },
                                      [](Json& p) { p["cases"][0]["input"] = "a.jpg"; },
                                      [](Json& p) {
                                          p["cases"][0]["size_px"] = {512, 224};
                                      },
                                      [](Json& p) { p["cases"][0]["batch"] = 1; },
                                      [](Json& p) { p["cases"][0]["preprocess"] = "script"; },
                                      [](Json& p) { p["cases"][0]["fit"] = "letterbox"; },
                                      [](Json& p) { p["cases"][0]["weights"] = "a"; },
                                      [](Json& p) { p["cases"][0]["weights"] = "b"; },
                                      [](Json& p) { p["cases"][0]["seed"] = 2; },
                                      [](Json& p) { p["cases"][0]["unknown"] = 2; },
                                      [](Json& p) { p["cases"][0].erase("seed"); },
                                      [](Json& p) { p["cases"].push_back(p["cases"][0]); },
                                      [](Json& p) { p["variants"][0]["device"] = "cuda"; },
                                      [](Json& p) { p["variants"][0]["threads"] = 1; },
                                      [](Json& p) { p["variants"][0]["precision"] = "tf32"; },
                                      [](Json& p) { p["variants"][0]["mode"] = "fused"; },
                                      [](Json& p) { p["variants"][0]["unknown"] = 2; },
                                      [](Json& p) { p["run"]["unknown"] = 2; },
                                      [](Json& p) { p["base"]["device"] = "cuda"; },
                                      [](Json& p) { p["preset"] = "quick"; },
                                      [](Json& p) { p["experiment"] = "training"; },
                                      [](Json& p) { p["attachments"]["a.cu"] = "a"; },
                                      [](Json& p) { p["attachments"]["a.cu"] = "b"; },
                                      [](Json& p) { p["unknown"] = Json(); }};
        for (const Edit edit : edits) {
            Json plan = whole();
            edit(plan);
            QVERIFY(hashes.insert(planHash(plan)).second);
        }
    }
};

QTEST_APPLESS_MAIN(TestPlanJson)
#include "tst_plan_json.moc"
