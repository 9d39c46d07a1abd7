// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <map>
#include <string>
#include <vector>

#include "experiments/common_axes.h"
#include "experiments/inference/params.h"
#include "experiments/specs.h"
#include "experiments/training/params.h"
#include "experiments/work_names.h"
#include "spec_examples.h"

using namespace duelo;
using duelo::examples::describe;
using duelo::examples::planOf;

namespace {

Plan goodPlan() {
    return planOf(R"({"experiment":"inference","cases":[{"model":"resnet18","input":"random",)"
                  R"("size_px":[224,512],"batch":[1,8]}],"variants":[{"device":"cpu","threads":0,)"
                  R"("precision":"fp32","mode":"eager"}]})");
}

Plan trainingPlan() {
    return planOf(
        R"({"experiment":"training","cases":[{"model":"mlp","data":"digits","batch":[16,512]}],)"
        R"("variants":[{"mode":"eager"}]})");
}

std::vector<Cell> cellsOf(const Plan& plan, int cores) {
    return expand(validated(plan, {}).value(), {.physical_cores = cores});
}

QString text(std::string_view word) {
    return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

}  // namespace

/// Tests of plans that are accepted; tst_plan_json has those that are refused.
class TestPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goodPlansGetTheirUsualValues() {
        const auto plan = validated(goodPlan(), {});
        QVERIFY2(plan, plan ? "" : qPrintable(describe(plan.error())));
        QCOMPARE(describe(*plan),
                 QString(R"({"experiment":"inference","cases":[{"batch":[1,8],"fit":"square",)"
                         R"("input":"random","model":"resnet18","preprocess":"model","seed":1234,)"
                         R"("size_px":[224,512]}],"variants":[{"device":"cpu","mode":"eager",)"
                         R"("precision":"fp32","threads":0}],"preset":"standard"})"));
        QVERIFY(*validated(*plan, {}) == *plan);
        QVERIFY(validated(trainingPlan(), {}));
    }

    /// The CPU has no graphs: beside a GPU that has, it runs the other modes.
    void theCpuHasNoGraph() {
        Plan plan = trainingPlan();
        plan.cases[0]["batch"] = {16};
        plan.variants[0]["device"] = {"cpu", "cuda"};
        plan.variants[0]["mode"] = {"eager", "graph"};
        QStringList seen;
        for (const Cell& cell : cellsOf(plan, 4)) {
            QCOMPARE(cell.experiment, std::string("training"));
            const Variant variant = variantOf(cell.variant);
            seen << QString::fromStdString(cell.id) + ' ' + text(word(variant.device)) + ' ' +
                        text(word(variant.mode));
        }
        QCOMPARE(seen, (QStringList{"c001 cpu eager", "c003 cuda eager", "c004 cuda graph"}));
    }

    /// Networks are compiled for the CPU (G10): beside one, the GPU runs the other modes.
    void theGpuIsNotCompiledFor() {
        Plan plan = goodPlan();
        plan.cases[0]["batch"] = {1};
        plan.cases[0]["size_px"] = {224};
        plan.variants[0]["device"] = {"cpu", "cuda"};
        plan.variants[0]["mode"] = {"compiled", "graph"};
        QStringList seen;
        for (const Cell& cell : cellsOf(plan, 4)) {
            const Variant variant = variantOf(cell.variant);
            seen << text(word(variant.device)) + ' ' + text(word(variant.mode));
        }
        QCOMPARE(seen, (QStringList{"cpu compiled", "cuda graph"}));
    }

    /// S4-20: only a perceptron has hidden units to choose.
    void theLabAlexnetHasNoHiddenUnits() {
        Plan plan = trainingPlan();
        plan.cases[0]["model"] = {"lab_alexnet", "mlp"};
        plan.cases[0]["hidden"] = {64, 256};
        plan.cases[0]["batch"] = {16};
        QStringList seen;
        for (const Cell& cell : cellsOf(plan, 1)) {
            QCOMPARE(cell.work.has("hidden"), cell.work.text("model") == "mlp");
            seen << QString::fromStdString(cell.id + ' ' + modelName(cell.work));
        }
        QCOMPARE(seen, (QStringList{"c001 lab_alexnet", "c003 mlp-64", "c004 mlp"}));
    }

