// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <csignal>
#include <set>

#include <QDir>

#include "engine_process.h"
#include "process_table.h"

using namespace duelo;
using namespace duelo::test;

namespace {

QStringList sideBySide(const QString& instances, const QStringList& more = {}) {
    return EngineProcess::tiny("32", "r.duelo") +
           QStringList{"--threads", "1", "--instances", instances} + more;
}

/// Rounds without end for a test, so that there is time to disturb them.
QStringList long_(const QString& instances, const QStringList& more = {}) {
    return QStringList{"infer", "--model",  "resnet18",    "--size", "224",     "--device",
                       "cpu",   "--preset", "strict",      "--out",  "r.duelo", "--threads",
                       "1",     "--json",   "--instances", instances} +
           more;
}

bool prints(QProcess& process, const QByteArray& words) {
    for (;;) {
        while (!process.canReadLine())
            if (!process.waitForReadyRead(60'000)) return false;
        if (process.readLine().contains(words)) return true;
    }
}

#ifdef Q_OS_LINUX
/// Where each thread of a process may run, as the system says it.
std::multiset<QByteArray> masksOf(qint64 process) {
    std::multiset<QByteArray> masks;
    const QString tasks = QString("/proc/%1/task").arg(process);
    for (const QString& task : QDir(tasks).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile status(tasks + '/' + task + "/status");
        if (!status.open(QIODevice::ReadOnly)) continue;
        for (const QByteArray& line : status.readAll().split('\n'))
            if (line.startsWith("Cpus_allowed_list:")) masks.insert(line.mid(18).trimmed());
    }
    return masks;
}

std::set<QByteArray> single(const std::multiset<QByteArray>& masks) {
    std::set<QByteArray> found;
    for (const QByteArray& mask : masks)
        if (!mask.contains('-') && !mask.contains(',')) found.insert(mask);
    return found;
}
#endif

}  // namespace

/// Instances side by side (S0-12) and threads that keep to a core (S4-27), by the engine itself.
class TestEngineInstances : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void severalAtATime_S0_12();
    void scalingTakesInstances_P_06();
    void numbersThatCannotBe_data();
    void numbersThatCannotBe();
    void moreThanMemoryHoldsIsSkipped_R_03();
    void aKilledOneCostsItsCell_R_04();
    void aCancelEndsAll_R_23();
    void noneOutlivesItsParent();
    void eachKeepsToItsCore_S4_27();
    void whatCannotBePinnedSaysWhy_data();
    void whatCannotBePinnedSaysWhy();
    void ranksKeepToTheirCores_S4_27();
};

/// One, and two of them: what a row of both brings together, and how long one of them took.
void TestEngineInstances::severalAtATime_S0_12() {
    const EngineProcess engine;
    const auto outcome = engine.run(sideBySide("1,2"));
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err + outcome.out));
    const auto cells = engine.cells("r.duelo");
    QCOMPARE(cells.size(), std::size_t{2});
    for (const auto& [id, result] : engine.results("r.duelo")) {
        const auto instances = cells.at(id).variant.integer("instances");
        QCOMPARE(result.status, Status::Done);
        QVERIFY(result.fingerprint.has_value());
        const Metric *latency = result.metric("latency"),
                     *slowest = result.metric("slowest_latency");
        QVERIFY(latency && slowest && slowest->value >= latency->value);
        // As many as there are instances are on their way at a time, so the share of each is less.
        const double share = result.summary->median_ms * static_cast<double>(instances);
        QVERIFY2(latency->value <= share * 1.001,
                 qPrintable(QString("%1 of %2").arg(latency->value).arg(share)));
        QVERIFY(std::abs(result.metric("throughput")->value * result.summary->median_ms / 1e3 - 1) <
                1e-6);
        QCOMPARE(std::ranges::count(result.flags, "pipelined"), instances > 1 ? 1 : 0);
        QVERIFY(result.peak_bytes.value_or(0) > 0);
    }
    const RecordLog log = engine.records("r.duelo");
    std::size_t rows = 0;
    for (const Record& record : log.records)
        if (const auto* samples = std::get_if<Samples>(&record)) {
            rows += samples->wall_ms.size();
            QCOMPARE(samples->latency_ms.size(), samples->wall_ms.size());
            const auto instances = cells.at(samples->cell).variant.integer("instances");
            for (const int calls : samples->calls) QVERIFY(calls % instances == 0);
        }
    QVERIFY(rows > 0);
    for (const auto& [language, named, told] :
         {std::tuple("en", "2 at a time", "Latency against throughput"),
          {"es", "2 a la vez", "Latencia y rendimiento"}}) {
        const QString report = engine.run({"--lang", language, "report", "r.duelo"}).out;
        QVERIFY2(report.contains(named), qPrintable(report));
        QVERIFY2(report.contains(told), qPrintable(report));
    }
}

