// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>
#include <vector>

#include <QTest>

#include "experiments/training/replay_pace.h"
#include "fake_gpu.h"

using namespace duelo;
using namespace duelo::test;

/// Tests how far ahead of the GPU an epoch is submitted (G17, R-23).
class TestReplayPace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void neverFarAhead_data();
    void neverFarAhead();
    void goesOnWithWhatItHasFound();
    void leavesWhereItIsTold();
    void nothingToDo();
};

void TestReplayPace::neverFarAhead_data() {
    QTest::addColumn<double>("piece_ms");
    QTest::addColumn<std::size_t>("most");  // pieces that are submitted and not known to be done
    QTest::newRow("longer than a window") << 100.0 << std::size_t{2};
    QTest::newRow("half a window") << 10.0 << std::size_t{4};
    QTest::newRow("short") << 0.5 << std::size_t{80};
    QTest::newRow("next to nothing") << 1e-3 << std::size_t{512};
    QTest::newRow("nothing") << 0.0 << std::size_t{512};
}

/// Each piece once, in order; there is always a window on its way while the one before is waited
/// for.
void TestReplayPace::neverFarAhead() {
    QFETCH(double, piece_ms);
    QFETCH(std::size_t, most);
    constexpr std::size_t count = 3000;
    FakeGpu gpu;
    ReplayPace pace(gpu);
    std::vector<std::size_t> pieces, ends;
    std::size_t ahead = 0, left = count;
    pace.run(
        count,
        [&](std::size_t piece) {
            pieces.push_back(piece);
            gpu.submit(piece_ms);
        },
        [&](std::size_t done) {
            ends.push_back(done);
            if (done == count) return;
            ahead = std::max(ahead, pieces.size() - done);
            left = std::min(left, pieces.size() - done);
        });
    QCOMPARE(pieces.size(), count);
    for (std::size_t i = 0; i < count; ++i) QCOMPARE(pieces[i], i);
    QVERIFY(std::ranges::is_sorted(ends));
    QCOMPARE(ends.back(), count);
    QVERIFY2(ahead <= most, QByteArray::number(static_cast<qulonglong>(ahead)).constData());
    QVERIFY(2 * ahead >= most || piece_ms > 20);  // and no nearer than that
    QVERIFY(left >= 1);
}

void TestReplayPace::goesOnWithWhatItHasFound() {
    FakeGpu gpu;
    ReplayPace pace(gpu);
    std::vector<std::size_t> told[2];
    for (auto& ends : told)
        pace.run(
            200, [&](std::size_t) { gpu.submit(0.5); },
            [&](std::size_t done) { ends.push_back(done); });
    QCOMPARE(told[0].front(), std::size_t{1});
    QCOMPARE(told[1].front(), std::size_t{40});
}

void TestReplayPace::leavesWhereItIsTold() {
    FakeGpu gpu;
    ReplayPace pace(gpu);
    int submitted = 0;
    const auto stop = [](std::size_t) { throw std::runtime_error("stop"); };
    const auto run = [&] {
        pace.run(
            50,
            [&](std::size_t) {
                ++submitted;
                gpu.submit(1000);
            },
            stop);
    };
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, run());
    QCOMPARE(submitted, 2);
}

void TestReplayPace::nothingToDo() {
    FakeGpu gpu;
    ReplayPace pace(gpu);
    std::vector<std::size_t> told;
    pace.run(
        0, [](std::size_t) { QFAIL("submitted"); },
        [&](std::size_t done) { told.push_back(done); });
    QCOMPARE(told, std::vector<std::size_t>{0});
}

QTEST_APPLESS_MAIN(TestReplayPace)
#include "tst_replay_pace.moc"
