// SPDX-License-Identifier: Apache-2.0

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <chrono>

#include "base/file_state.h"
#include "base/result.h"
#include "base/sha256.h"
#include "models/digest_memory.h"
#include "models/weight_bytes.h"
#include "models/weight_file.h"
#include "models/weight_format.h"
#include "pickle_builders.h"
#include "tensor/operators.h"

#ifndef _WIN32
#include <sys/stat.h>
#include <unistd.h>
#endif

using namespace duelo;
using namespace duelo::test;

namespace fs = std::filesystem;

namespace {

std::string explained(const Reason& reason) {
    return reason.code + " " + reason.args.dump() + " " + reason.message;
}

/// One whole state dict of four floats named "w".
std::string smallPth() {
    const std::string storage = op::storage("FloatStorage", "0", 4);
    return pthZip(op::pickle(op::stateDict({{"w", op::tensor(storage, 0, {4}, {1})}})),
                  std::string(16, '\0'))
        .bytes;
}

}  // namespace

class TestWeightFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void valuesEqualPyTorchs_data();
    void valuesEqualPyTorchs();
    void shippedWeightsEqualPyTorchs();
    void alignedDataIsNotCopied();
    void viewsOutliveTheFileObject();
    void comparesWithTheModel_data();
    void comparesWithTheModel();
    void namesAnotherModelThatFits();
    void countersAreOptional();
    void refusesWhatIsNoStateDict_data();
    void refusesWhatIsNoStateDict();
    void refusesWhatIsNoFile();
    void readsAnyPath();
    void hashNamesTheFile();
    void aFileIsHashedAgainOnlyWhenItChanged();
    void outlivesAFileThatShrinks();
    void refusesHolesAndHugeFiles();

private:
    fs::path write(const std::string& name, const std::string& bytes) const {
        const fs::path path = fs::path(m_folder.path().toStdString()) / name;
        writeAll(path, bytes);
        return path;
    }
    QTemporaryDir m_folder;
};

void TestWeightFile::valuesEqualPyTorchs_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("converted");
    const auto row = [](const char* file, const char* converted = "") {
        QTest::newRow(file) << QString(file) << QString(converted);
    };
    row("tiny.safetensors");
    row("tiny_f16.safetensors", "F16");
    row("tiny_bf16.safetensors", "BF16");
    row("tiny_zip.pth");
    row("tiny_zip_f64.pth", "F64");
    row("tiny_zip_views.pth");
    row("tiny_zip_protocol4.pth");
    row("tiny_legacy.pth");
    row("tiny_legacy_f16.pth", "F16");
    row("tiny_legacy_views.pth");
    row("tiny_legacy_protocol4.pth");
    row("tiny_checkpoint.pth");
    row("tiny_parameters.pth");
}

void TestWeightFile::valuesEqualPyTorchs() {
    QFETCH(QString, file);
    QFETCH(QString, converted);
    const auto specs = tinySpecs();
    const auto weights = readWeights(fixture(file.toStdString()), specs);
    QVERIFY2(weights, weights ? "" : explained(weights.error()).c_str());
    QCOMPARE(weights->tensors.size(), specs.size());
    for (std::size_t t = 0; t < specs.size(); ++t) {
        const Tensor tensor = weights->tensors.at(specs[t].name);
        QCOMPARE(tensor.scalar_type(), ScalarType::Float);
        QCOMPARE(tensor.sizes().vec(), specs[t].shape);
        QVERIFY(tensor.is_contiguous());
        const float* values = tensor.const_data_ptr<float>();
        for (std::int64_t i = 0; i < tensor.numel(); ++i)
            QCOMPARE(values[i], tinyValue(static_cast<std::int64_t>(t), i));
    }
    // A checkpoint says where in it the weights were.
    if (file == "tiny_checkpoint.pth") {
        QCOMPARE(weights->notes.at(0).code, std::string("weights_taken_from"));
        QCOMPARE(weights->notes[0].args["key"].get<std::string>(),
                 std::string("state_dict.module"));
        return;
    }
    QCOMPARE(weights->notes.empty(), converted.isEmpty());
    if (!converted.isEmpty()) {
        QCOMPARE(weights->notes.at(0).code, std::string("weights_converted"));
        QCOMPARE(weights->notes[0].args["from"].get<std::string>(), converted.toStdString());
        QCOMPARE(weights->notes[0].args["count"].get<std::size_t>(), specs.size());
    }
}

