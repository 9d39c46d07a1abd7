// SPDX-License-Identifier: Apache-2.0
#include "measure/stop_rule.h"

#include <QtTest>

#include <random>

#include "added_round.h"

using namespace duelo;
using test::addRound;

namespace {

using Names = std::vector<std::string_view>;

std::vector<double> equal(std::size_t n, double ms) {
    return std::vector<double>(n, ms);
}

double sum(const std::vector<double>& values) {
    double total = 0;
    for (const double value : values) total += value;
    return total;
}

}  // namespace

class TestStopRule : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Standard: 30 samples, 20 rounds, 1 s, 1 %. Equal calls of 10 ms: the rounds come last.
    void stopsOnPrecisionWhenAllIsMet() {
        StopRule rule(protocolOf(Preset::Standard));
        SampleLog log("c001");
        QVERIFY((rule.unmet() == Names{"samples", "rounds", "time", "precision"}));
        for (int round = 1; round < 20; ++round)
            QVERIFY(addRound(rule, log, equal(5, 10), 60) == StopCause::None);
        QVERIFY((rule.unmet() == Names{"rounds", "time"}));
        QVERIFY(addRound(rule, log, equal(5, 10), 60) == StopCause::Precision);
        QVERIFY(rule.unmet().empty());
        QCOMPARE(log.kept().size(), std::size_t{100});
        QVERIFY(*rule.estimate().ci95 == (Interval{10, 10}));
    }

    void waitsForTheRatio() {
        StopRule rule(protocolOf(Preset::Standard));
        SampleLog log("c001");
        for (int round = 0; round < 25; ++round)
            QVERIFY(addRound(rule, log, equal(5, 10), 60, false) == StopCause::None);
        QVERIFY(rule.unmet() == Names{"ratio"});
        QVERIFY(addRound(rule, log, equal(5, 10), 60, true) == StopCause::Precision);
    }

    // A call of 4 s in 15 s: the fourth would end at 16 s and is not begun.
    void timeLimitWins() {
        StopRule rule(protocolOf(Preset::Standard));
        SampleLog log("c001");
        QVERIFY(addRound(rule, log, equal(1, 4000), 4000) == StopCause::None);
        QVERIFY(addRound(rule, log, equal(1, 4000), 4000) == StopCause::None);
        QVERIFY(addRound(rule, log, equal(1, 4000), 4000) == StopCause::TimeLimit);
        QVERIFY((rule.unmet() == Names{"samples", "rounds", "precision"}));
        QVERIFY(!rule.estimate().ci95);  // three points, no interval
        QCOMPARE(rule.estimate().median, 4000.0);
    }

    void oneSampleOfAVerySlowCall() {
        StopRule rule(protocolOf(Preset::Quick));
        SampleLog log("c001");
        QVERIFY(addRound(rule, log, equal(1, 60000), 60000) == StopCause::TimeLimit);
        QCOMPARE(log.kept().size(), std::size_t{1});
    }

    // 15 s hold twelve calls of 1.2 s: more than the six that an interval needs.
    void slowCallsStillGetAnInterval() {
        StopRule rule(protocolOf(Preset::Standard));
        SampleLog log("c001");
        int rounds = 0;
        StopCause cause = StopCause::None;
        while (cause == StopCause::None) {
            cause = addRound(rule, log, equal(1, 1200), 1200);
            ++rounds;
        }
        QVERIFY(cause == StopCause::TimeLimit);
        QCOMPARE(rounds, 12);
        QVERIFY(rule.estimate().ci95.has_value());
        QVERIFY((rule.unmet() == Names{"samples", "rounds"}));
    }

    // A turn whose samples were all discarded counts its time; the rule cannot be held up by it.
    void discardedRoundsUseUpTheTime() {
        StopRule rule(protocolOf(Preset::Quick));
        SampleLog log("c001");
        int rounds = 0;
        while (addRound(rule, log, equal(0, 0), 100) == StopCause::None) ++rounds;
        QVERIFY(rule.cause() == StopCause::TimeLimit);
        QCOMPARE(rounds, 49);
        QVERIFY(log.kept().empty());
        QVERIFY((rule.unmet() == Names{"samples", "rounds", "time", "precision"}));
    }

    void brokenTurnTimeEnds() {
        StopRule rule(protocolOf(Preset::Quick));
        SampleLog log("c001");
        QVERIFY(addRound(rule, log, equal(1, 1), std::nan("")) == StopCause::TimeLimit);
    }

    void samplesAreBounded() {
        Protocol protocol = protocolOf(Preset::Standard);
        protocol.n_max = 100;
        protocol.t_min_ms = 1e6;
        protocol.t_max_ms = 1e9;
        StopRule rule(protocol);
        SampleLog log("c001");
        QVERIFY(addRound(rule, log, equal(60, 1), 60) == StopCause::None);
        QVERIFY(addRound(rule, log, equal(60, 1), 60) == StopCause::SampleLimit);
        QCOMPARE(log.kept().size(), std::size_t{100});
        QVERIFY((rule.unmet() == Names{"rounds", "time"}));
        QVERIFY(addRound(rule, log, equal(60, 1), 60) == StopCause::SampleLimit);
        QCOMPARE(log.kept().size(), std::size_t{100});
    }

    // Strict promises p99: 67 rounds of 30 ms are its 10 s and its 50 rounds, and 335 samples.
    void thePromisedPercentileAsksForSamples() {
        QCOMPARE(leastSamples(protocolOf(Preset::Quick), 1), protocolOf(Preset::Quick).n_min);
        QCOMPARE(leastSamples(protocolOf(Preset::Standard), 1), protocolOf(Preset::Standard).n_min);
        QCOMPARE(leastSamples(protocolOf(Preset::Strict), 1), std::size_t{662});
        StopRule rule(protocolOf(Preset::Strict));
        SampleLog log("c001");
        for (int round = 1; round < 133; ++round)
            QVERIFY(addRound(rule, log, equal(5, 30), 150) == StopCause::None);
        QVERIFY(rule.unmet() == Names{"samples"});
        QVERIFY(addRound(rule, log, equal(5, 30), 150) == StopCause::Precision);
        QVERIFY(percentileBoundOfSorted(log.sorted(), 0.99).has_value());
    }

    // Standard tells p99 where a run has the time for its calls, first come first served: 662 of
    // 14 ms take some ten seconds more, those of 35 ms more than the usual limit of a cell.
    void aStandardRunHasTimeForSomePercentiles_P_12() {
        const Protocol& standard = protocolOf(Preset::Standard);
        double left_ms = kTailsMs;
        QVERIFY(withTail(standard, 60, kWakeMs, left_ms) == standard);
        QCOMPARE(left_ms, kTailsMs);
        const Protocol short_calls = withTail(standard, 14, kWakeMs, left_ms);
        QCOMPARE(leastSamples(short_calls, 1), samplesForPercentile(0.99));
        QCOMPARE(short_calls.t_max_ms, standard.t_max_ms);
        QVERIFY(left_ms < kTailsMs - 7000 && left_ms > kTailsMs - 12000);
        QVERIFY(withTail(standard, 40, kWakeMs, left_ms) == standard);
        // Those of half a millisecond are there anyway.
        const double before_ms = left_ms;
        QCOMPARE(leastSamples(withTail(standard, 0.5, kWakeMs, left_ms), 1), std::size_t{662});
        QCOMPARE(left_ms, before_ms);
        for (const Preset preset : {Preset::Quick, Preset::Strict})
            QVERIFY(withTail(protocolOf(preset), 14, kWakeMs, left_ms) == protocolOf(preset));

        left_ms = kTailsMs;
        const Protocol longer = withTail(standard, 35, kWakeMs, left_ms);
        QVERIFY(longer.t_max_ms > standard.t_max_ms && left_ms >= 0);
        StopRule rule(longer);
        SampleLog log("c001");
        StopCause cause = StopCause::None;
        while (cause == StopCause::None) cause = addRound(rule, log, equal(5, 35), 210);
        QVERIFY(cause == StopCause::Precision);
        QVERIFY(percentileBoundOfSorted(log.sorted(), 0.99).has_value());
    }

    // Nor does noise that is stable end it before; the time limit does, and says what is missing.
    void theTimeLimitWinsOverThePercentile() {
        StopRule rule(protocolOf(Preset::Strict));
        SampleLog log("c001");
        while (addRound(rule, log, equal(5, 300), 1500) == StopCause::None) {
        }
        QVERIFY(rule.cause() == StopCause::TimeLimit);
        QVERIFY(rule.unmet() == Names{"samples"});
        QVERIFY(log.kept().size() >= protocolOf(Preset::Strict).n_min);
    }

    // A block has no percentile, so it asks for no more than the preset does.
    void blocksAskForNoPercentile() {
        const Protocol& strict = protocolOf(Preset::Strict);
        QCOMPARE(leastSamples(strict, 2), strict.n_min);
        StopRule rule(strict, 1000);
        SampleLog log("c001");
        StopCause cause = StopCause::None;
        while (cause == StopCause::None)
            cause = addRound(rule, log, equal(5, 0.05), 250, true, 1000);
        QVERIFY(cause == StopCause::Precision);
        QVERIFY(log.kept().size() < leastSamples(strict, 1));
    }

    // t_min is of measured time: 100 blocks of 1,000 calls of 10 us are the standard second, though
    // the samples, which are times of one call, sum up to a thousandth of it.
    void measuredTimeIsThatOfAllCalls() {
        StopRule rule(protocolOf(Preset::Standard));
        SampleLog log("c001");
        int rounds = 0;
        while (addRound(rule, log, equal(5, 0.01), 50, true, 1000) == StopCause::None) ++rounds;
        QVERIFY(rule.cause() == StopCause::Precision);
        QCOMPARE(rounds, 19);
        QVERIFY(rule.unmet().empty());
        QCOMPARE(log.kept().size(), std::size_t{100});
        QCOMPARE(log.measuredMs(), 1000.0);
        QCOMPARE(rule.estimate().median, 0.01);
    }

    // Samples that were discarded are neither counted nor measured time.
    void discardedSamplesDoNotCount() {
        StopRule rule(protocolOf(Preset::Quick));
        SampleLog log("c001");
        for (int round = 0; round < 6; ++round) {
            for (int i = 0; i < 10; ++i)
                log.add(round, 0, 1, {.wall_ms = 10},
                        i < 5 ? DiscardCause::None : DiscardCause::Throttled);
            log.closeRound(round, rule.most());
            QVERIFY(rule.judge(log, 100) == (round < 5 ? StopCause::None : StopCause::Precision));
        }
        QCOMPARE(log.kept().size(), std::size_t{30});
        QCOMPARE(log.measuredMs(), 300.0);
        QVERIFY(addRound(rule, log, equal(5, 10), 60) == StopCause::Precision);
    }

    // Noise of 30 % never reaches 0.1 %; after some hundred rounds the width hardly moves.
    void stopsWhenNoiseIsStable() {
        Protocol protocol = protocolOf(Preset::Standard);
        protocol.target_half_width = 0.001;
        protocol.t_max_ms = 1e9;
        StopRule rule(protocol);
        SampleLog log("c001");
        std::mt19937 random(5);
        std::lognormal_distribution<double> times(std::log(20.0), 0.3);
        StopCause cause = StopCause::None;
        std::size_t rounds = 0;
        while (cause == StopCause::None && rounds < 5000) {
            std::vector<double> values(5);
            for (double& value : values) value = times(random);
            cause = addRound(rule, log, values, sum(values));
            ++rounds;
        }
        QVERIFY(cause == StopCause::StableNoisy);
        QVERIFY(rounds > 64);
        QVERIFY(rule.unmet() == Names{"precision"});
    }

    // What is kept incrementally equals what the pure function says of all samples.
    void incrementalEqualsWhole() {
        Protocol protocol = protocolOf(Preset::Strict);
        StopRule rule(protocol);
        SampleLog log("c001");
        std::mt19937 random(9);
        std::normal_distribution<double> noise(20, 1);
        std::vector<double> all;
        std::vector<std::size_t> sizes;
        for (std::size_t round = 0; round < 40; ++round) {
            std::vector<double> values(1 + round % 7);
            for (double& value : values) value = noise(random);
            addRound(rule, log, values, sum(values));
            all.insert(all.end(), values.begin(), values.end());
            sizes.push_back(values.size());
        }
        const MedianEstimate whole = estimateMedian(all, sizes);
        QCOMPARE(rule.estimate().median, whole.median);
        QCOMPARE(rule.estimate().lag1, whole.lag1);
        QVERIFY(*rule.estimate().ci95 == *whole.ci95);
        QVERIFY(std::ranges::is_sorted(log.sorted()));
        QCOMPARE(log.roundMedians().size(), std::size_t{40});
    }
};

QTEST_APPLESS_MAIN(TestStopRule)
#include "tst_stop_rule.moc"
