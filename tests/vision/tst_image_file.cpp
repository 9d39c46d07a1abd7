// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <cstdio>

#include "image_fixtures.h"
#include "vision/decode.h"
#include "vision/image_file.h"

#ifndef _WIN32
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

using namespace duelo;
using namespace duelo::test;
namespace fs = std::filesystem;

class TestImageFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    fs::path folder() const { return m_folder.path().toStdU16String(); }

private Q_SLOTS:
    // S0-47: cara_ejemplo.jpg and imagen_ejemplo.jpg are the handout's names.
    void R15_anyNameOpens_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("handout") << "cara_ejemplo.jpg";
        QTest::newRow("handout 2") << "imagen_ejemplo.jpg";
        QTest::newRow("accents") << QString::fromUtf8("Íñigo/Ñandú/cara_ejemplo.jpg");
        QTest::newRow("chinese") << QString::fromUtf8("图片/cara.jpg");
        QTest::newRow("emoji") << QString::fromUtf8("😀👩‍💻.jpg");
        QTest::newRow("trailing space") << "cara.jpg ";
        QTest::newRow("spaces, quotes, percent") << "a 'b\" %20 #1.jpg";
        QTest::newRow("no extension") << "cara";
        QTest::newRow("wrong extension") << "cara.png";
        QTest::newRow("leading dash") << "-rf.jpg";
        QTest::newRow("250 characters") << QString(250, 'n') + ".jpg";
        QTest::newRow("path above 260")
            << QString(100, 'a') + "/" + QString(100, 'b') + "/" + QString(100, 'c') + ".jpg";
    }
    void R15_anyNameOpens() {
        QFETCH(QString, path);
#ifdef _WIN32
        if (path.contains('"')) QSKIP("not a Windows name");
#endif
        const fs::path file = folder() / path.toStdU16String();
        fs::create_directories(file.parent_path());
        fs::copy_file(fixture("rgb.jpg"), file);
        const auto image = decodeImage(file);
        QVERIFY2(image, image ? "" : image.error().code.c_str());
        QCOMPARE(image->width_px, 24);
        fs::remove(file);
    }

    void R09_badInput_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("code");
        QTest::newRow("missing") << "missing.jpg"
                                 << "image_not_found";
        QTest::newRow("missing folder") << "no/such/folder.jpg"
                                        << "image_not_found";
        QTest::newRow("directory") << "x.jpg"
                                   << "image_is_directory";
        QTest::newRow("empty") << "empty.jpg"
                               << "image_empty";
        QTest::newRow("html") << "pagina.jpg"
                              << "image_is_web_page";
        QTest::newRow("gif") << "gato.jpg"
                             << "image_format_unsupported";
        QTest::newRow("random") << "noise.jpg"
                                << "image_unknown";
        QTest::newRow("truncated") << "cut.png"
                                   << "image_truncated";
        QTest::newRow("name too long") << QString(4000, 'x') << "image_unreadable";
    }
    void R09_badInput() {
        QFETCH(QString, name);
        QFETCH(QString, code);
        fs::create_directories(folder() / "x.jpg");
        writeBytes(folder() / "empty.jpg", {});
        writeBytes(folder() / "pagina.jpg", bytesOf("<!doctype html><html>404</html>"));
        fs::copy_file(fixture("picture.gif"), folder() / "gato.jpg",
                      fs::copy_options::overwrite_existing);
        writeBytes(folder() / "noise.jpg", {0x12, 0x00, 0x88, 0xfe, 0x01, 0x02, 0x99});
        auto bytes = readBytes(fixture("rgb.png"));
        bytes.resize(60);
        writeBytes(folder() / "cut.png", bytes);

        const auto image = decodeImage(folder() / name.toStdString());
        QVERIFY(!image);
        QCOMPARE(QString::fromStdString(image.error().code), code);
        const fs::path path = name.toStdString();
        QCOMPARE(image.error().args.value("file", ""), path.filename().string());
    }

