// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include "../session/store_testing.h"
#include "training_examples.h"
#include "ui/form/tip.h"
#include "ui/results/results_model.h"

using namespace duelo;
using namespace duelo::testing;
using namespace duelo::ui;

namespace {

using Tester = QAbstractItemModelTester;
constexpr auto kStrict = Tester::FailureReportingMode::QtTest;

/// A model that looks as its page does, whenever the run tells of a change.
class Watched : public ResultsModel {
public:
    Watched(const RunStore& run, const Text& text) : ResultsModel(run, text) {
        const auto look = [this] { refresh(m_shown); };
        connect(&run, &RunStore::changed, this, look);
        connect(&run, &RunStore::liveChanged, this, [this] { refreshLive(); });
    }
    void setTable(std::optional<std::size_t> table) { refresh(m_shown = table); }

private:
    std::optional<std::size_t> m_shown;
};

QStringList titlesOf(const ResultsModel& model) {
    QStringList titles;
    for (int c = 0; c < model.columnCount(); ++c)
        titles << model.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
    return titles;
}

QVariant at(const ResultsModel& model, int row, const QString& title, int role = Qt::DisplayRole) {
    const auto column = titlesOf(model).indexOf(title);
    if (column < 0)
        qFatal("no column %s among: %s", qPrintable(title), qPrintable(titlesOf(model).join("; ")));
    return model.index(row, static_cast<int>(column)).data(role);
}

const QString kCpu = QStringLiteral("Tiempo CPU (s)");

RecordLog without(RecordLog log, const std::string& id) {
    std::erase_if(log.records, [&](const Record& record) {
        return std::visit(
            [&](const auto& one) {
                if constexpr (requires { one.cell == id; }) return one.cell == id;
                return false;
            },
            record);
    });
    // Else the plan has them all the same.
    std::get<Header>(log.records.front()).cells = static_cast<int>(std::ranges::count_if(
        log.records, [](const Record& one) { return std::holds_alternative<CellRecord>(one); }));
    return log;
}

/// One CPU beside one GPU: a third variant would have rows of its own.
RecordLog pairLog() {
    RecordLog log = gpuLog();
    for (const char* fused : {"c002", "c005", "c008"}) log = without(std::move(log), fused);
    return log;
}

/// Every cell of a plan, done and with these figures, as a run tells them.
void measure(RunStore& run, const Plan& plan, const std::vector<Metric>& metrics) {
    const Spec& spec = *findSpec(plan.experiment);
    Header header = twoCellHeader();
    header.plan = toJson(plan);
    header.plan_hash = planHash(header.plan);
    const auto cells = expand(plan, spec, {.physical_cores = 4, .devices = {Device::Cpu}});
    header.cells = static_cast<int>(cells.size());
    run.beginRun("x.duelo");
    add(run, header);
    for (const Cell& cell : cells) {
        ResultRecord result = doneIn(cell.id, 2);
        result.metrics = metrics;
        add(run, CellRecord{.cell = cell.id,
                            .experiment = plan.experiment,
                            .work = cell.work,
                            .variant = cell.variant});
        add(run, result);
    }
}

/// Measures one case in one variant of an experiment's usual plan.
void measureOne(RunStore& run, const char* experiment, const std::vector<Metric>& metrics) {
    Plan plan = usualPlan(*findSpec(experiment), Facts{});
    for (std::vector<Block>* blocks : {&plan.cases, &plan.variants}) {
        blocks->resize(1);
        for (auto& [axis, values] : blocks->front()) values.resize(1);
    }
    measure(run, plan, metrics);
}

}  // namespace

class TestResultsModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void titlesAreTheHandouts_data();
    void titlesAreTheHandouts();
    void threePcsStandSideBySide_Y_43();
    void anotherCpuStandsBehind_Y_43();
    void figuresAreTheComparisons();
    void ratioHasVerdictAndInterval();
    void noteSaysWhyARatioIsNoQuotient_Y_20();
    void doubtfulSideHasNoRatio();
    void emptyCellsSayWhy();
    void recognisedClassIsShown();
    void metricsAreSaidAsTheirSpecSays();
    void metricThatNoRowHasNeedsNoColumn();
    void latencyIsOfSeveralAtATime_data();
    void latencyIsOfSeveralAtATime();
    void ratesAreReadAtAGlance();
    void worksAreNamed();
    void limitsStandBesideTimes();
    void liveCellsAreToldAsTheyGrow();
    void lostCellSaysWhy();
    void staysCleanWhileARunStreams();
    void oneTableOfMany();
    void bothLanguages();
    void clearedIsEmpty();

private:
    Files m_files;
    const Text m_spanish{Language::Spanish};
};

/// S0-19, S0-32, S0-33: whose GPU it was stands in the title.
void TestResultsModel::titlesAreTheHandouts_data() {
    QTest::addColumn<int>("role");
    QTest::addColumn<QString>("title");
    QTest::newRow("shared") << int(duelo::Role::Shared)
                            << "Tiempo GPU (s) (obtenido de otro grupo)";
    QTest::newRow("reference") << int(duelo::Role::Reference) << "Tiempo de referencia (GPU) (s)";
}

void TestResultsModel::titlesAreTheHandouts() {
    QFETCH(int, role);
    QFETCH(QString, title);
    RunStore run;
    Watched model(run, m_spanish);
    const Tester tester(&model, kStrict);
    const QTemporaryDir folder;
    QVERIFY(opens(run, recordFile(examples::cpuPc(), folder.filePath("casa.duelo"))));
    QVERIFY(titlesOf(model).contains(kCpu));
    QVERIFY(titlesOf(model).contains("Tiempo GPU (s)"));  // of its own, with the reason in it
    QVERIFY(adds(run, recordFile(examples::otherPc(), folder.filePath("grupo_7.duelo")),
                 duelo::Role(role)));
    QCOMPARE(titlesOf(model).count(title), 1);
    QCOMPARE(at(model, 1, title).toString(), QString("0,004988"));
    QVERIFY(std::abs(at(model, 1, title, ResultsModel::ValueRole).toDouble() - 0.005) < 1e-4);
    QVERIFY(leaves(run, 1));
    QVERIFY(!titlesOf(model).contains(title));
}

/// Own CPU, another group's GPU and a reference: a row for each size, a column for each device
/// under its own name, and the ratio below its time. What they are of stands in the tips.
void TestResultsModel::threePcsStandSideBySide_Y_43() {
    RunStore run;
    Watched model(run, m_spanish);
    const Tester tester(&model, kStrict);
    QVERIFY(opens(run, m_files.write(examples::cpuPc(), "casa.duelo")));
    QVERIFY(adds(run, m_files.write(examples::otherPc(), "grupo_7.duelo"), duelo::Role::Shared));
    QVERIFY(titlesOf(model).contains(kCpu));  // of two nothing is shortened
    QVERIFY(adds(run, m_files.write(examples::gpuPc(), "aula.duelo"), duelo::Role::Reference));
    model.setTable(0);
    const QString shared = "RTX 4070 (s)", reference = "RTX 3060 (s)";
    QCOMPARE(titlesOf(model),
             (QStringList{"Tamaño (px)", "Ryzen 5 5500U (s)", shared, reference,
                          "i5-12400 " + qs(m_spanish.word("mode", "eager")) + " (s)",
                          "i5-12400 " + qs(m_spanish.word("mode", "fused")) + " (s)"}));
    QCOMPARE(model.rowCount(), 3);
    QVERIFY(at(model, 1, shared, ResultsModel::DetailRole).toString().startsWith("× 40") ||
            at(model, 1, shared, ResultsModel::DetailRole).toString().startsWith("× 39"));
    QVERIFY(at(model, 1, "Ryzen 5 5500U (s)", ResultsModel::DetailRole).toString().startsWith("±"));
    const QString tip = at(model, 1, shared, Qt::ToolTipRole).toString();
    QVERIFY2(tip.startsWith(qs(m_spanish.word("verdict", "faster"))), qPrintable(tip));
    // The reference is noisy at 224 px: no factor is told of it.
    QCOMPARE(at(model, 0, reference, ResultsModel::DetailRole).toString(), QString("– · ⚠"));
    for (int c = 1; c < model.columnCount(); ++c) {
        const QString whole = model.headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString();
        QVERIFY2(whole.contains(c == 1   ? "casa.duelo"
                                : c == 2 ? "grupo_7.duelo"
                                         : "aula.duelo"),
                 qPrintable(whole));
    }
    QVERIFY(leaves(run, 2));
    QVERIFY(titlesOf(model).contains(kCpu));
}

