// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "experiments/training/events.h"

#include "train_testing.h"

using namespace duelo;
using namespace duelo::test;

namespace {

constexpr uid_t kNobody = 65534;

/// The simplest file of colours that there is: a BMP of 24 bits.
QByteArray bitmap(int side_px, int level, int number) {
    const int row = (3 * side_px + 3) / 4 * 4;
    QByteArray file("BM");
    const auto add = [&file](std::uint32_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) file.append(static_cast<char>(value >> (8 * i) & 0xFFU));
    };
    const auto side = static_cast<std::uint32_t>(side_px);
    add(static_cast<std::uint32_t>(54 + row * side_px), 4);
    add(0, 4);
    add(54, 4);
    add(40, 4);
    add(side, 4);
    add(side, 4);
    add(1, 2);
    add(24, 2);
    for (int i = 0; i < 6; ++i) add(0, 4);
    for (int y = 0; y < side_px; ++y) {
        for (int x = 0; x < side_px; ++x) {
            const int grey = level + (x * 7 + y * 13 + number * 29 + x * y) % 60;
            add(static_cast<std::uint32_t>(grey) * 0x010101U, 3);
        }
        file.append(QByteArray(row - 3 * side_px, '\0'));
    }
    return file;
}

/// `count` pictures, light or dark by class, with some noise.
void makePictures(const QString& folder, int count, int level) {
    constexpr int side_px = 40;
    QVERIFY(QDir().mkpath(folder));
    for (int i = 0; i < count; ++i)
        write(folder + QString("/p%1.bmp").arg(i), bitmap(side_px, level, i));
}

}  // namespace

/// The data and the words that a training is given.
class TestEngineTrainData : public QObject {
    Q_OBJECT

private Q_SLOTS:
#ifdef DUELO_VISION
    void ownFolderWithADamagedFile_S2_M29();
    void folderWithoutPermission_data();
    void folderWithoutPermission();
    void tenThousandClasses();
#endif
    void badData_data();
    void badData();
    void badWords_data();
    void badWords();
};

