// SPDX-License-Identifier: Apache-2.0

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include "../corpus/counted_memory.h"
#include "../corpus/mutator.h"
#include "models/weight_file.h"
#include "models/weight_format.h"
#include "pickle_builders.h"
#include "tensor/operators.h"

using namespace duelo;
using namespace duelo::test;

namespace fs = std::filesystem;

namespace {

std::string explained(const Reason& reason) {
    return reason.code + " " + reason.args.dump() + " " + reason.message;
}

}  // namespace

/// no bytes crash a reader, lead it out of the file, or make it allocate without bound.
class TestHostileWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void survivesMutation_data();
    void survivesMutation();
    void hostileFilesStayCheap_data();
    void hostileFilesStayCheap();

private:
    fs::path write(const std::string& name, const std::string& bytes) const {
        const fs::path path = fs::path(m_folder.path().toStdString()) / name;
        writeAll(path, bytes);
        return path;
    }
    QTemporaryDir m_folder;
};

void TestHostileWeights::survivesMutation_data() {
    QTest::addColumn<QString>("file");
    for (const char* name : {"tiny.safetensors", "tiny_bf16.safetensors", "tiny_zip.pth",
                             "tiny_zip_views.pth", "tiny_legacy.pth", "tiny_legacy_views.pth"})
        QTest::newRow(name) << name;
}

/// A value inside the file or a reason, whatever the bytes are.
void TestHostileWeights::survivesMutation() {
    QFETCH(QString, file);
    const std::string good = readAll(fixture(file.toStdString()));
    const auto specs = tinySpecs();
    Mutator random(20260504);
    int values = 0;
    int refusals = 0;
    for (int n = 0; n < 6000; ++n) {
        const std::string bytes = random.spoiled(good, good);
        const auto table = readTensorTable(bytesOf(bytes));
        (table ? values : refusals)++;
        if (!table) {
            QVERIFY(!table.error().code.empty());
            QVERIFY(!table.error().args.dump().empty());
            continue;
        }
        for (const StoredTensor& tensor : table->tensors) {
            QVERIFY(tensor.offset <= bytes.size());
            const std::uint64_t room = (bytes.size() - tensor.offset) / byteSize(tensor.type);
            QVERIFY(tensor.span_elements <= room);
        }
        if (n % 4 != 0) continue;
        const auto weights = readWeights(write("mutated", bytes), specs);
        if (!weights) continue;
        for (const auto& [name, tensor] : weights->tensors) QVERIFY(ops::sum(tensor).defined());
    }
    // Neither outcome may be all there is: then the test would see nothing.
    QVERIFY2(values > 20, std::to_string(values).c_str());
    QVERIFY2(refusals > 20, std::to_string(refusals).c_str());
}

void TestHostileWeights::hostileFilesStayCheap_data() {
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes);
    };
    const std::size_t most = 16'000'000;
    std::string entries = "{";
    while (entries.size() < most)
        entries += std::string("'").append(std::to_string(entries.size())) +
                   "':{'dtype':'F32','shape':[0],'data_offsets':[0,0]},";
    entries.back() = '}';
    row("header of 16 MB of entries", safetensors(entries));
    row("header of one name", safetensors("{'" + std::string(most, 'a') + "':{}}"));
    row("header of one metadata text",
        safetensors("{'__metadata__':{'a':'" + std::string(most, 'a') + "'}}"));
    row("header of brackets", safetensors("{'a':" + std::string(most, '[')));
    row("header of spaces", safetensors("{" + std::string(most, ' ') + "}"));
    row("terabytes of tensor",
        safetensors("{'w':{'dtype':'F64','shape':[1099511627776],'data_offsets':[0,"
                    "8796093022208]}}"));

    const auto pickled = [&](const char* name, const std::string& body) {
        row(name, pthZip(op::pickle(body), "").bytes);
    };
    std::string lists;
    while (lists.size() < most)
        lists +=
            "]q\x01h\x01"
            "a0";
    pickled("lists that hold themselves", lists);
    pickled("nested tuples", ")" + std::string(most, '\x85'));
    pickled("empty dicts", std::string(most, '}'));
    std::string doubling = ")";
    for (int i = 0; i < 1'000'000; ++i) doubling += "q\x01h\x01\x86";
    pickled("tuples that double", doubling);
    std::string wide = "](" + std::string(300'000, 'N') +
                       "eq\x01"
                       "0";
    for (int i = 0; i < 20'000; ++i)
        wide += op::global("collections", "OrderedDict") + "h\x01\x85R0";
    pickled("one list in many calls", wide);
    const std::string storage = op::storage("FloatStorage", "0", 1ll << 39);
    pickled("terabytes of storage",
            op::stateDict({{"w", op::tensor(storage, 0, {1ll << 39}, {1})}}));
    std::vector<ZipPart> parts;
    for (int i = 0; i < 30'000; ++i)
        parts.push_back({.name = std::to_string(i), .data = {}, .extra = {}});
    row("archive of 30,000 entries", zip(parts).bytes);
}

void TestHostileWeights::hostileFilesStayCheap() {
    QFETCH(QByteArray, bytes);
    const fs::path path = write("hostile", bytes.toStdString());
    bytes.clear();
    const PeakMemory memory;
    QElapsedTimer timer;
    timer.start();
    const auto weights = readWeights(path, tinySpecs());
    const qint64 took_ms = timer.elapsed();  // shown, never asserted
    QVERIFY(!weights);
    const std::int64_t peak = memory.bytes();
#ifdef __GLIBC__
    QVERIFY(peak > 0);
#endif
    QVERIFY2(peak < kMemoryBound, std::to_string(peak).c_str());
    qInfo("%s: %lld kB at most, %lld ms", explained(weights.error()).substr(0, 120).c_str(),
          static_cast<long long>(peak / 1000), static_cast<long long>(took_ms));
}

QTEST_APPLESS_MAIN(TestHostileWeights)
#include "tst_hostile_weights.moc"
