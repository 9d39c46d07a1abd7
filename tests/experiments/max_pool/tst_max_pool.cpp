// SPDX-License-Identifier: Apache-2.0
// S2-19, S2-20, S2-21: the kernels of max pooling against windows that are looked at one by one, at
// sizes that are no multiple of a vector.
#include <QtTest>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "base/text.h"
#include "experiments/max_pool/inputs.h"
#include "experiments/max_pool/kernels.h"
#include "experiments/max_pool/maker.h"
#include "experiments/max_pool/spec.h"
#include "experiments/max_pool/view.h"
#include "experiments/max_pool/work.h"
#include "experiments/specs.h"
#include "measure/self_check.h"

using namespace duelo;

namespace {

constexpr float kUntouched = -1000;

Cell cellOf(const PoolCase& work, PoolKernel kernel, int threads = 1) {
    Cell cell{.id = "c001",
              .experiment = "max_pool",
              .work = {{"size_px", work.size},
                       {"window", work.window},
                       {"stride", work.stride},
                       {"padding", work.padding},
                       {"border", word(work.border)},
                       {"numbers", word(work.input)},
                       {"seed", work.seed}},
              .variant = {{"kernel", word(kernel)}}};
    if (kernel == PoolKernel::RowsThreads || kernel == PoolKernel::Library)
        cell.variant.set("threads", threads);
    return cell;
}

/// A map with a row behind it that nobody may write to.
using Map = std::vector<float>;

/// By the padded picture as the thesis draws it.
Map expectedMap(const float* x, const PoolCase& work) {
    const std::int64_t side = work.size + 2 * work.padding;
    Map padded(static_cast<std::size_t>(side * side), work.borderValue());
    for (std::int64_t r = 0; r < work.size; ++r)
        for (std::int64_t c = 0; c < work.size; ++c)
            padded[static_cast<std::size_t>((r + work.padding) * side + c + work.padding)] =
                x[r * work.size + c];
    Map map;
    for (std::int64_t i = 0; i < work.out(); ++i)
        for (std::int64_t j = 0; j < work.out(); ++j) {
            float most = -std::numeric_limits<float>::infinity();
            for (std::int64_t r = 0; r < work.window; ++r)
                for (std::int64_t c = 0; c < work.window; ++c)
                    most = std::max(most, padded[static_cast<std::size_t>(
                                              (i * work.stride + r) * side + j * work.stride + c)]);
            map.push_back(most);
        }
    map.resize(map.size() + static_cast<std::size_t>(work.out()), kUntouched);
    return map;
}

Map pooled(const PoolKernels& kernels, const float* x, const PoolCase& work, bool rows) {
    const auto out = static_cast<long>(work.out());
    const auto as = [](std::int64_t value) { return static_cast<long>(value); };
    Map map(static_cast<std::size_t>((out + 1) * out), kUntouched);
    AlignedFloats line(static_cast<std::size_t>(work.size + 2 * work.padding));
    // In two parts, as threads and slices have them.
    for (const auto& [first, last] : {std::pair{0L, out / 3}, {out / 3, out}})
        if (rows)
            kernels.rows(x, map.data(), as(work.size), out, as(work.window), as(work.stride),
                         as(work.padding), work.borderValue(), first, last, line.data());
        else
            kernels.loops(x, map.data(), as(work.size), out, as(work.window), as(work.stride),
                          as(work.padding), work.borderValue(), first, last);
    return map;
}

std::string reasonFor(const TypedWords& typed) {
    auto plan = planFromWords(maxPoolSpec(), typed, {});
    const auto checked = plan ? validated(*plan, maxPoolSpec(), {}) : std::move(plan);
    return checked ? std::string() : checked.error().code;
}

}  // namespace

