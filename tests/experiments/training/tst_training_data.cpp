// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <zlib.h>
#include <QtTest>

#include "../../data/data_fixtures.h"
#include "experiments/training/picture_reader.h"
#include "experiments/training/training_data.h"

using namespace duelo;
using namespace duelo::test;
namespace fs = std::filesystem;

namespace {

void appendLittleEndian(Bytes& bytes, std::uint32_t value, int count) {
    for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

/// A BMP of 24 bits: a diagonal ramp that begins with `value`, so that no two are alike.
Bytes bmpBytes(int side, int value) {
    const auto row_bytes = static_cast<std::uint32_t>((3 * side + 3) / 4 * 4);
    const std::uint32_t pixel_bytes = row_bytes * static_cast<std::uint32_t>(side);
    Bytes bytes = {'B', 'M'};
    for (const std::uint32_t field :
         {54 + pixel_bytes, 0U, 54U, 40U, static_cast<std::uint32_t>(side),
          static_cast<std::uint32_t>(side)})
        appendLittleEndian(bytes, field, 4);
    appendLittleEndian(bytes, 1, 2);
    appendLittleEndian(bytes, 24, 2);
    for (const std::uint32_t field : {0U, pixel_bytes, 2835U, 2835U, 0U, 0U})
        appendLittleEndian(bytes, field, 4);
    for (int y = 0; y < side; ++y) {
        const std::size_t start = bytes.size();
        for (int x = 0; x < side; ++x)
            for (int c = 0; c < 3; ++c)
                bytes.push_back(static_cast<std::uint8_t>(value * (c + 1) * 7 + x * value + 9 * y));
        bytes.resize(start + row_bytes);
    }
    return bytes;
}

void writeGz(const fs::path& path, const Bytes& head, std::size_t zeros) {
    const gzFile file = gzopen(path.string().c_str(), "wb9");
    gzwrite(file, head.data(), static_cast<unsigned>(head.size()));
    const Bytes block(1 << 20);
    for (; zeros > 0; zeros -= block.size()) gzwrite(file, block.data(), 1 << 20);
    gzclose(file);
}

#ifdef DUELO_VISION
fs::path image(const char* name) {
    return fs::path(DUELO_SOURCE_DIR) / "tests/corpus/images" / name;
}

std::string codesOf(const std::vector<Reason>& notes) {
    std::string codes;
    for (const Reason& note : notes) codes += (codes.empty() ? "" : " ") + note.code;
    return codes;
}
#endif

}  // namespace

class TestTrainingData : public QObject, FolderFixture {
    Q_OBJECT

    /// Class folders below `folder` with so many pictures each.
    void putClasses(const std::string& folder, std::initializer_list<const char*> classes,
                    int pictures, int side = 8) {
        int value = folder.empty() ? 1 : 100;
        for (const char* name : classes)
            for (int i = 0; i < pictures; ++i)
                put(folder + name + "/" + std::to_string(i) + ".bmp", bmpBytes(side, ++value));
    }

    /// An IDX set of `count` pictures of 2 x 2 with two classes, good but for what is put later.
    void putIdx(std::uint32_t count = 8) {
        Bytes pixels, labels;
        for (std::uint32_t i = 0; i < count; ++i) {
            labels.push_back(static_cast<std::uint8_t>(i % 2));
            for (std::uint32_t k = 0; k < 4; ++k)
                pixels.push_back(static_cast<std::uint8_t>(31 * i + 7 * k * k));
        }
        put("train-images-idx3-ubyte", idxBytes({count, 2, 2}, pixels));
        put("train-labels-idx1-ubyte", idxBytes({count}, labels));
    }

    Result<TrainingData> load(const TrainingDataOptions& options = {}) {
        return loadTrainingData(m_root.string(), options);
    }

    std::string codeOf() {
        const auto data = load();
        return data ? "none" : data.error().code;
    }

private Q_SLOTS:
    void init() { renewFolder(); }

