// SPDX-License-Identifier: Apache-2.0
// Each way of adding up comes to the sum of its own order of additions, to the last bit, whatever
// the instructions. The sums were computed apart, by a Python program that rounds after each one.
// Scans are checked against additions written out here, counts against a count of the same bytes.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/sha256.h"
#include "base/text.h"
#include "experiments/reduction/maker.h"
#include "experiments/reduction/params.h"
#include "experiments/reduction/spec.h"
#include "experiments/reduction/view.h"
#include "experiments/reduction/work.h"
#include "measure/self_check.h"

using namespace duelo;

namespace {

constexpr auto kSum = NumberOperation::Sum, kScan = NumberOperation::Scan,
               kHistogram = NumberOperation::Histogram;

Cell cellOf(SumWay way, std::int64_t numbers, int threads = 1, NumberOperation operation = kSum) {
    return {.id = "c001",
            .experiment = "reduction",
            .work = {{kOperationAxis, word(operation)}, {"numbers", numbers}},
            .variant = {{kSumAxis, word(way)}, {"threads", threads}}};
}

Output outputOf(Work& work, int calls = 1) {
    if (!work.prepare()) qFatal("not prepared");
    static_cast<void>(work.step(calls));
    return work.output();
}
double sumOf(const SumTask& task, const SimdKernels& simd = usableSimdKernels().back()) {
    SumNumbersStore store;
    KernelSum work(task, store, simd);
    const double first = outputOf(work).output["sum"].get<double>();
    // No call goes on from the one before it.
    static_cast<void>(work.step(3));
    if (takesTurns(task.way) && task.threads > 1) return first;  // the order is nobody's
    return work.output().output["sum"].get<double>() == first ? first : -1;
}

std::vector<SumWay> waysWithThreads() {
    return {SumWay::Atomic, SumWay::Lock, SumWay::Beside, SumWay::Padded, SumWay::Tree};
}

/// All that this build has.
std::vector<SumWay> waysOf(NumberOperation operation) {
    std::vector<SumWay> ways;
    for (std::size_t i = 0; i < wordsOf<SumWay>.size(); ++i)
        if (const auto way = static_cast<SumWay>(i);
            hasWay(operation, way) && way != SumWay::Library)
            ways.push_back(way);
    return ways;
}

/// The prefix sums in the order of simdScan(), one addition after another.
std::vector<float> scanInBlocks(const float* x, std::size_t count) {
    std::vector<float> out(count);
    float before = 0;
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        float sums[8];
        for (std::size_t half = 0; half < 8; half += 4) {
            const float *v = x + i + half, two = v[0] + v[1], later = v[2] + v[3];
            sums[half] = v[0];
            sums[half + 1] = two;
            sums[half + 2] = v[1] + v[2] + v[0];
            sums[half + 3] = later + two;
        }
        for (std::size_t k = 4; k < 8; ++k) sums[k] += sums[3];
        for (std::size_t k = 0; k < 8; ++k) out[i + k] = before + sums[k];
        before += sums[7];
    }
    for (; i < count; ++i) out[i] = before += x[i];
    return out;
}

std::string reasonFor(const TypedWords& typed) {
    const auto plan = planFromWords(reductionSpec(), typed, {});
    const auto checked = plan ? validated(*plan, reductionSpec(), {}) : plan;
    return checked ? std::string() : checked.error().code;
}

/// Forgets the last number of each piece.
void addWithoutLast(const float* x, long count, float* sums) {
    loopSum(x, count - 1, sums);
}
/// Is wrong in the middle alone.
void scanWithGap(const float* x, long count, float* sums, float* out) {
    loopScan(x, count, sums, out);
    out[count / 2] *= 1.1F;
}
void scanToNan(const float* x, long count, float* sums, float* out) {
    loopScan(x, count, sums, out);
    out[count / 2] = std::numeric_limits<float>::quiet_NaN();
}

}  // namespace

