// SPDX-License-Identifier: Apache-2.0
// Threads that stay and share calls.
#include <QtTest>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "experiments/team.h"

using namespace duelo;

class TestTeam final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachMemberTakesPartInEachCall() {
        for (const int threads : {1, 2, 7}) {
            Team team(threads);
            QCOMPARE(team.threads(), threads);
            std::vector<std::atomic<int>> calls(static_cast<std::size_t>(threads));
            for (int round = 1; round <= 500; ++round) {
                team.run([&](int member) { ++calls[static_cast<std::size_t>(member)]; });
                for (const auto& count : calls) QCOMPARE(count.load(), round);
            }
        }
    }

    void membersAreThreadsOfTheirOwnThatStay() {
        Team team(3);
        std::vector<std::thread::id> first(3), second(3);
        for (auto* ids : {&first, &second})
            team.run([&](int member) {
                (*ids)[static_cast<std::size_t>(member)] = std::this_thread::get_id();
            });
        QVERIFY(first == second);
        QVERIFY(first[0] == std::this_thread::get_id());
        QCOMPARE(std::set(first.begin(), first.end()).size(), std::size_t{3});
    }

    void partsMakeUpTheWhole_data() {
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("count");
        for (const int threads : {1, 2, 3, 7})
            for (const int count : {0, 1, 63, 64, 65, 1000, 4096})
                QTest::addRow("%d of %d", threads, count) << threads << count;
    }
    void partsMakeUpTheWhole() {
        QFETCH(int, threads);
        QFETCH(int, count);
        const Team team(threads);
        const auto all = static_cast<std::size_t>(count);
        QCOMPARE(team.begin(0, all, 64), std::size_t{0});
        QCOMPARE(team.begin(threads, all, 64), all);
        for (int member = 0; member < threads; ++member) {
            const std::size_t begin = team.begin(member, all, 64);
            QVERIFY(begin <= team.begin(member + 1, all, 64));
            QVERIFY(begin % 64 == 0 || begin == all);
        }
    }
};

QTEST_GUILESS_MAIN(TestTeam)
#include "tst_team.moc"
