// SPDX-License-Identifier: Apache-2.0
// Which cores threads are kept on, of this machine and of others (issue of pinned threads: S4-27).
#include <QtTest>

#include <set>

#include <QTemporaryDir>

#include "machine/core_binding.h"

#ifdef __linux__
#include <sched.h>
#endif

using namespace duelo;

namespace {

QByteArray hybrid() {
    QFile file(DUELO_SOURCE_DIR "/tests/machine/data/hybrid.xml");
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

#ifdef __linux__
/// Where the calling thread may run.
std::set<int> allowed() {
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    std::set<int> found;
    if (::sched_getaffinity(0, sizeof cpus, &cpus) != 0) return found;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(cpu, &cpus)) found.insert(cpu);
    return found;
}
#endif

}  // namespace

class TestCoreBinding : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() {
        qunsetenv("HWLOC_XMLFILE");
        qunsetenv("HWLOC_SYNTHETIC");
    }

    /// Where a core shows as two, one of them stands for it.
    void fastCoresComeFirst_S4_14() {
        qputenv("HWLOC_XMLFILE", DUELO_SOURCE_DIR "/tests/machine/data/hybrid.xml");
        QCOMPARE(CoreBinding().cores(), (std::vector<int>{0, 2, 4, 6, 8, 10}));
    }

    /// The same machine with its fast cores behind the others.
    void alsoWhereTheyStandLast_S4_14() {
        QByteArray xml = hybrid();
        // hwloc goes by the rank that the file gives.
        xml.replace("efficiency=\"0\"", "efficiency=\"2\"");
        QTemporaryDir folder;
        QFile file(folder.filePath("swapped.xml"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(xml) == xml.size());
        file.close();
        qputenv("HWLOC_XMLFILE", QFile::encodeName(file.fileName()));
        QCOMPARE(CoreBinding().cores(), (std::vector<int>{4, 6, 8, 10, 0, 2}));
    }

    void neighboursStayTogether() {
        qputenv("HWLOC_SYNTHETIC", "numa:2 core:2 pu:2");
        QCOMPARE(CoreBinding().cores(), (std::vector<int>{0, 2, 4, 6}));
    }

    /// The description of another machine does not tell where threads may run on this one.
    void noThreadIsBoundToAnotherMachine() {
        qputenv("HWLOC_XMLFILE", DUELO_SOURCE_DIR "/tests/machine/data/hybrid.xml");
        QVERIFY(!CoreBinding().canBind());
    }

    void aThreadStaysWhereItIsBound() {
#ifdef __linux__
        const CoreBinding binding;
        QVERIFY(binding.canBind());
        const std::set<int> before = allowed();
        const std::vector<int> told = binding.cpusOfThisThread();
        QCOMPARE(std::set<int>(told.begin(), told.end()), before);
        QVERIFY(!binding.cores().empty() && binding.cores().size() <= before.size());
        for (const int cpu : binding.cores()) {
            QVERIFY(before.contains(cpu));
            QVERIFY(binding.bindThisThread(cpu));
            QCOMPARE(allowed(), std::set<int>{cpu});
            QCOMPARE(binding.cpusOfThisThread(), std::vector<int>{cpu});
            QCOMPARE(::sched_getcpu(), cpu);
        }
        // Where it went before, be that more or less than the process may.
        binding.putThisThreadBack({*before.rbegin()});
        QCOMPARE(allowed(), std::set<int>{*before.rbegin()});
        binding.putThisThreadBack(told);
        QCOMPARE(allowed(), before);
#endif
    }

    /// Started on one core alone, there is no other to keep to.
    void onlyWhatTheProcessMayUse() {
#ifdef __linux__
        const CoreBinding all;
        const std::vector<int> before = all.cpusOfThisThread();
        QVERIFY(all.bindThisThread(all.cores().back()));
        QCOMPARE(CoreBinding().cores(), std::vector<int>{all.cores().back()});
        all.putThisThreadBack(before);
#endif
    }
};

QTEST_APPLESS_MAIN(TestCoreBinding)
#include "tst_core_binding.moc"