/// Every tensor of the weights that packaging/dev.sh fetches, against torch.load() in Python.
void TestWeightFile::shippedWeightsEqualPyTorchs() {
    const fs::path path =
        fs::path(DUELO_SOURCE_DIR) / ".deps" / "weights" / "efficientnet-lite0-57934424.pth";
    if (!fs::exists(path)) QSKIP("packaging/dev.sh has not fetched the weights");
    const Json golden = Json::parse(readAll(fixture("efficientnet_lite0_tensors.json")));
    std::vector<TensorSpec> specs;
    for (const Json& entry : golden) specs.push_back({entry["name"], entry["shape"]});
    QCOMPARE(specs.size(), std::size_t{247});

    const auto weights = readWeights(path, specs);
    QVERIFY2(weights, weights ? "" : explained(weights.error()).c_str());
    QCOMPARE(weights->format, std::string("pth_legacy"));
    QCOMPARE(weights->provenance, std::string("official"));
    for (const Json& entry : golden) {
        const Tensor tensor = weights->tensors.at(entry["name"]);
        const auto* bytes = static_cast<const std::byte*>(tensor.const_data_ptr());
        QCOMPARE(sha256Hex(std::span(bytes, tensor.nbytes())), entry["sha256"].get<std::string>());
    }
}

void TestWeightFile::alignedDataIsNotCopied() {
    const auto specs = tinySpecs();
    const auto zip = readWeights(fixture("tiny_zip.pth"), specs);
    QVERIFY(zip);
    // torch.save() puts every storage of its archives on a 64-byte boundary.
    QCOMPARE(zip->copied_bytes, std::uint64_t{0});
    const auto safetensors = readWeights(fixture("tiny.safetensors"), specs);
    QVERIFY(safetensors);
    QVERIFY(safetensors->copied_bytes > 0);
    for (const auto* file : {&*zip, &*safetensors})
        for (const auto& [name, tensor] : file->tensors)
            QCOMPARE(reinterpret_cast<std::uintptr_t>(tensor.const_data_ptr()) % 64, 0u);
}

void TestWeightFile::viewsOutliveTheFileObject() {
    const fs::path path = write("kept.pth", readAll(fixture("tiny_zip.pth")));
    Tensor kept;
    {
        auto weights = readWeights(path, tinySpecs());
        QVERIFY(weights);
        kept = weights->tensors.at("fc.bias");
    }
    fs::remove(path);
    QCOMPARE(kept.const_data_ptr<float>()[1], tinyValue(6, 1));
}

void TestWeightFile::comparesWithTheModel_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("tensor");
    QTest::newRow("missing") << "more"
                             << "weights_tensor_missing"
                             << "head.weight";
    QTest::newRow("unknown") << "fewer"
                             << "weights_tensor_unknown"
                             << "fc.bias";
    QTest::newRow("shape") << "shape"
                           << "weights_shape"
                           << "fc.weight";
    QTest::newRow("transposed") << "transposed"
                                << "weights_shape"
                                << "fc.weight";
    QTest::newRow("dimensions") << "dimensions"
                                << "weights_shape"
                                << "bn.weight";
}

