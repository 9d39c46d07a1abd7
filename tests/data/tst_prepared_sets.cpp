// SPDX-License-Identifier: Apache-2.0
// Y-23: sets in few files, by what is in them and not by their names.
#include <zlib.h>

#include <algorithm>

#include <QtTest>

#include "base/text.h"
#include "base/zip_file.h"
#include "data/pixel_parts.h"
#include "data_fixtures.h"

using namespace duelo;
using namespace duelo::test;
using namespace std::string_literals;
namespace fs = std::filesystem;

namespace {

using Prepared = Result<std::optional<DataSet>>;

Bytes compressed(const Bytes& bytes) {
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    Bytes out(bytes.size() + 100);
    stream.next_in = const_cast<Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(out.size() - stream.avail_out);
    deflateEnd(&stream);
    return out;
}

Bytes bytesOf(const std::string& text) {
    return {text.begin(), text.end()};
}

std::string countsOf(const Prepared& set) {
    if (!set) return set.error().code;
    if (!*set) return "nothing";
    const Split& split = (*set)->split;
    return std::to_string(split.train.size()) + "/" + std::to_string(split.validation.size()) +
           "/" + std::to_string(split.test.size());
}

std::string codesOf(const Prepared& set) {
    std::string codes;
    for (const Reason& note : (*set)->notes) codes += (codes.empty() ? "" : " ") + note.code;
    return codes;
}

/// A NPY file of version 1.
std::string npy(const std::string& type, const std::string& shape, const std::string& data,
                const char* by_columns = "False") {
    std::string header =
        "{'descr': '" + type + "', 'fortran_order': " + by_columns + ", 'shape': " + shape + ", }";
    header.resize(117, ' ');
    header += '\n';
    return "\x93NUMPY\x01\x00"s + static_cast<char>(header.size()) + '\0' + header + data;
}

/// Writes {"data": bytes of rows x 3072, key: labels} as Python does in CIFAR's own files.
std::string pythonBatch(const std::vector<int>& labels, const std::string& key,
                        char by_columns = '\x89') {
    const auto word = [](const std::string& text) {
        return "U"s + static_cast<char>(text.size()) + text;
    };
    const auto size = [](std::size_t value) {
        return "M"s + static_cast<char>(value & 255) + static_cast<char>(value >> 8);
    };
    const std::size_t bytes = labels.size() * 3072;
    std::string pixels;
    for (std::size_t i = 0; i < labels.size(); ++i)
        for (int c = 0; c < 3; ++c)
            pixels += std::string(1024, static_cast<char>(10 * labels[i] + c));
    std::string pickle = "\x80\x02}q\x01("s + word("data");
    pickle += "cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\nK\x00\x85"s + word("b") +
              "tR(K\x01"s + size(labels.size()) + size(3072) + "\x86";
    pickle += "cnumpy\ndtype\n("s + word("u1") + "K\x00K\x01tR(K\x03"s + word("|") +
              "NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb"s + by_columns + "T";
    for (int shift = 0; shift < 32; shift += 8) pickle += static_cast<char>(bytes >> shift);
    pickle += pixels + "tb" + word(key) + "](";
    for (const int label : labels) pickle += "K"s + static_cast<char>(label);
    return pickle + "eu.";
}

std::string pixelRow(int label, int value, int pixels = 64) {
    std::string row = label < 0 ? "" : std::to_string(label);
    for (int i = 0; i < pixels; ++i) row += (row.empty() ? "" : ",") + std::to_string(value);
    return row + "\n";
}

}  // namespace

class TestPreparedSets : public QObject, FolderFixture {
    Q_OBJECT

    Prepared read(const std::string& inside = {}) { return readPreparedSet(m_root / inside); }

    /// Images of 1 x 2 and labels from `first`.
    void putPair(const std::string& images, const std::string& labels, std::uint32_t count,
                 int first = 0, bool gz = false) {
        Bytes values, pixels;
        for (std::uint32_t i = 0; i < count; ++i) {
            values.push_back(static_cast<std::uint8_t>(first + static_cast<int>(i % 2)));
            pixels.insert(pixels.end(), {1, 2});
        }
        const Bytes image_file = idxBytes({count, 1, 2}, pixels);
        const Bytes label_file = idxBytes({count}, values);
        put(images, gz ? compressed(image_file) : image_file);
        put(labels, gz ? compressed(label_file) : label_file);
    }

