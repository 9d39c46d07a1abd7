// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <QTemporaryDir>
#include <QTest>

#include "../../models/model_testing.h"
#include "base/base64.h"
#include "base/places.h"
#include "experiments/inference/feature_plane.h"
#include "experiments/inference/maker.h"
#include "experiments/inference/output.h"
#include "experiments/specs.h"
#include "experiments/training/output.h"
#include "experiments/training/work_torch.h"
#include "measure/load_work.h"
#include "models/checkpoint.h"
#include "networks/official_weights.h"
#include "record/tolerance.h"
#include "tensor/operators.h"
#ifdef DUELO_VISION
#include "vision/decode.h"
#include "vision/write_png.h"
#endif

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
    void severalShareABatch_X_06_data();
    void severalShareABatch_X_06();
    void batchSaysHowItIsFilled_X_06();
    void photographsKeepTheirSize_X_06();
    void planeIsThatOfNumpy_X_12();
    void featuresOfABatchAreAPlane_X_12();
    void mapsStandInTheResult_X_05_X_13();

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
    for (const TestAnswer& mistake : training.end.mistakes) {
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

void TestTrainedInference::severalShareABatch_X_06_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("precision");
    for (const char* mode : {"eager", "channels_last", "fused"})
        for (const char* precision : {"fp32", "bf16"})
            QTest::addRow("%s %s", mode, precision) << QString(mode) << QString(precision);
}

/// Each photograph of a batch has the answer that it has alone, in its place, within the tolerance
/// of the mode.
void TestTrainedInference::severalShareABatch_X_06() {
#ifndef DUELO_VISION
    QSKIP("built without OpenCV");
#endif
    QFETCH(QString, mode);
    QFETCH(QString, precision);
    Variant variant = kOneThread;
    variant.mode = parseWord<Mode>(mode.toStdString()).value();
    variant.precision = parseWord<Precision>(precision.toStdString()).value();
    InferenceMaker maker(Gpu::instance());
    if (const auto possible = checkMode(variant.device, variant.mode, variant.precision);
        !possible) {
        Cell cell = cellOf(use("lab_alexnet", m_trained.at("lab_alexnet"), "textures:80"));
        cell.variant = variant;
        QCOMPARE(maker.check(cell).error(), possible.error());  // oneDNN has no bf16 here
        return;
    }
    const auto answers = [&](const InferenceCase& work) {
        Cell cell = cellOf(work);
        cell.variant = variant;
        auto made = maker.create(cell);
        if (!made || !(*made)->prepare()) return ResultRecord();
        static_cast<void>((*made)->step(1));
        return ResultRecord{.output = (*made)->output().output};
    };
    const std::vector<std::string> textures{"textures:80", "textures:3", "textures:170",
                                            "textures:260", "textures:95"};
    InferenceCase work = use("lab_alexnet", m_trained.at("lab_alexnet"), textures.front());
    work.together = textures;
    work.batch = 8;
    const Params params = work;
    QVERIFY(params.at("input").is_array());
    QCOMPARE(inferenceCase(params).together, textures);
    const auto together = recognisedAll(params, answers(work));
    QCOMPARE(together.size(), textures.size());
    const double tolerance = toleranceFor(kOneThread, variant);
    for (std::size_t i = 0; i < textures.size(); ++i) {
        QCOMPARE(together[i].input, textures[i]);
        const InferenceCase lone = use("lab_alexnet", m_trained.at("lab_alexnet"), textures[i]);
        const auto alone = recognisedAll(lone, answers(lone));
        QCOMPARE(alone.size(), std::size_t{1});
        QCOMPARE(together[i].top.front().index, alone.front().top.front().index);
        QCOMPARE(together[i].top.front().label, alone.front().top.front().label);
        const double apart =
            together[i].top.front().probability - alone.front().top.front().probability;
        QVERIFY2(std::abs(apart) <= tolerance, std::to_string(apart).c_str());
    }
}

void TestTrainedInference::batchSaysHowItIsFilled_X_06() {
#ifndef DUELO_VISION
    QSKIP("built without OpenCV");
#endif
    InputStore store;
    const ModelInfo& info = **findModel("resnet18");
    InferenceCase work{.model = "resnet18",
                       .input = "sample:coffee.png",
                       .together = {"sample:coffee.png", "sample:chelsea.png", "digits:7"},
                       .size_px = 64,
                       .batch = 5};
    const auto notes = [](const ModelInput& input) {
        std::set<std::string> codes;
        for (const Reason& note : input.identity.notes) codes.insert(note.code);
        return codes;
    };
    const auto filled = store.input(work, info);
    QVERIFY(filled.has_value());
    QVERIFY(notes(*filled).contains("photos_repeated"));
    const Tensor& images = filled->images;
    QVERIFY(ops::equal(images[0], images[3]) && ops::equal(images[1], images[4]));
    QVERIFY(!ops::equal(images[0], images[1]) && !ops::equal(images[1], images[2]));
    work.batch = 3;
    QVERIFY(!notes(*store.input(work, info)).contains("photos_repeated"));
    work.batch = 2;
    QVERIFY(notes(*store.input(work, info)).contains("photos_left_out"));
    QCOMPARE(picturesIn(work).size(), std::size_t{2});
    // One that cannot be read spoils the batch, and is named.
    work.together[1] = "sample:nobody.png";
    QCOMPARE(store.input(work, info).error().args.at("name").get<std::string>(),
             std::string("nobody.png"));
    InferenceMaker maker(Gpu::instance());
    QCOMPARE(maker.look(cellOf(work), false).error().code, std::string("sample_missing"));
}

