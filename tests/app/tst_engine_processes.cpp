// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <csignal>
#include <set>

#ifdef __linux__
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

#include "base/reason_json.h"
#include "base/text.h"
#include "process_table.h"
#include "train_testing.h"

using namespace duelo;
using namespace duelo::test;

namespace {

/// Whether a line with these words comes within a minute.
bool prints(QProcess& process, const QByteArray& words) {
    for (;;) {
        while (!process.canReadLine())
            if (!process.waitForReadyRead(60'000)) return false;
        if (process.readLine().contains(words)) return true;
    }
}

/// Returns the words of a training of more epochs than a test waits for.
QStringList endless(int processes) {
    return digits({"--hidden", "32", "--epochs", "100000", "--mode", "fused", "--threads", "1",
                   "--processes", QString::number(processes), "--json"});
}

#ifdef Q_OS_LINUX
/// The port of this PC that a socket takes; 0: none.
int portOf(int number) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    const bool bound = ::bind(number, plain, size) == 0 && ::getsockname(number, plain, &size) == 0;
    return bound ? ntohs(address.sin_port) : 0;
}

/// Returns a port at which nobody listens just now.
int freePort() {
    const int number = ::socket(AF_INET, SOCK_STREAM, 0);
    const int port = portOf(number);
    ::close(number);
    return port;
}
#endif

}  // namespace

/// Trainings whose ranks are child engines (S4-07, S4-19, S4-24).
class TestEngineProcesses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void severalLearnTheSame_S4_07();
    void scalingTakesProcesses_P_06();
    void numbersThatCannotBe_data();
    void numbersThatCannotBe();
    void aKilledRankCostsItsCell_R_04();
    void aCheckpointThatDoesNotFitIsRefused();
    void noRankOutlivesItsParent();
    void aCancelEndsAllOfThem_R_23();
    void othersMayStartThem_data();
    void othersMayStartThem();
    void startersThatMakeNoSense_data();
    void startersThatMakeNoSense();
    void realStartersDo_data();
    void realStartersDo();
};

void TestEngineProcesses::initTestCase() {
#ifndef Q_OS_LINUX
    QSKIP("LibTorch has no Gloo there");
#endif
    const EngineProcess engine;
    (void)engine.run(digits({"--epochs", "1", "--hidden", "8", "--processes", "2"}));
    const auto results = engine.results("r.duelo");
    for (const auto& [id, result] : results)
        if (result.reason && result.reason->code == "processes_not_built")
            QSKIP("this engine was built without the headers of Gloo");
}

/// The same training, with its losses, the parts of its time and a column for each in the report.
void TestEngineProcesses::severalLearnTheSame_S4_07() {
    const EngineProcess engine;
    const auto outcome = engine.run(digits({"--epochs", "2", "--hidden", "32", "--mode", "fused",
                                            "--threads", "1", "--processes", "1,2"}));
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err + outcome.out));
    std::map<std::string, std::vector<double>> losses;
    for (const EventRecord& event : eventsOf(engine.records("r.duelo"))) {
        if (event.kind != "epoch") continue;
        losses[event.cell].push_back(event.fields["train_loss"]);
        QCOMPARE(event.fields.contains("all_reduce_ms"), event.cell == "c002");
        QCOMPARE(event.fields.contains("waiting_ms"), event.cell == "c002");
    }
    QCOMPARE(losses.size(), std::size_t{2});
    QCOMPARE(losses["c001"].size(), std::size_t{2});
    for (std::size_t i = 0; i < losses["c001"].size(); ++i)
        QVERIFY(std::abs(losses["c001"][i] / losses["c002"][i] - 1) < 1e-3);
    for (const auto& [language, told, part] :
         {std::tuple("en", "2 processes, 1 thread each", "Adding up gradients"),
          {"es", "2 procesos, 1 hilo cada uno", "Sumar gradientes"}}) {
        const QString report = engine.run({"--lang", language, "report", "r.duelo"}).out;
        QVERIFY2(report.contains(told), qPrintable(report));
        QVERIFY2(report.contains(part), qPrintable(report));
    }
}