#ifdef DUELO_VISION
void TestEngineTrainData::ownFolderWithADamagedFile_S2_M29() {
    const EngineProcess engine;
    for (const char* part : {"train", "test"}) {
        makePictures(engine.path(QString("own/%1/dark").arg(part)), part[1] == 'r' ? 20 : 6, 10);
        makePictures(engine.path(QString("own/%1/light").arg(part)), part[1] == 'r' ? 20 : 6, 150);
    }
    write(engine.path("own/train/dark/broken.png"), "\x89PNG\r\n\x1a\nno more");
    const auto outcome =
        engine.run({"train", "--data", "own", "--model", "mlp", "--device", "cpu", "--mode",
                    "fused", "--epochs", "3", "--batch", "8", "--out", "r.duelo"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    const RecordLog log = engine.records("r.duelo");
    QVERIFY(contains(noticesOf(log), "data_images_skipped"));
    QVERIFY(contains(noticesOf(log), "data_test_tiny"));  // S2-M03
    QVERIFY2(outcome.out.contains("broken.png"), qPrintable(outcome.out));
    for (const EventRecord& event : eventsOf(log))
        if (const auto data = dataIn(event)) {
            QCOMPARE(data->test, (std::vector<std::int64_t>{6, 6}));
            QCOMPARE(data->train[0] + data->validation[0], 20);
        }
}

void TestEngineTrainData::folderWithoutPermission_data() {
    QTest::addColumn<QString>("closed");
    QTest::newRow("the folder") << "own";
    QTest::newRow("a class") << "own/b";
}

/// Permissions do not bind root, so there the program runs as another user.
void TestEngineTrainData::folderWithoutPermission() {
    QFETCH(QString, closed);
    const EngineProcess engine;
    makePictures(engine.path("own/a"), 5, 10);
    makePictures(engine.path("own/b"), 5, 150);
    QVERIFY(QFile::setPermissions(engine.path("."), QFile::Permissions(0x7777)));
    const auto asOther = [&](const QStringList& words) {
        QProcess process;
        if (::geteuid() == 0) process.setChildProcessModifier([] { (void)!::setuid(kNobody); });
        engine.start(process, words);
        return process.waitForFinished(60'000) ? process.exitCode() : -1;
    };
    if (asOther({"--version"}) != 0) QSKIP("another user cannot run this program here");

    QVERIFY(QFile::setPermissions(engine.path(closed), {}));
    const int code = asOther({"train", "--data", "own", "--model", "mlp", "--device", "cpu",
                              "--mode", "fused", "--out", "r.duelo"});
    QFile::setPermissions(engine.path(closed), QFile::Permissions(0x7777));
    QCOMPARE(code, 1);
    const ResultRecord result = engine.results("r.duelo").at("c001");
    QCOMPARE(result.reason->code, "folder_unreadable");
    QCOMPARE(QString::fromStdString(result.reason->args["folder"].get<std::string>()),
             engine.path(closed));
}

void TestEngineTrainData::tenThousandClasses() {
    // Many disks take a minute to remove as many folders.
    const QString memory = "/dev/shm";
    const QTemporaryDir folder((QFileInfo(memory).isWritable() ? memory : QDir::tempPath()) +
                               "/duelo-XXXXXX");
    makePictures(folder.filePath("0"), 1, 10);
    const std::string picture = folder.filePath("0/p0.bmp").toStdString();
    for (int i = 1; i < 10'000; ++i) {
        const QString name = folder.filePath(QString::number(i));
        QVERIFY(QDir().mkdir(name));
        std::filesystem::create_hard_link(picture, (name + "/p.bmp").toStdString());
    }
    const EngineProcess engine;
    const auto outcome = engine.run({"train", "--data", folder.path(), "--model", "mlp", "--device",
                                     "cpu", "--mode", "fused", "--out", "r.duelo"});
    QCOMPARE(outcome.code, 1);
    const ResultRecord result = engine.results("r.duelo").at("c001");
    QCOMPARE(result.reason->code, "data_too_many_classes");
    QCOMPARE(result.reason->args["classes"].get<int>(), 10'000);
    QVERIFY2(outcome.out.contains(u"10\u202f000 classes and the limit is 1000"),
             qPrintable(outcome.out));
}
#endif

void TestEngineTrainData::badData_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("reason");
#ifdef DUELO_VISION
    QTest::newRow("one class") << "one class"
                               << "data_too_few_classes";
    QTest::newRow("empty class") << "empty class"
                                 << "data_class_empty";
    QTest::newRow("one image") << "one image"
                               << "data_class_too_small";
#else
    QTest::newRow("images without OpenCV") << "one image"
                                           << "vision_missing";
#endif
    QTest::newRow("IDX with a wrong magic") << "magic"
                                            << "idx_wrong_magic";
    QTest::newRow("IDX cut") << "cut"
                             << "idx_truncated";
}

void TestEngineTrainData::badData() {
    QFETCH(QString, kind);
    QFETCH(QString, reason);
    const EngineProcess engine;
    if (kind == "one class") makePictures(engine.path("own/a"), 5, 10);
    if (kind == "empty class") {
        makePictures(engine.path("own/a"), 5, 10);
        QVERIFY(QDir().mkpath(engine.path("own/b")));
    }
    if (kind == "one image") {
        makePictures(engine.path("own/a"), 1, 10);
        makePictures(engine.path("own/b"), 1, 150);
    }
    if (kind == "magic" || kind == "cut") {
        QVERIFY(QDir().mkpath(engine.path("own")));
        QByteArray images("\0\0\x08\x03\0\0\0\x02\0\0\0\x02\0\0\0\x02", 16);
        if (kind == "magic") images[2] = '\x0d';
        write(engine.path("own/train-images-idx3-ubyte"), images + QByteArray(5, 'x'));
        write(engine.path("own/train-labels-idx1-ubyte"),
              QByteArray("\0\0\x08\x01\0\0\0\x02\0\x01", 10));
    }
    const auto outcome = engine.run({"train", "--data", "own", "--model", "mlp", "--device", "cpu",
                                     "--mode", "fused", "--out", "r.duelo"});
    QCOMPARE(outcome.code, 1);
    const ResultRecord result = engine.results("r.duelo").at("c001");
    QCOMPARE(QString::fromStdString(result.reason->code), reason);
    QVERIFY(result.status != Status::Done);
}

void TestEngineTrainData::badWords_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("named");
    QTest::newRow("model") << QStringList{"--model", "resnet18"} << "lab_alexnet";
    QTest::newRow("missing folder") << QStringList{"--data", "own/nowhere"} << "own/nowhere";
    QTest::newRow("units in the name") << QStringList{"--model", "mlp-64"} << "lab_alexnet";
    QTest::newRow("hidden") << QStringList{"--model", "mlp", "--hidden", "0"} << "--hidden: 0 ";
    QTest::newRow("hidden without mlp") << QStringList{"--hidden", "64"} << "--hidden";
    QTest::newRow("momentum without sgd") << QStringList{"--momentum", "0.9"} << "--momentum";
    QTest::newRow("epochs") << QStringList{"--epochs", "0"} << "epochs";
    QTest::newRow("rate") << QStringList{"--rate", "fast"} << "fast";
    QTest::newRow("negative rate") << QStringList{"--rate", "-1"} << "--rate";
    QTest::newRow("accuracy") << QStringList{"--until-accuracy", "200"} << "--until-accuracy: 200";
    QTest::newRow("optimiser") << QStringList{"--optimizer", "rmsprop"} << "adam";
    QTest::newRow("batch") << QStringList{"--batch", "0"} << "4096";
    QTest::newRow("graph without a GPU") << QStringList{"--mode", "graph"} << "fused";
}

void TestEngineTrainData::badWords() {
    QFETCH(QStringList, words);
    QFETCH(QString, named);
    const EngineProcess engine;
    const auto outcome = engine.run(QStringList{"train", "--device", "cpu"} + words);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(named), qPrintable(outcome.err));
    QVERIFY(!QDir(engine.path("duelo-results")).exists());
}

QTEST_GUILESS_MAIN(TestEngineTrainData)
#include "tst_engine_train_data.moc"
