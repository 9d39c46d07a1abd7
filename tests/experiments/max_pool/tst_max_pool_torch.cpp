// SPDX-License-Identifier: Apache-2.0
// LibTorch's pooling and that of Duelo's texts come to the same map.
#include <QtTest>

#include "experiments/makers.h"
#include "experiments/max_pool/params.h"
#include "gpu/gpu_loader.h"
#include "measure/self_check.h"

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
