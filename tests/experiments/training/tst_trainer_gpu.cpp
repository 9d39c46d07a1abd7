// SPDX-License-Identifier: Apache-2.0
// The GPU's share of a training: captured updates, parts that rest there, masks that it draws. On a
// fake GPU, whose tensors lie on the CPU.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "models/initial_weights.h"
#include "tensor/operators.h"
#include "trainer_testing.h"

using namespace duelo;
using namespace duelo::test;

namespace {

/// Returns the same samples for tinyCnn() each time, the three classes in turn.
Batch tinySamples(std::int64_t count) {
    return {uniform({count, 2, 6, 6}), labelsInTurn(count, 3)};
}

/// Samples of tinyCnn() that rest on the fake GPU, in an order that is written there.
struct PartOf {
    PartOf(std::int64_t count, std::int64_t batch) : PartOf(tinySamples(count), batch) {}
    PartOf(const Batch& samples, std::int64_t batch)
        : resident{samples.images, samples.labels,
                   ops::arange(samples.labels.size(0), ScalarType::Long), batch} {}

    void shuffle(unsigned epoch) const {
        auto* first = resident.order.data_ptr<std::int64_t>();
        auto* last = first + resident.size();
        std::iota(first, last, 0);
        std::shuffle(first, last, std::mt19937(epoch));
    }

    std::vector<Batch> batches() const {
        std::vector<Batch> all;
        for (const Tensor& places : resident.order.split(resident.batch))
            all.push_back({ops::index_select(resident.images, 0, places),
                           ops::index_select(resident.labels, 0, places)});
        return all;
    }

    const ResidentPart resident;
};

}  // namespace

class TestTrainerGpu : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void graphIsCapturedOncePerBatchSize();
    void wholePartsAreLearntAsTheirBatches_G17_data();
    void wholePartsAreLearntAsTheirBatches_G17();
    void warmingUpForPartsLeavesNoTrace();
    void partsHearTheStop();
    void masksAreDrawnOnTheDevice_data() { wayRows(); }
    void masksAreDrawnOnTheDevice();
    void networksWithoutDropoutDrawNone();
};

void TestTrainerGpu::graphIsCapturedOncePerBatchSize() {
    const TrainableModel model = trainableModel("mlp-16", 4).value();
    FakeGpu gpu;
    const auto trainer = Trainer::make(model.network, initialWeights(model.network, 1),
                                       {.device = Device::Cuda, .mode = Mode::Graph}, &gpu)
                             .value();
    for (std::uint64_t update = 0; update < 6; ++update) {
        const Batch batch = goldenBatch(model, update % 3 == 2 ? 3 : 8);
        trainer->train(batch.images, batch.labels, update);
    }
    QCOMPARE(gpu.captures, 2);
    QCOMPARE(gpu.replays, 6);
    QCOMPARE(trainer->takeMetrics().count, std::int64_t{38});
    QCOMPARE(gpu.synchronisations, 0);
}

void TestTrainerGpu::wholePartsAreLearntAsTheirBatches_G17_data() {
    QTest::addColumn<Optimizer>("optimizer");
    QTest::addColumn<double>("momentum");
    QTest::addColumn<std::int64_t>("batch");
    for (const std::int64_t batch : {5, 13, 1}) {
        QTest::addRow("Adam, batches of %d", static_cast<int>(batch))
            << Optimizer::Adam << 0.0 << batch;
        QTest::addRow("momentum, batches of %d", static_cast<int>(batch))
            << Optimizer::Sgd << 0.9 << batch;
    }
}

/// Three epochs in orders of their own, each of them submitted whole, and a fourth batch by batch:
/// the weights and sums of a trainer on the CPU that is given the same batches. The rate changes
/// between two epochs.
void TestTrainerGpu::wholePartsAreLearntAsTheirBatches_G17() {
    QFETCH(Optimizer, optimizer);
    QFETCH(double, momentum);
    QFETCH(std::int64_t, batch);
    const Network network = tinyCnn();
    const WeightSet weights = initialWeights(network, 3);
    TrainerOptions options{.optimizer = optimizer, .learning_rate = 1e-2, .momentum = momentum};
    const auto batches = made(network, weights, options);
    options.device = Device::Cuda;
    options.mode = Mode::Graph;
    FakeGpu gpu;
    const auto parts = Trainer::make(network, weights, options, &gpu).value();
    QVERIFY(parts->takesParts() && !batches->takesParts());
    const PartOf part(13, batch);
    std::uint64_t update = 1;
    const auto byBatches = [&](Trainer& trainer, bool training) {
        std::uint64_t next = update;
        for (const Batch& one : part.batches())
            if (training)
                trainer.train(one.images, one.labels, next++);
            else
                trainer.evaluate(one.images, one.labels);
    };
    for (unsigned epoch = 0; epoch < 4; ++epoch, update += part.resident.batches()) {
        part.shuffle(epoch);
        std::vector<std::size_t> told;
        const auto tell = [&](std::size_t done) { told.push_back(done); };
        for (const bool training : {true, false}) {
            byBatches(*batches, training);
            if (epoch == 3)
                byBatches(*parts, training);
            else if (training)
                parts->trainPart(part.resident, update, tell);
            else
                parts->evaluatePart(part.resident, tell);
            const Metrics wanted = batches->takeMetrics(), found = parts->takeMetrics();
            QVERIFY(std::abs(found.loss() - wanted.loss()) < 1e-5);
            QCOMPARE(found.right, wanted.right);
            QCOMPARE(found.count, std::int64_t{13});
        }
        QVERIFY(epoch == 3 || told.back() == part.resident.batches());
        QVERIFY(largestDifference(batches->weights(), parts->weights()) < 1e-4);
        for (Trainer* trainer : {batches.get(), parts.get()})
            trainer->setLearningRate(epoch == 0 ? 0.03 : 0.001);
    }
    const int sizes = 13 % batch == 0 ? 1 : 2;
    QCOMPARE(gpu.captures, 3 * sizes);  // learnt whole, judged whole, learnt batch by batch
    QCOMPARE(gpu.replays, 7 * static_cast<int>(part.resident.batches()));
    QCOMPARE(gpu.synchronisations, 0);
}