void TestTrainedInference::photographsKeepTheirSize_X_06() {
#ifndef DUELO_VISION
    QSKIP("built without OpenCV");
#else
    const auto photograph = [&](const char* name, int width_px, int height_px) {
        Picture picture{{3, height_px, width_px}, {}};
        for (std::size_t i = 0; i < picture.shape.bytes(); ++i)
            picture.pixels.push_back(static_cast<std::uint8_t>(i * i % 251));
        const std::string png = pngBytes(picture);
        const QString path = m_folder.filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
        file.write(QByteArray::fromStdString(png));
        return path.toStdString();
    };
    const std::string wide = photograph("wide.png", 97, 64), other = photograph("o.png", 97, 64);
    const std::string tall = photograph("tall.png", 64, 97), small = photograph("s.png", 40, 8);
    InferenceCase work{.model = "resnet18", .input = wide, .fit = Fit::Own};
    QVERIFY(!Params(work).has("size_px"));
    QCOMPARE(inferenceCase(Params(work)).size_px, 0);
    InferenceMaker maker(Gpu::instance());
    std::optional<Fingerprint> first;
    for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused}) {
        Cell cell = cellOf(work);
        cell.variant = Variant{.device = Device::Cpu, .threads = 1, .mode = mode};
        QVERIFY(maker.forecast(cell)->bytes > 0);
        auto made = maker.create(cell);
        QVERIFY(made.has_value());
        const auto prepared = (*made)->prepare();
        QVERIFY(prepared.has_value());
        QCOMPARE(prepared->identities.front().shape, (std::vector<std::int64_t>{1, 3, 64, 97}));
        static_cast<void>((*made)->step(1));
        const auto found = (*made)->output().fingerprint;
        if (!first) first = found;
        for (std::size_t i = 0; i < found->values.size(); ++i)
            QVERIFY(std::abs(found->values[i] - first->values[i]) <= 1e-4 * first->largest);
    }
    // Larger images are more work.
    InferenceCase square = work;
    square.fit = Fit::Square;
    square.size_px = 64;
    QVERIFY(*maker.forecast(cellOf(work))->flop > *maker.forecast(cellOf(square))->flop);
    const auto whyNot = [&](const InferenceCase& wrong) {
        const auto possible = maker.check(cellOf(wrong));
        return possible ? std::string() : possible.error().code;
    };
    work.batch = 2;
    work.together = {wide, other};
    QCOMPARE(whyNot(work), std::string());
    QVERIFY(outputOf(maker, work).has_value());
    work.together = {wide, tall};
    QCOMPARE(whyNot(work), std::string("own_sizes_differ"));
    work.together.clear();
    work.input = small;
    QCOMPARE(whyNot(work), std::string("size_too_small"));
    work.input = m_folder.filePath("none.png").toStdString();
    QCOMPARE(whyNot(work), std::string("image_not_found"));
    InferenceCase fixed = use("mlp-16", m_trained.at("mlp-16"), wide);
    fixed.fit = Fit::Own;
    QCOMPARE(whyNot(fixed), std::string("own_size_of_fixed"));
    work.input = tall;
    work.batch = 1;
    const auto maps = maker.answer("feature_maps", {{"case", Params(work).json()}});
    QVERIFY(maps.has_value());
    QVERIFY(maps->at("layers")[0].at("shape") == Json({64, 49, 32}));
#endif
}

/// Computed with numpy 2.4.6: numpy.linalg.svd(rows - rows.mean(0), full_matrices=False).
void TestTrainedInference::planeIsThatOfNumpy_X_12() {
    std::array rows{2.0, 0.0, 1.0,  -1.0, 1.0, 3.0, 0.5, 0.0,  0.0, 1.0,
                    4.0, 2.0, -2.0, 0.5,  3.0, 1.0, 5.0, -1.0, 0.0, 2.0};
    std::array places{1.1753741244893503,  -0.9706890538588413, -0.14284833019838541,
                      -2.480635960311637,  -2.183840872576298,  1.5672213462783326,
                      -3.2798360839475427, 0.5368466969454785,  4.431151162232874,
                      1.3472569709466642};
    const auto plane = principalPlane(ops::from_blob(rows.data(), {5, 4}, ScalarType::Double));
    QVERIFY(plane.has_value());
    QVERIFY(testing::isClose(
        plane->places, ops::from_blob(places.data(), {5, 2}, ScalarType::Double), 1e-9, 1e-9));
    QVERIFY(std::abs(plane->x_share - 0.6746032526718913) < 1e-12);
    QVERIFY(std::abs(plane->y_share - 0.21504207521934918) < 1e-12);
    QVERIFY(!principalPlane(ops::ones({3, 4}, ScalarType::Double)));
    QVERIFY(!principalPlane(ops::arange(3, ScalarType::Double).view({3, 1})));
}

