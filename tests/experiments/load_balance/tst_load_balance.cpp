// SPDX-License-Identifier: Apache-2.0
// Each row is made once and the picture is the same with every schedule. Its digests were computed
// apart, by a Python program that goes over the points one by one.
#include <QtTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "experiments/load_balance/maker.h"
#include "experiments/load_balance/params.h"
#include "experiments/load_balance/spec.h"
#include "measure/self_check.h"

using namespace duelo;

namespace {

Cell cellOf(RowSchedule schedule, int size_px, int threads, int chunk = 1) {
    Cell cell{.id = "c001",
              .experiment = "load_balance",
              .work = {{"size_px", size_px}},
              .variant = {{kScheduleAxis, word(schedule)}, {"threads", threads}}};
    if (schedule != RowSchedule::Blocks) cell.variant.set("chunk", chunk);
    return cell;
}

Output outputOf(const Cell& cell) {
    LoadBalanceMaker maker;
    const auto output =
        afterOneCall(maker, cell, [](Work& work) -> Result<Output> { return work.output(); });
    if (!output) qFatal("%s", output.error().code.c_str());
    return *output;
}

std::string reasonFor(const TypedWords& typed) {
    const auto plan = planFromWords(loadBalanceSpec(), typed, {});
    const auto checked = plan ? validated(*plan, loadBalanceSpec(), {}) : plan;
    return checked ? std::string() : checked.error().code;
}

std::vector<RowSchedule> schedules() {
    std::vector<RowSchedule> all;
    for (std::size_t i = 0; i < wordsOf<RowSchedule>.size(); ++i)
        all.push_back(static_cast<RowSchedule>(i));
    return all;
}

/// Counts how often each row is given to one of so many threads that all ask at once.
std::vector<int> timesGiven(RowSchedule schedule, RowSharing& sharing) {
    std::vector<std::atomic<int>> times(static_cast<std::size_t>(sharing.rows));
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < sharing.threads; ++thread)
            threads.emplace_back([&, thread] {
                for (RowRange rows = nextRows(schedule, sharing, thread); !rows.isEmpty();
                     rows = nextRows(schedule, sharing, thread))
                    for (int row = rows.first; row < rows.last; ++row)
                        ++times[static_cast<std::size_t>(row)];
            });
    }
    return {times.begin(), times.end()};
}

/// Returns the pieces that two threads get which ask in turns.
QString inTurns(RowSchedule schedule, int rows, int chunk) {
    RowSharing sharing(rows, chunk, 2);
    QStringList pieces;
    bool left = true;
    while (left) {
        left = false;
        for (int thread = 0; thread < 2; ++thread) {
            const RowRange piece = nextRows(schedule, sharing, thread);
            if (piece.isEmpty()) continue;
            pieces << QString("%1:%2-%3").arg(thread).arg(piece.first).arg(piece.last);
            left = true;
        }
    }
    return pieces.join(' ');
}

}  // namespace

