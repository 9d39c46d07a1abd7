// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <csignal>
#include <numeric>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "experiments/training/epoch_parts.h"
#include "experiments/training/events.h"
#include "experiments/training/output.h"

#include "train_testing.h"

using namespace duelo;
using namespace duelo::test;

namespace {

/// The latest record of each epoch of a cell, in order.
std::vector<EpochEvent> epochsOf(const RecordLog& log, const std::string& cell) {
    std::map<int, EpochEvent> epochs;
    for (const EventRecord& event : eventsOf(log))
        if (const auto epoch = epochIn(event); epoch && event.cell == cell)
            epochs[epoch->epoch] = *epoch;
    std::vector<EpochEvent> list;
    for (auto& [number, epoch] : epochs) list.push_back(epoch);
    return list;
}

}  // namespace

/// Training as a student does it: the engine program, real networks, built-in and own data.
class TestEngineTrain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void trainsDigits_S4_01_S2_13_S4_16();
    void labAlexnetHasItsParameters_S2_08();
    void sweepsHiddenUnitsAndBatches_S4_20_S4_29();
    void endsEarly_S2_12_data();
    void endsEarly_S2_12();
    void resumeGivesTheSameCurve_R_21();
    void checkpointThatCannotBeKeptIsTold();
    void whatWasAskedForAndCannotBeKeptIsNoSuccess_Y_08_data();
    void whatWasAskedForAndCannotBeKeptIsNoSuccess_Y_08();
    void checkpointOfAnotherTraining();
    void memoryFaultProposesASmallerBatch_R_03();
    void divergenceEndsTheCellWithAdvice();
    void findsARateAndRestoresTheWeights_S2_10_S2_M10();
};

