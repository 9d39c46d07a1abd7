// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <set>

#include "models/pth.h"
#include "models/weight_format.h"
#include "pickle_builders.h"

using namespace duelo;
using namespace duelo::test;

namespace {

const std::string kFour(16, '\x02');  // four floats
const std::string kStorage = op::storage("FloatStorage", "0", 4);

std::string dictOf(const std::string& tensor) {
    return op::stateDict({{"w", tensor}});
}

std::string zipOf(const std::string& body) {
    return pthZip(op::pickle(body), kFour).bytes;
}

const std::string kGood = dictOf(op::tensor(kStorage, 0, {2, 2}, {2, 1}));
const std::string kKeys = "](" + op::text("0") + "e";
const std::string kStream = little(4, 8) + kFour;

/// A pickle that names a list of 50,000 items in 50,000 calls: quadratic for whoever copies.
std::string memoBomb() {
    std::string body = "](";
    for (int i = 0; i < 50'000; ++i) body += "](NNe";
    body +=
        "eq\x01"
        "0";
    for (int i = 0; i < 50'000; ++i)
        body += op::global("collections", "OrderedDict") + "h\x01\x85R0";
    return body + "N";
}

}  // namespace

/// R-17: state dicts in both forms of torch.save(), and nothing else.
class TestPth : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatPyTorchWrites_data();
    void readsWhatPyTorchWrites();
    void readsWhatOldPyTorchWrote_data();
    void readsWhatOldPyTorchWrote();
    void passesOverWhatStandsBeside_data();
    void passesOverWhatStandsBeside();
    void findsEveryDictionary();
    void readsTheNamesOfClasses();
    void refusesHostileFiles_data();
    void refusesHostileFiles();
    void refusesTruncationAnywhere_data();
    void refusesTruncationAnywhere();
};

void TestPth::readsWhatPyTorchWrites_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("format");
    for (const char* name : {"tiny_zip", "tiny_zip_f64", "tiny_zip_views", "tiny_zip_protocol4",
                             "tiny_checkpoint", "tiny_parameters"})
        QTest::newRow(name) << QString("%1.pth").arg(name) << "pth_zip";
    for (const char* name :
         {"tiny_legacy", "tiny_legacy_f16", "tiny_legacy_views", "tiny_legacy_protocol4"})
        QTest::newRow(name) << QString("%1.pth").arg(name) << "pth_legacy";
}

void TestPth::readsWhatPyTorchWrites() {
    QFETCH(QString, file);
    QFETCH(QString, format);
    const std::string bytes = readAll(fixture(file.toStdString()));
    const auto table = readTensorTable(bytesOf(bytes));
    QVERIFY2(table, table ? "" : (table.error().code + table.error().args.dump()).c_str());
    QCOMPARE(QString::fromStdString(table->format), format);
    QCOMPARE(table->tensors.size(), tinySpecs().size() + 1);
}

void TestPth::readsWhatOldPyTorchWrote_data() {
    QTest::addColumn<QByteArray>("file");
    const auto row = [](const char* name, const std::string& body) {
        QTest::newRow(name) << QByteArray::fromStdString(pthLegacy(body, kKeys, kStream));
    };
    const std::string tensor = op::tensor(kStorage, 0, {2, 2}, {2, 1});
    row("python 2: OrderedDict of pairs, byte strings",
        op::global("collections", "OrderedDict") + "(](](U\x01w" + tensor + "eetR");
    row("storage view",
        dictOf(op::tensor(op::storage("FloatStorage", "0", 4,
                                      op::tuple({op::text("7"), op::integer(0), op::integer(4)})),
                          0, {2, 2}, {2, 1})));
    row("no view", dictOf(op::tensor(op::storage("FloatStorage", "0", 4, "N"), 0, {2, 2}, {2, 1})));
    row("saved from a GPU",
        dictOf(op::global("torch._utils", "_rebuild_tensor") +
               op::tuple({op::tuple({op::text("storage"), op::global("torch.cuda", "FloatStorage"),
                                     op::text("0"), op::text("cuda:0"), op::integer(4)}) +
                              "Q",
                          op::integer(0), op::integers({2, 2}), op::integers({2, 1})}) +
               "R"));
    row("metadata attribute",
        dictOf(tensor) + "}" + op::text("_metadata") + op::orderedDict() + "sb");
}

