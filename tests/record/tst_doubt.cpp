// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <set>
#include <string_view>

#include "record/doubt.h"
#include "stats/validity.h"

using namespace duelo;

namespace {

using Rows = std::vector<DoubtfulRow>;

CellRecord cellOf(const std::string& id, int size_px) {
    return {.cell = id, .experiment = "inference", .work = {{"size_px", size_px}}};
}

ResultRecord resultOf(const std::string& id, std::vector<std::string> flags,
                      Status status = Status::Done) {
    ResultRecord result;
    result.cell = id;
    result.status = status;
    result.flags = std::move(flags);
    return result;
}

}  // namespace

class TestDoubt : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void flagsThatMakeATimeDoubtful() {
        const std::set<std::string_view> told{flags::time_limit,    flags::sample_limit,
                                              flags::few_samples,   flags::stable_noisy,
                                              flags::warmup_capped, flags::pipelined};
        for (const std::string_view flag : flags::all)
            QVERIFY2(isDoubtful(resultOf("c", {std::string(flag)})) != told.contains(flag),
                     std::string(flag).c_str());
        QVERIFY(isDoubtful(resultOf("c", {"time_limit", "throttle_hw_thermal"})));
        QVERIFY(isDoubtful(resultOf("c", {"memory_spilled"})));
        for (const char* flag : {"throttle_sw_power_cap", "throttle_application_clocks", "future"})
            QVERIFY2(!isDoubtful(resultOf("c", {flag})), flag);
        QVERIFY(!isDoubtful(resultOf("c", {})));
    }

    /// The others of a row too, as far as they have a time; in the order of the file.
    void rowsAreWholeCases() {
        RecordLog log;
        log.records = {Header{},
                       cellOf("c1", 224),
                       cellOf("c2", 224),
                       cellOf("c3", 224),
                       resultOf("c2", {"noisy"}),
                       resultOf("c1", {}),
                       resultOf("c3", {"drift"}, Status::Failed),
                       cellOf("c4", 512),
                       resultOf("c4", {"time_limit"}),
                       cellOf("c5", 1024),
                       cellOf("c6", 224),
                       resultOf("c6", {}),
                       resultOf("c7", {"noisy"})};
        QVERIFY(doubtfulRows(log) == (Rows{{{"c1", "c2", "c6"}, 1}}));
        log.records.emplace_back(resultOf("c5", {"drift"}));
        QVERIFY(doubtfulRows(log) == (Rows{{{"c1", "c2", "c6"}, 1}, {{"c5"}, 1}}));
    }

    void theLatestResultThatIsDoneCounts() {
        RecordLog log;
        log.records = {Header{}, cellOf("c1", 224), resultOf("c1", {"noisy"})};
        for (const Status status : {Status::Failed, Status::Skipped, Status::Cancelled}) {
            log.records.emplace_back(Header{.repeats = {"c1"}});
            log.records.emplace_back(cellOf("c1", 224));
            QVERIFY(doubtfulRows(log) == (Rows{{{"c1"}, 1}}));
            log.records.emplace_back(resultOf("c1", {}, status));
            QVERIFY(doubtfulRows(log) == (Rows{{{"c1"}, 1}}));
        }
        log.records.emplace_back(resultOf("c1", {}));
        QVERIFY(doubtfulRows(log).empty());
        log.records.emplace_back(resultOf("c1", {"drift"}));
        QVERIFY(doubtfulRows(log) == (Rows{{{"c1"}, 1}}));
    }

    /// Cells that were lost when the engine ended are measured again; those that cannot be measured
    /// here are not.
    void lostOnesAreMeasuredAgain_R_05() {
        RecordLog log;
        log.records = {Header{}, cellOf("c1", 224), cellOf("c2", 224), resultOf("c1", {})};
        ResultRecord lost = resultOf("c2", {}, Status::Failed);
        lost.reason = Reason{"out_of_memory"};
        log.records.emplace_back(lost);
        QVERIFY(doubtfulRows(log).empty());
        for (const char* end :
             {"engine_crashed", "engine_killed", "engine_hung", "call_hangs", "library_error"}) {
            lost.reason = Reason{end};
            log.records.back() = lost;
            QVERIFY2(doubtfulRows(log) == (Rows{{{"c1", "c2"}, 1}}), end);
        }
        log.records.emplace_back(resultOf("c2", {}));
        QVERIFY(doubtfulRows(log).empty());
        log.records.emplace_back(lost);  // the first has a time already
        QVERIFY(doubtfulRows(log).empty());
    }
};

QTEST_APPLESS_MAIN(TestDoubt)
#include "tst_doubt.moc"
