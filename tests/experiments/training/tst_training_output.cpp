// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/output.h"

#include <QTest>

#include <cmath>

#include "experiments/training/view_quality.h"
#include "record/record.h"

using namespace duelo;

namespace {

ResultRecord afterAFile(const Json& output) {
    ResultRecord result;
    result.cell = "c010";
    result.output = output;
    return std::get<ResultRecord>(decode(encode(result)).value());
}

Trained example() {
    return {.stopped_by = "patience",
            .epochs = 9,
            .best_epoch = 6,
            .updates = 5'000'000'000,
            .epochs_ms = 7312.5,
            .test_loss = 0.1 + 0.2,
            .test_accuracy = 41.0 / 45,
            .test_accuracy_ci95 = {0.793, 0.965},
            .classes = {"ladrillo", "hierba", "=grava"},
            .confusion = {{15, 0, 0}, {1, 13, 1}, {0, 2, 13}},
            .mistakes = {{17, "test/hierba/Ñ.png", 1, 2, 0.875}, {3, "", 2, 0, 0.5}},
            .weights_file = "c010.safetensors",
            .pictures = {"valid/hierba/Ñ.png", "digits:17"}};
}

/// The output of that training after a change of one field.
Json changed(const std::string& field, const char* value) {
    Json output = toJson(example());
    output["trained"][field] = Json::parse(value);
    return output;
}

}  // namespace

