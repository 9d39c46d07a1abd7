// SPDX-License-Identifier: Apache-2.0
// Y-25: what a container, a cpuset and the environment grant a process.
#include <QtTest>

#include <mutex>
#include <set>
#include <thread>

#ifdef __linux__
#include <sched.h>
#endif

#include <QDir>
#include <QTemporaryDir>

#include "base/container_limits.h"
#include "base/parallel.h"
#include "base/processors.h"

using namespace duelo;

namespace {

constexpr std::int64_t kMiB = 1 << 20;

/// A folder with /proc and /sys of a process in cgroups.
class Root {
public:
    Root& write(const QString& path, const QByteArray& text) {
        const QFileInfo info(m_folder.filePath(path));
        QDir().mkpath(info.path());
        QFile file(info.filePath());
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(path));
        return *this;
    }
    [[nodiscard]] std::filesystem::path path() const { return m_folder.path().toStdString(); }
    [[nodiscard]] ContainerLimits limits() const { return readContainerLimits(path()); }

private:
    QTemporaryDir m_folder;
};

/// Version 2, in a service of a slice.
void makeNested(Root& root) {
    root.write("proc/self/cgroup", "0::/lab.slice/class.service\n");
    root.write("proc/self/mountinfo",
               "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
               "31 22 0:28 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n");
}

}  // namespace

class TestProcessors final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("OMP_THREAD_LIMIT"); }

