// SPDX-License-Identifier: Apache-2.0
// Y-39: the programs of products, pi and max pooling that are taken home. Each is run here by what
// this PC has (a C compiler, NumPy, PyTorch, nvcc), what it computed is compared with Duelo's own
// plain work, and what it printed becomes a column beside a real run of Duelo's.
#include <QtTest>

#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "experiments/imported_times.h"
#include "experiments/matrix_product/inputs.h"
#include "experiments/matrix_product/kernels.h"
#include "experiments/matrix_product/maker.h"
#include "experiments/max_pool/inputs.h"
#include "experiments/max_pool/kernels.h"
#include "experiments/max_pool/maker.h"
#include "experiments/pi/maker.h"
#include "experiments/pi/params.h"
#include "experiments/pi/sums.h"
#include "python_testing.h"
#include "real_run.h"
#include "report/imported.h"

using namespace duelo;

namespace {

const Facts& kFacts = testing::kTwoCores;

double productValue(const Params& params) {
    const ProductCase work = productCase(params);
    const ProductInputs inputs = productInputs(work);
    const auto n = static_cast<long>(work.n);
    std::vector<float> c(static_cast<std::size_t>(n * n));
    productKernels().three_loops(inputs.a.data(), inputs.b.data(), c.data(), n, 0, n);
    return std::accumulate(c.begin(), c.end(), 0.0);
}

double piValue(const Params& params) {
    const PiCase work = piCase(params);
    return piEstimate(
        work, work.method == PiMethod::Series
                  ? leibnizSum(0, work.samples)
                  : static_cast<double>(pointsInside(pointStream(work.seed), 0, work.samples)));
}

double poolValue(const Params& params) {
    const PoolCase work = poolCase(params);
    const AlignedFloats picture = poolInput(work);
    std::vector<float> map(static_cast<std::size_t>(work.windows()));
    usablePoolKernels().back().loops(picture.data(), map.data(), work.size, work.out(), work.window,
                                     work.stride, work.padding, work.borderValue(), 0, work.out());
    return std::accumulate(map.begin(), map.end(), 0.0);
}

struct Work {
    const char* experiment;
    TypedWords words;
    double (*value)(const Params& work);
    double room;  ///< by which roundings may make two values differ
    std::unique_ptr<Maker> (*maker)();
};

template <typename Of>
std::unique_ptr<Maker> made() {
    return std::make_unique<Of>();
}

const std::vector<Work>& works() {
    static const std::vector<Work> all{
        {"matrix_product", {{"n", {"17", "33"}}}, productValue, 0.01, made<ProductMaker>},
        {"pi",
         {{"samples", {"601", "2001"}}, {"method", {"monte_carlo", "series"}}},
         piValue,
         1e-9,
         made<PiMaker>},
        {"max_pool",
         {{"size_px", {"33"}},
          {"window", {"2", "3"}},
          {"padding", {"0", "1"}},
          {"numbers", {"digits", "signed"}},
          {"border", {"zero", "least"}}},
         poolValue,
         0,
         made<PoolMaker>}};
    return all;
}

Plan planOf(const Work& work) {
    const Spec& spec = *findSpec(work.experiment);
    Plan plan = planFromWords(spec, work.words, kFacts).value();
    plan = validated(plan, spec, kFacts).value();
    plan.preset = Preset::Quick;
    return plan;
}

/// Returns the source of a program, with little time for each measurement.
QByteArray sourceOf(const Plan& plan, ProgramKind kind, Language language = Language::English) {
    const auto program = programOf(plan, Text(language), kind);
    if (!program) qFatal("%s", program.error().code.c_str());
    QByteArray source = QByteArray::fromStdString(*program);
    for (const auto& [from, to] : {std::pair{"MIN_SECONDS = 0.3", "MIN_SECONDS = 0.001"},
                                   {"MAX_SECONDS = 5", "MAX_SECONDS = 0.01"},
                                   {"MIN_SECONDS 0.3", "MIN_SECONDS 0.001"},
                                   {"MAX_SECONDS 5", "MAX_SECONDS 0.01"}})
        source.replace(from, to);
    return source;
}

}  // namespace

class TestWorkPrograms : public QObject {
    Q_OBJECT

    PythonPrograms m_programs;
    testing::RealRun m_run;
    std::set<std::string> m_reported;

    static void rows() {
        QTest::addColumn<int>("at");
        for (std::size_t i = 0; i < works().size(); ++i)
            QTest::newRow(works()[i].experiment) << static_cast<int>(i);
    }

    static QString compiler(const char* name) {
        const QString path = qEnvironmentVariable(name);
        return QFile::exists(path) ? path : QString();
    }