void TestEngineProcesses::scalingTakesProcesses_P_06() {
    const EngineProcess engine;
    QStringList words{"--lang", "en", "scaling"};
    words += digits({"--epochs", "2", "--hidden", "8", "--mode", "fused", "--processes", "2"});
    const auto outcome = engine.run(words);
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    std::set<std::int64_t> processes;
    for (const auto& [id, cell] : engine.cells("r.duelo")) {
        processes.insert(cell.variant.integer("processes"));
        QCOMPARE(cell.variant.integer("threads"), 1);
    }
    QCOMPARE(processes, (std::set<std::int64_t>{1, 2}));
    QVERIFY2(outcome.out.contains("Speed-up and efficiency"), qPrintable(outcome.out));
    QVERIFY2(outcome.out.contains("2 processes"), qPrintable(outcome.out));
}

void TestEngineProcesses::numbersThatCannotBe_data() {
    QTest::addColumn<QString>("number");
    QTest::addColumn<QString>("told");
    QTest::newRow("none") << "0"
                          << "0 processes cannot train together";
    QTest::newRow("100,000") << "100000"
                             << "100 000 processes cannot train together";
    QTest::newRow("no number") << "many"
                               << "many";
}

void TestEngineProcesses::numbersThatCannotBe() {
    QFETCH(QString, number);
    QFETCH(QString, told);
    const EngineProcess engine;
    const auto outcome = engine.run(digits({"--processes", number}));
    QCOMPARE(outcome.code, 2);
    const QString plain = QString(outcome.err).replace(QChar(0x202f), ' ');
    QVERIFY2(plain.contains(told), qPrintable(outcome.err));
}

void TestEngineProcesses::aKilledRankCostsItsCell_R_04() {
#ifdef Q_OS_LINUX
    const EngineProcess engine;
    QProcess process;
    engine.start(process, endless(3));
    QVERIFY(prints(process, "\"kind\":\"epoch\""));
    const std::set<qint64> ranks = childrenOf(process.processId());
    QCOMPARE(ranks.size(), 2U);
    ::kill(static_cast<pid_t>(*ranks.begin()), SIGKILL);
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitCode(), 1);
    const auto results = engine.results("r.duelo");
    QCOMPARE(results.at("c001").status, Status::Failed);
    QCOMPARE(results.at("c001").reason->code, std::string("rank_died"));
    QCOMPARE(results.at("c001").reason->args["code"].get<int>(), -SIGKILL);
    for (const qint64 rank : ranks) QTRY_VERIFY_WITH_TIMEOUT(isGone(rank), 10'000);

    // What was learnt is not lost: the sentence says where it is, and one process goes on.
    const QString kept = QDir::cleanPath(engine.path("r.training/c001.checkpoint.safetensors"));
    QVERIFY(QFile::exists(kept));
    const Reason next = reasonFromJson(results.at("c001").reason->args[kNextReason]);
    QCOMPARE(next.code, std::string("checkpoint_kept"));
    const int epoch = next.args["epoch"].get<int>();
    for (const auto& [language, told] : {std::pair(Language::English, "to go on from there"),
                                         {Language::Spanish, "para continuar desde ahí"}}) {
        const QString sentence =
            QString::fromStdString(Text(language).reason(*results.at("c001").reason));
        QVERIFY2(sentence.contains(told), qPrintable(sentence));
        QVERIFY2(sentence.contains("--from \"" + kept + "\" --processes 1"), qPrintable(sentence));
    }
    QStringList words = endless(1);
    words[words.indexOf("--epochs") + 1] = QString::number(epoch + 1);
    words[words.indexOf("--out") + 1] = "later.duelo";
    const auto outcome = engine.run(words + QStringList{"--from", kept});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err + outcome.out));
    const RecordLog log = engine.records("later.duelo");
    QVERIFY(contains(noticesOf(log), "training_went_on"));
    std::vector<int> epochs;
    for (const EventRecord& event : eventsOf(log))
        if (event.kind == "epoch") epochs.push_back(event.fields["epoch"].get<int>());
    QCOMPARE(epochs, std::vector<int>{epoch + 1});
#endif
}

