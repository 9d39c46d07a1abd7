// SPDX-License-Identifier: Apache-2.0
// mixed precision. Products are in bf16, what is learnt stays fp32.
#include <cmath>
#include <string>
#include <vector>

#include "experiments/training/dense_bf16.h"
#include "models/initial_weights.h"
#include "trainer_testing.h"

using namespace duelo;
using namespace duelo::test;

namespace {

bool needsInstructions(const Way& way) {
    return way.device.isCpu() && bf16DenseKernels() == nullptr;
}

struct Learner {
    Network network;
    Batch batch;
};

/// A perceptron, or a network with convolutions, pooling and dropout.
Learner learnerOf(const QString& name) {
    if (name == "tiny")
        return {tinyCnn(), {uniform({24, 2, 6, 6}).mul_(4).add_(-2), labelsInTurn(24, 3)}};
    const TrainableModel model = trainableModel(name.toStdString(), 10).value();
    return {model.network, goldenBatch(model, 48)};
}

std::unique_ptr<Trainer> trained(const Learner& learner, const TrainerOptions& options, int updates,
                                 std::vector<double>* losses = nullptr) {
    auto trainer = made(learner.network, initialWeights(learner.network, kSeed), options);
    for (int i = 0; i < updates; ++i) {
        trainer->train(learner.batch.images, learner.batch.labels, static_cast<std::uint64_t>(i));
        if (losses) losses->push_back(trainer->takeMetrics().loss());
    }
    return trainer;
}

WeightMap moved(const Learner& learner, const TrainerOptions& options, int updates) {
    const WeightSet before = initialWeights(learner.network, kSeed);
    WeightMap found;
    for (const auto& [name, after] : trained(learner, options, updates)->weights())
        found.emplace(name, after - before->at(name));
    return found;
}

double inner(const Tensor& a, const Tensor& b) {
    return ops::sum(a.to(ScalarType::Double) * b.to(ScalarType::Double)).item<double>();
}

Tensor rounded(const Tensor& tensor) {
    return tensor.to(ScalarType::BFloat16).to(ScalarType::Float);
}

/// Returns the share of the weights that stay what they are when they are kept in bf16.
double shareLost(const Tensor& weights, const Tensor& step) {
    const Tensor kept = rounded(weights);
    const auto same = ops::sum(ops::eq(rounded(kept + step), kept)).item<std::int64_t>();
    return static_cast<double>(same) / static_cast<double>(weights.numel());
}

}  // namespace

class TestTrainerBf16 : public QObject {
    Q_OBJECT

private:
    static void rows() {
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("network");
        for (int i = 0; i < static_cast<int>(std::size(kWays)); ++i)
            for (const char* network : {"tiny", "mlp-33"})
                if (learnsInBf16(kWays[i].device, kWays[i].mode))
                    QTest::addRow("%s, %s", kWays[i].name, network) << i << network;
    }

private Q_SLOTS:
    void smallUpdatesAddUp_data() { rows(); }
    void smallUpdatesAddUp();
    void learnsNearlyAsFp32_data() { rows(); }
    void learnsNearlyAsFp32();
    void statesAreThoseOfFp32_data() { rows(); }
    void statesAreThoseOfFp32();
    void otherModesRefuseIt();
};

/// Each update is less than a bf16 weight could tell from none; in fp32 they add up.
void TestTrainerBf16::smallUpdatesAddUp() {
    QFETCH(int, index);
    QFETCH(QString, network);
    const Way& way = kWays[index];
    if (needsInstructions(way)) QSKIP("this processor has no instructions for bf16");
    const Learner learner = learnerOf(network);
    TrainerOptions options = optionsOf(way, {.optimizer = Optimizer::Sgd, .learning_rate = 3e-5});
    constexpr int kUpdates = 40;
    const WeightMap exact = moved(learner, options, kUpdates);
    options.bf16 = true;
    const WeightMap one = moved(learner, options, 1);
    const WeightMap all = moved(learner, options, kUpdates);
    const WeightSet initial = initialWeights(learner.network, kSeed);
    for (const auto& [name, step] : one) {
        if (!name.ends_with(".weight")) continue;  // a bias begins at 0, beside which all tells
        const double lost = shareLost(initial->at(name), step);
        QVERIFY2(lost > 0.95, qPrintable(QString::number(lost)));
        const double reached =
            inner(all.at(name), exact.at(name)) / inner(exact.at(name), exact.at(name));
        QVERIFY2(std::abs(reached - 1) < 0.2,
                 qPrintable(QStringLiteral("%1: %2").arg(name.c_str()).arg(reached)));
    }
}

