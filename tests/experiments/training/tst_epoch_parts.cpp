// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "experiments/training/epoch_parts.h"

using namespace duelo;

/// Where the time of an epoch went (S2-M06, S4-09).
class TestEpochParts : public QObject {
    Q_OBJECT

private:
    static EpochEvent epoch(int number, double compute_ms) {
        return {.epoch = number,
                .updates = 6 * number,
                .wall_ms = compute_ms + 40,
                .data_ms = 10,
                .compute_ms = compute_ms,
                .evaluation_ms = 25};
    }

private Q_SLOTS:
    void theFirstEpochWarmsUp() {
        const std::vector<EpochEvent> epochs{epoch(1, 900), epoch(2, 100), epoch(3, 104)};
        const Parts parts = epochParts(epochs);
        QCOMPARE(partMs(parts, "compute").value(), 102.0);
        QCOMPARE(partMs(parts, "data").value(), 10.0);
        QCOMPARE(partMs(parts, "evaluation").value(), 25.0);
        QCOMPARE(partMs(parts, "unexplained").value(), 5.0);  // as in each of the two
        QVERIFY(!partMs(parts, "h2d") && !partMs(parts, "d2h"));
        QCOMPARE(updatesPerEpoch(epochs), 6.0);
    }

    /// Each part has its median in another epoch; together they would be more than any of these.
    void thePartsAreOfOneEpoch() {
        std::vector<EpochEvent> epochs{epoch(2, 0), epoch(3, 0), epoch(4, 0)};
        const double times_ms[3][3]{{60, 20, 20}, {20, 60, 21}, {60, 60, 30}};
        for (std::size_t i = 0; i < 3; ++i) {
            epochs[i].data_ms = times_ms[i][0];
            epochs[i].compute_ms = times_ms[i][1];
            epochs[i].evaluation_ms = times_ms[i][2];
            epochs[i].wall_ms = times_ms[i][0] + times_ms[i][1] + times_ms[i][2] + 1;
        }
        const Parts parts = epochParts(epochs);
        QCOMPARE(partMs(parts, "data").value(), 20.0);
        QCOMPARE(partMs(parts, "compute").value(), 60.0);
        QCOMPARE(partMs(parts, "evaluation").value(), 21.0);
        QCOMPARE(partMs(parts, "unexplained").value(), 1.0);
    }

    void theOnlyEpochCounts() {
        QCOMPARE(partMs(epochParts(std::vector{epoch(1, 900)}), "compute").value(), 900.0);
    }

    /// A file may begin at a later epoch, where a training was resumed.
    void anEpochThatIsNotTheFirstCounts() {
        QCOMPARE(partMs(epochParts(std::vector{epoch(4, 100), epoch(5, 200)}), "compute").value(),
                 150.0);
    }

    void copiesAreTimeToo_S4_09() {
        EpochEvent gpu = epoch(2, 100);
        gpu.h2d_ms = 3;
        gpu.d2h_ms = 0.5;
        const Parts parts = epochParts(std::vector{gpu});
        QCOMPARE(partMs(parts, "h2d").value(), 3.0);
        QCOMPARE(partMs(parts, "d2h").value(), 0.5);
        QCOMPARE(partMs(parts, "unexplained").value(), 1.5);
        std::vector<std::string> order;
        for (const PartTime& part : parts) {
            order.push_back(part.id);
            QVERIFY2(part.inside, part.id.c_str());
        }
        QCOMPARE(order, (std::vector<std::string>{"data", "h2d", "compute", "d2h", "evaluation",
                                                  "unexplained"}));
    }

    /// Launches go on beside the GPU, so they are no part of the sum.
    void launchesStandBeside_S4_09() {
        EpochEvent gpu = epoch(2, 100);
        gpu.h2d_ms = 3;
        gpu.launch_ms = 90;
        const Parts parts = epochParts(std::vector{gpu});
        QCOMPARE(partMs(parts, "launch").value(), 90.0);
        QCOMPARE(partMs(parts, "unexplained").value(), 2.0);
        for (const PartTime& part : parts) QCOMPARE(part.inside, part.id != "launch");
    }

    void withoutEpochsThereIsNothing() {
        QVERIFY(epochParts({}).empty());
        QCOMPARE(updatesPerEpoch({}), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestEpochParts)
#include "tst_epoch_parts.moc"