/// The results of a training and of the learning-rate finder, through a record file.
class TestTrainingOutput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void trainedSurvivesAFile() {
        const Trained trained = example();
        const auto back = trainedOf(afterAFile(toJson(trained)));
        QVERIFY(back.has_value());
        QCOMPARE(back->stopped_by, trained.stopped_by);
        QCOMPARE(back->epochs, 9);
        QCOMPARE(back->best_epoch, 6);
        QCOMPARE(back->updates, std::int64_t{5'000'000'000});
        QCOMPARE(back->pictures, trained.pictures);
        QCOMPARE(back->epochs_ms, 7312.5);
        QVERIFY(back->test_loss == trained.test_loss);  // to the bit
        QVERIFY(back->test_accuracy == trained.test_accuracy);
        QVERIFY(back->test_accuracy_ci95 == trained.test_accuracy_ci95);
        QCOMPARE(back->classes, trained.classes);
        QCOMPARE(back->confusion, trained.confusion);
        QCOMPARE(back->weights_file, trained.weights_file);
        QCOMPARE(back->mistakes.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(back->mistakes[i].sample, trained.mistakes[i].sample);
            QCOMPARE(back->mistakes[i].source, trained.mistakes[i].source);
            QCOMPARE(back->mistakes[i].truth, trained.mistakes[i].truth);
            QCOMPARE(back->mistakes[i].answer, trained.mistakes[i].answer);
            QCOMPARE(back->mistakes[i].probability, trained.mistakes[i].probability);
        }
        QVERIFY(!rateAdviceOf(afterAFile(toJson(trained))));
    }

    /// Y-24: all predictions through a file; sureness to a hundredth of a percent.
    void Y_24_predictionsSurviveAFile() {
        Json output = toJson(example());
        QVERIFY(testAnswersOf(afterAFile(output)).empty());
        addTestAnswers(output, {{17, "test/hierba/Ñ.png", 1, 2, 0.87654321}, {3, "", 0, 0, 1}});
        const ResultRecord back = afterAFile(output);
        const std::vector<TestAnswer> read = testAnswersOf(back);
        QCOMPARE(read.size(), std::size_t{2});
        QCOMPARE(read[0].sample, std::int64_t{17});
        QCOMPARE(read[0].source, std::string("test/hierba/Ñ.png"));
        QCOMPARE(read[0].truth, 1);
        QCOMPARE(read[0].answer, 2);
        QCOMPARE(read[0].probability, 0.8765);
        QCOMPARE(read[1].source, std::string());
        QVERIFY(trainedOf(back) && trainedOf(back)->mistakes.size() == 2);
        for (const char* value : {"7", "[]", "{}", R"({"sample":[1]})"}) {
            Json hostile = output;
            hostile["predictions"] = Json::parse(value);
            QVERIFY2(testAnswersOf(afterAFile(hostile)).empty(), value);
        }
        for (const char* list : {"sample", "source", "truth", "answer", "probability"})
            for (const char* value : {"[]", "[1]", R"([{},[]])", "null", R"([-1,"x"])"}) {
                Json hostile = output;
                hostile["predictions"][list] = Json::parse(value);
                QVERIFY2(testAnswersOf(afterAFile(hostile)).empty(), list);
            }
    }

    /// Y-24, by hand: of 15, 15 and 15 images 15, 13 and 13 were recognised.
    void Y_24_recallAndPrecision() {
        const std::vector<ClassQuality> classes = classQualities(example());
        QCOMPARE(classes.size(), std::size_t{3});
        QCOMPARE(classes[1].recall(), 13.0 / 15);
        QCOMPARE(*classes[1].precision(), 13.0 / 15);
        QCOMPARE(*classes[0].precision(), 15.0 / 16);
        QCOMPARE(*largestShare(example()), 1.0 / 3);
        QVERIFY(!isNoBetterThanLargest(example()));
        const auto metrics = qualityMetrics(afterAFile(toJson(example())));
        QCOMPARE(metrics.size(), std::size_t{2});
        QCOMPARE(metrics[0].value, 1.0 / 3);
        QVERIFY(std::abs(metrics[1].value - 41.0 / 45) < 1e-12);
        // A class without test images has no recall, one that was never said no precision.
        Trained never = example();
        never.confusion = {{9, 0, 0}, {1, 0, 0}, {0, 0, 0}};
        QCOMPARE(classQualities(never).size(), std::size_t{2});
        QVERIFY(!classQualities(never)[1].precision());
        never.test_accuracy_ci95 = {0.6, 0.98};
        QVERIFY(isNoBetterThanLargest(never));
        never.confusion = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
        QVERIFY(!largestShare(never) && qualityMetrics(afterAFile(toJson(never))).empty());
        QVERIFY(qualityMetrics(ResultRecord()).empty());
    }

    /// Nothing wrong, nothing saved: lists that are absent in the file come back empty.
    void thePerfectAreTrainedToo() {
        Trained trained = example();
        trained.mistakes.clear();
        trained.weights_file.clear();
        const auto back = trainedOf(afterAFile(toJson(trained)));
        QVERIFY(back && back->mistakes.empty() && back->weights_file.empty());
    }

    /// The shipped textures in the reader's language; the classes of others are theirs.
    void classesForPeople() {
        const Text spanish(Language::Spanish), english(Language::English);
        const std::vector<std::string> textures{"brick", "grass", "gravel"};
        QCOMPARE(classNames(textures, "textures", spanish),
                 (std::vector<std::string>{"ladrillo", "césped", "grava"}));
        QCOMPARE(classNames(textures, "textures", english), textures);
        QCOMPARE(classNames(textures, "./textures", spanish), textures);
        QCOMPARE(classNames({"a\u202Eb"}, "digits", spanish).front(), visibleText("a\u202Eb"));
        Trained trained = example();
        trained.classes = textures;
        const ResultRecord result = afterAFile(toJson(trained));
        QCOMPARE(trainedOf(result, "textures", spanish)->classes.back(), std::string("grava"));
        QVERIFY(!trainedOf(ResultRecord(), "textures", spanish));
    }

    /// A loss that was no number is written as null (R-01).
    void aLossThatIsNoNumberSurvives() {
        Trained trained = example();
        trained.test_loss = std::nan("");
        const auto back = trainedOf(afterAFile(toJson(trained)));
        QVERIFY(back && std::isnan(back->test_loss));
    }

    void adviceSurvivesAFile() {
        const RateAdvice advice{.learning_rate = 3e-4,
                                .why = {"rate_advised", {{"lowest_rate", 3e-3}}, "m"}};
        const auto back = rateAdviceOf(afterAFile(toJson(advice)));
        QVERIFY(back.has_value());
        QCOMPARE(back->learning_rate.value(), 3e-4);
        QCOMPARE(back->why.code, std::string("rate_advised"));
        QCOMPARE(back->why.args["lowest_rate"].get<double>(), 3e-3);
        QCOMPARE(back->why.message, std::string("m"));
        QVERIFY(!trainedOf(afterAFile(toJson(advice))));

        const auto none = rateAdviceOf(afterAFile(toJson(RateAdvice{.why = {"rate_too_few"}})));
        QVERIFY(none && !none->learning_rate);
        QCOMPARE(none->why.code, std::string("rate_too_few"));
    }

    void nothingIsNothing() {
        for (const char* output :
             {"{}", R"({"top":[]})", R"({"trained":null,"rate_advice":null})",
              R"({"trained":[],"rate_advice":[]})", R"({"trained":"yes","rate_advice":"yes"})",
              R"({"trained":7,"rate_advice":0.01})", R"({"trained":{}})"}) {
            const ResultRecord result = afterAFile(Json::parse(output));
            QVERIFY2(!trainedOf(result), output);
            QVERIFY2(!rateAdviceOf(result), output);
        }
        QVERIFY(!trainedOf(ResultRecord()) && !rateAdviceOf(ResultRecord()));
        for (const char* output : {"null", "[]", "7", R"("trained")"}) {
            ResultRecord result;  // was never in a file
            result.output = Json::parse(output);
            QVERIFY2(!trainedOf(result) && !rateAdviceOf(result), output);
        }
    }

    void hostileTrainingsAreNone_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* field, const char* value) {
            QTest::addRow("%s %s", field, value) << QString(field) << QByteArray(value);
        };
        for (const char* field : {"test_loss", "test_accuracy"})
            for (const char* value : {R"("0.5")", "[]", "{}", "true"}) row(field, value);
        for (const char* field : {"epochs", "best_epoch", "updates"})
            for (const char* value : {R"("9")", "9.5", "9223372036854775808", "null"})
                row(field, value);
        row("epochs", "2147483648");
        row("stopped_by", "7");
        row("epochs_ms", R"("7312")");
        row("test_accuracy_ci95", R"("0.5..0.6")");
        row("test_accuracy_ci95", R"(["0.5",1])");
        row("weights_file", "{}");
        // Whoever draws the matrix takes a name and a count from it for each pair of classes.
        for (const char* value :
             {"[]", R"(["a"])", R"(["a","b","c","d"])", R"("abc")", "[1,2,3]", "null"})
            row("classes", value);
        for (const char* value :
             {"[]", "[[1,0,0],[0,1,0]]", "[[1,0,0],[0,1,0],[0,0]]", "[[1,0,0],[0,1,0],[0,0,1,0]]",
              "[[1,0,0],[0,1,0],[0,0,1],[0,0,0]]", "[[1,0,0],[0,1,0],7]", "[[1,0,0],[0,1,0],null]",
              R"([[1,0,0],[0,1,0],[0,0,"1"]])", "[[1,0,0],[0,1,0],[0,0,-1]]",
              "[[1,0,0],[0,1,0],[0,0,0.5]]", "7", "null"})
            row("confusion", value);
        for (const char* value :
             {"{}", "[7]", "[{}]", R"([{"truth":0,"answer":1}])",
              R"([{"truth":0,"probability":1}])", R"([{"answer":1,"probability":1}])",
              R"([{"truth":"0","answer":1,"probability":1}])",
              R"([{"truth":0,"answer":1,"probability":1,"source":7}])",
              R"([{"truth":0,"answer":1,"probability":1,"sample":"7"}])"})
            row("mistakes", value);
        for (const char* value : {"{}", "7", "[7]", "[null]", R"([["a"]])"}) row("pictures", value);
    }
    void hostileTrainingsAreNone() {
        QFETCH(QString, field);
        QFETCH(QByteArray, value);
        QVERIFY(!trainedOf(afterAFile(changed(field.toStdString(), value.constData()))));
    }

    void aTrainingNeedsItsFigures() {
        for (const char* field : {"test_loss", "test_accuracy", "classes", "confusion"}) {
            Json output = toJson(example());
            output["trained"].erase(field);
            QVERIFY2(!trainedOf(afterAFile(output)), field);
        }
    }

    /// An advice with a field of another type loses that field; the rest is still said.
    void hostileAdviceIsNoRate() {
        for (const char* output :
             {R"({"rate_advice":{"learning_rate":"0.1","reason":"rate_advised"}})",
              R"({"rate_advice":{"learning_rate":[0.1],"reason":"rate_advised","args":[]}})",
              R"({"rate_advice":{"learning_rate":null,"reason":"rate_advised","message":7}})"}) {
            const auto advice = rateAdviceOf(afterAFile(Json::parse(output)));
            QVERIFY2(advice && !advice->learning_rate, output);
            QCOMPARE(advice->why.code, std::string("rate_advised"));
            QVERIFY(advice->why.args.empty() && advice->why.message.empty());
        }
    }
};

QTEST_APPLESS_MAIN(TestTrainingOutput)
#include "tst_training_output.moc"
