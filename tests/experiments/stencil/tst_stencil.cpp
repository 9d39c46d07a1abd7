// SPDX-License-Identifier: Apache-2.0
// Heat spreads alike to the last bit in every order, with any threads and instructions. The digests
// were computed apart, by a Python program that rounds after each operation.
#include <QtTest>

#include <memory>
#include <string>

#include "base/text.h"
#include "experiments/stencil/maker.h"
#include "experiments/stencil/params.h"
#include "experiments/stencil/spec.h"
#include "experiments/stencil/view.h"
#include "experiments/stencil/work.h"
#include "measure/self_check.h"

using namespace duelo;

namespace {

Cell cellOf(HeatWay way, int side, int steps, int threads) {
    return {.id = "c001",
            .experiment = "stencil",
            .work = {{"side", side}, {"steps", steps}},
            .variant = {{kHeatAxis, word(way)}, {"threads", threads}}};
}

QString digestOf(Work& work, int calls) {
    if (!work.prepare()) qFatal("not prepared");
    static_cast<void>(work.step(calls));
    return QString::fromStdString(work.output().fingerprint->sha256);
}

std::vector<HeatWay> ways() {
    return {HeatWay::Columns, HeatWay::Rows, HeatWay::Blocked, HeatWay::Temporal};
}

std::string reasonFor(const TypedWords& typed) {
    const auto plan = planFromWords(stencilSpec(), typed, {});
    const auto checked = plan ? validated(*plan, stencilSpec(), {}) : plan;
    return checked ? std::string() : checked.error().code;
}

}  // namespace

class TestStencil final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void platesAreThoseOfAnotherProgram_data() {
        QTest::addColumn<int>("side");
        QTest::addColumn<int>("steps");
        QTest::addColumn<QString>("digest");
        QTest::newRow("one cell that changes") << 3 << 1 << "5882fe5ccb8345c8";
        QTest::newRow("four of them, more steps than rows") << 4 << 9 << "68314b0b1812d7e5";
        QTest::newRow("fewer steps than at once") << 10 << 3 << "2821d23ec1858b4b";
        QTest::newRow("one pass") << 41 << 8 << "8ddc9780acfd6b78";
        QTest::newRow("a pass and a part of one") << 41 << 11 << "c3f266405abef804";
        QTest::newRow("three passes") << 70 << 20 << "4ad5cfb697b91f53";
    }
    void platesAreThoseOfAnotherProgram() {
        QFETCH(int, side);
        QFETCH(int, steps);
        QFETCH(QString, digest);
        for (const HeatKernels& kernels : usableHeatKernels())
            for (const HeatWay way : ways())
                for (const int threads : {1, 2, 7}) {
                    StencilWork work({.side = side, .steps = steps}, way, threads, kernels);
                    // Each call begins with the same plate.
                    QCOMPARE(digestOf(work, 1), digest);
                    static_cast<void>(work.step(2));
                    QCOMPARE(QString::fromStdString(work.output().fingerprint->sha256), digest);
                }
    }

    /// Where a strip ends, its later steps need what the next one has.
    void stripsMeet() {
        StencilMaker maker;
        for (const HeatWay way : ways()) {
            const auto work = maker.create(cellOf(way, 2055, 3, 3)).value();
            QCOMPARE(digestOf(*work, 1), QString("2a980161e3ff1725"));
        }
    }

    /// Rates, and the point under the roofs: several steps at once move fewer bytes.
    void callsTellWhatTheyDoAndMove() {
        StencilMaker maker;
        const auto quantity = [&](HeatWay way, const std::string& id) {
            const auto work = maker.create(cellOf(way, 12, 20, 1)).value();
            const Prepared prepared = work->prepare().value();
            for (const Quantity& one : prepared.quantities)
                if (one.id == id) return one;
            return Quantity{};
        };
        for (const HeatWay way : ways()) {
            QCOMPARE(quantity(way, "updates").per_call, std::int64_t{100 * 20});
            QCOMPARE(quantity(way, "updates").rate, std::string("update_rate"));
            QCOMPARE(quantity(way, "flop").per_call, std::int64_t{6 * 100 * 20});
            const int passes = way == HeatWay::Temporal ? 3 : 20;
            QCOMPARE(quantity(way, "bytes_moved").per_call, std::int64_t{8 * 100 * passes});
        }
    }

    void refusesWhatIsNoPlate() {
        for (const char* side : {"0", "1", "2", "-3", "32769"})
            QCOMPARE(reasonFor({{"side", {side}}}), std::string("value_out_of_range"));
        QCOMPARE(reasonFor({{"steps", {"0"}}}), std::string("value_out_of_range"));
        QCOMPARE(reasonFor({{"threads", {"2000"}}}), std::string("threads_out_of_range"));
        QCOMPARE(reasonFor({{kHeatAxis, {"spiral"}}}), std::string("unknown_value"));
        QCOMPARE(reasonFor({{"side", {"3", "32768"}}, {"threads", {"64"}}}), std::string());
    }

    /// no PC is filled.
    void refusesWhatMemoryDoesNotHold() {
        StencilMaker maker;
        auto forecast = maker.forecast(cellOf(HeatWay::Temporal, 32768, 8, 2)).value();
        QVERIFY(forecast.bytes >= std::int64_t{2} * 4 * 32768 * 32768);
        QVERIFY(forecast.free_bytes.value() > 0);
        forecast.free_bytes = forecast.bytes - 1;
        QCOMPARE(forecast.lack()->code, std::string("not_enough_memory"));
        // A sweep of each step has two plates beside the first one, steps at once one.
        QVERIFY(maker.forecast(cellOf(HeatWay::Rows, 32768, 8, 2))->bytes > forecast.bytes);
    }

    void aCancelIsHeardInsideACall() {
        StencilMaker maker;
        for (const HeatWay way : ways()) {
            const auto work = maker.create(cellOf(way, 300, 8, 2)).value();
            std::stop_source stop;
            int told = 0;
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

    /// The counts were made apart, by a Python program.
    void theLessonCountsLines_data() {
        QTest::addColumn<int>("lines");
        QTest::addColumn<QString>("counts");
        QTest::newRow("three rows do not fit") << 8 << "352, 192, 144, 192";
        QTest::newRow("three rows fit") << 16 << "328, 108, 144, 144";
        QTest::newRow("two steps fit") << 24 << "180, 108, 144, 63";
        QTest::newRow("everything fits") << 96 << "78, 78, 78, 63";
    }
    void theLessonCountsLines() {
        QFETCH(int, lines);
        QFETCH(QString, counts);
        const Lesson lesson = stencilLesson();
        const Text text = Text(Language::English).of("stencil");
        QStringList ends;
        for (const HeatWay way : ways()) {
            const Params chosen{{"order", word(way)}, {"lines", lines}};
            const int last = lesson.steps(chosen) - 1;
            const auto words = lesson.at(chosen, last, text).words;
            const QString fetched = QString::fromStdString(words.at(1));
            QVERIFY2(fetched.endsWith("for 128 updates."), qPrintable(fetched));
            ends << fetched.section(' ', 2, 2);
            // Prediction first: nothing is told at the beginning.
            const std::string begin = lesson.at(chosen, 0, text).words.front();
            QVERIFY(begin.starts_with("Before you go on"));
            QVERIFY(lesson.at(chosen, 0, text).words.size() == 3);
        }
        QCOMPARE(ends.join(", "), counts);
    }
};

QTEST_GUILESS_MAIN(TestStencil)
#include "tst_stencil.moc"
