// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include <QTemporaryDir>
#include <QTest>

#include <ATen/ATen.h>

#include "base/places.h"
#include "experiments/inference/maker.h"
#include "experiments/inference/output.h"
#include "experiments/training/output.h"
#include "experiments/training/work_torch.h"
#include "measure/load_work.h"
#include "models/checkpoint.h"

using namespace duelo;

namespace {

const Variant kOneThread{.device = Device::Cpu, .threads = 1};

struct Training {
    Trained end;
    std::string file;  ///< of its weights
};

/// To its end, its weights kept.
Training trained(const TrainingCase& work, const QTemporaryDir& folder, const char* id) {
    TrainingContext context{.gpu = Gpu::instance(),
                            .save_weights = true,
                            .folder = fromUtf8(folder.path().toStdString())};
    TrainingWork training(
        trainingCell({.id = id, .experiment = "training", .work = work, .variant = kOneThread}),
        context);
    if (!training.prepare()) return {};
    for (int epoch = 0; epoch < work.epochs; ++epoch) static_cast<void>(training.step(1));
    const auto end = trainedOf({.output = training.output().output});
    return end ? Training{*end, end->weights_file} : Training{};
}

InferenceCase use(const std::string& model, const Training& training, const std::string& input) {
    return {
        .model = model, .weights = training.file, .input = input, .size_px = fixedSidePx(model)};
}

Cell cellOf(const InferenceCase& work) {
    return {.id = "c001", .experiment = "inference", .work = work, .variant = kOneThread};
}

Result<Output> outputOf(InferenceMaker& maker, const InferenceCase& work) {
    auto made = maker.create(cellOf(work));
    if (!made) return tl::unexpected(made.error());
    if (auto ready = (*made)->prepare(); !ready) return tl::unexpected(ready.error());
    static_cast<void>((*made)->step(1));
    return (*made)->output();
}

}  // namespace

/// X-11: what was trained is loaded again and recognises.
class TestTrainedInference : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void sameSamplesHaveTheSameAnswer_X_11_data();
    void sameSamplesHaveTheSameAnswer_X_11();
    void wrongPairingsAreReasons_X_11();
    void recordTellsWhatItsFileDescribes();
    void mapsAreThoseOfThePass_X_05_X_13();
    void mapsOfAPerceptron_X_13();

private:
    QTemporaryDir m_folder;
    std::map<std::string, Training> m_trained;
};

void TestTrainedInference::initTestCase() {
    m_trained["mlp-16"] =
        trained({.network = "mlp-16", .data = "digits", .epochs = 1}, m_folder, "c001");
    // One epoch leaves enough mistakes.
    m_trained["lab_alexnet"] = trained(
        {.network = "lab_alexnet", .data = "textures", .batch = 61, .epochs = 1}, m_folder, "c002");
    for (const auto& [name, training] : m_trained) {
        QVERIFY2(!training.file.empty(), name.c_str());
        QVERIFY(std::filesystem::path(training.file).is_absolute());
        QVERIFY(!training.end.mistakes.empty());
    }
}

void TestTrainedInference::sameSamplesHaveTheSameAnswer_X_11_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("set");
    QTest::newRow("mlp") << "mlp-16"
                         << "digits";
    QTest::newRow("lab_alexnet") << "lab_alexnet"
                                 << "textures";
}

/// The test pass of the training has told its answers and how sure it was.
void TestTrainedInference::sameSamplesHaveTheSameAnswer_X_11() {
#ifndef DUELO_VISION
    QSKIP("built without OpenCV");
#endif
    QFETCH(QString, model);
    QFETCH(QString, set);
    const Training& training = m_trained.at(model.toStdString());
    InferenceMaker maker(Gpu::instance());
    for (const Mistake& mistake : training.end.mistakes) {
        const std::string input = set.toStdString() + ':' + std::to_string(mistake.sample);
        const auto output = outputOf(maker, use(model.toStdString(), training, input));
        QVERIFY2(output.has_value(), output ? "" : output.error().code.c_str());
        const auto top = topClassesOf({.output = output->output});
        QCOMPARE(top.front().index, mistake.answer);
        QCOMPARE(top.front().label, training.end.classes[static_cast<std::size_t>(mistake.answer)]);
        QCOMPARE(top.front().set.value(), set.toStdString());
        QVERIFY2(std::abs(top.front().probability - mistake.probability) < 1e-5,
                 std::to_string(top.front().probability - mistake.probability).c_str());
    }
    const auto beyond =
        outputOf(maker, use(model.toStdString(), training, set.toStdString() + ":100000"));
    QCOMPARE(beyond.error().code, std::string("builtin_picture_missing"));
}

