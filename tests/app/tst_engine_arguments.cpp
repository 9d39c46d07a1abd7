// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include "engine_process.h"

using namespace duelo;

/// BAD INPUT on the command line: refused with what is accepted, exit code 2, nothing measured.
class TestEngineArguments : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wrongArgumentsNameWhatIsAccepted_data();
    void wrongArgumentsNameWhatIsAccepted();
    void refusalsSpeakSpanish_S0_55();
    void existingRecordIsNotOverwritten_R_20();
    void folderThatCannotBeMade_R_20();
    void badRecordFiles_data();
    void badRecordFiles();
    void badPlans_data();
    void badPlans();
    void probeTellsWhatThereIs_S0_38();
    void selfTestTellsEachCheck();
    void schemaIsTheShippedOne();
    void helpAndVersion();
    void helpSpeaksSpanish_S0_55();
};

void TestEngineArguments::wrongArgumentsNameWhatIsAccepted_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("named");  // a word that the refusal must contain
    const auto row = [](const char* name, const QStringList& arguments, const char* named) {
        QTest::newRow(name) << arguments << named;
    };
    row("model", {"infer", "--model", "vgg99"}, "mobilenet_v2");
    row("device", {"infer", "--device", "npu"}, "cuda");
    row("precision", {"infer", "--precision", "fp64"}, "bf16");
    row("mode", {"infer", "--mode", "magic"}, "channels_last");
    row("preset", {"infer", "--preset", "sloppy"}, "standard");
    row("preprocess", {"infer", "--preprocess", "own"}, "imagenet");
    row("fit", {"infer", "--fit", "stretch"}, "letterbox");
    row("decoding", {"infer", "--decoding", "half"}, "scaled");
    row("size 0", {"infer", "--size", "0"}, "32");
    row("size 31", {"infer", "--size", "31"}, "32");
    row("size 9000", {"infer", "--size", "9000"}, "8192");
    row("size 2x4", {"infer", "--size", "2x4"}, "224");
    row("size below the model's", {"infer", "--model", "alexnet", "--size", "40"}, "63");
    row("batch 0", {"infer", "--batch", "0"}, "1");
    row("batch 10^6", {"infer", "--batch", "1000000"}, "4096");
    row("threads", {"infer", "--threads", "-1"}, "0");
    row("seed", {"infer", "--seed", "x"}, "--seed");
    row("seed below zero", {"infer", "--seed", "-3"}, "--seed");
    row("epochs", {"train", "--epochs", "0"}, "--epochs");
    row("share in percent", {"train", "--validation", "95"}, "--validation: 95 ");
    row("network to train", {"train", "--model", "vgg99"}, "lab_alexnet");
    row("network with its units", {"train", "--model", "mlp-64"}, "lab_alexnet");
    row("units of no perceptron", {"train", "--hidden", "64"}, "--hidden");
    row("momentum without sgd", {"train", "--momentum", "0.9"}, "--momentum");
    row("fit of no photograph", {"infer", "--image", "random", "--fit", "letterbox"}, "--fit");
    row("decoding at its own size",
        {"infer", "--fit", "own", "--image", "sample:rocket.jpg", "--decoding", "scaled"},
        "--decoding");
    row("weights without name", {"infer", "--model", "resnet18,alexnet", "--weights", "file.pth"},
        "model=FILE");
    row("weights without file", {"infer", "--weights", "resnet18="}, "model=FILE");
    row("weights of another model", {"infer", "--weights", "alexnet=x.pth"}, "resnet18");
    row("weights that no model here has",
        {"infer", "--model", "resnet18", "--weights", "alexnet=x.pth"}, "alexnet");
    row("weights missing", {"infer", "--weights", "no_such.pth"}, "no_such.pth");
    row("data missing", {"train", "--data", "no_such"}, "no_such");
    row("sample missing", {"infer", "--image", "sample:no_such.png"}, "no_such.png");
    row("command of scaling", {"scaling"}, "duelo-engine scaling --help");
    row("image missing", {"infer", "--image", "no_such.png"}, "no_such.png");
    row("option", {"infer", "--magic"}, "--magic");
    row("command", {"fly"}, "--help");
    row("nothing", {}, "--help");
    row("language", {"--lang", "fr", "probe"}, "es");
    row("decimal", {"--decimal", "dot", "probe"}, "comma");
    row("format", {"report", "x.duelo", "--format", "doc"}, "csv-excel");
    row("file", {"report", "x.duelo"}, "x.duelo");
}