/// Two PCs have a row for each size too, the own CPU and the other's GPU with the handout's titles,
/// and behind them the CPU that came with the file.
void TestResultsModel::anotherCpuStandsBehind_Y_43() {
    RunStore run;
    Watched model(run, m_spanish);
    const Tester tester(&model, kStrict);
    QVERIFY(opens(run, m_files.write(examples::cpuPc(), "propio.duelo")));
    QVERIFY(adds(run, m_files.write(examples::gpuPc(), "grupo_8.duelo"), duelo::Role::Shared));
    model.setTable(0);
    const QString gpu = "Tiempo GPU (s) (obtenido de otro grupo)";
    QCOMPARE(titlesOf(model),
             (QStringList{"Tamaño (px)", kCpu, gpu,
                          "i5-12400 " + qs(m_spanish.word("mode", "eager")) + " (s)",
                          "i5-12400 " + qs(m_spanish.word("mode", "fused")) + " (s)"}));
    QCOMPARE(model.rowCount(), 3);
    QVERIFY2(at(model, 1, gpu, ResultsModel::DetailRole).toString().startsWith("×"),
             qPrintable(at(model, 1, gpu, ResultsModel::DetailRole).toString()));
}

void TestResultsModel::figuresAreTheComparisons() {
    RunStore run;
    Watched model(run, m_spanish);
    QVERIFY(opens(run, m_files.write(pairLog(), "figures.duelo")));
    const Comparison& c = *run.comparison();
    const std::size_t cpu = columnOf(c, Device::Cpu);
    QCOMPARE(model.rowCount(), 6);
    for (int r = 0; r < 3; ++r) {
        const Summary& s = *c.rows[static_cast<std::size_t>(r)].cells[cpu].result.summary;
        QCOMPARE(at(model, r, kCpu).toString(),
                 QString::fromStdString(
                     measuredText(s.median_ms / 1e3, scaled(s.ci95_ms, 1e-3), {','})));
        QCOMPARE(at(model, r, kCpu, ResultsModel::ValueRole).toDouble(), s.median_ms / 1e3);
        const double half = 100 *
                            std::max(s.ci95_ms->high - s.median_ms, s.median_ms - s.ci95_ms->low) /
                            s.median_ms;
        QCOMPARE(at(model, r, kCpu, ResultsModel::DetailRole).toString(),
                 QString("± %1 %").arg(qs(formatSignificant(half, 2, {','}))));
        QVERIFY(at(model, r, kCpu, Qt::AccessibleTextRole)
                    .toString()
                    .startsWith(kCpu + ": " + at(model, r, kCpu).toString() + ", ±"));
    }
    QCOMPARE(at(model, 2, "Tamaño (px)").toString(), QString("1024"));
    QCOMPARE(at(model, 3, "Lote").toString(), QString("64"));
    QCOMPARE(at(model, 4, "Modelo").toString(), QString("EfficientNet-Lite0"));
    QCOMPARE(at(model, 4, "Entrada").toString(), QString("chelsea.png"));
    // A doubtful figure has a sign; its flags are named in the tip, and explained once elsewhere.
    const QString gpu = "Tiempo GPU (s)";
    QVERIFY(at(model, 0, gpu, ResultsModel::DetailRole).toString().endsWith("⚠"));
    QVERIFY(at(model, 0, gpu, Qt::ToolTipRole)
                .toString()
                .contains(qs(m_spanish.word("flag", "noisy"))));
}

