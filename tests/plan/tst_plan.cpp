// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <map>

#include "base/json_text.h"
#include "plan/plan.h"

using namespace duelo;

namespace {

Catalogue catalogue() {
    return {{{"resnet18", 32}, {"alexnet", 63}}, 64};
}

Plan goodPlan() {
    Plan plan;
    plan.sweeps = {{{"resnet18"}, {"random"}, {224, 512}, {1, 8}}};
    return plan;
}

Catalogue trainable() {
    Catalogue known = catalogue();
    known.training_size_px = [](const std::string& model) -> Result<int> {
        if (model == "mlp") return 28;
        return fail("model_not_trainable", {{"model", model}});
    };
    return known;
}

Plan trainingPlan() {
    Plan plan;
    plan.experiment = Experiment::Training;
    plan.sweeps = {{{"mlp"}, {"digits"}, {28}, {16, 512}}};
    return plan;
}

QString describe(const Reason& reason) {
    return QString::fromStdString(reason.code + ' ' + jsonText(reason.args));
}

using Edit = void (*)(Plan&);

}  // namespace

Q_DECLARE_METATYPE(Edit)

class TestPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goodPlanPasses() {
        const auto plan = validated(goodPlan(), catalogue());
        QVERIFY(plan);
        QCOMPARE(*plan, goodPlan());
    }

    void refusals_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, Edit edit, const char* reason) {
            QTest::newRow(name) << edit << QString::fromUtf8(reason);
        };
        row(
            "unknown model",
            [](Plan& p) {
                p.sweeps[0].models = {"resnet18", "vgg"};
            },
            R"(unknown_value {"field":"sweeps[0].models[1]","value":"vgg","accepted":["resnet18","alexnet"]})");
        row(
            "size 0",
            [](Plan& p) {
                p.sweeps[0].sizes_px = {224, 0};
            },
            R"(size_out_of_range {"value":0,"min":32,"max":8192,"field":"sweeps[0].sizes_px[1]"})");
        row(
            "size 31", [](Plan& p) { p.sweeps[0].sizes_px = {31}; },
            R"(size_out_of_range {"value":31,"min":32,"max":8192,"field":"sweeps[0].sizes_px[0]"})");
        row(
            "size 9000", [](Plan& p) { p.sweeps[0].sizes_px = {9000}; },
            R"(size_out_of_range {"value":9000,"min":32,"max":8192,"field":"sweeps[0].sizes_px[0]"})");
        row(
            "below the model's own size",
            [](Plan& p) {
                p.sweeps[0].models = {"resnet18", "alexnet"};
                p.sweeps[0].sizes_px = {224, 62};
            },
            R"(size_too_small_for_model {"value":62,"model":"alexnet","min":63,"field":"sweeps[0].sizes_px[1]"})");
        row(
            "batch 0", [](Plan& p) { p.sweeps[0].batches = {0}; },
            R"(batch_out_of_range {"value":0,"min":1,"max":4096,"field":"sweeps[0].batches[0]"})");
        row(
            "batch 10^6", [](Plan& p) { p.sweeps[0].batches = {1000000}; },
            R"(batch_out_of_range {"value":1000000,"min":1,"max":4096,"field":"sweeps[0].batches[0]"})");
        row(
            "no sweeps", [](Plan& p) { p.sweeps.clear(); }, R"(list_empty {"field":"sweeps"})");
        row(
            "no models", [](Plan& p) { p.sweeps[0].models.clear(); },
            R"(list_empty {"field":"sweeps[0].models"})");
        row(
            "no sizes", [](Plan& p) { p.sweeps[0].sizes_px.clear(); },
            R"(list_empty {"field":"sweeps[0].sizes_px"})");
        row(
            "no batches", [](Plan& p) { p.sweeps[0].batches.clear(); },
            R"(list_empty {"field":"sweeps[0].batches"})");
        row(
            "no inputs", [](Plan& p) { p.sweeps[0].inputs.clear(); },
            R"(list_empty {"field":"sweeps[0].inputs"})");
        row(
            "no devices", [](Plan& p) { p.devices.clear(); }, R"(list_empty {"field":"devices"})");
        row(
            "no threads", [](Plan& p) { p.threads.clear(); }, R"(list_empty {"field":"threads"})");
        row(
            "no precisions", [](Plan& p) { p.precisions.clear(); },
            R"(list_empty {"field":"precisions"})");
        row(
            "no modes", [](Plan& p) { p.modes.clear(); }, R"(list_empty {"field":"modes"})");
        row(
            "threads -1", [](Plan& p) { p.threads = {-1}; },
            R"(threads_out_of_range {"value":-1,"min":0,"max":64,"field":"threads[0]"})");
        row(
            "threads 65",
            [](Plan& p) {
                p.threads = {1, 65};
            },
            R"(threads_out_of_range {"value":65,"min":0,"max":64,"field":"threads[1]"})");
        row(
            "input empty", [](Plan& p) { p.sweeps[0].inputs = {""}; },
            R"(path_not_usable {"field":"sweeps[0].inputs[0]","value":""})");
        row(
            "input not UTF-8", [](Plan& p) { p.sweeps[0].inputs = {"a\xFF"}; },
            R"(path_not_usable {"field":"sweeps[0].inputs[0]","value":"a�"})");
        row(
            "input with NUL", [](Plan& p) { p.sweeps[0].inputs = {std::string("a\0b", 3)}; },
            R"(path_not_usable {"field":"sweeps[0].inputs[0]","value":"a\u0000b"})");
        row(
            "weights of another model",
            [](Plan& p) {
                p.weights = {{"alexnet", "a.pth"}};
            },
            R"(weights_without_model {"model":"alexnet","accepted":["resnet18"]})");
        row(
            "weights without a path",
            [](Plan& p) {
                p.weights = {{"resnet18", ""}};
            },
            R"(path_not_usable {"field":"weights.resnet18","value":""})");
        row(
            "too many cells",
            [](Plan& p) {
                p.sweeps[0].inputs.clear();
                for (int i = 0; i < 2501; ++i) p.sweeps[0].inputs.push_back(std::to_string(i));
            },
            R"(too_many_cells {"count":10004,"max":10000})");
    }
    void refusals() {
        QFETCH(Edit, edit);
        QFETCH(QString, reason);
        Plan plan = goodPlan();
        edit(plan);
        const auto result = validated(plan, catalogue());
        QVERIFY(!result);
        QCOMPARE(describe(result.error()), reason);
    }

    void trainingRefusals_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, Edit edit, const char* reason) {
            QTest::newRow(name) << edit << QString::fromUtf8(reason);
        };
        row(
            "no such network", [](Plan& p) { p.sweeps[0].models = {"resnet18"}; },
            R"(model_not_trainable {"model":"resnet18"})");
        row(
            "size of another network",
            [](Plan& p) {
                p.sweeps[0].sizes_px = {28, 32};
            },
            R"(size_fixed_by_model {"value":32,"model":"mlp","size":28,"field":"sweeps[0].sizes_px[1]"})");
        row(
            "no epochs", [](Plan& p) { p.training.epochs = 0; },
            R"(value_out_of_range {"field":"training.epochs","value":0.0,"min":1.0,"max":100000.0})");
        row(
            "accuracy in percent", [](Plan& p) { p.training.until_accuracy = 92; },
            R"(value_out_of_range {"field":"training.until_accuracy","value":92.0,"min":0.01,"max":1.0})");
        row(
            "rate 0", [](Plan& p) { p.training.learning_rate = 0; },
            R"(value_out_of_range {"field":"training.learning_rate","value":0.0,"min":1e-12,"max":1000.0})");
        row(
            "momentum 1", [](Plan& p) { p.training.momentum = 1; },
            R"(value_out_of_range {"field":"training.momentum","value":1.0,"min":0.0,"max":0.999})");
        row(
            "nothing to test with", [](Plan& p) { p.training.test_share = 0; },
            R"(value_out_of_range {"field":"training.test_share","value":0.0,"min":0.01,"max":0.8})");
        row(
            "time below a second", [](Plan& p) { p.training.max_time_s = 0.5; },
            R"(value_out_of_range {"field":"training.max_time_s","value":0.5,"min":1.0,"max":604800.0})");
    }
    void trainingRefusals() {
        QFETCH(Edit, edit);
        QFETCH(QString, reason);
        Plan plan = trainingPlan();
        QVERIFY(validated(plan, trainable()));
        edit(plan);
        const auto result = validated(plan, trainable());
        QVERIFY(!result);
        QCOMPARE(describe(result.error()), reason);
    }

    /// The CPU has no graphs: beside a GPU that has, it runs the other modes.
    void theCpuHasNoGraph() {
        Plan plan = trainingPlan();
        plan.sweeps[0].batches = {16};
        plan.devices = {Device::Cpu, Device::Cuda};
        plan.modes = {Mode::Eager, Mode::Graph};
        QStringList seen;
        for (const Cell& cell : expand(plan, 4)) {
            QCOMPARE(cell.work.experiment, Experiment::Training);
            seen << QString::fromStdString(cell.id + ' ' + std::string(word(cell.variant.device)) +
                                           ' ' + std::string(word(cell.variant.mode)));
        }
        QCOMPARE(seen, (QStringList{"c001 cpu eager", "c003 cuda eager", "c004 cuda graph"}));
    }

    void aCaseSaysWhatItIs() {
        const Case work = expand(trainingPlan(), 1)[0].work;
        QVERIFY(caseFromJson(toJson(work)) == work);
        QCOMPARE(toJson(work)["experiment"].get<std::string>(), std::string("training"));
        QVERIFY(!toJson(work).contains("preprocess"));
        QVERIFY(!toJson(expand(goodPlan(), 1)[0].work).contains("experiment"));
    }

    void countNeverOverflows() {
        Plan plan = goodPlan();
        for (std::string& input : plan.sweeps[0].inputs = std::vector<std::string>(8000))
            input = std::to_string(&input - plan.sweeps[0].inputs.data());
        plan.sweeps[0].sizes_px.clear();
        for (int size = kMinSizePx; size <= kMaxSizePx; ++size)
            plan.sweeps[0].sizes_px.push_back(size);
        plan.sweeps[0].batches.clear();
        for (int batch = 1; batch <= kMaxBatch; ++batch) plan.sweeps[0].batches.push_back(batch);
        plan.threads.clear();
        for (int count = 0; count <= 64; ++count) plan.threads.push_back(count);
        plan.sweeps.resize(80, plan.sweeps[0]);
        const auto result = validated(plan, catalogue());
        QVERIFY(!result);
        QCOMPARE(result.error().code, std::string("too_many_cells"));
        QCOMPARE(result.error().args["count"].get<std::int64_t>(), std::int64_t{1000000000000000});
    }

    void repeatedEntriesGoAndOrderStays() {
        Plan plan = goodPlan();
        plan.sweeps[0].models = {"alexnet", "resnet18", "alexnet"};
        plan.sweeps[0].sizes_px = {512, 224, 512, 1024};
        plan.sweeps[0].batches = {8, 1, 8};
        plan.devices = {Device::Cuda, Device::Cpu, Device::Cuda};
        plan.threads = {2, 0, 2};
        const auto result = validated(plan, catalogue());
        QVERIFY(result);
        QCOMPARE(result->sweeps[0].models, (std::vector<std::string>{"alexnet", "resnet18"}));
        QCOMPARE(result->sweeps[0].sizes_px, (std::vector<int>{512, 224, 1024}));
        QCOMPARE(result->sweeps[0].batches, (std::vector<int>{8, 1}));
        QCOMPARE(result->devices, (std::vector<Device>{Device::Cuda, Device::Cpu}));
        QCOMPARE(result->threads, (std::vector<int>{2, 0}));
    }

    void expandGivesVariantsOfACaseNextToEachOther() {
        Plan plan = goodPlan();
        plan.sweeps[0].batches = {1};
        plan.devices = {Device::Cpu, Device::Cuda};
        plan.threads = {1, 0};
        plan.precisions = {Precision::Fp32, Precision::Tf32};
        const std::vector<Cell> cells = expand(plan, 4);
        QStringList seen;
        for (const Cell& cell : cells)
            seen << QString("%1 %2 %3 %4 %5")
                        .arg(QString::fromStdString(cell.id))
                        .arg(cell.work.size_px)
                        .arg(QString::fromUtf8(word(cell.variant.device).data()))
                        .arg(cell.variant.threads)
                        .arg(QString::fromUtf8(word(cell.variant.precision).data()));
        QCOMPARE(seen, (QStringList{
                           "c001 224 cpu 1 fp32", "c002 224 cpu 1 tf32", "c003 224 cpu 4 fp32",
                           "c004 224 cpu 4 tf32", "c005 224 cuda 0 fp32", "c006 224 cuda 0 tf32",
                           "c007 512 cpu 1 fp32", "c008 512 cpu 1 tf32", "c009 512 cpu 4 fp32",
                           "c010 512 cpu 4 tf32", "c011 512 cuda 0 fp32", "c012 512 cuda 0 tf32"}));
    }

    void anIdNamesTheSameCellOnEveryMachine_S0_51() {
        Plan plan = goodPlan();
        plan.threads = {0, 4};
        plan.sweeps.push_back(plan.sweeps[0]);  // shares every case: adds none
        plan.sweeps[1].sizes_px.push_back(1024);
        const std::vector<Cell> four = expand(plan, 4);   // 0 and 4 threads are one variant
        const std::vector<Cell> eight = expand(plan, 8);  // here they are two
        QCOMPARE(four.size(), std::size_t{6});
        QCOMPARE(eight.size(), std::size_t{12});
        std::map<std::string, Case> byId;
        for (const Cell& cell : eight) byId[cell.id] = cell.work;
        for (const Cell& cell : four) {
            QVERIFY(byId.contains(cell.id));
            QVERIFY(byId[cell.id] == cell.work);
        }
    }

    void aRandomTensorHasNoPreprocessing() {
        Plan plan = goodPlan();
        plan.sweeps[0].inputs = {"random", "a.jpg"};
        plan.preprocess = Preprocess::Imagenet;
        plan.fit = Fit::Letterbox;
        for (const Cell& cell : expand(plan, 1)) {
            const bool photo = cell.work.input != kRandomInput;
            QCOMPARE(cell.work.preprocess, photo ? Preprocess::Imagenet : Preprocess::Model);
            QCOMPARE(cell.work.fit, photo ? Fit::Letterbox : Fit::Square);
            QCOMPARE(toJson(cell.work).contains("preprocess"), photo);
            QVERIFY(caseFromJson(toJson(cell.work)) == cell.work);
            QVERIFY(variantFromJson(toJson(cell.variant)) == cell.variant);
        }
    }

    void unknownCoreCountStillGivesAThread() {
        QCOMPARE(expand(goodPlan(), 0)[0].variant.threads, 1);
    }
};

QTEST_APPLESS_MAIN(TestPlan)
#include "tst_plan.moc"
