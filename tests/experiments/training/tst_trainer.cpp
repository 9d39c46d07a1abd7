// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <fstream>

#include <QScopeGuard>

#include "base/result.h"
#include "experiments/training/dropout.h"
#include "models/initial_weights.h"
#include "tensor/parallel.h"
#include "trainer_testing.h"

using namespace duelo;
using namespace duelo::test;

namespace {

/// SGD without momentum and rate 1 subtracts exactly the gradient.
WeightMap gradients(const Network& network, const WeightSet& weights, const Way& way,
                    const Batch& batch) {
    const auto trainer =
        made(network, weights, optionsOf(way, {.optimizer = Optimizer::Sgd, .learning_rate = 1}));
    trainer->train(batch.images, batch.labels, 0);
    WeightMap found;
    for (const auto& [name, after] : trainer->weights())
        found.emplace(name, weights->at(name) - after);
    return found;
}

/// The loss of the network in fp64, with the dropout masks of update 0: written apart from the
/// trainers, from the definition of each layer.
double lossInDouble(const Network& network, const WeightMap& weights, const Batch& batch) {
    Tensor x = batch.images.to(ScalarType::Double);
    for (std::size_t i = 0; i < network.nodes().size(); ++i) {
        const Node& node = network.nodes()[i];
        if (node.op == Op::Conv)
            x = ops::conv2d(x, weights.at(node.name + ".weight"), weights.at(node.name + ".bias"),
                            {node.stride, node.stride}, {node.padding, node.padding});
        else if (node.op == Op::Linear)
            x = ops::linear(x, weights.at(node.name + ".weight"), weights.at(node.name + ".bias"));
        else if (node.op == Op::MaxPool)
            x = ops::max_pool2d(x, {node.kernel, node.kernel}, {node.stride, node.stride});
        else if (node.op == Op::Relu)
            x = ops::relu(x);
        else if (node.op == Op::Flatten)
            x = x.flatten(1);
        else {
            Tensor factors = ops::empty(x.sizes(), ScalarType::Float);
            dropoutFactors({TrainerOptions().seed, 0, i}, node.probability,
                           factors.data_ptr<float>(), factors.numel());
            x = x * factors;
        }
    }
    x = x.contiguous();
    double sum = 0;
    for (std::int64_t row = 0; row < x.size(0); ++row) {
        const double* logits = x.const_data_ptr<double>() + row * x.size(1);
        const double largest = *std::max_element(logits, logits + x.size(1));
        double total = 0;
        for (std::int64_t i = 0; i < x.size(1); ++i) total += std::exp(logits[i] - largest);
        sum += largest + std::log(total) - logits[batch.labels.const_data_ptr<std::int64_t>()[row]];
    }
    return sum / static_cast<double>(x.size(0));
}

/// Returns the largest error of the gradient in `probes` weights of each tensor, against the slope
/// by central differences and relative to the largest gradient of that tensor.
double gradientError(const Network& network, const WeightSet& weights, const WeightMap& found,
                     const Batch& batch, int probes) {
    constexpr double step = 1e-6;
    WeightMap exact;
    for (const auto& [name, tensor] : *weights) exact.emplace(name, tensor.to(ScalarType::Double));
    double worst = 0;
    for (auto& [name, tensor] : exact) {
        auto* values = tensor.data_ptr<double>();
        const Tensor gradient = found.at(name).contiguous();
        const double scale = ops::max(ops::abs(gradient)).item<double>() + 1e-6;
        for (int probe = 0; probe < probes; ++probe) {
            const std::int64_t i = tensor.numel() * probe / probes;
            const double before = values[i];
            values[i] = before + step;
            const double above = lossInDouble(network, exact, batch);
            values[i] = before - step;
            const double below = lossInDouble(network, exact, batch);
            values[i] = before;
            const double slope = (above - below) / (2 * step);
            worst = std::max(worst, std::abs(slope - gradient.const_data_ptr<float>()[i]) / scale);
        }
    }
    return worst;
}

}  // namespace

