// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <QTest>

#include "experiments/training/lr_finder.h"
#include "experiments/training/maker.h"
#include "experiments/training/work_torch.h"
#include "fake_gpu.h"

using namespace duelo;

namespace {

/// Two thirds of 100 samples to learn from in 6 batches, the last of them a short one.
TrainingCase smallTraining() {
    return {.network = "mlp-8", .data = "synthetic:2x50", .batch = 12, .epochs = 3};
}

/// What a training on the stub module's GPU, whose tensors lie on the CPU, leaves behind.
struct Learnt {
    std::vector<EpochEvent> epochs;
    Prepared prepared;
    double test_accuracy = 0;
};

Learnt learntOn(Gpu& gpu, const TrainingCase& work, const Variant& variant) {
    TrainingContext context{.gpu = gpu};
    TrainingWork training(
        trainingCell({.id = "c001", .experiment = "training", .work = work, .variant = variant}),
        context);
    Learnt learnt{.epochs = {}, .prepared = training.prepare().value()};
    while (!training.course()->isOver()) {
        static_cast<void>(training.step(1));
        for (const Record& news : training.course()->news())
            if (const auto* event = std::get_if<EventRecord>(&news))
                if (const auto epoch = epochIn(*event)) learnt.epochs.push_back(*epoch);
    }
    learnt.test_accuracy = training.output().metrics.front().value;
    return learnt;
}

std::int64_t quantityOf(const Prepared& prepared, const std::string& id) {
    for (const Quantity& quantity : prepared.quantities)
        if (quantity.id == id) return quantity.per_call;
    return -1;
}

bool notes(const Prepared& prepared, const std::string& code) {
    return std::ranges::count(prepared.notes, code, &Reason::code) == 1;
}

}  // namespace

/// Whole trainings on the stub module's GPU.
class TestTrainingGpu : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void graphOfTheWholeEpoch_G17();
    void graphOfASingleUpdate();
    void wholeEpochHearsTheStop_R_23();
    void loadingEndsWithWhatWasPlaced();
    void samplesOfBothKinds();
    void whatRestsOnTheGpuIsForecast();
    void severalProcessesAreLeftOut();

private:
    std::unique_ptr<Gpu> m_gpu;
};

void TestTrainingGpu::initTestCase() {
    qputenv("DUELO_STUB_CUDA", "0 13000 Fake GPU@8.9");
    const std::filesystem::path stubs = DUELO_STUBS;
    m_gpu = std::make_unique<Gpu>(GpuPaths{stubs / "driver" / "libcuda.so.1",
                                           stubs / "driver" / "libnvidia-ml.so.1",
                                           stubs / "module" / "libduelo_cuda.so"});
    QVERIFY(m_gpu->status().available);
}

/// What is learnt and judged from the batches that the GPU picks is what eager mode learns
/// on the CPU, and the record says so.
void TestTrainingGpu::graphOfTheWholeEpoch_G17() {
    const TrainingCase work = smallTraining();
    const Learnt wanted = learntOn(*m_gpu, work, {.threads = 1});
    const Learnt found = learntOn(*m_gpu, work, {.device = Device::Cuda, .mode = Mode::Graph});
    QCOMPARE(found.epochs.size(), std::size_t{3});
    for (std::size_t i = 0; i < found.epochs.size(); ++i) {
        const EpochEvent &a = wanted.epochs[i], &b = found.epochs[i];
        QVERIFY(std::abs(a.train_loss - b.train_loss) < 1e-4);
        QVERIFY(std::abs(a.valid_loss - b.valid_loss) < 1e-4);
        QCOMPARE(b.train_accuracy, a.train_accuracy);
        QCOMPARE(b.valid_accuracy, a.valid_accuracy);
        QCOMPARE(b.updates, a.updates);
        // The order is all that an epoch copies.
        QCOMPARE(b.h2d_ms.value_or(0), test::FakeGpu::kCopy_ms);
    }
    QCOMPARE(found.test_accuracy, wanted.test_accuracy);
    QCOMPARE(quantityOf(found.prepared, "graph_updates"), std::int64_t{6});
    QVERIFY(notes(found.prepared, "graph_whole_epoch"));
    QVERIFY(!notes(found.prepared, "graph_single_update"));
    QCOMPARE(quantityOf(wanted.prepared, "graph_updates"), std::int64_t{-1});
}

/// Random transforms are the host's: it stands between two updates, and the record says so.
void TestTrainingGpu::graphOfASingleUpdate() {
    TrainingCase work = smallTraining();
    work.augment = true;
    work.epochs = 1;
    const Learnt wanted = learntOn(*m_gpu, work, {.threads = 1});
    const Learnt found = learntOn(*m_gpu, work, {.device = Device::Cuda, .mode = Mode::Graph});
    QVERIFY(std::abs(wanted.epochs[0].train_loss - found.epochs[0].train_loss) < 1e-4);
    QVERIFY(std::abs(wanted.epochs[0].valid_loss - found.epochs[0].valid_loss) < 1e-4);
    QCOMPARE(quantityOf(found.prepared, "graph_updates"), std::int64_t{1});
    QVERIFY(notes(found.prepared, "graph_single_update"));
    QVERIFY(!notes(found.prepared, "graph_whole_epoch"));
}

