// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <QtTest>

#include "../python_testing.h"
#include "data/builtin.h"
#include "data/transforms.h"
#include "experiments/training/params.h"
#include "networks/trainable.h"

using namespace duelo;

namespace {

constexpr int kPictures = 24, kTestPictures = 6;  // of a class

struct Example {
    const char* name;
    Plan plan;
    double least = 0;  ///< accuracy that it must reach, well above guessing; 0: it tests nothing
};

Plan planOf(const char* experiment, Block work) {
    const Plan plan{.experiment = experiment,
                    .cases = {std::move(work)},
                    .variants = {{{"device", {"cpu", "cuda"}}}},
                    .preset = Preset::Quick};
    return completed(plan, *findSpec(experiment));
}

void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (!QDir().mkpath(QFileInfo(path).path()) || !file.open(QIODevice::WriteOnly))
        qFatal("no file");
    file.write(bytes);
}

/// A plain picture in noise: the classes differ in brightness alone.
QByteArray pixels(int bytes, int level, QRandomGenerator& random) {
    QByteArray out(bytes, '\0');
    for (char& value : out) value = static_cast<char>(level + random.bounded(60));
    return out;
}

/// Two classes of coloured pictures of two sizes, in train and test, and a file that is none.
QString pictureFolder(const QString& folder) {
    QRandomGenerator random(1);
    for (const auto& [part, count] :
         {std::pair("train", kPictures), std::pair("test", kTestPictures)})
        for (const auto& [name, level] : {std::pair("dark", 20), std::pair("light", 160)})
            for (int i = 0; i < count; ++i) {
                const int side = i % 2 == 0 ? 30 : 36;
                const QByteArray size = QByteArray::number(side);
                write(QStringLiteral("%1/%2/%3/p%4.ppm")
                          .arg(folder, QLatin1String(part), QLatin1String(name))
                          .arg(i),
                      "P6\n" + size + " " + size + "\n255\n" +
                          pixels(3 * side * side, level, random));
            }
    write(folder + QStringLiteral("/train/dark/broken.png"), "no picture");
    return folder;
}