void TestEngineInstances::scalingTakesInstances_P_06() {
    const EngineProcess engine;
    const auto outcome =
        engine.run({"--lang", "en", "scaling", "infer", "--model", "resnet18", "--size", "32",
                    "--preset", "quick", "--out", "r.duelo", "--instances", "2"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    std::set<std::int64_t> instances;
    for (const auto& [id, cell] : engine.cells("r.duelo")) {
        instances.insert(cell.variant.integer("instances"));
        QCOMPARE(cell.variant.integer("threads"), 1);
    }
    QCOMPARE(instances, (std::set<std::int64_t>{1, 2}));
    QVERIFY2(outcome.out.contains("Speed-up and efficiency"), qPrintable(outcome.out));
}

void TestEngineInstances::numbersThatCannotBe_data() {
    QTest::addColumn<QString>("number");
    QTest::addColumn<QString>("told");
    QTest::newRow("none") << "0"
                          << "0 images at a time cannot be recognised";
    QTest::newRow("100,000") << "100000"
                             << "100 000 images at a time cannot be recognised";
    QTest::newRow("no number") << "many"
                               << "many";
}

void TestEngineInstances::numbersThatCannotBe() {
    QFETCH(QString, number);
    QFETCH(QString, told);
    const EngineProcess engine;
    const auto outcome = engine.run(sideBySide(number));
    QCOMPARE(outcome.code, 2);
    const QString plain = QString(outcome.err).replace(QChar(0x202f), ' ');
    QVERIFY2(plain.contains(told), qPrintable(outcome.err));
}

/// 256 processes of a network with pictures of 4096 pixels; nothing of it is started.
void TestEngineInstances::moreThanMemoryHoldsIsSkipped_R_03() {
    const EngineProcess engine;
    const auto outcome =
        engine.run({"infer", "--model", "resnet18", "--size", "4096", "--device", "cpu", "--preset",
                    "quick", "--out", "r.duelo", "--threads", "1", "--instances", "256"});
    QCOMPARE(outcome.code, 1);
    const ResultRecord result = engine.results("r.duelo").at("c001");
    QCOMPARE(result.status, Status::Skipped);
    QCOMPARE(result.reason->code, std::string("instances_need_memory"));
}

/// The other cells of the plan are measured.
void TestEngineInstances::aKilledOneCostsItsCell_R_04() {
#ifdef Q_OS_LINUX
    const EngineProcess engine;
    QProcess process;
    engine.start(process, sideBySide("2", {"--json", "--mode", "eager,fused"}));
    QVERIFY(prints(process, "\"stage\":\"cold\""));
    const std::set<qint64> instances = childrenOf(process.processId());
    QVERIFY(instances.size() >= 2);
    ::kill(static_cast<pid_t>(*instances.begin()), SIGKILL);
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 1);
    const auto results = engine.results("r.duelo");
    QCOMPARE(results.at("c001").status, Status::Failed);
    QCOMPARE(results.at("c001").reason->code, std::string("instance_died"));
    QCOMPARE(results.at("c001").reason->args["code"].get<int>(), -SIGKILL);
    QCOMPARE(results.at("c001").reason->args["instances"].get<int>(), 2);
    QCOMPARE(results.at("c002").status, Status::Done);
    for (const qint64 instance : instances) QTRY_VERIFY_WITH_TIMEOUT(isGone(instance), 10'000);
#endif
}

void TestEngineInstances::aCancelEndsAll_R_23() {
#ifdef Q_OS_LINUX
    const EngineProcess engine;
    QProcess process;
    engine.start(process, long_("2"));
    QVERIFY(prints(process, "\"stage\":\"measure\""));
    const std::set<qint64> instances = childrenOf(process.processId());
    QVERIFY(instances.size() >= 2);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitCode(), 3);
    QCOMPARE(engine.results("r.duelo").at("c001").status, Status::Cancelled);
    for (const qint64 instance : instances) QTRY_VERIFY_WITH_TIMEOUT(isGone(instance), 10'000);
#endif
}

void TestEngineInstances::noneOutlivesItsParent() {
#ifdef Q_OS_LINUX
    const EngineProcess engine;
    QProcess process;
    engine.start(process, long_("2"));
    QVERIFY(prints(process, "\"stage\":\"measure\""));
    const std::set<qint64> instances = childrenOf(process.processId());
    process.kill();
    QVERIFY(process.waitForFinished());
    for (const qint64 instance : instances) QTRY_VERIFY_WITH_TIMEOUT(isGone(instance), 10'000);
#endif
}

/// The masks that the system shows while they compute, and those that the record tells.
void TestEngineInstances::eachKeepsToItsCore_S4_27() {
#ifdef Q_OS_LINUX
    if (QThread::idealThreadCount() < 2) QSKIP("one core is all there is");
    const EngineProcess engine;
    QProcess process;
    engine.start(process, long_("2", {"--pinning", "cores"}));
    QVERIFY(prints(process, "\"stage\":\"warm_up\""));
    std::map<qint64, std::set<QByteArray>> seen;
    QElapsedTimer timer;
    timer.start();
    const auto enough = [&] {
        return seen.size() >= 2 &&
               std::ranges::all_of(seen, [](const auto& of) { return !of.second.empty(); });
    };
    while (!enough() && timer.elapsed() < 30'000)
        for (const qint64 instance : childrenOf(process.processId()))
            seen[instance].merge(single(masksOf(instance)));
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(30'000));
    QVERIFY(enough());
    std::set<QByteArray> cores;
    for (const auto& [instance, masks] : seen) {
        QCOMPARE(masks.size(), std::size_t{1});
        cores.merge(std::set<QByteArray>(masks));
    }
    QCOMPARE(cores.size(), std::size_t{2});
    std::set<QByteArray> told;
    for (const Record& record : engine.records("r.duelo").records)
        if (const auto* notice = std::get_if<Notice>(&record);
            notice && notice->reason.code == "pinned_to")
            told.insert(QByteArray::fromStdString(notice->reason.args["cpus"].get<std::string>()));
    QCOMPARE(told, cores);
#endif
}

void TestEngineInstances::whatCannotBePinnedSaysWhy_data() {
    QTest::addColumn<QStringList>("command");
    QTest::newRow("inference") << QStringList{"infer", "--model", "resnet18", "--size", "32"};
    QTest::newRow("training") << QStringList{"train",  "--model", "mlp",      "--data", "digits",
                                             "--mode", "fused",   "--epochs", "1"};
    QTest::newRow("product") << QStringList{"matmul", "--n", "16", "--kernel", "library"};
    QTest::newRow("pi") << QStringList{"pi", "--samples", "1000", "--how", "threads"};
    QTest::newRow("pool") << QStringList{"max-pool", "--size", "8", "--kernel", "rows_threads"};
}

/// More threads than cores; and a PC of which nothing is known but hwloc's description of another.
void TestEngineInstances::whatCannotBePinnedSaysWhy() {
#ifdef Q_OS_LINUX
    QFETCH(QStringList, command);
    EngineProcess engine;
    const auto reasonOf = [&](const QString& threads) {
        const QString file = threads + ".duelo";
        const auto outcome =
            engine.run(command + QStringList{"--device", "cpu", "--preset", "quick", "--out", file,
                                             "--pinning", "cores", "--threads", threads});
        const ResultRecord result = engine.results(file).at("c001");
        if (outcome.code != 1 || result.status != Status::Skipped) return outcome.err + outcome.out;
        return QString::fromStdString(result.reason->code);
    };
    QCOMPARE(reasonOf("1000"), QString("pinning_needs_cores"));
    engine.set("HWLOC_XMLFILE", DUELO_SOURCE_DIR "/tests/machine/data/hybrid.xml");
    QCOMPARE(reasonOf("2"), QString("pinning_not_here"));
#endif
}

/// Threads that share an epoch, each process's behind those of the one before it.
void TestEngineInstances::ranksKeepToTheirCores_S4_27() {
#ifdef Q_OS_LINUX
    if (QThread::idealThreadCount() < 2) QSKIP("one core is all there is");
    const EngineProcess engine;
    QProcess process;
    engine.start(process, {"train",       "--model", "mlp",       "--data",    "digits",
                           "--mode",      "fused",   "--epochs",  "10000",     "--device",
                           "cpu",         "--out",   "r.duelo",   "--threads", "1",
                           "--processes", "2",       "--pinning", "cores",     "--json"});
    QVERIFY(prints(process, "\"stage\":\"measure\""));
    const std::set<qint64> others = childrenOf(process.processId());
    QCOMPARE(others.size(), std::size_t{1});
    std::map<qint64, std::set<QByteArray>> seen;
    QElapsedTimer timer;
    timer.start();
    while ((seen[process.processId()].empty() || seen[*others.begin()].empty()) &&
           timer.elapsed() < 30'000)
        for (const qint64 one : {static_cast<qint64>(process.processId()), *others.begin()})
            seen[one].merge(single(masksOf(one)));
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(30'000));
    std::set<QByteArray> cores;
    for (const auto& [one, masks] : seen) {
        QCOMPARE(masks.size(), std::size_t{1});
        cores.merge(std::set<QByteArray>(masks));
    }
    QCOMPARE(cores.size(), std::size_t{2});
#endif
}

QTEST_GUILESS_MAIN(TestEngineInstances)
#include "tst_engine_instances.moc"
