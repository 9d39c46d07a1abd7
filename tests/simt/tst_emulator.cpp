// SPDX-License-Identifier: Apache-2.0
// S2-M12, S2-M13, S2-M20: what the emulator counts, against counts made by hand, and what it finds
// in kernels that are wrong.
#include <QtTest>

#include <numeric>
#include <vector>

#include "simt/emulator.h"

#include "simt/text_begin.h"
namespace kernels_under_test {
using namespace duelo::simt;
#include "small_kernels.cu"
}  // namespace kernels_under_test
#include "simt/text_end.h"

using namespace duelo;
using namespace duelo::simt;
namespace k = kernels_under_test;

namespace {

std::vector<float> ramp(std::size_t count) {
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 0.0F);
    return values;
}

/// An emulator with one array filled and one to write to.
struct Gpu {
    explicit Gpu(std::size_t in, std::size_t out)
        : from(emulator.allocate("from", in)), to(emulator.allocate("to", out)) {
        emulator.copyIn(from, ramp(in));
    }

    /// The code of what went wrong, empty: nothing did.
    template <typename... P, typename... A>
    std::string launch(void (*kernel)(P...), Dim grid, Dim block, A... arguments) {
        const auto done = emulator.launch("tested", kernel, grid, block, arguments...);
        reason = done ? Reason() : done.error();
        return reason.code;
    }
    [[nodiscard]] const Counters& counted() const { return emulator.counters(); }

    Emulator emulator;
    DeviceArray& from;
    DeviceArray& to;
    Reason reason;
};

}  // namespace

class TestEmulator : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void neighboursAreFourSectors();
    void strideCostsSectors_data();
    void strideCostsSectors();
    void foursAreOneRequest();
    void idleThreadsAndDivergence_data();
    void idleThreadsAndDivergence();
    void bankConflicts();
    void launchesAndCopiesAddUp();
    void sharedMemoryIsOfOneBlock();
    void mistakesAreNamed_data();
    void mistakesAreNamed();
    void writeBeyondTheEndIsNamed_S2_M20();
    void raceNamesBothThreads();
    void raceBetweenBlocksIsFound();
    void barrierNamesWhoIsMissing();
    void emulatorEndsAfterAnyMistake();
    void stopIsHeard();
};

void TestEmulator::neighboursAreFourSectors() {
    Gpu gpu(32, 32);
    QCOMPARE(gpu.launch(k::copyNeighbours, {}, {32}, Input(gpu.from), Output(gpu.to)), "");
    QCOMPARE(gpu.to.values, ramp(32));
    // 32 numbers of 4 bytes are 128 bytes: 4 sectors to read, 4 to write, in one request each.
    QCOMPARE(gpu.counted().global_requests, 2);
    QCOMPARE(gpu.counted().sectors, 8);
    QCOMPARE(gpu.counted().least_sectors, 8);
    QCOMPARE(gpu.counted().loaded_bytes, 128);
    QCOMPARE(gpu.counted().stored_bytes, 128);
}

void TestEmulator::strideCostsSectors_data() {
    QTest::addColumn<int>("stride");
    QTest::addColumn<int>("sectors");  // of the load
    QTest::newRow("the same number") << 0 << 1;
    QTest::newRow("every second") << 2 << 8;
    QTest::newRow("every eighth: one sector each") << 8 << 32;
    QTest::newRow("a row apart") << 64 << 32;
}

void TestEmulator::strideCostsSectors() {
    QFETCH(int, stride);
    QFETCH(int, sectors);
    Gpu gpu(31 * 64 + 1, 32);
    QCOMPARE(gpu.launch(k::copyApart, {}, {32}, Input(gpu.from), Output(gpu.to), stride), "");
    QCOMPARE(gpu.counted().sectors, sectors + 4);
    QCOMPARE(gpu.counted().least_sectors, (stride == 0 ? 1 : 4) + 4);
}

void TestEmulator::foursAreOneRequest() {
    Gpu gpu(128, 128);
    QCOMPARE(gpu.launch(k::copyByFours, {}, {32}, Input(gpu.from), Output(gpu.to)), "");
    QCOMPARE(gpu.to.values, ramp(128));
    QCOMPARE(gpu.counted().global_requests, 2);
    QCOMPARE(gpu.counted().sectors, 32);
    QCOMPARE(gpu.counted().loaded_bytes, 512);
}

