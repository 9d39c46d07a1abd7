// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include <QTest>

#include "../by_night.h"
#include "model_testing.h"
#include "models/numerics.h"
#include "tensor/operators.h"

using namespace duelo;

class TestModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void modesAgreeWithEager_data();
    void modesAgreeWithEager();
    void sizeMayChangeBetweenImages();
    void imagesAndWeightsStayAsTheyWere_data();
    void imagesAndWeightsStayAsTheyWere();
    void sameImageSameBits();
    void oneWrongWeightShows();
    void refusals();
    void badInputIsRefused();
    void sharesWeightsThatNeedNoChange();
};

void TestModel::modesAgreeWithEager_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("precision");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("width");
    struct Size {
        int batch;
        int height;
        int width;
    };
    testing::ChosenRows rows;
    for (const ModelInfo& info : models()) {
        const int smallest = info.min_size_px;
        for (const auto& [batch, height, width] :
             {Size{1, 224, 224}, Size{3, 97, 97}, Size{1, smallest, smallest}, Size{2, 130, 75}})
            for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused})
                for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
                    if (mode == Mode::Eager && precision == Precision::Fp32) continue;
                    // Emulated bf16 takes minutes.
                    if (isSlowOnCpu(precision) && height > 97) continue;
                    if (!rows.takesNext()) continue;
                    QTest::addRow("%s %s %s %dx%dx%d", info.name.data(), word(mode).data(),
                                  word(precision).data(), batch, height, width)
                        << QString::fromLatin1(info.name.data()) << static_cast<int>(mode)
                        << static_cast<int>(precision) << batch << height << width;
                }
    }
}

void TestModel::modesAgreeWithEager() {  // R-30, DMP-1 step 2
    QFETCH(QString, model);
    QFETCH(int, mode);
    QFETCH(int, precision);
    QFETCH(int, batch);
    QFETCH(int, height);
    QFETCH(int, width);
    const ModelInfo& info = testing::modelNamed(model.toStdString());
    const WeightSet weights = testing::goldenWeights(info);
    const Tensor images = testing::goldenImages(batch, height, width);
    static std::map<QString, Tensor> references;
    Tensor& expected =
        references[QStringLiteral("%1 %2 %3 %4").arg(model).arg(batch).arg(height).arg(width)];
    if (!expected.defined()) expected = (*makeModel(info, weights, {}))->forward(images);

    const ModelOptions options{.mode = static_cast<Mode>(mode),
                               .precision = static_cast<Precision>(precision)};
    auto made = makeModel(info, weights, options);
    if (const auto possible = checkMode(Device::Cpu, options.mode, options.precision); !possible) {
        QCOMPARE(made.error(), possible.error());  // oneDNN has no bf16 for this processor
        return;
    }
    QVERIFY(made.has_value());
    const Tensor actual = (*made)->forward(images);
    QCOMPARE(actual.scalar_type(), ScalarType::Float);
    QVERIFY(actual.sizes() == IntArrayRef({batch, 1000}));
    const double error = testing::relativeError(actual, expected);
    const double limit = options.precision == Precision::Fp32 ? 1e-4 : 2e-2;
    QVERIFY2(error <= limit, std::to_string(error).c_str());
}

void TestModel::sizeMayChangeBetweenImages() {
    const ModelInfo& info = testing::modelNamed("efficientnet_lite0");
    const WeightSet weights = testing::goldenWeights(info);
    auto eager = makeModel(info, weights, {});
    auto fused = makeModel(info, weights, {.mode = Mode::Fused});
    for (const auto& [batch, size_px] : {std::pair{1, 96}, {2, 96}, {1, 97}, {1, 96}}) {
        const Tensor images = testing::goldenImages(batch, size_px, size_px);
        QVERIFY(testing::relativeError((*fused)->forward(images), (*eager)->forward(images)) <
                1e-4);
    }
}

void TestModel::imagesAndWeightsStayAsTheyWere_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("mode");
    testing::ChosenRows rows;
    for (const ModelInfo& info : models())
        for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused})
            if (rows.takesNext())
                QTest::addRow("%s %s", info.name.data(), word(mode).data())
                    << QString::fromLatin1(info.name.data()) << static_cast<int>(mode);
}

