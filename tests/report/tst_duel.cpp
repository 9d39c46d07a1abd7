// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <cmath>

#include "experiments/common_axes.h"
#include "experiments/compare.h"
#include "report/duel.h"
#include "report_examples.h"

using namespace duelo;

namespace {

constexpr double kFrame_s = 1.0 / 60;
// Of the first row of examples::gpuPc(): 224 px.
constexpr const char* kCpuCell = "c001";
constexpr const char* kGpuCell = "c003";

template <typename Kind>
Kind& recordOf(RecordLog& log, const std::string& cell) {
    for (Record& record : log.records)
        if (auto* found = std::get_if<Kind>(&record); found && found->cell == cell) return *found;
    qFatal("no such record");
}

/// Gives a cell these samples, three a round, and the figures that follow from them.
void setTimes(RecordLog& log, const std::string& cell, const std::vector<double>& times_ms) {
    auto& samples = recordOf<Samples>(log, cell);
    samples = {.cell = cell, .wall_ms = times_ms};
    for (std::size_t i = 0; i < times_ms.size(); ++i) {
        samples.round.push_back(static_cast<int>(i / 3));
        samples.t0_ms.push_back(static_cast<double>(i) * 1000);
    }
    samples.discard.assign(times_ms.size(), 0);
    ResultRecord& result = examples::resultOf(log, cell);
    result.flags.clear();
    result.discarded.clear();
    result.parts.clear();
    result.metrics.clear();
    const auto sorted = sortedCopy(times_ms);
    Summary& s = *result.summary;
    s = {};
    s.n = static_cast<std::int64_t>(sorted.size());
    s.median_ms = median(sorted);
    s.ci95_ms = medianInterval(sorted);
    s.mean_ms = mean(sorted);
    s.min_ms = sorted.front();
    s.p25_ms = quantileOfSorted(sorted, 0.25);
    s.p75_ms = quantileOfSorted(sorted, 0.75);
    s.max_ms = sorted.back();
}

/// 42 times, turn by turn a little below and a little above.
std::vector<double> around(double ms) {
    std::vector<double> times;
    for (int i = 0; i < 42; ++i) times.push_back(ms * (i % 2 == 0 ? 0.995 : 1.005));
    return times;
}

RecordLog fileWith(const std::vector<double>& cpu_ms, const std::vector<double>& gpu_ms) {
    RecordLog log = examples::gpuPc();
    setTimes(log, kCpuCell, cpu_ms);
    setTimes(log, kGpuCell, gpu_ms);
    return log;
}

/// CPU (eager, of the first file) against GPU in a row.
DuelValue duelIn(const std::vector<RecordLog>& logs, std::size_t row = 0, bool with_cold = false) {
    const auto compared = compare(logs);
    if (!compared) qFatal("%s", compared.error().code.c_str());
    const Labels labels(*compared, Text(Language::Spanish));
    std::size_t gpu = compared->columns.size();
    for (std::size_t i = 0; i < compared->columns.size(); ++i)
        if (deviceOf(compared->columns[i].variant) == Device::Cuda &&
            compared->rows[row].cells[i].timed())
            gpu = i;
    const auto pairs = duelPairs(*compared, row);
    if (std::ranges::find(pairs, std::pair(*compared->base_column, gpu)) == pairs.end())
        qFatal("no such pair");
    return duelOf(*compared, row, *compared->base_column, gpu, with_cold, labels);
}

bool says(const std::string& text, const char* words) {
    return text.find(words) != std::string::npos;
}

}  // namespace

