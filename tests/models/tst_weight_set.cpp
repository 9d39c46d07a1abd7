// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <QTest>

#include "model_testing.h"
#include "models/weight_set.h"
#include "tensor/operators.h"

using namespace duelo;

class TestWeightSet : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void generatorIsSplitMix64();
    void sameSeedSameBits();
    void completeForEveryModel();
    void nothingSaturates_data();
    void nothingSaturates();
    void unsuitableWeights_data();
    void unsuitableWeights();
};

void TestWeightSet::generatorIsSplitMix64() {
    // Computed with Python integers from the published algorithm: seed 7, name "image".
    float values[4] = {};
    randomUniform(7, "image", values, 4);
    const float expected[4] = {9831228.0F / 16777216.0F, 3103395.0F / 16777216.0F,
                               14107333.0F / 16777216.0F, 13663985.0F / 16777216.0F};
    for (int i = 0; i < 4; ++i) QCOMPARE(values[i], expected[i]);
    float other[4] = {};
    randomUniform(8, "image", other, 4);
    QVERIFY(other[0] != values[0]);
    randomUniform(7, "imagf", other, 4);
    QVERIFY(other[0] != values[0]);
}

void TestWeightSet::sameSeedSameBits() {
    const Network& network = testing::modelNamed("mobilenet_v2").network;
    const WeightSet one = randomWeights(network, 1);
    const WeightSet again = randomWeights(network, 1);
    const WeightSet other = randomWeights(network, 2);
    for (const auto& [name, tensor] : *one) {
        QVERIFY(ops::equal(tensor, again->at(name)));
        QVERIFY2(!ops::equal(tensor, other->at(name)), name.c_str());
    }
}

void TestWeightSet::completeForEveryModel() {
    for (const ModelInfo& info : models()) {
        const WeightSet weights = randomWeights(info.network, 3);
        QCOMPARE(weights->size(), info.network.tensorSpecs().size());
        QVERIFY(checkWeights(info.network, *weights).has_value());
    }
}

void TestWeightSet::nothingSaturates_data() {
    QTest::addColumn<QString>("model");
    for (const ModelInfo& info : models())
        QTest::newRow(info.name.data()) << QString::fromLatin1(info.name.data());
}

/// Outputs that differ, between classes and between images, and fit into fp16.
void TestWeightSet::nothingSaturates() {
    QFETCH(QString, model);
    const ModelInfo& info = testing::modelNamed(model.toStdString());
    auto made = makeModel(info, randomWeights(info.network, 1234), {});
    const Tensor logits = (*made)->forward(testing::goldenImages(2, 128, 128));
    const auto values = testing::numbersOf(logits);
    QVERIFY(std::ranges::all_of(values, [](double value) { return std::isfinite(value); }));
    const double deviation = testing::deviationOf(logits);
    QVERIFY2(deviation > 0.5 && deviation < 20, std::to_string(deviation).c_str());
    QVERIFY(testing::relativeError(logits[0], logits[1]) > 0.01);
}

void TestWeightSet::unsuitableWeights_data() {
    QTest::addColumn<QString>("change");
    for (const char* change : {"missing", "undefined", "shape", "integer"})
        QTest::newRow(change) << change;
}

void TestWeightSet::unsuitableWeights() {
    QFETCH(QString, change);
    const ModelInfo& info = testing::modelNamed("resnet18");
    WeightMap weights = *randomWeights(info.network, 1);
    const std::string name = "layer2.0.bn1.bias";
    if (change == "missing") weights.erase(name);
    if (change == "undefined") weights[name] = Tensor();
    if (change == "shape") weights[name] = ops::zeros({64});
    if (change == "integer") weights[name] = ops::zeros({128}, ScalarType::Long);
    const auto made = makeModel(info, std::make_shared<WeightMap>(weights), {});
    QVERIFY(!made.has_value());
    QCOMPARE(made.error().code, std::string("weights_unsuitable"));
    QCOMPARE(made.error().args.at("tensor").get<std::string>(), name);
    QCOMPARE(made.error().args.at("expected").get<std::string>(), std::string("128"));
    QVERIFY(!makeModel(info, nullptr, {}).has_value());
}

QTEST_APPLESS_MAIN(TestWeightSet)
#include "tst_weight_set.moc"