void TestEngineTrain::trainsDigits_S4_01_S2_13_S4_16() {
    const EngineProcess engine;
    const auto outcome = engine.run(digits({}));
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    const RecordLog log = engine.records("r.duelo");
    const auto results = engine.results("r.duelo");
    QCOMPARE(results.size(), 2U);  // eager and fused
    const auto cells = engine.cells("r.duelo");
    for (const auto& [id, mode] : {std::pair("c001", "eager"), std::pair("c002", "fused")}) {
        const CellRecord& cell = cells.at(id);
        QCOMPARE(cell.experiment, "training");
        QCOMPARE(cell.work.text("model"), "mlp");
        QCOMPARE(cell.work.integer("hidden"), 256);
        QCOMPARE(cell.work.text("data"), "digits");
        QCOMPARE(cell.work.integer("batch"), 32);
        QCOMPARE(cell.work.integer("epochs"), 25);
        QCOMPARE(cell.work.real("learning_rate"), 1e-3);
        QVERIFY(cell.work.flag("deterministic") && !cell.work.has("momentum"));
        QCOMPARE(cell.variant.text("device"), "cpu");
        QCOMPARE(cell.variant.text("mode"), mode);
    }
    for (const auto& [cell, result] : results) {
        QCOMPARE(result.status, Status::Done);
        QCOMPARE(result.quantities.at("parameters"), 203'530);
        QCOMPARE(result.summary->n, 24);  // the first epoch is apart
        const Trained trained = trainedOf(result).value();
        QCOMPARE(result.metric("test_accuracy")->value, trained.test_accuracy);
        QVERIFY(*result.metric("test_accuracy")->ci95 == trained.test_accuracy_ci95);
        QVERIFY2(trained.test_accuracy >= 0.92, std::to_string(trained.test_accuracy).c_str());
        QVERIFY(trained.test_accuracy_ci95.low < trained.test_accuracy);
        QVERIFY(trained.test_accuracy_ci95.high > trained.test_accuracy);
        QCOMPARE(trained.stopped_by, "epochs");
        std::int64_t tested = 0;
        std::int64_t right = 0;
        for (std::size_t k = 0; k < trained.confusion.size(); ++k) {
            tested += std::accumulate(trained.confusion[k].begin(), trained.confusion[k].end(),
                                      std::int64_t{0});
            right += trained.confusion[k][k];
        }
        QCOMPARE(tested, 750);  // 15 % of 5,000
        QCOMPARE(trained.test_accuracy, static_cast<double>(right) / 750);
        QVERIFY(!trained.mistakes.empty());
        QVERIFY(trained.mistakes.front().probability >= trained.mistakes.back().probability);
        for (const TestAnswer& mistake : trained.mistakes) QVERIFY(mistake.truth != mistake.answer);

        const auto epochs = epochsOf(log, cell);
        QCOMPARE(epochs.size(), 25U);
        for (std::size_t i = 0; i < epochs.size(); ++i) {
            QCOMPARE(epochs[i].epoch, static_cast<int>(i) + 1);
            QCOMPARE(epochs[i].updates, static_cast<std::int64_t>((i + 1) * 110));  // 3,500 / 32
            const double parts = epochs[i].data_ms + epochs[i].compute_ms + epochs[i].evaluation_ms;
            QVERIFY(parts <= epochs[i].wall_ms * 1.0001);
            QVERIFY(parts >= epochs[i].wall_ms * 0.85);
        }
        QVERIFY(epochs.back().train_loss < epochs.front().train_loss);
        // The parts of the result are those of the epochs in its middle, and add up (S2-M06).
        const Parts parts = withUnexplained(result.parts, result.summary->median_ms);
        const Parts middle = epochParts(epochs);
        double sum_ms = 0;
        for (const PartTime& part : parts) sum_ms += part.inside ? part.ms : 0;
        QVERIFY(std::abs(sum_ms - result.summary->median_ms) < 1e-6 * sum_ms);
        for (const char* id : {"data", "compute", "evaluation"})
            QVERIFY2(std::abs(partMs(parts, id).value() - partMs(middle, id).value()) < 1e-4, id);
        QVERIFY(partMs(parts, "unexplained").value() <= 0.2 * result.summary->median_ms);
        // All images of the training part in each epoch.
        QCOMPARE(result.quantities.at("images"), 3500);
        QVERIFY(result.quantities.at("flop") > 0);
        QVERIFY(result.metric("throughput")->value > 0);
    }
    // Both ways are the same training: data, start and, but for rounding, course.
    const ResultRecord& eager = results.at("c001");
    const ResultRecord& fused = results.at("c002");
    for (const char* identity : {"input", "weights"})
        QCOMPARE(eager.identity(identity)->sha256, fused.identity(identity)->sha256);
    QVERIFY(std::abs(epochsOf(log, "c001")[0].train_loss - epochsOf(log, "c002")[0].train_loss) <
            1e-3);
    QVERIFY(outcome.out.contains("epoch 25"));
    QVERIFY(outcome.out.contains("3500"));
    QVERIFY(!QDir(engine.path("r.training")).exists());  // nothing is left behind
}

void TestEngineTrain::labAlexnetHasItsParameters_S2_08() {
    const EngineProcess engine;
    const QStringList words{"train", "--device", "cpu", "--mode", "fused", "--epochs", "1"};
    QCOMPARE(engine.run(words + QStringList{"--out", "three.duelo"}).code, 0);
    QCOMPARE(engine.results("three.duelo").at("c001").quantities.at("parameters"), 23'243'587);
    QCOMPARE(engine.run(words + QStringList{"--outputs", "10", "--out", "ten.duelo"}).code, 0);
    const ResultRecord ten = engine.results("ten.duelo").at("c001");
    QCOMPARE(ten.quantities.at("parameters"), 23'272'266);
    QVERIFY(contains(noticesOf(engine.records("ten.duelo")), "outputs_differ"));  // S2-M08
    QVERIFY(!contains(noticesOf(engine.records("three.duelo")), "outputs_differ"));
    // The counts are those on the disk (S2-02, S2-44).
    for (const EventRecord& event : eventsOf(engine.records("three.duelo")))
        if (const auto data = dataIn(event)) {
            QCOMPARE(data->classes, (std::vector<std::string>{"brick", "grass", "gravel"}));
            QCOMPARE(data->train, (std::vector<std::int64_t>{61, 61, 61}));
            QCOMPARE(data->test, (std::vector<std::int64_t>{15, 15, 15}));
            return;
        }
    QFAIL("no data record");
}

void TestEngineTrain::sweepsHiddenUnitsAndBatches_S4_20_S4_29() {
    const EngineProcess engine;
    const auto outcome = engine.run({"train", "--model", "mlp", "--hidden", "16,64", "--data",
                                     "digits", "--batch", "64,256", "--mode", "fused", "--device",
                                     "cpu", "--epochs", "2", "--out", "r.duelo"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    const auto results = engine.results("r.duelo");
    QCOMPARE(results.size(), 4U);
    QCOMPARE(results.at("c001").quantities.at("parameters"), 785 * 16 + 17 * 10);
    QCOMPARE(results.at("c004").quantities.at("parameters"), 785 * 64 + 65 * 10);
    const auto cells = engine.cells("r.duelo");
    QCOMPARE(cells.at("c001").work.integer("hidden"), 16);
    QCOMPARE(cells.at("c004").work.integer("hidden"), 64);
    QCOMPARE(cells.at("c004").work.integer("batch"), 256);
    // Fewer updates with larger batches, in equally many epochs (S4-M04).
    QCOMPARE(trainedOf(results.at("c001"))->updates, 2 * 55);
    QCOMPARE(trainedOf(results.at("c002"))->updates, 2 * 14);
    const QStringList words{"report", "r.duelo", "--format", "csv", "--table"};
    const auto epochs = engine.run(words + QStringList{"epochs"});
    QCOMPARE(epochs.code, 0);
    QCOMPARE(epochs.out.count('\n'), 1 + 4 * 2);
    const auto unknown = engine.run(words + QStringList{"epoch"});
    QCOMPARE(unknown.code, 2);
    QVERIFY2(unknown.err.contains("epochs, confusion"), qPrintable(unknown.err));
}

void TestEngineTrain::endsEarly_S2_12_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("why");
    QTest::newRow("accuracy") << QStringList{"--until-accuracy", "60"} << "accuracy";
    QTest::newRow("time") << QStringList{"--max-time", "1"} << "time";
    QTest::newRow("patience") << QStringList{"--patience", "1", "--rate", "0.05"} << "patience";
}

void TestEngineTrain::endsEarly_S2_12() {
    QFETCH(QStringList, words);
    QFETCH(QString, why);
    const EngineProcess engine;
    const auto outcome =
        engine.run(digits(words + QStringList{"--epochs", "3000", "--mode", "fused"}));
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    const ResultRecord result = engine.results("r.duelo").at("c001");
    const Trained trained = trainedOf(result).value();
    QCOMPARE(QString::fromStdString(trained.stopped_by), why);
    QVERIFY(trained.epochs < 3000);
    const auto epochs = epochsOf(engine.records("r.duelo"), "c001");
    if (why == "accuracy") {
        QVERIFY(epochs.back().valid_accuracy >= 0.6);
        for (std::size_t i = 0; i + 1 < epochs.size(); ++i) QVERIFY(epochs[i].valid_accuracy < 0.6);
    } else if (why == "time") {
        QVERIFY(trained.epochs_ms >= 1000);
    } else {
        QCOMPARE(trained.best_epoch, trained.epochs - 1);
    }
}

void TestEngineTrain::resumeGivesTheSameCurve_R_21() {
    const EngineProcess engine;
    const QStringList words{"train",    "--model",  "mlp",     "--data", "digits",
                            "--device", "cpu",      "--batch", "16",     "--threads",
                            "1",        "--epochs", "30"};
    QCOMPARE(engine.run(words + QStringList{"--out", "whole.duelo"}).code, 0);

    QProcess process;
    engine.start(process, words + QStringList{"--out", "parts.duelo", "--json"});
    QByteArray seen;
    while (seen.count("\"kind\":\"epoch\"") < 9 && process.waitForReadyRead(30'000))
        seen += process.readAllStandardOutput();
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitCode(), 3);
    QVERIFY(QFile::exists(engine.path("parts.training/c001.checkpoint.safetensors")));
    const auto before = epochsOf(engine.records("parts.duelo"), "c001").size();
    QVERIFY(before >= 4 && before < 30);
    QCOMPARE(engine.run({"resume", "parts.duelo"}).code, 0);

    for (const char* cell : {"c001", "c002"}) {
        const auto whole = epochsOf(engine.records("whole.duelo"), cell);
        const auto parts = epochsOf(engine.records("parts.duelo"), cell);
        QCOMPARE(parts.size(), 30U);
        for (std::size_t i = 0; i < whole.size(); ++i) {
            QCOMPARE(parts[i].train_loss, whole[i].train_loss);  // bit for bit
            QCOMPARE(parts[i].valid_loss, whole[i].valid_loss);
            QCOMPARE(parts[i].updates, whole[i].updates);
        }
        const auto resumed = engine.results("parts.duelo").at(cell);
        const auto straight = engine.results("whole.duelo").at(cell);
        QCOMPARE(resumed.fingerprint->sha256, straight.fingerprint->sha256);
        QCOMPARE(trainedOf(resumed)->best_epoch, trainedOf(straight)->best_epoch);
        QCOMPARE(trainedOf(resumed)->test_loss, trainedOf(straight)->test_loss);
    }
    QVERIFY(contains(noticesOf(engine.records("parts.duelo")), "training_resumed"));
    QVERIFY(!QDir(engine.path("parts.training")).exists());
}

void TestEngineTrain::checkpointThatCannotBeKeptIsTold() {
    const EngineProcess engine;
    write(engine.path("r.training"), "a file where the folder should be");
    QProcess process;
    engine.start(process, digits({"--epochs", "3000", "--mode", "fused", "--json"}));
    QByteArray seen;
    while (seen.count("\"kind\":\"epoch\"") < 2 && process.waitForReadyRead(30'000))
        seen += process.readAllStandardOutput();
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitCode(), 3);
    const RecordLog log = engine.records("r.duelo");
    QVERIFY(!epochsOf(log, "c001").empty());  // nothing measured is lost
    const auto notices = noticesOf(log);
    QVERIFY(contains(notices, "folder_missing") || contains(notices, "not_writable"));
}

void TestEngineTrain::whatWasAskedForAndCannotBeKeptIsNoSuccess_Y_08_data() {
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("code");
    QTest::newRow("weights") << "--save-weights"
                             << "weights_not_kept";
    QTest::newRow("state") << "--keep-checkpoint"
                           << "checkpoint_not_kept";
}

/// No file may grow beyond half a megabyte, as on a disk that fills up: the journal fits, 800 kB of
/// weights do not. The measurement stands, exit code and words say what is missing, and no empty
/// folder stays (Y-18c).
void TestEngineTrain::whatWasAskedForAndCannotBeKeptIsNoSuccess_Y_08() {
    QFETCH(QString, option);
    QFETCH(QString, code);
    const EngineProcess shell("/bin/sh");
    const QStringList words = digits({"--epochs", "1", "--mode", "fused", "--no-report", option});
    const auto outcome = shell.run(
        QStringList{"-c", "trap '' XFSZ; ulimit -f 1000; exec \"$@\"", "sh", DUELO_ENGINE} + words);
    QVERIFY2(outcome.code == 1, qPrintable(outcome.err));
    const RecordLog log = shell.records("r.duelo");
    QCOMPARE(log.outcomes().at("c001"), Status::Done);
    QVERIFY(contains(noticesOf(log), code.toStdString()));
    QVERIFY2((outcome.out + outcome.err).contains("r.training"), qPrintable(outcome.err));
    QVERIFY(!QFileInfo::exists(shell.path("r.training")));

    // A file of that name is somebody's, and stays.
    const EngineProcess engine;
    write(engine.path("r.training"), "a file where the folder should be");
    QCOMPARE(engine.run(words).code, 1);
    QCOMPARE(QFileInfo(engine.path("r.training")).size(), 33);
}

void TestEngineTrain::checkpointOfAnotherTraining() {
    const EngineProcess engine;
    const auto interrupted = [&](const QString& out, const QString& seed) {
        QProcess process;
        engine.start(process, QStringList{"train", "--model", "mlp", "--data", "digits", "--mode",
                                          "fused", "--device", "cpu", "--epochs", "2000", "--seed",
                                          seed, "--out", out, "--json"});
        QByteArray seen;
        while (seen.count("\"kind\":\"epoch\"") < 2 && process.waitForReadyRead(30'000))
            seen += process.readAllStandardOutput();
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(30'000));
    };
    interrupted("a.duelo", "1");
    interrupted("b.duelo", "2");
    const QString own = engine.path("a.training/c001.checkpoint.safetensors");
    QVERIFY(QFile::remove(own));
    QVERIFY(QFile::copy(engine.path("b.training/c001.checkpoint.safetensors"), own));
    QCOMPARE(engine.run({"resume", "a.duelo", "--no-report"}).code, 1);
    QCOMPARE(engine.results("a.duelo").at("c001").reason->code, "checkpoint_of_another");

    const QString damaged = engine.path("b.training/c001.checkpoint.safetensors");
    QFile file(damaged);
    QVERIFY(file.open(QIODevice::ReadWrite) && file.resize(file.size() / 2));
    file.close();
    QCOMPARE(engine.run({"resume", "b.duelo", "--no-report"}).code, 1);
    QCOMPARE(engine.results("b.duelo").at("c001").status, Status::Failed);
}

void TestEngineTrain::memoryFaultProposesASmallerBatch_R_03() {
    EngineProcess engine(DUELO_FAULTY_ENGINE);
    engine.set("DUELO_FAULT", "oom@c001:2");  // in the third epoch
    const auto outcome = engine.run(digits({"--epochs", "4"}));
    QVERIFY2(outcome.code == 1, qPrintable(outcome.err));
    const auto results = engine.results("r.duelo");
    QCOMPARE(results.at("c001").status, Status::Failed);
    QCOMPARE(results.at("c001").reason->code, "training_out_of_memory");
    QCOMPARE(results.at("c001").reason->args["smaller"].get<int>(), 16);
    QCOMPARE(epochsOf(engine.records("r.duelo"), "c001").size(), 2U);  // they are kept
    QCOMPARE(results.at("c002").status, Status::Done);
}

void TestEngineTrain::divergenceEndsTheCellWithAdvice() {
    const EngineProcess engine;
    const auto outcome = engine.run(
        digits({"--epochs", "20", "--mode", "fused", "--optimizer", "sgd", "--rate", "1000"}));
    QCOMPARE(outcome.code, 1);
    const ResultRecord result = engine.results("r.duelo").at("c001");
    QCOMPARE(result.reason->code, "training_diverged");
    QVERIFY(result.reason->args["epoch"].get<int>() >= 1);
    QCOMPARE(result.reason->args["smaller_rate"].get<double>(), 100.0);
    QVERIFY(outcome.out.contains("100"));
}

void TestEngineTrain::findsARateAndRestoresTheWeights_S2_10_S2_M10() {
    const EngineProcess engine;
    const auto outcome = engine.run({"lr-find", "--model", "mlp", "--data", "digits", "--batch",
                                     "64", "--device", "cpu", "--out", "r.duelo"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    const ResultRecord result = engine.results("r.duelo").at("c001");
    const CellRecord cell = engine.cells("r.duelo").at("c001");
    QCOMPARE(cell.experiment, "lr_finder");
    QVERIFY(!cell.work.has("epochs") && !cell.work.has("learning_rate"));
    std::vector<RateEvent> curve;
    for (const EventRecord& event : eventsOf(engine.records("r.duelo")))
        if (const auto rate = rateIn(event)) curve.push_back(*rate);
    QVERIFY(curve.size() > 40 && curve.size() <= 100);
    QCOMPARE(curve.front().learning_rate, 1e-7);
    const double factor = curve[1].learning_rate / curve[0].learning_rate;
    for (std::size_t i = 1; i < curve.size(); ++i) {
        QVERIFY(std::abs(curve[i].learning_rate / curve[i - 1].learning_rate - factor) < 1e-9);
        QVERIFY(std::abs(curve[i].smoothed_loss -
                         (0.05 * curve[i].loss + 0.95 * curve[i - 1].smoothed_loss)) < 1e-9);
    }
    const RateAdvice advice = rateAdviceOf(result).value();
    QCOMPARE(advice.why.code, "rate_advised");
    QVERIFY(advice.learning_rate.value() > 1e-5 && advice.learning_rate.value() < 0.1);
    QCOMPARE(result.fingerprint->sha256, result.identity("weights")->sha256);
    // Only the record and its reports: nothing in the working folder (S2-M10).
    for (const QString& file : QDir(engine.path(".")).entryList(QDir::Files))
        QVERIFY2(file.startsWith("r.") || file.startsWith("r-") || file == "lock",
                 qPrintable(file));
}

QTEST_GUILESS_MAIN(TestEngineTrain)
#include "tst_engine_train.moc"
