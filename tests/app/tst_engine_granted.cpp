// SPDX-License-Identifier: Apache-2.0
// Y-25: the engine program where it is not granted the whole computer.
#include "engine_process.h"

#ifdef __linux__
#include <sched.h>
#endif

using namespace duelo;

class TestEngineGranted final : public QObject {
    Q_OBJECT

    static QStringList product(const QStringList& more) {
        return QStringList{"matmul", "--kernel",    "library",  "--n", "64",    "--preset",
                           "quick",  "--no-report", "--device", "cpu", "--out", "r.duelo"} +
               more;
    }

private Q_SLOTS:
    /// All cores are those that the process may use, in the label, the sheet and a notice.
    void affinityGivesTheThreads_Y_25() {
#ifdef __linux__
        cpu_set_t former, one;
        QCOMPARE(sched_getaffinity(0, sizeof former, &former), 0);
        CPU_ZERO(&one);
        for (int cpu = 0; CPU_COUNT(&one) == 0; ++cpu)
            if (CPU_ISSET(cpu, &former)) CPU_SET(cpu, &one);
        const EngineProcess engine;
        QCOMPARE(sched_setaffinity(0, sizeof one, &one), 0);  // its children have it too
        const auto outcome = engine.run(product({}));
        QCOMPARE(sched_setaffinity(0, sizeof former, &former), 0);
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        for (const auto& [id, cell] : engine.cells("r.duelo"))
            QCOMPARE(cell.variant.integer("threads"), 1);
        const CpuSheet cpu = engine.records("r.duelo").header().machine.cpu;
        QCOMPARE(cpu.usable_logical, 1);
        QCOMPARE(cpu.default_threads, 1);
#endif
    }

    void threadLimitIsTheDefaultAndRefusesMore_Y_25() {
        EngineProcess engine;
        engine.set("OMP_THREAD_LIMIT", "1");
        const auto usual = engine.run(product({}));
        QVERIFY2(usual.code == 0, qPrintable(usual.err));
        for (const auto& [id, cell] : engine.cells("r.duelo"))
            QCOMPARE(cell.variant.integer("threads"), 1);
        QVERIFY(QFile::remove(engine.path("r.duelo")));
        QCOMPARE(engine.run(product({"--threads", "2"})).code, 1);
        const ResultRecord refused = engine.results("r.duelo").begin()->second;
        QCOMPARE(refused.status, Status::Skipped);
        QCOMPARE(refused.reason->code, std::string("threads_limited"));
        QCOMPARE(refused.reason->args,
                 Json({{"threads", 2}, {"given", 1}, {"variables", "OMP_THREAD_LIMIT=1"}}));
    }

    /// A label with 2 threads stays true where OpenMP may give fewer on a busy computer
    /// (OMP_DYNAMIC).
    void dynamicThreadsAreGivenAll_Y_25() {
        EngineProcess engine;
        engine.set("OMP_DYNAMIC", "true");
        const auto outcome = engine.run(product({"--threads", "2"}));
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QCOMPARE(engine.results("r.duelo").begin()->second.status, Status::Done);
    }
};

QTEST_GUILESS_MAIN(TestEngineGranted)
#include "tst_engine_granted.moc"