/// A warm-up leaves no trace: it captures and runs, and its masks and its order are forgotten too.
void TestTrainerGpu::warmingUpForPartsLeavesNoTrace() {
    const Network network = tinyCnn();
    const WeightSet weights = initialWeights(network, 3);
    const PartOf part(13, 5);
    part.shuffle(1);
    WeightMap learnt[2];
    double loss[2];
    for (const bool warm : {false, true}) {
        FakeGpu gpu;
        const auto trainer =
            Trainer::make(network, weights, {.device = Device::Cuda, .mode = Mode::Graph}, &gpu)
                .value();
        if (warm) {
            TrainerState state;
            trainer->save(state);
            for (const bool training : {true, false}) trainer->warmUpPart(part.resident, training);
            QVERIFY(trainer->takeMetrics().count == 0);
            QVERIFY(largestDifference(*weights, trainer->weights()) > 0);
            trainer->restore(state);
            QCOMPARE(gpu.captures, 4);
        }
        trainer->trainPart(part.resident, 1, [](std::size_t) {});
        QCOMPARE(gpu.captures, warm ? 4 : 2);
        learnt[warm] = trainer->weights();
        loss[warm] = trainer->takeMetrics().loss();
    }
    QCOMPARE(largestDifference(learnt[0], learnt[1]), 0.0);
    QCOMPARE(loss[0], loss[1]);
}

void TestTrainerGpu::partsHearTheStop() {
    const Network network = tinyCnn();
    const PartOf part(40, 1);
    FakeGpu gpu;
    const auto trainer = Trainer::make(network, initialWeights(network, 3),
                                       {.device = Device::Cuda, .mode = Mode::Graph}, &gpu)
                             .value();
    TrainerState state;
    trainer->save(state);
    for (const bool training : {true, false}) {
        trainer->warmUpPart(part.resident, training);
        const int before = gpu.replays;
        int asked = 0;
        trainer->setStop([&] { return ++asked == 3; });
        const auto all = [&] {
            if (training)
                trainer->trainPart(part.resident, 1, [](std::size_t) {});
            else
                trainer->evaluatePart(part.resident, [](std::size_t) {});
        };
        QVERIFY_THROWS_EXCEPTION(Stopped, all());
        const int replays = gpu.replays - before;
        QVERIFY(replays > 0 && replays < 40);
    }
    trainer->setStop({});
    trainer->restore(state);
    const auto other = Trainer::make(network, initialWeights(network, 3),
                                     {.device = Device::Cuda, .mode = Mode::Graph}, &gpu)
                           .value();
    for (Trainer* one : {trainer.get(), other.get()})
        one->trainPart(part.resident, 1, [](std::size_t) {});
    QCOMPARE(largestDifference(trainer->weights(), other->weights()), 0.0);
}

/// Nothing is copied to the device, in whatever order the updates are asked for: as made on the
/// CPU.
void TestTrainerGpu::masksAreDrawnOnTheDevice() {
    QFETCH(int, index);
    if (kWays[index].device == Device::Cpu) return;
    const Network network = tinyCnn();
    const WeightSet weights = initialWeights(network, 3);
    const auto onCpu = made(network, weights, {});
    FakeGpu gpu;
    const auto onGpu = Trainer::make(network, weights, optionsOf(kWays[index]), &gpu).value();
    const auto events = gpu.events(2);
    events->record(0);
    TrainerState state;
    for (const std::uint64_t update : {4, 5, 6, 1, 2, 9}) {
        const std::int64_t rows = update == 6 ? 2 : 5;  // the last batch of an epoch
        const Batch batch = tinySamples(rows);
        for (Trainer* trainer : {onCpu.get(), onGpu.get()})
            trainer->train(batch.images, batch.labels, update);
        if (update == 5) onGpu->save(state);
        if (update == 5) onGpu->restore(state);
    }
    events->record(1);
    QCOMPARE(events->elapsedMs(0, 1), 0.0);  // the time of copies is all that this clock counts
    QVERIFY(gpu.kernels > 0);
    QVERIFY(largestDifference(onCpu->weights(), onGpu->weights()) < 1e-4);
}

/// Where nothing is dropped, no launch counts updates.
void TestTrainerGpu::networksWithoutDropoutDrawNone() {
    const TrainableModel model = trainableModel("mlp-16", 4).value();
    const Batch batch = goldenBatch(model, 8);
    for (const Mode mode : {Mode::Eager, Mode::Fused, Mode::Graph}) {
        FakeGpu gpu;
        const auto trainer = Trainer::make(model.network, initialWeights(model.network, 1),
                                           {.device = Device::Cuda, .mode = mode}, &gpu)
                                 .value();
        trainer->train(batch.images, batch.labels, 3);
        QCOMPARE(gpu.kernels, 0);
    }
}

QTEST_GUILESS_MAIN(TestTrainerGpu)
#include "tst_trainer_gpu.moc"
