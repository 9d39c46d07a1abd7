// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <QTest>

#include "base/json_text.h"
#include "experiments/training/maker.h"

using namespace duelo;

namespace {

Json planOf(const std::string& cases) {
    return Json::parse(R"({"experiment":"training","cases":)" + cases +
                       R"(,"variants":[{"device":"cpu"}]})");
}

/// Two networks on the digits, one on other data, which nobody asks about yet.
Json digitsPlan() {
    return planOf(R"([{"model":"mlp","hidden":[128,256],"data":"digits"},)"
                  R"({"model":"mlp","hidden":64,"data":"synthetic:3x20"}])");
}

std::size_t bytesOf(const Json& picture) {
    const QByteArray text = QByteArray::fromStdString(picture.at("pixels").get<std::string>());
    return static_cast<std::size_t>(
        QByteArray::fromBase64(text, QByteArray::AbortOnBase64DecodingErrors).size());
}

}  // namespace

/// The questions that the window asks of a training before it begins and after it.
class TestTrainingQuestions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dataOfAPlan_S2_08_S2_14_S2_44();
    void samplesByTheirNumbers_S2_14();
    void othersAreRefused_data();
    void othersAreRefused();

private:
    TrainingMaker m_maker{MakerSetup{.gpu = &Gpu::instance()}};
};

void TestTrainingQuestions::dataOfAPlan_S2_08_S2_14_S2_44() {
    const auto answer = m_maker.answer("data", {{"plan", digitsPlan()}});
    QVERIFY2(answer, answer ? "" : answer.error().code.c_str());
    const Json& data = answer->at("data");
    QCOMPARE(data.at("input").get<std::string>(), std::string("digits"));
    QCOMPARE(data.at("classes").size(), std::size_t{10});
    QVERIFY(data.at("train") == Json(std::vector<int>(10, 350)));
    QVERIFY(data.at("validation") == Json(std::vector<int>(10, 75)));
    QVERIFY(data.at("test") == Json(std::vector<int>(10, 75)));
    QVERIFY(data.at("shape") == Json(std::vector<int>{1, 28, 28}));
    QCOMPARE(answer->at("preview").size(), std::size_t{25});
    QCOMPARE(answer->at("filters").size(), std::size_t{10});
    for (const Json& sample : answer->at("preview"))
        for (const char* kind : {"raw", "normalised"})
            QCOMPARE(bytesOf(sample.at(kind)), std::size_t{28 * 28});
    const Json& filters = answer->at("filters").front();
    QCOMPARE(bytesOf(filters.at("max_pool")), std::size_t{14 * 14});

    const Json& models = answer->at("models");
    QCOMPARE(models.size(), std::size_t{2});
    QCOMPARE(models.at(0).at("parameters").get<int>(), 784 * 128 + 128 + 128 * 10 + 10);
    QCOMPARE(models.at(1).at("parameters").get<int>(), 784 * 256 + 256 + 256 * 10 + 10);
    QCOMPARE(models.at(1).at("weights_bytes").get<int>(),
             4 * models.at(1).at("parameters").get<int>());
    QVERIFY(models.at(0).at("layers").back().at("shape").at(0) == 10);

    // As the network gets them, not as the data set has them.
    const auto textures = m_maker.answer(
        "data", {{"plan", planOf(R"([{"model":"lab_alexnet","data":"textures"}])")}});
    QVERIFY2(textures, textures ? "" : textures.error().code.c_str());
    QVERIFY(textures->at("data").at("shape") == Json(std::vector<int>{3, 32, 32}));
}

void TestTrainingQuestions::samplesByTheirNumbers_S2_14() {
    Json args{{"plan", digitsPlan()}, {"samples", Json::parse("[4999, 0]")}};
    const auto answer = m_maker.answer("samples", args);
    QVERIFY2(answer, answer ? "" : answer.error().code.c_str());
    const Json& samples = answer->at("samples");
    QCOMPARE(samples.size(), std::size_t{2});
    QVERIFY(samples.at(0).at("sample") == 4999 && samples.at(1).at("sample") == 0);
    QCOMPARE(bytesOf(samples.at(1).at("raw")), std::size_t{28 * 28});
    args["samples"] = Json(std::vector<std::size_t>(100, 7));
    QCOMPARE(m_maker.answer("samples", args)->at("samples").size(), std::size_t{64});
}

void TestTrainingQuestions::othersAreRefused_data() {
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<std::string>("args");
    QTest::addColumn<std::string>("reason");
    const auto row = [](const char* name, const char* query, const std::string& args,
                        const char* reason) {
        QTest::newRow(name) << QByteArray(query) << args << std::string(reason);
    };
    const std::string plan = R"("plan":)" + jsonText(digitsPlan());
    row("no such question", "weights", "{}", "question_unknown");
    row("no object", "data", "[]", "field_not_object");
    row("no plan", "data", "{}", "field_missing");
    row("a plan that is none", "data", R"({"plan":3})", "field_not_object");
    row("data need no numbers", "data", '{' + plan + R"(,"samples":[]})", "field_unknown");
    row("of another experiment", "data",
        R"({"plan":{"experiment":"inference","cases":[{"model":"resnet18"}],)"
        R"("variants":[{"device":"cpu"}]}})",
        "plan_does_not_train");
    row("no data there", "data",
        R"({"plan":)" + jsonText(planOf(R"([{"model":"mlp","data":"synthetic:x"}])")) + '}',
        "synthetic_spec_invalid");
    row("no numbers", "samples", '{' + plan + '}', "field_missing");
    row("numbers without a list", "samples", '{' + plan + R"(,"samples":3})", "field_not_list");
    for (const char* number : {"5000", "-1", "\"4\""})
        row(number, "samples", '{' + plan + R"(,"samples":[)" + number + "]}", "sample_not_there");
}

void TestTrainingQuestions::othersAreRefused() {
    QFETCH(QByteArray, query);
    QFETCH(std::string, args);
    QFETCH(std::string, reason);
    const auto answer = m_maker.answer(query.toStdString(), Json::parse(args));
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, reason);
    if (reason == "question_unknown")
        QVERIFY(answer.error().args.at("accepted") == Json::array({"data", "samples"}));
}

QTEST_APPLESS_MAIN(TestTrainingQuestions)
#include "tst_training_questions.moc"
