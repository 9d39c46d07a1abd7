// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "machine/own_memory.h"
#include "measure/device_watch.h"

using namespace duelo;

namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

/// Memory that several share, as a process has it.
struct Pool {
    MemoryMark mark{.used_bytes = 1000, .peak_bytes = 1000};
    bool restarts = true;  ///< whether its peak can be started anew

    void begin(OwnMemory& memory) {
        if (restarts) mark.peak_bytes = mark.used_bytes;
        memory.begin(mark, restarts);
    }
    /// Takes `most` more at once, of which `kept` stay.
    void take(std::int64_t most, std::int64_t kept) {
        mark.peak_bytes = std::max(mark.peak_bytes, mark.used_bytes + most);
        mark.used_bytes += kept;
    }
    void block(OwnMemory& memory, std::int64_t most, std::int64_t kept) {
        begin(memory);
        take(most, kept);
        memory.settle(mark);
    }
};

}  // namespace

/// Whose memory is it? Peaks and sums belong to a process, figures to a variant.
class TestDeviceWatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPeakHasNothingOfOthers() {
        Pool pool;
        OwnMemory small, large;
        QVERIFY(!small.peakBytes());
        pool.block(small, 150, 100);
        pool.block(large, 90'000, 80'000);
        QCOMPARE(small.peakBytes().value(), 150);
        QCOMPARE(large.peakBytes().value(), 90'000);
        for (int round = 0; round < 3; ++round) {
            pool.block(large, 20'000, 0);
            pool.block(small, 80, 0);
        }
        QCOMPARE(small.peakBytes().value(), 180);  // 100 kept, 80 more in a call
        QCOMPARE(large.peakBytes().value(), 100'000);
        pool.block(large, 0, -80'000);
        pool.block(large, 50, 0);
        QCOMPARE(large.peakBytes().value(), 100'000);
    }

    /// Where no peak can be started anew, one that others have made hides those of a variant: it
    /// then has no figure rather than a wrong one.
    void whatIsHiddenIsNotTold() {
        Pool pool{.restarts = false};
        OwnMemory first, second;
        pool.block(first, 150, 100);
        QCOMPARE(first.peakBytes().value(), 150);
        pool.block(first, 20, 0);  // below its own peak
        QCOMPARE(first.peakBytes().value(), 150);
        pool.block(second, 5000, 100);
        QCOMPARE(second.peakBytes().value(), 5000);
        pool.block(first, 500, 0);  // below that of the second
        QVERIFY(!first.peakBytes());
        pool.block(first, 10'000, 0);
        QCOMPARE(first.peakBytes().value(), 10'100);
    }

    /// Memory that was freed but not given back counts as nobody's. Otherwise a call that takes it
    /// again would count twice.
    void whatWasFreedIsNotKept() {
        Pool pool;
        OwnMemory memory;
        pool.block(memory, 150, 100);
        for (int call = 0; call < 3; ++call) {
            pool.begin(memory);
            pool.take(50, 50);
            memory.observe(pool.mark);
            pool.mark.used_bytes -= 50;
        }
        QCOMPARE(memory.peakBytes().value(), 150);
    }

    void nothingIsKnownOfASystemThatDoesNotTell() {
        OwnMemory memory;
        memory.begin({}, false);
        memory.observe({});
        QVERIFY(!memory.peakBytes());
    }

    /// The same with the memory of this process; sanitizers need more for each byte.
    void hostMemoryIsOfTheBlock() {
        HostWatch small, large;
        std::vector<std::byte> few, many;
        const auto fill = [](HostWatch& watch, std::vector<std::byte>& bytes, std::int64_t count) {
            watch.beginBlock();
            bytes.assign(static_cast<std::size_t>(count), std::byte{1});
            return watch.state().peak_bytes;
        };
        const auto before = fill(small, few, 32 * kMiB);
        const auto others = fill(large, many, 512 * kMiB);
        if (!before || !others) QSKIP("this system does not tell");
        QVERIFY(*before >= 32 * kMiB);
        QVERIFY(*others >= 512 * kMiB && *others > 4 * *before);
        small.beginBlock();
        const auto after = small.state().peak_bytes;
        QVERIFY(after && *after < 2 * *before);
        small.setShared(7 * kMiB);
        // What is told itself takes some memory.
        const std::int64_t shared = small.state().peak_bytes.value() - *after;
        QVERIFY2(shared >= 7 * kMiB && shared < 8 * kMiB, qPrintable(QString::number(shared)));
    }
};

QTEST_APPLESS_MAIN(TestDeviceWatch)
#include "tst_device_watch.moc"
