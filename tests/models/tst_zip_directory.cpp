// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <zlib.h>

#include "models/pth.h"
#include "models/zip_directory.h"
#include "pickle_builders.h"

using namespace duelo;
using namespace duelo::test;

namespace {

const std::string kFour(16, '\x02');  // four floats
const std::string kGood =
    op::stateDict({{"w", op::tensor(op::storage("FloatStorage", "0", 4), 0, {2, 2}, {2, 1})}});

}  // namespace

/// archives as torch.save() writes them; every field of the directory that may lie.
class TestZipDirectory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAGoodArchive();
    void refusesSpoiledArchives_data();
    void refusesSpoiledArchives();
    void readsZip64();
    void comparesChecksums_data();
    void comparesChecksums();
};

void TestZipDirectory::comparesChecksums_data() {
    QTest::addColumn<int>("part");
    QTest::newRow("list of tensors") << 0;
    QTest::newRow("byte order") << 1;
    QTest::newRow("storage") << 2;
}

/// Each member that is used must have the checksum that the directory gives it, where it gives one.
void TestZipDirectory::comparesChecksums() {
    QFETCH(int, part);
    Zip archive = pthZip(op::pickle(kGood), kFour);
    const auto directory = readZipDirectory(bytesOf(archive.bytes));
    QVERIFY(directory);
    const char* names[] = {"a/data.pkl", "a/byteorder", "a/data/0"};
    const ZipEntry entry = directory->at(names[part]);
    const auto at = reinterpret_cast<const Bytef*>(archive.bytes.data() + entry.offset);
    const auto right = crc32(0, at, static_cast<uInt>(entry.bytes));
    const std::size_t field = archive.central[static_cast<std::size_t>(part)] + 16;
    patch(archive.bytes, field, right, 4);
    QVERIFY(readWhole(archive.bytes));
    patch(archive.bytes, field, right ^ 1, 4);
    const auto refused = readWhole(archive.bytes);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("weights_zip"));
    QCOMPARE(refused.error().args["rule"].get<std::string>(), std::string("crc32"));
    QCOMPARE(refused.error().args["entry"].get<std::string>(), std::string(names[part]));
}

void TestZipDirectory::readsAGoodArchive() {
    const Zip good = pthZip(op::pickle(kGood), kFour);
    const auto directory = readZipDirectory(bytesOf(good.bytes));
    QVERIFY(directory);
    QCOMPARE(directory->size(), std::size_t{4});
    const ZipEntry entry = directory->at("a/data/0");
    QVERIFY(!entry.packed);
    QCOMPARE(good.bytes.substr(entry.offset, entry.bytes), kFour);
    QVERIFY(readPthZip(bytesOf(good.bytes)));
}