/// On the command line in both languages, before anything is trained.
void TestEngineProcesses::aCheckpointThatDoesNotFitIsRefused() {
    const EngineProcess engine;
    QCOMPARE(
        engine
            .run(digits({"--epochs", "1", "--hidden", "8", "--mode", "fused", "--keep-checkpoint"}))
            .code,
        0);
    const QString kept = QDir::cleanPath(engine.path("r.training/c001.checkpoint.safetensors"));
    QVERIFY(QFile::exists(kept));
    for (const auto& [language, told] :
         {std::pair("en", "something else in “Model”: there mlp-8, here mlp-16"),
          {"es", "otro valor en «Modelo»: allí mlp-8, aquí mlp-16"}}) {
        QStringList words =
            digits({"--epochs", "2", "--hidden", "16", "--mode", "fused", "--from", kept});
        words[words.indexOf("--out") + 1] = QString("%1.duelo").arg(language);
        const auto outcome = engine.run(QStringList{"--lang", language} + words);
        QCOMPARE(outcome.code, 1);
        const QString all = outcome.out + outcome.err;
        QVERIFY2(all.simplified().contains(told), qPrintable(all));
    }
}

/// Nor does anything that they met in.
void TestEngineProcesses::noRankOutlivesItsParent() {
#ifdef Q_OS_LINUX
    EngineProcess engine;
    engine.set("TMPDIR", engine.path("."));
    QProcess process;
    engine.start(process, endless(3));
    QVERIFY(prints(process, "\"kind\":\"epoch\""));
    const std::set<qint64> ranks = childrenOf(process.processId());
    QCOMPARE(ranks.size(), 2U);
    // Not even one that stands still.
    ::kill(static_cast<pid_t>(*ranks.begin()), SIGSTOP);
    process.kill();
    QVERIFY(process.waitForFinished());
    for (const qint64 rank : ranks) QTRY_VERIFY_WITH_TIMEOUT(isGone(rank), 10'000);
    QVERIFY(QDir(engine.path(".")).entryList({"duelo-*-*"}, QDir::Dirs).isEmpty());
#endif
}

void TestEngineProcesses::aCancelEndsAllOfThem_R_23() {
#ifdef Q_OS_LINUX
    const EngineProcess engine;
    QProcess process;
    engine.start(process, endless(2));
    QVERIFY(prints(process, "\"kind\":\"epoch\""));
    const std::set<qint64> ranks = childrenOf(process.processId());
    QCOMPARE(ranks.size(), 1U);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitCode(), 3);
    QCOMPARE(engine.results("r.duelo").at("c001").status, Status::Cancelled);
    for (const qint64 rank : ranks) QTRY_VERIFY_WITH_TIMEOUT(isGone(rank), 10'000);
#endif
}

void TestEngineProcesses::othersMayStartThem_data() {
    QTest::addColumn<QString>("rank");
    QTest::addColumn<QString>("ranks");
    QTest::addColumn<QString>("local");
    const auto row = [](const char* name, const char* rank, const char* ranks, const char* local) {
        QTest::newRow(name) << QString(rank) << QString(ranks) << QString(local);
    };
    row("torchrun", "RANK", "WORLD_SIZE", "LOCAL_RANK");
    row("Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK");
    row("MPICH", "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID");
}

/// The same command is started twice, with a place in the environment, as torchrun and mpirun do.
/// The first one measures, and the record says who was there.
void TestEngineProcesses::othersMayStartThem() {
#ifdef Q_OS_LINUX
    QFETCH(QString, rank);
    QFETCH(QString, ranks);
    QFETCH(QString, local);
    EngineProcess first, second;
    const QString port = QString::number(freePort());
    for (auto [engine, place] : {std::pair(&first, "0"), {&second, "1"}}) {
        engine->set(qPrintable(rank), place);
        engine->set(qPrintable(local), place);
        engine->set(qPrintable(ranks), "2");
        engine->set("MASTER_ADDR", "127.0.0.1");
        engine->set("MASTER_PORT", port);
    }
    const QStringList words = digits({"--epochs", "2", "--hidden", "16", "--mode", "eager,fused",
                                      "--threads", "1", "--processes", "2"});
    QProcess follower;
    second.start(follower, words);
    const auto outcome = first.run(words);
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err + outcome.out));
    QVERIFY(follower.waitForFinished(30'000));
    QCOMPARE(follower.exitCode(), 0);
    QVERIFY(!QFile::exists(second.path("r.duelo")));
    const RecordLog log = first.records("r.duelo");
    int epochs = 0, told = 0;
    for (const EventRecord& event : eventsOf(log)) epochs += event.kind == "epoch" ? 1 : 0;
    for (const std::string& code : noticesOf(log)) told += code == "ranks_on_hosts" ? 1 : 0;
    QCOMPARE(epochs, 4);
    QCOMPARE(told, 2);
    for (const Record& record : log.records)
        if (const auto* notice = std::get_if<Notice>(&record);
            notice && notice->reason.code == "ranks_on_hosts") {
            const Json& machines = notice->reason.args["machines"];
            QCOMPARE(machines.size(), std::size_t{1});
            QCOMPARE(machines[0]["ranks"], Json(2));
            QCOMPARE(machines[0]["machine"]["id"], Json(log.header().machine.id));
        }
    QVERIFY2(outcome.out.contains("without a password"), qPrintable(outcome.out));
#endif
}

void TestEngineProcesses::startersThatMakeNoSense_data() {
    QTest::addColumn<QStringList>("variables");
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("spanish");
    const auto row = [](const char* name, const QString& variables, const char* english,
                        const char* spanish) {
        QTest::newRow(name) << variables.split(' ') << QString(english) << QString(spanish);
    };
    row("no number", "RANK=x WORLD_SIZE=2", "The variable RANK", "La variable RANK");
    row("a rank beyond them", "RANK=2 WORLD_SIZE=2", "The variable RANK", "La variable RANK");
    row("a port in use", "RANK=0 WORLD_SIZE=2 MASTER_PORT=%1", "the port is in use",
        "el puerto está ocupado");
}

/// On the command line, in both languages.
void TestEngineProcesses::startersThatMakeNoSense() {
#ifdef Q_OS_LINUX
    QFETCH(QStringList, variables);
    QFETCH(QString, english);
    QFETCH(QString, spanish);
    const int taken = ::socket(AF_INET, SOCK_STREAM, 0);
    const QString port = QString::number(portOf(taken));
    QCOMPARE(::listen(taken, 1), 0);
    for (const auto& [language, told] : {std::pair("en", english), {"es", spanish}}) {
        EngineProcess engine;
        for (const QString& variable : variables)
            engine.set(qPrintable(variable.section('=', 0, 0)),
                       QString(variable.section('=', 1)).replace("%1", port));
        const auto outcome = engine.run(QStringList{"--lang", language} +
                                        digits({"--epochs", "1", "--hidden", "8", "--mode", "fused",
                                                "--threads", "1", "--processes", "2"}));
        QVERIFY(outcome.code != 0);
        const QString all = (outcome.out + outcome.err).simplified();
        QVERIFY2(all.contains(told), qPrintable(all));
    }
    ::close(taken);
#endif
}

void TestEngineProcesses::realStartersDo_data() {
    QTest::addColumn<QStringList>("starter");
    QTest::newRow("mpirun") << QStringList{"mpirun", "--allow-run-as-root", "--oversubscribe",
                                           "-np", "2"};
    QTest::newRow("torchrun") << QStringList{"torchrun", "--no_python", "--standalone",
                                             "--nproc_per_node", "2"};
}

/// Where the tools are at hand, and start anything at all.
void TestEngineProcesses::realStartersDo() {
    QFETCH(QStringList, starter);
    const QString program = QStandardPaths::findExecutable(starter.takeFirst());
    if (program.isEmpty()) QSKIP("it is not installed here");
    const EngineProcess engines(program);
    const QString nothing = QStandardPaths::findExecutable("true");
    if (engines.run(starter + QStringList{nothing}).code != 0) QSKIP("it starts nothing here");
    const auto outcome = engines.run(starter + QStringList{DUELO_ENGINE} +
                                     digits({"--epochs", "1", "--hidden", "8", "--mode", "fused",
                                             "--threads", "1", "--processes", "2"}));
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err + outcome.out));
    const auto results = engines.results("r.duelo");
    QCOMPARE(results.size(), std::size_t{1});
    QCOMPARE(results.begin()->second.status, Status::Done);
}

QTEST_GUILESS_MAIN(TestEngineProcesses)
#include "tst_engine_processes.moc"
