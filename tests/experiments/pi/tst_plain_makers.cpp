// SPDX-License-Identifier: Apache-2.0
// A build without LibTorch makes the works that need none, and says of the others that it has none.
#include <QtTest>

#include "experiments/makers.h"
#include "experiments/roofs/bf16.h"
#include "experiments/specs.h"

using namespace duelo;

class TestPlainMakers final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plainWorksAreMade_data() {
        QTest::addColumn<QString>("experiment");
        QTest::addColumn<int>("expected");
        QTest::newRow("pi") << "pi" << 2;              // the loop and the threads
        QTest::newRow("transfer") << "transfer" << 9;  // a thread for each size
        // Copies, arithmetic in fp32 and where the processor has it in bf16, both starts, the pipe
        // and the lock; nobody can start a process.
        QTest::newRow("roofs") << "roofs" << 5 + 1 + (bf16Kernel() ? 1 : 0) + 2 + 2;
    }
    void plainWorksAreMade() {
        QFETCH(QString, experiment);
        QFETCH(int, expected);
        const auto maker = makerOf(experiment.toStdString(), {});
        QVERIFY(maker);
        const Spec& spec = *findSpec(experiment.toStdString());
        int made = 0;
        for (const Cell& cell : expand(usualPlan(spec, {}), spec, {}))
            made += maker->create(cell).has_value();
        QCOMPARE(made, expected);
    }

    void othersRefuseEveryCell() {
        for (const char* experiment : {"inference", "training", "lr_finder"}) {
            const auto maker = makerOf(experiment, {});
            const auto made = maker->create({});
            QVERIFY(!made);
            QCOMPARE(made.error().code, "experiment_not_built");
            QCOMPARE(maker->check({}).error().code, "experiment_not_built");
            QCOMPARE(maker->forecast({}).error().code, "experiment_not_built");
            QCOMPARE(maker->answer("data", {}).error().code, "experiment_not_built");
        }
    }

    void theFormOfEachIsOfferedAndProposedIsWhatCanBeMade() {
        ProbeSheet sheet;
        for (const Spec& spec : specs()) offer(spec, {}, sheet);
        QCOMPARE(sheet.experiments.size(), specs().size());
        for (const auto& offer : sheet.offers) {
            const auto plan = planFromJson(offer.plan);
            QVERIFY(plan && plan->experiment != "inference" && plan->experiment != "training");
        }
        const auto plan = planFromJson(sheet.default_plan);
        QVERIFY(plan && makerOf(plan->experiment, {})
                            ->create(expand(*validated(*plan, Facts{}), Facts{}).front()));
        QVERIFY(!mayBeAskedAnytime("pi", "data"));
    }
};

QTEST_GUILESS_MAIN(TestPlainMakers)
#include "tst_plain_makers.moc"
