// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "../python_testing.h"
#include "experiments/python_program.h"
#include "networks/picture_words.h"

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

std::vector<Example> examples() {
    std::vector<Example> all;
    all.push_back({"handout", planOf({"resnet18"}, {"random"}, {224, 512, 1024})});
    Plan rich = planOf({"resnet18", "alexnet"}, {"random"}, {64}, {1, 2});
    Block& variants = rich.variants.front();
    variants["threads"] = {1, 0};
    variants["precision"] = {"fp32", "tf32", "bf16", "fp16"};
    variants["mode"] = {"eager", "channels_last", "fused", "graph"};
    all.push_back({"variants", rich});
    for (const Fit fit : {Fit::Square, Fit::Letterbox, Fit::CentreCrop}) {
        Plan photos = planOf({"resnet18", "efficientnet_lite0"},
                             {"sample:chelsea.png", "random", "no such file.png"}, {64});
        photos.cases.front()["fit"] = {word(fit)};
        photos.cases.front()["preprocess"] = {word(static_cast<Preprocess>(fit))};
        all.push_back({"photographs", photos});
        if (fit != Fit::CentreCrop) continue;
        photos.cases.front()["decoding"] = {"scaled"};
        all.push_back({"scaled", photos});
    }
    // X-06: several photographs fill a batch.
    Plan shared = planOf({"resnet18"}, {}, {64}, {3});
    shared.cases.front()["input"] = {Json::array({"sample:chelsea.png", "sample:coffee.png"})};
    all.push_back({"together", shared});
    // X-11: networks that Duelo trains, without a file of weights and with one that is missing.
    Plan trained = planOf({"lab_alexnet", "mlp"}, {"random", "sample:chelsea.png"}, {64});
    trained.cases.front()["hidden"] = {16, 32};
    all.push_back({"trained", trained});
    trained.cases.push_back(trained.cases.front());
    trained.cases.back()["model"] = {"lab_alexnet"};
    trained.cases.back()["weights"] = {"/no/such/file.safetensors"};
    all.push_back({"trained weights", trained});
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
    // torchvision makes a transformer for one size.
    all.push_back({"made for a size", planOf({"vit_b_16"}, {"random"}, {32, 224})});
    return all;
}

}  // namespace

/// S0-49: the configured run as a PyTorch program that runs.
class TestPytorchScript : public QObject {
    Q_OBJECT
private:
    PythonPrograms m_programs;

private Q_SLOTS:
    void nothingToWrite() {
        const auto why = [](const Plan& plan) {
            return programOf(plan, Text(Language::English)).error().code;
        };
        QCOMPARE(why(Plan{.experiment = "inference"}), std::string("list_empty"));
        QCOMPARE(why(Plan{.experiment = "no such"}), std::string("unknown_value"));
        Plan two = planOf({"resnet18"}, {"random"}, {32});
        two.variants.push_back(two.variants.front());
        QCOMPARE(why(two), std::string("script_blocks_differ"));
        two.variants.pop_back();
        two.cases.push_back(two.cases.front());
        two.cases.back()["seed"] = {2};
        QCOMPARE(why(two), std::string("script_blocks_differ"));
    }

    /// The program has all that the plan says, and nothing that it does not need.
    void saysThePlan() {
        Plan plan = planOf({"resnet18"}, {"random"}, {224, 512});
        plan.cases.front()["seed"] = {77};
        plan.preset = Preset::Standard;
        const std::string es = *programOf(plan, Text(Language::Spanish));
        for (const char* part :
             {"\"sizes\": [224, 512]", "[\"resnet18\"]", "DEVICES = [\"cpu\", \"cuda\"]",
              "SEED = 77", "MIN_RUNS = 30", "MAX_SECONDS = 15", "torch.cuda.synchronize()",
              "time.perf_counter()", "Tiempo en CPU: {time:.4f} segundos", "torch.inference_mode()",
              "GPU no disponible. Ejecutando solo en CPU.", "DOWNLOAD = False"})
            QVERIFY2(es.find(part) != std::string::npos, part);
        QVERIFY(es.find(planHash(toJson(plan))) != std::string::npos);
        for (const char* part : {"PIL", "timm", "WEIGHT_FILES", "CUDAGraph", "script.", "@"})
            QVERIFY2(es.find(part) == std::string::npos, part);
        const std::string en = *programOf(plan, Text(Language::English));
        QVERIFY(en.find("CPU time: {time:.4f} seconds") != std::string::npos);
        QVERIFY(en.find("Tiempo") == std::string::npos);
    }