    /// A network is compiled for the CPU alone, and in int8 by nothing else (17.1).
    void int8IsForWhatIsCompiled() {
        Plan plan = goodPlan();
        plan.variants[0] = {{"device", {"cpu", "cuda"}},
                            {"precision", {"fp32", "int8"}},
                            {"mode", {"eager", "compiled"}}};
        QStringList seen;
        for (const Cell& cell : cellsOf(plan, 1)) {
            const Variant variant = variantOf(cell.variant);
            const QString way = QStringLiteral("%1 %2 %3")
                                    .arg(QLatin1String(word(variant.device).data()),
                                         QLatin1String(word(variant.precision).data()),
                                         QLatin1String(word(variant.mode).data()));
            if (!seen.contains(way)) seen << way;
        }
        seen.sort();
        QCOMPARE(seen, (QStringList{"cpu fp32 compiled", "cpu fp32 eager", "cpu int8 compiled",
                                    "cuda fp32 eager"}));
    }

    /// The work reads all the values of its case and variant, and no others.
    void aCaseSaysWhatItIs() {
        Plan inference = goodPlan();
        inference.cases[0]["weights"] = {"a.pth"};
        inference.cases[0]["input"] = {"random", "a.jpg"};
        for (const Cell& cell : cellsOf(inference, 2)) {
            QVERIFY(Params(inferenceCase(cell.work)) == cell.work);
            QVERIFY(Params(variantOf(cell.variant)) == cell.variant);
        }
        Plan training = trainingPlan();
        training.cases.push_back({{"optimizer", {"sgd"}},
                                  {"momentum", {0.9}},
                                  {"until_accuracy", {0.92}},
                                  {"max_time_s", {60}},
                                  {"augment", {true}}});
        training.variants[0]["device"] = {"cuda"};
        const auto cells = cellsOf(training, 2);
        QCOMPARE(cells.size(), std::size_t{3});
        for (const Cell& cell : cells) {
            QVERIFY(Params(trainingCase(cell.work)) == cell.work);
            QVERIFY(Params(variantOf(cell.variant)) == cell.variant);
        }
        QVERIFY(!cells[0].work.has("momentum") && !cells[0].work.has("preprocess"));
        QCOMPARE(trainingCase(cells[2].work).momentum, 0.9);
    }

    void countNeverOverflows() {
        Plan plan = goodPlan();
        const auto fill = [](std::vector<Json>& list, int first, int last) {
            list.clear();
            for (int value = first; value <= last; ++value) list.emplace_back(value);
        };
        fill(plan.cases[0]["size_px"], kMinSizePx, kMaxSizePx);
        fill(plan.cases[0]["batch"], 1, kMaxBatch);
        plan.cases[0]["input"].clear();
        for (int i = 0; i < 8000; ++i) plan.cases[0]["input"].emplace_back(std::to_string(i));
        fill(plan.variants[0]["threads"], 0, kMaxThreads);
        plan.variants[0]["precision"] = {"fp32", "tf32", "bf16", "fp16"};
        const auto result = validated(plan, {});
        QVERIFY(!result);
        QCOMPARE(result.error().code, std::string("too_many_cells"));
        QCOMPARE(result.error().args["count"].get<std::int64_t>(), std::int64_t{1000000000000000});
    }

    void repeatedEntriesGoAndOrderStays() {
        Plan plan = goodPlan();
        plan.cases[0]["model"] = {"alexnet", "resnet18", "alexnet"};
        plan.cases[0]["size_px"] = {512, 224, 512, 1024};
        plan.cases[0]["batch"] = {8, 1, 8};
        plan.variants[0]["device"] = {"cuda", "cpu", "cuda"};
        plan.variants[0]["threads"] = {2, 0, 2};
        const auto result = validated(plan, {});
        QVERIFY(result);
        QCOMPARE(describe(*result),
                 QString(R"({"experiment":"inference","cases":[{"batch":[8,1],"fit":"square",)"
                         R"("input":"random","model":["alexnet","resnet18"],)"
                         R"("preprocess":"model","seed":1234,"size_px":[512,224,1024]}],)"
                         R"("variants":[{"device":["cuda","cpu"],"mode":"eager",)"
                         R"("precision":"fp32","threads":[2,0]}],"preset":"standard"})"));
    }