/// S0-20: the GPU is 4 times as fast at 512 px by construction.
void TestResultsModel::ratioHasVerdictAndInterval() {
    RunStore run;
    Watched model(run, m_spanish);
    QVERIFY(opens(run, m_files.write(pairLog(), "ratio.duelo")));
    const Comparison& c = *run.comparison();
    const RatioEstimate& e = *c.rows[1].ratios.back().estimate;
    const auto column = static_cast<int>(titlesOf(model).indexOf("Aceleración (IC 95 %)"));
    QVERIFY(column > 0);
    const QModelIndex ratio = model.index(1, column), verdict = model.index(1, column + 1);
    QCOMPARE(ratio.data(ResultsModel::ValueRole).toDouble(), e.ratio);
    QVERIFY(std::abs(e.ratio - 4) < 0.05);
    QCOMPARE(ratio.data().toString(), qs(formatFixed(e.ratio, 2, {','})));
    QCOMPARE(ratio.data(ResultsModel::DetailRole).toString(),
             QString("(%1–%2)").arg(qs(formatFixed(e.ci95->low, 2, {','})),
                                    qs(formatFixed(e.ci95->high, 2, {','}))));
    QCOMPARE(verdict.data().toString(), qs(m_spanish.word("verdict", "faster")));
    QCOMPARE(verdict.data(ResultsModel::ToneRole).toString(), QString("good"));
    // Batch 64 did not fit the GPU: neither a ratio nor a verdict.
    for (const int k : {column, column + 1}) {
        QCOMPARE(model.index(3, k).data().toString(), QString("–"));
        QCOMPARE(model.index(3, k).data(ResultsModel::MutedRole).toBool(), true);
        QVERIFY(!model.index(3, k).data(ResultsModel::ToneRole).isValid());
    }
}

/// The note stands below the table, as in a document; a tip says which ratios it means.
void TestResultsModel::noteSaysWhyARatioIsNoQuotient_Y_20() {
    const QString sentence = qs(m_spanish("report.ratio_not_quotient"));
    int told = 0, plain = 0;
    for (const RecordLog& log : {examples::gpuPc(), examples::cpuPc(), examples::trainingPc()}) {
        RunStore run;
        QVERIFY(opens(run, m_files.write(log, qPrintable(QString("%1.duelo").arg(told + plain)))));
        Watched model(run, m_spanish);
        for (std::size_t table = 0; table < run.comparison()->tables.size(); ++table) {
            model.setTable(table);
            bool tipped = false;
            for (int r = 0; r < model.rowCount(); ++r)
                for (int c = 0; c < model.columnCount(); ++c)
                    tipped |= model.index(r, c).data(Qt::ToolTipRole) == briefTip(sentence);
            QCOMPARE(model.note(), tipped ? sentence : QString());
            ++(tipped ? told : plain);
        }
    }
    QVERIFY(told > 0 && plain > 0);
}

/// The GPU's time at 224 px is noisy: there is no factor and no colour of a decision, and the tip
/// says which side is to blame.
void TestResultsModel::doubtfulSideHasNoRatio() {
    RunStore run;
    Watched model(run, m_spanish);
    QVERIFY(opens(run, m_files.write(pairLog(), "doubtful.duelo")));
    const auto column = static_cast<int>(titlesOf(model).indexOf("Aceleración (IC 95 %)"));
    QVERIFY(column > 0);
    const QModelIndex ratio = model.index(0, column), verdict = model.index(0, column + 1);
    QCOMPARE(ratio.data().toString(), QString("–"));
    QCOMPARE(ratio.data(ResultsModel::MutedRole).toBool(), true);
    QVERIFY(!ratio.data(ResultsModel::ValueRole).isValid());
    QVERIFY(!ratio.data(ResultsModel::DetailRole).isValid());
    QCOMPARE(verdict.data().toString(), QString("–"));
    QVERIFY(!verdict.data(ResultsModel::ToneRole).isValid());
    for (const QModelIndex& index : {ratio, verdict})
        QVERIFY(index.data(Qt::ToolTipRole).toString().contains("(GPU: ruidosa)"));
}

