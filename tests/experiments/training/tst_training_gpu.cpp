// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <QTest>

#include "experiments/training/dropout_masks.h"
#include "experiments/training/lr_finder.h"
#include "experiments/training/maker.h"
#include "experiments/training/work_torch.h"
#include "fake_gpu.h"
#include "tensor/operators.h"

using namespace duelo;

namespace {

/// Two thirds of 100 samples to learn from in 6 batches, the last of them a short one.
TrainingCase smallTraining() {
    return {.network = "mlp-8", .data = "synthetic:2x50", .batch = 12, .epochs = 3};
}

/// The results of a training on the stub module's GPU, whose tensors lie on the CPU.
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

Cell cellOfProcesses(int processes, const std::string& mode) {
    return {.id = "c001",
            .experiment = "training",
            .work = smallTraining(),
            .variant = {{"device", "cuda"},
                        {"precision", "fp32"},
                        {"mode", mode},
                        {"threads", 1},
                        {"processes", processes}}};
}

Gpu* g_gpu = nullptr;  ///< of the ranks, which are threads here

/// A rank in a thread of this process, which does what its child engine would.
class GpuRank : public Work {
public:
    explicit GpuRank(const Cell& cell) : m_work(trainingCell(cell), m_context) {}
    void setControl(CallControl control) override { m_work.setControl(std::move(control)); }
    Result<Prepared> prepare() override { return m_work.prepare(); }
    Timing step(int calls) override { return m_work.step(calls); }
    Output output() override { return {}; }

private:
    TrainingContext m_context{.gpu = *g_gpu};
    TrainingWork m_work;
};

/// One that stands still behind the first update of its second epoch.
class HangingGpuRank final : public GpuRank {
public:
    using GpuRank::GpuRank;
    void setControl(CallControl control) override {
        control.progress = [this, told = control.progress, stop = control.stop](double done) {
            while (m_epochs == 2 && !stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            told(done);
        };
        GpuRank::setControl(std::move(control));
    }
    Timing step(int calls) override {
        ++m_epochs;
        return GpuRank::step(calls);
    }

private:
    int m_epochs = 0;
};

std::vector<EpochEvent> epochsOfRanks(const Cell& cell, Gpu& gpu) {
    TrainingContext context{.gpu = gpu, .child = [](const Cell& rank) -> std::unique_ptr<Work> {
                                return std::make_unique<GpuRank>(rank);
                            }};
    TrainingWork work(trainingCell(cell), context);
    std::vector<EpochEvent> epochs;
    try {
        if (const auto prepared = work.prepare(); !prepared) throw WorkFailed{prepared.error()};
        while (!work.course()->isOver()) static_cast<void>(work.step(1));
    } catch (const WorkFailed& failed) {
        qWarning("%s: %s", failed.reason.code.c_str(), failed.reason.message.c_str());
    }
    for (const Record& news : work.course()->news())
        if (const auto* event = std::get_if<EventRecord>(&news))
            if (const auto epoch = epochIn(*event)) epochs.push_back(*epoch);
    return epochs;
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
    void eachProcessNeedsAGpu_data();
    void eachProcessNeedsAGpu();
    void aRankTakesItsOwnGpu();
    void severalGpusLearnTheSame_S4_07_data();
    void severalGpusLearnTheSame_S4_07();
    void aHangingRankEndsTheCell_R_05();
    void sharesDropTheSameValues();

private:
    test::FakeGpu& fake() { return static_cast<test::FakeGpu&>(*m_gpu->api()); }

    std::unique_ptr<Gpu> m_gpu;
};

void TestTrainingGpu::initTestCase() {
    qputenv("DUELO_STUB_CUDA", "0 13000 Fake GPU@8.9");
    const std::filesystem::path stubs = DUELO_STUBS;
    m_gpu = std::make_unique<Gpu>(GpuPaths{stubs / "driver" / "libcuda.so.1",
                                           stubs / "driver" / "libnvidia-ml.so.1",
                                           stubs / "module" / "libduelo_cuda.so"});
    QVERIFY(m_gpu->status().available);
    g_gpu = m_gpu.get();
    // Ranks are threads here, and c10d's record of the sums of a process is not made for several.
    qputenv("TORCH_FR_BUFFER_SIZE", "0");
}

/// A graph of the whole epoch learns and evaluates from batches that the GPU picks. It learns what
/// eager mode learns on the CPU, and the record says so.
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

/// The samples of a forecast go the same way as a run, and the finder's goes batch by batch.
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

/// Once the data are known, these rest on the GPU: two parts of 28 x 28 pixels, and in other modes
/// a buffer for the epoch.
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

/// A cell that says why, in the place of one that was measured by one process; before anything is
/// started.
void TestTrainingGpu::eachProcessNeedsAGpu_data() {
    QTest::addColumn<int>("processes");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<int>("local_rank");  // -1: nobody else starts them
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("told");
    const auto row = [](const char* name, int processes, int gpus, int local, const char* told,
                        const char* mode = "fused") {
        QTest::newRow(name) << processes << gpus << local << QString(mode) << QString(told);
    };
    row("one", 1, 1, -1, "");
    row("two on one", 2, 1, -1, "processes_above_gpus 2");
    row("three on two", 3, 2, -1, "processes_above_gpus 3");
    row("two on two", 2, 2, -1, "");
    row("two in a graph", 2, 2, -1, "processes_in_graph", "graph");
    row("one in a graph", 1, 1, -1, "", "graph");
    // Of those on several PCs only the own place counts.
    row("the first here of four", 4, 1, 0, "");
    row("the second here of four", 4, 1, 1, "processes_above_gpus 2");
}

void TestTrainingGpu::eachProcessNeedsAGpu() {
    QFETCH(int, processes);
    QFETCH(int, gpus);
    QFETCH(int, local_rank);
    QFETCH(QString, mode);
    QFETCH(QString, told);
    fake().fake_devices = gpus;
    const Cell cell = cellOfProcesses(processes, mode.toStdString());
    TrainingContext context{.gpu = *m_gpu};
    if (local_rank >= 0)
        context.launch = Launch{.place = {local_rank, processes}, .local_rank = local_rank};
    const auto possible = whyNotOnGpus(trainingCell(cell), context);
    const QString found = !possible ? QString()
                          : possible->args.contains("needed")
                              ? QString("%1 %2")
                                    .arg(QString::fromStdString(possible->code))
                                    .arg(possible->args["needed"].get<int>())
                              : QString::fromStdString(possible->code);
    QCOMPARE(found, told);
    if (local_rank < 0) {
        const auto checked = TrainingMaker({.gpu = m_gpu.get()}).check(cell);
        QCOMPARE(checked ? std::string() : checked.error().code,
                 told.section(' ', 0, 0).toStdString());
    }
    fake().fake_devices = 1;
}

void TestTrainingGpu::aRankTakesItsOwnGpu() {
    fake().fake_devices = 3;
    Cell cell = cellOfProcesses(3, "fused");
    for (const int rank : {0, 2}) {
        fake().used.clear();
        cell.variant.set("rank", rank);
        QVERIFY(TrainingMaker({.gpu = m_gpu.get()}).create(cell).has_value());
        QCOMPARE(fake().used, std::vector<int>{rank});
    }
    fake().used.clear();
    QVERIFY(TrainingMaker({.gpu = m_gpu.get()}).create(cellOfProcesses(1, "fused")).has_value());
    QVERIFY(fake().used.empty());
    fake().fake_devices = 1;
}

/// The same losses as one process on a GPU, up to the rounding of sums, whose adding up is told by
/// the clock of the GPU; nobody can tell the waiting apart.
void TestTrainingGpu::severalGpusLearnTheSame_S4_07_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("processes");
    for (const char* mode : {"fused", "eager"})
        for (const auto& [batch, processes] : {std::pair(12, 2), {23, 2}, {12, 3}})
            QTest::addRow("%s, batch %d, %d processes", mode, batch, processes)
                << QString(mode) << batch << processes;
}

void TestTrainingGpu::severalGpusLearnTheSame_S4_07() {
    if (const auto why = whyNoProcesses()) QSKIP(why->code.c_str());
    QFETCH(QString, mode);
    QFETCH(int, batch);
    QFETCH(int, processes);
    const auto epochs = [&](int count) {
        Cell cell = cellOfProcesses(count, mode.toStdString());
        cell.work.set("batch", batch);
        return epochsOfRanks(cell, *m_gpu);
    };
    const std::vector<EpochEvent> alone = epochs(1), shared = epochs(processes);
    QCOMPARE(alone.size(), std::size_t{3});
    QCOMPARE(shared.size(), alone.size());
    for (std::size_t i = 0; i < alone.size(); ++i) {
        QVERIFY(std::abs(shared[i].train_loss / alone[i].train_loss - 1) < 1e-3);
        QVERIFY(std::abs(shared[i].valid_loss / alone[i].valid_loss - 1) < 1e-2);
        QCOMPARE(shared[i].updates, alone[i].updates);
        QVERIFY(!alone[i].all_reduce_ms);
        QCOMPARE(shared[i].all_reduce_ms.value_or(0), 1.5);  // as the fake one tells it
        QVERIFY(!shared[i].waiting_ms);
    }
}

/// The host hears of it while the GPU would wait for ever.
void TestTrainingGpu::aHangingRankEndsTheCell_R_05() {
    if (const auto why = whyNoProcesses()) QSKIP(why->code.c_str());
    constexpr double kShort_s = 1;
    TrainingContext context{.gpu = *m_gpu, .child = [](const Cell& cell) -> std::unique_ptr<Work> {
                                return std::make_unique<HangingGpuRank>(cell);
                            }};
    context.rank_limit_s = kShort_s;
    TrainingWork work(trainingCell(cellOfProcesses(2, "fused")), context);
    QVERIFY(work.prepare().has_value());
    std::string code;
    try {
        while (!work.course()->isOver()) static_cast<void>(work.step(1));
    } catch (const WorkFailed& failed) {
        code = failed.reason.code;
    }
    QCOMPARE(code, std::string("rank_hangs"));
}

/// A process drops the same values of its rows as one process alone would.
void TestTrainingGpu::sharesDropTheSameValues() {
    DropoutMasks masks(3, &fake());
    masks.make(TensorDevice::Cpu);
    const auto drawn = [&](std::int64_t rows, std::int64_t first) {
        Tensor factors = ops::empty({rows, 7});
        masks.begin(5, first);
        masks.fill(factors, 2, 0.5);
        masks.end(6);
        return factors;
    };
    const Tensor all = drawn(9, 0);
    QVERIFY(ops::equal(drawn(4, 5), all.narrow(0, 5, 4)));
    QVERIFY(!ops::equal(drawn(4, 5), all.narrow(0, 0, 4)));
}

QTEST_GUILESS_MAIN(TestTrainingGpu)
#include "tst_training_gpu.moc"
