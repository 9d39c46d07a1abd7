// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include "image_fixtures.h"
#include "vision/decode.h"
#include "vision/image_list.h"

#ifndef _WIN32
#include <unistd.h>
#endif

using namespace duelo;
using namespace duelo::test;
namespace fs = std::filesystem;

namespace {

std::string namesOf(const std::vector<fs::path>& paths) {
    std::string names;
    for (const fs::path& path : paths) {
        if (!names.empty()) names += ' ';
        names += path.filename().string();
    }
    return names;
}

}  // namespace

class TestImageList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void naturalOrder() {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        for (const char* name : {"foto10.jpg", "foto2.jpg", "Foto1.jpg", "foto02.jpg", "a.png",
                                 "foto.jpg", "foto2b.jpg", "B.jpg"}) {
            fs::copy_file(fixture("rgb.jpg"), root / name);
        }
        const auto images = listImages(root);
        QVERIFY(images);
        QCOMPARE(namesOf(*images), std::string("a.png B.jpg foto.jpg Foto1.jpg foto02.jpg "
                                               "foto2.jpg foto2b.jpg foto10.jpg"));
    }

    // S0-08: what is an image is decided by content; what was meant as one is told.
    void contentDecides() {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        fs::copy_file(fixture("rgb.png"), root / "without_extension");
        fs::copy_file(fixture("lossy.webp"), root / "wrong.JPG");
        fs::copy_file(fixture("picture.gif"), root / "animation.gif");
        writeBytes(root / "empty.jpeg", {});
        writeBytes(root / "page.PNG", bytesOf("<html></html>"));
        writeBytes(root / "README.txt", bytesOf("notes"));
        writeBytes(root / "Thumbs.db", {0xd0, 0xcf, 0x11, 0xe0});
        fs::create_directories(root / "sub.jpg");
        fs::copy_file(fixture("rgb.png"), root / "sub.jpg" / "inside.png");
        std::vector<Reason> skipped;
        const auto images = listImages(root, &skipped);
        QVERIFY(images);
        QCOMPARE(namesOf(*images), std::string("without_extension wrong.JPG"));
        QCOMPARE(codesOf(skipped),
                 std::string("image_format_unsupported image_empty image_is_web_page"));
        QCOMPARE(skipped[0].args.value("file", ""), std::string("animation.gif"));
    }

    void oneFile() {
        const auto images = listImages(fixture("rgb.tif"));
        QVERIFY(images);
        QCOMPARE(namesOf(*images), std::string("rgb.tif"));
        QCOMPARE(listImages(fixture("picture.gif")).error().code,
                 std::string("image_format_unsupported"));
        QCOMPARE(listImages("no/such/folder").error().code, std::string("image_not_found"));
    }

    void nothingToFind() {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        QCOMPARE(listImages(root).error().code, std::string("folder_without_images"));
        writeBytes(root / "a.txt", bytesOf("text"));
        const auto images = listImages(root);
        QCOMPARE(images.error().args.value("entries", 0), 1);
        QVERIFY(!images.error().args.value("folder", "").empty());
    }

#ifndef _WIN32
    // The other images of the folder are listed, and the one left out is named.
    void nameThatIsNoTextCostsItsFileOnly() {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        fs::copy_file(fixture("rgb.jpg"), root / "a.jpg");
        fs::copy_file(fixture("rgb.jpg"), root / "b\xff.jpg");
        fs::copy_file(fixture("rgb.jpg"), root / "c:d\\e.jpg");
        std::vector<Reason> skipped;
        const auto images = listImages(root, &skipped);
        fs::remove(root / "b\xff.jpg");  // QTemporaryDir cannot: its names are UTF-16
        QVERIFY(images);
        QCOMPARE(namesOf(*images), std::string("a.jpg c:d\\e.jpg"));
        QCOMPARE(codesOf(skipped), std::string("file_name_not_text"));
        QCOMPARE(skipped[0].args.value("file", ""), std::string("b\xef\xbf\xbd.jpg"));
    }

    void linksAndLockedFolders() {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        fs::copy_file(fixture("rgb.jpg"), root / "real.jpg");
        fs::create_symlink("real.jpg", root / "link.jpg");
        fs::create_symlink("loop.jpg", root / "loop.jpg");
        fs::create_symlink("gone", root / "dangling.jpg");
        fs::create_symlink("..", root / "up");
        std::vector<Reason> skipped;
        const auto images = listImages(root, &skipped);
        QVERIFY(images);
        QCOMPARE(namesOf(*images), std::string("link.jpg real.jpg"));
        QCOMPARE(codesOf(skipped), std::string("image_not_found image_unreadable"));

        const fs::path locked = root / "locked";
        fs::create_directory(locked);
        fs::permissions(locked, fs::perms::none);
        const bool root_user = geteuid() == 0;
        const auto refused = listImages(locked);
        fs::permissions(locked, fs::perms::owner_all);
        QCOMPARE(refused.error().code,
                 std::string(root_user ? "folder_without_images" : "folder_unreadable"));
    }
#endif

    void vanishesBetweenListingAndReading() {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        fs::copy_file(fixture("rgb.jpg"), root / "a.jpg");
        const auto images = listImages(root);
        QVERIFY(images);
        fs::remove(root / "a.jpg");
        QCOMPARE(decodeImage(images->front()).error().code, std::string("image_not_found"));
    }

    void tooMany() {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        const auto bytes = readBytes(fixture("rgb.jpg"));
        fs::create_directory(root / "images");
        writeBytes(root / "one.jpg", bytes);
        for (std::size_t i = 0; i <= max_listed_images; ++i) {
            fs::create_hard_link(root / "one.jpg", root / "images" / (std::to_string(i) + ".jpg"));
        }
        const auto refused = listImages(root / "images");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("folder_too_large"));
        fs::remove(root / "images" / "0.jpg");
        QCOMPARE(listImages(root / "images")->size(), max_listed_images);
    }
};

QTEST_APPLESS_MAIN(TestImageList)
#include "tst_image_list.moc"