    /// A list of photographs stays one, in the plan's JSON too.
    void severalPhotographsAreOneInput_X_06() {
        Plan plan = planOf({"resnet18"}, {}, {64}, {3});
        plan.cases.front()["input"] = {Json::array({"/a/uno.png", "/a/dos.png"})};
        QCOMPARE(expand(*planFromJson(toJson(plan)), Facts{}).size(), std::size_t{2});
        const std::string program = *programOf(plan, Text(Language::English));
        for (const char* part : {"\"inputs\": [[\"/a/uno.png\", \"/a/dos.png\"]]",
                                 "for one in names_of(name)[:batch]"})
            QVERIFY2(program.find(part) != std::string::npos, part);
        plan.cases.front()["input"] = {Json::array({"/a/uno.png", "digits:3"})};
        QCOMPARE(programOf(plan, Text(Language::English)).error().code,
                 std::string("script_input_of_set"));
    }

    /// Pillow's draft() reduces as Duelo does; a full decoding has none of it.
    void scaledDecodingIsDraft() {
        Plan plan = planOf({"resnet18"}, {"sample:rocket.jpg"}, {64});
        const auto drafts = [&] {
            return programOf(plan, Text(Language::English))
                       ->find("file.draft(None, (size, size))") != std::string::npos;
        };
        QVERIFY(!drafts());
        plan.cases.front()["decoding"] = {"full"};
        QVERIFY(!drafts());
        plan.cases.front()["decoding"] = {"scaled"};
        QVERIFY(drafts());
        plan.cases.push_back(plan.cases.front());
        plan.cases.back().erase("decoding");
        QCOMPARE(programOf(plan, Text(Language::English)).error().code,
                 std::string("script_blocks_differ"));
    }

    /// Layers, pictures and names of the tensors are the network's.
    void trainedNetworkIsWritten_X_11() {
        Plan plan = planOf({"mlp"}, {"sample:chelsea.png"}, {64});
        plan.cases.front()["hidden"] = {16};
        plan.cases.front()["weights"] = {"/a/c001.safetensors"};
        const std::string program = *programOf(plan, Text(Language::English));
        for (const char* part :
             {"\"mlp-16\": (\"L\", 28, lambda outputs: [", "nn.Linear(784, 16)",
              "nn.Linear(16, outputs)", "\"models\": [\"mlp-16\"]",
              "\"mlp-16\": \"/a/c001.safetensors\"", "\"mlp-16\": ([0.5] * 3, [0.5] * 3)",
              "from safetensors.torch import load_file", "told.get(\"duelo.classes\""})
            QVERIFY2(program.find(part) != std::string::npos, part);
    }

    /// E5: PyTorch has graphs too, of the same layout, and says where a variant has none.
    void graphsAreRecorded_E5() {
        Plan plan = planOf({"resnet18"}, {"random"}, {64});
        plan.variants.front()["mode"] = {"fused", "graph"};
        const std::string program = *programOf(plan, Text(Language::English));
        for (const char* part : {"torch.cuda.CUDAGraph()", "compute = recorded(compute, images)",
                                 "last = mode in (\"channels_last\", \"graph\")",
                                 "UNEQUALLED = [\"compiled\", \"overlapped\"]\n",
                                 "SAME_MATHEMATICS = [\"fused\"]\n", "only a GPU has graphs"})
            QVERIFY2(program.find(part) != std::string::npos, part);
    }

    /// A GPU is looked for where the program runs, not where it was written (Y-39).
    void devicesOfWhereItRuns_Y_39() {
        Plan plan = planOf({"resnet18"}, {"random"}, {64});
        plan.variants.front()["device"] = {"cpu"};
        const std::string program = *programOf(plan, Text(Language::English));
        for (const char* part : {"DEVICES = [\"cpu\", \"cuda\"]\n", "torch.cuda.is_available()"})
            QVERIFY2(program.find(part) != std::string::npos, part);
    }