void TestWeightFile::comparesWithTheModel() {
    QFETCH(QString, change);
    QFETCH(QString, code);
    QFETCH(QString, tensor);
    auto specs = tinySpecs();
    if (change == "more") specs.push_back({"head.weight", {2}});
    if (change == "fewer") specs.pop_back();
    if (change == "shape") specs[5].shape = {1000, 4};
    if (change == "transposed") specs[5].shape = {4, 5};
    if (change == "dimensions") specs[1].shape = {4, 1};
    for (const char* file : {"tiny.safetensors", "tiny_zip.pth", "tiny_legacy.pth"}) {
        const auto weights = readWeights(fixture(file), specs);
        QVERIFY(!weights);
        QCOMPARE(QString::fromStdString(weights.error().code), code);
        QCOMPARE(QString::fromStdString(weights.error().args["tensor"]), tensor);
        QCOMPARE(weights.error().args["count"].get<int>(), 1);
        QVERIFY(weights.error().args["path"].get<std::string>().ends_with(file));
    }
}

void TestWeightFile::namesAnotherModelThatFits() {
    const std::vector<TensorSpec> wanted{{"conv.weight", {64, 3, 7, 7}}};
    const auto registry = [](std::span<const TensorSpec> found) -> std::string {
        const auto tiny = tinySpecs();
        return std::is_permutation(found.begin(), found.end(), tiny.begin(), tiny.end()) ? "tiny"
                                                                                         : "";
    };
    const auto weights = readWeights(fixture("tiny_zip.pth"), wanted, registry);
    QVERIFY(!weights);
    QCOMPARE(weights.error().code, std::string("weights_other_model"));
    QCOMPARE(weights.error().args["model"].get<std::string>(), std::string("tiny"));
}

void TestWeightFile::countersAreOptional() {
    auto specs = tinySpecs();
    specs.push_back({"bn.num_batches_tracked", {}});
    const auto with = readWeights(fixture("tiny_zip.pth"), specs);
    QVERIFY(with);
    QCOMPARE(with->tensors.at("bn.num_batches_tracked").item<std::int64_t>(), 7);

    const std::string header = "{'w':{'dtype':'F32','shape':[1],'data_offsets':[0,4]}}";
    const std::vector<TensorSpec> old{{"w", {1}}, {"bn.num_batches_tracked", {}}};
    const auto without = readWeights(write("old.safetensors", safetensors(header, "1234")), old);
    QVERIFY(without);
    QCOMPARE(without->tensors.size(), std::size_t{1});
}

void TestWeightFile::refusesWhatIsNoStateDict_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const std::string& bytes, const char* code) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(code);
    };
    const auto file = [&](const char* name, const char* code) {
        row(name, readAll(fixture(name)), code);
    };
    file("refused_module_zip.pth", "weights_whole_module");
    file("refused_module_legacy.pth", "weights_whole_module");
    file("refused_torchscript.pt", "weights_torchscript");
    file("refused_numpy.npz", "weights_numpy_pickle");
    file("refused_numpy.npy", "weights_numpy_pickle");
    file("refused_numpy.pth", "weights_numpy_pickle");
    file("refused_numpy.pkl", "weights_numpy_pickle");
    file("refused_plain.pkl", "weights_plain_pickle");
    file("refused_no_tensors.pth", "weights_not_state_dict");
    row("web page", "\n <!DOCTYPE HTML><html><body>404</body></html>", "weights_html");
    row("web page with a byte-order mark", "\xef\xbb\xbf<HTML>", "weights_html");
    row("error of a store", "<?xml version=\"1.0\"?><Error/>", "weights_html");
    row("git-lfs pointer",
        "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 46830571\n",
        "weights_git_lfs");
    row("ONNX", std::string("\x08\x07\x12\x07pytorch\x1a\x05") + "2.1.0:\xd0\x01", "weights_onnx");
    row("Keras", "\x89HDF\r\n\x1a\n....", "weights_foreign");
    row("GGUF", "GGUF\x03....", "weights_foreign");
    row("TensorFlow Lite", "\x1c...TFL3....", "weights_foreign");
    row("gzip", "\x1f\x8b\x08....", "weights_archive");
    row("tar of PyTorch 0.1", std::string(257, 'x') + "ustar", "weights_archive");
    row("one byte", "x", "weights_unknown");
    row("a photograph", "\xff\xd8\xff\xe0" + std::string(100, 'x'), "weights_unknown");
    row("plain text", "Hello, these are my weights.", "weights_unknown");
    row("integers as weights",
        safetensors("{'w':{'dtype':'I64','shape':[1],'data_offsets':[0,8]}}", "12345678"),
        "weights_type");
    row("8-bit floats",
        safetensors("{'w':{'dtype':'F8_E4M3','shape':[1],'data_offsets':[0,1]}}", "1"),
        "weights_type");
}

