// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <QTest>

#include "base/text.h"
#include "model_testing.h"
#include "models/initial_weights.h"
#include "networks/cost.h"
#include "networks/trainable.h"
#include "tensor/operators.h"
#include "tensor/parallel.h"

using namespace duelo;

namespace {

Network networkOf(std::string_view name, int outputs) {
    return trainableModel(name, outputs).value().network;
}

Json golden(const char* model) {
    return testing::readJson(DUELO_SOURCE_DIR "/tests/parity/training.json").at("models").at(model);
}

}  // namespace

class TestTrainable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parameterCounts_data();
    void parameterCounts();
    void namesAreThoseOfPytorch_data();
    void namesAreThoseOfPytorch();
    void layerTable();
    void describesTheModels();
    void refusesOtherNames_data();
    void refusesOtherNames();
    void initialWeightsHaveTheThesisDeviations();
    void initialWeightsAreNormal();
    void initialWeightsDependOnTheSeedOnly();
    void refusesImagesThatAreTooSmall();
};

void TestTrainable::parameterCounts_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("outputs");
    QTest::addColumn<qint64>("expected");
    QTest::newRow("S2-08, 10 outputs") << "lab_alexnet" << 10 << qint64{23'272'266};
    QTest::newRow("S2-08, 3 outputs") << "lab_alexnet" << 3 << qint64{23'243'587};
    QTest::newRow("784-256-10") << "mlp" << 10 << qint64{203'530};
    QTest::newRow("784-64-10") << "mlp-64" << 10 << qint64{50'890};
    QTest::newRow("784-1-2") << "mlp-1" << 2 << qint64{789};
}

void TestTrainable::parameterCounts() {
    QFETCH(QString, model);
    QFETCH(int, outputs);
    QFETCH(qint64, expected);
    const Network network = networkOf(model.toStdString(), outputs);
    QCOMPARE(static_cast<qint64>(network.parameterCount()), expected);
    QCOMPARE(network.classes(), outputs);
}

void TestTrainable::namesAreThoseOfPytorch_data() {
    QTest::addColumn<int>("outputs");
    QTest::newRow("lab_alexnet") << 3;
    QTest::newRow("mlp-32") << 10;
}

void TestTrainable::namesAreThoseOfPytorch() {  // S2-07: a Python program can load the weights
    QFETCH(int, outputs);
    const Json expected = golden(QTest::currentDataTag());
    const Network network = networkOf(QTest::currentDataTag(), outputs);
    std::vector<std::string> names;
    for (const TensorSpec& spec : network.tensorSpecs()) names.push_back(spec.name);
    QVERIFY(names == expected.at("names").get<std::vector<std::string>>());
    QCOMPARE(network.parameterCount(), expected.at("parameters").get<std::int64_t>());
}

void TestTrainable::layerTable() {  // S2-08: the summary for (256, 3, 32, 32)
    const Network network = networkOf("lab_alexnet", 10);
    const auto cost = modelCost(network, imageShape(network, 256));
    QVERIFY(cost.has_value());
    const auto& layers = cost->layers;
    QCOMPARE(layers.size(), std::size_t{21});
    QCOMPARE(layers[0].name, std::string("features.0"));
    QCOMPARE(layers[0].parameters, std::int64_t{1'792});
    QVERIFY((layers[0].output == Shape{256, 64, 16, 16}));
    QVERIFY((layers[1].output == Shape{256, 64, 8, 8}));
    QCOMPARE(layers[3].parameters, std::int64_t{110'784});
    QVERIFY((layers[11].output == Shape{256, 256, 2, 2}));
    QVERIFY((layers[13].output == Shape{256, 1024, 1, 1}));
    QCOMPARE(layers[18].name, std::string("classifier.4"));
    QCOMPARE(layers[18].parameters, std::int64_t{16'781'312});
    std::int64_t sum = 0;
    for (const LayerCost& layer : layers) sum += layer.parameters;
    QCOMPARE(sum, network.parameterCount());
    // 88.777 MiB in fp32
    QCOMPARE(std::round(static_cast<double>(sum) * 4 / (1 << 20) * 1000), 88'777.0);
}

void TestTrainable::describesTheModels() {
    for (const std::string& name : trainableNames()) {
        const auto model = trainableModel(name, 5);
        QVERIFY2(model.has_value(), name.c_str());
        QCOMPARE(model->name, name);
        QCOMPARE(model->channels, model->network.imageChannels());
        QCOMPARE(model->size_px, model->network.imageSidePx());
        QVERIFY(!Text(Language::Spanish).reason({model->note_code}).empty());
    }
    QCOMPARE(trainableModel("mlp-256", 10)->name, std::string("mlp"));
}

void TestTrainable::refusesOtherNames_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"resnet18", "", "mlp-", "mlp-0", "mlp-8193", "mlp-012", "mlp-+5",
                             "mlp-5x", "mlp-99999999999999999999", "mlp-1e3", "MLP"})
        QTest::addRow("'%s'", name) << name;
}

void TestTrainable::refusesOtherNames() {
    QFETCH(QString, name);
    const auto model = trainableModel(name.toStdString(), 10);
    QVERIFY(!model.has_value());
    QCOMPARE(model.error().code, std::string("unknown_model"));
    QVERIFY(model.error().args.at("accepted").get<std::string>().starts_with("lab_alexnet, mlp"));
}

void TestTrainable::initialWeightsHaveTheThesisDeviations() {  // S2-09
    const Network network = networkOf("lab_alexnet", 10);
    const WeightSet weights = initialWeights(network, 1234);
    QVERIFY(checkWeights(network, *weights).has_value());
    const auto deviates = [&](const char* name, double expected) {
        const Tensor tensor = weights->at(std::string(name) + ".weight").to(ScalarType::Double);
        const double count = static_cast<double>(tensor.numel());
        // Five standard errors of a mean and of a deviation; the seed is fixed.
        QVERIFY(std::abs(ops::mean(tensor).item<double>()) < 5 * expected / std::sqrt(count));
        const double found = testing::deviationOf(tensor);
        QVERIFY2(std::abs(found - expected) < 5 * expected / std::sqrt(2 * count), name);
        const auto biases = testing::numbersOf(weights->at(std::string(name) + ".bias"));
        QVERIFY(!biases.empty() && std::ranges::all_of(biases, [](double b) { return b == 0; }));
    };
    deviates("features.0", std::sqrt(2.0 / 27));
    deviates("features.3", std::sqrt(2.0 / 576));
    deviates("classifier.1", 2.0 / std::sqrt(1024.0 + 4096));
    deviates("classifier.4", 2.0 / std::sqrt(8192.0));
    deviates("classifier.6", 2.0 / std::sqrt(4106.0));
}

void TestTrainable::initialWeightsAreNormal() {  // S2-09: shares within 1, 2 and 3 deviations
    const WeightSet weights = initialWeights(networkOf("lab_alexnet", 10), 5);
    const Tensor z =
        weights->at("classifier.4.weight").to(ScalarType::Double) * (std::sqrt(8192.0) / 2);
    const auto share = [&](double limit) {
        return ops::mean(ops::lt(ops::abs(z), limit).to(ScalarType::Double)).item<double>();
    };
    QVERIFY(std::abs(share(1) - 0.682689) < 1e-3);
    QVERIFY(std::abs(share(2) - 0.954500) < 1e-3);
    QVERIFY(std::abs(share(3) - 0.997300) < 3e-4);
    QVERIFY(ops::max(z).item<double>() > 4.5);
}

void TestTrainable::initialWeightsDependOnTheSeedOnly() {
    const Network network = networkOf("mlp", 10);
    const WeightSet first = initialWeights(network, 1234);
    const int threads = ops::get_num_threads();
    ops::set_num_threads(1);
    const WeightSet second = initialWeights(network, 1234);
    ops::set_num_threads(threads);
    const WeightSet other = initialWeights(network, 1235);
    for (const auto& [name, tensor] : *first) QVERIFY(ops::equal(tensor, second->at(name)));
    QVERIFY(!ops::equal(first->at("fc1.weight"), other->at("fc1.weight")));
    // Bits that every platform must reach: Python's NormalDist.inv_cdf of the same uniform values.
    const auto* values = first->at("fc1.weight").const_data_ptr<float>();
    for (const auto& [index, expected] : {std::pair{0, 0.085468933F},
                                          {1, 0.0416962206F},
                                          {200'703, 0.0900628641F},
                                          {187, -0.161271632F}})
        QVERIFY2(values[index] == expected, QByteArray::number(values[index], 'g', 9).constData());
}

void TestTrainable::refusesImagesThatAreTooSmall() {
    Network network(1, 2);
    const PoolSpec pool{.kernel = 3, .stride = 1};
    QVERIFY_THROWS_EXCEPTION(std::logic_error, network.maxPool(Network::kImage, pool));
}

QTEST_APPLESS_MAIN(TestTrainable)
#include "tst_trainable.moc"