void TestTrainedInference::wrongPairingsAreReasons_X_11() {
    InferenceMaker maker(Gpu::instance());
    const auto whyNot = [&](const std::string& model, const std::string& file) {
        const auto possible =
            maker.check(cellOf({.model = model, .weights = file, .size_px = fixedSidePx(model)}));
        return possible ? std::string() : possible.error().code + possible.error().args.dump();
    };
    const std::string mlp = m_trained.at("mlp-16").file, alex = m_trained.at("lab_alexnet").file;
    const auto path = [](const std::string& file) { return R"("path":)" + Json(file).dump(); };
    QCOMPARE(whyNot("lab_alexnet", alex), std::string());
    QCOMPARE(whyNot("lab_alexnet", mlp),
             R"(weights_other_model{"model":"mlp-16",)" + path(mlp) + '}');
    QCOMPARE(whyNot("mlp-16", alex),
             R"(weights_other_model{"model":"lab_alexnet",)" + path(alex) + '}');
    QCOMPARE(whyNot("mlp", mlp), R"(weights_other_width{"hidden":16,)" + path(mlp) + '}');
    // The same weights, saved by somebody who did not say what they are.
    const auto told = readCheckpoint(fromUtf8(mlp));
    QVERIFY(told.has_value());
    const std::string untold = m_folder.filePath("untold.safetensors").toStdString();
    QVERIFY(writeSafetensors(fromUtf8(untold), told->tensors, {}).has_value());
    QCOMPARE(whyNot("mlp-16", untold), "weights_untold{" + path(untold) + '}');
    QCOMPARE(whyNot("mlp-16", m_folder.filePath("none").toStdString()).substr(0, 15),
             std::string("weights_missing"));
    // Of a published network that is not its own, too.
    const auto output = outputOf(maker, {.model = "alexnet", .weights = mlp, .size_px = 64});
    QCOMPARE(output.error().code, std::string("weights_other_model"));
    QCOMPARE(output.error().args.at("model").get<std::string>(), std::string("mlp-16"));
}

void TestTrainedInference::recordTellsWhatItsFileDescribes() {
    InferenceMaker maker(Gpu::instance());
    auto work = maker.create(cellOf(use("lab_alexnet", m_trained.at("lab_alexnet"), "random")));
    QVERIFY(work.has_value());
    const auto prepared = (*work)->prepare();
    QVERIFY(prepared.has_value());
    std::map<std::string, std::int64_t> quantities;
    for (const Quantity& quantity : prepared->quantities)
        quantities[quantity.id] = quantity.per_call;
    QCOMPARE(quantities.at("outputs"), std::int64_t{3});
    QCOMPARE(quantities.at("parameters"), std::int64_t{23243587});  // S2-08
    const Params params = use("mlp-16", m_trained.at("mlp-16"), "random");
    QCOMPARE(params.text("model"), std::string("mlp"));
    QCOMPARE(params.integer("hidden"), std::int64_t{16});
    QVERIFY(!params.has("size_px"));
    QCOMPARE(sizeOf(params), 28);
}

void TestTrainedInference::mapsAreThoseOfThePass_X_05_X_13() {
#ifndef DUELO_VISION
    QSKIP("built without OpenCV");
#endif
    InferenceMaker maker(Gpu::instance());
    const InferenceCase work{
        .model = "resnet18", .input = "sample:coffee.png", .size_px = 64, .batch = 8};
    const auto answer = maker.answer("feature_maps", {{"case", Params(work).json()}});
    QVERIFY2(answer.has_value(), answer ? "" : answer.error().code.c_str());
    QCOMPARE(answer->at("received").at("width_px").get<int>(), 64);
    QCOMPARE(answer->at("received").at("channels").get<int>(), 3);
    QVERIFY(!answer->contains("top"));  // its weights are random
    const Json& layers = answer->at("layers");
    QCOMPARE(layers.size(), std::size_t{21});  // 20 convolutions and a pooling
    QCOMPARE(layers[0].at("name").get<std::string>(), std::string("conv1"));
    QVERIFY(layers[0].at("shape") == Json({64, 32, 32}));
    QVERIFY(layers.back().at("shape") == Json({512, 2, 2}));
    for (const Json& layer : layers) {
        QCOMPARE(layer.at("maps").size(), std::size_t{12});
        for (const Json& map : layer.at("maps")) QCOMPARE(map.at("width_px"), layer.at("shape")[2]);
    }
    // A large map is reduced; a size beyond what is quick has a reason.
    InferenceCase large = work;
    large.size_px = 512;
    const auto reduced = maker.answer("feature_maps", {{"case", Params(large).json()}});
    QCOMPARE(reduced->at("layers")[0].at("maps")[0].at("width_px").get<int>(), 96);
    QCOMPARE(reduced->at("received").at("width_px").get<int>(), 384);
    large.size_px = 2048;
    QCOMPARE(maker.answer("feature_maps", {{"case", Params(large).json()}}).error().code,
             std::string("maps_too_large"));
    QCOMPARE(maker.answer("feature_maps", {{"case", {{"model", "none"}}}}).error().code,
             std::string("unknown_model"));
    QVERIFY(!maker.answer("feature_maps", Json::object()).has_value());
}

void TestTrainedInference::mapsOfAPerceptron_X_13() {
#ifndef DUELO_VISION
    QSKIP("built without OpenCV");
#endif
    InferenceMaker maker(Gpu::instance());
    const InferenceCase work = use("mlp-16", m_trained.at("mlp-16"), "digits:0");
    const auto answer = maker.answer("feature_maps", {{"case", Params(work).json()}});
    QVERIFY(answer.has_value());
    QCOMPARE(answer->at("received").at("channels").get<int>(), 1);
    QCOMPARE(answer->at("layers").size(), std::size_t{1});
    const Json& hidden = answer->at("layers")[0];
    QVERIFY(hidden.at("shape") == Json({16, 1, 1}));
    QCOMPARE(hidden.at("maps")[0].at("width_px").get<int>(), 4);
    QCOMPARE(answer->at("top").size(), std::size_t{5});
}

QTEST_GUILESS_MAIN(TestTrainedInference)
#include "tst_trained_inference.moc"