    /// Grey images of 1 x 1 as NumPy writes them, with labels 0 and 1 in turn.
    static std::pair<std::string, std::string> arraysOf(std::size_t count, char value = 'a') {
        const std::string sizes = std::to_string(count);
        std::string labels;
        for (std::size_t i = 0; i < count; ++i) labels += static_cast<char>(i % 2);
        return {npy("|u1", "(" + sizes + ", 1, 1)", std::string(count, value)),
                npy("|u1", "(" + sizes + ",)", labels)};
    }
    void putArrays(const std::string& images, const std::string& labels, std::size_t count,
                   char value = 'a') {
        const auto [image_bytes, label_bytes] = arraysOf(count, value);
        put(images, bytesOf(image_bytes));
        put(labels, bytesOf(label_bytes));
    }

private Q_SLOTS:
    void init() { renewFolder(); }

    void Y23_idxByContent_data() {
        QTest::addColumn<QString>("images");
        QTest::addColumn<QString>("labels");
        QTest::addColumn<QStringList>("parts");
        QTest::addColumn<bool>("gz");
        const QStringList usual{"train", "t10k"}, words{"train", "test"};
        const auto row = [](const char* name, const char* images, const char* labels,
                            const QStringList& parts,
                            bool gz) { QTest::newRow(name) << images << labels << parts << gz; };
        row("usual", "%1-images-idx3-ubyte", "%1-labels-idx1-ubyte", usual, false);
        row("torchvision", "MNIST/raw/%1-images-idx3-ubyte", "MNIST/raw/%1-labels-idx1-ubyte",
            usual, false);
        row("Kaggle", "%1-images-idx3-ubyte/%1-images-idx3-ubyte",
            "%1-labels-idx1-ubyte/%1-labels-idx1-ubyte", usual, false);
        row("dots", "%1-images.idx3-ubyte", "%1-labels.idx1-ubyte", usual, false);
        row("renamed", "%1_images.bin", "%1_labels.bin", words, false);
        row("ending", "%1-images-idx3-ubyte.idx", "%1-labels-idx1-ubyte.idx", words, false);
        row("capitals", "%1-IMAGES-IDX3-UBYTE.GZ", "%1-LABELS-IDX1-UBYTE.GZ", {"TRAIN", "T10K"},
            true);
        row("browser", "%1-images-idx3-ubyte (1).gz", "%1-labels-idx1-ubyte (2).gz", usual, true);
        row("gz without its ending", "%1-images-idx3-ubyte", "%1-labels-idx1-ubyte", usual, true);
        row("plain called gz", "%1-images-idx3-ubyte.gz", "%1-labels-idx1-ubyte.gz", usual, false);
        row("x and y", "x_%1.idx", "y_%1.idx", words, false);
        row("qmnist", "qmnist-%1-images-idx3-ubyte", "qmnist-%1-labels", words, false);
    }