    void builtinDigits() {
        const auto data = loadTrainingData("digits", {.seed = 1});
        QVERIFY2(data, data ? "" : data.error().code.c_str());
        QCOMPARE(data->samples.shape(), (SampleShape{1, 28, 28}));
        QCOMPARE(data->split.train.size(), std::size_t{3500});
        QCOMPARE(data->split.validation.size(), std::size_t{750});
        QCOMPARE(classCounts(data->samples, data->split.test), std::vector<std::size_t>(10, 75));
        QVERIFY(!data->leaks.any() && data->notes.empty() && !data->listing);
        QVERIFY(data->decode_ms > 0);
    }

    // S2-02: split by place, whatever the seed and the shares.
    void builtinTextures() {
        const auto data = loadTrainingData("textures", {.seed = 1, .shares = {0.4, 0.4}});
        QVERIFY2(data, data ? "" : data.error().code.c_str());
        QCOMPARE(data->samples.size(), std::size_t{273});
        QCOMPARE(data->split.train.size(), std::size_t{183});
        QCOMPARE(data->split.validation.size(), std::size_t{45});
        QVERIFY(!data->leaks.any());
        QCOMPARE(loadTrainingData("textures", {.seed = 2})->sha256, data->sha256);
    }

    void synthetic() {
        const auto plain = loadTrainingData("synthetic", {.seed = 3});
        QCOMPARE(plain->samples.shape(), (SampleShape{1, 28, 28}));
        QCOMPARE(plain->samples.size(), std::size_t{5000});
        const auto data = loadTrainingData("synthetic:3x20", {.channels = 3, .size_px = 8});
        QCOMPARE(data->samples.shape(), (SampleShape{3, 8, 8}));
        QCOMPARE(data->samples.size(), std::size_t{60});
        QCOMPARE(classCounts(data->samples, data->split.train), std::vector<std::size_t>(3, 14));
    }

    void syntheticThatCannotBe_data() {
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("code");
        for (const char* input :
             {"synthetic:", "synthetic:3", "synthetic:3x", "synthetic:x5", "synthetic:3x5 ",
              "synthetic:-3x5", "synthetic:3x0", "synthetic:3x99999999999999999999"})
            QTest::newRow(input) << input << "synthetic_spec_invalid";
        QTest::newRow("large") << "synthetic:10x999999999"
                               << "data_too_large";
        QTest::newRow("wraps around") << "synthetic:1000x18446744073709552"
                                      << "data_too_large";
        QTest::newRow("classes") << "synthetic:10000x3"
                                 << "data_too_many_classes";
        QTest::newRow("one class") << "synthetic:1x30"
                                   << "data_too_few_classes";
        QTest::newRow("two of each") << "synthetic:5x2"
                                     << "data_class_too_small";
    }

    void syntheticThatCannotBe() {
        QFETCH(QString, input);
        QFETCH(QString, code);
        const auto data = loadTrainingData(input.toStdString(), {});
        QCOMPARE(QString::fromStdString(data ? "none" : data.error().code), code);
    }