/// Weights may be views into the bytes of their file; the image is used again by other variants.
void TestModel::imagesAndWeightsStayAsTheyWere() {
    QFETCH(QString, model);
    QFETCH(int, mode);
    const ModelInfo& info = testing::modelNamed(model.toStdString());
    const WeightSet weights = testing::goldenWeights(info);
    static std::map<QString, WeightMap> originals;
    WeightMap& original = originals[model];
    if (original.empty())
        for (const auto& [name, tensor] : *weights) original[name] = tensor.clone();
    const Tensor images = testing::goldenImages(1, 64, 64);
    const Tensor kept = images.clone();
    auto made = makeModel(info, weights, {.mode = static_cast<Mode>(mode)});
    (void)(*made)->forward(images);
    QVERIFY(ops::equal(images, kept));
    for (const auto& [name, tensor] : *weights)
        QVERIFY2(ops::equal(tensor, original.at(name)), name.c_str());
}

void TestModel::sameImageSameBits() {
    const ModelInfo& info = testing::modelNamed("resnet18");
    const WeightSet weights = testing::goldenWeights(info);
    for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused}) {
        auto made = makeModel(info, weights, {.mode = mode});
        const Tensor images = testing::goldenImages(1, 96, 96);
        const Tensor first = (*made)->forward(images);
        for (int i = 0; i < 3; ++i) QVERIFY(ops::equal((*made)->forward(images), first));
    }
}

void TestModel::oneWrongWeightShows() {  // the test that the gate can fail
    const ModelInfo& info = testing::modelNamed("resnet18");
    const WeightSet weights = testing::goldenWeights(info);
    WeightMap changed = *weights;
    Tensor weight = changed.at("layer1.0.conv1.weight").clone();
    weight[0][0][1][1].add_(1.0);
    changed["layer1.0.conv1.weight"] = weight;
    const Tensor images = testing::goldenImages(1, 96, 96);
    auto one = makeModel(info, weights, {.mode = Mode::Fused});
    auto other = makeModel(info, std::make_shared<WeightMap>(changed), {.mode = Mode::Fused});
    QVERIFY(testing::relativeError((*one)->forward(images), (*other)->forward(images)) > 1e-3);
}

void TestModel::refusals() {
    const ModelInfo& info = testing::modelNamed("resnet18");
    const WeightSet weights = testing::goldenWeights(info);
    for (const Precision precision : {Precision::Fp16, Precision::Tf32}) {
        const auto made = makeModel(info, weights, {.precision = precision});
        QVERIFY(!made.has_value());
        QCOMPARE(made.error().code, std::string("precision_unsupported"));
    }
    // No CUDA module is loaded in this program.
    const auto gpu = makeModel(info, weights, {.device = Device::Cuda});
    QVERIFY(!gpu.has_value());
    QCOMPARE(gpu.error().code, std::string("device_unavailable"));
    QCOMPARE(gpu.error().args.at("device").get<std::string>(), std::string("cuda"));
}

void TestModel::badInputIsRefused() {
    const ModelInfo& info = testing::modelNamed("alexnet");
    auto made = makeModel(info, testing::goldenWeights(info), {.mode = Mode::Fused});
    Model& model = **made;
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, model.forward(ops::zeros({3, 64, 64})));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, model.forward(ops::zeros({1, 1, 64, 64})));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, model.forward(ops::zeros({1, 3, 62, 62})));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, model.forward(ops::zeros({0, 3, 64, 64})));
    const auto small = model.prepare(imageShape(1, 62, 62));
    QVERIFY(!small.has_value());
    QCOMPARE(small.error().code, std::string("image_too_small_for_model"));
    QVERIFY(model.forward(ops::zeros({1, 3, 64, 64})).defined());  // still usable
}

void TestModel::sharesWeightsThatNeedNoChange() {
    const ModelInfo& info = testing::modelNamed("alexnet");
    const WeightSet weights = testing::goldenWeights(info);
    const Tensor& matrix = weights->at("classifier.1.weight");
    const std::int64_t users = matrix.useCount();
    auto made = makeModel(info, weights, {});
    QCOMPARE(matrix.useCount(), users + 1);
}

QTEST_APPLESS_MAIN(TestModel)
#include "tst_model.moc"
