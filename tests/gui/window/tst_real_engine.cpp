// SPDX-License-Identifier: GPL-3.0-or-later
// The window on the engine that is shipped: a tiny plan, and a photograph that is recognised.
#include <QSignalSpy>

#include "ui/inference/image_strip.h"
#include "ui/models/results_model.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

class TestRealEngine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tinyPlanIsMeasured_S0_18();
    void photographIsSeen_S0_48();
};

void TestRealEngine::tinyPlanIsMeasured_S0_18() {
    WindowBench bench({}, "es", DUELO_ENGINE);
    QVERIFY(bench.ready());
    QVERIFY(!bench.window->comparePage().form().plan().sweeps.front().models.empty());  // proposed
    Plan plan = smallPlan(2);
    plan.threads = {1};
    bench.measure(plan);
    QTRY_VERIFY_WITH_TIMEOUT(!bench.work->isMeasuring(), 120'000);
    QVERIFY2(bench.message().isEmpty(), qPrintable(bench.message()));
    QCOMPARE(bench.table().rowCount(), 2);
    const auto seconds = [&](int row) {
        return bench.table().index(row, 1).data(ui::ResultsModel::ValueRole).toDouble();
    };
    QVERIFY(seconds(0) > 0 && seconds(1) > 0);
    const auto log = readRecords(bench.work->run().path().toStdString());
    QVERIFY(log && log->integrity == Integrity::Sealed);
    for (const Record& record : log->records)
        if (const auto* result = std::get_if<ResultRecord>(&record)) {
            const double shown = seconds(result->cell == "c001" ? 0 : 1);
            QVERIFY(std::abs(shown - result->summary->median_ms / 1000) < 1e-12);
        }
}

void TestRealEngine::photographIsSeen_S0_48() {
    WindowBench bench({}, "en", DUELO_ENGINE);
    QVERIFY(bench.ready());
    Plan plan = smallPlan(1);
    plan.sweeps.front().inputs = {"sample:coffee.png"};
    plan.threads = {1};
    const QString sample = "sample:coffee.png";
    QSignalSpy seen(bench.work.get(), &ui::Workbench::thumbnailArrived);
    bench.measure(plan);
    QTRY_VERIFY_WITH_TIMEOUT(!bench.work->isMeasuring(), 120'000);
    bool picture = false;
    for (const auto& arrived : seen)
        if (arrived.at(0).toString() == sample) picture = arrived.at(1).value<QImage>().width() > 40;
    QVERIFY(picture);
    // Random weights recognise nothing, and the card says so instead of a class.
    const QString told = QString::fromStdString(bench.word("explain.class_random"));
    bool said = false;
    for (const QLabel* label : bench.frame().findChildren<QLabel*>())
        said |= label->text() == told;
    QVERIFY(said);
}

int main(int argc, char** argv) {
    return runInApplication<TestRealEngine>(argc, argv);
}
#include "tst_real_engine.moc"