void TestWeightFile::refusesWhatIsNoStateDict() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    const std::vector<TensorSpec> specs{{"w", {1}}};
    // The extension says nothing: the same bytes are refused under every name.
    for (const char* name : {"weights.pth", "weights.safetensors", "weights"}) {
        const auto weights = readWeights(write(name, bytes.toStdString()), specs);
        QVERIFY(!weights);
        QCOMPARE(QString::fromStdString(weights.error().code), code);
        QVERIFY(weights.error().args["path"].get<std::string>().ends_with(name));
    }
}

void TestWeightFile::refusesWhatIsNoFile() {
    const fs::path folder = m_folder.path().toStdString();
    const auto code = [](const fs::path& path) {
        const auto weights = readWeights(path, tinySpecs());
        return weights ? std::string() : weights.error().code;
    };
    QCOMPARE(code(folder / "nowhere.pth"), std::string("weights_missing"));
    QCOMPARE(code(folder / "nowhere" / "w.pth"), std::string("weights_missing"));
    QCOMPARE(code(fs::path()), std::string("weights_missing"));
    QCOMPARE(code(folder), std::string("weights_is_folder"));
    QCOMPARE(code(write("empty.pth", "")), std::string("weights_empty"));
#ifndef _WIN32
    const fs::path pipe = folder / "pipe.pth";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QCOMPARE(code(pipe), std::string("weights_not_a_file"));
    QCOMPARE(code("/dev/null"), std::string("weights_not_a_file"));
    if (::geteuid() == 0) return;  // root reads everything
    const fs::path secret = write("secret.pth", smallPth());
    fs::permissions(secret, fs::perms::none);
    QCOMPARE(code(secret), std::string("weights_unreadable"));
#endif
}

///
void TestWeightFile::readsAnyPath() {
    const fs::path folder = fs::path(m_folder.path().toStdString()) / u8"año 测试 😀 ' \" %20";
    fs::create_directories(folder);
    const fs::path path = folder / u8"pesos ñ.bin";
    writeAll(path, smallPth());
    const std::vector<TensorSpec> right{{"w", {4}}};
    QVERIFY(readWeights(path, right));
    const auto refused = readWeights(path, tinySpecs());
    QVERIFY(!refused);
    const auto shown = refused.error().args["path"].get<std::string>();
    QVERIFY(QString::fromStdString(shown).endsWith(QString::fromUtf8("pesos ñ.bin")));
#ifdef __linux__
    // A name that is no UTF-8 at all can be opened, and can stand in a record.
    const fs::path latin = fs::path(m_folder.path().toStdString()) / "a\xf1o.pth";
    writeAll(latin, smallPth());
    QVERIFY(readWeights(latin, right));
    QVERIFY(!readWeights(latin, tinySpecs()).error().args.dump().empty());
    fs::remove(latin);  // QTemporaryDir could not
#endif
}

///
void TestWeightFile::hashNamesTheFile() {
    const std::string bytes = smallPth();
    const std::vector<TensorSpec> specs{{"w", {4}}};
    auto weights = readWeights(write("hash.pth", bytes), specs);
    QVERIFY(weights);
    QCOMPARE(weights->sha256, sha256Hex(bytes));
    QCOMPARE(weights->provenance, std::string("other"));
    QCOMPARE(weights->bytes, std::uint64_t{bytes.size()});
}