class TestTrainer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gradientsAreTheSlopes_data() { wayRows(); }
    void gradientsAreTheSlopes();
    void gradientsOfTheRealModels_data();
    void gradientsOfTheRealModels();
    void lossesOfPytorch_data();
    void lossesOfPytorch();
    void learnsSixteenSamplesByHeart_data();
    void learnsSixteenSamplesByHeart();
    void modesAgree_data() { wayRows(); }
    void modesAgree();
    void threadsShareALargeLayer_data();
    void threadsShareALargeLayer();
    void metricsAreOverSamples_data() { wayRows(); }
    void metricsAreOverSamples();
    void notFiniteIsPassedOn();
    void learningRateTakesEffect_data() { wayRows(); }
    void learningRateTakesEffect();
    void refusesWhatItCannotTrain();
};

void TestTrainer::gradientsAreTheSlopes() {
    QFETCH(int, index);
    const Network network = tinyCnn();
    const WeightSet weights = randomWeights(network, 3);
    const Batch batch{uniform({4, 2, 6, 6}), labelsInTurn(4, 3)};
    const WeightMap found = gradients(network, weights, kWays[index], batch);
    const double error = gradientError(network, weights, found, batch, 40);
    QVERIFY2(error < 1e-4, QByteArray::number(error).constData());
}

void TestTrainer::gradientsOfTheRealModels_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("way");
    for (const char* model : {"mlp-32", "lab_alexnet"})
        for (const int way : {0, 2}) QTest::addRow("%s %s", model, kWays[way].name) << model << way;
}

void TestTrainer::gradientsOfTheRealModels() {
    QFETCH(QString, model);
    QFETCH(int, way);
    const TrainableModel info = trainableModel(model.toStdString(), 3).value();
    const WeightSet weights = initialWeights(info.network, 5);
    const Batch batch = goldenBatch(info, 2);
    const WeightMap found = gradients(info.network, weights, kWays[way], batch);
    const double error = gradientError(info.network, weights, found, batch, 2);
    QVERIFY2(error < 1e-3, QByteArray::number(error).constData());
}

void TestTrainer::lossesOfPytorch_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<int>("way");
    const auto row = [](const char* model, const char* rule, int way) {
        QTest::addRow("%s %s %s", model, rule, kWays[way].name) << model << rule << way;
    };
    for (const char* rule : {"adam", "sgd", "sgd_momentum"})
        for (int way = 0; way < static_cast<int>(std::size(kWays)); ++way) row("mlp-32", rule, way);
    // 23 million weights: each rule once, each mode of the CPU and the graph once.
    row("lab_alexnet", "adam", 0);
    row("lab_alexnet", "sgd", 1);
    row("lab_alexnet", "sgd_momentum", 2);
    row("lab_alexnet", "adam", 2);
    row("lab_alexnet", "adam", 5);
}

void TestTrainer::lossesOfPytorch() {  // S2-11: the first five, tests/parity/training.json
    QFETCH(QString, model);
    QFETCH(QString, rule);
    QFETCH(int, way);
    std::ifstream file(DUELO_SOURCE_DIR "/tests/parity/training.json");
    const Json golden = Json::parse(file);
    const Json& expected = golden.at("models").at(model.toStdString());
    const TrainableModel info =
        trainableModel(model.toStdString(), expected.at("outputs").get<int>()).value();
    const bool adam = rule == "adam";
    const TrainerOptions options{
        .optimizer = adam ? Optimizer::Adam : Optimizer::Sgd,
        .learning_rate = golden.at(adam ? "adam_rate" : "sgd_rate").get<double>(),
        .momentum = rule == "sgd_momentum" ? 0.9 : 0,
        .seed = kSeed};
    const auto trainer =
        made(info.network, randomWeights(info.network, kSeed), optionsOf(kWays[way], options));
    const Batch batch = goldenBatch(info, golden.at("batch").get<int>());
    for (std::uint64_t update = 0; update < 5; ++update) {
        trainer->train(batch.images, batch.labels, update);
        const double loss = trainer->takeMetrics().loss();
        const double wanted = expected.at(rule.toStdString()).at(update).get<double>();
        QVERIFY2(
            std::abs(loss - wanted) < 1e-4 * std::max(1.0, wanted),
            qPrintable(QStringLiteral("%1: %2, expected %3").arg(update).arg(loss).arg(wanted)));
    }
}

