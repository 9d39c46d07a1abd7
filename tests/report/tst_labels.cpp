// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <vector>

#include "experiments/common_axes.h"
#include "experiments/specs.h"
#include "experiments/work_names.h"
#include "report/labels.h"
#include "report/long_table.h"
#include "report/value_name.h"

using namespace duelo;

namespace {

using Variants = std::vector<Variant>;

/// A comparison of one file with these columns.
Comparison comparisonOf(const Variants& variants) {
    Comparison comparison{.find = findSpec};
    comparison.sources.resize(1);
    comparison.rows.push_back({.experiment = "inference"});
    for (const Variant& variant : variants) comparison.columns.push_back({0, variant});
    return comparison;
}

}  // namespace

/// A variant is called by what differs from the others of its table; the rest is said once (S4-16).
class TestLabels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// An experiment's own title wins over the common one, in its own tables only.
    void titles() {
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            const std::string own = text("training.column.batch"), common = text("column.batch");
            QVERIFY(own != common && text.has("training.column.batch"));
            QCOMPARE(columnTitle(text, "training", "batch"), own);
            for (const char* other : {"inference", "lr_finder", "from_the_future", ""})
                QCOMPARE(columnTitle(text, other, "batch"), common);
            QCOMPARE(columnTitle(text, "training", "threads"), text("column.threads"));
            QCOMPARE(columnTitle(text, "training", "from_the_future"),
                     std::string("from_the_future"));
        }
        Comparison comparison;
        QCOMPARE(experimentOf(comparison), std::string());
        comparison.rows = {{.experiment = "training"}, {.experiment = "training"}};
        QCOMPARE(experimentOf(comparison), std::string("training"));
        const Text text(Language::English);
        const LongTable table{{"batch", "threads"}, {}};
        QCOMPARE(titlesOf(table, comparison, text),
                 (std::vector<std::string>{"Images in a batch", "Threads"}));
        comparison.rows.push_back({.experiment = "inference"});
        QCOMPARE(experimentOf(comparison), std::string());
        QCOMPARE(titlesOf(table, comparison, text), (std::vector<std::string>{"Batch", "Threads"}));
    }

    /// Y-11: where too few independent rounds are the reason it is said how many there are, as the
    /// verdict counted them; other reasons stand as they are.
    void roundsAreCounted_Y_11() {
        std::vector<double> base, candidate;
        double level = 0;
        for (int i = 0; i < 60; ++i) {
            level = 0.9 * level + 0.01 * std::sin(1.7 * i * i);
            base.push_back(100 * std::exp(level));
            candidate.push_back(98);
        }
        RatioEstimate estimate = comparePaired(base, candidate);
        QCOMPARE(estimate.rounds, std::size_t{60});
        QVERIFY2(estimate.independent > 0 && estimate.independent < 30,
                 qPrintable(QString::number(estimate.independent)));
        estimate.verdict = Verdict::Inconclusive;
        estimate.doubt = Doubt::FewRounds;
        estimate.independent = 6.28;
        QCOMPARE(doubtText(estimate, Text(Language::English)),
                 std::string("too few independent rounds: 60 rounds count as 6.3"));
        QCOMPARE(doubtText(estimate, Text(Language::Spanish)),
                 std::string("hay muy pocas rondas independientes: 60 rondas valen por 6,3"));
        estimate.doubt = Doubt::Wide;
        QCOMPARE(doubtText(estimate, Text(Language::English)),
                 Text(Language::English).word("doubt", "interval_wide"));
    }

    /// Among photographs that share a batch, those count that have a place in it: no other is
    /// looked at.
    void photographsOfABatch() {
        const Text text(Language::English);
        Params work;
        work.set("input", Json{"a.png", "b.png", "c.png"});
        for (const auto& [batch, name] : {std::pair{1, "a.png"},
                                          {2, "a.png and 1 more in the same batch"},
                                          {3, "a.png and 2 more in the same batch"},
                                          {8, "a.png and 2 more in the same batch"}}) {
            work.set("batch", batch);
            QCOMPARE(inputName(work, text), std::string(name));
        }
    }

    /// In a line of progress; of an experiment that nobody knows all the values.
    void shortNames() {
        const Text text(Language::English);
        const auto name = [&](const char* experiment, const Params& work) {
            return shortName(findSpec(experiment), work, text);
        };
        const Params random{{"model", "resnet18"}, {"input", "random"}, {"size_px", 224}};
        QCOMPARE(name("inference", random), std::string("ResNet-18, 224 px"));
        Params photo = random;
        photo.set("input", "sample:chelsea.png");
        photo.set("batch", 8);
        QCOMPARE(name("inference", photo), std::string("ResNet-18, chelsea.png, 224 px, batch 8"));
        const Params trained{
            {"model", "mlp"}, {"hidden", 64}, {"data", "/lab/synthetic:3"}, {"batch", 32}};
        QCOMPARE(name("training", trained), std::string("MLP-64, synthetic:3, batch 32"));
        QCOMPARE(name("from_the_future", {{"n", 5}, {"shape", "flat"}}), std::string("n 5, flat"));
        QCOMPARE(
            shortName(findSpec("inference"), random, {{"device", "cuda"}, {"threads", 4}}, text),
            std::string("ResNet-18, 224 px · GPU"));
        QCOMPARE(shortName(nullptr, {{"n", 5}}, {{"hand", "left"}}, text), std::string("n 5"));
    }

    /// A student reads one name of a network everywhere, also where it is told why it cannot be.
    void networksAreCalledByTheirNames() {
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            for (const char* experiment : {"inference", "training", "lr_finder"})
                for (const std::string& name : findSpec(experiment)->find("model")->words)
                    QVERIFY2(text.has("model." + name), name.c_str());
            QCOMPARE(networkName("mobilenet_v2", text), std::string("MobileNetV2"));
            QCOMPARE(networkName("mlp", text), std::string("MLP-256"));
            QCOMPARE(networkName("anothernet\n", text), std::string("anothernet␊"));
            const std::string why = text.reason(
                {"size_too_small", {{"model", "resnet18"}, {"size_px", 8}, {"min_px", 32}}});
            QVERIFY2(why.find("ResNet-18") != std::string::npos, why.c_str());
        }
    }

    void names_data() {
        QTest::addColumn<Variants>("variants");
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QString>("common");
        QTest::addColumn<QStringList>("spoken");  // in a sentence to be projected
        const Variant eager{Device::Cpu, 4, Precision::Fp32, Mode::Eager};
        const Variant fused{Device::Cpu, 4, Precision::Fp32, Mode::Fused};
        const Variant fast{Device::Cpu, 4, Precision::Bf16, Mode::Fused};
        const Variant single{Device::Cpu, 1, Precision::Fp32, Mode::Eager};
        const Variant gpu{Device::Cuda, 0, Precision::Fp32, Mode::Eager};
        QTest::newRow("mode") << Variants{eager, fused} << QStringList{"eager", "fused"}
                              << "CPU, 4 threads, FP32" << QStringList{"eager", "fused"};
        QTest::newRow("mode and precision")
            << Variants{eager, fast} << QStringList{"FP32, eager", "BF16, fused"}
            << "CPU, 4 threads" << QStringList{"FP32 eager", "BF16 fused"};
        QTest::newRow("device") << Variants{eager, gpu} << QStringList{"CPU", "GPU"}
                                << "4 CPU threads, FP32, eager" << QStringList{"CPU", "GPU"};
        QTest::newRow("device and mode")
            << Variants{eager, fused, gpu} << QStringList{"CPU, eager", "CPU, fused", "GPU, eager"}
            << "4 CPU threads, FP32" << QStringList{"CPU eager", "CPU fused", "GPU eager"};
        QTest::newRow("threads") << Variants{single, eager} << QStringList{"1 thread", "4 threads"}
                                 << "CPU, FP32, eager"
                                 << QStringList{"running 1 thread", "running 4 threads"};
        QTest::newRow("threads beside a GPU")
            << Variants{single, eager, gpu} << QStringList{"CPU, 1 thread", "CPU, 4 threads", "GPU"}
            << "FP32, eager" << QStringList{"CPU 1 thread", "CPU 4 threads", "GPU"};
        QTest::newRow("alone") << Variants{eager} << QStringList{"CPU, 4 threads, FP32, eager"}
                               << "CPU, 4 threads, FP32, eager" << QStringList{"CPU"};
    }
    void names() {
        QFETCH(Variants, variants);
        QFETCH(QStringList, names);
        QFETCH(QString, common);
        QFETCH(QStringList, spoken);
        const Comparison comparison = comparisonOf(variants);
        const Labels labels(comparison, Text(Language::English));
        for (std::size_t i = 0; i < variants.size(); ++i) {
            const auto at = static_cast<qsizetype>(i);
            QCOMPARE(QString::fromStdString(labels.columnName(i)), names[at]);
            QCOMPARE(QString::fromStdString(labels.spokenName(i)), spoken[at]);
        }
        QCOMPARE(QString::fromStdString(labels.commonText()), common);
        const QString title = QString::fromStdString(labels.withCommon("Times"));
        QCOMPARE(title, variants.size() > 1 ? "Times (" + common + ")" : QString("Times"));
    }

    /// The path of a program tells the user's name in legends, headlines and reports.
    void commandsAreCalledWithoutFolders_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("name");
        const auto row = [](const char* command, const char* name) {
            QTest::newRow(*command ? command : "empty") << QString(command) << QString(name);
        };
        row("/home/ana/sum", "sum");
        row("/home/ana/sum {n}", "sum {n}");
        row("python3 /home/ana/sum.py {n}", "python3 sum.py {n}");
        row("\"/home/ana/my work/sum\" \"{n}\" '/tmp/a b'", "\"sum\" \"{n}\" 'a b'");
        row("./sum  {n} ", "sum  {n} ");
        row("C:\\Users\\Ana\\sum.exe {n}", "sum.exe {n}");
        row("~/sum \"unclosed", "sum \"unclosed");
        row("sed s/a/b/ --out=/", "sed s/a/b/ --out=/");
        row("/home/ana/ / \"\" x", "/home/ana/ / \"\" x");
        row("cmd /c \"echo hi\"", "cmd /c \"echo hi\"");
        row("", "");
    }
    void commandsAreCalledWithoutFolders() {
        QFETCH(QString, command);
        QFETCH(QString, name);
        const std::string typed = command.toStdString();
        const Json value = referenceTo(typed, Attachment(typed));
        QCOMPARE(valueName("command", value, false, Text(Language::English)), name.toStdString());
    }

    /// The folders are all that tells two programs with one name apart.
    void namesakesKeepTheirFolders() {
        Comparison comparison{.find = findSpec};
        comparison.sources.resize(1);
        comparison.rows.push_back({.experiment = "program"});
        for (const char* command : {"/home/ana/v1/sum", "/home/ana/v2/sum", "/home/ana/count"})
            comparison.columns.push_back(
                {0, Params{{"command", referenceTo(command, Attachment(command))}}});
        const Labels labels(comparison, Text(Language::English));
        QCOMPARE(labels.columnName(0), std::string("/home/ana/v1/sum"));
        QCOMPARE(labels.columnName(1), std::string("/home/ana/v2/sum"));
        QCOMPARE(labels.columnName(2), std::string("count"));
    }

    /// A student's own source is called by its name, not by its digest.
    void attachmentsAreCalledByTheirNames() {
        Comparison comparison{.find = findSpec};
        comparison.sources.resize(1);
        for (const char* name : {"mine.cu", "\n.cu"}) {
            const Json source = referenceTo(name, Attachment(name));
            comparison.columns.push_back({0, Params{{"source", source}}});
        }
        const Labels labels(comparison, Text(Language::English));
        QCOMPARE(labels.columnName(0), std::string("mine.cu"));
        QCOMPARE(labels.columnName(1), std::string("␊.cu"));
    }
};

QTEST_APPLESS_MAIN(TestLabels)
#include "tst_labels.moc"
