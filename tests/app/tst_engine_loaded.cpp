// SPDX-License-Identifier: Apache-2.0
// Y-11: what the engine says of two variants while other programs really spin on every core.
#include <QtTest>

#include <memory>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "engine_process.h"
#include "experiments/compare.h"

using namespace duelo;

namespace {

/// Runs `count` programs that compute without end.
class Hogs {
public:
    explicit Hogs(int count) {
        for (int i = 0; i < count; ++i) {
            auto& hog = m_programs.emplace_back(std::make_unique<QProcess>());
            hog->start("sh", {"-c", "while :; do :; done"});
            hog->waitForStarted();
        }
    }
    ~Hogs() {
        for (const auto& hog : m_programs) {
            hog->kill();
            hog->waitForFinished();
        }
    }
    Hogs(const Hogs&) = delete;
    Hogs& operator=(const Hogs&) = delete;

private:
    std::vector<std::unique_ptr<QProcess>> m_programs;
};

/// Returns which of the two variants of a file is said to be the faster: "none", or its column. The
/// figures are printed for a person.
std::string fasterIn(const RecordLog& log, const QString& load) {
    const auto comparison = compare(std::span(&log, 1));
    if (!comparison || comparison->columns.size() != 2) qFatal("no pair");
    const ColumnRatio ratio = ratioOf(*comparison, comparison->rows.at(0), 0, 1);
    if (!ratio.estimate) return "none";
    std::string faster = "none";
    const auto nameOf = [&](bool second) {
        return comparison->columns[second ? ratio.column : ratio.base].variant.json().dump();
    };
    if (ratio.estimate->verdict == Verdict::Faster) faster = nameOf(true);
    if (ratio.estimate->verdict == Verdict::Slower) faster = nameOf(false);
    if (ratio.loaded) faster = nameOf(ratio.loaded->candidate_faster);
    qInfo("%s: %s; ratio of the medians %.2f, %zu rounds, bound %.1f", qPrintable(load),
          faster.c_str(), ratio.estimate->ratio, ratio.estimate->rounds,
          ratio.loaded ? ratio.loaded->at_least : 0.0);
    return faster;
}

}  // namespace

class TestEngineLoaded : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        if (std::thread::hardware_concurrency() < 2) QSKIP("two threads need two cores");
    }

    /// Two threads that wait for each other, spinning, lose to one beside such programs, in every
    /// round: that is no property of theirs, and is not told. A pair of variants with the same
    /// threads is held up alike, so what is told of it under load is what is told without.
    void noLoadTurnsADirectionRound_Y_11_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("1 against 2 threads")
            << QStringList{"matmul", "--kernel", "library", "--n", "256", "--threads", "1,2"};
        QTest::newRow("eager against compiled")
            << QStringList{"infer", "--model", "resnet18",    "--size",    "32", "--device",
                           "cpu",   "--mode",  "eager,fused", "--threads", "1"};
    }
    void noLoadTurnsADirectionRound_Y_11() {
        QFETCH(QStringList, words);
        const int cores = static_cast<int>(std::thread::hardware_concurrency());
        std::vector<int> loads{0, cores};
        // By hand, DUELO_TELL=1: several loads, several times each.
        if (qEnvironmentVariableIsSet("DUELO_TELL")) loads = {0, 1, 2, 4, 0, 1, 2, 4};
        std::set<std::string> told;
        for (const int load : loads) {
            const Hogs hogs(load);
            const EngineProcess engine;
            const auto outcome = engine.run(
                words + QStringList{"--preset", "quick", "--no-report", "--out", "r.duelo"});
            QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
            const std::string faster =
                fasterIn(engine.records("r.duelo"), QStringLiteral("%1 hogs").arg(load));
            if (faster != "none") told.insert(faster);
        }
        QVERIFY2(told.size() <= 1, "two runs say the opposite of each other");
    }
};

QTEST_GUILESS_MAIN(TestEngineLoaded)
#include "tst_engine_loaded.moc"