    void expandGivesVariantsOfACaseNextToEachOther() {
        Plan plan = goodPlan();
        plan.cases[0]["batch"] = {1};
        plan.variants[0] = {
            {"device", {"cpu", "cuda"}}, {"threads", {1, 0}}, {"precision", {"fp32", "tf32"}}};
        QStringList seen;
        for (const Cell& cell : cellsOf(plan, 4)) {
            const Variant variant = variantOf(cell.variant);
            seen << QString("%1 %2 %3 %4 %5")
                        .arg(QString::fromStdString(cell.id))
                        .arg(cell.work.integer("size_px"))
                        .arg(text(word(variant.device)))
                        .arg(variant.threads)
                        .arg(text(word(variant.precision)));
        }
        QCOMPARE(seen, (QStringList{
                           "c001 224 cpu 1 fp32", "c002 224 cpu 1 tf32", "c003 224 cpu 4 fp32",
                           "c004 224 cpu 4 tf32", "c005 224 cuda 0 fp32", "c006 224 cuda 0 tf32",
                           "c009 512 cpu 1 fp32", "c010 512 cpu 1 tf32", "c011 512 cpu 4 fp32",
                           "c012 512 cpu 4 tf32", "c013 512 cuda 0 fp32", "c014 512 cuda 0 tf32"}));
    }

    void anIdNamesTheSameCellOnEveryMachine_S0_51() {
        Plan plan = goodPlan();
        plan.variants[0]["threads"] = {0, 4};
        plan.cases.push_back(plan.cases[0]);  // shares every case: adds none
        plan.cases[1]["size_px"].emplace_back(1024);
        const std::vector<Cell> four = cellsOf(plan, 4);   // 0 and 4 threads are one variant
        const std::vector<Cell> eight = cellsOf(plan, 8);  // here they are two
        QCOMPARE(four.size(), std::size_t{6});
        QCOMPARE(eight.size(), std::size_t{12});
        std::map<std::string, Params> byId;
        for (const Cell& cell : eight) byId[cell.id] = cell.work;
        for (const Cell& cell : four) {
            QVERIFY(byId.contains(cell.id));
            QVERIFY(byId[cell.id] == cell.work);
        }
    }

    void aRandomTensorHasNoPreprocessing() {
        Plan plan = goodPlan();
        plan.cases[0]["input"] = {"random", "a.jpg"};
        plan.cases[0]["preprocess"] = {"imagenet"};
        plan.cases[0]["fit"] = {"letterbox"};
        for (const Cell& cell : cellsOf(plan, 1)) {
            const InferenceCase work = inferenceCase(cell.work);
            const bool photo = work.input != kRandomInput;
            QCOMPARE(work.preprocess, photo ? Preprocess::Imagenet : Preprocess::Model);
            QCOMPARE(work.fit, photo ? Fit::Letterbox : Fit::Square);
            QCOMPARE(cell.work.has("preprocess"), photo);
            QCOMPARE(cell.work.has("fit"), photo);
            QVERIFY(!cell.work.has("decoding"));
        }
        plan.cases[0]["decoding"] = {"scaled"};
        for (const Cell& cell : cellsOf(plan, 1)) {
            const InferenceCase work = inferenceCase(cell.work);
            const bool photo = work.input != kRandomInput;
            QCOMPARE(work.decoding, photo ? Decoding::Scaled : Decoding::Full);
            QVERIFY(Params(work) == cell.work);
        }
        plan.cases[0]["fit"] = {"own"};
        for (const Cell& cell : cellsOf(plan, 1)) QVERIFY(!cell.work.has("decoding"));
    }

    void unknownCoreCountStillGivesAThread() {
        QCOMPARE(cellsOf(goodPlan(), 0)[0].variant.integer("threads"), std::int64_t{1});
    }
};

QTEST_APPLESS_MAIN(TestPlan)
#include "tst_plan.moc"
