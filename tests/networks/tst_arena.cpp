// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <random>
#include <vector>

#include <QTest>

#include "networks/arena.h"

using namespace duelo;

class TestArena : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsNeededTogetherLiesApart();
    void chainNeedsItsTwoLargestNeighbours();
    void gapsAreUsed();
    void nothingNeedsNothing();
};

void TestArena::whatIsNeededTogetherLiesApart() {
    std::mt19937 random(11);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    for (int round = 0; round < 200; ++round) {
        std::vector<Lifetime> lifetimes;
        std::int64_t all = 0;
        for (int i = 0; i < 40; ++i) {
            const int first = below(50);
            lifetimes.push_back({below(5000), first, first + below(6)});
            all += aligned(lifetimes.back().bytes);
        }
        const ArenaLayout layout = layOut(lifetimes);
        QVERIFY(layout.bytes <= all);
        for (std::size_t i = 0; i < lifetimes.size(); ++i) {
            QCOMPARE(layout.offsets[i] % kArenaAlignment, std::int64_t{0});
            QVERIFY(layout.offsets[i] + lifetimes[i].bytes <= layout.bytes);
            for (std::size_t k = 0; k < i; ++k) {
                const bool together = lifetimes[i].first <= lifetimes[k].last &&
                                      lifetimes[k].first <= lifetimes[i].last;
                const bool apart = layout.offsets[i] + lifetimes[i].bytes <= layout.offsets[k] ||
                                   layout.offsets[k] + lifetimes[k].bytes <= layout.offsets[i];
                QVERIFY(!together || apart);
            }
        }
    }
}

void TestArena::chainNeedsItsTwoLargestNeighbours() {
    std::vector<Lifetime> chain;
    for (int i = 0; i < 10; ++i) chain.push_back({i == 4 || i == 5 ? 6400 : 640, i, i + 1});
    QCOMPARE(layOut(chain).bytes, std::int64_t{12800});
}

void TestArena::gapsAreUsed() {
    // The third fits between the first two, which are laid first.
    const std::vector<Lifetime> lifetimes{{1000, 0, 9}, {640, 0, 1}, {600, 2, 3}, {320, 0, 9}};
    QCOMPARE(layOut(lifetimes).bytes, aligned(1000) + 640 + 320);
}

void TestArena::nothingNeedsNothing() {
    QCOMPARE(layOut({}).bytes, std::int64_t{0});
    QCOMPARE(layOut(std::vector<Lifetime>{{0, 0, 5}}).bytes, std::int64_t{0});
}

QTEST_APPLESS_MAIN(TestArena)
#include "tst_arena.moc"
