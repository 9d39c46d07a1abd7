// SPDX-License-Identifier: Apache-2.0
// Both ways of an effect do the same work. The expected sums were computed apart, by a Python
// program with a Mersenne Twister of its own.
#include <QtTest>

#include <algorithm>
#include <memory>
#include <string>

#include "base/text.h"
#include "experiments/effects/data.h"
#include "experiments/effects/maker.h"
#include "experiments/effects/params.h"
#include "experiments/effects/spec.h"
#include "measure/self_check.h"

using namespace duelo;

namespace {

Cell cellOf(Effect effect, std::int64_t bytes, EffectWay way, std::int64_t stride = 64,
            int sharers = 2) {
    Cell cell{.id = "c001",
              .experiment = "effects",
              .work = {{"effect", word(effect)}, {"bytes", bytes}},
              .variant = {{"way", word(way)}}};
    if (effect == Effect::Stride) cell.work.set("stride_bytes", stride);
    if (effect == Effect::Sharing) cell.work.set("sharers", sharers);
    return cell;
}

std::uint64_t sumOf(const Cell& cell) {
    EffectsMaker maker;
    const auto output =
        afterOneCall(maker, cell, [](Work& work) -> Result<Output> { return work.output(); });
    if (!output) qFatal("%s", output.error().code.c_str());
    return output->output.at("sum").get<std::uint64_t>();
}

std::string reasonFor(const TypedWords& typed) {
    const auto plan = planFromWords(effectsSpec(), typed, {});
    const auto checked = plan ? validated(*plan, effectsSpec(), {}) : plan;
    return checked ? std::string() : checked.error().code;
}

}  // namespace

class TestEffects final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsAreThoseOfAnotherProgram_data() {
        QTest::addColumn<Effect>("effect");
        QTest::addColumn<qint64>("bytes");
        QTest::addColumn<quint64>("sum");
        const auto both = [](Effect effect, quint64 few, quint64 many) {
            const std::string name(word(effect));
            QTest::addRow("%s, 1025 elements", name.c_str()) << effect << qint64{4100} << few;
            QTest::addRow("%s, 300007", name.c_str()) << effect << qint64{1'200'028} << many;
        };
        both(Effect::Stride, 2'226'512'951'899U, 643'026'956'276'242U);
        both(Effect::Branches, 1'685'732'829'680U, 481'283'118'885'161U);
        both(Effect::Sharing, 2'226'512'951'899U, 643'026'956'276'242U);
        both(Effect::Denormals, 535'132U, 153'817'593U);
    }
    void sumsAreThoseOfAnotherProgram() {
        QFETCH(Effect, effect);
        QFETCH(qint64, bytes);
        QFETCH(quint64, sum);
        for (const EffectWay way : {EffectWay::Hard, EffectWay::Easy})
            QCOMPARE(sumOf(cellOf(effect, bytes, way)), sum);
    }

    /// Strides that do not divide the data, and threads that cannot share it evenly.
    void everyElementIsAddedOnce() {
        for (const int stride : {8, 12, 60, 64, 1000, 4096})
            QCOMPARE(sumOf(cellOf(Effect::Stride, 4100, EffectWay::Hard, stride)),
                     quint64{2'226'512'951'899U});
        for (const int sharers : {1, 3, 7, 20})
            for (const EffectWay way : {EffectWay::Hard, EffectWay::Easy})
                QCOMPARE(sumOf(cellOf(Effect::Sharing, 4100, way, 0, sharers)),
                         quint64{2'226'512'951'899U});
    }

    /// Or the effect would not be there to be measured.
    void theDataAreWhatTheyAreCalled() {
        const auto subnormal = [](float value) { return std::fpclassify(value) == FP_SUBNORMAL; };
        const AlignedFloats tiny = effectFloats(1000, true), large = effectFloats(1000, false);
        QVERIFY(std::ranges::all_of(tiny.values(), subnormal));
        QVERIFY(std::ranges::none_of(large.values(), subnormal));
        const EffectNumbers sorted = effectNumbers(1000, true), mixed = effectNumbers(1000, false);
        QVERIFY(std::ranges::is_sorted(sorted.values()));
        QVERIFY(!std::ranges::is_sorted(mixed.values()));
        QVERIFY(std::ranges::is_permutation(sorted.values(), mixed.values()));
    }

    void anEffectGivesElementsPerSecond() {
        EffectsMaker maker;
        const auto work = maker.create(cellOf(Effect::Branches, 4100, EffectWay::Easy)).value();
        const Quantity quantity = work->prepare().value().quantities.at(0);
        QCOMPARE(quantity.rate, std::string("element_rate"));
        QCOMPARE(quantity.each_ns, std::string("element_ns"));
        QCOMPARE(quantity.per_call, std::int64_t{1025 * 1023});
    }

    void refusesWhatHasNoEffect() {
        EffectsMaker maker;
        const auto code = [&](std::int64_t bytes, std::int64_t stride) {
            const auto made = maker.create(cellOf(Effect::Stride, bytes, EffectWay::Hard, stride));
            return made ? std::string() : made.error().code;
        };
        QCOMPARE(code(4096, 4096), std::string("effects_stride_too_long"));
        QCOMPARE(code(4096, 2048), std::string());
        QCOMPARE(reasonFor({{"stride_bytes", {"66"}}}), std::string("effects_stride_not_whole"));
        QCOMPARE(reasonFor({{"stride_bytes", {"4"}}}), std::string("bytes_out_of_range"));
        QCOMPARE(reasonFor({{"bytes", {"2GiB"}}}), std::string("bytes_out_of_range"));
        QCOMPARE(reasonFor({{"effect", {"magic"}}}), std::string("unknown_value"));
        QCOMPARE(reasonFor({{"bytes", {"64KiB"}}, {"stride_bytes", {"1KiB"}}}), std::string());
        for (const Language language : {Language::Spanish, Language::English})
            for (const char* reason : {"effects_stride_too_long", "effects_stride_not_whole"})
                QVERIFY(Text(language).has("reason." + std::string(reason)));
    }

    /// no PC is filled.
    void tellsWhatItNeeds() {
        EffectsMaker maker;
        const auto forecast = maker.forecast(cellOf(Effect::Sharing, 1 << 20, EffectWay::Easy));
        QVERIFY(forecast->bytes >= 1 << 20);
        QVERIFY(forecast->free_bytes.value() > 0);
    }

    void aCancelIsHeardInsideACall() {
        EffectsMaker maker;
        for (const Effect effect :
             {Effect::Stride, Effect::Branches, Effect::Sharing, Effect::Denormals}) {
            const auto work = maker.create(cellOf(effect, 4100, EffectWay::Hard)).value();
            std::stop_source stop;
            work->setControl({.stop = stop.get_token()});
            QVERIFY(work->prepare());
            stop.request_stop();
            QVERIFY_THROWS_EXCEPTION(StepStopped, static_cast<void>(work->step(1'000'000)));
        }
    }
};

QTEST_GUILESS_MAIN(TestEffects)
#include "tst_effects.moc"
