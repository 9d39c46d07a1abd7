// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "models/safetensors.h"
#include "weight_builders.h"

using namespace duelo;
using namespace duelo::test;

namespace {

/// The smallest good entry: two floats.
const std::string kEntry = "'w':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}";
const std::string kData(8, '\x01');

std::string entry(const std::string& name, const std::string& shape, int begin, int end) {
    return "'" + name + "':{'dtype':'F32','shape':" + shape + ",'data_offsets':[" +
           std::to_string(begin) + "," + std::to_string(end) + "]}";
}

}  // namespace

/// every rule of the format, and the attacks of huggingface/safetensors attacks/README
/// (C-08).
class TestSafetensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatTheReferenceWrites();
    void acceptsWhatTheFormatAllows_data();
    void acceptsWhatTheFormatAllows();
    void refusesEveryBrokenRule_data();
    void refusesEveryBrokenRule();
    void saysHowMuchIsMissing();
};

void TestSafetensors::readsWhatTheReferenceWrites() {
    const std::string file = readAll(fixture("tiny.safetensors"));
    const auto table = readSafetensors(bytesOf(file));
    QVERIFY2(table, table ? "" : table.error().code.c_str());
    QCOMPARE(table->format, std::string("safetensors"));
    QCOMPARE(table->tensors.size(), std::size_t{8});
    for (const StoredTensor& tensor : table->tensors) {
        QVERIFY(tensor.contiguous);
        const bool counter = tensor.name == "bn.num_batches_tracked";
        QCOMPARE(elementName(tensor.type), std::string_view(counter ? "I64" : "F32"));
        if (tensor.name == "conv.weight")
            QCOMPARE(tensor.shape, (std::vector<std::int64_t>{4, 3, 3, 3}));
    }
}

void TestSafetensors::acceptsWhatTheFormatAllows_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("tensors");
    const auto row = [](const char* name, const std::string& file, int tensors) {
        QTest::newRow(name) << QByteArray::fromStdString(file) << tensors;
    };
    row("one tensor", safetensors("{" + kEntry + "}", kData), 1);
    row("no tensor", safetensors("{}"), 0);
    row("trailing spaces", safetensors("{" + kEntry + "}     ", kData), 1);
    row("metadata", safetensors("{'__metadata__':{'a':'b','c':'d'}," + kEntry + "}", kData), 1);
    row("scalar", safetensors("{" + entry("s", "[]", 0, 4) + "}", "1234"), 1);
    row("empty tensor", safetensors("{" + entry("e", "[0,9]", 8, 8) + "," + kEntry + "}", kData),
        2);
    row("not in order of data",
        safetensors("{" + entry("b", "[1]", 4, 8) + "," + entry("a", "[1]", 0, 4) + "}", kData), 2);
}

void TestSafetensors::acceptsWhatTheFormatAllows() {
    QFETCH(QByteArray, file);
    QFETCH(int, tensors);
    const std::string bytes = file.toStdString();
    const auto table = readSafetensors(bytesOf(bytes));
    QVERIFY2(table, table ? "" : (table.error().code + table.error().args.dump()).c_str());
    QCOMPARE(static_cast<int>(table->tensors.size()), tensors);
}

