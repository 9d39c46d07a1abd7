// SPDX-License-Identifier: Apache-2.0
// LibTorch's sum, scan and counts are of the same numbers, in whichever order it adds them.
#include <QtTest>

#include "experiments/makers.h"
#include "experiments/reduction/params.h"
#include "gpu/gpu_loader.h"
#include "measure/self_check.h"

using namespace duelo;

class TestReductionTorch final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLibraryAddsTheSameNumbers_data() {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<int>("numbers");
        for (const char* operation : {"sum", "scan", "histogram"})
            for (const int numbers : {1, 2, 1001, 300'000})
                QTest::addRow("%s %d", operation, numbers) << operation << numbers;
    }
    void theLibraryAddsTheSameNumbers() {
        QFETCH(QString, operation);
        QFETCH(int, numbers);
        const auto maker = makerOf("reduction", {.gpu = &Gpu::instance()});
        for (const int threads : {1, 2}) {
            const Cell cell{
                .id = "c001",
                .experiment = "reduction",
                .work = {{kOperationAxis, operation.toStdString()}, {"numbers", numbers}},
                .variant = {{kSumAxis, "library"}, {"threads", threads}}};
            const Output output = afterOneCall(*maker, cell, [](Work& work) -> Result<Output> {
                                      return work.output();
                                  }).value();
            // As one with fp64 would, but for the last digit of fp32 or two.
            QVERIFY(output.metrics.at(0).value <= 3e-7);
        }
    }
};

QTEST_GUILESS_MAIN(TestReductionTorch)
#include "tst_reduction_torch.moc"