void TestPth::readsWhatOldPyTorchWrote() {
    QFETCH(QByteArray, file);
    const std::string bytes = file.toStdString();
    const auto table = readTensorTable(bytesOf(bytes));
    QVERIFY2(table, table ? "" : (table.error().code + table.error().args.dump()).c_str());
    QCOMPARE(table->tensors.size(), std::size_t{1});
    QCOMPARE(table->tensors[0].name, std::string("w"));
    QCOMPARE(bytes.substr(table->tensors[0].offset, 16), kFour);
}

/// Y-21: beside the weights may stand anything; nothing of it is run, and none of it refuses them.
void TestPth::passesOverWhatStandsBeside_data() {
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* name, const std::string& value) {
        QTest::newRow(name) << QByteArray::fromStdString(value);
    };
    const std::string bytes = "C\x08" + std::string(8, 'x');
    row("NumPy's scalar",
        op::global("numpy._core.multiarray", "scalar") +
            op::tuple({op::global("numpy", "dtype") + op::tuple({op::text("f8"), "\x89", "\x88"}) +
                           "R" + op::tuple({op::integer(3), op::text("<"), "N"}) + "b",
                       bytes}) +
            "R");
    row("arguments",
        op::global("argparse", "Namespace") + ")\x81}(" + op::text("lr") + op::integer(1) + "ub");
    row("an object with keywords",
        op::global("a", "B") + ")}" + op::text("k") + op::integer(1) + "s\x92");
    row("an enum", op::global("a", "Mode") + op::tuple({op::integer(2)}) + "R");
    row("a path", op::global("pathlib", "PosixPath") + op::tuple({op::text("a")}) + "R");
    row("a date", op::global("datetime", "datetime") + op::tuple({bytes}) + "R");
    row("a function", op::global("torch.nn.functional", "relu"));
    row("a name from the stack", op::text("os") + op::text("system") + "\x93");
    row("a call that would harm", op::global("os", "system") + op::tuple({op::text("x")}) + "R");
    row("sets", "\x8f(" + op::integer(1) + "\x90");
    row("a frozen set", "(" + op::integer(1) + "\x91");
    row("a list of another kind", op::global("a", "List") + ")\x81(NNe");
    row("a large number", "\x8b" + little(9, 4) + std::string(9, '\1'));
    row("bytes of more than 4 GiB, in short", "\x8e" + little(2, 8) + "xy");
    row("a value twice", "N2\x86");
    row("quantised storage", op::storage("QInt8Storage", "9", 4));
    row("storage of an unknown class", op::tuple({op::text("storage"), op::global("a", "Storage"),
                                                  op::text("9"), op::text("cpu"), op::integer(4)}) +
                                           "Q");
}

void TestPth::passesOverWhatStandsBeside() {
    QFETCH(QByteArray, value);
    const std::string beside = value.toStdString();
    const std::string weights = op::tensor(kStorage, 0, {2, 2}, {2, 1});
    const std::string nested = "}(" + op::text("extra") + beside + op::text("weights") +
                               op::stateDict({{"w", weights}}) + "u";
    const std::string within = op::stateDict({{"extra", beside}, {"w", weights}});
    for (const std::string& body : {nested, within}) {
        const std::string bytes = zipOf(body);
        const auto table = readTensorTable(bytesOf(bytes));
        QVERIFY2(table, table ? "" : (table.error().code + table.error().args.dump()).c_str());
        QCOMPARE(table->tensors.size(), std::size_t{1});
        QCOMPARE(table->tensors[0].name, std::string("w"));
        QCOMPARE(bytes.substr(table->tensors[0].offset, 16), kFour);
    }
    // The older form has to know how long each storage is, so those of unknown classes are none.
    if (beside.find("Storage") != beside.npos) return;
    const std::string stream = pthLegacy(nested, kKeys, kStream);
    QVERIFY(readTensorTable(bytesOf(stream)));
}