void TestZipDirectory::refusesSpoiledArchives_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("rule");
    const auto add = [](const char* name, const std::string& file, const char* code,
                        const char* rule = "") {
        QTest::newRow(name) << QByteArray::fromStdString(file) << QString(code) << QString(rule);
    };
    const Zip good = pthZip(op::pickle(kGood), kFour);
    const auto spoilt = [&](const char* name, std::size_t at, std::uint64_t value, unsigned bytes,
                            const char* code, const char* rule) {
        std::string file = good.bytes;
        patch(file, at, value, bytes);
        add(name, file, code, rule);
    };
    // Offsets are those of the APPNOTE: central header 4.3.12, local header 4.3.7, end 4.3.16.
    spoilt("compressed in the directory only", good.central[2] + 10, 8, 2, "weights_zip",
           "local_header_differs");
    std::string packed = good.bytes;
    patch(packed, good.central[2] + 10, 8, 2);
    patch(packed, good.local[2] + 8, 8, 2);
    add("compressed", packed, "weights_zip_packed");
    spoilt("encrypted", good.central[2] + 8, 1, 2, "weights_zip_packed", "");
    spoilt("packed size", good.central[2] + 20, 15, 4, "weights_zip", "stored_size");
    spoilt("local header outside", good.central[2] + 42, 0x7FFFFFFF, 4, "weights_zip",
           "local_header");
    spoilt("local header of another entry", good.central[2] + 42, good.local[1], 4, "weights_zip",
           "local_header_differs");
    spoilt("local signature", good.local[2], 0, 4, "weights_zip", "local_header");
    spoilt("local name length", good.local[2] + 26, 7, 2, "weights_zip", "local_header_differs");
    spoilt("local extra reaches into the next", good.local[2] + 28, 40, 2, "weights_zip",
           "entries_overlap");
    spoilt("local extra reaches past the end", good.local[3] + 28, 9999, 2, "weights_zip",
           "entry_out_of_range");
    spoilt("name length past the directory", good.central[3] + 28, 0xFFFF, 2, "weights_zip",
           "directory_entry");
    spoilt("directory signature", good.central[1], 0, 4, "weights_zip", "directory_entry");
    spoilt("fewer entries", good.end + 10, 3, 2, "weights_zip", "directory_size");
    spoilt("more entries", good.end + 10, 5, 2, "weights_zip", "directory_entry");
    spoilt("65,535 entries", good.end + 10, 0xFFFF, 2, "weights_zip", "too_many_entries");
    spoilt("directory offset", good.end + 16, 0, 4, "weights_zip", "directory_place");
    spoilt("directory size", good.end + 12, 0xFFFFFFF0, 4, "weights_zip", "directory_place");
    spoilt("second disk", good.end + 4, 1, 2, "weights_zip", "several_disks");
    spoilt("entry on a second disk", good.central[0] + 34, 1, 2, "weights_zip", "several_disks");
    spoilt("zip64 without its field", good.central[2] + 24, 0xFFFFFFFF, 4, "weights_zip",
           "zip64_extra");
    spoilt("comment past the end", good.end + 20, 5, 2, "weights_zip_end", "");

    const std::string pickled = op::pickle(kGood);
    const auto parts = [&](const char* name, const std::vector<ZipPart>& entries, const char* code,
                           const char* rule = "") { add(name, zip(entries).bytes, code, rule); };
    const auto part = [](const char* name, const std::string& data = {}) {
        return ZipPart{.name = name, .data = data, .extra = {}};
    };
    Zip twins =
        zip({part("a/data.pkl", pickled), part("a/data/0", kFour), part("a/data/1", kFour)});
    patch(twins.bytes, twins.central[2] + 42, twins.local[1], 4);
    twins.bytes[twins.central[2] + 46 + 7] = '0';
    add("two names for one entry", twins.bytes, "weights_zip", "duplicate_entry");
    parts("the same name twice", {part("a/data.pkl", pickled), part("a/data.pkl", pickled)},
          "weights_zip", "duplicate_entry");
    parts("two roots", {part("a/data.pkl", pickled), part("b/data.pkl", pickled)}, "weights_zip",
          "two_roots");
    parts("TorchScript by its constants", {part("a/data.pkl", pickled), part("a/constants.pkl")},
          "weights_torchscript");
    parts("TorchScript by its code", {part("a/data.pkl", pickled), part("a/code/__torch__.py")},
          "weights_torchscript");
    parts("another archive", {part("word/document.xml")}, "weights_zip_foreign");
    parts("empty archive", {}, "weights_zip_foreign");
    parts("data.pkl too deep", {part("a/b/data.pkl", pickled)}, "weights_zip_foreign");
    parts("npz", {part("w.npy")}, "weights_numpy_pickle");
}

void TestZipDirectory::refusesSpoiledArchives() {
    QFETCH(QByteArray, file);
    QFETCH(QString, code);
    QFETCH(QString, rule);
    const std::string bytes = file.toStdString();
    const auto table = readPthZip(bytesOf(bytes));
    QVERIFY(!table);
    QCOMPARE(QString::fromStdString(table.error().code), code);
    if (!rule.isEmpty())
        QCOMPARE(QString::fromStdString(table.error().args["rule"].get<std::string>()), rule);
}

/// 4.5.3: sizes that stand in the extra field, and the end record's 64-bit companion.
void TestZipDirectory::readsZip64() {
    const std::string pickled = op::pickle(kGood);
    Zip archive = zip({{.name = "a/data.pkl", .data = pickled, .extra = {}},
                       {.name = "a/data/0",
                        .data = kFour,
                        .extra = little(9, 2) + little(1, 2) + "x" + little(1, 2) + little(16, 2) +
                                 little(16, 8) + little(16, 8)}});
    patch(archive.bytes, archive.central[1] + 20, 0xFFFFFFFF, 4);
    patch(archive.bytes, archive.central[1] + 24, 0xFFFFFFFF, 4);
    const std::string end = archive.bytes.substr(archive.end);
    const std::size_t directory = archive.central[0];
    archive.bytes.resize(archive.end);
    archive.bytes += "PK\x06\x06" + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) +
                     little(2, 8) + little(2, 8) + little(archive.end - directory, 8) +
                     little(directory, 8);
    archive.bytes += "PK\x06\x07" + little(0, 4) + little(archive.end, 8) + little(1, 4);
    archive.bytes += "PK\x05\x06" + little(0, 4) + little(0xFFFF, 2) + little(0xFFFF, 2) +
                     little(0xFFFFFFFF, 4) + little(0xFFFFFFFF, 4) + little(0, 2);
    const auto table = readPthZip(bytesOf(archive.bytes));
    QVERIFY2(table, table ? "" : (table.error().code + table.error().args.dump()).c_str());
    QCOMPARE(archive.bytes.substr(table->tensors.at(0).offset, 16), kFour);

    patch(archive.bytes, archive.end + 40, 0xFFFFFFFFFFFF, 8);
    const auto spoilt = readPthZip(bytesOf(archive.bytes));
    QVERIFY(!spoilt);
    QCOMPARE(spoilt.error().args["rule"].get<std::string>(), std::string("directory_place"));
}

QTEST_APPLESS_MAIN(TestZipDirectory)
#include "tst_zip_directory.moc"
