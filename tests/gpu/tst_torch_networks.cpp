// SPDX-License-Identifier: Apache-2.0
// Networks on a GPU by LibTorch's functions in C. The driver and LibTorch's part for CUDA are
// stand-ins (tst_torch_gpu).
#include <QTest>

#include <dlfcn.h>

#include <filesystem>

#include "../models/model_testing.h"
#include "gpu/torch_gpu.h"
#include "tensor/autograd.h"
#include "tensor/library.h"

using namespace duelo;

class TestTorchNetworks final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        const std::filesystem::path stubs = DUELO_STUBS;
        qputenv("DUELO_STUB_CUDA", "0 13000 RTX 3060@8.6");
        qputenv("DUELO_NVIDIA_DIR", (stubs / "nvidia").c_str());
        // As torch_cpu.dll exports them on Windows.
        QVERIFY(dlopen((stubs / "torch" / "libaccelerator.so").c_str(), RTLD_NOW | RTLD_GLOBAL));
        auto torch = TorchCuda::open(stubs / "torch" / "libtorch_cuda.so");
        QVERIFY2(torch.has_value(), torch ? "" : torch.error().c_str());
        m_gpu = new TorchGpu(*torch, stubs / "driver" / "libcuda.so.1",
                             stubs / "driver" / "libnvidia-ml.so.1");  // never destroyed
        QVERIFY(!m_gpu->open({}));
    }

    void theyGiveWhatTheCpuGives_data() {
        QTest::addColumn<QString>("network");
        QTest::addColumn<Mode>("mode");
        for (const char* network : {"resnet18", "mobilenet_v2"}) {
            QTest::addRow("%s eager", network) << QString(network) << Mode::Eager;
            QTest::addRow("%s channels last", network) << QString(network) << Mode::ChannelsLast;
            QTest::addRow("%s fused", network) << QString(network) << Mode::Fused;
        }
    }
    /// In the first network cuDNN does what follows a convolution, in the second Duelo's own
    /// kernel, because cuDNN does not have its activation.
    void theyGiveWhatTheCpuGives() {
        QFETCH(QString, network);
        QFETCH(Mode, mode);
        const InferenceMode inference;
        applyNumerics({});
        const ModelInfo& info = testing::modelNamed(network.toStdString());
        const WeightSet weights = testing::goldenWeights(info);
        const Tensor images = testing::goldenImages(2, 40, 40);
        const Tensor expected = makeModel(info, weights, {}).value()->forward(images);
        const auto stream = m_gpu->measuringStream();
        ModelOptions options{.mode = mode, .device = Device::Cuda};
        int finished = 0;
        options.finish = [&](Tensor& y, const Tensor& bias, const Tensor& residual, float low,
                             float high) {
            ++finished;
            m_gpu->addBiasClip(y, bias, residual, low, high);
        };
        const auto model = makeModel(info, weights, options);
        QVERIFY2(model.has_value(), model ? "" : model.error().code.c_str());
        Tensor there = ops::empty_like(images, images.options().device(m_gpu->device()));
        m_gpu->copy(there, m_gpu->pinned(images));
        const Tensor found = (*model)->forward(there);
        QVERIFY(found.device() == m_gpu->device());
        QVERIFY(testing::isClose(found.cpu(), expected, 1e-3, 1e-3));
        QVERIFY((*model)->notes().empty());
        QCOMPARE(finished > 0, mode == Mode::Fused && network == "mobilenet_v2");
    }

private:
    TorchGpu* m_gpu = nullptr;
};

QTEST_APPLESS_MAIN(TestTorchNetworks)
#include "tst_torch_networks.moc"
