// SPDX-License-Identifier: Apache-2.0
// S2-29: LibTorch's product and those of Duelo's texts come to the same, in fp32 and in bf16.
#include <QtTest>

#include "experiments/makers.h"
#include "experiments/matrix_product/params.h"
#include "gpu/gpu_loader.h"
#include "measure/self_check.h"

using namespace duelo;

class TestMatrixProductTorch final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLibraryComesToWhatTheTextsComeTo_data() {
        QTest::addColumn<int>("n");
        for (const int n : {1, 33, 200}) QTest::addRow("%d", n) << n;
    }
    void theLibraryComesToWhatTheTextsComeTo() {
        QFETCH(int, n);
        const auto maker = makerOf("matrix_product", {.gpu = &Gpu::instance()});
        const auto outputOf = [&](ProductKernel kernel, const char* precision) {
            const Cell cell{
                .id = "c001",
                .experiment = "matrix_product",
                .work = {{"n", n}, {"seed", 1234}},
                .variant = {{"kernel", word(kernel)}, {"precision", precision}, {"threads", 2}}};
            return afterOneCall(*maker, cell,
                                [](Work& work) -> Result<Output> { return work.output(); })
                .value();
        };
        const Output own = outputOf(ProductKernel::Packed, "fp32"),
                     library = outputOf(ProductKernel::Library, "fp32"),
                     half = outputOf(ProductKernel::Library, "bf16"),
                     onednn = outputOf(ProductKernel::OneDnn, "fp32"),
                     fp16 = outputOf(ProductKernel::Library, "fp16");
        QVERIFY(agreement(*own.fingerprint, *onednn.fingerprint, 1e-5));
        QVERIFY(agreement(*own.fingerprint, *fp16.fingerprint, 2e-2));
        QCOMPARE(fp16.metrics.at(1).value, productErrorBound(n, Precision::Fp16));
        QVERIFY(agreement(*library.fingerprint, *own.fingerprint, 1e-5));
        QVERIFY(agreement(*own.fingerprint, *half.fingerprint, 2e-2));
        QVERIFY(half.metrics.at(0).value > library.metrics.at(0).value);  // rounded to 8 bits
        QCOMPARE(half.metrics.at(1).value, productErrorBound(n, Precision::Bf16));
    }
};

QTEST_GUILESS_MAIN(TestMatrixProductTorch)
#include "tst_matrix_product_torch.moc"