void TestEngineArguments::wrongArgumentsNameWhatIsAccepted() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, named);
    const EngineProcess engine;
    const auto outcome = engine.run(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(named), qPrintable(outcome.err));
    QVERIFY(!QDir(engine.path("duelo-results")).exists());
}

void TestEngineArguments::refusalsSpeakSpanish_S0_55() {
    EngineProcess engine;
    engine.set("DUELO_LANG", "es_ES.UTF-8");
    const auto outcome = engine.run({"infer", "--size", "12345"});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("tamaño", Qt::CaseInsensitive), qPrintable(outcome.err));
    const std::pair<QStringList, const char*> refused[] = {
        {{}, "Falta la orden"},
        {{"fly"}, "«fly»"},
        {{"infer", "--magic"}, "«--magic»"},
        {{"probe", "lunch"}, "«lunch»"},
        {{"resume"}, "Falta «file»"},
        {{"infer", "--preset"}, "el valor de --preset"},
        {{"infer", "--call-limit", "soon"}, "'soon'"}};
    for (const auto& [arguments, words] : refused) {
        const auto answer = engine.run(arguments);
        QCOMPARE(answer.code, 2);
        QVERIFY2(answer.err.contains(words), qPrintable(answer.err));
        const auto asked = EngineProcess().run(QStringList{"--lang", "es"} + arguments);
        QVERIFY2(asked.err.contains(words), qPrintable(asked.err));
        for (const char* english : {"required", "expected", "missing", "convert"})
            QVERIFY2(!answer.err.contains(english), qPrintable(answer.err));
    }
}

void TestEngineArguments::existingRecordIsNotOverwritten_R_20() {
    const EngineProcess engine;
    QFile file(engine.path("mine.duelo"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("keep me");
    file.close();
    const auto outcome = engine.run(EngineProcess::tiny("64", "mine.duelo"));
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("mine.duelo"), qPrintable(outcome.err));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("keep me"));
}

void TestEngineArguments::folderThatCannotBeMade_R_20() {
    const EngineProcess engine;
    QFile file(engine.path("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto outcome = engine.run(EngineProcess::tiny("64", "file/folder"));
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("file/folder"), qPrintable(outcome.err));
}

void TestEngineArguments::badRecordFiles_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("not a record") << QByteArray("hello\n");
    QTest::newRow("binary") << QByteArray("\0\1\2\377\n", 5);
    QTest::newRow("torn header") << QByteArray("{\"r\":\"header\",\"schema\":1,\"run\":\"x");
    QTest::newRow("newer schema") << QByteArray(
        "{\"r\":\"header\",\"schema\":99,\"run\":\"x\",\"app\":\"9\"}\n");
}