/// Y-21: by the keys that lead there, in lists too, whatever class the dictionary is of.
void TestPth::findsEveryDictionary() {
    const std::string tensor = op::tensor(kStorage, 0, {2, 2}, {2, 1});
    const std::string own = op::global("a", "Dict") + ")R(" + op::text("w") + tensor + "u";
    const std::string deep = "}(" + op::text("c") + own + "u";
    const std::string body = "}(" + op::text("a") + dictOf(tensor) + op::text("b") + "](" + deep +
                             "e" + op::integer(7) + dictOf(tensor) + op::text("broken") +
                             dictOf(op::tensor(kStorage, 4, {1}, {1})) + "u";
    const std::string bytes = zipOf(body);
    const auto table = readTensorTable(bytesOf(bytes));
    QVERIFY2(table, table ? "" : (table.error().code + table.error().args.dump()).c_str());
    std::set<std::string> places;
    for (const StoredTensor& found : table->tensors) places.insert(found.place);
    QVERIFY((places == std::set<std::string>{"a", "b.0.c", "7"}));
    QCOMPARE(table->faults.at("broken").args["rule"].get<std::string>(),
             std::string("past_storage"));
}

void TestPth::readsTheNamesOfClasses() {
    const std::string tensor = op::tensor(kStorage, 0, {2, 2}, {2, 1});
    const std::vector<std::string> ants{"ants", "bees"};
    const std::vector<std::string> forms{
        "](" + op::text("ants") + op::text("bees") + "e",
        "}(" + op::text("bees") + op::integer(1) + op::text("ants") + op::integer(0) + "u",
        "}(" + op::integer(0) + op::text("ants") + op::integer(1) + op::text("bees") + "u"};
    for (const std::string& form : forms)
        for (const char* key : {"classes", "CLASS_NAMES", "class_to_idx", "id2label"}) {
            const std::string bytes =
                zipOf("}(" + op::text("model") + dictOf(tensor) + op::text(key) + form + "u");
            const auto table = readTensorTable(bytesOf(bytes));
            QVERIFY(table);
            QCOMPARE(table->class_names.size(), std::size_t{1});
            QVERIFY(table->class_names.front() == ants);
        }
    // Two texts that nobody calls classes, and a gap.
    for (const std::string& other : {op::text("parts") + forms[0],
                                     op::text("classes") + "}(" + op::text("a") + op::integer(5) +
                                         op::text("b") + op::integer(0) + "u"}) {
        const std::string bytes = zipOf("}(" + op::text("model") + dictOf(tensor) + other + "u");
        QVERIFY(readTensorTable(bytesOf(bytes))->class_names.empty());
    }
}