/// A cell without a figure says why, in short and in full; never a number (S0-19).
void TestResultsModel::emptyCellsSayWhy() {
    RunStore run;
    Watched model(run, m_spanish);
    QVERIFY(opens(run, m_files.write(pairLog(), "why.duelo")));
    const QString gpu = "Tiempo GPU (s)";
    QCOMPARE(at(model, 3, gpu).toString(),
             QString("no medido: la GPU no tenía memoria suficiente"));
    QVERIFY(at(model, 3, gpu, Qt::ToolTipRole).toString().contains("se pidieron 3,1 GiB"));
    QCOMPARE(at(model, 3, gpu, ResultsModel::MutedRole).toBool(), true);
    QVERIFY(!at(model, 3, gpu, ResultsModel::ValueRole).isValid());
    QVERIFY(!at(model, 2, gpu, ResultsModel::MutedRole).isValid());
    QVERIFY(opens(run, m_files.write(without(pairLog(), "c011"), "fewer.duelo")));
    QCOMPARE(at(model, 3, gpu).toString(), QString("no medido: no estaba en el plan"));
}

/// S0-48; a network of random weights recognises nothing.
void TestResultsModel::recognisedClassIsShown() {
    RunStore run;
    Watched model(run, m_spanish);
    QVERIFY(opens(run, m_files.write(pairLog(), "class.duelo")));
    const QString gpu = "Tiempo GPU (s)", name = qs(m_spanish.className(285));
    QVERIFY(!name.isEmpty());
    QVERIFY(at(model, 4, gpu, Qt::ToolTipRole)
                .toString()
                .contains(QString("Reconocido: %1 (77").arg(name)));
    QVERIFY(!at(model, 0, gpu, Qt::ToolTipRole).toString().contains(name));
}

/// S3-05: an error is a number, however small; only what is a share is read in percent.
/// The copies of the limits compute nothing.
void TestResultsModel::metricThatNoRowHasNeedsNoColumn() {
    RunStore run;
    Watched model(run, Text(Language::Spanish));
    const Tester tester(&model, kStrict);
    measureOne(run, "roofs", {{.id = "copy_rate", .unit = "byte/s", .value = 2e9}});
    QTRY_COMPARE(model.rowCount(), 1);
    const QStringList titles = titlesOf(model);
    QVERIFY2(titles.contains("Copiado (GB/s)") && titles.filter("Cálculo").isEmpty(),
             qPrintable(titles.join("; ")));
}

/// S0-12: how long one of several takes stands beside the times where there are several, and no
/// other table of inference has it.
void TestResultsModel::latencyIsOfSeveralAtATime_data() {
    QTest::addColumn<QList<int>>("instances");
    QTest::addColumn<bool>("told");
    QTest::newRow("none") << QList<int>() << false;
    QTest::newRow("one") << QList<int>{1} << false;
    QTest::newRow("one and two") << QList<int>{1, 2} << true;
    QTest::newRow("two") << QList<int>{2} << true;
}

void TestResultsModel::latencyIsOfSeveralAtATime() {
    QFETCH(QList<int>, instances);
    QFETCH(bool, told);
    RunStore run;
    Watched model(run, m_spanish);
    const Tester tester(&model, kStrict);
    Plan plan = usualPlan(*findSpec("inference"), Facts{});
    plan.cases = {{{"model", {"resnet18"}}, {"size_px", {224}}}};
    plan.variants = {{{"device", {"cpu"}}, {"threads", {1}}}};
    for (const int number : instances) plan.variants.front()["instances"].push_back(number);
    measure(run, validated(plan, *findSpec("inference"), Facts{}).value(),
            {{.id = "latency", .unit = "ms", .value = 12.5, .ci95 = Interval{12, 13}}});
    const QString title = "Latencia de una (ms)";
    QTRY_COMPARE(titlesOf(model).contains(title), told);
    QCOMPARE(titlesOf(model).contains("Variante"), told);
    QTRY_COMPARE(model.rowCount(), told ? std::max(1, static_cast<int>(instances.size())) : 1);
    if (!told) return;
    for (int row = 0; row < model.rowCount(); ++row) {
        QCOMPARE(at(model, row, title).toString(), QString("12,50"));
        QCOMPARE(at(model, row, title, ResultsModel::DetailRole).toString(),
                 QString("(12,00–13,00)"));
    }
}

