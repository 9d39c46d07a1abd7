// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <set>

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "base/places.h"
#include "machine/process_memory.h"

using namespace duelo;
namespace fs = std::filesystem;

class TestPlaces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runIdsAreRandomUuids();
    void utcNowIsIso8601();
    void pathsSurviveAnyAlphabet_R_15();
    void shippedFilesAreFoundOrNot();
    void peakFollowsWhatIsTouched();
};

void TestPlaces::runIdsAreRandomUuids() {
    const QRegularExpression v4(
        "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$");
    std::set<std::string> ids;
    for (int i = 0; i < 100; ++i) {
        const std::string id = newRunId();
        QVERIFY2(v4.match(QString::fromStdString(id)).hasMatch(), id.c_str());
        ids.insert(id);
    }
    QCOMPARE(ids.size(), 100U);
}

void TestPlaces::utcNowIsIso8601() {
    const auto parsed = QDateTime::fromString(QString::fromStdString(utcNow()), Qt::ISODate);
    QVERIFY(parsed.isValid());
    QVERIFY(std::abs(parsed.secsTo(QDateTime::currentDateTimeUtc())) < 60);
}

void TestPlaces::pathsSurviveAnyAlphabet_R_15() {
    for (const char* text : {"Año ñandú €", "图片/cara.jpg", "emoji 🐱 ", "plain"})
        QCOMPARE(utf8(fromUtf8(text)), std::string(text));
}

void TestPlaces::shippedFilesAreFoundOrNot() {
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("samples"));
    qputenv("DUELO_DATA_DIR", folder.path().toUtf8());
    QCOMPARE(utf8(shippedFile("samples").value()), folder.filePath("samples").toStdString());
    QVERIFY(!shippedFile("no such thing"));
}

void TestPlaces::peakFollowsWhatIsTouched() {
    QVERIFY(freeMemoryBytes().value() > 0);
    resetPeakMemory();
    const std::int64_t before = processMemory().peak_bytes;
    QVERIFY(before > 0);
    constexpr std::size_t size = 64U << 20U;
    std::vector<char> block(size, 'x');
    QVERIFY(block[size / 2] == 'x');
    QVERIFY(processMemory().peak_bytes >= before + static_cast<std::int64_t>(size) / 2);
}

QTEST_APPLESS_MAIN(TestPlaces)
#include "tst_places.moc"
