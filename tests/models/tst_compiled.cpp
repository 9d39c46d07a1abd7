// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>

#include <QTest>

#include "../by_night.h"
#include "model_testing.h"
#include "models/calibration.h"
#include "models/compiled_network.h"
#include "networks/cost.h"
#include "tensor/parallel.h"

using namespace duelo;

namespace {

std::unique_ptr<Model> compiled(const ModelInfo& info, Precision precision = Precision::Fp32) {
    const WeightSet weights = testing::goldenWeights(info);
    ModelOptions options{.mode = Mode::Compiled, .precision = precision};
    if (precision == Precision::Int8)
        options.calibration = std::make_shared<const Calibration>(
            calibrate(info, weights, testing::goldenImages(3, 160, 160)).value());
    return makeModel(info, weights, options).value();
}

bool takes(Precision precision) {
    return checkCompiled(Device::Cpu, precision).has_value();
}

}  // namespace

class TestCompiled : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void agreesWithEager_data();
    void agreesWithEager();
    void sizeAndThreadsMayChange();
    void sameImageSameBits();
    void imagesAndWeightsStayAsTheyWere();
    void forecastCoversTheArena_data();
    void forecastCoversTheArena();
    void kernelsNameAllLayers();
    void refusals();
};

void TestCompiled::initTestCase() {
    qputenv("DUELO_DNN_MODULE", DUELO_BINARY_DIR "/bin/libduelo_dnn.so");
    const auto possible = checkCompiled(Device::Cpu, Precision::Fp32);
    QVERIFY2(possible.has_value(), possible ? "" : possible.error().message.c_str());
}

void TestCompiled::agreesWithEager_data() {  // G10, G11, R-30
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("precision");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("width");
    testing::ChosenRows rows;
    for (const ModelInfo& info : models())
        for (const Precision precision : {Precision::Fp32, Precision::Bf16, Precision::Int8})
            for (const auto& [batch, height, width] : {std::tuple{1, 224, 224},
                                                       {2, 97, 131},
                                                       {8, 75, 75},
                                                       {1, info.min_size_px, info.min_size_px}}) {
                if (!rows.takesNext()) continue;
                QTest::addRow("%s %s %dx%dx%d", info.name.data(), word(precision).data(), batch,
                              height, width)
                    << QString::fromLatin1(info.name.data()) << static_cast<int>(precision) << batch
                    << height << width;
            }
}

void TestCompiled::agreesWithEager() {
    QFETCH(QString, model);
    QFETCH(int, precision);
    QFETCH(int, batch);
    QFETCH(int, height);
    QFETCH(int, width);
    const auto numbers = static_cast<Precision>(precision);
    if (!takes(numbers)) QSKIP("oneDNN has no such numbers on this processor");
    const ModelInfo& info = testing::modelNamed(model.toStdString());
    const Tensor images = testing::goldenImages(batch, height, width);
    static std::map<QString, Tensor> references;
    Tensor& expected =
        references[QStringLiteral("%1 %2 %3 %4").arg(model).arg(batch).arg(height).arg(width)];
    if (!expected.defined())
        expected = (*makeModel(info, testing::goldenWeights(info), {}))->forward(images);
    const Tensor actual = compiled(info, numbers)->forward(images);
    QCOMPARE(actual.scalar_type(), ScalarType::Float);
    QVERIFY(actual.sizes() == expected.sizes());
    const double error = testing::relativeError(actual, expected);
    const double most = numbers == Precision::Fp32 ? 1e-4 : numbers == Precision::Bf16 ? 2e-2 : 0.2;
    QVERIFY2(error <= most, std::to_string(error).c_str());
}

void TestCompiled::sizeAndThreadsMayChange() {
    const ModelInfo& info = testing::modelNamed("efficientnet_lite0");
    const auto eager = makeModel(info, testing::goldenWeights(info), {}).value();
    const auto model = compiled(info);
    const int usual = ops::get_num_threads();
    for (const auto& [batch, size_px, threads] :
         {std::tuple{1, 96, usual}, {2, 96, usual}, {2, 96, 1}, {1, 97, 3}, {1, 96, usual}}) {
        ops::set_num_threads(threads);
        const Tensor images = testing::goldenImages(batch, size_px, size_px);
        QVERIFY(testing::relativeError(model->forward(images), eager->forward(images)) < 1e-4);
    }
    ops::set_num_threads(usual);
}

void TestCompiled::sameImageSameBits() {
    const ModelInfo& info = testing::modelNamed("mobilenet_v2");
    const auto model = compiled(info);
    const Tensor images = testing::goldenImages(2, 96, 96);
    const Tensor first = model->forward(images);
    const Tensor kept = first.clone();
    const Tensor other = model->forward(testing::goldenImages(2, 96, 96).mul_(0.5));
    QVERIFY(ops::equal(first, kept));  // an answer belongs to who asked
    QVERIFY(!ops::equal(other, first));
    QVERIFY(ops::equal(model->forward(images), first));
}

void TestCompiled::imagesAndWeightsStayAsTheyWere() {
    const ModelInfo& info = testing::modelNamed("resnet18");
    const WeightSet weights = testing::goldenWeights(info);
    const Tensor images = testing::goldenImages(1, 96, 96);
    const Tensor image = images.clone(), weight = weights->at("conv1.weight").clone();
    const auto model = compiled(info, takes(Precision::Bf16) ? Precision::Bf16 : Precision::Fp32);
    (void)model->forward(images);
    QVERIFY(ops::equal(images, image));
    QVERIFY(ops::equal(weights->at("conv1.weight"), weight));
}

