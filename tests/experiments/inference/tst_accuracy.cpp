// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <numeric>
#include <string>
#include <utility>

#include <QTest>

#include "accuracy.h"
#include "models/balanced_weights.h"
#include "networks/official_weights.h"

using namespace duelo;

namespace {

bool takes(Mode mode, Precision precision) {
    return mode != Mode::Compiled || checkCompiled(Device::Cpu, precision).has_value();
}

}  // namespace

/// Answers in fewer bits against those in fp64; bench_accuracy has all networks and inputs.
class TestAccuracy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void fewerBitsStayWithinTheirBound_Y_10_data();
    void fewerBitsStayWithinTheirBound_Y_10();
    void depthwiseKernelsKeepTheirSums_Y_10();
    void meansStay_Y_10();
};

void TestAccuracy::initTestCase() {
    qputenv("DUELO_DNN_MODULE", DUELO_BINARY_DIR "/bin/libduelo_dnn.so");
}

void TestAccuracy::fewerBitsStayWithinTheirBound_Y_10_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<int>("batch");
    for (const quint64 seed : {quint64{1234}, quint64{5}})
        QTest::addRow("efficientnet_lite0 seed %d", static_cast<int>(seed))
            << QStringLiteral("efficientnet_lite0") << seed << 1;
    QTest::newRow("efficientnet_lite0 batch 4")
        << QStringLiteral("efficientnet_lite0") << quint64{42} << 4;
    QTest::newRow("mobilenet_v2") << QStringLiteral("mobilenet_v2") << quint64{1234} << 1;
    QTest::newRow("resnet18") << QStringLiteral("resnet18") << quint64{1234} << 1;
}

void TestAccuracy::fewerBitsStayWithinTheirBound_Y_10() {
    QFETCH(QString, model);
    QFETCH(quint64, seed);
    QFETCH(int, batch);
    const auto network = usableNetwork(model.toStdString()).value();
    auto weights = WeightStore().weights(network->info, {.seed = seed}).value();
    if (model == QLatin1String("efficientnet_lite0") && !officialWeightsFile("efficientnet_lite0"))
        QSKIP("the shipped weights are not here");
    testing::AccuracyOfCase measured(
        {.model = model.toStdString(), .size_px = 224, .batch = batch, .seed = seed}, network,
        std::move(weights));
    for (const auto& [mode, precision] : {std::pair{Mode::Eager, Precision::Fp32},
                                          {Mode::Compiled, Precision::Fp32},
                                          {Mode::Eager, Precision::Bf16},
                                          {Mode::Fused, Precision::Bf16},
                                          {Mode::Compiled, Precision::Bf16},
                                          {Mode::Compiled, Precision::Int8}}) {
        if (!takes(mode, precision)) continue;
        const auto found = measured.of(mode, precision);
        QVERIFY2(found.has_value(), found ? "" : found.error().code.c_str());
        const Variant variant{.precision = precision, .mode = mode};
        const std::string told = std::string(word(mode)) + " " + std::string(word(precision)) +
                                 ": " + std::to_string(found->error);
        // All logits, not only those that a record keeps; fused has biases in bf16 too.
        const double most = toleranceFor(variant, variant) * (mode == Mode::Fused ? 1.5 : 1);
        QVERIFY2(found->error <= most, told.c_str());
        QVERIFY2(found->check.has_value() && found->fp32_check.has_value(), told.c_str());
    }
}

void TestAccuracy::depthwiseKernelsKeepTheirSums_Y_10() {
    const ModelInfo& info = *findModel("mobilenet_v2").value();
    const WeightSet weights = randomWeights(info.network, 7);
    const std::string name = "features.2.conv.1.0.weight";
    const WeightSet made = balancedWeights(info, weights, {.precision = Precision::Bf16});
    const at::Tensor exact = weights->at(name).to(at::kDouble);
    const auto inBf16 = [](const at::Tensor& value) {
        return value.to(at::kBFloat16).to(at::kDouble);
    };
    const at::Tensor narrow = made->at(name).to(at::kDouble);
    QVERIFY(narrow.equal(inBf16(narrow)));  // rounded already
    const auto worst = [&](const at::Tensor& other) {
        return (other - exact).sum(at::IntArrayRef{1, 2, 3}).abs().max().item<double>();
    };
    QVERIFY(4 * worst(narrow) < worst(inBf16(exact)));
    for (const Precision precision : {Precision::Fp32, Precision::Tf32, Precision::Fp16})
        QVERIFY(balancedWeights(info, weights, {.mode = Mode::Fused, .precision = precision}) ==
                weights);
    // Others are rounded as ever.
    const ModelInfo& plain = *findModel("resnet18").value();
    const WeightSet random = randomWeights(plain.network, 7);
    QVERIFY(balancedWeights(plain, random, {.mode = Mode::Fused, .precision = Precision::Bf16}) ==
            random);
}

/// A network of few layers answers an image of one number nearly as in fp64, whatever its weights
/// lose.
void TestAccuracy::meansStay_Y_10() {
    ModelInfo info{.name = "one",
                   .note_code = {},
                   .network = Network{},
                   .parameters = 0,
                   .classes = 16,
                   .min_size_px = 32,
                   .normalisation = {}};
    info.network.linear(
        info.network.flatten(info.network.adaptiveAvgPool(
            info.network.relu(info.network.conv(
                info.network.conv(Network::kImage, "conv",
                                  {.out_channels = 64, .kernel = 3, .bias = true}),
                "depthwise", {.out_channels = 64, .kernel = 3, .groups = 64, .bias = true})),
            1)),
        "fc", 16);
    const WeightSet weights = randomWeights(info.network, 3);
    const auto largest = [&](const WeightSet& used) {
        const at::Tensor images = at::rand({1, 3, 64, 64});
        const at::Tensor exact = testing::ExactNetwork(info.network, *weights).forward(images);
        WeightMap rounded = *used;
        for (auto& [name, tensor] : rounded)
            if (name.ends_with(".weight")) tensor = tensor.to(at::kBFloat16).to(at::kFloat);
        return (testing::ExactNetwork(info.network, rounded).forward(images) - exact)
            .abs()
            .max()
            .item<double>();
    };
    QVERIFY(3 * largest(balancedWeights(info, weights, {.precision = Precision::Bf16})) <
            largest(weights));
}

QTEST_APPLESS_MAIN(TestAccuracy)
#include "tst_accuracy.moc"
