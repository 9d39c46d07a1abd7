// SPDX-License-Identifier: Apache-2.0
#include "plan/protocol_sheet.h"

#include <QtTest>

#include <limits>

using namespace duelo;

class TestProtocol : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void presetsAreTheTable_data() {
        QTest::addColumn<int>("preset");
        QTest::addColumn<double>("half_width");
        QTest::addColumn<int>("n_min");
        QTest::addColumn<double>("t_min_ms");
        QTest::addColumn<double>("t_max_ms");
        QTest::addColumn<double>("percentile");
        QTest::addColumn<int>("processes");
        QTest::newRow("quick") << 0 << 0.03 << 10 << 300.0 << 5000.0 << 0.5 << 1;
        QTest::newRow("standard") << 1 << 0.01 << 30 << 1000.0 << 15000.0 << 0.9 << 1;
        QTest::newRow("strict") << 2 << 0.005 << 100 << 10000.0 << 120000.0 << 0.99 << 3;
    }
    void presetsAreTheTable() {
        QFETCH(int, preset);
        const Protocol& protocol = protocolOf(static_cast<Preset>(preset));
        QCOMPARE(static_cast<int>(protocol.preset), preset);
        QTEST(protocol.target_half_width, "half_width");
        QTEST(static_cast<int>(protocol.n_min), "n_min");
        QTEST(protocol.t_min_ms, "t_min_ms");
        QTEST(protocol.t_max_ms, "t_max_ms");
        QTEST(protocol.percentile, "percentile");
        QTEST(protocol.processes, "processes");
    }

    void sheetSaysWhatWasMeasuredTo() {
        for (const Protocol& protocol : presets) {
            const ProtocolSheet sheet = sheetOf(protocol);
            QCOMPARE(sheet.version, std::string(protocol_version));
            QCOMPARE(sheet.preset, std::string(word(protocol.preset)));
            QCOMPARE(sheet.t_max_ms, protocol.t_max_ms);
            QCOMPARE(sheet.processes, protocol.processes);
            QVERIFY(sheetFrom<ProtocolSheet>(toJson(sheet)) == sheet);
        }
    }

    // Standard: t_max 15 s, so a round of a slow call may take 15000 / 12 = 1250 ms.
    void turns_data() {
        QTest::addColumn<double>("sample_ms");
        QTest::addColumn<int>("samples");
        QTest::addColumn<bool>("unmeasured");
        QTest::newRow("0.1 ms: 20 ms") << 0.1 << 200 << true;
        QTest::newRow("3 ms: 21 ms") << 3.0 << 7 << true;
        QTest::newRow("25 ms: five") << 25.0 << 5 << true;
        QTest::newRow("200 ms: six fit with the unmeasured") << 200.0 << 5 << true;
        QTest::newRow("300 ms: four fit") << 300.0 << 3 << true;
        QTest::newRow("600 ms: two fit") << 600.0 << 1 << true;
        QTest::newRow("700 ms: one fits") << 700.0 << 1 << false;
        QTest::newRow("60 s") << 60000.0 << 1 << false;
        QTest::newRow("clock stands still") << 0.0 << 1000 << true;
        QTest::newRow("tiny") << 1e-9 << 1000 << true;
        QTest::newRow("nan") << std::numeric_limits<double>::quiet_NaN() << 1000 << true;
    }
    void turns() {
        QFETCH(double, sample_ms);
        const Turn turn = planTurn(sample_ms, protocolOf(Preset::Standard));
        QTEST(static_cast<int>(turn.samples), "samples");
        QTEST(turn.unmeasured, "unmeasured");
    }

    // DMP-1 step 5 with 30 ns per read: from 30 us on each call is a sample.
    void shortCallsAreTimedInBlocks_data() {
        QTest::addColumn<double>("call_ns");
        QTest::addColumn<double>("read_ns");
        QTest::addColumn<int>("calls");
        QTest::newRow("30 us") << 30000.0 << 30.0 << 1;
        QTest::newRow("just below") << 29999.0 << 30.0 << 2;
        QTest::newRow("1 us") << 1000.0 << 30.0 << 32;
        QTest::newRow("slow clock") << 30000.0 << 500.0 << 32;
        QTest::newRow("free clock") << 10.0 << 0.0 << 1;
        QTest::newRow("free call") << 0.0 << 30.0 << (1 << 20);
        QTest::newRow("negative") << -5.0 << 30.0 << (1 << 20);
    }
    void shortCallsAreTimedInBlocks() {
        QFETCH(double, call_ns);
        QFETCH(double, read_ns);
        QTEST(static_cast<int>(callsPerSample(call_ns, read_ns)), "calls");
    }
};

QTEST_APPLESS_MAIN(TestProtocol)
#include "tst_protocol.moc"
