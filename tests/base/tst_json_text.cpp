// SPDX-License-Identifier: Apache-2.0
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