    /// Compiles a program and runs it. \returns what it printed; nothing where it ended badly.
    QByteArray builtAndRun(const QString& with, const QStringList& options,
                           const QByteArray& source, const QString& name, int expected = 0) const {
        const QString file = m_programs.path(name), program = file + QStringLiteral(".out");
        QFile out(file);
        if (!out.open(QIODevice::WriteOnly)) qFatal("no file");
        out.write(source);
        out.close();
        int code = -1;
        const QByteArray told = PythonPrograms::run(
            with, QStringList{file, QStringLiteral("-o"), program} + options, code);
        if (code != 0) qFatal("%s", told.constData());
        const QByteArray said = PythonPrograms::run(program, {}, code);
        if (code != expected) qFatal("%d: %s", code, said.constData());
        return said;
    }

    /// Every case has a time of each way, and the value that Duelo's own work has.
    static void checkValues(const Work& work, const QByteArray& said, std::size_t ways) {
        std::map<std::string, std::set<std::string>> told;
        for (const QByteArray& line : said.split('\n')) {
            if (!line.startsWith("duelo-time: ")) continue;
            const Json json = Json::parse(line.mid(12).toStdString());
            const double expected = work.value(Params::from(json["work"]));
            QVERIFY2(std::abs(json["value"].get<double>() - expected) <= work.room,
                     qPrintable(QString("%1 instead of %2").arg(QString(line)).arg(expected)));
            QVERIFY(json["median_ms"].get<double>() > 0);
            told[json["work"].dump()].insert(json["variant"].dump());
        }
        std::set<Params> cases;
        for (const Cell& cell : expand(planOf(work), kFacts)) cases.insert(cell.work);
        QVERIFY2(told.size() == cases.size(), said.constData());
        for (const auto& [one, variants] : told) QCOMPARE(variants.size(), ways);
    }

    /// Returns a run of Duelo's own, measured at the first call.
    std::filesystem::path ownFileOf(const Work& work) {
        const auto own = m_run.file(QString("%1.own.duelo").arg(work.experiment));
        if (!std::filesystem::exists(own))
            static_cast<void>(
                m_run.measure({.plan = planOf(work), .maker = work.maker, .t_max_ms = 5},
                              *findSpec(work.experiment), own));
        return own;
    }

    /// Beside a run of Duelo's own, as `duelo-engine import` does it.
    void checkColumn(const Work& work, const QByteArray& said, const QString& name) {
        const auto own = ownFileOf(work);
        const auto printed = m_run.file(name + QStringLiteral(".txt"));
        QFile out(printed);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(said);
        out.close();
        const auto run = importedRun(
            ImportRequest{.own = own, .printed = printed, .facts = {.source = "our program"}},
            Text(Language::English), "0.2.0");
        QVERIFY2(run, run ? "" : run.error().code.c_str());
        QCOMPARE(run->times.size(), static_cast<std::size_t>(said.count("duelo-time: ")));
        QVERIFY(run->provenance.unchecked.empty());
        QVERIFY(!run->provenance.technology.empty());
        const auto brought = m_run.file(name + QStringLiteral(".duelo"));
        QVERIFY(writeImported(*run, brought));
        const Comparison c = testing::compared({own, brought});
        int columns = 0;
        for (std::size_t i = 0; i < c.columns.size(); ++i) {
            if (!provenanceOf(c.sourceOf(c.columns[i]).header)) continue;
            ++columns;
            for (const Row& row : c.rows) {
                QVERIFY(row.cells[i].timed());
                QVERIFY(isBrought(c, row.cells[i]));
            }
        }
        QVERIFY(columns > 0);
        if (!m_reported.insert(work.experiment).second)
            return;  // one program's report tells of all
        for (const Language language : {Language::Spanish, Language::English}) {
            const QString report = testing::markdownOf(c, language);
            QVERIFY(report.contains(QStringLiteral("our program")));
            QVERIFY2(report.contains(language == Language::Spanish ? "leído de la salida"
                                                                   : "read from a program"),
                     qPrintable(report));
        }
    }

    void runInPython(const Work& work, ProgramKind kind, const char* modules) {
        const QString python = PythonPrograms::pythonWith(modules);
        if (python.isEmpty()) QSKIP("no Python with these modules");
        const QString name = QString("%1 %2").arg(work.experiment, modules);
        int code = -1;
        const QByteArray said = PythonPrograms::run(
            python, {m_programs.fileOf(sourceOf(planOf(work), kind), name)}, code);
        QVERIFY2(code == 0, said.constData());
        checkValues(work, said, 1);
        checkColumn(work, said, name);
    }

private Q_SLOTS:
    void cIsCompiledAndRun_data() { rows(); }
    void cIsCompiledAndRun() {
        QFETCH(int, at);
        const Work& work = works()[static_cast<std::size_t>(at)];
        if (compiler("DUELO_CC").isEmpty()) QSKIP("no C compiler");
        const QString file = QString("%1.c").arg(work.experiment);
        const QByteArray source = sourceOf(planOf(work), ProgramKind::C);
        const QByteArray said = builtAndRun(
            compiler("DUELO_CC"),
            {"-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-fopenmp", "-lm"}, source, file);
        checkValues(work, said,
                    work.experiment == std::string("matrix_product") ? 6
                    : work.experiment == std::string("pi")           ? 2
                                                                     : 3);
        checkColumn(work, said, file);
    }

