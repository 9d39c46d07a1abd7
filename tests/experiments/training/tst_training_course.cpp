// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <tuple>

#include <QTest>

#include "experiments/training/epoch_clock.h"
#include "experiments/training/events.h"
#include "experiments/training/lr_finder.h"
#include "experiments/training/sample_work.h"
#include "experiments/training/training_progress.h"
#include "fake_gpu.h"
#include "tensor/operators.h"

using namespace duelo;

namespace {

EpochEvent epoch(int number, double validLoss, double validAccuracy = 0.5, double wall_ms = 10) {
    return {.epoch = number,
            .valid_loss = validLoss,
            .valid_accuracy = validAccuracy,
            .wall_ms = wall_ms};
}

/// A curve that falls to its lowest at step `lowest` and rises after it.
std::vector<RateEvent> valley(int steps, int lowest) {
    std::vector<RateEvent> curve;
    for (int i = 0; i < steps; ++i)
        curve.push_back({.step = i + 1,
                         .learning_rate = rateOfStep(i),
                         .loss = 0,
                         .smoothed_loss = 2 + 0.01 * std::abs(i - lowest)});
    return curve;
}

double msOf(const Timing& timing, const char* part) {
    return partMs(timing.parts, part).value();
}

/// All parts of an epoch are parts of its time.
double insideMs(const Timing& timing) {
    double sum_ms = 0;
    for (const PartTime& part : timing.parts)
        sum_ms += part.inside ? part.ms : std::numeric_limits<double>::quiet_NaN();
    return sum_ms;
}

}  // namespace

/// Tests of the course of a training: how long it goes on, where its time went and which rate is
/// advised.
class TestTrainingCourse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void endsWhereThePlanSays_S2_12();
    void remembersTheBestEpoch_S2_12();
    void progressSurvivesItsCheckpoint_R_21();
    void strangeCheckpointsAreRefused_data();
    void strangeCheckpointsAreRefused();
    void ratesGrowByEqualFactors_S2_10();
    void advisesATenthOfTheLowest_S2_10();
    void advisesNothingWithoutDescent_S2_10();
    void timeOfAnEpochHasItsParts_S2_M06();
    void timeOfAnEpochOnAGpu_S4_09();
    void aWholeEpochHasNoLaunches_S4_09();
    void everyCopyIsMade_S4_09();
    void anEpochIsItsBatches();
    void aSampleIsSomeOfThem();
};

/// A batch that is only evaluated costs the forward pass alone.
void TestTrainingCourse::anEpochIsItsBatches() {
    QCOMPARE(batchesOf(1200, 300, 100), 13.0);
    QCOMPARE(batchesOf(0, 300, 100), 1.0);
    // One batch that the data do not fill is a part of one.
    QCOMPARE(batchesOf(1024, 0, 4096), 0.25);
    // A whole batch learnt and judged, one of the 50 that remain, and one judged only.
    QCOMPARE(warmUpBatchesOf(1250, 300, 100), 1.5 + (1.5 + 1.0) / 3);
    QCOMPARE(warmUpBatchesOf(40, 0, 100), 0.4 + 0.4 / 3);
}

/// It takes from the data what it needs, is no course itself and leaves when it is told to. Of
/// several processes it does the share of one, and starts none.
void TestTrainingCourse::aSampleIsSomeOfThem() {
    TrainingContext context{.gpu = Gpu::instance()};
    for (const auto& [batch, evaluates, processes] : {std::tuple(16, true, 1),
                                                      {16, false, 1},
                                                      {4096, true, 1},
                                                      {4096, false, 1},
                                                      {16, true, 3}}) {
        const TrainingCase work{.network = "mlp-16", .data = "synthetic:4x60", .batch = batch};
        Params variant = Variant{.threads = 1};
        if (processes > 1) variant.set("processes", processes);
        TrainingSample sample(
            trainingCell(
                {.id = "c001", .experiment = "training", .work = work, .variant = variant}),
            context, evaluates);
        std::stop_source stop;
        sample.setControl({.stop = stop.get_token()});
        QVERIFY(sample.course() == nullptr);
        QVERIFY(sample.prepare().has_value());
        for (int call = 0; call < 3; ++call) {
            const double wall_ms = sample.step(1).wall_ms;
            QVERIFY(std::isfinite(wall_ms) && wall_ms > 0);
        }
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(sample.step(1)), StepStopped);
    }
}