/// what is remembered is of this state of this file, and of one that is at rest.
void TestWeightFile::aFileIsHashedAgainOnlyWhenItChanged() {
    const DigestMemory digests(fs::path(m_folder.path().toStdString()) / "digests.json");
    const std::vector<TensorSpec> specs{{"w", {4}}};
    const fs::path path = write("known.pth", smallPth());
    const auto sha256 = [&] { return readWeights(path, specs, {}, &digests)->sha256; };
    const FileState fresh = fileState(path).value();
    QCOMPARE(sha256(), sha256Hex(smallPth()));
    QVERIFY(!digests.find(fresh));  // written just now: who writes again may do so unseen

    // The past of a file can be told by anybody, that it was told so cannot.
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
    const FileState told = fileState(path).value();
    QVERIFY(told.changed_ns >= fresh.changed_ns);
    QVERIFY(told != fresh);
    QVERIFY(!isSettled(told));
    FileState old = told;
    old.changed_ns = old.written_ns;
    QVERIFY(isSettled(old));
    const std::string other(64, 'a');
    digests.keep(old, other);
    QCOMPARE(digests.find(old).value(), other);
    QCOMPARE(sha256(), sha256Hex(smallPth()));  // not the one of another state

    QTRY_VERIFY_WITH_TIMEOUT(isSettled(fileState(path).value()), 30'000);
    digests.keep(*fileState(path), other);
    QCOMPARE(sha256(), other);  // nobody hashes what is known
    write("digests.json", "{\"duelo_digests\":1,\"files\":[{\"sha256\":\"x\"},7]}");
    QCOMPARE(sha256(), sha256Hex(smallPth()));
    QCOMPARE(digests.find(*fileState(path)).value(), sha256Hex(smallPth()));
}

/// Another program cuts the file while a run uses its weights.
void TestWeightFile::outlivesAFileThatShrinks() {
    const fs::path path = write("shrinks.safetensors", readAll(fixture("tiny.safetensors")));
    auto weights = readWeights(path, tinySpecs());
    QVERIFY2(weights, weights ? "" : explained(weights.error()).c_str());
    fs::resize_file(path, 1);
    QCOMPARE(weights->sha256, sha256Hex(readAll(fixture("tiny.safetensors"))));
    const float* values = weights->tensors.at("conv.weight").const_data_ptr<float>();
    for (std::int64_t i = 0; i < 4 * 3 * 3 * 3; ++i) QCOMPARE(values[i], tinyValue(0, i));
}

/// Sparse files: nothing on the disk, and nothing that a student can wait for.
void TestWeightFile::refusesHolesAndHugeFiles() {
    const fs::path huge = write("huge.pth", smallPth());
    fs::resize_file(huge, std::uintmax_t{16} << 30);
    const auto refused = readWeights(huge, tinySpecs());
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("weights_too_large"));
    QCOMPARE(refused.error().args["limit_bytes"].get<std::uint64_t>(), kMaxWeightBytes);

    // Behind the members used: one that nobody asks for.
    const std::string storage = op::storage("FloatStorage", "0", 4);
    const std::string list = op::pickle(op::stateDict({{"w", op::tensor(storage, 0, {4}, {1})}}));
    const std::string padded =
        zip({{.name = "a/data.pkl", .data = list, .extra = {}},
             {.name = "a/data/0", .data = std::string(16, '\0'), .extra = {}},
             {.name = "a/hole", .data = std::string(kSpareFileBytes + 4096, '\0'), .extra = {}}})
            .bytes;
    const std::vector<TensorSpec> specs{{"w", {4}}};
    const auto hollow = readWeights(write("hole.pth", padded), specs);
    QVERIFY(!hollow);
    QCOMPARE(hollow.error().code, std::string("weights_excess"));
    QCOMPARE(hollow.error().args["tensor_bytes"].get<int>(), 16);
}

QTEST_APPLESS_MAIN(TestWeightFile)
#include "tst_weight_file.moc"
