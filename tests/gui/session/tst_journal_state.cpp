// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "experiments/common_axes.h"
#include "ui/session/journal_state.h"

using namespace duelo;
using namespace duelo::ui;

namespace {

CellRecord cell(const std::string& id, Device device = Device::Cpu) {
    return {.cell = id, .experiment = "inference", .variant = Variant{.device = device}};
}

Stage stage(const std::string& id, const std::string& name) {
    return {.cell = id, .stage = name};
}

ResultRecord result(const std::string& id, Status status = Status::Done) {
    ResultRecord record;
    record.cell = id;
    record.status = status;
    return record;
}

Samples samples(const std::string& id) {
    return {.cell = id, .wall_ms = {1}};
}

}  // namespace

/// which cell a death costs, from the journal alone.
class TestJournalState : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void running_data();
    void running();
    void finished();
    void unreadable();
};

void TestJournalState::running_data() {
    using Records = std::vector<Record>;
    QTest::addColumn<Records>("records");
    QTest::addColumn<QString>("running");  // empty: none
    const auto cuda = Device::Cuda;
    QTest::newRow("only a header") << Records{Header{}} << "";
    QTest::newRow("the cell that was named") << Records{Header{}, cell("c001")} << "c001";
    QTest::newRow("in its first call")
        << Records{Header{}, cell("c001"), stage("c001", "prepare"), stage("c001", "cold")}
        << "c001";
    QTest::newRow("closed") << Records{Header{}, cell("c001"), result("c001")} << "";
    QTest::newRow("closed and the next begun")
        << Records{Header{}, cell("c001"), result("c001"), cell("c002"), stage("c002", "cold")}
        << "c002";
    QTest::newRow("its result is there, as an engine writes it before exit 71")
        << Records{Header{}, cell("c001"), result("c001", Status::Failed)} << "";
    QTest::newRow("an end closes all, also what has no result")
        << Records{Header{}, cell("c001"), cell("c002"), result("c002", Status::Failed),
                   End{.status = "failed"}}
        << "";
    QTest::newRow("the second variant is being prepared")
        << Records{Header{}, cell("c001"), stage("c001", "cold"), cell("c002"),
                   stage("c002", "prepare")}
        << "c002";
    QTest::newRow("the first variant warms up")
        << Records{Header{}, cell("c001"), cell("c002"), stage("c002", "cold"),
                   stage("c001", "warm_up")}
        << "c001";
    QTest::newRow("in turns: the GPU's, wherever it stands") << Records{Header{},
                                                                        cell("c001", cuda),
                                                                        cell("c002"),
                                                                        stage("c001", "measure"),
                                                                        stage("c002", "measure"),
                                                                        samples("c001"),
                                                                        samples("c002")}
                                                             << "c001";
    QTest::newRow("in turns, on the CPU only: the last") << Records{Header{},
                                                                    cell("c001"),
                                                                    cell("c002"),
                                                                    stage("c001", "measure"),
                                                                    stage("c002", "measure"),
                                                                    samples("c001")}
                                                         << "c002";
    QTest::newRow("in turns, and one is over: the other") << Records{Header{},
                                                                     cell("c001"),
                                                                     cell("c002", cuda),
                                                                     stage("c001", "measure"),
                                                                     stage("c002", "measure"),
                                                                     result("c002")}
                                                          << "c001";
    QTest::newRow("a GPU that only waits for its turn has not died of the CPU's first call")
        << Records{Header{}, cell("c001", cuda), stage("c001", "cold"), cell("c002"),
                   stage("c002", "cold")}
        << "c002";
    QTest::newRow("of an earlier process")
        << Records{Header{}, cell("c001"), stage("c001", "measure"), Header{}} << "";
}

void TestJournalState::running() {
    QFETCH(std::vector<Record>, records);
    QFETCH(QString, running);
    const JournalState state = stateOf({.records = records});
    QCOMPARE(QString::fromStdString(state.running.value_or(CellRecord{}).cell), running);
}

void TestJournalState::finished() {
    const JournalState state =
        stateOf({.records = {Header{}, result("c001"), result("c002", Status::Failed),
                             result("c003", Status::Skipped), result("c004", Status::Cancelled)}});
    QCOMPARE(state.finished, (std::set<std::string>{"c001", "c002"}));
}

void TestJournalState::unreadable() {
    const auto journal = readJournal("no such folder/ñ.duelo");
    QVERIFY(!journal);
    QCOMPARE(journal.error().code, std::string("file_missing"));
}

QTEST_GUILESS_MAIN(TestJournalState)
#include "tst_journal_state.moc"
