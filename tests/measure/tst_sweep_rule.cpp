// SPDX-License-Identifier: Apache-2.0
// Where a sweep over the batch ends by itself (S0-13).
#include <QTest>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "measure/session.h"
#include "scripted_work.h"

using namespace duelo;

namespace {

const SweepEnd kBatches{.axis = "batch",
                        .metric = "throughput",
                        .asked = "best_batch",
                        .peaked = "peaked",
                        .full = "full"};

Cell cellOf(int batch, const char* device = "cpu", int size_px = 224) {
    return {.id = std::string(device) + std::to_string(size_px) + "-" + std::to_string(batch),
            .experiment = "inference",
            .work = {{"batch", batch}, {"size_px", size_px}},
            .variant = {{"device", device}}};
}

ResultRecord rate(double value, double half_width = 0) {
    ResultRecord result;
    result.metrics = {
        {"throughput", "image/s", value, Interval{value - half_width, value + half_width}}};
    return result;
}

ResultRecord failed(const char* code) {
    ResultRecord result;
    result.status = Status::Failed;
    result.reason = Reason{code};
    return result;
}

/// Batches of 1, 2, 4 and so on with these rates; the reason of the next one.
std::string after(const std::vector<ResultRecord>& results) {
    SweepRule rule(kBatches);
    int batch = 1;
    for (const ResultRecord& result : results) {
        rule.add(cellOf(batch), result);
        batch *= 2;
    }
    const auto over = rule.whyOver(cellOf(batch));
    return over ? over->code + over->args.dump() : std::string();
}

/// Calls of a batch that the device does at this rate, in its units of 8: all of them at once.
FakeScript scriptOf(int batch) {
    const int waves = (batch + 7) / 8;
    return {.prepared = {.quantities = {{"images", batch, "throughput", "image/s"}}},
            .wall_ms = [waves](int) { return 10.0 * waves; }};
}

}  // namespace

class TestSweepRule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesOnWhileItGrows() {
        QCOMPARE(after({}), std::string());
        QCOMPARE(after({rate(100)}), std::string());
        QCOMPARE(after({rate(100), rate(190), rate(340), rate(360)}), std::string());
        // One that its kernels do not like is no end, nor is one that failed for itself.
        QCOMPARE(after({rate(100), rate(80)}), std::string());
        QCOMPARE(after({rate(100), rate(80), rate(150), rate(140)}), std::string());
        QCOMPARE(after({rate(100), failed("outputs_disagree"), rate(90)}), std::string());
    }

    void endsWhereItNoLongerGrows_S0_13() {
        QCOMPARE(after({rate(100), rate(101), rate(102)}),
                 std::string(R"(peaked{"best":4,"value":4})"));
        QCOMPARE(after({rate(100), rate(200), rate(190), rate(180)}),
                 std::string(R"(peaked{"best":2,"value":8})"));
        // What came before stays what ended it, whatever was measured behind it.
        QCOMPARE(after({rate(100), rate(99), rate(99), rate(500)}),
                 std::string(R"(peaked{"best":1,"value":4})"));
        // A gain at every other size is enough.
        QCOMPARE(after({rate(100), rate(104), rate(109.5), rate(114), rate(120)}), std::string());
    }

    /// A rate whose interval is wide may still have grown, so it ends no sweep.
    void anIntervalSpeaksForItself() {
        QCOMPARE(after({rate(100, 1), rate(101, 8), rate(102, 8)}), std::string());
        QCOMPARE(after({rate(100, 1), rate(101, 2), rate(102, 2)}),
                 std::string(R"(peaked{"best":4,"value":4})"));
    }

    void endsWhereTheMemoryDoes_R_01() {
        for (const char* code : {"out_of_memory", "out_of_host_memory"})
            QCOMPARE(after({rate(100), rate(200), failed(code)}),
                     std::string(R"(full{"value":4})"));
    }

    /// Each variant and each size has its own end; smaller values are not over, in whatever order.
    void sweepsAreApart() {
        SweepRule rule(kBatches);
        for (const int batch : {4, 2, 1}) rule.add(cellOf(batch), rate(100));
        QVERIFY(rule.whyOver(cellOf(8)).has_value());
        QVERIFY(!rule.whyOver(cellOf(8, "cuda")));
        QVERIFY(!rule.whyOver(cellOf(8, "cpu", 512)));
        for (const int batch : {1, 2, 4}) QVERIFY(!rule.whyOver(cellOf(batch)));
        // Measured again, the later figure counts.
        rule.add(cellOf(4), rate(180));
        QVERIFY(!rule.whyOver(cellOf(8)));
    }

    /// A run goes by the rule: what is behind the end is skipped with its reason, on the CPU too,
    /// and nothing of it is prepared.
    void aRunLeavesTheRestOut_S0_13() {
        std::vector<Cell> cells;
        ScriptedMaker maker;
        for (int batch = 1; batch <= 128; batch *= 2) {
            cells.push_back(cellOf(batch));
            maker.scripts[cells.back().id] = scriptOf(batch);
        }
        const auto measured = [&](std::optional<SweepRule> sweep) {
            FakeSink sink;
            Session session(cells, maker, sink,
                            {.protocol = protocolOf(Preset::Quick), .sweep = std::move(sweep)});
            session.start();
            session.wait();
            if (!session.allDone()) qFatal("what is left out as asked is not missing");
            std::map<Status, int> count;
            for (const ResultRecord& result : sink.all<ResultRecord>()) {
                ++count[result.status];
                if (result.status != Status::Skipped) continue;
                if (result.reason->code != "peaked" || result.reason->args.at("best") != 8)
                    qFatal("%s", result.reason->code.c_str());
            }
            return count;
        };
        QCOMPARE(measured(std::nullopt).at(Status::Done), 8);
        maker.log.clear();
        // 8 images take as long as one, 16 and 32 bring no more.
        const auto count = measured(SweepRule(kBatches));
        QCOMPARE(count.at(Status::Done), 6);
        QCOMPARE(count.at(Status::Skipped), 2);
        QVERIFY(std::ranges::find(maker.log, cells.back().id) == maker.log.end());
        // Taken up again, it ends at the same place by what the file had.
        SweepRule known(kBatches);
        for (int batch = 1; batch <= 32; batch *= 2)
            known.add(cellOf(batch), rate(100 * std::min(batch, 8)));
        cells.erase(cells.begin(), cells.begin() + 6);
        QCOMPARE(measured(known).at(Status::Skipped), 2);
    }
};

QTEST_APPLESS_MAIN(TestSweepRule)
#include "tst_sweep_rule.moc"
