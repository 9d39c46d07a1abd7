// SPDX-License-Identifier: Apache-2.0
// LibTorch's pooling and that of Duelo's texts come to the same map.
#include <QtTest>

#include <algorithm>

#include "base/places.h"
#include "experiments/makers.h"
#include "experiments/max_pool/maker.h"
#include "gpu/gpu_loader.h"
#include "measure/self_check.h"
#include "resources/resources.h"

using namespace duelo;

class TestMaxPoolTorch final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLibraryComesToTheSameMap_data() {
        QTest::addColumn<int>("window");
        QTest::addColumn<int>("stride");
        QTest::addColumn<int>("padding");
        QTest::newRow("usual") << 2 << 2 << 0;
        QTest::newRow("overlapping") << 3 << 1 << 0;
        QTest::newRow("padded") << 3 << 2 << 1;
    }
    void theLibraryComesToTheSameMap() {
        QFETCH(int, window);
        QFETCH(int, stride);
        QFETCH(int, padding);
        const auto maker = makerOf("max_pool", {.gpu = &Gpu::instance()});
        const auto outputOf = [&](PoolKernel kernel) {
            return afterOneCall(*maker, cellOf(kernel, window, stride, padding),
                                [](Work& work) -> Result<Output> { return work.output(); })
                .value();
        };
        for (const PoolKernel kernel : {PoolKernel::Library, PoolKernel::OneDnn})
            QVERIFY(agreement(*outputOf(kernel).fingerprint,
                              *outputOf(PoolKernel::RowsThreads).fingerprint, 0));
    }

    /// S2-M21: what LibTorch refuses is said before it is tried.
    void itsPaddingEndsAtHalfAWindow() {
        const auto maker = makerOf("max_pool", {.gpu = &Gpu::instance()});
        const auto made = maker->create(cellOf(PoolKernel::Library, 3, 1, 2));
        QCOMPARE(made.error().code, std::string("pool_library_padding"));
        QVERIFY(maker->create(cellOf(PoolKernel::Rows, 3, 1, 2)));
    }

    /// S2-41: how bright a photograph is; what the walk shows of it is what the engine reads.
    void aPhotographIsPooled() {
        if (!shippedFile("samples/camera.png")) QSKIP("the samples are not here");
        const auto maker = makerOf("max_pool", {.gpu = &Gpu::instance()});
        const auto cell = [](const std::string& picture, int size) {
            Cell made = cellOf(PoolKernel::RowsThreads, 2, 2, 0);
            made.work.set("numbers", "picture");
            made.work.set("picture", picture);
            made.work.set("size_px", size);
            return made;
        };
        const Output output =
            afterOneCall(*maker, cell("sample:camera.png", 16), [](Work& work) -> Result<Output> {
                return work.output();
            }).value();
        const auto shown = typedNumbers(resource("data/camera_16.txt")).value();
        QVERIFY(output.output.at("input").get<std::vector<float>>() == shown);
        const auto map = output.output.at("map").get<std::vector<float>>();
        QCOMPARE(map.size(), std::size_t{64});
        QCOMPARE(map.front(), std::max({shown[0], shown[1], shown[16], shown[17]}));
        // Of a colour photograph too, of every size; its file and what was read of it are told.
        const auto prepared = maker->create(cell("sample:coffee.png", 301)).value()->prepare();
        QVERIFY(prepared && prepared->identities.size() == 1);
        QCOMPARE(prepared->identities.front().id, std::string("picture"));
        QCOMPARE(prepared->identities.front().file, std::string("coffee.png"));
        QCOMPARE(prepared->identities.front().sha256.size(), std::size_t{64});
        // None that is not there, or is no picture.
        QCOMPARE(maker->check(cell("sample:none.png", 8)).error().code,
                 std::string("sample_missing"));
        QVERIFY(!maker->check(cell("/no/such/picture.png", 8)));
        QVERIFY(!PoolMaker().check(cell("sample:camera.png", 8)));
    }

private:
    static Cell cellOf(PoolKernel kernel, int window, int stride, int padding) {
        return {.id = "c001",
                .experiment = "max_pool",
                .work = {{"size_px", 101},
                         {"window", window},
                         {"stride", stride},
                         {"padding", padding},
                         {"border", "least"},
                         {"numbers", "signed"},
                         {"seed", 35}},
                .variant = {{"kernel", word(kernel)}, {"threads", 2}}};
    }
};

QTEST_GUILESS_MAIN(TestMaxPoolTorch)
#include "tst_max_pool_torch.moc"
