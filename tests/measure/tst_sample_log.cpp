// SPDX-License-Identifier: Apache-2.0
#include "measure/sample_log.h"

#include <QTest>

#include <cmath>
#include <numeric>

using namespace duelo;

namespace {

using Times = std::vector<double>;

Times list(std::span<const double> values) {
    return {values.begin(), values.end()};
}

/// A call of its own that counts, unless a cause is given.
void addCall(SampleLog& log, int round, double wall_ms, DiscardCause discard = DiscardCause::None) {
    log.add(round, 0, 1, {.wall_ms = wall_ms}, discard);
}

constexpr std::size_t kMany = 1000;

}  // namespace

/// The samples of a lane, and what the rules, figures and records see of them.
class TestSampleLog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A sample of a block is the time of one call; the block's start is not divided.
    void timesOfABlockArePerCall() {
        SampleLog log("c003");
        log.add(0, 5, 4,
                {.wall_ms = 8,
                 .device_ms = 4,
                 .submit_ms = 1,
                 .parts = {{"h2d", 0.5, false}, {"compute", 6}}},
                DiscardCause::None);
        log.closeRound(0, kMany);
        QCOMPARE(list(log.kept()), Times{2});
        const Samples samples = log.from(0);
        QCOMPARE(samples.cell, std::string("c003"));
        QCOMPARE(samples.round, std::vector<int>{0});
        QCOMPARE(samples.t0_ms, Times{5});
        QCOMPARE(samples.calls, std::vector<int>{4});
        QCOMPARE(samples.wall_ms, Times{2});
        QCOMPARE(samples.device_ms, Times{1});
        QCOMPARE(samples.submit_ms, Times{0.25});
        QCOMPARE(log.medianDeviceMs().value(), 1.0);
        QCOMPARE(log.medianSubmitMs().value(), 0.25);
        const Parts parts = log.parts();
        QCOMPARE(parts.size(), std::size_t{2});
        QCOMPARE(partMs(parts, "h2d").value(), 0.125);
        QCOMPARE(partMs(parts, "compute").value(), 1.5);
        QVERIFY(!parts[0].inside && parts[1].inside);
    }

    /// The time that was measured is that of all calls, not of one in each block.
    void measuredTimeIsOfAllCalls() {
        SampleLog log("c001");
        for (const int calls : {1000, 10})
            log.add(0, 0, calls, {.wall_ms = 20}, DiscardCause::None);
        QCOMPARE(log.measuredMs(), 0.0);  // the round is open
        log.closeRound(0, kMany);
        QCOMPARE(log.measuredMs(), 40.0);
        QCOMPARE(list(log.kept()), (Times{0.02, 2}));
    }

    void discardedSamplesAreNoFigures() {
        SampleLog log("c001");
        const auto add = [&](double ms, DiscardCause discard) {
            log.add(0, 0, 2,
                    {.wall_ms = 2 * ms,
                     .device_ms = 2 * ms,
                     .submit_ms = 2 * ms,
                     .parts = {{"compute", 2 * ms}}},
                    discard);
        };
        add(1, DiscardCause::None);
        add(50, DiscardCause::Preempted);
        add(60, DiscardCause::Preempted);
        add(3, DiscardCause::None);
        log.closeRound(0, kMany);
        QCOMPARE(log.size(), std::size_t{4});
        QCOMPARE(list(log.kept()), (Times{1, 3}));
        QCOMPARE(log.measuredMs(), 8.0);
        QCOMPARE(log.medianDeviceMs().value(), 2.0);
        QCOMPARE(log.medianSubmitMs().value(), 2.0);
        QCOMPARE(partMs(log.parts(), "compute").value(), 2.0);
        // They stay in the record, marked.
        const int preempted = static_cast<int>(DiscardCause::Preempted);
        QCOMPARE(log.from(0).wall_ms, (Times{1, 50, 60, 3}));
        QCOMPARE(log.from(0).discard, (std::vector<int>{0, preempted, preempted, 0}));
        QCOMPARE(log.discards(), log.from(0).discard);
    }

    /// A whole turn is discarded: all its samples go, those of the turns before it stay.
    void aTurnIsDiscardedFromItsFirstSample() {
        SampleLog log("c001");
        addCall(log, 0, 1);
        log.closeRound(0, kMany);
        for (const double ms : {5, 6}) addCall(log, 1, ms);
        log.discardFrom(1, DiscardCause::Throttled);
        log.closeRound(1, kMany);
        QCOMPARE(list(log.kept()), Times{1});
        const int throttled = static_cast<int>(DiscardCause::Throttled);
        QCOMPARE(log.discards(), (std::vector<int>{0, throttled, throttled}));
        log.discardFrom(3, DiscardCause::Slept);  // nothing came since
        QCOMPARE(log.discards().back(), throttled);
    }

    void samplesOfAnOpenRoundDoNotCountYet() {
        SampleLog log("c001");
        addCall(log, 0, 7);
        QCOMPARE(log.size(), std::size_t{1});
        QVERIFY(log.kept().empty() && log.sorted().empty() && log.roundMedians().empty());
        QCOMPARE(log.from(0).wall_ms, Times{7});
        log.closeRound(0, kMany);
        QCOMPARE(list(log.kept()), Times{7});
    }

    /// n_max bounds what counts; what comes after it is written and no more.
    void aRoundClosesAtTheLimit() {
        SampleLog log("c001");
        for (const double ms : {1, 2}) addCall(log, 0, ms);
        log.closeRound(0, 3);
        for (const double ms : {8, 9}) addCall(log, 1, ms);
        log.closeRound(1, 3);
        QCOMPARE(list(log.kept()), (Times{1, 2, 8}));
        QCOMPARE(log.measuredMs(), 11.0);
        QCOMPARE(list(log.roundMedians()), (Times{1.5, 8}));
        addCall(log, 2, 3);
        log.closeRound(2, 3);
        QCOMPARE(log.kept().size(), std::size_t{3});
        QVERIFY(std::isnan(log.roundMedians().back()));
        QCOMPARE(log.from(0).wall_ms, (Times{1, 2, 8, 9, 3}));
    }

    /// Rounds pair up by their number: one that gave nothing, or that another variant took alone,
    /// has its place.
    void aRoundWithoutSamplesHasNoMedian() {
        SampleLog log("c001");
        for (const double ms : {1, 2, 9}) addCall(log, 0, ms);
        log.closeRound(0, kMany);
        addCall(log, 1, 5, DiscardCause::Slept);
        log.closeRound(1, kMany);
        addCall(log, 3, 4);
        log.closeRound(3, kMany);
        const Times medians = list(log.roundMedians());
        QCOMPARE(medians.size(), std::size_t{4});
        QCOMPARE(medians[0], 2.0);
        QVERIFY(std::isnan(medians[1]) && std::isnan(medians[2]));
        QCOMPARE(medians[3], 4.0);
        QCOMPARE(list(log.keptRoundMedians()), (Times{2, 4}));
    }

    void samplesAreSortedAcrossRounds() {
        SampleLog log("c001");
        const Times rounds[] = {{5, 1, 3}, {2, 9}, {}, {0.5, 4}};
        for (int round = 0; round < 4; ++round) {
            for (const double ms : rounds[round]) addCall(log, round, ms);
            log.closeRound(round, kMany);
        }
        QCOMPARE(list(log.kept()), (Times{5, 1, 3, 2, 9, 0.5, 4}));
        QCOMPARE(list(log.sorted()), (Times{0.5, 1, 2, 3, 4, 5, 9}));
    }

    /// One call each, nothing discarded, no clock on the device: nothing is said of them.
    void listsThatSayNothingAreLeftOut() {
        SampleLog log("c001");
        for (int i = 0; i < 3; ++i) addCall(log, i, 1 + i);
        Samples samples = log.from(1);
        QCOMPARE(samples.round, (std::vector<int>{1, 2}));
        QCOMPARE(samples.wall_ms, (Times{2, 3}));
        QVERIFY(samples.calls.empty() && samples.discard.empty());
        QVERIFY(samples.device_ms.empty() && samples.submit_ms.empty());
        QVERIFY(log.from(3).wall_ms.empty() && log.from(99).round.empty());

        log.discardFrom(2, DiscardCause::Slept);
        log.add(3, 0, 8, {.wall_ms = 8}, DiscardCause::None);
        samples = log.from(0);
        QCOMPARE(samples.calls, (std::vector<int>{1, 1, 1, 8}));
        QCOMPARE(samples.discard.size(), std::size_t{4});
        // What says nothing of the rest is not written for it.
        QVERIFY(log.from(3).discard.empty());
        QCOMPARE(log.from(3).calls, std::vector<int>{8});
    }

    /// Lists are parallel: what was not measured of a sample is no number there.
    void whatWasMeasuredOnceKeepsItsPlace() {
        SampleLog log("c001");
        addCall(log, 0, 1);
        log.add(0, 0, 1, {.wall_ms = 2, .device_ms = 1.5}, DiscardCause::None);
        addCall(log, 0, 3);
        const Times device_ms = log.from(0).device_ms;
        QCOMPARE(device_ms.size(), std::size_t{3});
        QVERIFY(std::isnan(device_ms[0]) && std::isnan(device_ms[2]));
        QCOMPARE(device_ms[1], 1.5);
        QCOMPARE(log.medianDeviceMs().value(), 1.5);
        QVERIFY(log.from(0).submit_ms.empty() && !log.medianSubmitMs());
    }

    /// P-03: each part has its median in another call; together they would be 141 ms of a call of
    /// 101. Those of the middle call make up its time, and so do the means of the two in the
    /// middle.
    void partsAddUpToTheMedian_P_03() {
        SampleLog log("c001");
        const double times_ms[4][3]{{60, 20, 20}, {20, 60, 21}, {60, 60, 30}, {1, 1, 1}};
        for (const auto& parts_ms : times_ms)
            log.add(0, 0, 1,
                    {.wall_ms = parts_ms[0] + parts_ms[1] + parts_ms[2],
                     .parts = {{"data", parts_ms[0]},
                               {"compute", parts_ms[1]},
                               {"evaluation", parts_ms[2]}}},
                    DiscardCause::None);
        log.discardFrom(3, DiscardCause::Slept);
        log.closeRound(0, kMany);
        const auto sum = [](const Parts& parts) {
            return std::accumulate(
                parts.begin(), parts.end(), 0.0,
                [](double so_far, const PartTime& part) { return so_far + part.ms; });
        };
        QCOMPARE(median(log.kept()), 101.0);
        QCOMPARE(sum(log.parts()), 101.0);
        QCOMPARE(partMs(log.parts(), "data").value(), 20.0);
        QCOMPARE(log.parts().back().id, std::string("evaluation"));  // in their order
        log.add(1, 0, 1, {.wall_ms = 131, .parts = {{"data", 100}, {"compute", 31}}},
                DiscardCause::None);
        log.closeRound(1, kMany);
        QCOMPARE(median(log.kept()), 116.0);
        QCOMPARE(partMs(log.parts(), "data").value(), 60.0);
        QCOMPARE(withUnexplained(log.parts(), 116).back().ms, 0.0);
    }

    /// Parts of another call than the time is of would leave a negative rest: what came after the
    /// last sample that is kept, and a round that a stop has left open, are in neither.
    void partsAreOfWhatIsKept_P_03() {
        SampleLog log("c001");
        const auto add = [&log](int round, double ms) {
            log.add(round, 0, 1, {.wall_ms = ms, .parts = {{"data", ms / 4}, {"compute", ms / 2}}},
                    DiscardCause::None);
        };
        for (const double ms : {8.0, 10.0, 12.0, 40.0, 44.0}) add(0, ms);
        log.closeRound(0, 3);
        for (const double ms : {60.0, 64.0, 68.0}) add(1, ms);
        QCOMPARE(median(log.kept()), 10.0);
        QCOMPARE(partMs(log.parts(), "data").value(), 2.5);
        QCOMPARE(withUnexplained(log.parts(), median(log.kept())).back().ms, 2.5);
    }

    /// Samples without parts say nothing of where the time went.
    void partsMayBeMissing() {
        SampleLog log("c001");
        log.add(0, 0, 1, {.wall_ms = 10, .parts = {{"compute", 8}}}, DiscardCause::None);
        log.add(0, 0, 1, {.wall_ms = 12, .parts = {{"h2d", 1}, {"compute", 9}}},
                DiscardCause::None);
        addCall(log, 0, 11);
        addCall(log, 0, 11.5);
        log.add(0, 0, 1, {.wall_ms = 14, .parts = {{"h2d", 2}, {"compute", 9}}},
                DiscardCause::None);
        log.closeRound(0, kMany);
        const Parts parts = log.parts();
        QCOMPARE(parts.size(), std::size_t{2});
        QCOMPARE(partMs(parts, "compute").value(), 9.0);
        QCOMPARE(partMs(parts, "h2d").value(), 1.0);
    }

    void nothingWasMeasured() {
        const SampleLog log("c001");
        QVERIFY(log.parts().empty());
        QVERIFY(!log.medianDeviceMs() && !log.medianSubmitMs());
        QCOMPARE(log.from(0).cell, std::string("c001"));
        QVERIFY(log.from(0).wall_ms.empty());
    }
};

QTEST_APPLESS_MAIN(TestSampleLog)
#include "tst_sample_log.moc"