class TestLoadBalance final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void picturesAreThoseOfAnotherProgram_data() {
        QTest::addColumn<int>("size_px");
        QTest::addColumn<QString>("digest");
        QTest::newRow("a point") << 1 << "0605d1534eb8995f";
        QTest::newRow("two rows") << 2 << "8c09f879c25e9462";
        QTest::newRow("37 rows") << 37 << "52b826cd8ecd887b";
    }
    void picturesAreThoseOfAnotherProgram() {
        QFETCH(int, size_px);
        QFETCH(QString, digest);
        for (const RowSchedule schedule : schedules())
            for (const int threads : {1, 2, 5})
                for (const int chunk : {1, 3, 64})
                    QCOMPARE(
                        QString::fromStdString(outputOf(cellOf(schedule, size_px, threads, chunk))
                                                   .fingerprint->sha256),
                        digest);
    }

    /// More threads than rows, chunks larger than the picture, threads that meet in the middle.
    void eachRowIsGivenOnce() {
        for (const RowSchedule schedule : schedules())
            for (const auto& [rows, chunk, threads] :
                 {std::tuple{1, 1, 8}, {7, 100, 3}, {2000, 1, 8}, {1999, 7, 4}}) {
                RowSharing sharing(rows, chunk, threads);
                for (int call = 0; call < 3; ++call) {
                    const std::vector<int> times = timesGiven(schedule, sharing);
                    QCOMPARE(std::ranges::count(times, 1), std::ptrdiff_t{rows});
                    sharing.restart();
                }
            }
    }

    void schedulesAreWhatTheyAreCalled() {
        QCOMPARE(inTurns(RowSchedule::Blocks, 9, 1), QString("0:0-4 1:4-9"));
        QCOMPARE(inTurns(RowSchedule::Cyclic, 9, 2), QString("0:0-2 1:2-4 0:4-6 1:6-8 0:8-9"));
        QCOMPARE(inTurns(RowSchedule::Dynamic, 9, 4), QString("0:0-4 1:4-8 0:8-9"));
        // Half of what is left, then half of that, and no piece below the chunk.
        QCOMPARE(inTurns(RowSchedule::Guided, 16, 3), QString("0:0-8 1:8-12 0:12-15 1:15-16"));
        // The first thread asks alone: its own rows, then half of what the other has left.
        RowSharing sharing(8, 2, 2);
        QStringList pieces;
        for (RowRange rows = nextRows(RowSchedule::Stealing, sharing, 0); !rows.isEmpty();
             rows = nextRows(RowSchedule::Stealing, sharing, 0))
            pieces << QString("%1-%2").arg(rows.first).arg(rows.last);
        QCOMPARE(pieces.join(' '), QString("0-2 2-4 6-8 5-6 4-5"));
    }

    /// A result tells when each thread was busy, which is never longer than the call took.
    void resultsTellWhoWorkedWhen() {
        for (const RowSchedule schedule : schedules()) {
            const Output output = outputOf(cellOf(schedule, 128, 3, 4));
            const Metric& balance = output.metrics.at(0);
            QCOMPARE(balance.id, std::string("balance"));
            QVERIFY(balance.value > 1.0 / 3 - 1e-9 && balance.value <= 1);
            const Json& threads = output.output.at("threads");
            QCOMPARE(threads.size(), std::size_t{3});
            const double span_ms = output.output.at("span_ms").get<double>();
            double all_ms = 0, most_ms = 0;
            for (const Json& one : threads) {
                const double busy_ms = one.at("busy_ms").get<double>();
                const auto lane = one.at("lane").get<std::string>();
                QCOMPARE(lane.size(), std::size_t{kLaneSlots});
                QVERIFY(busy_ms <= span_ms * (1 + 1e-9));
                double filled = 0;
                for (const char digit : lane) filled += (digit - '0') / 9.0;
                // The lane holds the busy time; each slot is rounded to a ninth.
                QVERIFY(std::abs(filled / kLaneSlots - busy_ms / span_ms) < 0.06);
                all_ms += busy_ms;
                most_ms = std::max(most_ms, busy_ms);
            }
            // Of one call, so the median is its own.
            QVERIFY(std::abs(balance.value - all_ms / 3 / most_ms) < 1e-9);
        }
    }

    /// The threads compute and wait no longer than the call takes.
    void partsAreInsideTheCall() {
        LoadBalanceMaker maker;
        const auto work = maker.create(cellOf(RowSchedule::Blocks, 64, 2)).value();
        const Prepared prepared = work->prepare().value();
        QCOMPARE(prepared.quantities.at(0).per_call, std::int64_t{64 * 64});
        const Timing timing = work->step(3);
        QCOMPARE(timing.parts.size(), std::size_t{2});
        QVERIFY(partMs(timing.parts, "compute").value() > 0);
        QVERIFY(partMs(timing.parts, "waiting").value() >= 0);
        QVERIFY(*partMs(timing.parts, "compute") + *partMs(timing.parts, "waiting") <=
                timing.wall_ms);
    }

    void refusesWhatIsNoPicture() {
        for (const char* size : {"0", "-1", "4097"})
            QCOMPARE(reasonFor({{"size_px", {size}}}), std::string("value_out_of_range"));
        QCOMPARE(reasonFor({{"chunk", {"0"}}}), std::string("value_out_of_range"));
        QCOMPARE(reasonFor({{"threads", {"2000"}}}), std::string("threads_out_of_range"));
        QCOMPARE(reasonFor({{kScheduleAxis, {"fair"}}}), std::string("unknown_value"));
        QCOMPARE(reasonFor({{"size_px", {"1", "4096"}}, {"threads", {"64"}}}), std::string());
    }

    /// no PC is filled.
    void tellsWhatItNeeds() {
        LoadBalanceMaker maker;
        const auto forecast = maker.forecast(cellOf(RowSchedule::Dynamic, 4096, 2));
        QVERIFY(forecast->bytes >= 4096 * 4096);
        QVERIFY(forecast->free_bytes.value() > 0);
    }

    void aCancelIsHeardInsideACall() {
        LoadBalanceMaker maker;
        for (const RowSchedule schedule : schedules()) {
            const auto work = maker.create(cellOf(schedule, 64, 2)).value();
            std::stop_source stop;
            int told = 0;
            // The first row that is told stops the call.
            work->setControl({.stop = stop.get_token(), .progress = [&](double share) {
                                  QVERIFY(share > 0 && share <= 1);
                                  ++told;
                                  stop.request_stop();
                              }});
            QVERIFY(work->prepare());
            QVERIFY_THROWS_EXCEPTION(StepStopped, static_cast<void>(work->step(1'000'000)));
            QCOMPARE(told, 1);
        }
    }
};

QTEST_GUILESS_MAIN(TestLoadBalance)
#include "tst_load_balance.moc"