void TestResultsModel::metricsAreSaidAsTheirSpecSays() {
    RunStore run;
    Watched model(run, m_spanish);
    measureOne(run, "pi", {{.id = "error", .value = 4.1e-5}});
    QTRY_COMPARE(model.rowCount(), 1);
    QTRY_COMPARE(at(model, 0, "Error (sin signo)").toString(), QString("4,10·10⁻⁵"));
    QVERIFY(opens(run, m_files.write(examples::trainingPc(), "training.duelo")));
    QVERIFY(at(model, 0, "Exactitud de prueba").toString().endsWith(" %"));
}

/// A rate has its unit in the title, in the reader's language, and so few digits that nobody counts
/// them.
void TestResultsModel::ratesAreReadAtAGlance() {
    RunStore run;
    Watched model(run, m_spanish);
    measureOne(run, "max_pool",
               {{.id = "window_rate",
                 .unit = "window/s",
                 .value = 517710999,
                 .ci95 = Interval{516405585, 520837912}}});
    QTRY_COMPARE(model.rowCount(), 1);
    const QString title = "Ventanas por segundo";
    QTRY_COMPARE(at(model, 0, title).toString(), QString("5,177·10⁸"));
    QCOMPARE(at(model, 0, title, ResultsModel::DetailRole).toString(),
             QString("(5,164·10⁸–5,208·10⁸)"));
    // Of bytes and operations the unit is that of the fastest, for all rows and for what is pasted.
    measureOne(run, "roofs", {{.id = "copy_rate", .unit = "byte/s", .value = 2.5e9}});
    QTRY_VERIFY(titlesOf(model).contains("Copiado (GB/s)"));
    QCOMPARE(at(model, 0, "Copiado (GB/s)").toString(), QString("2,50"));
    QCOMPARE(at(model, 0, "Copiado (GB/s)", ResultsModel::ValueRole).toDouble(), 2.5);
}

void TestResultsModel::worksAreNamed() {
    RunStore run;
    Watched model(run, m_spanish);
    const Plan plan = usualPlan(*findSpec("stopwatch"), Facts{});
    const std::vector<Json>& works = plan.cases.front().at("work");
    QVERIFY(works.size() > 1);
    measure(run, plan, {});
    QTRY_VERIFY(model.rowCount() > 1);
    QStringList named;
    for (int row = 0; row < model.rowCount(); ++row) named << at(model, row, "Trabajo").toString();
    for (const Json& work : works)
        QVERIFY2(named.contains(qs(workName(work, m_spanish))), qPrintable(named.join("; ")));
}

/// P-05: what part of its PC's limit a time reaches, where a file with the limits stands beside;
/// and the titles of the table stay those of its own experiment.
void TestResultsModel::limitsStandBesideTimes() {
    RecordLog log = gpuLog();
    ResultRecord& first = examples::resultOf(log, "c001");
    const double median_ms = first.summary->median_ms;
    first.quantities["flop"] = 1'000'000'000;
    RecordLog limits = gpuLog();
    Header header = std::get<Header>(limits.records.front());
    header.run = "limits";
    header.cells = 1;
    ResultRecord roof;
    roof.cell = "c001";
    roof.summary = Summary{.n = 1, .median_ms = 1, .mean_ms = 1, .min_ms = 1, .max_ms = 1};
    // Twice of what the first result does in a second.
    roof.metrics = {{.id = "fma_rate", .unit = "flop/s", .value = 2e12 / median_ms}};
    limits.records = {header,
                      CellRecord{.cell = "c001",
                                 .experiment = "roofs",
                                 .work = {{"kind", "fma"}, {"precision", "fp32"}},
                                 .variant = {{"device", "cpu"}, {"threads", 4}}},
                      roof};
    RunStore run;
    Watched model(run, m_spanish);
    QVERIFY(opens(run, m_files.write(log, "timed.duelo")));
    model.setTable(0);
    const QStringList before = titlesOf(model);
    const auto detail = [&] {
        for (int c = 0; c < model.columnCount(); ++c)
            if (const auto text = model.index(0, c).data(ResultsModel::DetailRole).toString();
                text.contains("límite"))
                return text;
        return QString();
    };
    QCOMPARE(detail(), QString());
    QVERIFY(adds(run, m_files.write(limits, "limits.duelo"), duelo::Role::Own));
    QVERIFY2(detail().contains("· 50 % del límite"), qPrintable(detail()));
    QCOMPARE(titlesOf(model), before);
}