void TestTrainingCourse::endsWhereThePlanSays_S2_12() {
    TrainingCase plan{.epochs = 3};
    TrainingProgress all;
    for (int i = 1; i <= 3; ++i) {
        QVERIFY(all.stopped_by.empty());
        static_cast<void>(all.add(epoch(i, 1.0 / i), plan));
    }
    QCOMPARE(all.stopped_by, "epochs");
    QCOMPARE(all.epochs_ms, 30.0);

    plan = {.epochs = 100, .until_accuracy = 0.9};
    TrainingProgress exact;
    static_cast<void>(exact.add(epoch(1, 1, 0.899), plan));
    QVERIFY(exact.stopped_by.empty());
    static_cast<void>(exact.add(epoch(2, 1, 0.9), plan));
    QCOMPARE(exact.stopped_by, "accuracy");

    plan = {.epochs = 100, .max_time_s = 0.02};
    TrainingProgress timed;
    static_cast<void>(timed.add(epoch(1, 1), plan));
    QVERIFY(timed.stopped_by.empty());
    static_cast<void>(timed.add(epoch(2, 1), plan));
    QCOMPARE(timed.stopped_by, "time");

    plan = {.epochs = 100, .patience = 2};
    TrainingProgress patient;
    for (const double loss : {1.0, 0.5, 0.6, 0.4, 0.5}) {
        static_cast<void>(patient.add(epoch(patient.epoch + 1, loss), plan));
        QVERIFY(patient.stopped_by.empty());
    }
    static_cast<void>(patient.add(epoch(6, 0.45), plan));
    QCOMPARE(patient.stopped_by, "patience");
    QCOMPARE(patient.best_epoch, 4);
}

void TestTrainingCourse::remembersTheBestEpoch_S2_12() {
    const TrainingCase plan{.epochs = 100};
    TrainingProgress progress;
    QVERIFY(progress.add(epoch(1, 0.7), plan));
    QVERIFY(!progress.add(epoch(2, 0.7), plan));  // as good is not better
    QVERIFY(progress.add(epoch(3, 0.6), plan));
    QCOMPARE(progress.best_epoch, 3);
    QCOMPARE(progress.best_loss, 0.6);
}

void TestTrainingCourse::progressSurvivesItsCheckpoint_R_21() {
    const TrainingProgress progress{.epoch = 12,
                                    .updates = 1320,
                                    .best_epoch = 9,
                                    .best_loss = 0.1 + 0.2,
                                    .epochs_ms = 1234.5,
                                    .stopped_by = "patience"};
    const auto read = progressFrom(toMetadata(progress, "plan c001"), "plan c001", "f");
    QVERIFY(read.has_value());
    QCOMPARE(read->epoch, progress.epoch);
    QCOMPARE(read->updates, progress.updates);
    QCOMPARE(read->best_epoch, progress.best_epoch);
    QVERIFY(read->best_loss == progress.best_loss);  // to the bit: it decides what is best
    QCOMPARE(read->epochs_ms, progress.epochs_ms);
    QCOMPARE(read->stopped_by, progress.stopped_by);
}