/// No epoch is told that was not learnt and judged to its end, and the next one is as if nothing
/// had been.
void TestTrainingGpu::wholeEpochHearsTheStop_R_23() {
    const Cell cell{.id = "c001",
                    .experiment = "training",
                    .work = smallTraining(),
                    .variant = Variant{.device = Device::Cuda, .mode = Mode::Graph}};
    TrainingContext context{.gpu = *m_gpu};
    TrainingWork work(trainingCell(cell), context);
    std::stop_source stop;
    CallControl control;
    control.stop = stop.get_token();
    double share = 0;
    control.progress = [&](double done) {
        share = done;
        stop.request_stop();
    };
    work.setControl(control);
    QVERIFY(work.prepare().has_value());
    static_cast<void>(work.course()->news());
    QVERIFY_THROWS_EXCEPTION(StepStopped, (void)work.step(1));
    QVERIFY(share > 0 && share < 1);
    QVERIFY(work.course()->news().empty());
}

/// No step waits for what the GPU still had to do when the work was ready.
void TestTrainingGpu::loadingEndsWithWhatWasPlaced() {
    const auto& gpu = static_cast<const test::FakeGpu&>(*m_gpu->api());
    TrainingContext context{.gpu = *m_gpu};
    for (const char* experiment : {"training", "lr_finder"}) {
        const TrainingCell cell = trainingCell({.id = "c001",
                                                .experiment = experiment,
                                                .work = smallTraining(),
                                                .variant = Variant{.device = Device::Cuda}});
        std::unique_ptr<Work> work = std::make_unique<TrainingWork>(cell, context);
        if (experiment == std::string("lr_finder"))
            work = std::make_unique<LrFinder>(cell, context);
        const int before = gpu.synchronisations;
        QVERIFY(work->prepare().has_value());
        QVERIFY2(gpu.synchronisations > before, experiment);
    }
}

/// Those of a forecast go the same way, and the finder's goes batch by batch.
void TestTrainingGpu::samplesOfBothKinds() {
    for (const char* experiment : {"training", "lr_finder"})
        for (const bool augment : {false, true}) {
            TrainingCase work = smallTraining();
            work.augment = augment;
            TrainingMaker maker({.gpu = &*m_gpu});
            const auto sample =
                maker.sample({.id = "c001",
                              .experiment = experiment,
                              .work = work,
                              .variant = Variant{.device = Device::Cuda, .mode = Mode::Graph}});
            QVERIFY(sample.value()->prepare().has_value());
            QVERIFY(sample.value()->step(2).wall_ms > 0);
        }
}

/// Once the data are known: two parts of 28 x 28 pixels, and in other modes a buffer for the epoch.
void TestTrainingGpu::whatRestsOnTheGpuIsForecast() {
    Kept kept;
    const auto bytesOf = [&](const TrainingCase& work, Mode mode) {
        TrainingMaker maker({.gpu = &*m_gpu, .kept = kept});
        const auto forecast =
            maker.forecast({.id = "c001",
                            .experiment = "training",
                            .work = work,
                            .variant = Variant{.device = Device::Cuda, .mode = mode}});
        return forecast.value().bytes;
    };
    TrainingCase work = smallTraining();
    work.outputs = 2;
    TrainingCase random = work;
    random.augment = true;
    const std::int64_t unknown = bytesOf(work, Mode::Fused);
    const std::int64_t unknown_graph = bytesOf(work, Mode::Graph);
    QVERIFY(unknown_graph > unknown);
    const auto data = kept.of<TrainingDataStore>().load(work.data, trainingDataOptions(work));
    const auto trained = static_cast<std::int64_t>(data.value()->split.train.size());
    const auto judged = static_cast<std::int64_t>(data.value()->split.validation.size());
    constexpr std::int64_t sample = 28 * 28 * 4;
    QCOMPARE(bytesOf(work, Mode::Fused) - unknown, sample * (2 * trained + judged));
    QCOMPARE(bytesOf(work, Mode::Graph) - unknown_graph, sample * (trained + judged));
    QCOMPARE(bytesOf(random, Mode::Fused) - unknown, sample * judged);
}

/// A cell that says why, in the place of one that was measured by one process.
void TestTrainingGpu::severalProcessesAreLeftOut() {
    const Cell cell{
        .id = "c001",
        .experiment = "training",
        .work = TrainingCase{.network = "mlp-8", .data = "synthetic:2x50"},
        .variant = {
            {"device", "cuda"}, {"precision", "fp32"}, {"mode", "fused"}, {"processes", 2}}};
    TrainingMaker maker({.gpu = m_gpu.get()});
    const auto refused = maker.check(cell);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("processes_on_gpu"));
    QCOMPARE(refused.error().args.at("processes"), Json(2));
    Cell alone = cell;
    alone.variant.set("processes", 1);
    QVERIFY(maker.check(alone).has_value());
}

QTEST_GUILESS_MAIN(TestTrainingGpu)
#include "tst_training_gpu.moc"
