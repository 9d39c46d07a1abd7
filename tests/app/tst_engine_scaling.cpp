// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "engine_process.h"
#include "report/scaling.h"

using namespace duelo;

/// S0-12, S4-05, P-06: `scaling` measures another experiment with several numbers of threads.
class TestEngineScaling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneThreadIsAlwaysMeasured();
    void theNumbersAreThoseOfThisMachine();
    void whatCannotBeIsRefused_data();
    void whatCannotBeIsRefused();
    void helpTellsWhatTheExperimentTakes();

private:
    /// Without the waiting for precision that is of no interest here.
    static QStringList pi(const QStringList& more) {
        return QStringList{"--lang",   "en",    "scaling",     "pi",    "--samples", "1000",
                           "--preset", "quick", "--no-report", "--out", "out"} +
               more;
    }
    static std::set<std::int64_t> threadsIn(const EngineProcess& engine) {
        std::set<std::int64_t> threads;
        for (const auto& [id, cell] : engine.cells("out/duelo.duelo"))
            threads.insert(cell.variant.integer("threads"));
        return threads;
    }
};

void TestEngineScaling::oneThreadIsAlwaysMeasured() {
    const EngineProcess engine;
    QStringList words = pi({"--how", "threads", "--threads", "2,2"});
    words.removeAll("--no-report");
    const auto outcome = engine.run(words);
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    QCOMPARE(threadsIn(engine), (std::set<std::int64_t>{1, 2}));
    // The table is printed, and stands in the files.
    QVERIFY2(outcome.out.contains("Speed-up and efficiency"), qPrintable(outcome.out));
    QVERIFY2(outcome.out.contains("Karp-Flatt (%)"), qPrintable(outcome.out));
    const auto report = engine.run({"--lang", "es", "report", "out/duelo.duelo"});
    QVERIFY2(report.out.contains("Aceleración y eficiencia"), qPrintable(report.out));
    // Whether a factor may be told depends on what else this machine does.
    QVERIFY2(report.out.contains("2 hilos"), qPrintable(report.out));
}

void TestEngineScaling::theNumbersAreThoseOfThisMachine() {
    const EngineProcess engine;
    const auto outcome = engine.run(pi({}));
    QVERIFY2(outcome.code >= 0 && outcome.code < 2, qPrintable(outcome.err));
    const RecordLog log = engine.records("out/duelo.duelo");
    const auto& header = std::get<Header>(log.records.front());
    const auto numbers = workerNumbers(coreCounts(header.machine.cpu));
    QCOMPARE(threadsIn(engine), (std::set<std::int64_t>(numbers.begin(), numbers.end())));
    // Ways of doing it that have no threads are left out, unless they are asked for.
    for (const auto& [id, cell] : engine.cells("out/duelo.duelo"))
        QVERIFY(cell.variant.text("how") != "loop");
}

void TestEngineScaling::whatCannotBeIsRefused_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("told");
    using List = QStringList;
    QTest::newRow("0 threads") << List{"pi", "--threads", "0"} << "0 threads do no work";
    QTest::newRow("100,000") << List{"pi", "--threads", "100000"} << "100 000 threads cannot";
    QTest::newRow("negative") << List{"pi", "--threads=-1"} << "-1 threads cannot be used";
    QTest::newRow("no number") << List{"pi", "--threads", "many"} << "many";
    QTest::newRow("no axis") << List{"stopwatch"} << "has no threads that share one work";
    QTest::newRow("nothing") << List{} << "command is missing";
    QTest::newRow("unknown") << List{"cooking"} << "cooking";
}

void TestEngineScaling::whatCannotBeIsRefused() {
    QFETCH(QStringList, words);
    QFETCH(QString, told);
    const EngineProcess engine;
    const auto outcome = engine.run(QStringList{"--lang", "en", "scaling"} + words);
    QCOMPARE(outcome.code, 2);
    const QString plain = QString(outcome.err).replace(QChar(0x202f), ' ');
    QVERIFY2(plain.contains(told), qPrintable(outcome.err));
    QVERIFY(!QFile::exists(engine.path("duelo-results")));
}

void TestEngineScaling::helpTellsWhatTheExperimentTakes() {
    const EngineProcess engine;
    const QString help = engine.run({"scaling", "matmul", "--help"}).out;
    for (const char* option : {"--n", "--kernel", "--threads", "auto", "--preset"})
        QVERIFY2(help.contains(option), option);
    const QString list = engine.run({"scaling", "--help"}).out;
    QVERIFY(list.contains("matmul") && !list.contains("stopwatch"));
}

QTEST_GUILESS_MAIN(TestEngineScaling)
#include "tst_engine_scaling.moc"
