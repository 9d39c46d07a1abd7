// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <vector>

#include <QTest>

#include "experiments/training/mlp_lesson.h"
#include "trainer_testing.h"

using namespace duelo;
using namespace duelo::test;

namespace {

Tensor tensorOf(const std::vector<double>& values, IntArrayRef shape) {
    Tensor tensor = ops::empty(shape);
    std::ranges::transform(values, tensor.data_ptr<float>(),
                           [](double value) { return static_cast<float>(value); });
    return tensor;
}

double difference(const Tensor& tensor, const std::vector<double>& values) {
    const Tensor wanted = tensorOf(values, static_cast<std::int64_t>(values.size()));
    return ops::max(ops::abs(tensor.flatten() - wanted)).item<double>();
}

}  // namespace

/// what the lesson shows is what the trainers compute.
class TestMlpLesson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersAreThoseOfTheTrainers_X_08_data();
    void numbersAreThoseOfTheTrainers_X_08();
};

void TestMlpLesson::numbersAreThoseOfTheTrainers_X_08_data() {
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("hidden");
    for (const Mode mode : {Mode::Plain, Mode::Eager, Mode::Fused})
        for (const int batch : {1, 3})
            for (const int hidden : {2, 4})
                QTest::addRow("%s, %d images, %d units", std::string(word(mode)).c_str(), batch,
                              hidden)
                    << static_cast<int>(mode) << batch << hidden;
}

void TestMlpLesson::numbersAreThoseOfTheTrainers_X_08() {
    QFETCH(int, mode);
    QFETCH(int, batch);
    QFETCH(int, hidden);
    const MlpUpdate told = mlpUpdate({{"batch", batch}, {"hidden", hidden}});
    const auto inputs = static_cast<std::int64_t>(told.x.columns);
    const auto classes = static_cast<int>(told.z2.columns);
    Network net(1, 2);  // four pixels
    const auto h = net.relu(net.linear(net.flatten(Network::kImage), "one", hidden));
    net.linear(h, "two", classes);
    const auto weights = std::make_shared<const WeightMap>(
        WeightMap{{"one.weight", tensorOf(told.w1.values, {hidden, inputs})},
                  {"one.bias", tensorOf(told.b1.values, {hidden})},
                  {"two.weight", tensorOf(told.w2.values, {classes, hidden})},
                  {"two.bias", tensorOf(told.b2.values, {classes})}});
    const auto trainer = made(
        net, weights,
        {.mode = static_cast<Mode>(mode), .optimizer = Optimizer::Sgd, .learning_rate = told.rate});
    const Tensor images = tensorOf(told.x.values, {batch, 1, 2, 2});
    QVERIFY(difference(trainer->probabilities(images), told.p.values) < 1e-6);
    const Tensor labels = ops::empty({batch}, ScalarType::Long);
    std::ranges::copy(told.labels, labels.data_ptr<std::int64_t>());
    trainer->train(images, labels, 1);
    QVERIFY(std::abs(trainer->takeMetrics().loss() - told.loss()) < 1e-6);
    const WeightMap after = trainer->weights();
    QVERIFY(difference(after.at("one.weight"), told.new_w1.values) < 1e-6);
    QVERIFY(difference(after.at("one.bias"), told.new_b1.values) < 1e-6);
    QVERIFY(difference(after.at("two.weight"), told.new_w2.values) < 1e-6);
    QVERIFY(difference(after.at("two.bias"), told.new_b2.values) < 1e-6);
    // Something is learnt, and something is cut off by the ReLU.
    QVERIFY(difference(after.at("one.weight"), told.w1.values) > 1e-3);
}

QTEST_GUILESS_MAIN(TestMlpLesson)
#include "tst_mlp_lesson.moc"