void TestResultsModel::liveCellsAreToldAsTheyGrow() {
    RunStore run;
    Watched model(run, m_spanish);
    const Tester tester(&model, kStrict);
    run.beginRun("x.duelo");
    add(run, twoCellHeader());
    QTRY_COMPARE(model.rowCount(), 2);
    QSignalSpy reset(&model, &ResultsModel::modelReset);
    QCOMPARE(at(model, 0, kCpu).toString(), QString("pendiente"));
    add(run, twoCellLine(1));
    add(run, Stage{.cell = "c001", .stage = "warm_up"});
    QTRY_COMPARE(at(model, 0, kCpu).toString(), qs(m_spanish.word("stage", "warm_up")) + "…");
    add(run, Samples{.cell = "c001", .round = {0, 0, 1}, .wall_ms = {20, 24, 22}});
    QTRY_COMPARE(at(model, 0, kCpu).toString(), QString("0,0220"));  // in the column's unit
    QCOMPARE(at(model, 0, kCpu, ResultsModel::DetailRole).toString(), QString("midiendo… 3"));
    QCOMPARE(at(model, 0, kCpu, ResultsModel::MutedRole).toBool(), true);
    QVERIFY(!at(model, 0, kCpu, ResultsModel::ValueRole).isValid());
    QCOMPARE(at(model, 1, kCpu).toString(), QString("pendiente"));
    add(run, doneWith("c001", {20, 24, 22}));
    QTRY_COMPARE(at(model, 0, kCpu).toString(), QString("0,0220"));
    // The shape was there from the plan on: what the user has selected stays.
    QCOMPARE(reset.count(), 0);
    add(run, End{.status = "cancelled"});
    end(run);
    QCOMPARE(at(model, 1, kCpu).toString(), QString("no medido: medición cancelada"));
}

/// the window says which cell the engine's end has cost.
void TestResultsModel::lostCellSaysWhy() {
    RunStore run;
    Watched model(run, m_spanish);
    run.beginRun("x.duelo");
    ResultRecord lost;
    lost.cell = "c001";
    lost.status = Status::Failed;
    lost.reason = Reason{"engine_crashed", {{"how", "SIGSEGV"}}, {}};
    for (const Record& record :
         std::initializer_list<Record>{twoCellHeader(), twoCellLine(1), twoCellHeader(), lost,
                                       twoCellLine(2), doneIn("c002", 90)})
        add(run, record);
    end(run);
    QCOMPARE(at(model, 0, kCpu).toString(), QString("no medido: el motor se cerró"));
    QCOMPARE(at(model, 0, kCpu, Qt::ToolTipRole).toString(), qs(m_spanish.reason(*lost.reason)));
    QCOMPARE(at(model, 1, kCpu).toString(), QString("0,0900"));
}

