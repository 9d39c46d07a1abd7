// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/output.h"

#include <QTest>

#include <climits>

#include "record/record.h"

using namespace duelo;

namespace {

/// What a file gives back of a result with this output.
ResultRecord afterAFile(const Json& output) {
    ResultRecord result;
    result.cell = "c001";
    result.output = output;
    return std::get<ResultRecord>(decode(encode(result)).value());
}

}  // namespace

/// What a network recognised, through a record file (S0-48).
class TestInferenceOutput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void classesSurviveAFile() {
        const std::vector<TopClass> top{{285, "Egyptian cat", 0.1 + 0.2}, {281, "gato 图片", 1e-9}};
        const std::vector<TopClass> back = topClassesOf(afterAFile(toJson(top)));
        QCOMPARE(back.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(back[i].index, top[i].index);
            QCOMPARE(back[i].label, top[i].label);
            QVERIFY(back[i].probability == top[i].probability);  // to the bit
        }
        QCOMPARE(encode(afterAFile(toJson(top))),
                 std::string(R"({"r":"result","cell":"c001","status":"done","output":{"top":[)"
                             R"({"class":285,"label":"Egyptian cat",)"
                             R"("probability":0.30000000000000004},)"
                             R"({"class":281,"label":"gato 图片","probability":1e-09}]}})"));
    }

    /// Random weights recognise nothing, and say nothing.
    void nothingIsAnEmptyObject() {
        QVERIFY(toJson(std::vector<TopClass>()) == Json::object());
        QVERIFY(topClassesOf(afterAFile(Json::object())).empty());
        QVERIFY(topClassesOf(ResultRecord()).empty());
    }

    /// A newer Duelo may tell more of a class.
    void moreIsNoHarm() {
        const auto top = topClassesOf(afterAFile(Json::parse(
            R"({"top":[{"class":3,"probability":0.5,"box":[1,2]}],"second":[{"class":"x"}]})")));
        QCOMPARE(top.size(), std::size_t{1});
        QCOMPARE(top[0].index, 3);
        QVERIFY(top[0].label.empty());
    }

    void hostileOutputsHaveNone_data() {
        QTest::addColumn<QByteArray>("output");
        for (const char* output :
             {R"({"top":null})", R"({"top":{}})", R"({"top":7})", R"({"top":"cat"})",
              R"({"top":[7]})", R"({"top":[null]})", R"({"top":[[]]})", R"({"top":[{}]})",
              R"({"top":[{"class":1}]})", R"({"top":[{"probability":1}]})",
              R"({"top":[{"class":"1","probability":1}]})",
              R"({"top":[{"class":1.5,"probability":1}]})",
              R"({"top":[{"class":2147483648,"probability":1}]})",
              R"({"top":[{"class":1,"probability":"1"}]})",
              R"({"top":[{"class":1,"probability":1,"label":7}]})",
              R"({"top":[{"class":1,"probability":1},{"class":[],"probability":1}]})",
              R"({"trained":{"top":[{"class":1,"probability":1}]}})"})
            QTest::newRow(output) << QByteArray(output);
    }
    void hostileOutputsHaveNone() {
        QFETCH(QByteArray, output);
        QVERIFY(topClassesOf(afterAFile(Json::parse(output.toStdString()))).empty());
    }

    /// Of a record that was never in a file.
    void whatIsNoObjectHasNone() {
        for (const char* output : {"null", "[]", R"([{"top":[]}])", "7", R"("top")"}) {
            ResultRecord result;
            result.output = Json::parse(output);
            QVERIFY2(topClassesOf(result).empty(), output);
        }
    }

    /// Only trained weights recognise, and only something that is seen (S0-48).
    void aTensorIsNotRecognised() {
        ResultRecord result = afterAFile(toJson(std::vector<TopClass>{{285, "cat", 0.8}}));
        result.identities = {{.id = "weights", .origin = "official"}};
        const Params photograph{{"input", "sample:chelsea.png"}}, tensor{{"input", "random"}};
        QCOMPARE(recognisedIn(photograph, result)->index, 285);
        QVERIFY(!recognisedIn(tensor, result));
        result.identities.front().origin = kRandomOrigin;
        QVERIFY(!recognisedIn(photograph, result));
        QVERIFY(!recognisedIn(photograph, afterAFile(Json::object())));
    }

    /// In the reader's language; a class that nobody knows by the words of the file, made safe to
    /// show, or by its number.
    void namesAreOfTheLanguage() {
        const Text spanish(Language::Spanish), english(Language::English);
        const TopClass cat{285, "whatever", 1};
        QCOMPARE(className(cat, english), english.className(285));
        QCOMPARE(className(cat, spanish), spanish.className(285));
        QVERIFY(className(cat, english) != className(cat, spanish));
        QCOMPARE(className({4000, "left\u202Eright", 1}, english), visibleText("left\u202Eright"));
        for (const int index : {-1, 4000, INT_MAX, INT_MIN})
            QCOMPARE(className({index, "", 1}, english), '#' + std::to_string(index));
    }
};

QTEST_APPLESS_MAIN(TestInferenceOutput)
#include "tst_inference_output.moc"