#ifdef __linux__
    void noLimitIsNone_Y_25() {
        Root root;
        const auto isNone = [&] {
            const ContainerLimits limits = root.limits();
            return !limits.processors && !limits.memory_bytes && !limits.free_memory_bytes;
        };
        QVERIFY(isNone());
        makeNested(root);
        QVERIFY(isNone());
        const QString own = "sys/fs/cgroup/lab.slice/class.service/";
        root.write(own + "cpu.max", "max 100000\n").write(own + "memory.max", "max\n");
        QVERIFY(isNone());
        root.write(own + "cpu.max", "50000 0\n").write(own + "memory.max", "-5\n");
        QVERIFY(isNone());
        root.write(own + "cpu.max", "no number").write(own + "memory.max", QByteArray(9999, '9'));
        QVERIFY(isNone());
    }

    /// The least of all that the process lies in.
    void nestedGroupsOfVersion2_Y_25() {
        Root root;
        makeNested(root);
        const QString top = "sys/fs/cgroup/", slice = top + "lab.slice/",
                      own = slice + "class.service/";
        root.write(own + "cpu.max", "300000 100000\n");
        QCOMPARE(root.limits().processors.value(), 3.0);
        root.write(slice + "cpu.max", "150000 100000\n");
        QCOMPARE(root.limits().processors.value(), 1.5);
        root.write(top + "cpu.max", "400000 100000\n");
        QCOMPARE(root.limits().processors.value(), 1.5);

        root.write(own + "memory.max", QByteArray::number(400 * kMiB))
            .write(own + "memory.current", QByteArray::number(100 * kMiB))
            .write(own + "memory.stat", "anon 5\ninactive_file " + QByteArray::number(20 * kMiB) +
                                            "\nactive_file " + QByteArray::number(30 * kMiB) +
                                            "\nslab_reclaimable 0\n");
        QCOMPARE(root.limits().memory_bytes.value(), 400 * kMiB);
        // Pages of files are given back when they are asked for.
        QCOMPARE(root.limits().free_memory_bytes.value(), 350 * kMiB);
        root.write(slice + "memory.high", QByteArray::number(300 * kMiB))
            .write(slice + "memory.current", QByteArray::number(310 * kMiB));
        QCOMPARE(root.limits().memory_bytes.value(), 300 * kMiB);
        QCOMPARE(root.limits().free_memory_bytes.value(), 0);
        // What lies beside is no limit of this process.
        root.write(top + "other.slice/cpu.max", "10000 100000\n");
        QCOMPARE(root.limits().processors.value(), 1.5);
    }

    void groupsOfVersion1_Y_25() {
        Root root;
        root.write("proc/self/cgroup",
                   "9:name=systemd:/\n4:memory:/docker/7f\n2:cpu,cpuacct:/docker/7f\n0::/\n");
        root.write("proc/self/mountinfo",
                   "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
                   "35 31 0:32 /docker/7f /sys/fs/cgroup/me\\040mory rw - cgroup cgroup rw,memory\n"
                   "40 31 0:37 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
        const QString cpu = "sys/fs/cgroup/cpu/", memory = "sys/fs/cgroup/me mory/";
        root.write(cpu + "cpu.cfs_quota_us", "-1\n").write(cpu + "cpu.cfs_period_us", "100000\n");
        root.write(memory + "memory.limit_in_bytes", "9223372036854771712\n");
        QVERIFY(!root.limits().processors && !root.limits().memory_bytes);

        root.write(cpu + "docker/7f/cpu.cfs_quota_us", "50000\n")
            .write(cpu + "docker/7f/cpu.cfs_period_us", "100000\n");
        QCOMPARE(root.limits().processors.value(), 0.5);
        // A container sees its own group as the top one.
        root.write(memory + "memory.limit_in_bytes", QByteArray::number(260 * kMiB))
            .write(memory + "memory.usage_in_bytes", QByteArray::number(60 * kMiB));
        QCOMPARE(root.limits().memory_bytes.value(), 260 * kMiB);
        QCOMPARE(root.limits().free_memory_bytes.value(), 200 * kMiB);
        root.write(memory + "memory.stat",
                   "hierarchical_memory_limit " + QByteArray::number(200 * kMiB) +
                       "\ntotal_inactive_file " + QByteArray::number(10 * kMiB) + "\n");
        QCOMPARE(root.limits().memory_bytes.value(), 200 * kMiB);
        QCOMPARE(root.limits().free_memory_bytes.value(), 150 * kMiB);
    }

    void hostileFilesAreNoLimit_Y_25() {
        for (const QByteArray groups :
             {"", ":", "::", "0:", "0::/../../../x\n", "0::", "\n\n:::::\n"})
            for (const QByteArray mounts :
                 {"", "- - -", "1 2 3 / /a b - cgroup2 c rw\n",
                  "31 22 0:28 / \\0 rw - cgroup2 cgroup2 rw\n", "1 2 3 4 5 6 - cgroup2\n"}) {
                Root root;
                root.write("proc/self/cgroup", groups).write("proc/self/mountinfo", mounts);
                const ContainerLimits limits = root.limits();
                QVERIFY(!limits.processors && !limits.memory_bytes);
            }
    }

    void affinityIsAsked_Y_25() {
        cpu_set_t former, one;
        QCOMPARE(sched_getaffinity(0, sizeof former, &former), 0);
        if (CPU_COUNT(&former) < 2) QSKIP("one processor is all there is");
        QCOMPARE(readUsableProcessors().logical, CPU_COUNT(&former));
        CPU_ZERO(&one);
        for (int cpu = 0; CPU_COUNT(&one) == 0; ++cpu)
            if (CPU_ISSET(cpu, &former)) CPU_SET(cpu, &one);
        QCOMPARE(sched_setaffinity(0, sizeof one, &one), 0);
        const UsableProcessors bound = readUsableProcessors();
        QCOMPARE(sched_setaffinity(0, sizeof former, &former), 0);
        QCOMPARE(bound.logical, 1);
        QCOMPARE(bound.count(), 1);
    }

    void quotaIsRoundedUp_Y_25() {
        Root root;
        makeNested(root);
        root.write("sys/fs/cgroup/lab.slice/cpu.max", "10000 100000\n");
        const UsableProcessors tenth = readUsableProcessors(root.path());
        QCOMPARE(tenth.quota.value(), 0.1);
        QCOMPARE(tenth.count(), 1);
        root.write("sys/fs/cgroup/lab.slice/cpu.max", "99999900000 100000\n");
        QVERIFY(!readUsableProcessors(root.path()).quota);  // more than there are
    }
#endif

    void theLeastCounts_Y_25() {
        QCOMPARE((UsableProcessors{.logical = 8}.count()), 8);
        QCOMPARE((UsableProcessors{.logical = 8, .quota = 2.5}.count()), 3);
        QCOMPARE((UsableProcessors{.logical = 8, .quota = 2.5, .threads = 2}.count()), 2);
        QCOMPARE((UsableProcessors{.logical = 8, .quota = 0.01}.count()), 1);
        QCOMPARE((UsableProcessors{.logical = 8, .threads = 3}.count()), 3);
    }

    void threadLimitOfOpenMp_Y_25() {
        const int here = readUsableProcessors().logical;
        qputenv("OMP_THREAD_LIMIT", " 1");
        QCOMPARE(readUsableProcessors().count(), 1);
        for (const char* none : {"", "0", "-3", "many", "999999999999999999999"}) {
            qputenv("OMP_THREAD_LIMIT", none);
            QVERIFY(!readUsableProcessors().threads);
        }
        qputenv("OMP_THREAD_LIMIT", QByteArray::number(here + 1));
        QVERIFY(!readUsableProcessors().threads);
    }

    void noMoreThreadsThanThatAreMade_Y_25() {
        std::mutex mutex;
        std::set<std::thread::id> seen;
        forEachAtOnce(200, [&](std::size_t) {
            const std::lock_guard lock(mutex);
            seen.insert(std::this_thread::get_id());
        });
        QVERIFY(seen.size() <= static_cast<std::size_t>(usableProcessors().count()));
    }
};

QTEST_APPLESS_MAIN(TestProcessors)
#include "tst_processors.moc"
