// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "experiments/inference/program.h"
#include "experiments/specs.h"

using namespace duelo;

namespace {

template <typename T>
std::vector<Json> jsons(const std::vector<T>& values) {
    return {values.begin(), values.end()};
}

Plan planOf(const std::vector<std::string>& models, const std::vector<std::string>& inputs,
            const std::vector<int>& sizes_px, const std::vector<int>& batches = {1}) {
    const Plan plan{.experiment = "inference",
                    .cases = {{{"model", jsons(models)},
                               {"input", jsons(inputs)},
                               {"size_px", jsons(sizes_px)},
                               {"batch", jsons(batches)}}},
                    .variants = {{{"device", {"cpu", "cuda"}}}},
                    .preset = Preset::Quick};
    return completed(plan, *findSpec(plan.experiment));
}

/// A block of its own for each model and its file of weights.
Plan withWeights(Plan plan, const std::map<std::string, std::string>& files) {
    const Block all = plan.cases.front();
    plan.cases.clear();
    for (const auto& [model, file] : files) {
        Block& block = plan.cases.emplace_back(all);
        block["model"] = {model};
        block["weights"] = {file};
    }
    return plan;
}

struct Example {
    const char* name;
    Plan plan;
};

/// Names that would end a literal, a line or the program, if they were written as they are.
const std::vector<std::string> kHostileNames{
    "a\"); import os; os.abort()  # .png",
    "'''\"\"\"\\",
    "line\nbreak\rhere.png",
    "\\\" + __import__('os').abort() + \\\"",
    "{error}{0}{model!r}.png",
    "bytes\xff\xfe.png",
    "right\xe2\x80\xaeto left.png",
    "line\xe2\x80\xa8separator\xe2\x80\xa9.png",
    "C:\\new\\table\\x41\\u0041\\N{BULLET}.png",
    std::string("null\0byte", 9),
    "Ñandú 图片 😀.png",
    "%s%n$(touch x)`touch x`",
};

std::vector<Example> examples() {
    std::vector<Example> all;
    all.push_back({"handout", planOf({"resnet18"}, {"random"}, {224, 512, 1024})});
    Plan rich = planOf({"resnet18", "alexnet"}, {"random"}, {64}, {1, 2});
    Block& variants = rich.variants.front();
    variants["threads"] = {1, 0};
    variants["precision"] = {"fp32", "tf32", "bf16", "fp16"};
    variants["mode"] = {"eager", "channels_last", "fused"};
    all.push_back({"variants", rich});
    for (const Fit fit : {Fit::Square, Fit::Letterbox, Fit::CentreCrop}) {
        Plan photos = planOf({"resnet18", "efficientnet_lite0"},
                             {"sample:chelsea.png", "random", "no such file.png"}, {64});
        photos.cases.front()["fit"] = {word(fit)};
        photos.cases.front()["preprocess"] = {word(static_cast<Preprocess>(fit))};
        all.push_back({"photographs", photos});
    }
    all.push_back(
        {"weights", withWeights(planOf({}, {"random"}, {64}), {{"resnet18", "/no/such/file.pth"},
                                                               {"alexnet", kHostileNames[0]}})});
    std::map<std::string, std::string> files;
    for (const std::string& name : kHostileNames) files[name] = name;
    Plan hostile = withWeights(planOf({}, kHostileNames, {64}), files);
    for (Block& block : hostile.cases) block["seed"] = {~0ULL};
    all.push_back({"hostile", hostile});
    Plan gpuOnly = planOf({"resnet18"}, {"random"}, {32});
    gpuOnly.variants.front()["device"] = {"cuda"};
    all.push_back({"GPU only", gpuOnly});
    return all;
}

}  // namespace

/// S0-49: the configured run as a PyTorch program that runs.
class TestPytorchScript : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    QString fileOf(const Plan& plan, Language language, const QString& name) {
        const auto script = pytorchScript(plan, Text(language));
        if (!script) qFatal("%s", script.error().code.c_str());
        QFile file(m_folder.filePath(name + QStringLiteral(".py")));
        if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
        file.write(QByteArray::fromStdString(*script));
        return file.fileName();
    }
    static QByteArray run(const QString& program, const QStringList& arguments, int& code) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PYTHONIOENCODING"), QStringLiteral("utf-8"));
        environment.insert(QStringLiteral("TORCH_HOME"), QStringLiteral("/nonexistent"));
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(program, arguments);
        if (!process.waitForFinished(300000)) process.kill();
        code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
        return process.readAll();
    }
    static QString python() {
        const QString path = qEnvironmentVariable("DUELO_PYTHON");
        return QFile::exists(path) ? path : QString();
    }