    void Y23_idxByContent() {
        QFETCH(QString, images);
        QFETCH(QString, labels);
        QFETCH(QStringList, parts);
        QFETCH(bool, gz);
        for (int part = 0; part < 2; ++part) {
            putPair(images.arg(parts[part]).toStdString(), labels.arg(parts[part]).toStdString(),
                    part == 0 ? 6 : 4, 0, gz);
        }
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("6/0/4"));
        QCOMPARE(codesOf(set), std::string());
        QCOMPARE((*set)->samples.shape(), (SampleShape{1, 1, 2}));
    }

    void Y23_copyOfAFileCountsOnce() {
        for (const char* part : {"train", "t10k"}) {
            const std::string images = part + "-images-idx3-ubyte"s;
            const std::string labels = part + "-labels-idx1-ubyte"s;
            putPair(images, labels, 4);
            putPair(images + ".gz", labels + ".gz", 4, 0, true);
        }
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("4/0/4"));
        QCOMPARE(codesOf(set), std::string("data_files_unused"));
        QCOMPARE((*set)->notes[0].args["count"].get<int>(), 4);
    }

    void Y23_emnistIsTurnedAndItsLabelsTold() {
        putPair("emnist-letters-train-images-idx3-ubyte.gz",
                "emnist-letters-train-labels-idx1-ubyte.gz", 6, 1, true);
        putPair("emnist-letters-test-images-idx3-ubyte.gz",
                "emnist-letters-test-labels-idx1-ubyte.gz", 2, 1, true);
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("6/0/2"));
        QCOMPARE(codesOf(set), std::string("data_emnist_turned data_labels_from_one"));
        QCOMPARE((*set)->samples.shape(), (SampleShape{1, 2, 1}));
        QCOMPARE((*set)->samples.classNames(), (std::vector<std::string>{"1", "2"}));
    }

    void Y23_turnedPixels() {
        put("emnist-train-images-idx3-ubyte", idxBytes({2, 2, 3}, {1, 2, 3, 4, 5, 6,  //
                                                                   7, 8, 9, 10, 11, 12}));
        put("emnist-train-labels-idx1-ubyte", idxBytes({2}, {0, 1}));
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("2/0/0"));
        const auto pixels = (*set)->samples.pixels(1);
        QCOMPARE(Bytes(pixels.begin(), pixels.end()), (Bytes{7, 10, 8, 11, 9, 12}));
    }

    void Y23_severalSetsInOneFolder() {
        for (const char* split : {"balanced", "letters", "mnist"}) {
            const std::string begin = "emnist-"s + split + "-train-";
            putPair(begin + "images-idx3-ubyte", begin + "labels-idx1-ubyte", 4);
        }
        const auto several = read();
        QCOMPARE(countsOf(several), std::string("data_sets_several"));
        QCOMPARE(several.error().args["sets"].size(), std::size_t{3});
        const std::string text = Text(Language::English).reason(several.error());
        QVERIFY2(text.find("emnist letters") != std::string::npos, text.c_str());
        // One of its files says which.
        QCOMPARE(countsOf(read("emnist-letters-train-images-idx3-ubyte")), std::string("4/0/0"));
        QCOMPARE(countsOf(read("emnist-mnist-train-labels-idx1-ubyte")), std::string("4/0/0"));

        renewFolder();
        for (const char* name : {"MNIST", "FashionMNIST"}) {
            const std::string begin = name + "/raw/train-"s;
            putPair(begin + "images-idx3-ubyte", begin + "labels-idx1-ubyte", 4);
        }
        QCOMPARE(countsOf(read()), std::string("data_sets_several"));
        QCOMPARE(countsOf(read("MNIST")), std::string("4/0/0"));
    }

    void Y23_labelsInRowsOfNumbers() {
        put("qmnist-train-images-idx3-ubyte", idxBytes({2, 1, 1}, {8, 9}));
        Bytes labels = {0, 0, 12, 2};
        for (const std::uint32_t value : {2U, 8U}) appendBigEndian(labels, value);
        for (const std::uint32_t value :
             {7U, 0U, 3U, 0U, 1U, 2U, 0U, 0U, 5U, 1U, 2U, 3U, 4U, 5U, 6U, 7U})
            appendBigEndian(labels, value);
        put("qmnist-train-labels-idx2-int", labels);
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("2/0/0"));
        QCOMPARE((*set)->samples.classNames(), (std::vector<std::string>{"5", "7"}));
        QCOMPARE((*set)->samples.label(0), 1);
    }

    void Y23_partsWithoutWords() {
        putPair("a.idx3", "b.idx1", 4);
        QCOMPARE(countsOf(read()), std::string("idx_pair_incomplete"));
        renewFolder();
        putPair("images", "labels", 4);
        QCOMPARE(countsOf(read()), std::string("4/0/0"));
        putPair("images (1)", "labels (1)", 2);
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("4/0/2"));
        QCOMPARE(codesOf(set), std::string("data_parts_by_size"));
    }

    void Y23_cifarBinary() {
        const auto records = [](const std::vector<std::string>& labels) {
            std::string bytes;
            for (const std::string& label : labels) {
                bytes += label;
                for (int c = 0; c < 3; ++c) bytes += std::string(1024, static_cast<char>(c + 1));
            }
            return bytesOf(bytes);
        };
        const std::string folder = "cifar-10-batches-bin/";
        put(folder + "data_batch_1.bin", records({"\x00"s, "\x01"s}));
        put(folder + "data_batch_2.bin", records({"\x01"s, "\x00"s, "\x09"s}));
        put(folder + "test_batch.bin", records({"\x09"s}));
        put(folder + "batches.meta.txt", bytesOf("airplane\nautomobile\n\n"));
        auto set = read();
        QCOMPARE(countsOf(set), std::string("5/0/1"));
        QCOMPARE((*set)->samples.classNames(),
                 (std::vector<std::string>{"airplane", "automobile", "9"}));
        QCOMPARE((*set)->samples.shape(), (SampleShape{3, 32, 32}));
        QCOMPARE(static_cast<int>((*set)->samples.pixels(0)[1024]), 2);
        QCOMPARE(codesOf(set), std::string());

        renewFolder();
        put("train.bin", records({"\x13\x63"s, "\x00\x07"s}));
        put("test.bin", records({"\x01\x07"s}));
        set = read();
        QCOMPARE(countsOf(set), std::string("2/0/1"));
        QCOMPARE((*set)->samples.classNames(), (std::vector<std::string>{"7", "99"}));
        QCOMPARE(codesOf(set), std::string("data_cifar_fine"));
        fs::remove(m_root / "train.bin");
        QCOMPARE(countsOf(read()), std::string("prepared_train_missing"));
        put("test.bin", bytesOf(std::string(3073, '\xff')));  // no such label
        QCOMPARE(countsOf(read()), std::string("nothing"));
    }

    void Y23_cifarForPython() {
        const std::string folder = "cifar-10-batches-py/";
        put(folder + "data_batch_1", bytesOf(pythonBatch({3, 0, 3}, "labels")));
        put(folder + "data_batch_2", bytesOf(pythonBatch({0}, "labels")));
        put(folder + "test_batch", bytesOf(pythonBatch({3}, "labels")));
        put(folder + "batches.meta", bytesOf("\x80\x02}(U\x0blabel_names](U\x05planeU\x04"
                                             "autoU\x04"
                                             "birdU\x03"
                                             "cateu."s));
        auto set = read();
        QCOMPARE(countsOf(set), std::string("4/0/1"));
        QCOMPARE((*set)->samples.classNames(), (std::vector<std::string>{"plane", "cat"}));
        QCOMPARE(static_cast<int>((*set)->samples.pixels(0)[2048]), 32);
        QCOMPARE(codesOf(set), std::string());

        const std::string whole = pythonBatch({3, 0}, "labels");
        for (const std::size_t size :
             {std::size_t{1}, std::size_t{30}, whole.size() / 2, whole.size() - 1}) {
            put(folder + "data_batch_1", bytesOf(whole.substr(0, size)));
            QCOMPARE(countsOf(read()), std::string("python_batch_damaged"));
        }
        renewFolder();
        put("train", bytesOf(pythonBatch({3, 0}, "fine_labels")));
        set = read();
        QCOMPARE(countsOf(set), std::string("2/0/0"));
        QCOMPARE(codesOf(set), std::string("data_cifar_fine"));
    }

    void Y23_cifarByColumnsIsRefused() {
        put("data_batch_1", bytesOf(pythonBatch({3, 0}, "labels", '\x88')));
        QCOMPARE(countsOf(read()), std::string("python_batch_damaged"));
        put("data_batch_1", bytesOf(pythonBatch({3, 0}, "labels", 'N')));
        QCOMPARE(countsOf(read()), std::string("python_batch_damaged"));
    }

    void Y23_cifarBothInOneFolder() {
        put("data_batch_1", bytesOf(pythonBatch({3, 0}, "labels")));
        put("train", bytesOf(pythonBatch({3, 0, 7}, "fine_labels")));
        put("meta", bytesOf("\x80\x02}(U\x10"
                            "fine_label_names](U\x05"
                            "appleU\x04"
                            "bearU\x05"
                            "chairU\x03"
                            "doreu."s));
        auto set = read();
        QCOMPARE(countsOf(set), std::string("data_sets_several"));
        QCOMPARE(set.error().args["sets"].size(), std::size_t{2});
        QVERIFY(set.error().args["example"].get<std::string>().ends_with("data_batch_1"));
        set = read("data_batch_1");
        QCOMPARE(countsOf(set), std::string("2/0/0"));
        QCOMPARE((*set)->samples.classNames(), (std::vector<std::string>{"0", "3"}));
        set = read("train");
        QCOMPARE(countsOf(set), std::string("3/0/0"));
        QCOMPARE((*set)->samples.classNames(), (std::vector<std::string>{"apple", "dor", "7"}));
    }

    // Whatever the bytes are: an answer, and nothing run.
    void Y23_hostilePickles_data() {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString("\x80\x02" + bytes);
        };
        row("stop at once", ".");
        row("nothing to take", "RbsuatR.");
        row("memo that is not there", "h\x07."s);
        row("far memo", "Nr\xff\xff\xff\xff."s);
        row("promise", "T\xff\xff\xff\x7f."s);
        row("marks", std::string(5000, '('));
        row("itself",
            "]q\x01h\x01"
            "a.");
        row("system", "cos\nsystem\n(U\x04trueUR.");
        row("name without an end", "cnumpy");
        row("an array of nothing",
            "}(U\x04"
            "dataNeu.");
    }

    void Y23_hostilePickles() {
        QFETCH(QByteArray, bytes);
        put("data_batch_1", Bytes(bytes.begin(), bytes.end()));
        QCOMPARE(countsOf(read()), std::string("python_batch_damaged"));
    }

    void Y23_numpy_data() {
        QTest::addColumn<QStringList>("names");
        QTest::newRow("Keras") << QStringList{"x_train", "y_train", "x_test", "y_test"};
        QTest::newRow("MedMNIST") << QStringList{"train_images", "train_labels", "test_images",
                                                 "test_labels"};
    }

    void Y23_numpy() {
        QFETCH(QStringList, names);
        const std::string images = npy("|u1", "(2, 1, 2)", "\x01\x02\x03\x04"s);
        const std::string labels = npy("<i8", "(2,)", "\x05\0\0\0\0\0\0\0\x04\0\0\0\0\0\0\0"s);
        const std::string test = npy("|u1", "(1, 1, 2)", "\x07\x08"s);
        const std::string test_label = npy(">i2", "(1, 1)", "\0\x04"s);
        std::vector<ZipItem> items;
        const std::vector<std::string> contents{images, labels, test, test_label};
        for (int i = 0; i < 4; ++i)
            items.push_back(
                {names[i].toStdString() + ".npy", contents[static_cast<std::size_t>(i)]});
        QVERIFY(writeZip(items, m_root / "mnist.npz"));
        const auto check = [&](const Prepared& set) {
            QCOMPARE(countsOf(set), std::string("2/0/1"));
            QCOMPARE((*set)->samples.classNames(), (std::vector<std::string>{"4", "5"}));
            QCOMPARE((*set)->samples.label(0), 1);
            QCOMPARE(static_cast<int>((*set)->samples.pixels(1)[0]), 3);
        };
        check(read());
        check(read("mnist.npz"));
        renewFolder();
        for (const ZipItem& item : items) put(item.name, bytesOf(item.bytes));
        check(read());
    }

    void Y23_numpyColours() {
        put("x_train.npy", bytesOf(npy("|u1", "(2, 1, 2, 3)", "abcdefABCDEF")));
        put("y_train.npy", bytesOf(npy("|u1", "(2,)", "\x01\x02")));
        const auto set = read();
        QCOMPARE(countsOf(set), std::string("2/0/0"));
        const auto pixels = (*set)->samples.pixels(0);
        QCOMPARE(std::string(pixels.begin(), pixels.end()), std::string("adbecf"));
    }

    void Y23_numpyOfSeveralFolders() {
        // The file that comes first is the test part's.
        putArrays("Prueba/images.npy", "Prueba/labels.npy", 2, 't');
        putArrays("Train/images.npy", "Train/labels.npy", 4);
        auto set = read();
        QCOMPARE(countsOf(set), std::string("4/0/2"));
        QCOMPARE(static_cast<int>((*set)->samples.pixels(0)[0]), static_cast<int>('a'));
        QCOMPARE(static_cast<int>((*set)->samples.pixels(4)[0]), static_cast<int>('t'));
        QCOMPARE(codesOf(set), std::string());
        // The folder that is chosen is learnt, however it is called.
        QCOMPARE(countsOf(read("Prueba")), std::string("2/0/0"));

        renewFolder();
        putArrays("a/images.npy", "a/labels.npy", 2);
        putArrays("b/images.npy", "b/labels.npy", 4);
        set = read();
        QCOMPARE(countsOf(set), std::string("data_sets_several"));
        QCOMPARE(set.error().args["sets"], Json({"a/images.npy", "b/images.npy"}));

        renewFolder();
        putArrays("mnist_x_train.npy", "mnist_y_train.npy", 2);
        putArrays("fashion_x_train.npy", "fashion_y_train.npy", 4);
        QCOMPARE(countsOf(read()), std::string("data_sets_several"));
        QCOMPARE(countsOf(read("fashion_y_train.npy")), std::string("4/0/0"));
        QCOMPARE(countsOf(read("mnist_x_train.npy")), std::string("2/0/0"));

        renewFolder();
        putArrays("test/images.npy", "test/labels.npy", 2);
        QCOMPARE(countsOf(read()), std::string("prepared_train_missing"));
    }

    void Y23_idxInFoldersOfParts() {
        putPair("test/images", "test/labels", 2);
        putPair("train/images", "train/labels", 4);
        QCOMPARE(countsOf(read()), std::string("4/0/2"));
    }

    // The words of an array count more than those of its file.
    void Y23_numpyPartsInTheNameOfTheFile_data() {
        QTest::addColumn<QString>("file");
        for (const char* file : {"mnist_train.npz", "mnist_train_test.npz", "mnist_test.npz",
                                 "test_images.npz", "mnist.npz"})
            QTest::newRow(file) << file;
    }

    void Y23_numpyPartsInTheNameOfTheFile() {
        QFETCH(QString, file);
        const auto [images, labels] = arraysOf(4);
        const auto [test_images, test_labels] = arraysOf(2);
        const std::vector<ZipItem> items{{"x_test.npy", test_images},
                                         {"y_test.npy", test_labels},
                                         {"train/x.npy", images},
                                         {"train/y.npy", labels}};
        QVERIFY(writeZip(items, m_root / file.toStdString()));
        QCOMPARE(countsOf(read()), std::string("4/0/2"));
    }

    // Its neighbours are never read in place of the file that was chosen.
    void Y23_chosenFileIsNotReplaced() {
        putArrays("x_train.npy", "y_train.npy", 4);
        put("features.npy", bytesOf(npy("<f4", "(2, 2)", std::string(16, 'x'))));
        put("data_batch_1", bytesOf(pythonBatch({3, 0}, "labels")));
        put("mnist_train.csv", bytesOf(pixelRow(7, 5) + pixelRow(3, 1)));
        put("notes.csv", bytesOf("file,class\n"));
        put("readme.txt", bytesOf("hello"));
        for (const char* file : {"features.npy", "notes.csv", "readme.txt"})
            QCOMPARE(countsOf(read(file)), std::string("nothing"));
        QCOMPARE(countsOf(read("x_train.npy")), std::string("4/0/0"));
        QCOMPARE(countsOf(read("data_batch_1")), std::string("2/0/0"));
        QCOMPARE(countsOf(read("mnist_train.csv")), std::string("2/0/0"));
        // What is wrong with a neighbour is not asked either.
        put("data_batch_2", bytesOf("\x80\x02."));
        QCOMPARE(countsOf(read("x_train.npy")), std::string("4/0/0"));
    }

    void Y23_numpyThatCannotBeRead_data() {
        QTest::addColumn<QByteArray>("images");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, const std::string& bytes, const char* code) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << code;
        };
        row("by columns", npy("|u1", "(2, 1, 1)", "ab", "True"), "numpy_by_columns");
        row("real numbers", npy("<f4", "(2, 1, 1)", "abcdabcd"), "numpy_type");
        row("cut", npy("|u1", "(2, 9, 9)", "ab"), "numpy_damaged");
        row("wrapping sizes", npy("|u1", "(4294967296, 4294967296, 2)", "ab"), "numpy_damaged");
        row("objects", npy("|O", "(2, 1, 1)", "ab"), "numpy_type");
        row("above 255", npy("<i2", "(2, 1, 1)", "\x01\x00\x00\x01"s), "numpy_type");
        row("below 0", npy("<i2", "(2, 1, 1)", "\x01\x00\xff\xff"s), "numpy_type");
        row("wide bytes", npy("<i2", "(2, 1, 1)", "\x01\x00\xff\x00"s), "2/0/0");
        row("no sizes", npy("|u1", "()", "ab"), "numpy_shape");
        row("one size", npy("|u1", "(2,)", "ab"), "numpy_shape");
        row("none", npy("|u1", "(0, 1, 1)", ""), "numpy_labels");
        row("fewer", npy("|u1", "(1, 1, 1)", "a"), "numpy_labels");
        row("no array", "hello, world", "numpy_damaged");
        row("header beyond the end", "\x93NUMPY\x02\x00\xff\xff\xff\xff{}"s, "numpy_damaged");
    }

    void Y23_numpyThatCannotBeRead() {
        QFETCH(QByteArray, images);
        QFETCH(QString, code);
        put("x_train.npy", Bytes(images.begin(), images.end()));
        put("y_train.npy", bytesOf(npy("|u1", "(2,)", "\x01\x02")));
        QCOMPARE(QString::fromStdString(countsOf(read())), code);
    }

    void Y23_pixelsAsCsv_data() {
        QTest::addColumn<QByteArray>("heading");
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("pjreddie") << QByteArray() << QByteArray("mnist_train.csv");
        QByteArray heading = "label";
        for (int i = 0; i < 64; ++i) heading += ",pixel" + QByteArray::number(i);
        QTest::newRow("Kaggle") << heading + "\r\n" << QByteArray("train.csv");
    }

    void Y23_pixelsAsCsv() {
        QFETCH(QByteArray, heading);
        QFETCH(QByteArray, name);
        const std::string rows = pixelRow(7, 5) + pixelRow(3, 255) + pixelRow(7, 0);
        put(name.toStdString(), bytesOf(heading.toStdString() + rows));
        QByteArray test = name;
        test.replace("train", "test");
        put(test.toStdString(), bytesOf(heading.toStdString() + pixelRow(3, 9)));
        auto set = read();
        QCOMPARE(countsOf(set), std::string("3/0/1"));
        QCOMPARE((*set)->samples.shape(), (SampleShape{1, 8, 8}));
        QCOMPARE((*set)->samples.classNames(), (std::vector<std::string>{"3", "7"}));
        QCOMPARE(static_cast<int>((*set)->samples.pixels(1)[63]), 255);
        // Kaggle's test has no labels.
        put(test.toStdString(), bytesOf(pixelRow(-1, 9) + pixelRow(-1, 8)));
        set = read();
        QCOMPARE(countsOf(set), std::string("3/0/0"));
        QCOMPARE(codesOf(set), std::string("data_files_unlabelled"));
        put(name.toStdString(), bytesOf(rows + pixelRow(1, 256)));
        const auto bad = read();
        QCOMPARE(countsOf(bad), std::string("pixel_row_invalid"));
        QCOMPARE(bad.error().args["line"].get<int>(), 4);
        put(name.toStdString(), bytesOf(rows + pixelRow(1, 1, 63)));
        QCOMPARE(countsOf(read()), std::string("pixel_row_invalid"));
    }

    // Image folders with other files beside are none of these.
    void Y23_whatIsNoPreparedSet() {
        put("a/1.pic", pictureBytes({1, 1, 1}, 1));
        put("labels.csv", bytesOf("file,class\n1.pic,a\n"));
        put("features.npy", bytesOf(npy("<f4", "(2, 2)", std::string(16, 'x'))));
        put("model.bin", Bytes(4000, 3));
        put("resnet18_batch64.pth", bytesOf("\x80\x02}."));
        put("broken.npz", Bytes(50, 3));
        put("empty.csv", {});
        QCOMPARE(countsOf(read()), std::string("nothing"));
        QCOMPARE(countsOf(readPreparedSet(m_root / "absent")), std::string("nothing"));
    }
};

QTEST_GUILESS_MAIN(TestPreparedSets)
#include "tst_prepared_sets.moc"
