// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <memory>

#include <QTest>

#include "experiments/common_axes.h"
#include "experiments/inference/params.h"
#include "experiments/makers.h"
#include "experiments/training/params.h"
#include "gpu/gpu_loader.h"

using namespace duelo;

/// Precisions that a plan may ask of the GPU that was opened, and not of GPUs in general: the stub
/// module's card has no tensor cores for TF32 and bf16.
class TestGpuPrecision : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        qputenv("DUELO_STUB_CUDA", "0 13000 RTX 2060@7.5");
        qputenv("DUELO_STUB_MODULE", "turing");
        const std::filesystem::path stubs = DUELO_STUBS;
        m_gpu = std::make_unique<Gpu>(GpuPaths{stubs / "driver" / "libcuda.so.1",
                                               stubs / "driver" / "libnvidia-ml.so.1",
                                               stubs / "module" / "libduelo_cuda.so"});
        QVERIFY(m_gpu->status().available);
    }

    void makersAskTheOpenedGpu_R_30_data() {
        QTest::addColumn<Precision>("precision");
        QTest::addColumn<QString>("inference");
        QTest::addColumn<QString>("training");
        QTest::newRow("fp32") << Precision::Fp32 << ""
                              << "";
        QTest::newRow("fp16") << Precision::Fp16 << ""
                              << "precision_not_for_training";
        QTest::newRow("bf16") << Precision::Bf16 << ""
                              << "bf16_training_needs_gpu";
        QTest::newRow("tf32") << Precision::Tf32 << "gpu_precision_unsupported"
                              << "gpu_precision_unsupported";
    }
    void makersAskTheOpenedGpu_R_30() {
        QFETCH(Precision, precision);
        QFETCH(QString, inference);
        QFETCH(QString, training);
        const Variant variant{.device = Device::Cuda, .precision = precision};
        const Cell inferring{.id = "c001",
                             .experiment = "inference",
                             .work = InferenceCase{.model = "resnet18", .size_px = 64},
                             .variant = variant};
        const Cell learning{.id = "c001",
                            .experiment = "training",
                            .work = TrainingCase{.network = "mlp-16"},
                            .variant = variant};
        const MakerSetup setup{.gpu = m_gpu.get()};
        for (const Cell& cell : {inferring, learning}) {
            const auto possible = makerOf(cell.experiment, setup)->check(cell);
            QCOMPARE(possible ? QString() : QString::fromStdString(possible.error().code),
                     cell.experiment == "inference" ? inference : training);
        }
    }

private:
    std::unique_ptr<Gpu> m_gpu;
};

QTEST_APPLESS_MAIN(TestGpuPrecision)
#include "tst_gpu_precision.moc"