void TestPth::refusesHostileFiles_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("rule");
    const auto add = [](const char* name, const std::string& file, const char* code,
                        const char* rule = "") {
        QTest::newRow(name) << QByteArray::fromStdString(file) << QString(code) << QString(rule);
    };
    const auto body = [&](const char* name, const std::string& text, const char* code,
                          const char* rule = "") { add(name, zipOf(text), code, rule); };
    const auto tensor = [&](const char* name, const std::string& text, const char* rule) {
        body(name, dictOf(text), "weights_storage", rule);
    };

    // Code: C-09 has the same kinds. Nothing here is ever called; the name alone is refused.
    const std::string call = op::tuple({op::text("echo")}) + "R";
    body("os.system", op::global("os", "system") + call, "weights_code");
    body("posix.system", op::global("posix", "system") + call, "weights_code");
    body("builtins.eval", op::global("builtins", "eval") + call, "weights_code");
    body("torch name that is not listed", op::global("torch", "load") + call, "weights_code");
    body("name from the stack", op::text("os") + op::text("system") + "\x93" + call,
         "weights_code");
    body("dotted name", op::global("collections", "OrderedDict.fromkeys"), "weights_code");
    body("name with a newline trick", op::global("collections\nOrderedDict", "x"), "weights_pickle",
         "opcode");
    body("module", op::global("torch.nn.modules.linear", "Linear"), "weights_whole_module");
    body("numpy", op::global("numpy.core.multiarray", "_reconstruct"), "weights_numpy_pickle");
    for (const char opcode : std::string("iob\x81\x92\x82RSIFLVlds"))
        QTest::addRow("opcode 0x%02x on an empty stack", static_cast<unsigned char>(opcode))
            << QByteArray::fromStdString(zipOf(std::string(1, opcode) + "N"))
            << QString("weights_pickle") << QString();

    body("empty stack at the end", "", "weights_pickle", "stack_underflow");
    body("two values", "NN", "weights_pickle", "stack_not_empty");
    body("open mark", "(N", "weights_pickle", "open_mark");
    body("pop below a mark", "N(0", "weights_pickle", "stack_underflow");
    body("tuple without mark", "t", "weights_pickle", "no_mark");
    body("memo not set", "h\x05", "weights_pickle", "memo_unset");
    body("memo index past the limit", "Nr\xff\xff\xff\x7f", "weights_pickle", "memo_limit");
    body("marks nested too deep", std::string(1000, '('), "weights_pickle", "depth_limit");
    body("too many opcodes", std::string(1'000'000, 'N'), "weights_pickle", "opcode_limit");
    body("memo bomb", memoBomb(), "weights_pickle", "item_limit");
    body("odd dict items", "}(Nu", "weights_pickle", "odd_items");
    body("append to a dict", "}Na", "weights_pickle", "wrong_container");
    body("object of a class that a state dict has", op::global("torch", "FloatStorage") + ")\x81",
         "weights_pickle", "object_of_no_class");
    body("call of a value", "N)R", "weights_pickle", "call_of_no_name");
    body("call of a class", op::global("torch", "FloatStorage") + ")R", "weights_pickle",
         "call_of_no_function");
    body("state on a list", "]}b", "weights_pickle", "wrong_container");
    body("long name", "c" + std::string(300, 'a') + "\nb\n", "weights_pickle", "name_too_long");
    add("protocol 0", pthZip("(lp0\n.", kFour).bytes, "weights_pickle", "protocol");
    add("protocol 9", pthZip("\x80\x09N.", kFour).bytes, "weights_pickle", "protocol");
    body("text longer than the file", "X\xff\xff\xff\x7f", "weights_truncated_pickle");
    body("text of 2^63 bytes", "\x8d" + little(1ull << 63, 8), "weights_truncated_pickle");
    body("a list that holds itself",
         "]q\x01h\x01"
         "a",
         "weights_not_state_dict");

    body("a number", op::integer(7), "weights_not_state_dict");
    body("empty dict", op::orderedDict(), "weights_not_state_dict");
    body("text for a tensor", dictOf(op::text("x")), "weights_not_state_dict");
    body("key that is no text", op::orderedDict() + op::integer(1) + "Ns",
         "weights_not_state_dict");
    body("parameter around itself",
         dictOf(op::global("torch._utils", "_rebuild_parameter") +
                op::tuple({op::global("torch._utils", "_rebuild_parameter") + ")R", "\x89", "N"}) +
                "R"),
         "weights_not_state_dict");

    tensor("offset past the storage", op::tensor(kStorage, 4, {1}, {1}), "past_storage");
    tensor("negative offset", op::tensor(kStorage, -1, {1}, {1}), "storage_offset");
    tensor("offset of 2^62", op::tensor(kStorage, 1ll << 62, {1}, {1}), "storage_offset");
    tensor("shape past the storage", op::tensor(kStorage, 0, {5}, {1}), "past_storage");
    tensor("stride past the storage", op::tensor(kStorage, 0, {2, 2}, {4, 1}), "past_storage");
    tensor("negative stride", op::tensor(kStorage, 3, {2}, {-1}), "shape_and_strides");
    tensor("negative size", op::tensor(kStorage, 0, {-2}, {1}), "shape_and_strides");
    tensor("fewer strides than sizes", op::tensor(kStorage, 0, {2, 2}, {1}), "shape_and_strides");
    tensor(
        "nine dimensions",
        op::tensor(kStorage, 0, std::vector<std::int64_t>(9, 1), std::vector<std::int64_t>(9, 1)),
        "shape_and_strides");
    tensor("sizes that overflow", op::tensor(kStorage, 0, {1ll << 32, 1ll << 32}, {0, 0}),
           "size_overflow");
    tensor("strides that overflow", op::tensor(kStorage, 0, {1ll << 30, 1}, {1ll << 39, 1}),
           "size_overflow");
    tensor("storage that is not there",
           op::tensor(op::storage("FloatStorage", "9", 4), 0, {4}, {1}), "storage_missing");
    tensor("storage longer than its entry",
           op::tensor(op::storage("FloatStorage", "0", 5), 0, {4}, {1}), "storage_size");
    tensor("storage of two types",
           op::tensor(op::storage("HalfStorage", "0", 8) + "0" + kStorage, 0, {4}, {1}),
           "storage_described_twice");
    tensor("storage without class",
           op::tensor(op::tuple({op::text("storage"), op::text("x"), op::text("0"), op::text("cpu"),
                                 op::integer(4)}) +
                          "Q",
                      0, {4}, {1}),
           "storage_id");
    tensor("id that is no tuple", op::tensor(op::text("0") + "Q", 0, {4}, {1}), "storage_id");
    body("name twice",
         op::stateDict(
             {{"w", op::tensor(kStorage, 0, {4}, {1})}, {"w", op::tensor(kStorage, 0, {4}, {1})}}),
         "weights_storage", "duplicate_name");

    add("big-endian archive", pthZip(op::pickle(kGood), kFour, "big").bytes, "weights_big_endian");
    add("big-endian stream", pthLegacy(kGood, kKeys, kStream, '\x89'), "weights_big_endian");
    add("key not in the pickle", pthLegacy(kGood, "](" + op::text("1") + "e", kStream),
        "weights_storage", "key_unknown");
    add("key twice",
        pthLegacy(kGood, "](" + op::text("0") + op::text("0") + "e", kStream + kStream),
        "weights_storage", "key_twice");
    add("key left out", pthLegacy(kGood, "]", ""), "weights_storage", "storage_missing");
    add("keys that are no list", pthLegacy(kGood, "N", kStream), "weights_storage", "key_list");
    add("count that differs", pthLegacy(kGood, kKeys, little(3, 8) + kFour), "weights_storage",
        "storage_size");
    add("bytes behind the last storage", pthLegacy(kGood, kKeys, kStream + "x"), "weights_storage",
        "bytes_not_covered");
    add("view past its storage",
        pthLegacy(dictOf(op::tensor(
                      op::storage("FloatStorage", "0", 4,
                                  op::tuple({op::text("7"), op::integer(2), op::integer(3)})),
                      0, {1}, {1})),
                  kKeys, kStream),
        "weights_storage", "storage_id");
    std::string version = pthLegacy(kGood, kKeys, kStream);
    version.replace(version.find("M\xe9\x03"), 3, "M\xea\x03");
    add("other stream version", version, "weights_pickle", "stream_version");
}

