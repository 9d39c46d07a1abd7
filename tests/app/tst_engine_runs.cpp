// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#ifndef _WIN32
#include <fcntl.h>
#include <sys/stat.h>
#endif

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include "engine_process.h"
#include "experiments/inference/output.h"
#include "plan/protocol_sheet.h"

using namespace duelo;

/// The engine as a student uses it: real networks, small enough for a test.
class TestEngineRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void measuresAndLeavesEveryFormat();
    void photographsAreRecognised_S0_48();
    void gpuAskedForAndAbsent_S0_17_data();
    void gpuAskedForAndAbsent_S0_17();
    void variantsShareInputAndWeights_R_30();
    void badImageFailsItsCellOnly_data();
    void badImageFailsItsCellOnly();
    void wrongWeightsFailTheirCellsOnly_R_17();
    void interruptKeepsWhatWasMeasured_R_23_data();
    void interruptKeepsWhatWasMeasured_R_23();
    void whoDoesNotReadStopsNothing_R_23_data();
    void whoDoesNotReadStopsNothing_R_23();
    void deletedJournalEndsTheRun_R_21();
    void twoEnginesAtOnce_R_22();
    void resumeHasNothingToDo_R_21();
    void doubtfulRowsAreRepeated();
    void editedFileIsTold();
    void localeChangesNothingInFiles_R_25_data();
    void localeChangesNothingInFiles_R_25();
    void jsonIsTheRecordStream();
    void randomWeightsShowNoLabels();
};

void TestEngineRuns::measuresAndLeavesEveryFormat() {
    const EngineProcess engine;
    const auto outcome = engine.run(EngineProcess::tiny("64,96", "out"));
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    QCOMPARE(engine.records("out/duelo.duelo").integrity, Integrity::Sealed);
    const auto results = engine.results("out/duelo.duelo");
    QCOMPARE(results.size(), 2U);
    const auto cells = engine.cells("out/duelo.duelo");
    const Header header = engine.records("out/duelo.duelo").header();
    // The values that it was measured by, whatever the preset means in another version.
    QVERIFY(header.protocol == sheetOf(protocolOf(Preset::Quick)));
    QCOMPARE(header.state.memory.total_bytes, header.machine.memory.total_bytes);
    QVERIFY(header.state.memory.available_bytes.value_or(0) > 0);
    for (const auto& [id, size_px] : {std::pair("c001", 64), std::pair("c002", 96)}) {
        const CellRecord& cell = cells.at(id);
        const Params work{{"model", "resnet18"},
                          {"input", "random"},
                          {"size_px", size_px},
                          {"batch", 1},
                          {"seed", 7}};
        QCOMPARE(cell.experiment, "inference");
        QVERIFY(cell.work == work);
        QCOMPARE(cell.variant.text("device"), "cpu");
        QCOMPARE(cell.variant.text("precision"), "fp32");
        QCOMPARE(cell.variant.text("mode"), "eager");
        QVERIFY(cell.variant.integer("threads") >= 1);
    }
    for (const auto& [cell, result] : results) {
        QCOMPARE(result.status, Status::Done);
        QVERIFY(result.summary->median_ms > 0);
        QVERIFY(result.summary->n >= 2);  // how many fit the time is up to the machine
        QVERIFY(result.quantities.at("flop") > 0 && result.quantities.at("bytes_moved") > 0);
        QCOMPARE(result.quantities.at("parameters"), 11'689'512);  // S0-11
        QCOMPARE(result.quantities.at("images"), 1);
        const Metric& rate = *result.metric("throughput");
        QCOMPARE(rate.value, 1000 / result.summary->median_ms);
        QCOMPARE(rate.ci95.has_value(), result.summary->ci95_ms.has_value());
        QVERIFY(result.peak_bytes.value() > 0);
        QCOMPARE(result.identity("weights")->origin, kRandomOrigin);
        QCOMPARE(result.identity("input")->shape.size(), 4U);  // S0-10
        QCOMPARE(result.fingerprint->shape, (std::vector<std::int64_t>{1, 1000}));
        QCOMPARE(result.fingerprint->values.size(), kFingerprintValues);
    }
    const QStringList files = QDir(engine.path("out")).entryList(QDir::Files);
    for (const char* suffix : {".duelo", ".xlsx", ".html", ".md", ".csv"})
        QVERIFY2(!files.filter(QRegularExpression(QString("\\%1$").arg(suffix))).isEmpty(), suffix);
    QVERIFY(outcome.out.contains("64"));
    QVERIFY(outcome.out.contains(QDir(engine.path("out")).absolutePath()));
}