    /// The program names the packages that it needs, and tells missing ones in one sentence (Y-39).
    void missingPackagesAreSaid_Y_39() {
        if (PythonPrograms::python().isEmpty()) QSKIP("no python3");
        Plan plan = planOf({"mlp"}, {"sample:chelsea.png"}, {64});
        plan.cases.front()["hidden"] = {16};
        plan.cases.front()["weights"] = {"/a/c001.safetensors"};
        const QString file = m_programs.fileOf(plan, Language::English, "missing");
        int code = 0;
        // Without the packages of the user and of the system.
        const QByteArray said =
            PythonPrograms::run(PythonPrograms::python(), {"-I", "-S", file}, code);
        QCOMPARE(code, 1);
        QCOMPARE(said.trimmed(),
                 QByteArray("Python packages are missing: torch torchvision pillow safetensors. "
                            "Install them with: pip install torch torchvision pillow safetensors "
                            "and run this program again."));
        const std::string bare =
            *programOf(planOf({"resnet18"}, {"random"}, {64}), Text(Language::English));
        const std::size_t needs = bare.find("NEEDS = {");
        QVERIFY(needs != std::string::npos);
        const std::string named = bare.substr(needs, bare.find('}', needs) - needs);
        QVERIFY2(named.find("pillow") == std::string::npos &&
                     named.find("safetensors") == std::string::npos,
                 named.c_str());
    }

    /// Every key of the texts is used, and none is missing.
    void allComments() {
        std::string all;
        for (const Example& example : examples())
            all += *programOf(example.plan, Text(Language::English));
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
        if (PythonPrograms::python().isEmpty()) QSKIP("no python3");
        QByteArray source = "import os, sys\n";
        QByteArray expected;
        for (const std::string& name : kHostileNames) {
            const std::string literal = pythonLiteral(name);
            QVERIFY(literal.find('\n') == std::string::npos);
            source += "print(os.fsencode(" + QByteArray::fromStdString(literal) + ").hex())\n";
            expected += QByteArray::fromStdString(name).toHex() + "\n";
        }
        const QString file = m_programs.fileOf(source, QStringLiteral("literals"));
        int code = 0;
        QCOMPARE(PythonPrograms::run(PythonPrograms::python(),
                                     {QStringLiteral("-X"), QStringLiteral("utf8"), file}, code)
                     .replace("\r", ""),
                 expected);
        QCOMPARE(code, 0);
    }

    void compiles() {
        if (PythonPrograms::python().isEmpty()) QSKIP("no python3");
        QStringList files;
        int number = 0;
        for (const Example& example : examples())
            for (const Language language : {Language::Spanish, Language::English})
                files += m_programs.fileOf(example.plan, language, QString::number(++number));
        int code = 0;
        const QByteArray said =
            PythonPrograms::run(PythonPrograms::python(),
                                QStringList{QStringLiteral("-W"), QStringLiteral("error"),
                                            QStringLiteral("-m"), QStringLiteral("py_compile")} +
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
    /// Where a Python with PyTorch is at hand: the programs run, print the handout's lines, and a
    /// hostile name costs only its own case.
    void runs() {
        const QString torch = PythonPrograms::pythonWith(QStringLiteral("torch, torchvision, PIL"));
        if (torch.isEmpty()) QSKIP("no Python has torch, torchvision and PIL");
        QFETCH(int, example);
        const Example chosen = examples()[static_cast<std::size_t>(example)];
        QByteArray quick =
            QByteArray::fromStdString(*programOf(chosen.plan, Text(Language::Spanish)));
        QVERIFY(quick.contains("MAX_SECONDS = 5\n"));
        // What is measured here is not the time.
        quick.replace("MIN_RUNS = 10\n", "MIN_RUNS = 1\n")
            .replace("MIN_SECONDS = 0.3", "MIN_SECONDS = 0");
        quick.replace("WARM_UP = 5\n", "WARM_UP = 1\n");
        const QString file = m_programs.fileOf(quick, QStringLiteral("run"));
        int code = 0;
        const QByteArray said = PythonPrograms::run(torch, {file}, code);
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