void TestEmulator::idleThreadsAndDivergence_data() {
    QTest::addColumn<int>("working");
    QTest::addColumn<int>("diverging");  // of the two warps
    QTest::newRow("none") << 0 << 0;
    QTest::newRow("a whole warp") << 32 << 0;
    QTest::newRow("all but one") << 63 << 1;
    QTest::newRow("half a warp") << 16 << 1;
}

void TestEmulator::idleThreadsAndDivergence() {
    QFETCH(int, working);
    QFETCH(int, diverging);
    Gpu gpu(1, 64);
    QCOMPARE(gpu.launch(k::halfOfThem, {}, {64}, Output(gpu.to), working), "");
    QCOMPARE(gpu.counted().threads, 64);
    QCOMPARE(gpu.counted().idle_threads, 64 - working);
    QCOMPARE(gpu.counted().branches, 2);
    QCOMPARE(gpu.counted().diverging_branches, diverging);
}

void TestEmulator::bankConflicts() {
    Gpu plain(1024, 1024), padded(1024, 1024);
    QCOMPARE(plain.launch(k::turn, {}, {32, 32}, Input(plain.from), Output(plain.to)), "");
    QCOMPARE(padded.launch(k::turnPadded, {}, {32, 32}, Input(padded.from), Output(padded.to)), "");
    QCOMPARE(plain.to.values[1], 32.0F);
    QCOMPARE(plain.to.values, padded.to.values);
    // Each of 32 warps stores a row (no conflict) and loads a column: 31 turns more than one, or
    // none where a row has a word more.
    QCOMPARE(plain.counted().shared_requests, 64);
    QCOMPARE(plain.counted().bank_conflicts, 32 * 31);
    QCOMPARE(padded.counted().bank_conflicts, 0);
    QCOMPARE(plain.counted().barriers, 1);
}

void TestEmulator::launchesAndCopiesAddUp() {
    Gpu gpu(32, 32);
    for (int i = 0; i < 3; ++i)
        QCOMPARE(gpu.launch(k::copyNeighbours, {}, {32}, Input(gpu.from), Output(gpu.to)), "");
    QCOMPARE(gpu.emulator.copyOut(gpu.to).size(), std::size_t{32});
    QCOMPARE(gpu.counted().launches, 3);
    QCOMPARE(gpu.counted().copies, 2);
    QCOMPARE(gpu.counted().copied_bytes, 256);
    QCOMPARE(gpu.counted().blocks, 3);
}

/// A second block begins with shared memory that nobody has written, whatever the first left.
void TestEmulator::sharedMemoryIsOfOneBlock() {
    Gpu gpu(1024, 1024);
    QCOMPARE(gpu.launch(k::readsUnwritten, {}, {32}, Output(gpu.to)), "simt_unwritten_shared");
    QCOMPARE(gpu.launch(k::turn, {}, {32, 32}, Input(gpu.from), Output(gpu.to)), "");
    QCOMPARE(gpu.launch(k::readsUnwritten, {2}, {32}, Output(gpu.to)), "simt_unwritten_shared");
}

void TestEmulator::mistakesAreNamed_data() {
    using Launch = std::function<std::string(Gpu&)>;
    QTest::addColumn<Launch>("launch");
    QTest::addColumn<std::string>("code");
    const auto writing = [](void (*kernel)(Output), Dim block) {
        return Launch([=](Gpu& gpu) { return gpu.launch(kernel, {}, block, Output(gpu.to)); });
    };
    const auto copying = [](void (*kernel)(Input, Output), Dim block) {
        return Launch([=](Gpu& gpu) {
            return gpu.launch(kernel, {}, block, Input(gpu.from), Output(gpu.to));
        });
    };
    QTest::newRow("two write one word")
        << copying(k::turnTooEarly, {32, 32}) << std::string("simt_race_shared");
    QTest::newRow("read before the barrier")
        << writing(k::readsBeforeBarrier, {32}) << std::string("simt_race_shared");
    QTest::newRow("read before anybody wrote")
        << writing(k::readsUnwritten, {32}) << std::string("simt_unwritten_shared");
    QTest::newRow("all write one number") << writing(k::allToOne, {32}) << std::string("simt_race");
    QTest::newRow("beyond the array") << writing(k::noBounds, {1024}) << std::string("");
    QTest::newRow("beyond the tile")
        << writing(k::beyondTile, {32, 2}) << std::string("simt_out_of_bounds_shared");
    QTest::newRow("crooked") << copying(k::crookedFours, {32}) << std::string("simt_misaligned");
    QTest::newRow("barrier for some")
        << writing(k::barrierForSome, {32}) << std::string("simt_barrier");
    QTest::newRow("barrier and return")
        << writing(k::leavesBeforeBarrier, {32}) << std::string("simt_barrier");
    QTest::newRow("two barriers") << writing(k::twoBarriers, {32}) << std::string("simt_barrier");
    QTest::newRow("never ends") << writing(k::forEver, {32}) << std::string("simt_endless");
}