    /// Its kernels run on the host's threads here: what is proven is the program, not the GPU.
    void cudaIsRunOnTheHost_data() { rows(); }
    void cudaIsRunOnTheHost() {
        QFETCH(int, at);
        const Work& work = works()[static_cast<std::size_t>(at)];
        if (compiler("DUELO_CXX").isEmpty()) QSKIP("no C++ compiler");
        QByteArray source = sourceOf(planOf(work), ProgramKind::Cuda);
        source.replace("MIN_RUNS 10", "MIN_RUNS 1");
        source.replace("WARM_UP 5", "WARM_UP 0");
        const QString launches = QString::fromUtf8(source).replace(
            QRegularExpression(R"(([\w:>-]+)<<<(\w+), (\w+)>>>\()"),
            "launchOnHost(\\2, \\3, \\1, ");
        const QString file = QString("%1 host.cpp").arg(work.experiment);
        const QByteArray said =
            builtAndRun(compiler("DUELO_CXX"),
                        {"-std=c++20", "-O1", "-pthread", "-include", DUELO_CUDA_ON_HOST},
                        launches.toUtf8(), file);
        checkValues(work, said,
                    work.experiment == std::string("matrix_product") ? 8
                    : work.experiment == std::string("pi")           ? 2
                                                                     : 1);
        checkColumn(work, said, file);
    }

    /// Without a GPU it says so, and with one it is right.
    void cudaIsCompiledByNvcc_data() { rows(); }
    void cudaIsCompiledByNvcc() {
        QFETCH(int, at);
        const Work& work = works()[static_cast<std::size_t>(at)];
        if (compiler("DUELO_NVCC").isEmpty()) QSKIP("no nvcc");
        const bool hasGpu = QFile::exists("/dev/nvidia0");
        const QByteArray said =
            builtAndRun(compiler("DUELO_NVCC"), {"-O1", "-std=c++17", "--expt-relaxed-constexpr"},
                        sourceOf(planOf(work), ProgramKind::Cuda),
                        QString("%1.cu").arg(work.experiment), hasGpu ? 0 : 1);
        if (!hasGpu) QCOMPARE(said.trimmed(), QByteArray("not measured: no GPU"));
        if (hasGpu) checkColumn(work, said, QString("%1.cu").arg(work.experiment));
    }

    void numpyIsRun_data() { rows(); }
    void numpyIsRun() {
        QFETCH(int, at);
        runInPython(works()[static_cast<std::size_t>(at)], ProgramKind::NumPy, "numpy");
    }

    void pytorchIsRun_data() { rows(); }
    void pytorchIsRun() {
        QFETCH(int, at);
        runInPython(works()[static_cast<std::size_t>(at)], ProgramKind::PyTorch, "torch");
    }

    void missingPackagesAreSaid_data() { rows(); }
    void missingPackagesAreSaid() {
        QFETCH(int, at);
        if (PythonPrograms::python().isEmpty()) QSKIP("no python3");
        for (const auto& [kind, package] :
             {std::pair{ProgramKind::NumPy, "numpy"}, {ProgramKind::PyTorch, "torch"}}) {
            const QString file = m_programs.fileOf(
                sourceOf(planOf(works()[static_cast<std::size_t>(at)]), kind), "missing");
            int code = 0;
            const QByteArray said =
                PythonPrograms::run(PythonPrograms::python(), {"-I", "-S", file}, code);
            QCOMPARE(code, 1);
            QVERIFY2(said.startsWith(QByteArray("Python packages are missing: ") + package) &&
                         said.count('\n') == 1,
                     said.constData());
        }
    }