void TestTrainingCourse::strangeCheckpointsAreRefused_data() {
    QTest::addColumn<QString>("progress");
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("reason");
    const QString whole =
        "{\"epoch\":3,\"updates\":9,\"best_epoch\":2,\"best_loss\":0.5,\"epochs_ms\":9,"
        "\"stopped_by\":\"\"}";
    QTest::newRow("another cell") << whole << "plan c002"
                                  << "checkpoint_of_another";
    QTest::newRow("no JSON") << "{"
                             << "plan c001"
                             << "checkpoint_damaged";
    QTest::newRow("nothing") << "null"
                             << "plan c001"
                             << "checkpoint_damaged";
    QTest::newRow("a best epoch to come")
        << QString(whole).replace("\"best_epoch\":2", "\"best_epoch\":4") << "plan c001"
        << "checkpoint_damaged";
    QTest::newRow("no epoch") << QString(whole).replace("\"epoch\":3,", "") << "plan c001"
                              << "checkpoint_damaged";
    QTest::newRow("an epoch below zero")
        << QString(whole).replace("\"epoch\":3", "\"epoch\":-3") << "plan c001"
        << "checkpoint_damaged";
}

void TestTrainingCourse::strangeCheckpointsAreRefused() {
    QFETCH(QString, progress);
    QFETCH(QString, training);
    QFETCH(QString, reason);
    auto metadata = toMetadata({}, training.toStdString());
    metadata["duelo.progress"] = progress.toStdString();
    const auto read = progressFrom(metadata, "plan c001", "folder/c001.checkpoint.safetensors");
    QVERIFY(!read.has_value());
    QCOMPARE(QString::fromStdString(read.error().code), reason);
    QCOMPARE(read.error().args["path"].get<std::string>(), "folder/c001.checkpoint.safetensors");
}

void TestTrainingCourse::ratesGrowByEqualFactors_S2_10() {
    QCOMPARE(rateOfStep(0), 1e-7);
    QVERIFY(std::abs(rateOfStep(kRateSteps - 1) - 10) < 1e-12);
    for (int i = 1; i < kRateSteps; ++i)
        QVERIFY(std::abs(rateOfStep(i) / rateOfStep(i - 1) - std::pow(1e8, 1.0 / 99)) < 1e-12);
}

void TestTrainingCourse::advisesATenthOfTheLowest_S2_10() {
    const RateAdvice advice = adviseRate(valley(100, 60));
    QCOMPARE(advice.why.code, "rate_advised");
    const auto close = [](double rate, double to) { return std::abs(rate / to - 1) < 0.05; };
    QVERIFY(close(advice.learning_rate.value(), rateOfStep(60) / 10));
    QVERIFY(close(advice.why.args["lowest_rate"].get<double>(), rateOfStep(60)));
    // What is read is what is used: two digits.
    QCOMPARE(*advice.learning_rate, 0.00071);
    QCOMPARE(advice.why.args["learning_rate"].get<double>(), *advice.learning_rate);
    // The ends advise nothing: a lowest point among the last five is passed over.
    QVERIFY(
        close(adviseRate(valley(70, 69)).why.args["lowest_rate"].get<double>(), rateOfStep(64)));
}

void TestTrainingCourse::advisesNothingWithoutDescent_S2_10() {
    QCOMPARE(adviseRate({}).why.code, "rate_too_few");
    QCOMPARE(adviseRate(valley(12, 6)).why.code, "rate_too_few");
    const RateAdvice rising = adviseRate(valley(80, 0));
    QCOMPARE(rising.why.code, "rate_no_descent");
    QVERIFY(!rising.learning_rate);
}