    // equal digests are the same data.
    void digestNamesTheData() {
        putIdx();
        const std::string digest = load({.seed = 1})->sha256;
        QCOMPARE(digest.size(), std::size_t{64});
        QCOMPARE(load({.seed = 1})->sha256, digest);
        QVERIFY(load({.seed = 2})->sha256 != digest);  // another split
        auto labels = idxBytes({8}, {0, 1, 0, 1, 0, 1, 1, 0});
        put("train-labels-idx1-ubyte", labels);
        QVERIFY(load({.seed = 1})->sha256 != digest);
        putIdx();
        std::fstream file(m_root / "train-images-idx3-ubyte",
                          std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(20);
        file.put('\x63');
        file.close();
        QVERIFY(load({.seed = 1})->sha256 != digest);
    }

    void idxWithItsOwnTest() {
        putIdx(10);
        put("t10k-images-idx3-ubyte", idxBytes({2, 2, 2}, {1, 2, 3, 4, 200, 3, 90, 1}));
        put("t10k-labels-idx1-ubyte", idxBytes({2}, {1, 0}));
        const auto data = load();
        QVERIFY2(data, data ? "" : data.error().code.c_str());
        QCOMPARE(data->split.test, (std::vector<std::size_t>{10, 11}));
        QCOMPARE(data->split.validation.size(), std::size_t{2});
        QCOMPARE(data->split.train.size(), std::size_t{8});
        QVERIFY(!data->listing);
    }

    void badIdx_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<Bytes>("content");
        QTest::addColumn<QString>("code");
        const QString images = "train-images-idx3-ubyte", labels = "train-labels-idx1-ubyte";
        QTest::newRow("magic") << images << Bytes{0, 0, 13, 3, 0, 0, 0, 8} << "idx_wrong_magic";
        QTest::newRow("truncated") << images << idxBytes({8, 2, 2}, Bytes(31)) << "idx_truncated";
        QTest::newRow("counts") << labels << idxBytes({7}, Bytes(7)) << "idx_counts_differ";
        QTest::newRow("one class") << labels << idxBytes({8}, Bytes(8)) << "data_too_few_classes";
        QTest::newRow("small class")
            << labels << idxBytes({8}, {0, 0, 0, 0, 0, 0, 0, 1}) << "data_class_too_small";
    }

    void badIdx() {
        QFETCH(QString, file);
        QFETCH(Bytes, content);
        QFETCH(QString, code);
        putIdx();
        QCOMPARE(codeOf(), std::string("none"));
        put(file.toStdString(), content);
        QCOMPARE(QString::fromStdString(codeOf()), code);
    }

    void idxWithoutLabels() {
        putIdx();
        fs::remove(m_root / "train-labels-idx1-ubyte");
        const auto data = load();
        QCOMPARE(data.error().code, std::string("idx_pair_incomplete"));
    }