class TestReduction final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsAreThoseOfAnotherProgram_data() {
        QTest::addColumn<int>("numbers");
        QTest::addColumn<qint64>("exact");  // in steps of 2^-23
        QTest::addColumn<double>("loop");
        QTest::addColumn<double>("several");
        QTest::addColumn<double>("simd");
        QTest::addColumn<double>("three_parts");
        QTest::addColumn<double>("tree_of_three");
        QTest::addColumn<double>("tree_of_five");
        QTest::newRow("one") << 1 << qint64{7409749} << 0.88331091403961182 << 0.88331091403961182
                             << 0.88331091403961182 << 0.88331091403961182 << 0.88331091403961182
                             << 0.88331091403961182;
        QTest::newRow("two") << 2 << qint64{11029669} << 1.3148390054702759 << 1.3148390054702759
                             << 1.3148390054702759 << 1.3148390054702759 << 1.3148390054702759
                             << 1.3148390054702759;
        QTest::newRow("fewer than sums")
            << 63 << qint64{268275164} << 31.980894088745117 << 31.980892181396484
            << 31.980892181396484 << 31.980894088745117 << 31.980892181396484 << 31.980892181396484;
        QTest::newRow("some are left")
            << 200 << qint64{840063601} << 100.14338684082031 << 100.14338684082031
            << 100.14338684082031 << 100.14337921142578 << 100.14338684082031 << 100.14337921142578;
        QTest::newRow("1000") << 1000 << qint64{4130946900} << 492.4471435546875
                              << 492.44720458984375 << 492.447265625 << 492.44720458984375
                              << 492.447265625 << 492.447265625;
        QTest::newRow("5001") << 5001 << qint64{20840122926} << 2484.33642578125 << 2484.33642578125
                              << 2484.33642578125 << 2484.33740234375 << 2484.336181640625
                              << 2484.336181640625;
    }
    void sumsAreThoseOfAnotherProgram() {
        QFETCH(int, numbers);
        QFETCH(qint64, exact);
        QFETCH(double, loop);
        QFETCH(double, several);
        QFETCH(double, simd);
        QFETCH(double, three_parts);
        QFETCH(double, tree_of_three);
        QFETCH(double, tree_of_five);
        QCOMPARE(sumNumbers(numbers).exact, static_cast<double>(exact) * 0x1p-23);
        QVERIFY(sumOf({numbers, SumWay::Loop, 1}) == loop);
        QVERIFY(sumOf({numbers, SumWay::Several, 1}) == several);
        for (const SimdKernels& kernel : usableSimdKernels()) {
            QVERIFY(sumOf({numbers, SumWay::Simd, 1}, kernel) == simd);
            QVERIFY(sumOf({numbers, SumWay::Tree, 1}, kernel) == simd);
            QVERIFY(sumOf({numbers, SumWay::Tree, 3}, kernel) == tree_of_three);
            QVERIFY(sumOf({numbers, SumWay::Tree, 5}, kernel) == tree_of_five);
        }
        for (const SumWay way : {SumWay::Beside, SumWay::Padded}) {
            QVERIFY(sumOf({numbers, way, 1}) == loop);
            QVERIFY(sumOf({numbers, way, 3}) == three_parts);
        }
        for (const SumWay way : {SumWay::Atomic, SumWay::Lock})
            QVERIFY(sumOf({numbers, way, 1}) == loop);
    }

    /// At the edges of blocks and pieces, of primes, and with more threads than there is to do.
    void scansAreThoseOfTheirOrder() {
        for (const std::size_t count :
             {1U, 2U, 7U, 8U, 9U, 63U, 64U, 1009U, 16'384U, 16'385U, 40'009U}) {
            const SumNumbers numbers = sumNumbers(static_cast<std::int64_t>(count));
            const std::vector<float> expected = scanInBlocks(numbers.x.data(), count);
            for (const SimdKernels& kernel : usableSimdKernels()) {
                std::vector<float> out(count);
                float last = 0;
                kernel.scan(numbers.x.data(), static_cast<long>(count), &last, out.data());
                QVERIFY(out == expected && last == expected.back());
            }
            const auto last = [&](SumWay way, int threads, const SimdKernels& kernels) {
                return sumOf({static_cast<std::int64_t>(count), way, threads, kScan}, kernels);
            };
            const SimdKernels& base = usableSimdKernels().front();
            QVERIFY(last(SumWay::Loop, 1, base) == sumOf({static_cast<std::int64_t>(count)}));
            QVERIFY(last(SumWay::Simd, 1, base) == static_cast<double>(expected.back()));
            const double tree = last(SumWay::Tree, 1, base);
            for (const SimdKernels& kernels : usableSimdKernels())
                for (const int threads : {1, 2, 3, 17})
                    QVERIFY(last(SumWay::Tree, threads, kernels) == tree);
        }
    }

    /// Whichever thread counts a byte: no table forgets one, and none keeps those of a call before.
    void allWaysCountTheSame() {
        for (const std::int64_t count : {1, 2, 7, 8, 9, 1009, 20'011}) {
            ByteCounts counts{};
            for (const std::uint8_t byte : numbersToCount(count).bytes) ++counts[byte];
            const std::string digest = sha256Hex(std::as_bytes(std::span(counts))).substr(0, 16);
            ReductionMaker maker;
            for (const SumWay way : waysOf(kHistogram))
                for (const int asked : {1, 2, 5}) {
                    const int threads = isOfOneThread(way) ? 1 : asked;
                    const auto work = maker.create(cellOf(way, count, threads, kHistogram)).value();
                    const Output output = outputOf(*work, 3);
                    QCOMPARE(output.output["total"].get<std::int64_t>(), count);
                    QCOMPARE(output.output["exact"].get<std::string>(), digest);
                    QCOMPARE(output.metrics.at(0).value + output.metrics.at(1).value, 0.0);
                }
        }
        // Zeros follow each other, and rare values are there too.
        const ByteCounts counts = numbersToCount(1'000'000).counts;
        QVERIFY(counts[0] > 590'000 && counts[0] < 603'000 && counts[128] > 35'000);
    }

    /// No number is lost and none counts twice, in any order: that would exceed the bound.
    void threadsLoseNoNumber() {
        ReductionMaker maker;
        for (const SumWay way : waysWithThreads())
            for (const int threads : {2, 7}) {
                const auto work = maker.create(cellOf(way, 20'011, threads)).value();
                const Output output = outputOf(*work, 20);
                const double error = output.metrics.at(0).value, bound = output.metrics.at(1).value;
                QVERIFY2(error <= bound, word(way).data());
                // A number is 5e-5 of all, a bound much less where chains are short.
                if (way != SumWay::Atomic && way != SumWay::Lock) QVERIFY(bound < 7e-4);
                if (way == SumWay::Tree) QVERIFY(bound < 2e-5);
            }
    }

    /// The additions that a number goes through, counted by hand.
    void boundsFollowTheLongestChain() {
        const auto chain = [](std::int64_t numbers, SumWay way, int threads) {
            return SumTask{numbers, way, threads}.longestChain();
        };
        QCOMPARE(chain(1000, SumWay::Loop, 1), std::int64_t{1000});
        QCOMPARE(chain(1000, SumWay::Several, 1), std::int64_t{125 + 3});
        QCOMPARE(chain(1000, SumWay::Simd, 1), std::int64_t{16 + 6});
        QCOMPARE(chain(1000, SumWay::Atomic, 4), std::int64_t{1000});
        QCOMPARE(chain(1000, SumWay::Padded, 4), std::int64_t{256 + 4});
        QCOMPARE(chain(1000, SumWay::Tree, 4), std::int64_t{4 + 6 + 2});
        QCOMPARE(chain(1000, SumWay::Tree, 5), std::int64_t{4 + 6 + 3});
        const auto scanned = [](std::int64_t numbers, SumWay way) {
            return SumTask{numbers, way, 4, kScan}.longestChain();
        };
        QCOMPARE(scanned(1000, SumWay::Loop), std::int64_t{1000});
        QCOMPARE(scanned(1000, SumWay::Simd), std::int64_t{3 + 125 + 8});
        QCOMPARE(scanned(40'000, SumWay::Tree), std::int64_t{256 + 6 + 3 + 3 + 2048 + 8});
        QCOMPARE((SumTask{1000, SumWay::Loop, 1, kHistogram}.errorBound()), 0.0);
        const auto bound = [](std::int64_t numbers, SumWay way) {
            return SumTask{numbers, way, 1}.errorBound();
        };
        QCOMPARE(bound(1, SumWay::Simd), 0.0);  // a single number is not rounded
        QCOMPARE(bound(2, SumWay::Tree), 0x1p-24);
        QCOMPARE(bound(1 << 24, SumWay::Loop), 1 - 0x1p-24);
        // (1 + 2^-24)^22 - 1
        QVERIFY(std::abs(bound(1000, SumWay::Simd) / (22 * 0x1p-24) - 1) < 1e-6);
    }

    void aWrongSumIsNoResult() {
        const auto isRefused = [](NumberOperation operation, const SimdKernels& kernels) {
            SumNumbersStore store;
            KernelSum work({1000, SumWay::Simd, 1, operation}, store, kernels);
            try {
                static_cast<void>(outputOf(work));
            } catch (const WorkFailed& failed) {
                const Text text = Text(Language::English).of("reduction");
                return failed.reason.code == "reduction_wrong" &&
                       text.reason(failed.reason).starts_with("The result is wrong: it has ");
            }
            return false;
        };
        QVERIFY(isRefused(kSum, {addWithoutLast, loopScan}));
        QVERIFY(isRefused(kScan, {loopSum, scanWithGap}));
        QVERIFY(isRefused(kScan, {loopSum, scanToNan}));
        QVERIFY(!isRefused(kScan, {loopSum, loopScan}));
    }

    void callsTellWhatTheyDoAndMove() {
        ReductionMaker maker;
        const auto work = maker.create(cellOf(SumWay::Tree, 12'345, 2)).value();
        const Prepared prepared = work->prepare().value();
        QCOMPARE(prepared.quantities.at(0).per_call, std::int64_t{12'345});
        QCOMPARE(prepared.quantities.at(0).rate, std::string("number_rate"));
        QCOMPARE(prepared.quantities.at(1).id, std::string("bytes_moved"));
        QCOMPARE(prepared.quantities.at(1).per_call, std::int64_t{4 * 12'345});
        QCOMPARE(prepared.quantities.at(2).id, std::string("flop"));
        const auto ofOperation = [&](NumberOperation operation) {
            return maker.create(cellOf(SumWay::Loop, 12'345, 1, operation))
                .value()
                ->prepare()
                .value();
        };
        QCOMPARE(ofOperation(kScan).quantities.at(1).per_call, std::int64_t{8 * 12'345});
        QCOMPARE(ofOperation(kHistogram).quantities.at(1).per_call, std::int64_t{12'345});
        QCOMPARE(ofOperation(kHistogram).quantities.size(), std::size_t{2});  // counts are no FLOP
    }

    void refusesWhatIsNoSum() {
        for (const char* numbers : {"0", "-3", "1073741825"})
            QCOMPARE(reasonFor({{"numbers", {numbers}}}), std::string("value_out_of_range"));
        QCOMPARE(reasonFor({{"numbers", {"many"}}}), std::string("not_a_whole_number"));
        QCOMPARE(reasonFor({{"threads", {"2000"}}}), std::string("threads_out_of_range"));
        QCOMPARE(reasonFor({{kSumAxis, {"magic"}}}), std::string("unknown_value"));
        QCOMPARE(reasonFor({{kOperationAxis, {"sort"}}}), std::string("unknown_value"));
        QCOMPARE(reasonFor({{kOperationAxis, {"scan"}}, {"numbers", {"nan"}}}),
                 std::string("not_a_whole_number"));
        // One number, the most of them, and more threads than cores are measured.
        QCOMPARE(reasonFor({{"numbers", {"1", "1073741824"}}, {"threads", {"64"}}}), std::string());
    }

    /// no PC is filled.
    void refusesWhatMemoryDoesNotHold() {
        ReductionMaker maker;
        auto forecast = maker.forecast(cellOf(SumWay::Tree, kMostNumbers, 2)).value();
        QCOMPARE(forecast.bytes, std::int64_t{4} << 30);
        QVERIFY(forecast.free_bytes.value() > 0);
        forecast.free_bytes = forecast.bytes - 1;
        QCOMPARE(forecast.lack()->code, std::string("not_enough_memory"));
        // The variants of a case share their numbers.
        const auto work = maker.create(cellOf(SumWay::Loop, 1000)).value();
        QVERIFY(work->prepare());
        QCOMPARE(maker.forecast(cellOf(SumWay::Simd, 1000)).value().bytes, std::int64_t{0});
        QCOMPARE(maker.forecast(cellOf(SumWay::Simd, 1001)).value().bytes, std::int64_t{4004});
        // Sums of its own for each scan; a histogram has other numbers.
        const auto bytesOf = [&](NumberOperation operation) {
            return maker.forecast(cellOf(SumWay::Loop, 1000, 1, operation)).value().bytes;
        };
        QCOMPARE(bytesOf(kScan), std::int64_t{4000});
        QCOMPARE(bytesOf(kHistogram), std::int64_t{1000});
        maker.release();
        QCOMPARE(bytesOf(kScan), std::int64_t{8000});
    }

    /// A way that an operation has not is in no plan, and refused where it is asked for alone.
    void anOperationHasItsWaysAlone() {
        const Spec spec = reductionSpec();
        const auto plan = planFromWords(
            spec, {{kOperationAxis, {"sum", "scan", "histogram"}}, {"numbers", {"1000"}}}, {});
        const auto cells = expand(completed(*plan, spec), spec, {});
        QCOMPARE(cells.size(), std::size_t{9 + 4 + 8});
        for (const Cell& cell : cells) QVERIFY(!sumTask(cell.work, cell.variant).whyNot());
        ReductionMaker maker;
        QCOMPARE(maker.create(cellOf(SumWay::Atomic, 10, 2, kScan)).error().code,
                 std::string("reduction_not_a_scan"));
        QCOMPARE(maker.create(cellOf(SumWay::Simd, 10, 1, kHistogram)).error().code,
                 std::string("reduction_not_a_histogram"));
        QCOMPARE(reasonFor({{kOperationAxis, {"scan"}}, {kSumAxis, {"atomic", "several"}}}),
                 std::string("reduction_not_a_scan"));
        QCOMPARE(reasonFor({{kOperationAxis, {"histogram"}}, {kSumAxis, {"simd"}}}),
                 std::string("reduction_not_a_histogram"));
        const TypedWords both{{kOperationAxis, {"scan", "sum"}}, {kSumAxis, {"lock"}}};
        QCOMPARE(reasonFor(both), std::string());
        TypedWords many = both;
        many["numbers"] = {"100000000"};
        QCOMPARE(reasonFor(many), std::string("reduction_too_many_turns"));
        // A file from before there was a choice means the sum.
        QVERIFY(sumTask({{"numbers", 10}}, {{kSumAxis, "tree"}}).operation == kSum);
    }

    void refusesWhatWouldTakeMinutes() {
        ReductionMaker maker;
        for (const SumWay way : {SumWay::Atomic, SumWay::Lock}) {
            QVERIFY(maker.check(cellOf(way, 4'000'000, 2)));
            const auto refused = maker.create(cellOf(way, 4'000'001, 2));
            QCOMPARE(refused.error().code, std::string("reduction_too_many_turns"));
        }
        // The usual plan has no such cell, and one that would have no other is refused.
        const Spec spec = reductionSpec();
        const auto cells = expand(completed(usualPlan(spec, {}), spec), spec, {});
        QCOMPARE(cells.size(), std::size_t{9 + 7});
        for (const Cell& cell : cells)
            QVERIFY(!takesTurns(cell.variant.word<SumWay>(kSumAxis)) ||
                    maker.check(cell).has_value());
        const auto reasonOf = [](const char* way, const char* numbers) {
            return reasonFor({{kSumAxis, {way}}, {"numbers", {numbers}}});
        };
        QCOMPARE(reasonOf("atomic", "100000000"), std::string("reduction_too_many_turns"));
        QCOMPARE(reasonOf("lock", "50000000"), std::string("reduction_too_many_turns"));
        QCOMPARE(reasonOf("lock", "4000000"), std::string());
        QCOMPARE(reasonOf("loop", "100000000"), std::string());
        QVERIFY(maker.check(cellOf(SumWay::Beside, kMostNumbers, 2)));
        QCOMPARE(maker.check(cellOf(SumWay::Library, 10, 2)).error().code,
                 std::string("reduction_needs_torch"));
    }

    void aCancelIsHeardInsideACall() {
        ReductionMaker maker;
        std::vector<Cell> cells;
        for (const NumberOperation operation : {kSum, kScan, kHistogram})
            for (const SumWay way : waysOf(operation))
                cells.push_back(cellOf(way, 3'000'000, 2, operation));
        for (const Cell& cell : cells) {
            const auto work = maker.create(cell).value();
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

    /// The ticks and the sums were made apart, by Python's decimal numbers of three digits.
    void theLessonAddsWithThreeDigits_data() {
        QTest::addColumn<QString>("order");
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("ticks");
        QTest::addColumn<QString>("sum");
        QTest::newRow("loop") << "loop" << 2 << 16 << "89.6";
        QTest::newRow("in turns, 2") << "atomic" << 2 << 16 << "89.6";
        QTest::newRow("in turns, 8") << "atomic" << 8 << 16 << "89.5";
        QTest::newRow("several, 2") << "several" << 2 << 9 << "89.5";
        QTest::newRow("several, 3") << "several" << 3 << 8 << "89.5";
        QTest::newRow("several, 4") << "several" << 4 << 6 << "89.6";
        QTest::newRow("tree, 2") << "tree" << 2 << 9 << "89.7";
        QTest::newRow("tree, 3") << "tree" << 3 << 8 << "89.5";
        QTest::newRow("tree, 8") << "tree" << 8 << 5 << "89.6";
    }
    void theLessonAddsWithThreeDigits() {
        QFETCH(QString, order);
        QFETCH(int, threads);
        QFETCH(int, ticks);
        QFETCH(QString, sum);
        const Lesson lesson = reductionLesson();
        const Text text = Text(Language::English).of("reduction");
        const Params chosen{{"order", order.toStdString()}, {"threads", threads}};
        QCOMPARE(lesson.steps(chosen), ticks + 1);
        const auto words = lesson.at(chosen, ticks, text).words;
        const auto says = [&](const QString& part) {
            return std::ranges::any_of(words, [&](const std::string& line) {
                return QString::fromStdString(line).contains(part);
            });
        };
        QVERIFY2(says("The sum is " + sum + ", without rounding 89.52:"), words.at(2).c_str());
        const int additions = order == "loop" || order == "atomic" ? 16 : 16 + threads - 1;
        QVERIFY2(says(QString("So far %1 additions in %2 ticks.").arg(additions).arg(ticks)),
                 words.at(1).c_str());
        QVERIFY(says("one sum 16 ticks, 89.6"));
        // Prediction first: nothing is told at the beginning.
        const auto begin = lesson.at(chosen, 0, text).words;
        QVERIFY(begin.front().starts_with("Before you go on"));
        QCOMPARE(begin.size(), std::size_t{3});
    }
};

QTEST_GUILESS_MAIN(TestReduction)
#include "tst_reduction.moc"
