// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include <QTest>

#include "accuracy.h"
#include "models/balanced_weights.h"
#include "models/onednn.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"
#include "tensor/parallel.h"

using namespace duelo;

namespace {

bool takes(Mode mode, Precision precision) {
    return checkMode(Device::Cpu, mode, precision).has_value();
}

testing::AccuracyOfCase caseOf(const QString& model, const QString& input, std::uint64_t seed) {
    const auto network = usableNetwork(model.toStdString()).value();
    auto weights = WeightStore().weights(network->info, {.seed = seed}).value();
    return {
        {.model = model.toStdString(), .input = input.toStdString(), .size_px = 224, .seed = seed},
        network,
        std::move(weights)};
}

Tensor imagesOf(const char* name) {
    Tensor images = ops::empty({1, 3, 64, 64});
    randomUniform(1, name, images.data_ptr<float>(), images.numel());
    return images;
}

/// A network without layers.
ModelInfo infoOf() {
    return {.name = "one",
            .note_code = {},
            .network = Network{},
            .parameters = 0,
            .classes = 16,
            .min_size_px = 32,
            .normalisation = {}};
}

}  // namespace

/// Answers in fewer bits against those in fp64; bench_accuracy has all networks and inputs.
class TestAccuracy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void fewerBitsStayWithinTheirBound_Y_10_data();
    void fewerBitsStayWithinTheirBound_Y_10();
    void roundingAloneExplainsIt_Y_10();
    void fusedBiasesKeepTheirBits_Y_10();
    void depthwiseKernelsKeepTheirSums_Y_10();
    void meansStay_Y_10();
};

void TestAccuracy::initTestCase() {
    ops::set_num_threads(1);  // threads that wait spinning make it slow where other tests run
    qputenv("DUELO_DNN_MODULE", DUELO_BINARY_DIR "/bin/libduelo_dnn.so");
}

void TestAccuracy::fewerBitsStayWithinTheirBound_Y_10_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("input");
    QTest::addColumn<quint64>("seed");
    const QString random = QString::fromLatin1(kRandomInput.data());
    for (const quint64 seed : {quint64{1234}, quint64{1235}})
        QTest::addRow("efficientnet_lite0 seed %d", static_cast<int>(seed))
            << QStringLiteral("efficientnet_lite0") << random << seed;
    for (const char* const model : {"efficientnet_lite0", "mobilenet_v2"})
        QTest::addRow("%s photograph", model)
            << QString::fromLatin1(model) << QStringLiteral("sample:rocket.jpg") << quint64{1234};
    for (const char* const model : {"mobilenet_v2", "resnet18"})
        QTest::addRow("%s", model) << QString::fromLatin1(model) << random << quint64{1234};
}

void TestAccuracy::fewerBitsStayWithinTheirBound_Y_10() {
    QFETCH(QString, model);
    QFETCH(QString, input);
    QFETCH(quint64, seed);
    testing::AccuracyOfCase measured = caseOf(model, input, seed);
    for (const auto& [mode, precision] : {std::pair{Mode::Eager, Precision::Fp32},
                                          {Mode::Compiled, Precision::Fp32},
                                          {Mode::Eager, Precision::Bf16},
                                          {Mode::Fused, Precision::Bf16},
                                          {Mode::Compiled, Precision::Bf16},
                                          {Mode::Compiled, Precision::Int8}}) {
        if (!takes(mode, precision)) continue;
        const auto found = measured.of(mode, precision);
        QVERIFY2(found.has_value(), found ? "" : found.error().code.c_str());
        const std::string told = std::string(word(mode)) + " " + std::string(word(precision)) +
                                 ": " + std::to_string(found->error);
        // All logits, not only those that a record keeps.
        QVERIFY2(found->error <= measured.tolerance(mode, precision), told.c_str());
        QVERIFY2(found->check.has_value() && found->fp32_check.has_value(), told.c_str());
    }
}

