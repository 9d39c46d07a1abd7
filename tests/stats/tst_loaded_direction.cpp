// SPDX-License-Identifier: Apache-2.0
#include "stats/loaded_direction.h"

#include <QtTest>

using namespace duelo;

namespace {

using Rounds = std::vector<std::vector<double>>;

/// Calls from `ms` to 1.2 times that.
Rounds rounds(std::size_t count, double ms, std::size_t calls = 5) {
    Rounds all(count);
    for (auto& one : all)
        for (std::size_t i = 0; i < calls; ++i)
            one.push_back(ms * (1 + 0.2 * static_cast<double>(i) / static_cast<double>(calls - 1)));
    return all;
}

}  // namespace

/// Y-11: who is the faster while other programs ran, and at least how much.
class TestLoadedDirection : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // The 10th percentile of five calls is 1.02 of the least, the 90th 1.18: 10.2 / 1.18 = 8.64.
    void bound() {
        const auto faster = directionUnderLoad(rounds(10, 10), rounds(10, 1));
        QVERIFY(faster == (LoadedDirection{true, 8}));
        QVERIFY(directionUnderLoad(rounds(10, 1), rounds(10, 10)) == (LoadedDirection{false, 8}));
    }

    void oneRoundDecides() {
        Rounds base = rounds(30, 10);
        base[17] = rounds(1, 3)[0];  // 3.06 / 1.18 = 2.59
        QVERIFY(directionUnderLoad(base, rounds(30, 1)) == (LoadedDirection{true, 2.5}));
        base[17] = rounds(1, 0.5)[0];
        QVERIFY(!directionUnderLoad(base, rounds(30, 1)));
    }

    void atLeastOneAndAHalf() {
        QVERIFY(directionUnderLoad(rounds(10, 1.75), rounds(10, 1)) ==
                (LoadedDirection{true, 1.5}));  // 1.785 / 1.18 = 1.513
        QVERIFY(!directionUnderLoad(rounds(10, 1.7), rounds(10, 1)));
    }

    void enoughRoundsAndCalls() {
        QVERIFY(!directionUnderLoad(rounds(9, 10), rounds(9, 1)));
        QVERIFY(!directionUnderLoad(rounds(10, 10, 4), rounds(10, 1)));
        Rounds base = rounds(11, 10);
        base[3].resize(4);  // that one tells nothing, the others do
        QVERIFY(directionUnderLoad(base, rounds(11, 1)));
        base[4].resize(4);
        QVERIFY(!directionUnderLoad(base, rounds(11, 1)));
        QVERIFY(!directionUnderLoad({}, {}));
        base = rounds(10, 10);
        base[2][0] = 0;
        QVERIFY(!directionUnderLoad(base, rounds(10, 1)));
    }

    void isRoundedDown() {
        const auto told = [](double times) {
            Rounds base(10, std::vector<double>(5, times)), other(10, std::vector<double>(5, 1));
            return directionUnderLoad(base, other)->at_least;
        };
        QCOMPARE(told(1.7), 1.7);
        QCOMPARE(told(2.99), 2.9);
        QCOMPARE(told(3), 3.0);
        QCOMPARE(told(6.83), 6.0);
        QCOMPARE(told(99.9), 99.0);
        QCOMPARE(told(128), 120.0);
    }
};

QTEST_APPLESS_MAIN(TestLoadedDirection)
#include "tst_loaded_direction.moc"
