// SPDX-License-Identifier: Apache-2.0
#include "plan/protocol_sheet.h"

#include <QFile>
#include <QRegularExpression>
#include <QtTest>

#include <limits>
#include <string>
#include <utility>

using namespace duelo;

class TestProtocol : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The presets are those that engine/README.md promises, row by row of its table of DMP-1.
    void presetsAreThoseThatAreTold_data() {
        QTest::addColumn<int>("preset");
        for (const Preset preset : {Preset::Quick, Preset::Standard, Preset::Strict})
            QTest::newRow(std::string(word(preset)).c_str()) << static_cast<int>(preset);
    }
    void presetsAreThoseThatAreTold() {
        QFETCH(int, preset);
        QFile page(QString(DUELO_SOURCE_DIR) + "/engine/README.md");
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll());
        const QRegularExpression row(QString(R"(^\| %1 \| ([\d.]+) % \| (\d+) \| (\d+) \| )"
                                             R"(([\d.]+) s \| (\d+) s \| (\d+) \|$)")
                                         .arg(QTest::currentDataTag()),
                                     QRegularExpression::MultilineOption);
        const QRegularExpressionMatch told = row.match(text);
        QVERIFY2(told.hasMatch(), QTest::currentDataTag());
        const Protocol& protocol = protocolOf(static_cast<Preset>(preset));
        QCOMPARE(static_cast<int>(protocol.preset), preset);
        QCOMPARE(100 * protocol.target_half_width, told.captured(1).toDouble());
        QCOMPARE(static_cast<int>(protocol.n_min), told.captured(2).toInt());
        QCOMPARE(static_cast<int>(protocol.rounds_min), told.captured(3).toInt());
        QCOMPARE(protocol.t_min_ms, 1000 * told.captured(4).toDouble());
        QCOMPARE(protocol.t_max_ms, 1000 * told.captured(5).toDouble());
        QCOMPARE(protocol.processes, told.captured(6).toInt());
        const QRegularExpressionMatch kept =
            QRegularExpression(R"(cell keeps more than ([\d,]+) samples)").match(text);
        QCOMPARE(static_cast<int>(protocol.n_max), kept.captured(1).remove(',').toInt());
    }

    /// The figures of the presets keep the conditions of DMP-1, whatever they are.
    void presetsCanBeMet() {
        constexpr std::size_t interval = 6;  // fewer values have no 95 % interval by ranks
        for (const Protocol& protocol : presets) {
            QVERIFY(protocol.n_min >= interval && protocol.rounds_min >= interval);
            QVERIFY(protocol.n_min <= protocol.n_max);
            QVERIFY(protocol.t_min_ms > 0 && protocol.t_min_ms < protocol.t_max_ms);
            QVERIFY(protocol.percentile >= 0.5 && protocol.percentile < 1);
        }
        for (const auto& [loose, tight] : {std::pair{Preset::Quick, Preset::Standard},
                                           std::pair{Preset::Standard, Preset::Strict}}) {
            const Protocol& a = protocolOf(loose);
            const Protocol& b = protocolOf(tight);
            QVERIFY(a.target_half_width > b.target_half_width && a.n_min < b.n_min);
            QVERIFY(a.rounds_min < b.rounds_min && a.t_min_ms < b.t_min_ms);
            QVERIFY(a.t_max_ms < b.t_max_ms && a.percentile < b.percentile);
            QVERIFY(a.processes <= b.processes);
        }
        // A ratio below this is told as none (DMP-1 step 10), so strict must see it with room.
        QVERIFY(protocolOf(Preset::Strict).target_half_width < 0.01);
        QVERIFY(protocolOf(Preset::Strict).processes >= 3);
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

    // Where waking takes 100 ms, fewer samples fit beside it.
    void turnsThatBeginWithWaking_data() {
        QTest::addColumn<double>("sample_ms");
        QTest::addColumn<int>("samples");
        QTest::addColumn<bool>("unmeasured");
        QTest::newRow("1 ms") << 1.0 << 20 << true;
        QTest::newRow("80 ms: five fit, two of them wake") << 80.0 << 3 << true;
        QTest::newRow("100 ms: four fit, one wakes") << 100.0 << 3 << true;
        QTest::newRow("190 ms: two fit") << 190.0 << 1 << true;
        QTest::newRow("300 ms: one fits") << 300.0 << 1 << false;
    }
    void turnsThatBeginWithWaking() {
        QFETCH(double, sample_ms);
        const Turn turn = planTurn(sample_ms, protocolOf(Preset::Quick), 100);
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
