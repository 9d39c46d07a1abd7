// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdint>
#include <span>

#include <QtTest>

#include "base/json_text.h"

using namespace duelo;

namespace {

std::string nested(int depth) {
    return std::string(depth, '[') + '1' + std::string(depth, ']');
}

std::string fields(int count) {
    std::string text = "{";
    for (int i = 0; i < count; ++i)
        text += (i ? ",\"" : "\"") + std::to_string(i) + "\":" + std::to_string(i);
    return text + '}';
}

/// Lists what readNumberLists() reads, one member a line, with the bits of each number.
std::string told(std::string_view text) {
    std::string out;
    const NumberListsReader reader{
        .text =
            [&](std::string_view name, std::string_view value) {
                out.append(name).append("=").append(value) += '\n';
                return true;
            },
        .list =
            [&](std::string_view name, std::span<const double> values, bool whole) {
                out.append(name) += whole ? " whole" : "";
                for (const double value : values)
                    out += ' ' + std::to_string(std::bit_cast<std::uint64_t>(value));
                out += '\n';
                return true;
            }};
    return readNumberLists(text, reader) ? out : "nothing";
}

QString complaintAbout(std::string_view text) {
    const auto tree = parseJson(text);
    if (tree || tree.error().code != "json_invalid") return {};
    return QString::fromStdString(tree.error().message);
}

}  // namespace

/// Text from outside becomes the tree that it says, or a reason.
class TestJsonText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void treesAreThoseOfTheText_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {"null", "true", "-7", "0.1", "1e-300", "18446744073709551615", "9223372036854775807",
              "-9223372036854775808", R"("\u00e1\ud83d\ude00")", "[]", "{}",
              R"({"z":1,"a":[1,2.5,{"b":null}],"m":"x"})", " [ 1 , 2 ]\n"})
            QTest::newRow(text) << QByteArray(text);
    }
    void treesAreThoseOfTheText() {
        QFETCH(QByteArray, text);
        const auto tree = parseJson(text.toStdString());
        QVERIFY(tree);
        const Json expected = Json::parse(text.toStdString());
        QCOMPARE(tree->dump(), expected.dump());  // the order of the keys too
        QCOMPARE(tree->type(), expected.type());
    }

    void ofEqualKeysTheLastCounts() {
        QCOMPARE(parseJson(R"({"a":1,"b":2,"a":3})")->dump(), R"({"a":3,"b":2})");
    }

    void whatIsNoJsonIsRefusedWithItsPlace_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, QByteArray text, const char* says) {
            QTest::newRow(name) << std::move(text) << QString(says);
        };
        row("empty", "", "unexpected end of input");
        row("a comma too many", "{\"a\":1,\n\"b\":}", "line 2, column 5");
        row("half", R"({"a":[1,2)", "column 10");
        row("two values", "1 2", "column 3");
        row("single quotes", "{'a':1}", "column 2");
        row("no number", "[NaN]", "column 2");
        row("a leading zero", "[012]", "column 4");
        row("beyond doubles", "[1e999]", "number overflow");
        row("beyond 64 bits", "[123456789012345678901234567890]", "beyond 64 bits");
        row("no UTF-8", "[\"\xff\"]", "UTF-8");
        row("half a surrogate pair", R"(["\ud83d"])", "surrogate");
        row("the other half", R"(["\ude00"])", "surrogate");
    }
    void whatIsNoJsonIsRefusedWithItsPlace() {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        const QString complaint = complaintAbout({text.data(), std::size_t(text.size())});
        QVERIFY2(complaint.contains(says), qPrintable(complaint));
    }

    void deepAndWideTextsAreRefused() {
        QVERIFY(parseJson(nested(kMaxJsonDepth)));
        QVERIFY(complaintAbout(nested(kMaxJsonDepth + 1)).contains("nested deeper than 64"));
        QVERIFY(complaintAbout(nested(1'000'000)).contains("nested deeper than 64"));
        QCOMPARE(parseJson(fields(kMaxJsonMembers))->size(), std::size_t{kMaxJsonMembers});
        QVERIFY(complaintAbout(fields(kMaxJsonMembers + 1)).contains("more than 4096 fields"));
    }

    /// Numbers are the same however the text is written: with white space it goes through the
    /// parser.
    void numberListsAreThoseOfTheText_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {R"({"r":"samples","ms":[1.5,0.000001,12345678.123456],"round":[0,7,-12]})",
              R"({"a":[],"b":[-0.0,0,0.0],"c":"x"})", R"({"a":[1],"a":[2.5]})",
              R"({"a":[0.1,0.3,123456789012345,0.123456789012345,99999.9999999999]})",
              R"({"a":[1234567890123456789,0.12345678901234567,1e3,1.5e-7]})",
              R"({"a":[null,1.5]})", R"({"a":[-0]})", "{\"\\u00e1\":\"\\\"\",\"b\":[1]}",
              "{\"\xc3\xa1\":\"\xc3\xb1\",\"b\":[1]}"})
            QTest::newRow(text) << QByteArray(text);
    }
    void numberListsAreThoseOfTheText() {
        QFETCH(QByteArray, text);
        const std::string plain = text.toStdString();
        QVERIFY(told(plain) != "nothing");
        QCOMPARE(told(plain), told(plain + ' '));
    }

    void whatAreNoNumberListsIsTold_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"",
                                 "{",
                                 R"({"a":[1})",
                                 R"({"a":[1,]})",
                                 R"({"a":[1]},)",
                                 R"({"a":[01]})",
                                 R"({"a":[1.]})",
                                 R"({"a":[.5]})",
                                 R"({"a":[+1]})",
                                 R"({"a":[--1]})",
                                 R"({"a":[1 2]})",
                                 R"({"a":["1"]})",
                                 R"({"a":[[1]]})",
                                 R"({"a":1})",
                                 R"({"a" "b"})",
                                 R"({a:[1]})",
                                 R"(["a"])",
                                 "{\"a\":\"b",
                                 "{\"a\":\"\n\"}",
                                 "{\"a\":\"\xff\"}",
                                 R"({"a":[1]} x)",
                                 R"({"a":[NaN]})",
                                 R"({"a":[1],})",
                                 R"({,"a":[1]})"})
            QTest::newRow(text) << QByteArray(text);
    }
    void whatAreNoNumberListsIsTold() {
        QFETCH(QByteArray, text);
        QCOMPARE(told({text.data(), std::size_t(text.size())}), std::string("nothing"));
    }

    /// The parser that is kept for short texts is another than that of long ones.
    void longTextsAreReadLikeShortOnes() {
        const std::string word(3 << 20, 'x');
        QCOMPARE(parseJson("[\"" + word + "\",1]")->at(0).get<std::string>(), word);
        QCOMPARE(parseJson("[1,2]")->size(), std::size_t{2});
        QVERIFY(complaintAbout("[\"" + word).contains("missing closing quote"));
    }
};

QTEST_APPLESS_MAIN(TestJsonText)
#include "tst_json_text.moc"