void TestEngineRuns::photographsAreRecognised_S0_48() {
    const EngineProcess engine;
    const auto outcome =
        engine.run({"infer", "--model", "efficientnet_lite0", "--image", "sample:chelsea.png",
                    "--image", "sample:coffee.png", "--size", "224", "--device", "cpu", "--preset",
                    "quick", "--out", "r.duelo"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    const auto results = engine.results("r.duelo");
    QCOMPARE(results.size(), 2U);
    const TopClass chelsea = topClassesOf(results.at("c001")).at(0);
    const TopClass coffee = topClassesOf(results.at("c002")).at(0);
    QCOMPARE(chelsea.label, "Egyptian cat");
    QVERIFY2(std::abs(chelsea.probability - 0.79) < 0.01,
             std::to_string(chelsea.probability).c_str());
    QCOMPARE(coffee.label, "espresso");
    QVERIFY2(std::abs(coffee.probability - 0.90) < 0.01,
             std::to_string(coffee.probability).c_str());
    QCOMPARE(results.at("c001").identity("weights")->origin, "official");
    QVERIFY(partMs(results.at("c001").parts, "decode").value() > 0);
    QVERIFY(partMs(results.at("c001").parts, "resize").value() > 0);
    // P-03: those inside the call make up its time.
    QCOMPARE(partMs(results.at("c001").parts, "compute").value(),
             results.at("c001").summary->median_ms);
    QVERIFY2(outcome.out.contains("Egyptian cat"), qPrintable(outcome.out));
}

void TestEngineRuns::gpuAskedForAndAbsent_S0_17_data() {
    QTest::addColumn<QString>("device");
    QTest::newRow("both") << "cpu,cuda";
}

void TestEngineRuns::gpuAskedForAndAbsent_S0_17() {
    QFETCH(QString, device);
    EngineProcess engine;
    engine.set("CUDA_VISIBLE_DEVICES", "");  // absent also where there is one
    auto arguments = EngineProcess::tiny("64", "r.duelo");
    arguments[arguments.indexOf("cpu")] = device;
    const auto outcome = engine.run(arguments);
    QCOMPARE(outcome.code, 1);
    const auto results = engine.results("r.duelo");
    QCOMPARE(results.at("c001").status, Status::Done);
    QCOMPARE(results.at("c002").status, Status::Skipped);
    QVERIFY(!results.at("c002").reason->code.empty());
    QVERIFY(outcome.out.contains("GPU"));
}

void TestEngineRuns::variantsShareInputAndWeights_R_30() {
    const EngineProcess engine;
    auto arguments = EngineProcess::tiny("64", "r.duelo");
    arguments << "--mode"
              << "eager,fused"
              << "--threads"
              << "1,2";
    const auto outcome = engine.run(arguments);
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    const auto results = engine.results("r.duelo");
    QCOMPARE(results.size(), 4U);
    const ResultRecord& first = results.at("c001");
    QVERIFY(!first.max_error);
    for (const auto& [cell, result] : results) {
        QCOMPARE(result.identity("input")->sha256, first.identity("input")->sha256);
        QCOMPARE(result.identity("weights")->file, first.identity("weights")->file);
        if (cell != "c001") QVERIFY(result.max_error.value() <= 1e-4);
        QVERIFY(agreement(*first.fingerprint, *result.fingerprint, 1e-4).has_value());
    }
}

void TestEngineRuns::badImageFailsItsCellOnly_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("HTML as jpg") << QByteArray("<!DOCTYPE html><html><body>x</body></html>");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("random") << QByteArray("\x89PNG\r\n\x1a\nrubbish");
}

void TestEngineRuns::badImageFailsItsCellOnly() {
    QFETCH(QByteArray, content);
    const EngineProcess engine;
    QFile file(engine.path("ñandú 图片.jpg"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    // A plan file lets a bad image past the listing, as a file that changes later does.
    QFile plan(engine.path("plan.json"));
    QVERIFY(plan.open(QIODevice::WriteOnly));
    plan.write(QString(R"({"experiment":"inference","preset":"quick","cases":[{"model":"resnet18",)"
                       R"("input":["%1","random"],"size_px":64}],"variants":[{}]})")
                   .arg(file.fileName())
                   .toUtf8());
    plan.close();
    const auto outcome = engine.run({"run", "plan.json", "--out", "r.duelo"});
    QVERIFY2(outcome.code == 1, qPrintable(outcome.err));
    const auto results = engine.results("r.duelo");
    QCOMPARE(results.at("c001").status, Status::Failed);
    QVERIFY2(results.at("c001").reason->code.starts_with("image_"),
             results.at("c001").reason->code.c_str());
    QCOMPARE(results.at("c002").status, Status::Done);
    QVERIFY(outcome.out.contains("图片"));
}

void TestEngineRuns::wrongWeightsFailTheirCellsOnly_R_17() {
    const EngineProcess engine;
    QFile file(engine.path("w.pth"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "\x80\x02"
        "cos\nsystem\nq\0.",
        15);  // a pickle that calls os.system
    file.close();
    auto arguments = EngineProcess::tiny("64", "r.duelo");
    arguments[arguments.indexOf("resnet18")] = "resnet18,mobilenet_v2";
    arguments << "--weights"
              << "resnet18=w.pth";
    const auto outcome = engine.run(arguments);
    QVERIFY2(outcome.code == 1, qPrintable(outcome.err));
    const auto results = engine.results("r.duelo");
    QCOMPARE(results.size(), 2U);
    for (const auto& [id, cell] : engine.cells("r.duelo")) {
        const bool wrong = cell.work.text("model") == "resnet18";
        QCOMPARE(cell.work.has("weights"), wrong);
        QCOMPARE(results.at(id).status, wrong ? Status::Failed : Status::Done);
        if (!wrong) continue;
        QCOMPARE(QString::fromStdString(cell.work.text("weights")), file.fileName());
        QVERIFY(results.at(id).reason->code.starts_with("weights_"));
    }
}

void TestEngineRuns::interruptKeepsWhatWasMeasured_R_23_data() {
    QTest::addColumn<int>("signal");
#ifdef Q_OS_WIN
    QSKIP("Ctrl+C cannot be sent to one process there");
#else
    QTest::newRow("Ctrl+C") << SIGINT;
    QTest::newRow("end of the session") << SIGTERM;
    QTest::newRow("closed terminal") << SIGHUP;
#endif
}

void TestEngineRuns::interruptKeepsWhatWasMeasured_R_23() {
#ifndef Q_OS_WIN
    QFETCH(int, signal);
    const EngineProcess engine;
    auto arguments = EngineProcess::tiny("64,512", "r.duelo");
    // Ctrl+C reaches the child engines of strict too; the others need only a cell that takes long.
    arguments[arguments.indexOf("quick")] = signal == SIGINT ? "strict" : "standard";
    arguments << "--json";
    QProcess process;
    engine.start(process, arguments);
    QByteArray out;
    while (!out.contains("\"r\":\"samples\"") && process.waitForReadyRead(30'000))
        out += process.readAllStandardOutput();
    QVERIFY(out.contains("\"r\":\"samples\""));
    ::kill(static_cast<pid_t>(process.processId()), signal);
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitCode(), 3);
    const auto results = engine.results("r.duelo");
    QCOMPARE(results.at("c001").status, Status::Cancelled);
    QVERIFY(results.at("c001").summary->n > 0);
    QVERIFY(!results.contains("c002"));
    QCOMPARE(engine.records("r.duelo").integrity, Integrity::Sealed);
#endif
}

void TestEngineRuns::whoDoesNotReadStopsNothing_R_23_data() {
    QTest::addColumn<bool>("leaves");
#ifndef F_SETPIPE_SZ
    QSKIP("no pipe can be made as small as a run's first lines");
#endif
    QTest::newRow("a pager that waits for a key") << false;
    QTest::newRow("head") << true;
}

/// The run comes to its end and is sealed; then one Ctrl+C is enough.
void TestEngineRuns::whoDoesNotReadStopsNothing_R_23() {
#ifdef F_SETPIPE_SZ
    QFETCH(bool, leaves);
    const EngineProcess engine;
    const QByteArray pipe = engine.path("pipe").toUtf8();
    QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
    const int reader = ::open(pipe.constData(), O_RDONLY | O_NONBLOCK);
    QCOMPARE(::fcntl(reader, F_SETPIPE_SZ, 4096), 4096);
    QProcess process;
    process.setStandardOutputFile(engine.path("pipe"));
    auto arguments = EngineProcess::tiny("64,96", "out");
    if (!leaves) arguments << "--json";
    engine.start(process, arguments);
    if (leaves) ::close(reader);
    const auto isSealed = [journal = fromUtf8(engine.path("out/duelo.duelo").toStdString())] {
        const auto log = readRecords(journal);
        return log && log->integrity == Integrity::Sealed;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isSealed(), EngineProcess::kPatienceMs);
    if (!leaves) {
        QVERIFY(!process.waitForFinished(500));  // it waits for the reader
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    }
    QVERIFY(process.waitForFinished(30'000));
    if (!leaves) ::close(reader);
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(engine.results("out/duelo.duelo").size(), 2U);
    QCOMPARE(QFile::exists(engine.path("out/duelo.html")), leaves);
#endif
}

void TestEngineRuns::deletedJournalEndsTheRun_R_21() {
#ifdef Q_OS_WIN
    QSKIP("an open file cannot be deleted there");
#else
    const EngineProcess engine;
    QProcess process;
    engine.start(process, EngineProcess::tiny("64,96", "out") << "--json");
    QByteArray out;
    while (!out.contains("\"r\":\"samples\"") && process.waitForReadyRead(30'000))
        out += process.readAllStandardOutput();
    QVERIFY(QDir(engine.path("out")).removeRecursively());
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 1);
    const QString err = QString::fromUtf8(process.readAllStandardError());
    QVERIFY2(err.contains("duelo.duelo was deleted"), qPrintable(err));
    QVERIFY(!QFile::exists(engine.path("out")));
#endif
}

void TestEngineRuns::twoEnginesAtOnce_R_22() {
    const EngineProcess engine;
    QProcess first;
    auto arguments = EngineProcess::tiny("64", "a.duelo");
    arguments[arguments.indexOf("quick")] = "strict";
    engine.start(first, arguments << "--json");
    QVERIFY(first.waitForReadyRead(30'000));  // the header: it holds the lock
    const auto second = engine.run(EngineProcess::tiny("64", "b.duelo"));
    QCOMPARE(second.code, 2);
    QVERIFY2(second.err.contains(QString::number(first.processId())), qPrintable(second.err));
    QVERIFY2(second.err.contains("duelo-engine, process"), qPrintable(second.err));
    QVERIFY(!QFile::exists(engine.path("b.duelo")));
    first.kill();
    QVERIFY(first.waitForFinished());
    // The lock goes with its holder, however that ended.
    QCOMPARE(engine.run(EngineProcess::tiny("64", "b.duelo")).code, 0);
}

void TestEngineRuns::resumeHasNothingToDo_R_21() {
    const EngineProcess engine;
    QCOMPARE(engine.run(EngineProcess::tiny("64", "r.duelo")).code, 0);
    const auto before = engine.results("r.duelo");
    const auto outcome = engine.run({"resume", "r.duelo"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    const auto after = engine.results("r.duelo");
    QCOMPARE(after.at("c001").summary->median_ms, before.at("c001").summary->median_ms);
    QCOMPARE(engine.records("r.duelo").integrity, Integrity::Sealed);
}

void TestEngineRuns::doubtfulRowsAreRepeated() {
    const EngineProcess engine;
    QCOMPARE(engine.run(EngineProcess::tiny("64,96", "whole.duelo")).code, 0);
    // What the machine at hand finds noisy is its own affair.
    const RecordLog whole = engine.records("whole.duelo");
    const auto copyWith = [&](const QString& name, const std::string& noisy) {
        auto file = RecordFile::create(fromUtf8(engine.path(name).toStdString()));
        if (!file) qFatal("%s", file.error().code.c_str());
        for (Record record : whole.records) {
            if (auto* result = std::get_if<ResultRecord>(&record)) {
                result->flags.clear();
                if (result->cell == noisy) result->flags = {"very_noisy"};
            }
            if (!(*file)->write(record)) qFatal("not written");
        }
    };
    copyWith("clean.duelo", "");
    const auto nothing = engine.run({"repeat", "clean.duelo"});
    QCOMPARE(nothing.code, 0);
    QVERIFY2(nothing.err.contains("nothing to repeat"), qPrintable(nothing.err));
    QCOMPARE(engine.records("clean.duelo").records.size(), whole.records.size());

    copyWith("noisy.duelo", "c002");
    const auto repeated = engine.run({"repeat", "noisy.duelo"});
    QVERIFY2(repeated.code == 0, qPrintable(repeated.err));
    const RecordLog log = engine.records("noisy.duelo");
    QCOMPARE(log.integrity, Integrity::Sealed);
    std::vector<std::string> headers, results;
    for (const Record& record : log.records) {
        if (const auto* header = std::get_if<Header>(&record))
            for (const std::string& cell : header->repeats) headers.push_back(cell);
        if (const auto* result = std::get_if<ResultRecord>(&record))
            results.push_back(result->cell);
    }
    QCOMPARE(headers, std::vector<std::string>{"c002"});
    QCOMPARE(results, (std::vector<std::string>{"c001", "c002", "c002"}));
    const auto report = engine.run({"report", "noisy.duelo", "--format", "markdown"});
    QVERIFY2(report.out.contains("very noisy"), qPrintable(report.out));
}

void TestEngineRuns::editedFileIsTold() {
    const EngineProcess engine;
    QCOMPARE(engine.run(EngineProcess::tiny("64", "r.duelo")).code, 0);
    QFile file(engine.path("r.duelo"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray content = file.readAll();
    file.close();
    content.replace("\"median_ms\":", "\"median_ms\":0.001,\"was\":");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    QCOMPARE(engine.records("r.duelo").integrity, Integrity::Modified);
    const auto report = engine.run({"report", "r.duelo", "--format", "markdown"});
    QCOMPARE(report.code, 0);
    QVERIFY2(report.out.contains("edited") || report.out.contains("changed") ||
                 report.out.contains("modified"),
             qPrintable(report.out));

    // Another plan under the old digest.
    const QByteArray sizeOfThePlan = R"("size_px":64}],"variants")";
    QVERIFY(content.contains(sizeOfThePlan));
    content.replace(sizeOfThePlan, R"("size_px":96}],"variants")");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    QCOMPARE(engine.run({"resume", "r.duelo"}).code, 2);
}

void TestEngineRuns::localeChangesNothingInFiles_R_25_data() {
    QTest::addColumn<QString>("locale");
    QTest::newRow("Spanish") << "es_ES.UTF-8";
    QTest::newRow("Arabic") << "ar_EG.UTF-8";
}

void TestEngineRuns::localeChangesNothingInFiles_R_25() {
    QFETCH(QString, locale);
    EngineProcess engine;
    engine.set("LC_ALL", locale);
    engine.set("DUELO_LANG", locale);
    QCOMPARE(engine.run(EngineProcess::tiny("64", "r.duelo")).code, 0);
    QCOMPARE(engine.results("r.duelo").at("c001").status, Status::Done);
    const auto csv = engine.run({"report", "r.duelo", "--format", "csv"});
    QCOMPARE(csv.code, 0);
    const double median_ms = engine.results("r.duelo").at("c001").summary->median_ms;
    // The shortest digits that read back to the same bits stand in the file, with a point.
    QVERIFY2(csv.out.contains(QString::number(median_ms, 'g', QLocale::FloatingPointShortest)),
             qPrintable(csv.out));
}

void TestEngineRuns::jsonIsTheRecordStream() {
    const EngineProcess engine;
    const auto outcome = engine.run(EngineProcess::tiny("64", "r.duelo") << "--json");
    QCOMPARE(outcome.code, 0);
    const QStringList lines = outcome.out.split('\n', Qt::SkipEmptyParts);
    const RecordLog log = engine.records("r.duelo");
    QCOMPARE(static_cast<std::size_t>(lines.size()), log.records.size());
    for (const QString& line : lines) QVERIFY(decode(line.toStdString()).has_value());
}

void TestEngineRuns::randomWeightsShowNoLabels() {
    const EngineProcess engine;
    QCOMPARE(engine
                 .run({"infer", "--model", "mobilenet_v2", "--image", "sample:chelsea.png",
                       "--size", "64", "--device", "cpu", "--preset", "quick", "--out", "r.duelo"})
                 .code,
             0);
    QVERIFY(engine.results("r.duelo").at("c001").output.empty());
}

QTEST_GUILESS_MAIN(TestEngineRuns)
#include "tst_engine_runs.moc"
