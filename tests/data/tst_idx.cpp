// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

#include <QTemporaryDir>
#include <QtTest>

#include "data/idx.h"
#include "data/pixel_parts.h"
#include "data_fixtures.h"

using namespace duelo;
using namespace duelo::test;
namespace fs = std::filesystem;

namespace {

void writeGz(const fs::path& path, const Bytes& bytes) {
    const gzFile file = gzopen(path.string().c_str(), "wb9");
    gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
    gzclose(file);
}

const Bytes two_images = idxBytes({2, 2, 3}, {1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16});
const Bytes two_labels = idxBytes({2}, {7, 3});

Bytes cut(Bytes bytes, std::size_t size) {
    bytes.resize(size);
    return bytes;
}

Bytes withByte(Bytes bytes, std::size_t at, std::uint8_t value) {
    bytes[at] = value;
    return bytes;
}

}  // namespace

class TestIdx : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path m_root = m_folder.path().toStdString();
    IdxPair m_pair{m_root / "images", m_root / "labels"};

    static Result<std::optional<IdxFiles>> found(const fs::path& folder) {
        return findIdxFiles({folder, *candidateFiles(folder, {})});
    }

    std::string codeOf(const Bytes& images, const Bytes& labels) {
        writeBytes(m_pair.images, images);
        writeBytes(m_pair.labels, labels);
        const auto set = readIdx({m_pair, {}});
        return set ? "none" : set.error().code;
    }

