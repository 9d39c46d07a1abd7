// SPDX-License-Identifier: Apache-2.0
// whatever the bytes, a table of tensors that lie inside the file, or a reason; fast,
// and in little memory. LibTorch comes after the table, and is not needed here.
#include <QtTest>

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../models/pickle_builders.h"
#include "counted_memory.h"
#include "fuzz_run.h"
#include "models/stored_tensor.h"
#include "models/weight_format.h"

using namespace duelo;
using namespace duelo::test;

namespace {

const std::string kData(96, '\x02');

/// With the checksum of each entry, as torch.save() writes them.
std::string withChecksums(Zip archive, const std::vector<std::string>& contents) {
    for (std::size_t i = 0; i < contents.size(); ++i) {
        const auto sum =
            crc32_z(0, reinterpret_cast<const Bytef*>(contents[i].data()), contents[i].size());
        patch(archive.bytes, archive.local[i] + 14, sum, 4);
        patch(archive.bytes, archive.central[i] + 16, sum, 4);
    }
    return archive.bytes;
}

/// One of each form, made here, and those that PyTorch has written.
std::vector<std::string> validFiles() {
    const std::string view = op::tuple({op::text("v"), op::integer(4), op::integer(8)});
    const std::string two = op::pickle(op::stateDict(
        {{"a.weight", op::tensor(op::storage("FloatStorage", "0", 24), 0, {2, 3, 2}, {6, 2, 1})},
         {"a.bias", op::tensor(op::storage("FloatStorage", "0", 24), 12, {3, 4}, {1, 3})},
         {"none", op::tensor(op::storage("LongStorage", "1", 0), 0, {0, 7}, {7, 1})}}));
    const std::string legacy =
        op::stateDict({{"w", op::tensor(op::storage("FloatStorage", "k", 16, view), 0, {8}, {1})}});
    std::vector<std::string> files{
        safetensors("{'__metadata__':{'format':'pt'},"
                    "'w':{'dtype':'F32','shape':[2,3],'data_offsets':[0,24]},"
                    "'b':{'dtype':'BF16','shape':[4],'data_offsets':[24,32]},"
                    "'none':{'dtype':'F64','shape':[0,5],'data_offsets':[32,32]}}",
                    kData.substr(0, 32)),
        pthZip(two, kData).bytes, withChecksums(pthZip(two, kData), {two, "little", kData, "3\n"}),
        pthLegacy(legacy, "](" + op::text("k") + "e", little(16, 8) + kData.substr(0, 64))};
    for (const FuzzFile& file : filesBelow("models/data"))
        if (file.name.starts_with("tiny") && readTensorTable(bytesOf(file.bytes)))
            files.push_back(file.bytes);
    return files;
}

/// Elements from the first to past the last that a tensor touches, counted without overflow.
long double reachOf(const StoredTensor& tensor) {
    long double last = 0;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        if (tensor.shape[i] == 0) return 0;
        last += static_cast<long double>(tensor.shape[i] - 1) *
                static_cast<long double>(tensor.strides[i]);
    }
    return last + 1;
}

std::string faultOf(const StoredTensor& tensor, std::size_t file_bytes) {
    if (tensor.shape.size() != tensor.strides.size()) return "a shape without strides";
    if (tensor.shape.size() > kMaxDimensions) return "too many dimensions";
    for (std::size_t i = 0; i < tensor.shape.size(); ++i)
        if (tensor.shape[i] < 0 || tensor.strides[i] < 0) return "a negative size";
    if (tensor.offset > file_bytes) return "begins behind the file";
    const std::uint64_t room = (file_bytes - tensor.offset) / byteSize(tensor.type);
    if (tensor.span_elements > room) return "ends behind the file";
    if (reachOf(tensor) > static_cast<long double>(tensor.span_elements))
        return "touches more than it says";
    const auto elements = elementCount(tensor.shape);
    if (!elements) return "more elements than can be counted";
    if (tensor.contiguous && tensor.span_elements != *elements) return "has gaps, and says none";
    return {};
}

std::string faultOf(const TensorTable& table, std::size_t file_bytes) {
    if (!std::set<std::string>{"safetensors", "pth_zip", "pth_legacy"}.contains(table.format))
        return "no known format";
    if (table.tensors.size() > 4 * kMaxTensors) return "too many tensors";
    std::set<std::pair<std::string, std::string>> names;
    for (const StoredTensor& tensor : table.tensors) {
        if (!names.emplace(tensor.place, tensor.name).second) return "two tensors of one name";
        if (std::string fault = faultOf(tensor, file_bytes); !fault.empty())
            return tensor.name + ' ' + fault;
    }
    return {};
}