QByteArray bigEndian(std::uint32_t value) {
    QByteArray bytes(4, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

/// Labels 3 and 4, so that the classes are not their numbers.
QString idxFolder(const QString& folder) {
    QRandomGenerator random(2);
    for (const auto& [part, count] :
         {std::pair("train", 2 * kPictures), std::pair("t10k", 2 * kTestPictures)}) {
        const auto number = static_cast<std::uint32_t>(count);
        QByteArray images = bigEndian(0x803) + bigEndian(number) + bigEndian(10) + bigEndian(10);
        QByteArray labels = bigEndian(0x801) + bigEndian(number);
        for (int i = 0; i < count; ++i) {
            images += pixels(100, i % 2 * 150, random);
            labels += static_cast<char>(3 + i % 2);
        }
        const QString stem = folder + '/' + QLatin1String(part);
        write(stem + QStringLiteral("-images.idx3-ubyte"), images);
        write(stem + QStringLiteral("-labels-idx1-ubyte"), labels);
    }
    return folder;
}

bool holds(const std::string& program, const std::string& part) {
    return program.find(part) != std::string::npos;
}

}  // namespace

/// S0-49: a training as a PyTorch program that runs, and that learns.
class TestTrainingProgram : public QObject {
    Q_OBJECT
private:
    PythonPrograms m_programs;

    std::vector<Example> examples() {
        const std::string folder = pictureFolder(m_programs.path("photos")).toStdString();
        const std::string idx = idxFolder(m_programs.path("idx")).toStdString();
        std::vector<Example> all;
        all.push_back({"digits",
                       planOf("training", {{"model", {"mlp"}},
                                           {"hidden", {64}},
                                           {"data", {"digits"}},
                                           {"batch", {64}},
                                           {"epochs", {2}}}),
                       0.6});
        all.push_back({"textures",
                       planOf("training", {{"model", {"lab_alexnet"}},
                                           {"data", {"textures"}},
                                           {"batch", {32}},
                                           {"epochs", {5}}}),
                       0.45});
        Plan rich = planOf("training", {{"model", {"mlp"}},
                                        {"hidden", {16, 256}},
                                        {"data", {folder, idx}},
                                        {"batch", {8}},
                                        {"optimizer", {"sgd"}},
                                        {"momentum", {0.9}},
                                        {"learning_rate", {0.01}},
                                        {"epochs", {12}},
                                        {"outputs", {4}},
                                        {"augment", {true}},
                                        {"decode_every_epoch", {true}},
                                        {"until_accuracy", {0.999}},
                                        {"patience", {5}},
                                        {"max_time_s", {60.0}}});
        rich.variants.front()["threads"] = {1, 2};
        rich.variants.front()["precision"] = {"fp32", "tf32"};
        rich.variants.front()["mode"] = {"eager", "channels_last", "fused", "graph"};
        all.push_back({"folders", rich, 0.8});
        Plan mixed = planOf(
            "training",
            {{"model", {"mlp"}}, {"data", {"synthetic:3x60"}}, {"batch", {16}}, {"epochs", {8}}});
        mixed.variants.front()["precision"] = {"fp32", "bf16"};
        all.push_back({"synthetic", mixed, 0.6});
        // each seed and each share of the data is a training of its own.
        all.push_back({"seeds and shares",
                       planOf("training", {{"model", {"mlp"}},
                                           {"hidden", {32}},
                                           {"data", {"synthetic:3x60"}},
                                           {"batch", {16}},
                                           {"seed", {1, 2}},
                                           {"train_share", {0.5, 1.0}},
                                           {"epochs", {8}}}),
                       0.5});
        all.push_back({"finder", planOf("lr_finder", {{"model", {"mlp"}},
                                                      {"hidden", {32}},
                                                      {"data", {"digits"}},
                                                      {"batch", {64}}})});
        Plan hostile = planOf("training", {{"model", {"mlp"}}, {"epochs", {1}}});
        hostile.cases.front()["data"] =
            std::vector<Json>(kHostileNames.begin(), kHostileNames.end());
        all.push_back({"hostile", hostile});
        return all;
    }

private Q_SLOTS:
    void notOffered() {
        const auto program = programOf(Plan{.experiment = "training"}, Text(Language::English));
        QCOMPARE(program.error().code, std::string("list_empty"));
        for (const char* each : {"inference", "training", "lr_finder"})
            QVERIFY2(!findSpec(each)->programs.empty(), each);
        const Text text(Language::English);
        const std::string told = text.reason({"script_not_offered", {{"experiment", "pi"}}, {}});
        QVERIFY(holds(told, text.word("experiment", "pi")));
    }

    /// The settings are the plan's, the layers the network's, the constants the engine's.
    void saysThePlan() {
        Plan plan = planOf("training", {{"model", {"lab_alexnet", "mlp"}},
                                        {"hidden", {64, 500}},
                                        {"data", {"textures", "digits"}},
                                        {"epochs", {7}},
                                        {"seed", {77}}});
        const std::string es = *programOf(plan, Text(Language::Spanish));
        for (const char* part :
             {"\"networks\": [\"lab_alexnet\", \"mlp-64\", \"mlp-500\"]", "\"epochs\": 7",
              "\"data\": [\"textures\", \"digits\"]", "\"seeds\": [77]", "\"train_shares\": [1.0]",
              "\"until_accuracy\": None", "\"augment\": False",
              "nn.Conv2d(3, 64, 3, stride=2, padding=1)", "nn.Linear(1024, 4096)",
              "nn.Dropout(0.5)", "nn.Linear(784, 500)", "nn.Linear(4096, outputs)",
              "torch.cuda.synchronize()", "Pérdida de validación"})
            QVERIFY2(holds(es, part), part);
        QVERIFY(holds(es, planHash(toJson(plan))));
        QVERIFY(holds(es, "DIVERGED = " + formatExact(kDivergence) + "\n"));
        for (const char* part : {"script.", "column.", "\t", "torchvision"})
            QVERIFY2(!holds(es, part), part);
        const std::string finder = *programOf(planOf("lr_finder", {}), Text(Language::English));
        QVERIFY(holds(finder, "STEPS = " + std::to_string(kRateSteps) + "\n"));
        QVERIFY(holds(finder, "HIGHEST_RATE = " + formatExact(kHighestRate) + "\n"));
        QVERIFY(!holds(finder, "confusion"));
    }

    /// A training that was fused, plain or a graph is the same mathematics, and is trained (Y-39).
    void sameMathematicsIsTrained_Y_39() {
        if (PythonPrograms::python().isEmpty()) QSKIP("no python3");
        Plan plan = planOf("training", {});
        plan.variants.front()["mode"] = {"fused", "plain"};
        std::string program = *programOf(plan, Text(Language::English));
        QVERIFY(holds(program, "UNEQUALLED = []\n"));
        // Its own choice of variants, with a PyTorch that only answers what they ask.
        const std::size_t from = program.find("# The variants that"),
                          to = program.find("\ndef use(variant)");
        QVERIFY(from < to && to != std::string::npos);
        const std::string lists = program.substr(program.find("DEVICES = "));
        const QByteArray source = QByteArray::fromStdString(
            "class torch:\n    def get_num_threads():\n        return 2\n"
            "    class cuda:\n        def is_available():\n            return False\n" +
            lists.substr(0, lists.find("\nDIVERGED")) + "\n" +
            program.substr(program.find("SAY = {"), program.find("\n}\n", program.find("SAY = {")) -
                                                        program.find("SAY = {") + 3) +
            program.substr(from, to - from) +
            "\nfor variant in variants():\n    print(\"chosen\", variant)\n");
        int code = 0;
        const QByteArray said = PythonPrograms::run(PythonPrograms::python(),
                                                    {m_programs.fileOf(source, "chosen")}, code);
        QVERIFY2(code == 0, said.constData());
        QCOMPARE(said.count("chosen"), 1);
        QVERIFY2(said.contains("'fp32', 'eager')"), said.constData());
    }

    /// The numbers in the Python program are those of the engine.
    void sameNumbers() {
        const std::string program = *programOf(planOf("training", {}), Text(Language::English));
        const auto number = [](auto value) { return formatExact(static_cast<double>(value)); };
        const std::string px = number(texture_patch_px), row = number(texture_patches_per_row);
        QVERIFY(holds(program, "range(" + number(texture_patches) + ")"));
        QVERIFY(holds(program, px + " * (number % " + row + "), " + px + " * (number // " + row));
        QVERIFY(holds(program, "number < " + number(texture_train_patches) + " "));
        QVERIFY(holds(program,
                      "number < " + number(texture_train_patches + texture_validation_patches)));
        const Transform transform = trainTransform();
        const std::string turn = number(transform.rotation_degrees);
        const std::string padding = number(transform.crop_padding_px);
        QVERIFY(holds(program, "draw.uniform(-" + turn + ", " + turn + ")"));
        QVERIFY(holds(program, "draw.random() < " + number(transform.flip_probability)));
        QVERIFY(holds(program, "draw.randint(-" + padding + ", " + padding + ")"));
        QVERIFY(holds(program, "(values - " + number(transform.normalisation.mean[0]) + ") / " +
                                   number(transform.normalisation.std[0])));
    }

    void compiles() {
        if (PythonPrograms::python().isEmpty()) QSKIP("no python3");
        QStringList files;
        for (const Example& example : examples())
            for (const Language language : {Language::Spanish, Language::English})
                files += m_programs.fileOf(example.plan, language,
                                           QStringLiteral("p%1").arg(files.size()));
        int code = 0;
        const QStringList compile{QStringLiteral("-W"), QStringLiteral("error"),
                                  QStringLiteral("-m"), QStringLiteral("py_compile")};
        const QByteArray said =
            PythonPrograms::run(PythonPrograms::python(), compile + files, code);
        QVERIFY2(code == 0, said.constData());
    }

    void runs_data() {
        QTest::addColumn<int>("example");
        const auto all = examples();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].name) << static_cast<int>(i);
    }
    /// Every program runs to its end and learns; a hostile name costs only its own case.
    void runs() {
        const QString torch = PythonPrograms::pythonWith(QStringLiteral("torch, PIL"));
        if (torch.isEmpty()) QSKIP("no Python has torch and PIL");
        QFETCH(int, example);
        const Example chosen = examples()[static_cast<std::size_t>(example)];
        const QString file =
            m_programs.fileOf(chosen.plan, Language::English, QStringLiteral("run"));
        int code = 0;
        const QByteArray said = PythonPrograms::run(torch, {file}, code);
        if (qEnvironmentVariableIsSet("DUELO_SHOW")) qInfo("%s", said.constData());
        QVERIFY2(code == 0, said.constData());
        if (QByteArray(chosen.name) == "hostile") {
            QCOMPARE(said.count("Not measured"), static_cast<int>(kHostileNames.size()));
            return;
        }
        QVERIFY2(!said.contains("Not measured"), said.constData());
        if (chosen.least == 0) {
            const QRegularExpression advice(QStringLiteral("learning rate to try: ([0-9.e-]+)"));
            const double rate =
                advice.match(QString::fromUtf8(said)).captured(1).trimmed().toDouble();
            QVERIFY2(rate > kLowestRate && rate < kHighestRate, said.constData());
            return;
        }
        const QRegularExpression tested(QStringLiteral("Test: (\\d+) of (\\d+) right"));
        auto match = tested.globalMatch(QString::fromUtf8(said));
        QVERIFY2(match.hasNext(), said.constData());
        while (match.hasNext()) {
            const auto one = match.next();
            const double accuracy = one.captured(1).toDouble() / one.captured(2).toDouble();
            QVERIFY2(accuracy >= chosen.least, said.constData());
        }
        if (QByteArray(chosen.name) == "seeds and shares")
            for (const char* part : {"seed 1, 50.0 %", "seed 1, 100.0 %", "seed 2, 50.0 %",
                                     "seed 2, 100.0 %", "(63 + 27 + 27)", "(126 + 27 + 27)"})
                QVERIFY2(said.contains(part), said.constData());
        if (QByteArray(chosen.name) == "folders") {
            QVERIFY(said.contains("broken.png"));
            QVERIFY(said.contains("fused: the same mathematics"));
            // Train, validation and test: the test part is the folder's own.
            QVERIFY2(said.contains("(40 + 8 + 12)"), said.constData());
        }
    }
};

QTEST_APPLESS_MAIN(TestTrainingProgram)
#include "tst_training_program.moc"
