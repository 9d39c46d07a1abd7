// SPDX-License-Identifier: Apache-2.0
// P-05: what is measured of the limits of a machine.
#include <QtTest>

#include <cmath>
#include <memory>
#include <set>
#include <string>

#include "base/text.h"
#include "experiments/roofs/bf16.h"
#include "experiments/roofs/fma.h"
#include "experiments/roofs/maker.h"
#include "experiments/roofs/params.h"
#include "experiments/roofs/spec.h"
#include "experiments/specs.h"
#include "experiments/transfer/maker.h"
#include "measure/self_check.h"

using namespace duelo;

namespace {

Cell cellOf(RoofKind kind, int threads, Device device = Device::Cpu) {
    Cell cell{.id = "c001",
              .experiment = "roofs",
              .work = {{"kind", word(kind)}},
              .variant = {{"device", word(device)}, {"threads", threads}}};
    if (kind == RoofKind::Copy) cell.work.set("bytes", 4096);
    return cell;
}

Cell startOf(TeamStart how, int threads) {
    Cell cell = cellOf(RoofKind::Start, threads);
    cell.variant.set("team", word(how));
    return cell;
}

Cell arithmeticIn(Precision precision, int threads) {
    Cell cell = cellOf(RoofKind::Fma, threads);
    cell.work.set("precision", word(precision));
    return cell;
}

RoofsMaker plainMaker() {
    return RoofsMaker(std::make_unique<TransferMaker>());
}

Output outputOf(const Cell& cell) {
    RoofsMaker maker = plainMaker();
    const auto output =
        afterOneCall(maker, cell, [](Work& work) -> Result<Output> { return work.output(); });
    if (!output) qFatal("%s", output.error().code.c_str());
    return *output;
}

}  // namespace