void TestSafetensors::refusesEveryBrokenRule_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("rule");
    const auto row = [](const char* rule, const std::string& file,
                        const char* code = "safetensors_header", const char* label = "") {
        QTest::addRow("%s %s", rule, label)
            << QByteArray::fromStdString(file) << QString(code) << QString(rule);
    };
    const auto header = [&](const char* rule, const std::string& text, const char* label = "") {
        row(rule, safetensors(text, kData), "safetensors_header", label);
    };
    const auto tensor = [&](const char* rule, const std::string& text, const char* label = "") {
        row(rule, safetensors(text, kData), "safetensors_tensor", label);
    };
    row("no_length", "abc");
    row("header_too_long", little(100'000'001, 8) + "{", "safetensors_header", "format's limit");
    row("header_too_long", little(~0ull, 8) + "{", "safetensors_header", "2^64-1");
    row("header_too_long", safetensors("{" + std::string(kSafetensorsParsedLimit, ' ') + "}"),
        "safetensors_header", "our limit");
    row("header_not_object", safetensors("[]"), "safetensors_header", "array");
    row("header_not_object", safetensors(" {}"), "safetensors_header", "leading space");
    row("header_not_object", safetensors(""), "safetensors_header", "empty");
    row("bytes_not_covered", safetensors("{" + kEntry + "}", kData + "x"));

    header("not_json", "{" + kEntry);
    header("not_json", "{" + kEntry + "}}", "two closings");
    header("not_json", "{" + kEntry + ",}", "comma");
    header("not_json", "{" + kEntry + "} x", "text behind");
    header("not_json", "{" + kEntry + "}" + std::string(1, '\0') + "x", "NUL hides the rest");
    header("not_json", "{'\xff\xfe':1}", "not UTF-8");
    header("value_type", "{'w':1}", "number for a tensor");
    header("value_type", "{'w':'text'}", "text for a tensor");
    header("value_type", "{'w':null}", "null");
    header("value_type", "{'w':[]}", "list for a tensor");
    header("metadata_not_text", "{'__metadata__':{'a':{}}}", "object");
    header("metadata_not_text", "{'__metadata__':{'a':['b']}}", "list");
    header("value_type", "{'__metadata__':{'a':1}}", "number as metadata");
    header("value_type", "{'__metadata__':'text'}", "text for metadata");
    header("duplicate_name", "{" + kEntry + "," + kEntry + "}", "tensor");
    header("duplicate_name", "{'__metadata__':{},'__metadata__':{}}", "metadata");
    header("duplicate_name", "{'__metadata__':{'a':'','a':''}}", "metadata key");
    header("name_length", "{'':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}");
    header("name_length", "{'" + std::string(2000, 'w') + "':{}}", "long");

    const auto field = [](const std::string& fields) { return "{'w':{" + fields + "}}"; };
    tensor("missing_field", field("'dtype':'F32','shape':[2]"));
    tensor("missing_field", field("'shape':[2],'data_offsets':[0,8]"), "dtype");
    tensor("missing_field", field("'dtype':'F32','data_offsets':[0,8]"), "shape");
    tensor("unknown_field", field("'dtype':'F32','shape':[2],'data_offsets':[0,8],'x':1"));
    tensor("duplicate_field", field("'dtype':'F32','dtype':'F32'"));
    tensor("duplicate_field", field("'shape':[2],'shape':[2]"), "shape");
    tensor("unknown_dtype", field("'dtype':'F31','shape':[2],'data_offsets':[0,8]"));
    tensor("value_type", field("'dtype':5"), "dtype");
    tensor("value_type", field("'dtype':['F32']"), "dtype list");
    tensor("value_type", field("'shape':2"), "shape");
    tensor("value_type", field("'shape':[[2]]"), "nested");
    tensor("value_type", field("'shape':[true]"), "boolean");
    tensor("value_type", field("'shape':{'a':'b'}"), "object");
    tensor("number_not_integer", field("'shape':[2.0]"));
    tensor("number_not_integer", field("'shape':[1e3]"), "exponent");
    tensor("number_not_integer", field("'shape':[99999999999999999999]"), "past 64 bits");
    tensor("negative_number", field("'shape':[-2]"));
    tensor("too_many_dimensions", field("'shape':[1,1,1,1,1,1,1,1,1]"));
    tensor("offsets_not_two", field("'data_offsets':[0]"));
    tensor("offsets_not_two", field("'data_offsets':[0,1,2]"), "three");
    tensor("offsets_reversed", "{" + entry("w", "[2]", 8, 0) + "}");
    tensor("offsets_do_not_fit_shape", "{" + entry("w", "[3]", 0, 8) + "}");
    tensor("overlap", "{" + entry("a", "[2]", 0, 8) + "," + entry("b", "[2]", 0, 8) + "}");
    tensor("overlap", "{" + entry("a", "[2]", 0, 8) + "," + entry("b", "[1]", 4, 8) + "}", "part");
    tensor("hole", "{" + entry("w", "[1]", 4, 8) + "}");
    tensor("size_overflow", "{" + entry("w", "[4294967296,4294967296]", 0, 0) + "}", "wraps to 0");
    tensor("size_overflow", "{" + entry("w", "[9223372036854775808]", 0, 0) + "}", "past int64");
    tensor("size_overflow", "{" + entry("w", "[2305843009213693952,2]", 0, 0) + "}", "times 4");

    std::string many = "{";
    for (int i = 0; i < 100'000; ++i) many += entry(std::to_string(i), "[0]", 0, 0) + ",";
    many.back() = '}';
    row("too_many_tensors", safetensors(many), "safetensors_header", "100,000 entries");
    std::string metadata = "{'__metadata__':{";
    for (int i = 0; i < 100'000; ++i) metadata += "'k" + std::to_string(i) + "':'',";
    row("too_much_metadata", safetensors(metadata + "'z':''}}"), "safetensors_header");
    header("value_type", "{'a':" + std::string(100'000, '[') + "}", "nesting bomb");
}

void TestSafetensors::refusesEveryBrokenRule() {
    QFETCH(QByteArray, file);
    QFETCH(QString, code);
    QFETCH(QString, rule);
    const std::string bytes = file.toStdString();
    const auto table = readSafetensors(bytesOf(bytes));
    QVERIFY(!table);
    QCOMPARE(QString::fromStdString(table.error().code), code);
    QCOMPARE(QString::fromStdString(table.error().args["rule"].get<std::string>()), rule);
    // A reason always goes into a record: it must be JSON whatever the file contained.
    QVERIFY(!table.error().args.dump().empty());
    QCOMPARE(table.error().args.contains("tensor"), code == "safetensors_tensor");
}

/// A download that broke off: in the header, and in the data.
void TestSafetensors::saysHowMuchIsMissing() {
    const std::string file = safetensors("{" + kEntry + "}", kData);
    for (const std::size_t kept : {std::size_t{9}, file.size() - 8, file.size() - 1}) {
        const auto table = readSafetensors(bytesOf(file).first(kept));
        QVERIFY(!table);
        QCOMPARE(table.error().code, std::string("weights_truncated"));
        QVERIFY(table.error().args["expected_bytes"].get<std::uint64_t>() > kept);
        QCOMPARE(table.error().args["found_bytes"].get<std::uint64_t>(), kept);
    }
}

QTEST_APPLESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