void TestTrainer::learnsSixteenSamplesByHeart_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("way");
    for (const char* model : {"mlp", "lab_alexnet"})
        for (const int way : {0, 2}) QTest::addRow("%s %s", model, kWays[way].name) << model << way;
    QTest::newRow("mlp plain") << "mlp" << static_cast<int>(std::size(kWays)) - 1;
}

void TestTrainer::learnsSixteenSamplesByHeart() {  // S2-11
    QFETCH(QString, model);
    QFETCH(int, way);
    const TrainableModel info = trainableModel(model.toStdString(), 4).value();
    const auto trainer = made(info.network, initialWeights(info.network, 1234),
                              optionsOf(kWays[way], {.learning_rate = 3e-4}));
    const Batch batch = goldenBatch(info, 16);
    Metrics metrics;
    for (std::uint64_t update = 0; update < 80 && metrics.accuracy() != 1; update += 8) {
        for (std::uint64_t i = 0; i < 8; ++i)
            trainer->train(batch.images, batch.labels, update + i);
        (void)trainer->takeMetrics();
        trainer->evaluate(batch.images, batch.labels);
        metrics = trainer->takeMetrics();
    }
    QCOMPARE(metrics.accuracy(), 1.0);
    const Tensor shares = trainer->probabilities(batch.images);
    QVERIFY(ops::equal(ops::argmax(shares, 1), batch.labels));
    Tensor sums = ops::empty({16});
    ops::sum_out(sums, shares, 1);
    QVERIFY(ops::max(ops::abs(sums - ops::ones({16}))).item<double>() <= 1e-5);
}

void TestTrainer::modesAgree() {
    QFETCH(int, index);
    const Network network = tinyCnn();
    const WeightSet weights = initialWeights(network, 3);
    const Batch batch{uniform({5, 2, 6, 6}), labelsOf({0, 1, 2, 1, 0})};
    const auto eager = made(network, weights, {});
    const auto other = made(network, weights, optionsOf(kWays[index]));
    for (std::uint64_t update = 0; update < 10; ++update)
        for (Trainer* trainer : {eager.get(), other.get()})
            trainer->train(batch.images, batch.labels, update);
    QVERIFY(largestDifference(eager->weights(), other->weights()) < 1e-4);
    QVERIFY(std::abs(eager->takeMetrics().loss() - other->takeMetrics().loss()) < 1e-5);
}

void TestTrainer::threadsShareALargeLayer_data() {
    QTest::addColumn<int>("threads");
    QTest::addColumn<Optimizer>("optimizer");
    QTest::addColumn<double>("momentum");
    for (const int threads : {1, 2, 3, 8}) {
        QTest::addRow("Adam, %d threads", threads) << threads << Optimizer::Adam << 0.0;
        QTest::addRow("SGD, %d threads", threads) << threads << Optimizer::Sgd << 0.0;
        QTest::addRow("momentum, %d threads", threads) << threads << Optimizer::Sgd << 0.9;
    }
}

/// 500 rows of weights, which 3 and 8 threads cannot share equally, are learnt as by one.
void TestTrainer::threadsShareALargeLayer() {
    QFETCH(int, threads);
    QFETCH(Optimizer, optimizer);
    QFETCH(double, momentum);
    const int usual = ops::get_num_threads();
    const auto restore = qScopeGuard([usual] { ops::set_num_threads(usual); });
    const TrainableModel model = trainableModel("mlp-500", 4).value();
    const TrainerOptions options{.optimizer = optimizer, .momentum = momentum};
    TrainerOptions tuned = options;
    tuned.mode = Mode::Fused;
    ops::set_num_threads(1);
    const auto alone = made(model.network, initialWeights(model.network, 3), options);
    ops::set_num_threads(threads);
    const auto shared = made(model.network, initialWeights(model.network, 3), tuned);
    const Batch batch = goldenBatch(model, 33);
    for (std::uint64_t update = 0; update < 5; ++update)
        for (Trainer* trainer : {alone.get(), shared.get()})
            trainer->train(batch.images, batch.labels, update);
    QVERIFY(largestDifference(alone->weights(), shared->weights()) < 1e-4);
    QVERIFY(std::abs(alone->takeMetrics().loss() - shared->takeMetrics().loss()) < 1e-5);
}

