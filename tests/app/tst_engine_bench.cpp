// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>

#include "engine_process.h"

using namespace duelo;

class TestEngineBench : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goalsAreToldToPeople();
};

/// For people: no names of fields, and the names of things as everywhere else.
void TestEngineBench::goalsAreToldToPeople() {
    EngineProcess engine;
    engine.set("DUELO_LANG", "es");
    const auto outcome = engine.run({"self-test", "--bench", "--out", "goals.duelo"});
    for (const char* part : {"] Reloj (", "resolución", "ResNet-18: CPU, directo", "error máximo",
                             "Reconocer coffee.png: CPU", "Comprobaciones superadas: "})
        QVERIFY2(outcome.out.contains(part), qPrintable(outcome.out));
    for (const char* part : {"max_error", "channels_last", "read_ns", "sample:"})
        QVERIFY2(!outcome.out.contains(part), qPrintable(outcome.out));
    // What its goals are about, of all plans in one sealed file.
    for (const char* part : {"G6 ", "G11 ", "G19 ", "no se puede medir aquí", "goals.duelo"})
        QVERIFY2(outcome.out.contains(part), qPrintable(outcome.out));
    const RecordLog log = engine.records("goals.duelo");
    QVERIFY(log.integrity == Integrity::Sealed);
    std::set<std::string> measured;
    for (const auto& [id, cell] : engine.cells("goals.duelo")) measured.insert(cell.experiment);
    QCOMPARE(measured, (std::set<std::string>{"inference", "training"}));
}

QTEST_GUILESS_MAIN(TestEngineBench)
#include "tst_engine_bench.moc"