void TestTrainerBf16::learnsNearlyAsFp32() {
    QFETCH(int, index);
    QFETCH(QString, network);
    const Way& way = kWays[index];
    if (needsInstructions(way)) QSKIP("this processor has no instructions for bf16");
    const Learner learner = learnerOf(network);
    TrainerOptions options = optionsOf(way, {.optimizer = Optimizer::Sgd, .learning_rate = 0.01});
    std::vector<double> exact, found;
    const auto in_fp32 = trained(learner, options, 20, &exact);
    options.bf16 = true;
    const auto in_bf16 = trained(learner, options, 20, &found);
    for (std::size_t i = 0; i < exact.size(); ++i)
        QVERIFY2(std::abs(found[i] - exact[i]) < 0.05 * exact[i],
                 qPrintable(QStringLiteral("%1: %2, fp32 %3").arg(i).arg(found[i]).arg(exact[i])));
    QVERIFY(found != exact);  // it did round
    // What the network answers afterwards, without dropout.
    const auto loss = [&](Trainer& trainer) {
        trainer.evaluate(learner.batch.images, learner.batch.labels);
        return trainer.takeMetrics().loss();
    };
    const double exact_loss = loss(*in_fp32);
    QVERIFY(std::abs(loss(*in_bf16) - exact_loss) < 0.05 * exact_loss);
    QCOMPARE(in_bf16->probabilities(learner.batch.images).scalar_type(), ScalarType::Float);
}

/// All that is kept is fp32, finer than bf16, and goes on in either precision.
void TestTrainerBf16::statesAreThoseOfFp32() {
    QFETCH(int, index);
    QFETCH(QString, network);
    const Way& way = kWays[index];
    if (needsInstructions(way)) QSKIP("this processor has no instructions for bf16");
    const Learner learner = learnerOf(network);
    const TrainerOptions fp32 = optionsOf(way);
    TrainerOptions bf16 = fp32;
    bf16.bf16 = true;
    TrainerState state;
    const auto trainer = trained(learner, bf16, 3);
    trainer->save(state);
    bool finer = false;
    for (const auto& [name, tensor] : state.tensors) {
        QVERIFY2(tensor.scalar_type() == ScalarType::Float, name.c_str());
        finer = finer || !ops::equal(rounded(tensor), tensor);
    }
    QVERIFY(finer);
    QVERIFY(trainer->note().has_value());
    const auto other = made(learner.network, initialWeights(learner.network, 1), fp32);
    other->restore(state);
    QCOMPARE(largestDifference(other->weights(), trainer->weights()), 0.0);
}

void TestTrainerBf16::otherModesRefuseIt() {
    const TrainableModel model = trainableModel("mlp-7", 3).value();
    FakeGpu gpu;
    int refused = 0;
    for (const Way& way : kWays) {
        if (learnsInBf16(way.device, way.mode)) continue;
        const auto trainer = Trainer::make(model.network, initialWeights(model.network, 1),
                                           optionsOf(way, {.bf16 = true}), &gpu);
        QVERIFY2(!trainer, way.name);
        QCOMPARE(trainer.error().code, std::string("bf16_training_modes"));
        ++refused;
    }
    QCOMPARE(refused, 3);  // plain loops, and of a GPU what is fused or a graph
}

QTEST_GUILESS_MAIN(TestTrainerBf16)
#include "tst_trainer_bf16.moc"