class TestMaxPool final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// S2-20, S2-22: the thesis's picture is what is usual of typed ones.
    void picturesAreTyped_S2_22() {
        const Spec& spec = *findSpec("max_pool");
        const Facts facts{.physical_cores = 1, .devices = {Device::Cpu}};
        const auto typed = planFromWords(
            spec, {{"numbers", {"typed"}}, {"kernel", {"loops"}}, {"device", {"cpu"}}}, facts);
        const auto plan = validated(*typed, spec, facts);
        QVERIFY2(plan, plan ? "" : plan.error().code.c_str());
        const std::vector<Cell> cells = expand(*plan, spec, facts);
        QCOMPARE(cells.size(), std::size_t{1});  // sizes and seed are those of what is drawn
        QVERIFY(!cells.front().work.has("size_px") && !cells.front().work.has("seed"));
        const PoolCase work = poolCase(cells.front().work);
        QCOMPARE(work.size, std::int64_t{4});
        KernelPool pool(work, PoolKernel::Loops, 1, usablePoolKernels().front());
        QVERIFY(pool.prepare());
        static_cast<void>(pool.step(1));
        QCOMPARE(pool.output().output.at("map").dump(), std::string("[9.0,7.0,8.0,9.0]"));
        QCOMPARE(poolCase(Params{{"numbers", "typed"}, {"matrix", "no numbers"}}).size,
                 std::int64_t{1});  // of a file
    }

    void otherTypedPicturesAreRefused_S2_60_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("code");
        const auto row = [](const char* name, std::string text, const char* code) {
            QTest::newRow(name) << std::move(text) << std::string(code);
        };
        row("letters", "9 5; 3 x", "pool_typed_number");
        row("half a number", "9 5; 3 1a", "pool_typed_number");
        row("a decimal comma", "9,5 5; 3 1", "pool_typed_number");
        row("no number", "9 5; 3 nan", "pool_typed_number");
        row("without end", "9 5; 3 inf", "pool_typed_number");
        row("huge", "9 5; 3 1e30", "pool_typed_number");
        row("a row too short", "9 5; 3", "pool_typed_shape");
        row("not square", "9 5 1; 3 2 2", "pool_typed_shape");
        row("nothing", " ", "pool_typed_rows");
        row(
            "too much",
            [] {
                std::string rows;
                for (int i = 0; i < 65; ++i) rows += "1;";
                return rows;
            }(),
            "pool_typed_rows");
        row("smaller than a window", "9", "pool_window_too_large");
        row("negative and decimal", "-9 5.5; 3\t1\n", "");
    }
    void otherTypedPicturesAreRefused_S2_60() {
        QFETCH(std::string, text);
        QFETCH(std::string, code);
        const Spec& spec = *findSpec("max_pool");
        const Facts facts{.physical_cores = 1, .devices = {Device::Cpu}};
        const auto plan = planFromWords(spec, {{"numbers", {"typed"}}, {"matrix", {text}}}, facts);
        const auto checked = validated(*plan, spec, facts);
        QCOMPARE(checked ? std::string() : checked.error().code, code);
    }

    /// S2-20: the windows of the thesis, and S2-21: what it asks of a picture of 4 by 4.
    void theThesissMap() {
        const std::vector<float> x{9, 5, 2, 7, 3, 1, 3, 4, 2, 6, 5, 9, 8, 3, 7, 4};
        for (const PoolKernels& kernels : usablePoolKernels())
            for (const bool rows : {false, true}) {
                const auto mapOf = [&](const PoolCase& work) {
                    Map map = pooled(kernels, x.data(), work, rows);
                    map.resize(static_cast<std::size_t>(work.windows()));
                    return map;
                };
                QCOMPARE(mapOf({.size = 4}), (Map{9, 7, 8, 9}));
                QCOMPARE(mapOf({.size = 4, .stride = 1}), (Map{9, 5, 7, 6, 6, 9, 8, 7, 9}));
                const PoolCase padded{.size = 4, .padding = 2, .border = PoolBorder::Zero};
                QCOMPARE(padded.out(), std::int64_t{4});  // it keeps its size
                QCOMPARE(mapOf(padded), (Map{0, 0, 0, 0, 0, 9, 7, 0, 0, 8, 9, 0, 0, 0, 0, 0}));
            }
    }

    void sizesOfTheMap() {
        QCOMPARE((PoolCase{.size = 8}).windows(), std::int64_t{16});
        QCOMPARE((PoolCase{.size = 16}).windows(), std::int64_t{64});  // S2-24
        QCOMPARE((PoolCase{.size = 7}).out(), std::int64_t{3});
        QCOMPARE((PoolCase{.size = 4, .stride = 1, .padding = 1}).out(), std::int64_t{5});
    }

    void kernelsPool_data() {
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("window");
        QTest::addColumn<int>("stride");
        QTest::addColumn<int>("padding");
        for (const int size : {2, 3, 5, 17, 64, 131})
            for (const int window : {1, 2, 3, 5})
                for (const int stride : {1, 2, 3})
                    for (const int padding : {0, 1, 4})
                        if (window <= size + 2 * padding)
                            QTest::addRow("%d, %d, %d, %d", size, window, stride, padding)
                                << size << window << stride << padding;
    }
    void kernelsPool() {
        QFETCH(int, size);
        QFETCH(int, window);
        QFETCH(int, stride);
        QFETCH(int, padding);
        for (const PoolBorder border : {PoolBorder::Least, PoolBorder::Zero}) {
            // A window without any element has no largest one; the plan refuses it.
            if (border == PoolBorder::Least && padding >= window) continue;
            const PoolCase work{.size = size,
                                .window = window,
                                .stride = stride,
                                .padding = padding,
                                .border = border,
                                .input = PoolInput::Signed,
                                .seed = 35};
            const AlignedFloats x = poolInput(work);
            const Map expected = expectedMap(x.data(), work);
            for (const PoolKernels& kernels : usablePoolKernels())
                for (const bool rows : {false, true})
                    QVERIFY2(pooled(kernels, x.data(), work, rows) == expected,
                             std::string(kernels.instructions).c_str());
        }
    }

    /// S2-22: whole numbers, the same for the same seed.
    void numbersAreThoseOfTheSeed() {
        const AlignedFloats digits = poolInput({.size = 64, .seed = 35});
        const auto [low, high] = std::ranges::minmax(digits.values());
        QCOMPARE(low, 0.F);
        QCOMPARE(high, 9.F);
        QVERIFY(std::ranges::all_of(digits.values(),
                                    [](float value) { return value == static_cast<int>(value); }));
        QVERIFY(std::ranges::equal(digits.values(), poolInput({.size = 64, .seed = 35}).values()));
        QVERIFY(!std::ranges::equal(digits.values(), poolInput({.size = 64, .seed = 1}).values()));
        QCOMPARE(std::ranges::min(poolInput({.size = 64, .input = PoolInput::Signed}).values()),
                 -9.F);
    }

    /// S2-M21: zeros around the picture change the map where its numbers are negative.
    void aBorderOfZerosShows() {
        const std::vector<float> x{-5, -1, -2, -3};
        PoolCase work{.size = 2, .padding = 1};
        const PoolKernels& kernels = usablePoolKernels().back();
        const auto first = [&] { return pooled(kernels, x.data(), work, true).front(); };
        QCOMPARE(first(), -5.F);
        work.border = PoolBorder::Zero;
        QCOMPARE(first(), 0.F);
    }

    void variantsComeToTheSameMap() {
        PoolMaker maker;
        const PoolCase work{
            .size = 203, .window = 3, .padding = 1, .input = PoolInput::Signed, .seed = 35};
        const auto shaOf = [&](PoolKernel kernel, int threads) {
            return afterOneCall(maker, cellOf(work, kernel, threads),
                                [](Work& made) -> Result<Output> { return made.output(); })
                .value()
                .fingerprint->sha256;
        };
        const std::string loops = shaOf(PoolKernel::Loops, 1);
        QCOMPARE(shaOf(PoolKernel::Rows, 1), loops);
        for (const int threads : {1, 2, 7, 150})
            QCOMPARE(shaOf(PoolKernel::RowsThreads, threads), loops);
    }

    void whatIsNotThereIsSkippedWithItsReason() {
        PoolMaker maker;
        const auto made = maker.create(cellOf({.size = 4}, PoolKernel::Library));
        QCOMPARE(made.error().code, std::string("pool_needs_torch"));
        for (const Language language : {Language::Spanish, Language::English})
            for (const std::string reason : {"pool_needs_torch", "pool_library_padding",
                                             "pool_window_too_large", "pool_padding_too_large"})
                QVERIFY2(Text(language).has("reason." + reason), reason.c_str());
    }

    ///
    void memoryIsForecast() {
        PoolMaker maker;
        QCOMPARE(maker.forecast(cellOf({.size = 1000}, PoolKernel::Rows)).value().bytes,
                 std::int64_t{4 * (1'000'000 + 250'000)});
        QCOMPARE(maker.forecast(cellOf({.size = 1000}, PoolKernel::Library)).value().bytes,
                 std::int64_t{4 * (1'000'000 + 250'000) + 8 * 250'000});
    }

    void refusesWhatIsNoPicture() {
        for (const char* size : {"0", "-1", "16385"})
            QCOMPARE(reasonFor({{"size_px", {size}}}), std::string("value_out_of_range"));
        for (const char* axis : {"window", "stride"})
            QCOMPARE(reasonFor({{axis, {"0"}}}), std::string("value_out_of_range"));
        QCOMPARE(reasonFor({{"padding", {"-1"}}}), std::string("value_out_of_range"));
        QCOMPARE(reasonFor({{"size_px", {"4"}}, {"window", {"5"}}}),
                 std::string("pool_window_too_large"));
        QCOMPARE(reasonFor({{"size_px", {"1"}}}), std::string("pool_window_too_large"));
        QCOMPARE(reasonFor({{"padding", {"2"}}}), std::string("pool_padding_too_large"));
        QCOMPARE(reasonFor({{"padding", {"2"}}, {"border", {"zero"}}}), std::string());
        QCOMPARE(reasonFor({{"size_px", {"4"}}, {"window", {"3"}}, {"padding", {"2"}}}),
                 std::string());
    }

    /// S2-M16: quadratic, and not exponential.
    void windowsGrowAsAPower() {
        const Text text(Language::English);
        std::vector<PoolCase> cases;
        for (const std::int64_t size : {4, 64, 512, 4096}) cases.push_back({.size = size});
        const auto growth = windowGrowth(cases, text);
        QVERIFY(growth);
        QVERIFY2(growth->find("to the power of 2.0") != std::string::npos, growth->c_str());
        cases.resize(2);
        QVERIFY(!windowGrowth(cases, text));
    }

    void aCancelIsHeardInsideACall() {
        PoolMaker maker;
        auto work = maker.create(cellOf({.size = 2000}, PoolKernel::RowsThreads, 2)).value();
        std::stop_source stop;
        double share = -1;
        work->setControl({.stop = stop.get_token(), .progress = [&](double done) {
                              share = done;
                              stop.request_stop();
                          }});
        QVERIFY(work->prepare());
        QVERIFY_THROWS_EXCEPTION(StepStopped, static_cast<void>(work->step(1)));
        QVERIFY(share > 0 && share < 0.5);
    }
};

QTEST_GUILESS_MAIN(TestMaxPool)
#include "tst_max_pool.moc"
