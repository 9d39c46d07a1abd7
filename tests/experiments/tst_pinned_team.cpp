// SPDX-License-Identifier: Apache-2.0
// S4-27: threads that keep to a core each, of the works that need no LibTorch.
#include "pinning_testing.h"

#include "experiments/matrix_product/maker.h"
#include "experiments/matrix_product/spec.h"
#include "experiments/max_pool/maker.h"
#include "experiments/max_pool/spec.h"
#include "experiments/pi/maker.h"
#include "experiments/pi/spec.h"
#include "experiments/pinned_team.h"
#include "experiments/team.h"
#include "measure/side_by_side.h"

using namespace duelo;

class TestPinnedTeam final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        if (const char* why = test::whyNotPinned()) QSKIP(why);
    }

    void whoAsksForNoneHasNone() {
        QVERIFY(pinnedCpus({{"threads", 2}}).value().empty());
        QVERIFY(pinnedCpus({{"threads", 2}, {"pinning", "none"}}).value().empty());
        const PinnedTeam nothing({}, [](const auto&) { qFatal("nobody is bound"); });
    }

    /// Each of several processes has its own cores, and the first asks for those of all.
    void processesHaveTheirOwn_S4_27() {
        const std::vector<int> cores = CoreBinding().cores();
        const Params pinned{{"threads", 1}, {"pinning", "cores"}};
        QCOMPARE(pinnedCpus(pinned, 2).value(), std::vector<int>{cores[0]});
        Params second = pinned;
        second.set(std::string(kFirstCore), 1);
        QCOMPARE(pinnedCpus(second).value(), std::vector<int>{cores[1]});
        const auto many = pinnedCpus(pinned, cores.size() + 1);
        QCOMPARE(many.error().code, std::string("pinning_needs_cores"));
        QCOMPARE(many.error().args["threads"].get<std::size_t>(), cores.size() + 1);
        second.set(std::string(kFirstCore), static_cast<int>(cores.size()));
        QVERIFY(!pinnedCpus(second));
    }

    void eachThreadIsBoundAndLetGo() {
        const std::vector<int> cores = CoreBinding().cores();
        Team team(2);
        const CoreBinding binding;
        std::vector<std::vector<int>> before(2), within(2), after(2);
        const auto look = [&](std::vector<std::vector<int>>& masks) {
            team.run([&](int member) {
                masks[static_cast<std::size_t>(member)] = binding.cpusOfThisThread();
            });
        };
        look(before);
        {
            const PinnedTeam pinned({cores[0], cores[1]},
                                    [&](const auto& call) { team.run(call); });
            look(within);
        }
        look(after);
        QCOMPARE(within, (std::vector<std::vector<int>>{{cores[0]}, {cores[1]}}));
        QCOMPARE(after, before);
    }

    /// Where somebody else has put a thread, it goes back to.
    void aThreadGoesBackWhereItWas() {
        const CoreBinding binding;
        const std::vector<int> cores = binding.cores(), free = binding.cpusOfThisThread();
        binding.putThisThreadBack({cores[1]});
        { const PinnedTeam pinned({cores[0]}, thisThread()); }
        QCOMPARE(binding.cpusOfThisThread(), std::vector<int>{cores[1]});
        binding.putThisThreadBack(free);
    }

    /// A thread that is started meanwhile and is none of the team.
    void helpersAreFree_S2_M06() {
        const CoreBinding binding;
        const std::vector<int> cores = binding.cores(), free = binding.cpusOfThisThread();
        const auto ofHelper = [&] {
            std::vector<int> mask;
            std::jthread([&] { mask = binding.cpusOfThisThread(); }).join();
            return mask;
        };
        const PinnedTeam pinned({cores[1]}, thisThread());
        QCOMPARE(ofHelper(), std::vector<int>{cores[1]});
        {
            const UnpinnedHelpers helpers;
            QCOMPARE(ofHelper(), free);
        }
        QCOMPARE(binding.cpusOfThisThread(), std::vector<int>{cores[1]});
    }

    /// A binding that the system refuses is told, and leaves no thread bound.
    void whatIsRefusedIsSaid() {
        const CoreBinding binding;
        const std::vector<int> free = binding.cpusOfThisThread();
        Team team(2);
        constexpr int kNoSuchCpu = 100'000;
        try {
            const PinnedTeam pinned({binding.cores()[0], kNoSuchCpu},
                                    [&](const auto& call) { team.run(call); });
            QFAIL("it was not refused");
        } catch (const WorkFailed& failed) {
            QCOMPARE(failed.reason.code, std::string("pinning_refused"));
            QCOMPARE(failed.reason.args["cpu"].get<int>(), kNoSuchCpu);
        }
        QCOMPARE(binding.cpusOfThisThread(), free);
    }

    void pi_data() { ways({"loop", "threads"}); }
    void pi() {
        QFETCH(QString, way);
        PiMaker maker;
        check(maker, piSpec(), "how", way, {{"samples", {"3000000"}}});
    }

    void product_data() { ways({"three_loops", "blocked_vector_threads"}); }
    void product() {
        QFETCH(QString, way);
        ProductMaker maker;
        check(maker, matrixProductSpec(), "kernel", way, {{"n", {"256"}}});
    }

    void pool_data() { ways({"loops", "rows_threads"}); }
    void pool() {
        QFETCH(QString, way);
        PoolMaker maker;
        check(maker, maxPoolSpec(), "kernel", way, {{"size_px", {"2048"}}});
    }

private:
    static void ways(const std::vector<const char*>& words) {
        QTest::addColumn<QString>("way");
        for (const char* word : words) QTest::newRow(word) << QString(word);
    }
    static void check(Maker& maker, const Spec& spec, const char* axis, const QString& way,
                      TypedWords words) {
        words[axis] = {way.toStdString()};
        words["threads"] = {"2"};
        words["pinning"] = {"cores"};
        const std::vector<Cell> cells = test::cellsOf(spec, words);
        QCOMPARE(cells.size(), std::size_t{1});
        test::keepsToItsCores(maker, cells.front());
        test::hasTooFewCores(maker, cells.front());
    }
};

QTEST_GUILESS_MAIN(TestPinnedTeam)
#include "tst_pinned_team.moc"