void TestEmulator::mistakesAreNamed() {
    QFETCH(std::function<std::string(Gpu&)>, launch);
    QFETCH(std::string, code);
    Gpu gpu(1024, 1024);
    QCOMPARE(launch(gpu), code);
    if (code.empty()) return;
    QCOMPARE(gpu.reason.args.value("kernel", ""), std::string("tested"));
    QVERIFY(gpu.reason.args.value("line", 0) > 0);
    QVERIFY(gpu.reason.args.contains("thread") && gpu.reason.args.contains("block"));
}

void TestEmulator::writeBeyondTheEndIsNamed_S2_M20() {
    Gpu gpu(1, 50);
    QCOMPARE(gpu.launch(k::noBounds, {2}, {32}, Output(gpu.to)), "simt_out_of_bounds");
    QCOMPARE(gpu.reason.args.value("array", ""), std::string("to"));
    QCOMPARE(gpu.reason.args.value("index", 0), 50);
    QCOMPARE(gpu.reason.args.value("size", 0), 50);
    QCOMPARE(gpu.reason.args.value("block", ""), std::string("1, 0"));
    QCOMPARE(gpu.reason.args.value("thread", ""), std::string("18, 0"));
}

void TestEmulator::raceNamesBothThreads() {
    Gpu gpu(1, 32);
    QCOMPARE(gpu.launch(k::readsBeforeBarrier, {}, {32}, Output(gpu.to)), "simt_race_shared");
    QCOMPARE(gpu.reason.args.value("thread", ""), std::string("1, 0"));
    QCOMPARE(gpu.reason.args.value("other_thread", ""), std::string("0, 0"));
}

/// No barrier is between two blocks.
void TestEmulator::raceBetweenBlocksIsFound() {
    Gpu gpu(1, 32);
    QCOMPARE(gpu.launch(k::allToOne, {2}, {1}, Output(gpu.to)), "simt_race");
    QCOMPARE(gpu.reason.args.value("block", ""), std::string("1, 0"));
    QCOMPARE(gpu.reason.args.value("other_block", ""), std::string("0, 0"));
    // Launches follow each other: the second may write where the first did.
    Gpu twice(1, 32);
    for (int i = 0; i < 2; ++i) QCOMPARE(twice.launch(k::allToOne, {}, {1}, Output(twice.to)), "");
}

void TestEmulator::barrierNamesWhoIsMissing() {
    Gpu gpu(1, 32);
    QCOMPARE(gpu.launch(k::leavesBeforeBarrier, {}, {32}, Output(gpu.to)), "simt_barrier");
    QCOMPARE(gpu.reason.args.value("thread", ""), std::string("5, 0"));
}

/// Threads that stand still when one of them fails are ended, and their stacks used again.
void TestEmulator::emulatorEndsAfterAnyMistake() {
    Gpu gpu(1024, 1024);
    for (int i = 0; i < 20; ++i) {
        QCOMPARE(gpu.launch(k::leavesBeforeBarrier, {}, {32}, Output(gpu.to)), "simt_barrier");
        QCOMPARE(gpu.launch(k::turn, {}, {32, 32}, Input(gpu.from), Output(gpu.to)), "");
    }
}

void TestEmulator::stopIsHeard() {
    std::stop_source source;
    Emulator emulator(source.get_token());
    DeviceArray& to = emulator.allocate("to", 32);
    source.request_stop();
    const auto done = emulator.launch("tested", k::noBounds, {}, {32}, Output(to));
    QVERIFY(!done);
    QCOMPARE(done.error().code, std::string("simt_stopped"));
}

QTEST_APPLESS_MAIN(TestEmulator)
#include "tst_emulator.moc"