    // 300 KB that unpack to 300 MB: a header of 8 pictures stops after them, one that promises all
    // of it is held against the limit first.
    void gzBomb() {
        putIdx();
        fs::remove(m_root / "train-images-idx3-ubyte");
        const fs::path bomb = m_root / "train-images-idx3-ubyte.gz";
        writeGz(bomb, idxBytes({8, 2, 2}, {}), std::size_t{300} << 20);
        QVERIFY(fs::file_size(bomb) < 400'000);
        QCOMPARE(codeOf(), std::string("idx_trailing"));
        writeGz(bomb, idxBytes({300, 1024, 1024}, {}), std::size_t{300} << 20);
        TrainingDataOptions options;
        options.limits.set_bytes = std::uint64_t{100} << 20;
        QCOMPARE(load(options).error().code, std::string("data_too_large"));
    }

    void cancelled_data() {
        QTest::addColumn<QString>("input");
        for (const char* input : {"digits", "textures", "synthetic", "folder"})
            QTest::newRow(input) << input;
    }

    void cancelled() {
        QFETCH(QString, input);
        putIdx();
        std::stop_source stop;
        stop.request_stop();
        const auto data = loadTrainingData(
            input == "folder" ? m_root.string() : input.toStdString(), {.stop = stop.get_token()});
        QCOMPARE(data.error().code, std::string("cancelled_by_user"));
    }

    void storeKeepsTheLatest() {
        TrainingDataStore store;
        TrainingDataOptions options{.seed = 1};
        const auto first = store.load("textures", options).value();
        options.progress = [](std::size_t, std::size_t) {};
        QCOMPARE(store.load("textures", options).value(), first);
        options.seed = 2;
        const auto other = store.load("textures", options).value();
        QVERIFY(other != first);
        QVERIFY(store.load("digits", options).value() != other);
        QCOMPARE(store.load("nowhere", options).error().code, std::string("file_missing"));
        const auto again = store.load("digits", options).value();
        TrainingDataStore copy = store;
        QCOMPARE(copy.load("digits", options).value(), again);
        store.clear();
        QCOMPARE(again.use_count(), 1L);
    }

    void whatIsNoFolder() {
        QCOMPARE(loadTrainingData((m_root / "absent").string(), {}).error().code,
                 std::string("file_missing"));
        QCOMPARE(loadTrainingData("", {}).error().code, std::string("file_missing"));
        put("file", {1});
        QCOMPARE(loadTrainingData((m_root / "file").string(), {}).error().code,
                 std::string("data_not_a_folder"));
        fs::create_directory_symlink(m_root / "absent", m_root / "link");
        QCOMPARE(loadTrainingData((m_root / "link").string(), {}).error().code,
                 std::string("file_missing"));
    }

#ifndef DUELO_VISION
    void folderWithoutOpenCV() {
        putClasses("", {"a", "b"}, 4);
        QCOMPARE(codeOf(), std::string("vision_missing"));
    }
#else
    void folderIsSplit() {
        putClasses("", {"b10", "b9"}, 10);
        std::size_t last = 0;
        const auto data = load({.seed = 1, .progress = [&](std::size_t done, std::size_t of) {
                                    QCOMPARE(of, std::size_t{20});
                                    last = done;
                                }});
        QVERIFY2(data, data ? "" : data.error().code.c_str());
        QCOMPARE(last, std::size_t{20});
        QCOMPARE(data->samples.classNames(), (std::vector<std::string>{"b9", "b10"}));
        QCOMPARE(data->samples.shape(), (SampleShape{3, 8, 8}));
        QCOMPARE(classCounts(data->samples, data->split.train), (std::vector<std::size_t>{6, 6}));
        QCOMPARE(classCounts(data->samples, data->split.test), (std::vector<std::size_t>{2, 2}));
        QCOMPARE(data->listing->images.size(), std::size_t{20});
        const auto again = loadImage(data->listing->images[7], data->listing->shape, data->reader);
        const auto pixels = data->samples.pixels(7);
        QCOMPARE(again->picture.pixels, Bytes(pixels.begin(), pixels.end()));
        // Planar, red first: the file has blue, green, red and its last row first.
        QCOMPARE(int{pixels[7 * 8]}, int{bmpBytes(8, 19)[54 + 2]});
    }

    // S2-M01: the thesis tested with pictures that it had trained on.
    void S2_M01_leakIsFound() {
        putClasses("train/", {"a", "b"}, 8, 24);
        putClasses("test/", {"a", "b"}, 3, 24);
        const auto data = load();
        QVERIFY2(data, data ? "" : data.error().code.c_str());
        const LeakCount& in_train = data->leaks.counts[1];
        QCOMPARE(in_train.of, std::size_t{6});
        QCOMPARE(in_train.bytes + data->leaks.counts[2].bytes, std::size_t{6});
    }

    // S2-44, S2-M29: skipped, counted and named; sizes and channels made equal, and told.
    void unreadableAndMixed() {
        putClasses("", {"a", "b"}, 6);
        put("a/big.bmp", bmpBytes(20, 3));
        fs::copy_file(image("grey.png"), m_root / "b/grey.png");
        put("a/empty.png", {});
        put("a/text.jpg", {'h', 'o', 'l', 'a', '\n'});
        const Bytes whole = bmpBytes(8, 77);
        put("b/cut.bmp", Bytes(whole.begin(), whole.end() - 100));
        fs::copy_file(image("picture.gif"), m_root / "b/animation.gif");
        fs::create_symlink(m_root / "absent.png", m_root / "b/dangling.png");
        put("b/Thumbs.db", {1, 2, 3});
        const auto data = load({.seed = 1});
        QVERIFY2(data, data ? "" : data.error().code.c_str());
        QCOMPARE(data->samples.size(), std::size_t{14});
        QCOMPARE(data->samples.shape(), (SampleShape{3, 8, 8}));
        QCOMPARE(data->skipped_count, std::size_t{5});
        QCOMPARE(codesOf(data->notes),
                 std::string("data_images_skipped data_images_resized data_grey_repeated "
                             "image_empty image_is_text image_format_unsupported image_not_found "
                             "image_truncated"));
        std::vector<std::string> names;
        for (std::size_t i = 3; i < data->notes.size(); ++i)
            names.push_back(data->notes[i].args["file"].get<std::string>());
        QCOMPARE(names, (std::vector<std::string>{"a/empty.png", "a/text.jpg", "b/animation.gif",
                                                  "b/dangling.png", "b/cut.bmp"}));
    }

    void badFolders() {
        putClasses("", {"a"}, 5);
        QCOMPARE(codeOf(), std::string("data_too_few_classes"));
        fs::create_directory(m_root / "b");
        QCOMPARE(codeOf(), std::string("data_class_empty"));
        put("b/1.bmp", bmpBytes(8, 200));  // one image cannot be in three parts
        QCOMPARE(codeOf(), std::string("data_class_too_small"));
        put("b/2.bmp", bmpBytes(8, 201));
        put("b/3.bmp", bmpBytes(8, 202));
        QCOMPARE(codeOf(), std::string("none"));
        for (int i = 0; i < 1000; ++i) fs::create_directory(m_root / std::to_string(i));
        QCOMPARE(codeOf(), std::string("data_too_many_classes"));
    }

    void folderThatIsTooLargeIsReduced() {
        putClasses("", {"a", "b"}, 4, 40);
        TrainingDataOptions options{.size_px = 16};
        options.limits.set_bytes = 8 * 3 * 16 * 16;
        const auto data = load(options);
        QVERIFY2(data, data ? "" : data.error().code.c_str());
        QCOMPARE(data->samples.shape(), (SampleShape{3, 16, 16}));
        QCOMPARE(codesOf(data->notes), std::string("data_images_reduced"));
    }

    void cancelledBetweenTwoFiles() {
        putClasses("", {"a", "b"}, 6);
        std::stop_source stop;
        std::size_t decoded = 0;
        const auto data = load({.progress =
                                    [&](std::size_t done, std::size_t) {
                                        decoded = done;
                                        if (done == 5) stop.request_stop();
                                    },
                                .stop = stop.get_token()});
        QCOMPARE(data.error().code, std::string("cancelled_by_user"));
        QCOMPARE(decoded, std::size_t{5});
    }

    // what the header announces is what decoding gives, turned as EXIF says.
    void readerIsUprightInShapeToo() {
        const PictureReader reader = photographReader().value();
        const auto picture = [&](const char* name) {
            std::ifstream file(image(name), std::ios::binary);
            const Bytes bytes{std::istreambuf_iterator<char>(file), {}};
            return reader.decode(bytes).value();
        };
        for (int i = 1; i <= 8; ++i) {
            const std::string name = "orientation_" + std::to_string(i) + ".png";
            const auto shape = reader.shape(image(name.c_str()));
            QVERIFY(shape);
            QCOMPARE(*shape, (SampleShape{3, 16, 24}));
            QCOMPARE(picture(name.c_str()).shape, *shape);
            QCOMPARE(picture(name.c_str()).pixels, picture("orientation_1.png").pixels);
        }
        for (const char* name : {"grey.png", "grey_alpha.png", "grey16.png", "grey.jpg"}) {
            QCOMPARE(reader.shape(image(name))->channels, 1);
            QCOMPARE(picture(name).pixels.size(), picture(name).shape.bytes());
        }
        for (const char* name : {"palette.png", "cmyk.jpg", "rgba.png"})
            QCOMPARE(picture(name).shape.channels, 3);
        QVERIFY(!reader.recognises(fs::path(DUELO_SOURCE_DIR) / "LICENSE"));
        QVERIFY(reader.recognises(image("picture.gif")));
    }
#endif
};

QTEST_GUILESS_MAIN(TestTrainingData)
#include "tst_training_data.moc"
