// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <string>
#include <string_view>

#include <QTemporaryDir>
#include <QTest>

#include "base/places.h"
#include "experiments/training/lr_finder.h"
#include "experiments/training/work_torch.h"

using namespace duelo;
namespace fs = std::filesystem;

namespace {

/// A small training whose user asks for the stop when it has been told so many shares.
class Training {
public:
    explicit Training(const char* experiment = "training", Mode mode = Mode::Eager,
                      const fs::path& folder = {})
        : m_context{.gpu = Gpu::instance(), .folder = folder} {
        const TrainingCell cell = trainingCell(
            {.id = "c001",
             .experiment = experiment,
             .work =
                 TrainingCase{
                     .network = "mlp-8", .data = "synthetic:2x50", .batch = 5, .epochs = 3},
             .variant = Variant{.device = Device::Cpu, .threads = 1, .mode = mode}});
        if (std::string_view(experiment) == "lr_finder")
            m_work = std::make_unique<LrFinder>(cell, m_context);
        else
            m_work = std::make_unique<TrainingWork>(cell, m_context);
        CallControl control;
        control.stop = m_stop.get_token();
        control.progress = [this](double) {
            if (++told == stopAfter) stop();
        };
        m_work->setControl(control);
    }

    Work* operator->() const { return m_work.get(); }
    void stop() { m_stop.request_stop(); }
    /// Whether the call left as one does that the user has stopped.
    template <typename F>
    [[nodiscard]] bool leaves(F call) {
        try {
            call();
            return false;
        } catch (const StepStopped&) {
            return true;
        }
    }
    [[nodiscard]] bool stepLeaves() {
        return leaves([this] { static_cast<void>(m_work->step(1)); });
    }

    int told = 0, stopAfter = -1;

private:
    TrainingContext m_context;
    std::stop_source m_stop;
    std::unique_ptr<Work> m_work;
};

void modeRows() {
    QTest::addColumn<int>("mode");
    for (const Mode mode : {Mode::Eager, Mode::Fused})
        QTest::newRow(std::string(word(mode)).c_str()) << static_cast<int>(mode);
}

}  // namespace

/// A stop ends each phase of a training before its next piece of work. How long a piece takes,
/// bench_cancel shows.
class TestTrainingCancel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whilePreparing();
    void betweenTwoBatches_data() { modeRows(); }
    void betweenTwoBatches();
    void beforeTheEvaluation_data() { modeRows(); }
    void beforeTheEvaluation();
    void whileTesting_data() { modeRows(); }
    void whileTesting();
    void interruptedEpochIsForgotten_R_21();
    void rateFinder();
};

void TestTrainingCancel::whilePreparing() {
    for (const char* experiment : {"training", "lr_finder"}) {
        Training training(experiment);
        training.stop();
        QVERIFY(training.leaves([&] { static_cast<void>(training->prepare()); }));
        QVERIFY(training->course()->news().empty());
    }
}

void TestTrainingCancel::betweenTwoBatches() {
    QFETCH(int, mode);
    Training training("training", static_cast<Mode>(mode));
    QVERIFY(training->prepare().has_value());
    training.stopAfter = training.told + 3;
    QVERIFY(training.stepLeaves());
    QCOMPARE(training.told, training.stopAfter);
}

/// The last of 14 batches is told before the validation part is begun.
void TestTrainingCancel::beforeTheEvaluation() {
    QFETCH(int, mode);
    Training training("training", static_cast<Mode>(mode));
    QVERIFY(training->prepare().has_value());
    static_cast<void>(training->course()->news());
    training.stopAfter = training.told + 14;
    QVERIFY(training.stepLeaves());
    QCOMPARE(training.told, training.stopAfter);
    QVERIFY(training->course()->news().empty());  // no epoch without its validation
}

void TestTrainingCancel::whileTesting() {
    QFETCH(int, mode);
    Training training("training", static_cast<Mode>(mode));
    QVERIFY(training->prepare().has_value());
    static_cast<void>(training->step(1));
    training.stopAfter = training.told + 1;
    QVERIFY(training.leaves([&] { static_cast<void>(training->output()); }));
    QCOMPARE(training.told, training.stopAfter);  // of three batches
}

/// The checkpoint that a cancel leaves is that of the last whole epoch.
void TestTrainingCancel::interruptedEpochIsForgotten_R_21() {
    QTemporaryDir temporary;
    const fs::path folder = fromUtf8(temporary.filePath("training").toStdString());
    const auto checkpoint = [&](int batchesOfTheNext) {
        Training training("training", Mode::Fused, folder);
        if (!training->prepare()) return std::string("not prepared");
        static_cast<void>(training->step(1));
        if (batchesOfTheNext > 0) {
            training.stopAfter = training.told + batchesOfTheNext;
            if (!training.stepLeaves()) return std::string("not stopped");
        }
        if (!training->course()->suspend()) return std::string("not kept");
        std::ifstream file(folder / "c001.checkpoint.safetensors", std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    const std::string whole = checkpoint(0);
    QVERIFY2(whole.size() > 10'000, whole.c_str());
    // But for the times of the epochs in its metadata, which come before the tensors.
    const std::size_t tensors = 4 * (785 * 8 + 9 * 2) * 4;
    const auto end = [&](const std::string& file) { return file.substr(file.size() - tensors); };
    QVERIFY(end(checkpoint(3)) == end(whole));
    QVERIFY(end(checkpoint(14)) == end(whole));
}

void TestTrainingCancel::rateFinder() {
    Training training("lr_finder");
    QVERIFY(training->prepare().has_value());
    static_cast<void>(training->step(1));
    static_cast<void>(training->step(1));
    QCOMPARE(training->course()->news().size(), std::size_t{2});
    training.stop();
    QVERIFY(training.stepLeaves());
    QVERIFY(training->course()->news().empty());
}

QTEST_GUILESS_MAIN(TestTrainingCancel)
#include "tst_training_cancel.moc"