void TestEngineArguments::badRecordFiles() {
    QFETCH(QByteArray, content);
    const EngineProcess engine;
    QFile file(engine.path("bad.duelo"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    for (const char* command : {"report", "resume", "repeat"}) {
        const auto outcome = engine.run({command, "bad.duelo"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("bad.duelo"), qPrintable(outcome.err));
    }
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), content);
}

void TestEngineArguments::badPlans_data() {
    QTest::addColumn<QByteArray>("plan");
    QTest::addColumn<QString>("named");
    QTest::newRow("not JSON") << QByteArray("{") << "plan.json";
    QTest::newRow("not an object") << QByteArray("[]") << "";
    QTest::newRow("no cases") << QByteArray(R"({"experiment":"inference"})") << "cases";
    QTest::newRow("wrong type") << QByteArray(
                                       R"({"experiment":"inference","cases":3,"variants":[{}]})")
                                << "cases";
    QTest::newRow("no such axis")
        << QByteArray(R"({"experiment":"inference","cases":[{"sizes_px":64}],"variants":[{}]})")
        << "cases[0].sizes_px";
    QTest::newRow("size") << QByteArray(
                                 R"({"experiment":"inference","cases":[{"size_px":[64,31]}],)"
                                 R"("variants":[{}]})")
                          << "31 px";
    QTest::newRow("attachment") << QByteArray(
                                       R"({"experiment":"inference","cases":[{}],"variants":[{}],)"
                                       R"("attachments":{"a.cu":3}})")
                                << "attachments.a.cu";
    QTest::newRow("unknown experiment")
        << QByteArray(R"({"experiment":"x","cases":[{}],"variants":[{}]})") << "inference";
}

void TestEngineArguments::badPlans() {
    QFETCH(QByteArray, plan);
    QFETCH(QString, named);
    const EngineProcess engine;
    QFile file(engine.path("plan.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(plan);
    file.close();
    // A digest takes one word: the plan is not another one.
    const auto outcome = engine.run({"run", "--allow", "00ff", "plan.json", "--json"});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(named), qPrintable(outcome.err));
}

void TestEngineArguments::probeTellsWhatThereIs_S0_38() {
    const EngineProcess engine;
    const auto outcome = engine.run({"probe", "--json"});
    QCOMPARE(outcome.code, 0);
    const auto sheet = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    QVERIFY(!sheet["machine"].toObject()["cpu"].toObject()["name"].toString().isEmpty());
    const QJsonObject inference = sheet["experiments"][0].toObject();
    QCOMPARE(inference["id"].toString(), QString("inference"));
    QCOMPARE(inference["models"].toArray().size(), 10);
    QVERIFY(sheet["engine"].toObject()["libtorch"].toString().startsWith("2.11"));
    QVERIFY(sheet["clock"].toObject()["monotonic"].toBool());
    const QJsonObject gpu = sheet["gpu"].toObject();
    QVERIFY(gpu["available"].toBool() || !gpu["reason"].toObject()["code"].toString().isEmpty());

    // What it shows as the default plan is a plan that can be run.
    QFile plan(engine.path("plan.json"));
    QVERIFY(plan.open(QIODevice::WriteOnly));
    plan.write(QJsonDocument(sheet["default_plan"].toObject()).toJson());
    plan.close();
    QFile blocked(engine.path("blocked"));
    QVERIFY(blocked.open(QIODevice::WriteOnly));
    const auto run = engine.run({"run", "plan.json", "--out", "blocked/x"});
    QVERIFY2(run.err.contains("blocked"), qPrintable(run.err));  // the plan itself was accepted

    const auto words = engine.run({"probe"});
    QCOMPARE(words.code, 0);
    QVERIFY(words.out.contains("resnet18"));
}

void TestEngineArguments::selfTestTellsEachCheck() {
    const EngineProcess engine;
    const auto outcome = engine.run({"self-test", "--json"});
    QStringList names;
    bool passed = true;
    for (const QString& text : outcome.out.split('\n', Qt::SkipEmptyParts)) {
        const QJsonObject line = QJsonDocument::fromJson(text.toUtf8()).object();
        QCOMPARE(line["r"].toString(), QString("check"));
        QVERIFY(line["passed"].isBool());
        QVERIFY(line["passed"].toBool() == line["reason"].toString().isEmpty());
        passed = passed && line["passed"].toBool();
        names << line["name"].toString();
    }
    QCOMPARE(outcome.code, passed ? 0 : 1);
    QCOMPARE(names.mid(0, 3), (QStringList{"clock", "libraries", "record file"}));
    for (const char* name :
         {"resnet18 cpu eager", "alexnet cpu fused", "recognise sample:coffee.png cpu",
          "train lab_alexnet cpu eager", "train mlp cpu fused", "train mlp cpu plain"})
        QCOMPARE(names.count(name), 1);
    QVERIFY(!names.contains("train mlp cpu graph"));
    // The mode that oneDNN compiles is checked where its module was built.
    const bool compiles = QFileInfo(DUELO_ENGINE).dir().exists("libduelo_dnn.so");
    QCOMPARE(names.filter(" cpu").size(), 10 * (compiles ? 4 : 3) + 2 + 2 * 3 + 1);
}

void TestEngineArguments::schemaIsTheShippedOne() {
    const auto outcome = EngineProcess().run({"schema"});
    QCOMPARE(outcome.code, 0);
    QFile file(DUELO_SOURCE_DIR "/resources/schema/record.schema.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(outcome.out, QString::fromUtf8(file.readAll()));
}

void TestEngineArguments::helpAndVersion() {
    const EngineProcess engine;
    QCOMPARE(engine.run({"--help"}).code, 0);
    QVERIFY(engine.run({"infer", "--help"}).out.contains("--preset"));
    for (const char* command : {"run", "resume", "repeat"})
        QVERIFY(engine.run({command, "--help"}).out.contains("--allow"));
    // With its commit where the sources are a git work tree (S0-37).
    const QRegularExpression version(R"(^\d+\.\d+\.\d+( \([0-9a-f]{7,}(-dirty)?\))?\n$)");
    const QString told = engine.run({"--version"}).out;
    QVERIFY2(version.match(told).hasMatch(), qPrintable(told));
}

/// Every description that is more than words to be typed, and no translation of what is not said.
void TestEngineArguments::helpSpeaksSpanish_S0_55() {
    EngineProcess english, spanish;
    spanish.set("DUELO_LANG", "es_ES.UTF-8");
    static const QRegularExpression row("^  (\\S+).*?\\s{2,}(\\S.*)$");
    QString all;
    const auto compare = [&](const QStringList& command) {
        const QString told = english.run(command + QStringList{"--help"}).out;
        const QString said = spanish.run(command + QStringList{"--help"}).out;
        all += told;
        QStringList names;
        const QStringList lines = told.split('\n');
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const QString& line = lines[i];
            const auto found = row.match(line);
            // What is too long for its column goes on below it.
            const bool goesOn = i + 1 < lines.size() && lines[i + 1].startsWith("          ");
            if (line.startsWith("  -") && !found.hasMatch() && !goesOn)
                qFatal("not explained: %s", qPrintable(line));
            if (!found.hasMatch()) continue;
            if (!found.captured(1).startsWith('-')) names << found.captured(1);
            const QString words = found.captured(2);
            if (words.contains(' ') && said.contains("  " + words + '\n'))
                qFatal("not in Spanish: %s", qPrintable(line));
        }
        return names;
    };
    const QStringList commands = compare({});
    QVERIFY(commands.size() > 15);
    for (const QString& command : commands)
        for (const QString& inner : compare({command}))
            if (QStringList{"scaling", "emulate", "compile", "exercises"}.contains(command))
                compare({command, inner});
    QVERIFY(spanish.run({"--help"}).out.contains("Opciones:"));
    QVERIFY(spanish.run({"infer", "--help"}).out.startsWith("mide la inferencia"));
    QVERIFY(spanish.run({"--lang", "en", "--help"}).out.contains("Options:"));

    QStringList files{QString(DUELO_SOURCE_DIR) + "/resources/i18n/engine_help_es.json"};
    QDirIterator folders(QString(DUELO_SOURCE_DIR) + "/engine/experiments", {"help.es.json"},
                         QDir::Files, QDirIterator::Subdirectories);
    while (folders.hasNext()) files << folders.next();
    QVERIFY(files.size() > 1);
    for (const QString& name : files) {
        QFile file(name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject words = QJsonDocument::fromJson(file.readAll()).object();
        for (auto one = words.begin(); one != words.end(); ++one)
            QVERIFY2(all.contains(one.key()) || one.key() == "SUBCOMMANDS", qPrintable(one.key()));
    }
}

QTEST_GUILESS_MAIN(TestEngineArguments)
#include "tst_engine_arguments.moc"
