// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <stdexcept>

#include <QTest>

#include "cuda/capture.h"

using namespace duelo;

namespace {

/// The two allocators and the stream as LibTorch keeps them: a pool is taken once when its filling
/// begins, and goes back only where as many as took it have released it.
class FakeDevice final : public CaptureSteps {
public:
    void makeRoom() override {
        step("room");
        cached_bytes = 0;
    }
    void begin() override {
        step("begin");
        for (const PoolOf pool : {PoolOf::Device, PoolOf::Host}) {
            if (begin_stops_before == pool) throw std::runtime_error("begin");
            filling.insert(pool);
            ++taken[pool];
        }
        if (fails == "begin") throw std::runtime_error("begin");
        capturing = true;
    }
    void end() override {
        step("end");
        if (fails == "end of the stream") throw std::runtime_error("end");
        capturing = false;
        filling.clear();
        if (fails == "end of the pools") throw std::runtime_error("end");
        owned = true;
        if (fails == "instantiate") throw std::runtime_error("end");
    }
    bool ownsPools() const override { return owned; }
    void leaveStream() override {
        if (broken_undo) throw std::runtime_error("undo");
        capturing = false;
    }
    void stopFilling(PoolOf pool) override {
        if (filling.erase(pool) == 0) throw std::runtime_error("not being filled");
        if (broken_undo) throw std::runtime_error("undo");
    }
    void release(PoolOf pool) override {
        if (--taken.at(pool) < 0) throw std::logic_error("released once too often");
    }
    void forget() override { forgotten = true; }

    void step(const char* name) { steps << name; }

    QStringList steps;
    QString fails;  ///< which step
    std::optional<PoolOf> begin_stops_before;
    bool broken_undo = false;
    std::int64_t cached_bytes = 1 << 20;  ///< of other lanes
    bool capturing = false, owned = false, forgotten = false;
    std::set<PoolOf> filling;
    std::map<PoolOf, int> taken;
};

}  // namespace

class TestCapture : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The cache of the other lanes goes first: during a capture nothing can be freed.
    void capturesIntoFreeMemory() {
        FakeDevice device;
        bool seen = false;
        capture(device, [&] {
            seen = device.capturing && device.cached_bytes == 0;
            device.step("work");
        });
        QVERIFY(seen);
        QCOMPARE(device.steps, (QStringList{"room", "begin", "work", "end"}));
        QVERIFY(device.owned && !device.capturing && device.filling.empty());
        for (const PoolOf pool : {PoolOf::Device, PoolOf::Host}) QCOMPARE(device.taken[pool], 1);
        QVERIFY(!device.forgotten);
    }

    void failedCaptureLeavesNothing_R01_data() {
        QTest::addColumn<QString>("fails");
        for (const char* step : {"begin", "work", "end of the stream", "end of the pools"})
            QTest::newRow(step) << step;
        QTest::newRow("before the device's pool") << "device";
        QTest::newRow("before the host's pool") << "host";
    }
    void failedCaptureLeavesNothing_R01() {
        QFETCH(QString, fails);
        FakeDevice device;
        device.fails = fails;
        if (fails == "device") device.begin_stops_before = PoolOf::Device;
        if (fails == "host") device.begin_stops_before = PoolOf::Host;
        QString thrown;
        try {
            capture(device, [&] {
                if (fails == "work") throw std::runtime_error("work");
            });
        } catch (const std::runtime_error& error) {
            thrown = error.what();
        }
        // What went wrong, not what its clearing up met.
        QCOMPARE(thrown, fails == "work"           ? QString("work")
                         : fails.startsWith("end") ? QString("end")
                                                   : QString("begin"));
        QVERIFY(!device.capturing && !device.owned && device.filling.empty() && device.forgotten);
        for (const PoolOf pool : {PoolOf::Device, PoolOf::Host}) QCOMPARE(device.taken[pool], 0);
    }

    /// A graph that has taken over the pools gives them back itself.
    void poolsOfAnEndedGraphAreItsOwn() {
        FakeDevice device;
        device.fails = "instantiate";
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, capture(device, [] {}));
        QVERIFY(device.owned);
        for (const PoolOf pool : {PoolOf::Device, PoolOf::Host}) QCOMPARE(device.taken[pool], 1);
    }

    void undoingGoesOnPastItsOwnFailures() {
        FakeDevice device;
        device.broken_undo = true;
        const auto fail = [] { throw std::domain_error("work"); };
        QVERIFY_THROWS_EXCEPTION(std::domain_error, capture(device, fail));
        QVERIFY(device.filling.empty() && device.forgotten);
        for (const PoolOf pool : {PoolOf::Device, PoolOf::Host}) QCOMPARE(device.taken[pool], 0);
    }
};

QTEST_APPLESS_MAIN(TestCapture)
#include "tst_capture.moc"