/// Every kind of change under a strict tester: rows and columns that come without a plan, a file
/// beside a live run, one table of many, the end.
void TestResultsModel::staysCleanWhileARunStreams() {
    const QString other = m_files.write(examples::otherPc(), "beside.duelo");
    RunStore run;
    Watched model(run, m_spanish);
    const Tester tester(&model, kStrict);
    QSignalSpy changed(&run, &RunStore::changed);
    run.beginRun("x.duelo");
    const auto records = examples::gpuPc().records;
    for (std::size_t i = 0; i < records.size(); ++i) {
        add(run, records[i]);
        if (i % 10 == 0) {
            const auto before = changed.count();
            QTRY_VERIFY(changed.count() > before || run.comparison() == nullptr);
            if (run.comparison())
                QVERIFY(model.rowCount() >= static_cast<int>(run.comparison()->rows.size()));
        }
        if (i == records.size() / 2) {
            QVERIFY(adds(run, other, duelo::Role::Shared));
            // Four variants are too many to stand beside each other.
            QVERIFY(titlesOf(model).contains("Variante"));
            QVERIFY(model.rowCount() > 6);
        }
    }
    const int all = model.rowCount();
    model.setTable(0);
    const int some = model.rowCount();
    QVERIFY(some >= 3 && some < all);
    end(run);
    model.setTable({});
    QVERIFY(model.rowCount() > some);
    run.clear();
    QCOMPARE(model.rowCount(), 0);
}

void TestResultsModel::oneTableOfMany() {
    RunStore run;
    Watched model(run, m_spanish);
    const Tester tester(&model, kStrict);
    QVERIFY(opens(run, m_files.write(pairLog(), "tables.duelo")));
    const auto rowsOf = [&] {
        QVector<qulonglong> rows;
        for (int r = 0; r < model.rowCount(); ++r)
            rows << model.index(r, 0).data(ResultsModel::RowRole).toULongLong();
        return rows;
    };
    model.setTable(0);
    QCOMPARE(rowsOf(), (QVector<qulonglong>{0, 1, 2}));
    QVERIFY(!titlesOf(model).contains("Modelo") && !titlesOf(model).contains("Lote"));
    QSignalSpy reset(&model, &ResultsModel::modelReset);
    model.setTable(2);
    QCOMPARE(rowsOf(), (QVector<qulonglong>{4, 5}));
    QCOMPARE(reset.count(), 1);
    // The photographs were measured on one CPU and one GPU: one ratio needs no name.
    QCOMPARE(titlesOf(model).filter("Aceleración"), QStringList{"Aceleración (IC 95 %)"});
    QVERIFY(titlesOf(model).contains("Entrada"));
    model.setTable(99);  // of a run that is gone: all rows
    QCOMPARE(model.rowCount(), 6);
}

/// A window in another language makes another model of the same run: figures stay, words change.
void TestResultsModel::bothLanguages() {
    RunStore run;
    Watched spanish(run, m_spanish), english(run, Text(Language::English));
    const Tester first(&spanish, kStrict), second(&english, kStrict);
    QVERIFY(opens(run, m_files.write(pairLog(), "languages.duelo")));
    QCOMPARE(spanish.columnCount(), english.columnCount());
    for (int r = 0; r < spanish.rowCount(); ++r)
        for (int c = 0; c < spanish.columnCount(); ++c)
            QCOMPARE(spanish.index(r, c).data(ResultsModel::ValueRole),
                     english.index(r, c).data(ResultsModel::ValueRole));
    const auto gpu = static_cast<int>(titlesOf(spanish).indexOf("Tiempo GPU (s)"));
    QCOMPARE(titlesOf(english)[gpu], QString("GPU time (s)"));
    QCOMPARE(spanish.index(1, gpu).data().toString().replace(',', '.'),
             english.index(1, gpu).data().toString());
    QVERIFY(spanish.index(1, gpu).data().toString().contains(','));
}

void TestResultsModel::clearedIsEmpty() {
    RunStore run;
    Watched model(run, m_spanish);
    const Tester tester(&model, kStrict);
    QVERIFY(opens(run, m_files.write(examples::cpuPc(), "clear.duelo")));
    QCOMPARE(model.rowCount(), 4);
    run.clear();
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.columnCount(), 0);
    QVERIFY(!model.headerData(0, Qt::Horizontal, Qt::DisplayRole).isValid());
}

QTEST_MAIN(TestResultsModel)
#include "tst_results_model.moc"
