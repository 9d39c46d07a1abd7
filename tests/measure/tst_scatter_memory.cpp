// SPDX-License-Identifier: Apache-2.0
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <limits>

#include "base/json_text.h"
#include "base/places.h"
#include "measure/scatter_memory.h"

using namespace duelo;

namespace {

ScatterKind kindOf(double call_ms, Preset preset = Preset::Standard) {
    return {.experiment = "inference", .preset = preset, .call_ms = call_ms};
}

}  // namespace

/// The scatter of rounds on this machine, kept for the forecasts of later sessions.
class TestScatterMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void cellsLikeItAreAsked() {
        ScatterMemory memory = of("pc");
        QVERIFY(!memory.of(kindOf(10)));
        for (const double scatter : {0.01, 0.02, 0.03}) memory.add(kindOf(10), scatter);
        QCOMPARE(memory.of(kindOf(12)).value(), 0.02);
        // Those of other calls, presets, devices and experiments are no answer.
        QVERIFY(!memory.of(kindOf(1000)));
        QVERIFY(!memory.of(kindOf(10, Preset::Quick)));
        ScatterKind other = kindOf(10);
        other.device = Device::Cuda;
        QVERIFY(!memory.of(other));
        other = kindOf(10);
        other.compared = true;
        QVERIFY(!memory.of(other));
        other = kindOf(10);
        other.experiment = "matrix_product";
        QVERIFY(!memory.of(other));
        // The nearest count, and of these the latest.
        for (int i = 0; i < 5; ++i) memory.add(kindOf(50), 0.2);
        QCOMPARE(memory.of(kindOf(50)).value(), 0.2);
        for (int i = 0; i < 3; ++i) memory.add(kindOf(50), 0.1);
        QCOMPARE(memory.of(kindOf(50)).value(), 0.1);
    }

    void itOutlivesTheSession() {
        ScatterMemory first = of("pc");
        first.keep();
        QVERIFY(!QFile::exists(file()));  // nothing to tell
        first.add(kindOf(10), 0.02);
        QVERIFY(!QFile::exists(file()));
        first.keep();
        QCOMPARE(of("pc").of(kindOf(10)).value(), 0.02);
        // A home on a network: another machine's says nothing of this one, and is replaced.
        ScatterMemory other = of("another");
        QVERIFY(!other.of(kindOf(10)));
        other.add(kindOf(10), 0.5);
        other.keep();
        QCOMPARE(of("another").of(kindOf(10)).value(), 0.5);
        QVERIFY(!of("pc").of(kindOf(10)));
    }

    void twoEnginesForgetNothingOfEachOther() {
        ScatterMemory one = of("pc"), two = of("pc");
        QVERIFY(!one.of(kindOf(10)) && !two.of(kindOf(10)));  // both have read it
        one.add(kindOf(10), 0.01);
        two.add(kindOf(400), 0.04);
        one.keep();
        two.keep();
        two.keep();
        ScatterMemory later = of("pc");
        QCOMPARE(later.of(kindOf(10)).value(), 0.01);
        QCOMPARE(later.of(kindOf(400)).value(), 0.04);
        QCOMPARE(cells().size(), 2U);
    }

    void itIsBounded() {
        ScatterMemory memory = of("pc");
        memory.add(kindOf(10, Preset::Strict), 0.3);
        for (int i = 0; i < 5000; ++i) {
            memory.add(kindOf(10), 0.01);
            ScatterKind many = kindOf(10);
            many.experiment = "e" + std::to_string(i % 50);
            memory.add(many, 0.01);
        }
        memory.keep();
        QVERIFY(cells().size() <= 480);
        QVERIFY(QFile(file()).size() < 1 << 17);
    }

    void oneKindDoesNotPushOutTheOthers() {
        ScatterMemory memory = of("pc");
        memory.add(kindOf(10, Preset::Strict), 0.3);
        for (int i = 0; i < 1000; ++i) memory.add(kindOf(10), 0.01);
        memory.keep();
        QCOMPARE(of("pc").of(kindOf(10, Preset::Strict)).value(), 0.3);
    }

    void whatIsNoMeasurementIsLeftOut() {
        ScatterMemory memory = of("pc");
        for (const double wrong : {0.0, -1.0, 1e9, std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()}) {
            memory.add(kindOf(10), wrong);
            memory.add(kindOf(wrong < 1e8 ? wrong : -wrong), 0.01);
        }
        memory.keep();
        QVERIFY(!QFile::exists(file()));
    }

    void damageIsPassedOverAndReplaced_data() {
        QTest::addColumn<QByteArray>("bytes");
        const QByteArray good = R"({"experiment":"inference","device":"cpu","preset":"standard",)"
                                R"("compared":false,"call_ms":10,"scatter":0.02})";
        const auto with = [](const QByteArray& cells) {
            return R"({"duelo_scatter":1,"machine":"pc","cells":)" + cells + "}";
        };
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("\x00\xff{", 3);
        QTest::newRow("cut") << with("[" + good).chopped(1);
        QTest::newRow("a list") << QByteArray("[1,2]");
        QTest::newRow("a later version")
            << with("[" + good + "]").replace("scatter\":1", "scatter\":2");
        QTest::newRow("cells of no kind") << with("7");
        QTest::newRow("wrong cells") << with(
            "[3,null,{},[]," + QByteArray(good).replace("cpu", "tpu") + "," +
            QByteArray(good).replace("0.02", "\"x\"") + "," +
            QByteArray(good).replace("false", "0") + "," + QByteArray(good).replace("10", "-10") +
            "," + QByteArray(good).replace("10", "1e999") + "]");
        QTest::newRow("too large") << with("[" + good + "]") + QByteArray(1 << 19, ' ');
    }

    void damageIsPassedOverAndReplaced() {
        QFETCH(QByteArray, bytes);
        QVERIFY(std::filesystem::create_directories(
            std::filesystem::path(file().toStdString()).parent_path()));
        QFile damaged(file());
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write(bytes);
        damaged.close();
        ScatterMemory memory = of("pc");
        QVERIFY(!memory.of(kindOf(10)));
        memory.add(kindOf(10), 0.03);
        memory.keep();
        QCOMPARE(of("pc").of(kindOf(10)).value(), 0.03);
        QCOMPARE(cells().size(), 1U);
    }

    /// A folder stands at its place: the session goes on with what it has.
    void whatCannotBeWrittenIsNoFault() {
        QVERIFY(std::filesystem::create_directories(file().toStdString()));
        ScatterMemory memory = of("pc");
        memory.add(kindOf(10), 0.03);
        memory.keep();
        QCOMPARE(memory.of(kindOf(10)).value(), 0.03);
    }

private:
    [[nodiscard]] QString file() const { return m_folder->filePath("data/duelo/forecast.json"); }
    [[nodiscard]] ScatterMemory of(const char* machine) const {
        return {fromUtf8(file().toStdString()), machine};
    }
    [[nodiscard]] Json cells() const {
        QFile kept(file());
        if (!kept.open(QIODevice::ReadOnly)) return {};
        const auto json = parseJson(kept.readAll().toStdString());
        return json ? json->value("cells", Json()) : Json();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_APPLESS_MAIN(TestScatterMemory)
#include "tst_scatter_memory.moc"