void TestTrainedInference::featuresOfABatchAreAPlane_X_12() {
#ifndef DUELO_VISION
    QSKIP("built without OpenCV");
#endif
    InferenceMaker maker(Gpu::instance());
    InferenceCase work = use("mlp-16", m_trained.at("mlp-16"), "digits:0");
    work.together = {"digits:0", "digits:600", "digits:1200", "digits:1800"};
    work.batch = 4;
    const auto output = outputOf(maker, work);
    QVERIFY(output.has_value());
    const ResultRecord result{.output = output->output};
    const auto plane = featurePlaneOf(result);
    QVERIFY(plane.has_value());
    QCOMPARE(plane->values, std::int64_t{16});
    QCOMPARE(plane->points.size(), std::size_t{4});
    QVERIFY(plane->x_share >= plane->y_share && plane->x_share + plane->y_share <= 1 + 1e-12);
    const auto recognised = recognisedAll(work, result);
    double x = 0, y = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        QCOMPARE(plane->points[i].input, work.together[i]);
        QCOMPARE(plane->points[i].top.index, recognised[i].top.front().index);
        x += plane->points[i].x;
        y += plane->points[i].y;
    }
    QVERIFY(std::abs(x) < 1e-6 && std::abs(y) < 1e-6);
    // Once for all variants of a case; of two photographs there is none, nor of random weights.
    QVERIFY(!outputOf(maker, work)->output.contains("features"));
    work.batch = 2;
    QVERIFY(!outputOf(maker, work)->output.contains("features"));
    const InferenceCase random{.model = "resnet18",
                               .input = "digits:0",
                               .together = work.together,
                               .size_px = 32,
                               .batch = 4};
    if (!officialWeightsFile("resnet18"))
        QVERIFY(!outputOf(maker, random)->output.contains("features"));
    // To the network they are all alike.
    InferenceCase same = work;
    same.batch = 3;
    same.together = {"digits:0", "digits:0", "digits:0"};
    const auto alike = outputOf(maker, same);
    QVERIFY(!alike->output.contains("features"));
    QCOMPARE(alike->notes.back().code, std::string("features_alike"));
}

void TestTrainedInference::mapsStandInTheResult_X_05_X_13() {
#ifndef DUELO_VISION
    QSKIP("built without OpenCV");
#else
    InferenceMaker maker(Gpu::instance(), "conv1");
    const InferenceCase work{.model = "resnet18", .input = "sample:coffee.png", .size_px = 64};
    const auto output = outputOf(maker, work);
    QVERIFY(output.has_value());
    const auto maps = layerMapsOf({.output = output->output});
    QVERIFY(maps.has_value());
    QCOMPARE(maps->layer, std::string("conv1"));
    QCOMPARE(maps->shape, (std::vector<std::int64_t>{64, 32, 32}));
    QCOMPARE(maps->maps.size(), std::size_t{12});
    const auto pixelsOf = [](const std::string& png) {
        return decodeImage(std::vector<std::uint8_t>(png.begin(), png.end())).value();
    };
    QCOMPARE(pixelsOf(maps->received).width_px, 64);
    // They are those of the window's question, enlarged by whole steps.
    const auto asked = maker.answer("feature_maps", {{"case", Params(work).json()}});
    const Json& first = asked->at("layers")[0].at("maps")[0];
    const RgbImage large = pixelsOf(maps->maps.front());
    QCOMPARE(large.width_px, 96);
    std::string small;
    for (int y = 0; y < 32; ++y)
        for (int x = 0; x < 32; ++x)
            small +=
                static_cast<char>(large.rgb[static_cast<std::size_t>(3 * (3 * y * 96 + 3 * x))]);
    QVERIFY(fromBase64(first.at("pixels").get<std::string>()).value() == small);
    // Damaged, they are none.
    Json damaged = output->output;
    damaged["maps"]["maps_png"][0] = base64(std::vector<std::uint8_t>{1, 2, 3});
    QVERIFY(!layerMapsOf({.output = damaged}));
    // A plan names a layer that all its networks have.
    Plan plan = usualPlan(*findSpec("inference"), Facts{});
    plan.cases.front()["model"] = {"resnet18", "mobilenet_v2"};
    plan.run.set("maps", "layer1.0.conv1");
    const auto unknown = validated(plan, Facts{});
    QCOMPARE(unknown.error().code, std::string("layer_not_there"));
    QCOMPARE(unknown.error().args.at("model").get<std::string>(), std::string("mobilenet_v2"));
    plan.cases.front()["model"] = {"resnet18"};
    QVERIFY(validated(plan, Facts{}).has_value());
    plan.cases.front()["input"] = {Json::array({"sample:coffee.png", "random"})};
    QCOMPARE(validated(plan, Facts{}).error().code, std::string("together_random"));
#endif
}

QTEST_GUILESS_MAIN(TestTrainedInference)
#include "tst_trained_inference.moc"