void TestTrainer::metricsAreOverSamples() {  // S2-M25
    QFETCH(int, index);
    const TrainableModel model = trainableModel("mlp-16", 3).value();
    const auto trainer =
        made(model.network, initialWeights(model.network, 3), optionsOf(kWays[index]));
    const Batch all = goldenBatch(model, 7);
    QVERIFY(std::isnan(trainer->takeMetrics().loss()));
    // As one batch and as batches of 5 and 2: the mean of their means would differ.
    trainer->evaluate(all.images, all.labels);
    const Metrics once = trainer->takeMetrics();
    trainer->evaluate(all.images.narrow(0, 0, 5), all.labels.narrow(0, 0, 5));
    trainer->evaluate(all.images.narrow(0, 5, 2), all.labels.narrow(0, 5, 2));
    const Metrics parts = trainer->takeMetrics();
    QCOMPARE(parts.count, std::int64_t{7});
    QCOMPARE(parts.right, once.right);
    QVERIFY(std::abs(parts.loss() - once.loss()) < 1e-5);
    const Tensor answers = trainer->probabilities(all.images);
    QCOMPARE(once.right,
             ops::sum(ops::eq(ops::argmax(answers, 1), all.labels)).item<std::int64_t>());
    const Tensor chosen = ops::gather(answers, 1, all.labels.view({-1, 1}));
    double logs = 0;
    for (std::int64_t i = 0; i < 7; ++i) logs += std::log(chosen.const_data_ptr<float>()[i]);
    QVERIFY(std::abs(once.loss() + logs / 7) < 1e-5);
}

void TestTrainer::notFiniteIsPassedOn() {
    const TrainableModel model = trainableModel("mlp-16", 4).value();
    const Batch batch = goldenBatch(model, 8);
    for (const Way& way : kWays) {
        const auto trainer = made(model.network, initialWeights(model.network, 1), optionsOf(way));
        Tensor images = batch.images.clone();
        images.data_ptr<float>()[5] = std::nanf("");
        trainer->train(images, batch.labels, 0);
        QVERIFY2(!std::isfinite(trainer->takeMetrics().loss()), way.name);
    }
}

void TestTrainer::learningRateTakesEffect() {  // S2-10 changes it before every update
    QFETCH(int, index);
    const Network network = tinyCnn();
    const Batch batch{ops::ones({2, 2, 6, 6}), labelsOf({0, 1})};
    const auto trainer = made(network, initialWeights(network, 3), optionsOf(kWays[index]));
    trainer->train(batch.images, batch.labels, 0);
    trainer->setLearningRate(0);
    const WeightMap before = trainer->weights();
    trainer->train(batch.images, batch.labels, 1);
    QCOMPARE(largestDifference(before, trainer->weights()), 0.0);
    trainer->setLearningRate(0.5);
    trainer->train(batch.images, batch.labels, 2);
    QVERIFY(largestDifference(before, trainer->weights()) > 0.1);
}

void TestTrainer::refusesWhatItCannotTrain() {
    const Network network = trainableModel("mlp-16", 4).value().network;
    const WeightSet weights = initialWeights(network, 1);
    const auto graph = Trainer::make(network, weights, {.mode = Mode::Graph}, nullptr);
    QCOMPARE(graph.error().code, std::string("mode_not_for_training"));
    // Three loops are a CPU's, and of linear layers.
    static FakeGpu gpu;
    const auto onGpu =
        Trainer::make(network, weights, {.device = Device::Cuda, .mode = Mode::Plain}, &gpu);
    QCOMPARE(onGpu.error().code, std::string("mode_not_for_training"));
    const Network cnn = tinyCnn();
    QCOMPARE(
        Trainer::make(cnn, initialWeights(cnn, 1), {.mode = Mode::Plain}, nullptr).error().code,
        std::string("plain_needs_mlp"));
    const Network other = trainableModel("mlp-17", 4).value().network;
    QCOMPARE(Trainer::make(other, weights, {}, nullptr).error().code,
             std::string("weights_unsuitable"));
    Network pooled;
    pooled.adaptiveAvgPool(Network::kImage, 1);
    QVERIFY_THROWS_EXCEPTION(std::logic_error,
                             (void)Trainer::make(pooled, initialWeights(pooled, 1), {}, nullptr));
}

QTEST_GUILESS_MAIN(TestTrainer)
#include "tst_trainer.moc"