bool same(const StoredTensor& a, const StoredTensor& b) {
    return a.place == b.place && a.name == b.name && a.type == b.type && a.shape == b.shape &&
           a.strides == b.strides && a.offset == b.offset && a.span_elements == b.span_elements &&
           a.contiguous == b.contiguous;
}

bool same(const Result<TensorTable>& a, const Result<TensorTable>& b) {
    if (!a || !b)
        return !a && !b && a.error().code == b.error().code && a.error().args == b.error().args;
    return a->format == b->format && a->metadata == b->metadata &&
           std::ranges::equal(a->tensors, b->tensors,
                              [](const auto& x, const auto& y) { return same(x, y); });
}

std::string faultOf(const Reason& reason) {
    if (!reason.code.starts_with("weights_") && !reason.code.starts_with("safetensors_"))
        return "no code of a weight file: " + reason.code;
    (void)reason.args.dump();  // throws where bytes of the file stand in it as they are
    return {};
}

}  // namespace

class TestFuzzWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finds_data();
    void finds();
    void validFilesAreAccepted();
    void spoiledFilesAreAnsweredSoundly();

private:
    std::string faultOfFile(const std::string& bytes);

    const std::vector<std::string> m_files = validFiles();
    std::uint64_t m_accepted = 0, m_refused = 0;
};

std::string TestFuzzWeights::faultOfFile(const std::string& bytes) {
    const PeakMemory memory;
    const auto table = readTensorTable(bytesOf(bytes));
    if (const std::int64_t peak = memory.bytes(); peak > kMemoryBound)
        return "takes " + std::to_string(peak) + " bytes of memory";
    if (!same(table, readTensorTable(bytesOf(bytes)))) return "another answer the second time";
    ++(table ? m_accepted : m_refused);
    if (!table) return faultOf(table.error());
    if (std::string fault = faultOf(*table, bytes.size()); !fault.empty()) return fault;
    // Every form says where it ends.
    if (readTensorTable(bytesOf(bytes).first(bytes.size() - 1))) return "may lose its last byte";
    if (readTensorTable(bytesOf(bytes + '\0'))) return "may have a byte more";
    return {};
}

void TestFuzzWeights::finds_data() {
    QTest::addColumn<QByteArray>("bytes");
    const auto files = filesBelow("corpus/finds/weights");
    QVERIFY(!files.empty());
    for (const FuzzFile& file : files)
        QTest::newRow(file.name.c_str()) << QByteArray::fromStdString(file.bytes);
}

void TestFuzzWeights::finds() {
    QFETCH(QByteArray, bytes);
    const std::string file = bytes.toStdString();
    FuzzRun run("weight_finds", 0);
    const std::string fault =
        run.faultOf(file, [this](const std::string& all) { return faultOfFile(all); });
    QVERIFY2(fault.empty(), fault.c_str());
    const auto table = readWhole(file);
    QCOMPARE(table ? "accepted" : table.error().code, answerNamedBy(QTest::currentDataTag()));
}

void TestFuzzWeights::validFilesAreAccepted() {
    QVERIFY(m_files.size() > 8);
    for (const std::string& file : m_files) {
        const auto table = readTensorTable(bytesOf(file));
        QVERIFY2(table, table ? "" : (table.error().code + table.error().args.dump()).c_str());
        const std::string fault = faultOfFile(file);
        QVERIFY2(fault.empty(), fault.c_str());
    }
}

void TestFuzzWeights::spoiledFilesAreAnsweredSoundly() {
    m_accepted = m_refused = 0;
    FuzzRun run("weights", 180'000);
    const auto make = [this](Mutator& random) {
        const std::string& file = m_files[random.below(m_files.size())];
        return random.spoiled(file, m_files[random.below(m_files.size())]);
    };
    const std::string fault =
        run.firstFault(make, [this](const std::string& bytes) { return faultOfFile(bytes); });
    QVERIFY2(fault.empty(), fault.c_str());
    QVERIFY2(run.sawBoth(m_accepted, m_refused),
             (std::to_string(m_accepted) + " accepted, " + std::to_string(m_refused) + " refused")
                 .c_str());
}

QTEST_APPLESS_MAIN(TestFuzzWeights)
#include "tst_fuzz_weights.moc"