void TestCompiled::forecastCoversTheArena_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("precision");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("size_px");
    testing::ChosenRows rows;
    for (const ModelInfo& info : models())
        for (const Precision precision : {Precision::Fp32, Precision::Bf16, Precision::Int8})
            for (const auto& [batch, size_px] : {std::pair{1, 224}, {3, 97}, {8, 160}}) {
                if (!rows.takesNext()) continue;
                QTest::addRow("%s %s %dx%d", info.name.data(), word(precision).data(), batch,
                              size_px)
                    << QString::fromLatin1(info.name.data()) << static_cast<int>(precision) << batch
                    << size_px;
            }
}

void TestCompiled::forecastCoversTheArena() {
    QFETCH(QString, model);
    QFETCH(int, precision);
    QFETCH(int, batch);
    QFETCH(int, size_px);
    const auto numbers = static_cast<Precision>(precision);
    if (!takes(numbers)) QSKIP("oneDNN has no such numbers on this processor");
    const ModelInfo& info = testing::modelNamed(model.toStdString());
    const Shape image = imageShape(batch, size_px, size_px);
    const auto forecast = forecastMemory(info.network, image, Device::Cpu, Mode::Compiled, numbers);
    QVERIFY(forecast.has_value());
    const auto made = compiled(info, numbers);
    QVERIFY(made->prepare(image).has_value());
    const std::int64_t arena = made->compiled()->arenaBytes();
    const std::int64_t weights = made->compiled()->weightsBytes();
    const std::string told =
        std::to_string(arena) + " of " + std::to_string(forecast->activation_bytes) + " + " +
        std::to_string(forecast->workspace_bytes) + ", " + std::to_string(weights) + " of " +
        std::to_string(forecast->weights_bytes);
    QVERIFY2(arena <= forecast->activation_bytes + forecast->workspace_bytes, told.c_str());
    QVERIFY2(weights <= forecast->weights_bytes - info.parameters * 4, told.c_str());
    // And is no blank cheque: beside the weights as they were read.
    // A layer is folded in fp32, whatever it becomes.
    const std::int64_t folded = numbers == Precision::Int8 ? 4 * weights : weights;
    QVERIFY2(forecast->weights_bytes <= 3 * folded + info.parameters * 4 + (8 << 20), told.c_str());
    QVERIFY2(forecast->activation_bytes <= 2 * arena + (8 << 20), told.c_str());
}

void TestCompiled::kernelsNameAllLayers() {
    const ModelInfo& info = testing::modelNamed("mobilenet_v2");
    const auto model = compiled(info);
    QVERIFY(model->prepare(imageShape(1, 96, 96)).has_value());
    std::string names;
    std::int64_t flop = 0;
    for (const CompiledKernel& kernel : model->compiled()->kernels()) {
        QVERIFY(!kernel.implementation.empty());
        QVERIFY(kernel.bytes > 0);
        QCOMPARE(kernel.ms, 0.0);
        flop += kernel.flop;
        names += kernel.layers + " ";
    }
    QCOMPARE(flop, modelCost(info.network, imageShape(1, 96, 96))->flop);
    for (const Node& node : info.network.nodes())
        if (node.isConvOrLinear())
            QVERIFY2(names.find(node.name + " ") != std::string::npos, node.name.c_str());
    // Most of ResNet-18's 3x3 convolutions are done with fewer products.
    const ModelInfo& dense = testing::modelNamed("resnet18");
    const auto other = compiled(dense);
    QVERIFY(other->prepare(imageShape(1, 224, 224)).has_value());
    const auto kernels = other->compiled()->kernels();
    QCOMPARE(std::ranges::count_if(kernels,
                                   [](const CompiledKernel& kernel) {
                                       return kernel.implementation.starts_with("duelo:wino_");
                                   }),
             13);
    const std::int64_t counted = modelCost(dense.network, imageShape(1, 224, 224))->flop;
    QVERIFY(other->compiled()->flop() < counted / 2);
    QVERIFY(other->compiled()->flop() > counted / 4);
    for (const CompiledKernel& kernel :
         model->compiled()->timed(testing::goldenImages(1, 96, 96), 3))
        QVERIFY(kernel.ms > 0);
}

void TestCompiled::refusals() {
    const ModelInfo& info = testing::modelNamed("resnet18");
    const WeightSet weights = testing::goldenWeights(info);
    const auto codeOf = [&](const ModelOptions& options) {
        const auto made = makeModel(info, weights, options);
        return made ? std::string() : made.error().code;
    };
    QCOMPARE(codeOf({.mode = Mode::Compiled, .precision = Precision::Fp16}),
             std::string("precision_unsupported"));
    QCOMPARE(codeOf({.mode = Mode::Fused, .precision = Precision::Int8}),
             std::string("int8_needs_compiled"));
    QCOMPARE(checkCompiled(Device::Cuda, Precision::Fp32).error().code,
             std::string("compiled_needs_cpu"));
    const auto made = compiled(testing::modelNamed("alexnet"));
    QCOMPARE(made->prepare(imageShape(1, 40, 40)).error().code,
             std::string("image_too_small_for_model"));
}

QTEST_APPLESS_MAIN(TestCompiled)
#include "tst_compiled.moc"