void TestPth::refusesHostileFiles() {
    QFETCH(QByteArray, file);
    QFETCH(QString, code);
    QFETCH(QString, rule);
    const std::string bytes = file.toStdString();
    const auto table = readTensorTable(bytesOf(bytes));
    QVERIFY(!table);
    QCOMPARE(QString::fromStdString(table.error().code), code);
    if (!rule.isEmpty())
        QCOMPARE(QString::fromStdString(table.error().args["rule"].get<std::string>()), rule);
    QVERIFY(!table.error().args.dump().empty());
}

void TestPth::refusesTruncationAnywhere_data() {
    QTest::addColumn<QString>("file");
    for (const char* name : {"tiny_zip.pth", "tiny_legacy.pth", "tiny.safetensors"})
        QTest::newRow(name) << name;
}

void TestPth::refusesTruncationAnywhere() {
    QFETCH(QString, file);
    const std::string bytes = readAll(fixture(file.toStdString()));
    QVERIFY(bytes.size() > 1000);
    for (std::size_t kept = 1; kept < bytes.size(); ++kept) {
        const auto table = readTensorTable(bytesOf(bytes).first(kept));
        QVERIFY2(!table, std::to_string(kept).c_str());
        QVERIFY(!table.error().code.empty());
    }
}

QTEST_APPLESS_MAIN(TestPth)
#include "tst_pth.moc"
