// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/output.h"

#include <QTest>

#include <climits>

#include "base/base64.h"
#include "experiments/specs.h"
#include "networks/registry.h"
#include "record/record.h"
#include "record/tolerance.h"

using namespace duelo;

namespace {

/// Returns a result with this output as a file gives it back.
ResultRecord afterAFile(const Json& output) {
    ResultRecord result;
    result.cell = "c001";
    result.output = output;
    return std::get<ResultRecord>(decode(encode(result)).value());
}

}  // namespace

/// The classes that a network recognised, through a record file (S0-48).
class TestInferenceOutput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Random weights lose less than trained ones may.
    void fewerBitsCostWhatTheNetworkLoses_Y_10() {
        const BitLoss any;
        const auto with = [&](const char* model, const char* origin) {
            return findSpec("inference")
                ->loss({{"model", model}}, {{.id = "weights", .origin = origin}});
        };
        for (const ModelInfo& network : models()) {
            const std::string model(network.name);
            const BitLoss random = with(model.c_str(), "random");
            QVERIFY(random.fewer_bits <= any.fewer_bits && random.int8 < any.int8);
            QVERIFY(random.fewer_bits < random.int8);
            QCOMPARE(with(model.c_str(), "other").int8, any.int8);  // trained ones are not known
        }
        QVERIFY(2 * with("resnet18", "random").fewer_bits < any.fewer_bits);
        QCOMPARE(with("efficientnet_lite0", "official").fewer_bits, any.fewer_bits);
        QVERIFY(with("efficientnet_lite0", "official").int8 < any.int8);
        QCOMPARE(findSpec("inference")->loss({{"model", "resnet18"}}, {}).int8, any.int8);
    }

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

    /// The record was never in a file.
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

    /// Several photographs of a batch, each with its answer (X-06); of one alone its own.
    void everyPhotographHasItsClass_X_06() {
        const std::vector<PictureClasses> pictures{
            {"/aula/Ñandú.png", {{285, "Egyptian cat", 0.8}, {281, "tabby", 0.1}}},
            {"sample:coffee.png", {{967, "espresso", 0.9}}}};
        Json output = toJson(pictures.front().top);
        output.update(toJson(pictures));
        const ResultRecord result = afterAFile(output);
        const Params work{{"input", {"/aula/Ñandú.png", "sample:coffee.png"}}};
        const auto back = recognisedAll(work, result);
        QCOMPARE(back.size(), pictures.size());
        for (std::size_t i = 0; i < back.size(); ++i) {
            QCOMPARE(back[i].input, pictures[i].input);
            QCOMPARE(back[i].top.size(), pictures[i].top.size());
            QCOMPARE(back[i].top.front().index, pictures[i].top.front().index);
        }
        const auto alone =
            recognisedAll({{"input", "a.png"}}, afterAFile(toJson(pictures.front().top)));
        QCOMPARE(alone.size(), std::size_t{1});
        QCOMPARE(alone.front().input, std::string("a.png"));
        QVERIFY(recognisedAll({{"input", "random"}}, result).empty());
        // What is no list of photographs leaves the answer to the first.
        for (const char* hostile :
             {"7", "[7]", "[{}]", R"([{"input":7}])", R"([{"input":"a","top":[{"class":1}]}])",
              R"([{"input":"a"}])"}) {
            output["pictures"] = Json::parse(hostile);
            QCOMPARE(recognisedAll(work, afterAFile(output)).size(), std::size_t{1});
        }
    }

    void planeSurvivesAFile_X_12() {
        const FeaturePlane plane{
            .values = 512,
            .x_share = 0.5,
            .y_share = 0.25,
            .points = {{"a.png", -1.5, 0.1 + 0.2, {3, "gato", 0.5, "own"}}, {"b.png", 1.5, 0, {}}}};
        const auto back = featurePlaneOf(afterAFile(toJson(plane)));
        QVERIFY(back.has_value());
        QCOMPARE(back->values, std::int64_t{512});
        QVERIFY(back->x_share == 0.5 && back->y_share == 0.25);
        QCOMPARE(back->points.size(), std::size_t{2});
        QVERIFY(back->points[0].y == plane.points[0].y);
        QCOMPARE(back->points[0].top.set.value(), std::string("own"));
        QVERIFY(!featurePlaneOf(ResultRecord()));
        for (const char* part : {"x_share", "y_share", "points"})
            for (const char* hostile : {R"("x")", "{}", "[7]", R"([{"input":"a","x":0}])"}) {
                Json output = toJson(plane);
                output["features"][part] = Json::parse(hostile);
                QVERIFY2(!featurePlaneOf(afterAFile(output)), hostile);
            }
    }

    /// Maps are small pictures, and larger ones are refused: the program that draws them decodes no
    /// more.
    void mapsAreSmallPictures_X_13() {
        std::string head("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\2\0\0\0\1\0", 24);
        head += "rest";
        const auto withPicture = [](const std::string& png) {
            const std::string text =
                base64({reinterpret_cast<const std::uint8_t*>(png.data()), png.size()});
            return afterAFile({{"maps",
                                {{"layer", "conv1"},
                                 {"shape", {64, 32, 32}},
                                 {"received_png", text},
                                 {"maps_png", {text, text}}}}});
        };
        const auto maps = layerMapsOf(withPicture(head));
        QVERIFY(maps.has_value());
        QCOMPARE(maps->layer, std::string("conv1"));
        QCOMPARE(maps->maps, (std::vector<std::string>{head, head}));
        std::string large = head, flat = head, other = head;
        large[19] = 1;  // 513 px
        flat[22] = 0;
        other[1] = 'J';
        for (const std::string& png : {large, flat, other, head.substr(0, 20), std::string()})
            QVERIFY(!layerMapsOf(withPicture(png)));
        QVERIFY(!layerMapsOf(ResultRecord()));
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