/// On the CPU by the clock of the host.
void TestTrainingCourse::timeOfAnEpochHasItsParts_S2_M06() {
    constexpr std::size_t batches = 3;
    EpochClock clock(nullptr, batches, 0);
    for (int round = 0; round < 2; ++round) {  // the second time nothing of the first is left
        clock.start();
        for (std::size_t i = 0; i < batches; ++i) {
            QTest::qSleep(2);
            clock.batchMade();
            QTest::qSleep(8);
            clock.batchTrained();
        }
        clock.batchMade();
        clock.trained();
        QTest::qSleep(5);
        const Timing timing = clock.evaluated();
        QVERIFY(msOf(timing, "data") >= 6);
        QVERIFY(msOf(timing, "compute") >= 24);
        QVERIFY(msOf(timing, "evaluation") >= 5);
        QVERIFY(insideMs(timing) <= timing.wall_ms * 1.001);
        // The CPU copies nothing to itself.
        QVERIFY(!partMs(timing.parts, "h2d") && !partMs(timing.parts, "d2h"));
    }
}

/// On a GPU by its own clock, but for the evaluation and the whole. A copy in the midst of making a
/// batch, and one in the midst of training on it, are neither.
void TestTrainingCourse::timeOfAnEpochOnAGpu_S4_09() {
    test::FakeGpu gpu;
    EpochClock clock(&gpu, 2, 2);
    Tensor to = ops::zeros({3});
    const Tensor from = ops::ones({3});
    for (int round = 0; round < 2; ++round) {
        gpu.submit(1e6);  // earlier work is not this epoch's
        clock.start();
        for (int i = 0; i < 2; ++i) {
            clock.copyIn(to, from);
            gpu.submit(2000);
            QTest::qSleep(1);  // which the device does not see
            clock.batchMade();
            gpu.submit(30000);
            clock.copyIn(to, from);
            gpu.submit(4000);
            QTest::qSleep(2);  // launching takes the CPU so long
            clock.batchTrained();
        }
        clock.batchMade();
        gpu.submit(500000);  // the sums come back
        clock.trained();
        gpu.submit(7000000);
        QTest::qSleep(5);
        const Timing timing = clock.evaluated();
        QVERIFY(ops::equal(to, from));
        QCOMPARE(msOf(timing, "h2d"), 4 * test::FakeGpu::kCopy_ms);
        QCOMPARE(msOf(timing, "data"), 2 * 2000.0);
        QCOMPARE(msOf(timing, "compute"), 2 * 34000.0);
        QCOMPARE(msOf(timing, "d2h"), 500000.0);
        QVERIFY(msOf(timing, "evaluation") >= 5);
        QVERIFY(msOf(timing, "launch") >= 4 && msOf(timing, "launch") < timing.wall_ms - 5);
        QVERIFY(std::ranges::none_of(
            timing.parts, [](const PartTime& part) { return part.inside && part.id == "launch"; }));
        QVERIFY(timing.wall_ms >= 7 && timing.wall_ms < test::FakeGpu::kCopy_ms);
        QVERIFY(msOf(timing, "evaluation") <= timing.wall_ms);
    }
}

/// An epoch that is submitted as a whole has one launch: nobody can tell what each batch's would
/// take.
void TestTrainingCourse::aWholeEpochHasNoLaunches_S4_09() {
    test::FakeGpu gpu;
    EpochClock clock(&gpu, 1, 0);
    clock.start();
    clock.batchMade();
    gpu.submit(30000);
    clock.allTrained();
    clock.trained();
    const Timing timing = clock.evaluated();
    QVERIFY(!partMs(timing.parts, "launch"));
    QCOMPARE(msOf(timing, "compute"), 30000.0);
}

/// More copies than were foreseen are made all the same.
void TestTrainingCourse::everyCopyIsMade_S4_09() {
    test::FakeGpu gpu;
    EpochClock clock(&gpu, 1, 0);
    clock.start();
    for (int i = 1; i <= 5; ++i) {
        Tensor to = ops::zeros({1});
        clock.copyIn(to, ops::full({1}, i));
        QCOMPARE(to.item<int>(), i);
    }
    clock.batchMade();
    clock.batchTrained();
    clock.batchMade();
    clock.trained();
    QVERIFY(clock.evaluated().wall_ms > 0);
}

QTEST_GUILESS_MAIN(TestTrainingCourse)
#include "tst_training_course.moc"