private Q_SLOTS:
    void plainAndCompressedGiveTheSame_data() {
        QTest::addColumn<bool>("compressed");
        QTest::newRow("plain") << false;
        QTest::newRow("gz") << true;
    }

    void plainAndCompressedGiveTheSame() {
        QFETCH(bool, compressed);
        const auto write = compressed ? writeGz : writeBytes;
        write(m_pair.images, two_images);
        write(m_pair.labels, two_labels);
        const auto set = readIdx({m_pair, {}});
        QVERIFY2(set, set ? "" : set.error().code.c_str());
        QCOMPARE(set->samples.shape(), (SampleShape{1, 2, 3}));
        // Only labels that occur are classes, in their order.
        QCOMPARE(set->samples.classNames(), (std::vector<std::string>{"3", "7"}));
        QCOMPARE(set->samples.label(0), 1);
        QCOMPARE(set->samples.label(1), 0);
        const auto pixels = set->samples.pixels(1);
        QCOMPARE(Bytes(pixels.begin(), pixels.end()), (Bytes{11, 12, 13, 14, 15, 16}));
        QCOMPARE(set->samples.source(1), std::string("images[1]"));
        QCOMPARE(set->split.train, (std::vector<std::size_t>{0, 1}));
        QVERIFY(set->split.test.empty());
    }

    void testPairBecomesTheTestPart() {
        writeBytes(m_root / "train-images-idx3-ubyte", two_images);
        writeGz(m_root / "train-labels.idx1-ubyte.gz", two_labels);
        writeBytes(m_root / "t10k-images-idx3-ubyte", idxBytes({1, 2, 3}, Bytes(6, 9)));
        writeBytes(m_root / "t10k-labels-idx1-ubyte", idxBytes({1}, {3}));
        const auto files = found(m_root);
        QVERIFY(files && *files && (*files)->test);
        const auto set = readIdx(**files);
        QVERIFY2(set, set ? "" : set.error().code.c_str());
        QCOMPARE(set->split.test, (std::vector<std::size_t>{2}));
        QCOMPARE(set->samples.label(2), 0);
        fs::remove(m_root / "train-labels.idx1-ubyte.gz");
        QCOMPARE(found(m_root).error().code, std::string("idx_pair_incomplete"));

        writeBytes(m_root / "train-labels-idx1-ubyte", two_labels);
        writeBytes(m_root / "t10k-images-idx3-ubyte", idxBytes({1, 3, 2}, Bytes(6, 9)));
        const auto other_shape = readIdx(**found(m_root));
        QCOMPARE(other_shape.error().code, std::string("prepared_shapes_differ"));
    }

    // Half of a download: what is missing is said, not that there are no classes.
    void testPartAlone() {
        const fs::path folder = m_root / "alone";
        fs::create_directory(folder);
        QVERIFY(!found(folder)->has_value());
        writeBytes(folder / "t10k-images-idx3-ubyte", idxBytes({1, 2, 3}, Bytes(6, 9)));
        QCOMPARE(found(folder).error().code, std::string("idx_pair_incomplete"));
        writeBytes(folder / "t10k-labels-idx1-ubyte", idxBytes({1}, {3}));
        const auto alone = found(folder);
        QVERIFY(!alone);
        QCOMPARE(alone.error().code, std::string("idx_train_missing"));
        QVERIFY(alone.error().args["path"].get<std::string>().ends_with("t10k-images-idx3-ubyte"));
    }

    void badInput_data() {
        QTest::addColumn<Bytes>("images");
        QTest::addColumn<Bytes>("labels");
        QTest::addColumn<QString>("code");
        QTest::newRow("good") << two_images << two_labels << "none";
        QTest::newRow("exchanged") << two_labels << two_images << "idx_wrong_magic";
        QTest::newRow("floats") << withByte(two_images, 2, 13) << two_labels << "idx_wrong_magic";
        QTest::newRow("empty file") << Bytes{} << two_labels << "idx_truncated";
        QTest::newRow("cut header") << cut(two_images, 9) << two_labels << "idx_truncated";
        QTest::newRow("cut content") << cut(two_images, 27) << two_labels << "idx_truncated";
        QTest::newRow("cut labels") << two_images << cut(two_labels, 9) << "idx_truncated";
        QTest::newRow("trailing") << cut(two_images, 29) << two_labels << "idx_trailing";
        QTest::newRow("fewer labels") << two_images << idxBytes({1}, {7}) << "idx_counts_differ";
        QTest::newRow("no image") << idxBytes({0, 2, 3}, {}) << idxBytes({0}, {})
                                  << "data_without_images";
        QTest::newRow("one class") << two_images << idxBytes({2}, {7, 7}) << "data_too_few_classes";
        QTest::newRow("one image")
            << idxBytes({1, 1, 1}, {5}) << idxBytes({1}, {7}) << "data_too_few_classes";
        QTest::newRow("no width") << idxBytes({2, 2, 0}, {}) << two_labels << "data_shape_invalid";
        QTest::newRow("side of 2^32 - 1")
            << idxBytes({2, 2, 0xffffffffU}, {}) << two_labels << "data_shape_invalid";
        QTest::newRow("too large")
            << idxBytes({0xffffffffU, 4096, 4096}, {}) << two_labels << "data_too_large";
        // 1 GiB promised by 16 bytes: refused by the file's size, before memory is taken.
        QTest::newRow("promise") << idxBytes({64, 4096, 4096}, {}) << two_labels << "idx_truncated";
    }

    void badInput() {
        QFETCH(Bytes, images);
        QFETCH(Bytes, labels);
        QFETCH(QString, code);
        QCOMPARE(QString::fromStdString(codeOf(images, labels)), code);
    }

    void whatIsNoFile() {
        writeBytes(m_pair.images, two_images);
        QCOMPARE(readIdx({{m_root / "absent", m_pair.images}, {}}).error().code,
                 std::string("file_missing"));
        QCOMPARE(readIdx({{m_root, m_pair.images}, {}}).error().code,
                 std::string("file_unreadable"));
    }

    void damagedCompression() {
        writeBytes(m_pair.labels, two_labels);
        Bytes content(6000);
        std::uint32_t state = 1;
        for (auto& value : content) {
            state = state * 1664525U + 1013904223U;
            value = static_cast<std::uint8_t>(state >> 24);
        }
        writeGz(m_pair.images, idxBytes({2, 50, 60}, content));
        const auto whole = fs::file_size(m_pair.images);
        QVERIFY(readIdx({m_pair, {}}));
        fs::resize_file(m_pair.images, whole - 500);
        QCOMPARE(readIdx({m_pair, {}}).error().code, std::string("gz_damaged"));

        writeGz(m_pair.images, idxBytes({2, 50, 60}, content));
        std::fstream file(m_pair.images, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(static_cast<std::streamoff>(whole) - 6);  // in the checksum
        file.put('\x55').put('\xaa');
        file.close();
        QCOMPARE(readIdx({m_pair, {}}).error().code, std::string("gz_damaged"));
    }

    // A header of 12 values before 200 MB of zeros: only one byte of them is unpacked.
    void gzBomb() {
        writeBytes(m_pair.labels, two_labels);
        const gzFile file = gzopen(m_pair.images.string().c_str(), "wb9");
        gzwrite(file, two_images.data(), static_cast<unsigned>(two_images.size()));
        const Bytes zeros(1 << 20);
        for (int i = 0; i < 200; ++i) gzwrite(file, zeros.data(), 1 << 20);
        gzclose(file);
        QVERIFY(fs::file_size(m_pair.images) < 300'000);
        QCOMPARE(readIdx({m_pair, {}}).error().code, std::string("idx_trailing"));

        // The same with a header that asks for more than the limit.
        writeGz(m_pair.images, idxBytes({200, 1024, 1024}, Bytes(1 << 20)));
        DataLimits limits;
        limits.set_bytes = 1 << 20;
        const auto refused = readIdx({m_pair, {}}, limits);
        QCOMPARE(refused.error().code, std::string("data_too_large"));
        QCOMPARE(refused.error().args["needed_bytes"].get<double>(), 200.0 * (1 << 20));
    }

    void cancelled() {
        writeBytes(m_pair.images, two_images);
        writeBytes(m_pair.labels, two_labels);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(readIdx({m_pair, {}}, {}, stop.get_token()).error().code,
                 std::string("cancelled_by_user"));
    }
};

QTEST_GUILESS_MAIN(TestIdx)
#include "tst_idx.moc"