class TestDuel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The slower lane takes about 10 s, and each ends with the sum of its samples.
    void lanesTakeTheirSamples() {
        const DuelValue duel = duelIn({fileWith(around(15.5), around(1.9))});
        QCOMPARE(duel.pieces(), 645U);
        QCOMPARE(duel.calls(), 645U);
        QCOMPARE(duel.factor, 1.0);
        QVERIFY(std::abs(duel.lanes[0].finish_s() - 10.00) < kFrame_s);
        QVERIFY(std::abs(duel.lanes[1].finish_s() - 1.23) < kFrame_s);
        for (const DuelValue::Lane& lane : duel.lanes) {
            QVERIFY(std::ranges::is_sorted(lane.end_s));
            QCOMPARE(lane.doneAt(0), 0U);
            QCOMPARE(lane.doneAt(lane.finish_s()), 645U);
        }
        QVERIFY(duel.tiles() <= 400 && duel.tilesAfter(644) < duel.tiles());
        QCOMPARE(duel.tilesAfter(645), duel.tiles());
        QCOMPARE(duel.winner, std::optional<std::size_t>(1));
        QVERIFY(!duel.doubt);
        QVERIFY(says(duel.question, "645 imágenes"));
        QVERIFY(says(duel.answer, "645 imágenes") && says(duel.answer, "1,23\u00a0s") &&
                says(duel.answer, "10,00\u00a0s"));
    }

    void samplesComeInTheirOrderAndAgain() {
        std::vector<double> cpu = around(15.5);
        cpu[0] = 20;
        RecordLog log = fileWith(cpu, around(1.9));
        // What was discarded is no part of a race.
        auto& samples = recordOf<Samples>(log, kCpuCell);
        samples.wall_ms.insert(samples.wall_ms.begin() + 1, 900);
        samples.round.insert(samples.round.begin(), 0);
        samples.t0_ms.insert(samples.t0_ms.begin() + 1, 500);
        samples.discard.insert(samples.discard.begin() + 1, 1);
        const DuelValue duel = duelIn({log});
        const DuelValue::Lane& lane = duel.lanes[0];
        QVERIFY(std::abs(lane.end_s[0] - 0.020) < 1e-9);
        QVERIFY(std::abs(lane.end_s[1] - lane.end_s[0] - cpu[1] / 1000) < 1e-9);
        QVERIFY(std::abs(lane.end_s[42] - lane.end_s[41] - 0.020) < 1e-9);
        QVERIFY(says(lane.told, "42 tiempos medidos, repetidos"));
        QVERIFY(duelIn({examples::gpuPc()}, 2).lanes[0].told.empty());  // 19 calls of 520 ms
    }

    void doubtfulPairHasNoWinner() {
        RecordLog log = fileWith(around(15.5), around(1.9));
        examples::resultOf(log, kGpuCell).flags = {"time_limit"};  // the interval shows it
        QVERIFY(duelIn({log}).winner);
        const DuelValue duel = duelIn({examples::gpuPc()});
        QCOMPARE(duel.doubt->code, std::string("ratio_doubtful"));
        QVERIFY(!duel.winner);
        // Which side, and what of its flags makes it doubtful.
        QVERIFY(says(duel.answer, "No se puede decir quién gana.") &&
                says(duel.answer, "(GPU directo: ruidosa)"));
    }

    void unequalResultsHaveNoWinner() {
        RecordLog log = fileWith(around(15.5), around(1.9));
        examples::resultOf(log, kGpuCell).fingerprint->values = {0.5, -2.25, 9};
        const DuelValue duel = duelIn({log});
        QCOMPARE(duel.doubt->code, std::string("ratio_outputs_disagree"));
        QVERIFY(!duel.winner && says(duel.answer, "No se puede decir quién gana."));
    }

    void undecidedPairHasNoWinner() {
        const DuelValue duel =
            duelIn({fileWith({10, 10, 10, 10.1, 10.1, 10.1}, {9.9, 9.9, 9.9, 9.8, 9.8, 9.8})});
        QVERIFY2(says(duel.answer, "pocas rondas"), duel.answer.c_str());
        QVERIFY(!duel.winner);
    }

    /// The table has the first one in front by its median, the sum of all times the other one: the
    /// eye saw a winner that nobody explained.
    void sumsAgainstMediansAreExplained() {
        std::vector<double> cpu = around(10), gpu;
        for (int i = 0; i < 42; ++i) gpu.push_back(i % 14 == 0 ? 60 : 9.8);
        RecordLog log = fileWith(cpu, gpu);
        examples::resultOf(log, kGpuCell).flags = {"noisy"};
        const DuelValue duel = duelIn({log});
        QVERIFY(duel.lanes[1].finish_s() > duel.lanes[0].finish_s());
        QCOMPARE(duel.doubt->code, std::string("ratio_doubtful"));
        QVERIFY2(says(duel.answer, "la tabla compara medianas"), duel.answer.c_str());
        // Not where both say the same, nor where a load is what decides.
        QVERIFY(!says(duelIn({examples::gpuPc()}).answer, "medianas"));
        QVERIFY(!says(duelIn({log}, 0, true).answer, "medianas"));
    }

    void equalTimesAreATie() {
        const RecordLog log = fileWith(around(10), around(10));
        const DuelValue duel = duelIn({log});
        QVERIFY(!duel.doubt && !duel.winner);
        QVERIFY(says(duel.answer, "tardan lo mismo"));
        QCOMPARE(duelIn({log}, 0, true).doubt->code, std::string("duel_cold_once"));
    }

    /// A variant that is faster by the median, but later at the finish for a few long samples, is
    /// not called the winner.
    void finishMustAgreeWithTheVerdict() {
        std::vector<double> gpu;
        for (int i = 0; i < 42; ++i) gpu.push_back(i % 3 == 2 ? 100 : 5);
        const DuelValue duel = duelIn({fileWith(around(10), gpu)});
        QVERIFY(duel.lanes[1].finish_s() > duel.lanes[0].finish_s());
        QCOMPARE(duel.doubt->code, std::string("duel_few_decide"));
    }

    void coldAddsLoadAndFirstCall() {
        RecordLog log = fileWith(around(15.5), around(1.9));
        const DuelValue warm = duelIn({log}), cold = duelIn({log}, 0, true);
        QVERIFY(warm.can_be_cold && !warm.is_cold && cold.is_cold);
        QCOMPARE(warm.lanes[1].start_s, 0.0);
        const Cold& gpu = recordOf<Cold>(log, kGpuCell);
        const double added_s = (gpu.load_ms + gpu.first_ms) / 1000;
        QVERIFY(std::abs(cold.lanes[1].finish_s() - warm.lanes[1].finish_s() - added_s) < 1e-9);
        QCOMPARE(cold.lanes[1].doneAt(added_s), 0U);
        QVERIFY(says(cold.lanes[1].told, "arranque"));
        QVERIFY(says(cold.lanes[0].told, "(la primera del proceso)"));
        QCOMPARE(cold.winner, warm.winner);
        // What a single loading decides is no verdict.
        recordOf<Cold>(log, kGpuCell).load_ms = 9500;
        QCOMPARE(duelIn({log}, 0, true).doubt->code, std::string("duel_cold_once"));
        std::erase_if(log.records, [](const Record& r) {
            const auto* record = std::get_if<Cold>(&r);
            return record && record->cell == kGpuCell;
        });
        const DuelValue without = duelIn({log}, 0, true);
        QVERIFY(!without.can_be_cold && !without.is_cold);
    }

    void otherPcsLaneSaysWhereItIsFrom() {
        const DuelValue duel = duelIn({examples::cpuPc(), examples::otherPc()}, 1);
        QVERIFY(duel.lanes[0].origin.empty());
        for (const char* words :
             {"grupo_7.duelo", "2026-05-03", "i7-13700", "no se midió al mismo tiempo"})
            QVERIFY2(says(duel.lanes[1].origin, words), words);
        QVERIFY(says(duel.label, "2026-05-03, 2026-05-05"));
        QVERIFY(says(duel.label, "repetición"));
        QCOMPARE(duel.winner, std::optional<std::size_t>(1));
    }

    /// Where no number of calls gives 10 s, the pace is another and is told.
    void paceIsTold() {
        const DuelValue slow = duelIn({fileWith(around(7000), around(1000))});
        QCOMPARE(slow.calls(), 10U);
        QCOMPARE(slow.factor, 7.0);
        QVERIFY(says(slow.label, "7,0 veces más rápido"));
        const DuelValue fast = duelIn({fileWith(around(1e-4), around(2e-5))});
        QCOMPARE(fast.calls(), 50'000U);
        QVERIFY(std::abs(fast.factor - 5e-4) < 1e-9);
        QVERIFY(says(fast.label, "2000 veces más lento"));
        QVERIFY(fast.tiles() <= 400);
    }

    void batchesAndCallsAreCounted() {
        RecordLog log = fileWith(around(100), around(50));
        for (const char* cell : {kCpuCell, kGpuCell})
            examples::resultOf(log, cell).quantities["images"] = 8;
        const DuelValue batches = duelIn({log});
        QCOMPARE(batches.calls(), 100U);
        QVERIFY(says(batches.question, "800 imágenes") && says(batches.label, "8 imágenes"));
        for (const char* cell : {kCpuCell, kGpuCell})
            examples::resultOf(log, cell).quantities.clear();
        const DuelValue calls = duelIn({log});
        QVERIFY(says(calls.question, "100 llamadas") && says(calls.label, "1 llamada"));
    }

    void pairsHaveTimesAndSamples() {
        RecordLog log = examples::gpuPc();
        const auto pairsIn = [&](std::size_t row) {
            return duelPairs(*compare(std::vector{log}), row);
        };
        const auto compared = compare(std::vector{log});
        const auto pairs = pairsIn(1);
        QCOMPARE(pairs.size(), 3U);
        QCOMPARE(pairs.front().first, *compared->base_column);
        QCOMPARE(deviceOf(compared->columns[pairs.front().second].variant), Device::Cuda);
        QVERIFY(pairsIn(3).empty());  // the GPU had not memory enough
        std::erase_if(log.records,
                      [](const Record& r) { return std::holds_alternative<Samples>(r); });
        QVERIFY(pairsIn(1).empty());
    }
};

QTEST_APPLESS_MAIN(TestDuel)
#include "tst_duel.moc"