class TestRoofs final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Each lane is x -> x * f + s as often as there are rounds: by the formula of that series.
    void sumsAreThoseOfTheFormula_data() {
        QTest::addColumn<int>("rounds");
        for (const int rounds : {0, 1, 2, 10, 1000}) QTest::addRow("%d", rounds) << rounds;
    }
    void sumsAreThoseOfTheFormula() {
        QFETCH(int, rounds);
        const double factor = 0.75, summand = 0.5;
        double expected = 0;
        for (int chain = 1; chain <= kFmaChains; ++chain) {
            const double power = std::pow(factor, rounds);
            expected += power / chain + summand * (1 - power) / (1 - factor);
        }
        expected /= kFmaChains;
        for (const FmaLoop loop : {fmaPlain, fmaKernel().run})
            QVERIFY(std::abs(loop(rounds, 0.75F, 0.5F) - expected) < 1e-5);
        QVERIFY(fmaKernel().lanes >= 4);
    }

    void threadsDoTheSameWork() {
        for (const int threads : {1, 2, 7}) {
            const Output output = outputOf(cellOf(RoofKind::Fma, threads));
            QVERIFY(std::abs(output.fingerprint->values.at(0) - 1) < 1e-5);
        }
    }

    /// Products of 1/64 with itself: every sum that was done is in what the kernel tells.
    void sumsInBf16AreWhole() {
        const Bf16Kernel* kernel = bf16Kernel();
        if (!kernel) QSKIP("this processor has no instructions for bf16");
        for (const std::int64_t rounds : {0, 1, 2, 1000, 8192}) QCOMPARE(kernel->run(rounds), 1.0F);
        for (const int threads : {1, 2, 7})
            QCOMPARE(outputOf(arithmeticIn(Precision::Bf16, threads)).fingerprint->values.at(0),
                     1.0);
        RoofsMaker maker = plainMaker();
        const auto work = maker.create(arithmeticIn(Precision::Bf16, 1)).value();
        const auto flop = work->prepare()->quantities.at(0).per_call;
        QCOMPARE(flop % kernel->round_flop, std::int64_t{0});
        QCOMPARE(flop, std::int64_t{6'442'450'944});  // as the words say it
    }

    /// 2 for each lane of each chain; the whole is the same for every width.
    void everyOperationIsCounted() {
        RoofsMaker maker = plainMaker();
        const auto work = maker.create(cellOf(RoofKind::Fma, 2)).value();
        const Prepared prepared = work->prepare().value();
        const auto& flop = prepared.quantities.at(0);
        QCOMPARE(flop.id, std::string("flop"));
        QCOMPARE(flop.rate, std::string("fma_rate"));
        QCOMPARE(flop.per_call % (2 * kFmaChains * fmaKernel().lanes), std::int64_t{0});
        QCOMPARE(flop.per_call, std::int64_t{402'653'184});  // as the words say it
        const Timing timing = work->step(1);
        QVERIFY(timing.wall_ms > 0);
        QCOMPARE(timing.parts.at(0).id, std::string("compute"));
    }

    void everyThreadTakesPart() {
        for (const TeamStart how : {TeamStart::Wake, TeamStart::Create})
            for (const int threads : {1, 2, 5}) {
                RoofsMaker maker = plainMaker();
                const auto work = maker.create(startOf(how, threads)).value();
                QVERIFY(work->prepare());
                static_cast<void>(work->step(20));
                QCOMPARE(work->output().fingerprint->values.at(0), 1.0);
            }
    }

    /// S4-19: every number arrives, and no sum under the lock is lost.
    void whatIsSharedOutArrives() {
        QCOMPARE(outputOf(cellOf(RoofKind::Pipe, 1)).fingerprint->values.at(0), 1.0);
        for (const int threads : {1, 2, 7})
            QCOMPARE(outputOf(cellOf(RoofKind::Lock, threads)).fingerprint->values.at(0), 1.0);
    }

    /// Each call has a process of its own; one that cannot be started fails the cell.
    void everyCallStartsAProcess() {
        int started = 0;
        bool refused = false;
        struct Fake final : Work {
            bool refused = false;
            Result<Prepared> prepare() override {
                return refused ? Result<Prepared>(fail("child_not_found")) : Prepared{};
            }
            Timing step(int) override { return {}; }
            Output output() override { return {}; }
        };
        RoofsMaker maker(std::make_unique<TransferMaker>(), [&](const Cell& cell) {
            ++started;
            if (cell.work.text("kind") != "start") qFatal("not the least work");
            auto fake = std::make_unique<Fake>();
            fake->refused = refused;
            return fake;
        });
        const auto work = maker.create(cellOf(RoofKind::Process, 1)).value();
        QVERIFY(work->prepare());
        const Timing timing = work->step(3);
        QCOMPARE(started, 3);
        QCOMPARE(timing.parts.at(0).id, std::string("process_start"));
        QVERIFY(timing.spent_ms && *timing.spent_ms >= timing.wall_ms);
        QCOMPARE(work->output().fingerprint->values.at(0), 1.0);
        refused = true;
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(work->step(1)), WorkFailed);
    }

    void copiesAreThoseOfTransfer() {
        TransferMaker transfer;
        const Cell copy{.id = "c001",
                        .experiment = "transfer",
                        .work = {{"bytes", 4096}},
                        .variant = {{"device", "cpu"},
                                    {"direction", "within_host"},
                                    {"copy", "memcpy"},
                                    {"threads", 1}}};
        const auto expected = afterOneCall(
            transfer, copy, [](Work& work) -> Result<Output> { return work.output(); });
        const Output output = outputOf(cellOf(RoofKind::Copy, 2));
        QVERIFY(agreement(*expected->fingerprint, *output.fingerprint, 0));
        const std::string by = output.output.value("copy", "");  // whichever is faster here
        QVERIFY2(by == "memcpy" || by == "loop", by.c_str());
        Cell huge = cellOf(RoofKind::Copy, 1);
        huge.work.set("bytes", std::int64_t{1} << 36);
        QCOMPARE(plainMaker().forecast(huge)->bytes, std::int64_t{1} << 37);
    }

    void whatIsNotThereIsSkippedWithItsReason() {
        const auto code = [](const Cell& cell) {
            const auto made = plainMaker().create(cell);
            return made ? std::string() : made.error().code;
        };
        QCOMPARE(code(cellOf(RoofKind::Fma, 0, Device::Cuda)), std::string("roof_needs_torch"));
        QCOMPARE(code(cellOf(RoofKind::Launch, 0, Device::Cuda)), std::string("roof_needs_torch"));
        QCOMPARE(code(arithmeticIn(Precision::Bf16, 1)),
                 std::string(bf16Kernel() ? "" : "roof_no_bf16"));
        QCOMPARE(code(cellOf(RoofKind::Copy, 0, Device::Cuda)),
                 std::string("transfer_needs_torch"));
        QCOMPARE(code(cellOf(RoofKind::Process, 1)), std::string("roof_no_process"));
        for (const Language language : {Language::Spanish, Language::English})
            for (const char* reason : {"roof_needs_torch", "roof_needs_gpu", "roof_needs_cpu",
                                       "roof_no_bf16", "roof_no_process", "above_roof"})
                QVERIFY(Text(language).has("reason." + std::string(reason)));
    }

    void refusesWhatNobodyCanMeasure() {
        const auto typed = [](const char* axis, const char* value) {
            const auto plan = planFromWords(roofsSpec(), {{axis, {value}}}, {});
            const auto checked = plan ? validated(*plan, roofsSpec(), {}) : plan;
            return checked ? std::string() : checked.error().code;
        };
        QCOMPARE(typed("bytes", "0"), std::string("bytes_out_of_range"));
        QCOMPARE(typed("bytes", "68719476737"), std::string("bytes_out_of_range"));
        QCOMPARE(typed("kind", "ceiling"), std::string("unknown_value"));
        QCOMPARE(typed("threads", "1025"), std::string("threads_out_of_range"));
        QCOMPARE(typed("kind", "fma"), std::string());
        QCOMPARE(typed("device", "cuda"), std::string());
        const auto onGpu =
            planFromWords(roofsSpec(), {{"kind", {"fma"}}, {"device", {"cuda"}}}, {}).value();
        QVERIFY(validated(onGpu, roofsSpec(), {}));
        const auto refused = [](const TypedWords& words) {
            const auto plan = planFromWords(roofsSpec(), words, {});
            return validated(plan.value(), roofsSpec(), {}).error().code;
        };
        QCOMPARE(refused({{"kind", {"launch"}}}), std::string("roof_needs_gpu"));
        QCOMPARE(refused({{"kind", {"fma"}}, {"precision", {"tf32", "fp16"}}}),
                 std::string("roof_needs_gpu"));
        QCOMPARE(refused({{"kind", {"start"}}, {"device", {"cuda"}}}),
                 std::string("roof_needs_cpu"));
    }

    /// Each device measures those roofs of the usual plan that it has.
    void eachDeviceHasItsRoofs() {
        const Facts both{.physical_cores = 2, .devices = {Device::Cpu, Device::Cuda}};
        const Plan plan = validated(usualPlan(roofsSpec(), both), roofsSpec(), both).value();
        std::set<std::string> cpu, gpu;
        for (const Cell& cell : expand(plan, roofsSpec(), both))
            (deviceOf(cell.variant) == Device::Cpu ? cpu : gpu)
                .insert(cell.work.text("kind") + ' ' + cell.work.text("precision"));
        QCOMPARE(cpu, (std::set<std::string>{"copy ", "fma bf16", "fma fp32", "start ", "process ",
                                             "pipe ", "lock "}));
        QCOMPARE(gpu, (std::set<std::string>{"copy ", "fma bf16", "fma fp16", "fma fp32",
                                             "fma tf32", "launch "}));
    }
};

QTEST_GUILESS_MAIN(TestRoofs)
#include "tst_roofs.moc"