private Q_SLOTS:
    void nothingToWrite() {
        QCOMPARE(
            pytorchScript(Plan{.experiment = "inference"}, Text(Language::English)).error().code,
            std::string("list_empty"));
    }

    /// What the plan says stands in the program; what it does not need does not.
    void saysThePlan() {
        Plan plan = planOf({"resnet18"}, {"random"}, {224, 512});
        plan.cases.front()["seed"] = {77};
        plan.preset = Preset::Standard;
        const std::string es = *pytorchScript(plan, Text(Language::Spanish));
        for (const char* part :
             {"\"sizes\": [224, 512]", "[\"resnet18\"]", "DEVICES = [\"cpu\", \"cuda\"]",
              "SEED = 77", "MIN_RUNS = 30", "MAX_SECONDS = 15", "torch.cuda.synchronize()",
              "time.perf_counter()", "Tiempo en CPU: {time:.4f} segundos", "torch.inference_mode()",
              "GPU no disponible. Ejecutando solo en CPU.", "DOWNLOAD = False"})
            QVERIFY2(es.find(part) != std::string::npos, part);
        QVERIFY(es.find(planHash(toJson(plan))) != std::string::npos);
        for (const char* part : {"PIL", "timm", "WEIGHT_FILES", "script.", "@"})
            QVERIFY2(es.find(part) == std::string::npos, part);
        const std::string en = *pytorchScript(plan, Text(Language::English));
        QVERIFY(en.find("CPU time: {time:.4f} seconds") != std::string::npos);
        QVERIFY(en.find("Tiempo") == std::string::npos);
    }

    /// Every key of the texts is used, and none is missing.
    void allComments() {
        std::string all;
        for (const Example& example : examples())
            all += *pytorchScript(example.plan, Text(Language::English));
        QVERIFY(all.find("script.") == std::string::npos);  // an unknown key would show itself
        QVERIFY(all.find('\t') == std::string::npos);
        QVERIFY(all.find('\r') == std::string::npos);
    }

    void literals() {
        QCOMPARE(pythonLiteral("a\"b\\c"), std::string("\"a\\\"b\\\\c\""));
        QCOMPARE(pythonLiteral("a\nb\xff"), std::string("\"a\\x0ab\\udcff\""));
        QCOMPARE(pythonLiteral("\xe2\x80\xae"), std::string("\"\\u202e\""));
        QCOMPARE(pythonLiteral("Ñandú"), std::string("\"Ñandú\""));
    }

    /// Python itself reads every literal back to the same bytes, in one line.
    void literalsReadBack() {
        if (python().isEmpty()) QSKIP("no python3");
        QByteArray source = "import os, sys\n";
        QByteArray expected;
        for (const std::string& name : kHostileNames) {
            const std::string literal = pythonLiteral(name);
            QVERIFY(literal.find('\n') == std::string::npos);
            source += "print(os.fsencode(" + QByteArray::fromStdString(literal) + ").hex())\n";
            expected += QByteArray::fromStdString(name).toHex() + "\n";
        }
        QFile file(m_folder.filePath(QStringLiteral("literals.py")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(source);
        file.close();
        int code = 0;
        QCOMPARE(
            run(python(), {QStringLiteral("-X"), QStringLiteral("utf8"), file.fileName()}, code)
                .replace("\r", ""),
            expected);
        QCOMPARE(code, 0);
    }

    void compiles() {
        if (python().isEmpty()) QSKIP("no python3");
        QStringList files;
        int number = 0;
        for (const Example& example : examples())
            for (const Language language : {Language::Spanish, Language::English})
                files += fileOf(example.plan, language, QString::number(++number));
        int code = 0;
        const QByteArray said =
            run(python(),
                QStringList{QStringLiteral("-W"), QStringLiteral("error"), QStringLiteral("-m"),
                            QStringLiteral("py_compile")} +
                    files,
                code);
        QVERIFY2(code == 0, said.constData());
    }

    void runs_data() {
        QTest::addColumn<int>("example");
        const auto all = examples();
        for (std::size_t i = 1; i < all.size(); ++i)  // the first is large
            QTest::addRow("%s %d", all[i].name, static_cast<int>(i)) << static_cast<int>(i);
    }
    /// Where a Python with PyTorch is at hand ($DUELO_PARITY_PYTHON): the programs run, print the
    /// handout's lines, and a hostile name costs only its own case.
    void runs() {
        const QString torch = qEnvironmentVariable("DUELO_PARITY_PYTHON");
        if (torch.isEmpty()) QSKIP("DUELO_PARITY_PYTHON names no Python with PyTorch");
        QFETCH(int, example);
        const Example chosen = examples()[static_cast<std::size_t>(example)];
        QFile file(fileOf(chosen.plan, Language::Spanish, QStringLiteral("run")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray source = file.readAll();
        file.close();
        QVERIFY(source.contains("MAX_SECONDS = 5\n"));
        QByteArray quick = source;  // what is measured here is not the time
        quick.replace("MIN_RUNS = 10\n", "MIN_RUNS = 1\n")
            .replace("MIN_SECONDS = 0.3", "MIN_SECONDS = 0");
        quick.replace("WARM_UP = 5\n", "WARM_UP = 1\n");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(quick);
        file.close();
        int code = 0;
        const QByteArray said = run(torch, {file.fileName()}, code);
        QVERIFY2(code == 0, said.constData());
        if (qEnvironmentVariableIsSet("DUELO_SHOW")) qInfo("%s", said.constData());
        if (QByteArray(chosen.name) == "hostile") {
            QCOMPARE(said.count("no se mide"), static_cast<int>(kHostileNames.size()));
            return;
        }
        static const QRegularExpression line(
            QStringLiteral("Tiempo en [CG]PU: \\d+\\.\\d{4} segundos"));
        QVERIFY2(
            line.match(QString::fromUtf8(said)).hasMatch() || QByteArray(chosen.name) == "weights",
            said.constData());
    }
};

QTEST_APPLESS_MAIN(TestPytorchScript)
#include "tst_pytorch_script.moc"