    /// The kernels are not a second copy, and every comment is in the language of the text.
    void textsAreDuelosOwn_data() { rows(); }
    void textsAreDuelosOwn() {
        QFETCH(int, at);
        const Plan plan = planOf(works()[static_cast<std::size_t>(at)]);
        for (const ProgramKind kind :
             {ProgramKind::PyTorch, ProgramKind::NumPy, ProgramKind::C, ProgramKind::Cuda}) {
            const QByteArray es = sourceOf(plan, kind, Language::Spanish),
                             en = sourceOf(plan, kind, Language::English);
            for (const char* none : {"script.", "//@", "#@", "\t"})
                QVERIFY2(!es.contains(none) && !en.contains(none), none);
            QVERIFY(es.contains("no se mide") || es.contains("No medido"));
            QVERIFY(!en.contains("no se mide") && !en.contains("No medido"));
            QVERIFY(es.contains(QByteArray::fromStdString(planHash(toJson(plan)))));
            for (const auto& [spanish, english] :
                 {std::pair{"por su definición", "by its definition"},
                  {"nadie lee antes", "nobody reads before"},
                  {"solo se lee", "is only read"}}) {
                QCOMPARE(es.contains(spanish), en.contains(english));
                QVERIFY2(!es.contains(english) && !en.contains(spanish), english);
            }
        }
    }

    void whatCannotBeWrittenIsSaid() {
        const Text text(Language::English);
        Plan product = planOf(works()[0]);
        product.variants.front()["kernel"] = {"library", "matmul_tensor"};
        for (const ProgramKind kind : {ProgramKind::C, ProgramKind::Cuda}) {
            const auto none = programOf(product, text, kind);
            QCOMPARE(none.error().code, std::string("script_no_way"));
            QVERIFY(text.reason(none.error()).find("three_loops") != std::string::npos ||
                    text.reason(none.error()).find("matmul1") != std::string::npos);
        }
        QVERIFY(programOf(product, text, ProgramKind::NumPy));
        Plan pool = planOf(works()[2]);
        pool.cases.front()["numbers"] = {"typed"};
        QCOMPARE(programOf(pool, text, ProgramKind::C).error().code,
                 std::string("pool_program_numbers"));
        const Plan network = completed({.experiment = "inference"}, *findSpec("inference"));
        QCOMPARE(programOf(network, text, ProgramKind::C).error().code,
                 std::string("script_not_in"));
        for (const ProgramKind kind :
             {ProgramKind::PyTorch, ProgramKind::NumPy, ProgramKind::C, ProgramKind::Cuda})
            QCOMPARE(programKindOf("a" + std::string(suffixOf(kind))).value(), kind);
        QCOMPARE(programKindOf("a.txt").error().code, std::string("script_suffix"));
    }

    /// A file shows no variant that the experiment has not, and no other work's time.
    void printedLinesAreChecked() {
        const ImportTarget target{.experiment = "matrix_product",
                                  .rows = {{.work = {{"n", 64}, {"seed", 1}}, .key = "64"}}};
        const auto codeOf = [&](const char* experiment, const char* work, const char* variant,
                                const Json& median_ms = 1.5) {
            const Json told{{"experiment", experiment},        {"work", Json::parse(work)},
                            {"variant", Json::parse(variant)}, {"technology", "C"},
                            {"protocol", "warm_median"},       {"n", 3},
                            {"median_ms", median_ms}};
            const std::string line = std::string(kTimeLine) + told.dump();
            const auto printed = readPrinted(std::string_view(line));
            if (!printed->refused.empty()) return printed->refused.front().second.code;
            const auto figures = figuresOf(*printed, target, "");
            if (!figures) return figures.error().code;
            const auto run = importedRun(target, {.source = "x"}, *figures, "0");
            return run ? std::string() : run.error().code;
        };
        const char* const usual = R"({"n": 64, "seed": 1})";
        const char* const way = R"({"device": "cpu", "kernel": "three_loops", "threads": 2})";
        QCOMPARE(codeOf("matrix_product", usual, way), std::string());
        QCOMPARE(codeOf("pi", usual, way), std::string("printed_other_work"));
        QCOMPARE(codeOf("matrix_product", R"({"n": 65, "seed": 1})", way),
                 std::string("printed_other_work"));
        for (const char* wrong : {R"({"kernel": "mine"})", R"({"device": "tpu"})",
                                  R"({"threads": -1})", R"({"n": 64})", R"({"other": 1})"})
            QCOMPARE(codeOf("matrix_product", usual, wrong), std::string("unknown_value"));
        // A small case is done in less than a microsecond.
        QCOMPARE(codeOf("matrix_product", usual, way, 0.0003), std::string());
        for (const double never : {1e-9, 1e9})
            QCOMPARE(codeOf("matrix_product", usual, way, never),
                     std::string("printed_out_of_range"));
        QCOMPARE(codeOf("matrix_product", usual, way, 0), std::string("typed_not_positive"));
        QCOMPARE(codeOf("matrix_product", usual, way, "1"), std::string("typed_not_number"));
    }
};

QTEST_GUILESS_MAIN(TestWorkPrograms)
#include "tst_work_programs.moc"
