// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>

#include <QTest>

#include "experiments/training/dense_kernels.h"
#include "experiments/training/work_torch.h"

using namespace duelo;

namespace {

/// 70 samples to learn from, the last batch of them a short one.
TrainingCell cellOf(Mode mode, Optimizer optimizer) {
    return trainingCell({.id = "c001",
                         .experiment = "training",
                         .work = TrainingCase{.network = "mlp-8",
                                              .data = "synthetic:2x50",
                                              .batch = 12,
                                              .optimizer = optimizer,
                                              .epochs = 3},
                         .variant = Variant{.device = Device::Cpu, .threads = 1, .mode = mode}});
}

/// The weights after one epoch that nothing came before.
std::string digestOfFirstEpoch(const TrainingCell& cell, TrainingContext& context) {
    TrainingStart start = fetchTraining(cell, context, {}).value();
    const TrainingParts parts = makeTrainingParts(cell, context, std::move(start), {}).value();
    Batches batches = makeBatches(cell, context, parts, parts.data->split.train, true, {}).value();
    batches.begin(1, true);
    for (std::uint64_t update = 1; batches.next().value(); ++update)
        parts.trainer->train(batches.images(), batches.labels(), update);
    return weightsDigest(parts.trainer->weights(), {});
}

}  // namespace

/// The work of a training beside its epochs.
class TestTrainingWork : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void firstEpochDoesNotPayForTheProcess_data();
    void firstEpochDoesNotPayForTheProcess();
    void saysWhoseKernelsCompute();
    void countsWhatIsComputedInAnyCase();
    void cellsOfAPlanBeginAlike();
};

void TestTrainingWork::firstEpochDoesNotPayForTheProcess_data() {
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("optimizer");
    for (const Mode mode : {Mode::Eager, Mode::ChannelsLast, Mode::Fused})
        for (const Optimizer optimizer : {Optimizer::Adam, Optimizer::Sgd})
            QTest::newRow((std::string(word(mode)) + ", " + std::string(word(optimizer))).c_str())
                << static_cast<int>(mode) << static_cast<int>(optimizer);
}

/// Layers compute before the first epoch, and leave nothing behind: neither an event nor a trace in
/// the weights.
void TestTrainingWork::firstEpochDoesNotPayForTheProcess() {
    QFETCH(int, mode);
    QFETCH(int, optimizer);
    const TrainingCell cell = cellOf(static_cast<Mode>(mode), static_cast<Optimizer>(optimizer));
    TrainingContext context{.gpu = Gpu::instance()};
    TrainingWork work(cell, context);
    int layers = 0;
    CallControl control;
    control.beat = [&layers] { ++layers; };
    work.setControl(control);
    QVERIFY(work.prepare().has_value());
    QVERIFY(layers > 0);
    QCOMPARE(work.course()->news().size(), std::size_t{1});  // what the data are
    static_cast<void>(work.step(1));
    QCOMPARE(work.output().fingerprint->sha256, digestOfFirstEpoch(cell, context));
}

/// The kernels with which a CPU's fused mode trains a perceptron stand beside its times (G19).
void TestTrainingWork::saysWhoseKernelsCompute() {
    for (const Mode mode : {Mode::Eager, Mode::Fused, Mode::Plain}) {
        TrainingContext context{.gpu = Gpu::instance()};
        TrainingWork work(cellOf(mode, Optimizer::Adam), context);
        const auto prepared = work.prepare();
        QVERIFY(prepared.has_value());
        const auto note =
            std::ranges::find(prepared->notes, std::string("fused_mlp_update"), &Reason::code);
        QCOMPARE(note != prepared->notes.end(), mode == Mode::Fused);
        const bool in_place =
            std::ranges::count(prepared->notes, std::string("images_read_in_place"),
                               &Reason::code) > 0;
        QCOMPARE(in_place, mode == Mode::Fused);
        if (mode != Mode::Fused) continue;
        QCOMPARE(note->args.at("instructions").get<std::string>(),
                 std::string(denseKernels().instructions));
    }
}

/// No gradient of the images; in the fused mode no product that the data decide on. More would look
/// as if the machine had exceeded its limits (G26).
void TestTrainingWork::countsWhatIsComputedInAnyCase() {
    for (const Mode mode : {Mode::Eager, Mode::Fused, Mode::Plain}) {
        TrainingContext context{.gpu = Gpu::instance()};
        const TrainingCell cell = cellOf(mode, Optimizer::Adam);
        TrainingStart start = fetchTraining(cell, context, {}).value();
        const auto trained = static_cast<std::int64_t>(start.data->split.train.size());
        const auto evaluated = static_cast<std::int64_t>(start.data->split.validation.size());
        const auto nodes = start.model.network.nodes();
        const std::int64_t hidden = nodes[nodes.size() - 3].out_channels, outputs = start.outputs;
        const std::int64_t first = 2 * 784 * hidden, last = 2 * hidden * outputs;
        const bool some = mode == Mode::Fused;
        const auto parts = makeTrainingParts(cell, context, std::move(start), {});
        QVERIFY(parts.has_value());
        QCOMPARE(parts->epoch_flop, trained * (first * (some ? 1 : 2) + last * (some ? 2 : 3)) +
                                        evaluated * (first + last));
    }
}

/// Initial weights and their digest are made once for all cells that begin with the same (P-07).
void TestTrainingWork::cellsOfAPlanBeginAlike() {
    TrainingContext context{.gpu = Gpu::instance()};
    TrainingCell cell = cellOf(Mode::Eager, Optimizer::Adam);
    const TrainingStart first = fetchTraining(cell, context, {}).value();
    cell = cellOf(Mode::Fused, Optimizer::Sgd);
    const TrainingStart second = fetchTraining(cell, context, {}).value();
    QCOMPARE(second.initial.get(), first.initial.get());
    QCOMPARE(second.weights_sha256, weightsDigest(*first.initial, {}));
    TrainingCell other = cell;
    ++other.work.seed;
    const TrainingStart seeded = fetchTraining(other, context, {}).value();
    QVERIFY(seeded.weights_sha256 != first.weights_sha256);
    other = cell;
    other.work.outputs = 3;
    const TrainingStart wider = fetchTraining(other, context, {}).value();
    QVERIFY(wider.weights_sha256 != first.weights_sha256);
    other = cell;
    other.work.network = "mlp-9";
    QVERIFY(fetchTraining(other, context, {}).value().weights_sha256 != first.weights_sha256);
    QCOMPARE(fetchTraining(cell, context, {}).value().weights_sha256, first.weights_sha256);
}

QTEST_GUILESS_MAIN(TestTrainingWork)
#include "tst_training_work.moc"