#ifndef _WIN32
    // A pipe without a writer blocks whoever opens it; a device never ends.
    void R09_pipesAndDevices() {
        const fs::path pipe = folder() / "pipe.jpg";
        QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
        QCOMPARE(decodeImage(pipe).error().code, std::string("image_not_a_file"));
        QCOMPARE(decodeImage("/dev/zero").error().code, std::string("image_not_a_file"));
    }

    void R09_linksThatLeadNowhere() {
        fs::create_symlink("loop.jpg", folder() / "loop.jpg");
        QCOMPARE(decodeImage(folder() / "loop.jpg").error().code, std::string("image_unreadable"));
        fs::create_symlink("gone.jpg", folder() / "dangling.jpg");
        QCOMPARE(decodeImage(folder() / "dangling.jpg").error().code,
                 std::string("image_not_found"));
    }

    void R09_unreadableFile() {
        const fs::path file = folder() / "locked.jpg";
        fs::copy_file(fixture("rgb.jpg"), file);
        if (geteuid() == 0) QSKIP("root reads everything");
        fs::permissions(file, fs::perms::none);
        const auto refused = decodeImage(file);
        fs::permissions(file, fs::perms::owner_all);
        QCOMPARE(refused.error().code, std::string("image_unreadable"));
    }

    // A sparse file: large in size, nothing on disk. Refused before it is read.
    void R10_hugeFile() {
        const fs::path file = folder() / "huge.bmp";
        writeBytes(file, readBytes(fixture("rgb.bmp")));
        fs::resize_file(file, std::uintmax_t{1} << 40);
        const auto image = decodeImage(file);
        QVERIFY(!image);
        QCOMPARE(image.error().code, std::string("image_file_too_large"));
        QCOMPARE(image.error().args.value("limit_mb", 0), 512);
    }

    // A name that is no UTF-8 still opens, and its reason can be written as JSON.
    void R15_nameThatIsNotUtf8() {
        const fs::path file = folder() / "a\xff\xc0\xaf\xed\xa0\x80z.jpg";
        writeBytes(file, readBytes(fixture("rgb.jpg")));
        QVERIFY(decodeImage(file));
        writeBytes(file, {});
        const auto refused = decodeImage(file);
        QVERIFY(!refused);
        fs::remove(file);  // QTemporaryDir cannot: its names are UTF-16
        QVERIFY(!refused.error().args.dump().empty());
        QVERIFY(refused.error().args.value("file", "").starts_with("a\xef\xbf\xbd"));
    }

    // libpng and libjpeg print; none of it reaches the terminal, all of it the reason.
    void R09_decodersAreSilent() {
        auto damaged = readBytes(fixture("rgb.png"));
        damaged[damaged.size() - 20] ^= 0xff;
        auto jpeg = readBytes(sample("rocket.jpg"));
        jpeg.erase(jpeg.begin() + 40000, jpeg.begin() + 60000);

        const fs::path log = folder() / "stderr.txt";
        std::fflush(stderr);
        std::fflush(stdout);
        const int saved_err = dup(STDERR_FILENO);
        const int saved_out = dup(STDOUT_FILENO);
        const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(file, STDERR_FILENO);
        dup2(file, STDOUT_FILENO);
        const auto refused = decodeImage(damaged);
        const auto accepted = decodeImage(jpeg);
        std::fputs("still connected", stderr);
        std::fflush(stdout);
        dup2(saved_err, STDERR_FILENO);
        dup2(saved_out, STDOUT_FILENO);
        for (const int descriptor : {saved_err, saved_out, file}) close(descriptor);

        QCOMPARE(readBytes(log), bytesOf("still connected"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("image_damaged"));
        QVERIFY(!refused.error().message.empty());  // its words, here and nowhere else
        QVERIFY(accepted);
    }

    // No descriptor is lost, however often an image is refused or accepted.
    void descriptorsAreReturned() {
        const auto openNow = [] {
            return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
        };
        decodeImage(fixture("rgb.jpg")).has_value();
        const auto before = openNow();
        for (int i = 0; i < 50; ++i) {
            decodeImage(fixture("rgb.jpg")).has_value();
            decodeImage(fixture("picture.gif")).has_value();
            decodeImage(fixture("float.tif")).has_value();
        }
        QCOMPARE(openNow(), before);
    }
#endif
};

QTEST_APPLESS_MAIN(TestImageFile)
#include "tst_image_file.moc"