/// Exact sums of the same rounded numbers err as much, so no kernel adds to it.
void TestAccuracy::roundingAloneExplainsIt_Y_10() {
    testing::AccuracyOfCase measured =
        caseOf(QStringLiteral("efficientnet_lite0"), QStringLiteral("sample:rocket.jpg"), 1234);
    for (const auto& [mode, precision] : {std::pair{Mode::Eager, Precision::Bf16},
                                          {Mode::Fused, Precision::Bf16},
                                          {Mode::Compiled, Precision::Bf16},
                                          {Mode::Compiled, Precision::Int8}}) {
        if (!takes(mode, precision)) continue;
        const auto causes = measured.causes(mode, precision);
        const auto found = measured.of(mode, precision);
        QVERIFY(found.has_value());
        const std::string told = std::string(word(mode)) + " " + std::string(word(precision)) +
                                 ": " + std::to_string(found->error) + " beside " +
                                 std::to_string(causes.all);
        QVERIFY2(found->error <= 2 * causes.all, told.c_str());
        QVERIFY2(causes.balanced_weights < causes.nearest_weights, told.c_str());
    }
}

/// Near zero a sum shows which bits its bias had.
void TestAccuracy::fusedBiasesKeepTheirBits_Y_10() {
    const InferenceMode guard;
    if (!oneDnnTakes(ScalarType::BFloat16)) QSKIP("no fused operations in bf16 on this processor");
    ModelInfo info = infoOf();
    info.network.linear(info.network.flatten(info.network.adaptiveAvgPool(
                            info.network.conv(Network::kImage, "conv",
                                              {.out_channels = 16, .kernel = 1, .bias = true}),
                            1)),
                        "fc", 16);
    constexpr float kBias = 1.001F;  // 1 in bf16
    WeightMap weights = *randomWeights(info.network, 3);
    weights["conv.weight"] = ops::full({16, 3, 1, 1}, -1 / 4.F);
    weights["conv.bias"] = ops::full({16}, kBias);
    weights["fc.weight"] = ops::eye(16);
    weights["fc.bias"] = ops::zeros({16});
    const auto model = makeModel(info, std::make_shared<const WeightMap>(weights),
                                 {.mode = Mode::Fused, .precision = Precision::Bf16});
    QVERIFY(model.has_value());
    const Tensor images =
        ops::full({1, 3, 32, 32}, 4 / 3.F).to(ScalarType::BFloat16).to(ScalarType::Float);
    const double exact = kBias - 3 * images.flatten()[0].item<double>() / 4;
    const double found = (*model)->forward(images).flatten()[0].item<double>();
    QVERIFY2(std::abs(found - exact) < 0.01 * std::abs(exact), std::to_string(found).c_str());
}

void TestAccuracy::depthwiseKernelsKeepTheirSums_Y_10() {
    const ModelInfo& info = *findModel("mobilenet_v2").value();
    const WeightSet weights = randomWeights(info.network, 7);
    const std::string name = "features.2.conv.1.0.weight";
    const WeightSet made = balancedWeights(info, weights, {.precision = Precision::Bf16});
    const Tensor exact = weights->at(name).to(ScalarType::Double);
    using testing::inBf16;
    const Tensor narrow = made->at(name).to(ScalarType::Double);
    QVERIFY(ops::equal(narrow, inBf16(narrow)));  // rounded already
    const auto worst = [&](const Tensor& other) {
        return ops::max(ops::abs(ops::mean(other - exact, {1, 2, 3}))).item<double>();
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
    ModelInfo info = infoOf();
    info.network.linear(
        info.network.flatten(info.network.adaptiveAvgPool(
            info.network.relu(info.network.conv(
                info.network.conv(Network::kImage, "conv",
                                  {.out_channels = 64, .kernel = 3, .bias = true}),
                "depthwise", {.out_channels = 64, .kernel = 3, .groups = 64, .bias = true})),
            1)),
        "fc", 16);
    const WeightSet weights = randomWeights(info.network, 3);
    const Tensor images = imagesOf("measured");
    const Tensor exact = testing::ExactNetwork(info.network, *weights).forward(images);
    for (const Precision precision : {Precision::Bf16, Precision::Int8}) {
        const bool whole = precision == Precision::Int8;
        ModelOptions options{.precision = precision};
        if (whole) {
            options.mode = Mode::Compiled;
            options.calibration = std::make_shared<const Calibration>(
                calibrate(info, weights, imagesOf("calibrated")).value());
        }
        const auto largest = [&](const WeightSet& used) {
            const testing::Roundings roundings{.weight =
                                                   whole ? testing::wholeRows : testing::inBf16};
            const Tensor found =
                testing::ExactNetwork(info.network, *used, roundings).forward(images);
            return ops::max(ops::abs(found - exact)).item<double>();
        };
        QVERIFY(3 * largest(balancedWeights(info, weights, options)) < largest(weights));
    }
}

QTEST_APPLESS_MAIN(TestAccuracy)
#include "tst_accuracy.moc"
