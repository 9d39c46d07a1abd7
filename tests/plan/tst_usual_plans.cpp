// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <string>
#include <vector>

#include "base/places.h"
#include "base/text.h"
#include "experiments/inference/spec.h"
#include "experiments/proposed_plan.h"
#include "experiments/training/spec.h"
#include "spec_examples.h"

using namespace duelo;
using namespace duelo::examples;

namespace {

const Facts kWithGpu{.physical_cores = 2, .devices = {Device::Cpu, Device::Cuda}};

QString casesOf(const Plan& plan) {
    return QString::fromStdString(jsonText(toJson(plan)["cases"]));
}

/// The path that a plan has of a typed one, as JSON.
QString absolute(const char* typed) {
    return QString::fromStdString(jsonText(utf8(std::filesystem::absolute(fromUtf8(typed)))));
}

}  // namespace

/// Plans of which little or nothing was said.
class TestUsualPlans : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Photographs of this test's own stand for the shipped ones.
    void initTestCase() {
        QVERIFY(QDir().mkpath(m_shipped.filePath("samples")));
        QVERIFY(QDir().mkpath(m_none.filePath("samples")));
        for (const char* name :
             {"b.png", "a.jpg", "README.md", "imagen_ejemplo.jpg", "cara_ejemplo.jpg"})
            QVERIFY(QFile(m_shipped.filePath(QString("samples/") + name)).open(QFile::WriteOnly));
        QVERIFY(QFile(m_none.filePath("samples/README.md")).open(QFile::WriteOnly));
    }
    void init() { qputenv("DUELO_DATA_DIR", m_shipped.path().toLocal8Bit()); }

    /// ResNet18 with a random tensor at the handout's sizes, on everything that works here: nothing
    /// else, so that it takes no longer than a class can wait.
    void inference_S0_04_S0_05_S0_07() {
        const Spec spec = inferenceSpec();
        const Plan plan = usualPlan(spec, kWithGpu);
        QCOMPARE(describe(plan),
                 QString(R"({"experiment":"inference","cases":[{"batch":1,"fit":"square",)"
                         R"("input":"random","model":"resnet18","preprocess":"model",)"
                         R"("seed":1234,"size_px":[224,512,1024]}],)"
                         R"("variants":[{"device":["cpu","cuda"],)"
                         R"("mode":"eager","precision":"fp32","threads":0}],)"
                         R"("run":{"best_batch":false},)"
                         R"("base":{"device":"cpu","mode":"eager","precision":"fp32"},)"
                         R"("preset":"standard"})"));
        QCOMPARE(described(problemsOf(plan, spec, kWithGpu)), QStringList());
        QCOMPARE(expand(plan, spec, kWithGpu).size(), std::size_t{6});
        QVERIFY(usualPlan(spec, {}).variants[0].at("device") == std::vector<Json>{"cpu"});
    }

    /// The shipped photographs through the network whose trained weights are shipped.
    void photographsAreOffered_S0_04_S0_05() {
        const Spec spec = inferenceSpec();
        const std::vector<Offer> offers = spec.offers();
        QCOMPARE(offers.size(), std::size_t{3});
        const Plan plan = offeredPlan(offers.front(), spec, kWithGpu);
        QCOMPARE(casesOf(plan), QString(R"([{"batch":1,"fit":"square",)"
                                        R"("input":["sample:a.jpg","sample:b.png"],)"
                                        R"("model":"efficientnet_lite0","preprocess":"model",)"
                                        R"("seed":1234,"size_px":224}])"));
        QVERIFY(plan.variants == usualPlan(spec, kWithGpu).variants);
        QCOMPARE(described(problemsOf(plan, spec, kWithGpu)), QStringList());
        for (const Language language : {Language::Spanish, Language::English})
            QVERIFY(Text(language).has("offer." + offers.front().id));
    }

    /// Where one device does the work in one way there would be no ratio and no duel.
    void whatIsProposedComparesSomething() {
        const Spec spec = inferenceSpec();
        QVERIFY(proposedPlan(spec, kWithGpu) == usualPlan(spec, kWithGpu));
        const Plan alone = proposedPlan(spec, {});
        QVERIFY(alone.variants[0].at("mode") == (std::vector<Json>{"eager", "compiled"}));
        QCOMPARE(alone.base.text("mode"), std::string("eager"));
        QCOMPARE(described(problemsOf(alone, spec, {})), QStringList());
        QCOMPARE(expand(alone, spec, {}).size(), std::size_t{6});
        // The handout's plan stays on offer, and this one is proposed as it is.
        const Plan handout = offeredPlan(spec.offers().at(1), spec, {});
        QVERIFY(handout == usualPlan(spec, {}));
        const Spec training = trainingSpec();
        QVERIFY(proposedPlan(training, {}) == usualPlan(training, {}));
    }

    /// S4-03: one network by every means, against three loops; only on devices that work.
    void theMlpIsOfferedByEveryMeans_S4_03() {
        const Spec spec = trainingSpec();
        const std::vector<Offer> offers = spec.offers();
        QCOMPARE(offers.size(), std::size_t{1});
        const Facts four{.physical_cores = 4};
        const Plan plan = offeredPlan(offers.front(), spec, four);
        QCOMPARE(described(problemsOf(plan, spec, four)), QStringList());
        QStringList ways;
        for (const Cell& cell : expand(plan, spec, four)) {
            QCOMPARE(cell.work.text("model"), std::string("mlp"));
            QCOMPARE(cell.variant.text("device"), std::string("cpu"));
            ways << QString("%1 %2 %3")
                        .arg(QString::fromStdString(cell.variant.text("mode")))
                        .arg(cell.variant.integer("threads"))
                        .arg(cell.variant.integer("processes"));
        }
        QCOMPARE(ways, (QStringList{"plain 0 0", "eager 1 0", "fused 1 0", "fused 4 0", "fused 1 2",
                                    "fused 1 4"}));
        QCOMPARE(plan.base.text("mode"), std::string("plain"));
        const Plan both = offeredPlan(offers.front(), spec, kWithGpu);
        QCOMPARE(both.variants.size(), plan.variants.size() + 2);
        for (const Language language : {Language::Spanish, Language::English})
            QVERIFY(Text(language).has("offer." + offers.front().id));
    }

    /// One, two and four at a time with a thread each, against one that has all threads.
    void severalAtATimeAreOffered_S0_12() {
        const Spec spec = inferenceSpec();
        const Facts four{.physical_cores = 4};
        const Plan plan = offeredPlan(spec.offers().back(), spec, four);
        QCOMPARE(described(problemsOf(plan, spec, four)), QStringList());
        QStringList ways;
        for (const Cell& cell : expand(plan, spec, four))
            ways << QString("%1 x %2")
                        .arg(cell.variant.integer("instances"))
                        .arg(cell.variant.integer("threads"));
        QCOMPARE(ways, (QStringList{"1 x 1", "2 x 1", "4 x 1", "1 x 4"}));
        for (const Language language : {Language::Spanish, Language::English})
            QVERIFY(Text(language).has("offer." + spec.offers().back().id));
    }

    /// The cores are shared out where the number of threads is the machine's to say.
    void instancesShareTheCores_S0_12() {
        const Spec spec = inferenceSpec();
        Plan plan = usualPlan(spec, {});
        plan.cases = {{{"size_px", {224}}}};
        plan.variants = {{{"device", {"cpu", "cuda"}}, {"instances", {1, 2}}, {"threads", {0}}}};
        QStringList ways;
        for (const Cell& cell : expand(plan, spec, {.physical_cores = 4}))
            ways << QString("%1 %2 x %3")
                        .arg(QString::fromStdString(cell.variant.text("device")))
                        .arg(cell.variant.integer("instances"))
                        .arg(cell.variant.integer("threads"));
        QCOMPARE(ways, (QStringList{"cpu 1 x 4", "cpu 2 x 2", "cuda 0 x 0"}));
    }

    /// Choices that only a CPU has are refused for a GPU alone, and not dropped without a word.
    void onAGpuAloneTheyAreRefused() {
        const Spec spec = inferenceSpec();
        Plan plan = usualPlan(spec, kWithGpu);
        plan.variants = {
            {{"device", {"cuda"}}, {"instances", {2}}, {"pinning", {"none", "cores"}}}};
        QCOMPARE(described(problemsOf(plan, spec, kWithGpu)),
                 (QStringList{"instances 0 0 instances_needs_cpu {}",
                              "pinning 0 0 pinning_needs_cpu {}"}));
        plan.variants.front()["device"] = {"cpu", "cuda"};
        QCOMPARE(described(problemsOf(plan, spec, kWithGpu)), QStringList());
    }

    /// S0-47: the handout's names are there for its programs; nobody is offered a picture twice.
    void copiesOfAPhotographAreNotOffered_S0_47() {
        QCOMPARE(sampleInputs(), (std::vector<std::string>{"sample:a.jpg", "sample:b.png"}));
    }

    void noPhotographsAreOfferedWithoutAny() {
        qputenv("DUELO_DATA_DIR", m_none.path().toLocal8Bit());
        QVERIFY(sampleInputs().empty());
        const auto offers = inferenceSpec().offers();
        QVERIFY(std::ranges::find(offers, "samples", &Offer::id) == offers.end());
    }

    /// A plan for one device, as the guide measures it in single steps (S0-45).
    void onlyOnOneDevice() {
        const Spec spec = inferenceSpec();
        const auto devices = [&](const Plan& plan, Device device) {
            const Plan only = onlyOn(plan, device);
            if (only.cases != plan.cases) return QString("other cases");
            return QString::fromStdString(jsonText(toJson(only)["variants"]));
        };
        Plan plan{.experiment = "inference", .cases = {Block()}};
        QCOMPARE(devices(plan, Device::Cpu), QString(R"([{"device":"cpu"}])"));
        plan.variants = {{{"device", {"cpu", "cuda"}}, {"mode", {"eager", "fused"}}}};
        QCOMPARE(devices(plan, Device::Cpu),
                 QString(R"([{"device":"cpu","mode":["eager","fused"]}])"));
        QCOMPARE(devices(plan, Device::Cuda),
                 QString(R"([{"device":"cuda","mode":["eager","fused"]}])"));
        // A way that was chosen for one device alone is not done on the other one,
        plan.variants = {{{"device", {"cpu"}}, {"threads", {1, 2}}},
                         {{"device", {"cuda"}}, {"precision", {"tf32"}}}};
        QCOMPARE(devices(plan, Device::Cuda), QString(R"([{"device":"cuda","precision":"tf32"}])"));
        // unless there is no other, and without a device the usual one is all of them.
        plan.variants = {{{"device", {"cpu"}}, {"mode", {"fused"}}}};
        QCOMPARE(devices(plan, Device::Cuda), QString(R"([{"device":"cuda","mode":"fused"}])"));
        plan.variants = {Block()};
        QCOMPARE(devices(plan, Device::Cuda), QString(R"([{"device":"cuda"}])"));
    }

    /// The lab AlexNet on the shipped textures, directly programmed and tuned.
    void training_S2_01_S2_07_S2_11() {
        const Spec spec = trainingSpec();
        const Plan plan = usualPlan(spec, {});
        QCOMPARE(
            describe(plan),
            QString(R"({"experiment":"training","cases":[{"augment":false,"batch":32,)"
                    R"("data":"textures","decode_every_epoch":false,"deterministic":true,)"
                    R"("epochs":25,"hidden":256,"learning_rate":0.001,"model":"lab_alexnet",)"
                    R"("momentum":0.0,"optimizer":"adam","outputs":0,"patience":0,"seed":1234,)"
                    R"("test_share":0.15,"validation_share":0.15}],"variants":[{"device":"cpu",)"
                    R"("mode":["eager","fused"],"precision":"fp32","threads":0}],)"
                    R"("run":{"keep_checkpoint":false,"save_weights":false},)"
                    R"("base":{"device":"cpu","mode":"eager","precision":"fp32"},)"
                    R"("preset":"standard"})"));
        QCOMPARE(described(problemsOf(plan, spec, {})), QStringList());
        QCOMPARE(expand(plan, spec, {}).size(), std::size_t{2});
    }

    void rateFinder_S2_10() {
        const Spec spec = lrFinderSpec();
        const Plan plan = usualPlan(spec, {});
        QVERIFY(plan.run.empty());
        QVERIFY(!plan.cases[0].contains("epochs") && !plan.cases[0].contains("learning_rate"));
        QCOMPARE(described(problemsOf(plan, spec, {})), QStringList());
        QCOMPARE(expand(plan, spec, {}).size(), std::size_t{1});
    }

    void typed_data() {
        QTest::addColumn<TypedWords>("words");
        QTest::addColumn<QString>("cases");
        const auto row = [](const char* name, const TypedWords& words, const QString& cases) {
            QTest::newRow(name) << words << cases;
        };
        const QString block(R"([{"batch":1,"fit":"square","input":%1,"model":"%2",)"
                            R"("preprocess":"model","seed":1234,"size_px":%3}])");
        const QString usual(R"([{"batch":1,"fit":"square","input":"random","model":"resnet18",)"
                            R"("preprocess":"model","seed":%1,"size_px":[224,512,1024]%2}])");
        row("nothing", {}, usual.arg("1234", ""));
        row("a setting", {{"seed", {"7"}}}, usual.arg("7", ""));
        row("weights", {{"weights", {"resnet18=w.pth"}}},
            usual.arg("1234", R"(,"weights":)" + absolute("w.pth")));
        row("a network", {{"model", {"alexnet"}}},
            block.arg(R"("random")", "alexnet", "[224,512,1024]"));
        row("a size", {{"size_px", {"64"}}}, block.arg(R"("random")", "resnet18", "64"));
        row("doubled batches", {{"batch", {"1..20", "48"}}},
            QString(R"([{"batch":[1,2,4,8,16,48],"fit":"square","input":"random",)"
                    R"("model":"resnet18","preprocess":"model","seed":1234,)"
                    R"("size_px":[224,512,1024]}])"));
        row("photographs", {{"input", {"sample:x.png", "random", "my,cat.png"}}},
            block.arg(QString(R"(["sample:x.png","random",%1])").arg(absolute("my,cat.png")),
                      "resnet18", "[224,512,1024]"));
    }
    void typed() {
        QFETCH(TypedWords, words);
        const auto plan = planFromWords(inferenceSpec(), words, {});
        QVERIFY2(plan, plan ? "" : qPrintable(describe(plan.error())));
        QTEST(casesOf(*plan), "cases");
        QCOMPARE(described(problemsOf(*plan, inferenceSpec(), {})), QStringList());
    }

    /// Files with a comma between them, and files with one in their name.
    void filesWithCommas_Y_29() {
        const QTemporaryDir folder;
        const auto file = [&](const char* name) { return folder.filePath(name).toStdString(); };
        for (const char* name : {"a.png", "b, c.png", "d.png"}) {
            QFile made(folder.filePath(name));
            QVERIFY(made.open(QIODevice::WriteOnly));
        }
        const auto inputs = [](const std::string& typed) {
            const auto plan = planFromWords(inferenceSpec(), {{"input", {typed}}}, {});
            return plan ? valuesIn(plan->cases.front(), "input") : std::vector<Json>{};
        };
        using Values = std::vector<Json>;
        const std::string a = file("a.png"), bc = file("b, c.png"), d = file("d.png");
        QCOMPARE(inputs(a + ',' + d), (Values{a, d}));
        QCOMPARE(inputs(a + ", " + d), (Values{a, d}));
        QCOMPARE(inputs(bc), (Values{bc}));
        QCOMPARE(inputs(a + ',' + bc + ',' + d), (Values{a, bc, d}));
        QCOMPARE(inputs("random," + d), (Values{"random", d}));
        QCOMPARE(inputs(a + ',' + file("none.png")), (Values{a, file("none.png")}));
        const std::string neither = file("not,there.png");
        QCOMPARE(inputs(neither), (Values{neither}));
    }

    void rangesAreDoubled_S0_13() {
        const Spec spec = inferenceSpec();
        const auto typed = [&](const char* axis, const char* text) {
            return jsonText(Json(doubled(*spec.find(axis), text)));
        };
        QCOMPARE(typed("batch", "1..16"), std::string("[1,2,4,8,16]"));
        QCOMPARE(typed("batch", "3..20"), std::string("[3,6,12]"));
        QCOMPARE(typed("batch", "8..8"), std::string("[8]"));
        QCOMPARE(typed("batch", "4611686018427387904..9223372036854775807"),
                 std::string("[4611686018427387904]"));
        for (const char* none : {"8", "8..4", "0..8", "-1..8", "1..", "..8", "1...8", "1..x", ""})
            QCOMPARE(typed("batch", none), std::string("[]"));
        QCOMPARE(typed("seed", "1..16"), std::string("[]"));  // no sweep
        QCOMPARE(typed("model", "1..16"), std::string("[]"));
        // What is no range is no number either.
        const auto refused = planFromWords(spec, {{"batch", {"8..4"}}}, {});
        QCOMPARE(describe(refused.error()),
                 QString(R"(not_a_whole_number {"option":"--batch","value":"8..4"})"));
    }

    /// One batch has no best; several in whichever block have.
    void theBestBatchIsOneOfSeveral_S0_13() {
        const Spec spec = inferenceSpec();
        const TypedWords asked{{"best_batch", {"typed"}}};
        const auto one = planFromWords(spec, asked, {});
        QVERIFY(one && one->run.flag("best_batch"));
        QCOMPARE(described(problemsOf(*one, spec, {})),
                 QStringList(R"(best_batch 0 0 best_batch_of_one {"field":"run.best_batch"})"));
        TypedWords several = asked;
        several["batch"] = {"1..8"};
        QCOMPARE(described(problemsOf(*planFromWords(spec, several, {}), spec, {})), QStringList());
    }

    void typedWordsOfATraining() {
        const auto plan = planFromWords(
            trainingSpec(),
            {{"data", {"digits", "synthetic", "synthetic:3x20", "textures", "own", "synthetics"}},
             {"hidden", {"16", "64"}},
             {"model", {"mlp"}},
             {"validation_share", {"20"}},
             {"deterministic", {"typed"}},
             {"checkpoint", {"kept, then.safetensors"}},
             {"keep_checkpoint", {"typed"}},
             {"save_weights", {"typed"}}},
            {});
        QVERIFY2(plan, plan ? "" : qPrintable(describe(plan.error())));
        const Json block = toJson(*plan)["cases"][0];
        QCOMPARE(QString::fromStdString(jsonText(block["data"])),
                 QString(R"(["digits","synthetic","synthetic:3x20","textures",%1,%2])")
                     .arg(absolute("own"), absolute("synthetics")));
        QCOMPARE(jsonText(block["hidden"]), std::string("[16,64]"));
        QCOMPARE(jsonText(block["validation_share"]), std::string("0.2"));
        QCOMPARE(jsonText(block["deterministic"]), std::string("false"));
        QVERIFY(plan->run.flag("save_weights") && plan->run.flag("keep_checkpoint"));
        QCOMPARE(QString::fromStdString(block["checkpoint"].get<std::string>()),
                 absolute("kept, then.safetensors").remove('"'));
        QCOMPARE(described(problemsOf(*plan, trainingSpec(), {})), QStringList());
    }

    /// The usual plan has the devices that work, among those that the experiment knows.
    void devicesAreThoseThatWork() {
        Spec spec = sample();
        const auto devices = [&](const Facts& facts) {
            const Json variant = toJson(usualPlan(spec, facts))["variants"][0];
            return QString::fromStdString(jsonText(variant["device"]));
        };
        QCOMPARE(devices({}), QString(R"("cpu")"));
        QCOMPARE(devices(kWithGpu), QString(R"(["cpu","cuda"])"));
        QCOMPARE(devices({.devices = {{}, {Api::Cuda}, {Api::Cuda, 2}}}),
                 QString(R"(["cpu","cuda","cuda:2"])"));
        // By OpenCL one, where the axis takes any, and none beside CUDA: it may be the same card.
        const Facts opencl{.devices = {{}, Device::OpenCl, {Api::OpenCl, 1}}};
        QCOMPARE(devices(opencl), QString(R"("cpu")"));
        std::ranges::find(spec.axes, kDeviceAxis, &Axis::id)->opencl = true;
        QCOMPARE(devices(opencl), QString(R"(["cpu","opencl"])"));
        QCOMPARE(devices({.devices = {{}, {Api::Cuda}, {Api::OpenCl}}}),
                 QString(R"(["cpu","cuda"])"));
        spec.axes = {exampleDeviceAxis()};
        spec.axes[0].gpus = false;
        QCOMPARE(devices(kWithGpu), QString(R"("cpu")"));
    }

    void whatIsMissingIsUsualAndNothingTwice() {
        const Plan plan = completed(
            planOf(R"({"experiment":"sample","cases":[{"n":[3,1,3],"odd":[1,1],"order":[]},{}],)"
                   R"("variants":[{"device":["cuda","cuda"]}],"preset":"quick"})"),
            sample());
        QCOMPARE(describe(plan),
                 QString(R"({"experiment":"sample","cases":[{"file":"random","label":"none",)"
                         R"("n":[3,1],"odd":[1,1],"order":[],"share":0.25,"warm":true},)"
                         R"({"file":"random","label":"none","n":[4,2],"order":"rows",)"
                         R"("share":0.25,"warm":true}],"variants":[{"device":"cuda",)"
                         R"("threads":0}],"preset":"quick"})"));
        QVERIFY(completed(plan, sample()) == plan);
    }

    void theBaseIsTheFirstOfThoseMostLikeIt_data() {
        QTest::addColumn<QByteArray>("base");
        QTest::addColumn<int>("index");
        QTest::newRow("none said") << QByteArray("{}") << 0;
        QTest::newRow("one value") << QByteArray(R"({"device":"cpu"})") << 1;
        QTest::newRow("a value of the last") << QByteArray(R"({"mode":"fused"})") << 3;
        QTest::newRow("more values") << QByteArray(R"({"device":"cpu","threads":2})") << 2;
        QTest::newRow("the most of them")
            << QByteArray(R"({"device":"cpu","mode":"fused","threads":1})") << 3;
        QTest::newRow("as many in two") << QByteArray(R"({"device":"cuda","mode":"fused"})") << 0;
        QTest::newRow("in none") << QByteArray(R"({"device":"tpu"})") << 0;
        QTest::newRow("an axis that none has") << QByteArray(R"({"tile":8,"threads":2})") << 2;
    }
    void theBaseIsTheFirstOfThoseMostLikeIt() {
        QFETCH(QByteArray, base);
        const std::vector<Params> variants{{{"device", "cuda"}, {"mode", "eager"}},
                                           {{"device", "cpu"}, {"mode", "eager"}, {"threads", 1}},
                                           {{"device", "cpu"}, {"mode", "eager"}, {"threads", 2}},
                                           {{"device", "cpu"}, {"mode", "fused"}, {"threads", 1}}};
        std::vector<const Params*> list;
        for (const Params& variant : variants) list.push_back(&variant);
        const Plan plan =
            planOf(R"({"experiment":"e","cases":[],"variants":[],"base":)" + base + '}');
        QTEST(static_cast<int>(baseIndex(list, plan.base)), "index");
        QCOMPARE(baseIndex({}, plan.base), std::size_t{0});
    }

private:
    QTemporaryDir m_shipped, m_none;
};

QTEST_APPLESS_MAIN(TestUsualPlans)
#include "tst_usual_plans.moc"
