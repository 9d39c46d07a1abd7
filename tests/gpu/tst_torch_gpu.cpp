// SPDX-License-Identifier: Apache-2.0
// A GPU for networks by LibTorch's functions in C. The driver and LibTorch's part for CUDA are
// stand-ins; the rest of LibTorch is real.
#include <QTest>

#include <dlfcn.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "gpu/nvml.h"
#include "gpu/torch_gpu.h"
#include "measure/work.h"
#include "tensor/operators.h"

using namespace duelo;

namespace {

const std::filesystem::path kStubs = DUELO_STUBS;
const std::filesystem::path kTorchCuda = kStubs / "torch" / "libtorch_cuda.so";

/// The code of the reason with which a call leaves; empty: it does not.
std::string codeOf(const std::function<void()>& call) {
    try {
        call();
    } catch (const WorkFailed& why) {
        return why.reason.code;
    }
    return {};
}

Tensor counted(IntArrayRef sizes) {
    Tensor made = ops::empty(sizes);
    for (std::int64_t i = 0; i < made.numel(); ++i)
        made.data_ptr<float>()[i] = static_cast<float>(i % 7) - 3;
    return made;
}

}  // namespace

class TestTorchGpu final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        qputenv("DUELO_STUB_CUDA", "0 13000 RTX 3060@8.6");
        qputenv("DUELO_STUB_NVML", "580.65.06");
        qputenv("DUELO_NVIDIA_DIR", (kStubs / "nvidia").c_str());
        // As torch_cpu.dll exports them on Windows.
        QVERIFY(dlopen((kStubs / "torch" / "libaccelerator.so").c_str(), RTLD_NOW | RTLD_GLOBAL));
        const auto lacking = TorchCuda::open(kStubs / "driver" / "libnvidia-ml.so.1");
        QVERIFY(!lacking);
        QCOMPARE(lacking.error(), std::string("torch_get_cuda_stream_from_pool?"));
        const auto missing = TorchCuda::open(kStubs / "torch" / "libtorch_cuda.so.none");
        QVERIFY(!missing && missing.error().find("libtorch_cuda.so.none") != std::string::npos);
        auto torch = TorchCuda::open(kTorchCuda);
        QVERIFY2(torch.has_value(), torch ? "" : torch.error().c_str());
        m_gpu = new TorchGpu(*torch, kStubs / "driver" / "libcuda.so.1",
                             kStubs / "driver" / "libnvidia-ml.so.1");  // never destroyed
        QVERIFY(!m_gpu->open({}));
        m_stream = m_gpu->measuringStream();
    }
    void cleanupTestCase() { m_stream.reset(); }

    void tensorsLieOnIt() {
        QCOMPARE(m_gpu->device(), (TensorDevice{TensorDevice::Kind::Cuda, 0}));
        const Tensor host = counted({3, 5});
        const Tensor there = host.to(m_gpu->device());
        QVERIFY(there.device() == m_gpu->device() && !there.is_cpu());
        QVERIFY(ops::equal(there.cpu(), host));
        QCOMPARE(ops::sum(there * there).item<float>(), ops::sum(host * host).item<float>());
        const Tensor image = counted({2, 3, 9, 9}).to(m_gpu->device()),
                     weight = counted({4, 3, 3, 3}).to(m_gpu->device());
        const Tensor got = ops::conv2d(image, weight, {}, {1, 1}, {0, 0}).cpu();
        QVERIFY(ops::equal(got, ops::conv2d(image.cpu(), weight.cpu(), {}, {1, 1}, {0, 0})));
    }

    /// with the kernels of Duelo's own, which write into tensors of LibTorch's.
    void itsChecksPass() {
        for (const GpuCheck& check : m_gpu->selfCheck())
            QVERIFY2(check.passed,
                     (check.code + ' ' + (check.reason ? check.reason->message : "")).c_str());
        QCOMPARE(m_gpu->selfCheck().size(), std::size_t{9});
    }

    void workGoesToLibTorchsStreams() {
        const driver::Stream work = m_gpu->currentStream();
        QVERIFY(work != nullptr);
        {
            const auto copies = m_gpu->copyingStream();
            QVERIFY(m_gpu->currentStream() != nullptr && m_gpu->currentStream() != work);
        }
        QCOMPARE(m_gpu->currentStream(), work);
        m_stream.reset();
        QCOMPARE(m_gpu->currentStream(), driver::Stream{});
        m_stream = m_gpu->measuringStream();
        QCOMPARE(m_gpu->currentStream(), work);
    }

    void memoryIsThatOfLibTorchsAllocator() {
        m_gpu->emptyCache();
        m_gpu->resetPeak();
        const GpuMemory before = m_gpu->memory();
        QCOMPARE(before.total_bytes, std::int64_t{8} << 30);
        QCOMPARE(before.reserved_bytes, before.allocated_bytes);
        {
            const Tensor made =
                ops::empty({1000}, TensorOptions(m_gpu->device()).dtype(ScalarType::Float));
            const GpuBlock block = m_gpu->allocate(8000, 0);
            const GpuMemory now = m_gpu->memory();
            QCOMPARE(now.allocated_bytes, before.allocated_bytes + 12000);
            QCOMPARE(now.device_allocs, before.device_allocs + 2);
        }
        const GpuMemory after = m_gpu->memory();
        QCOMPARE(after.allocated_bytes, before.allocated_bytes);
        QCOMPARE(after.peak_allocated_bytes, before.allocated_bytes + 12000);
        QCOMPARE(after.reserved_bytes, before.reserved_bytes + 12000);
        QCOMPARE(usableBytes(after), usableBytes(before) + 12000);
        m_gpu->emptyCache();
        QCOMPARE(m_gpu->memory().reserved_bytes, before.reserved_bytes);
        m_gpu->resetPeak();
        QCOMPARE(m_gpu->memory().peak_allocated_bytes, before.allocated_bytes);
    }

    void copiesAreOfOneLayout() {
        const Tensor host = counted({4, 6}), pinned = m_gpu->pinned(host.t());
        QVERIFY(ops::is_pinned(pinned) && ops::equal(pinned, host.t()));
        QCOMPARE(pinned.stride(0), std::int64_t{1});
        Tensor there = ops::empty({6, 4}, TensorOptions(m_gpu->device()));
        QVERIFY_THROWS_EXCEPTION(TensorError, m_gpu->copy(there, pinned));  // another order
        QVERIFY_THROWS_EXCEPTION(TensorError, m_gpu->copy(there, there));
        QVERIFY_THROWS_EXCEPTION(TensorError, static_cast<void>(m_gpu->pinned(there)));
        Tensor rows = m_gpu->emptyPinned(there);
        m_gpu->copy(there, pinned.contiguous());
        m_gpu->copy(rows, there);
        m_gpu->synchronize();
        QVERIFY(ops::is_pinned(rows) && ops::equal(rows, host.t()));
    }

    /// The product of both halves of the experiments is LibTorch's, on memory that is no tensor's.
    void productsAreLibTorchs() {
        const Tensor a = counted({4, 4}), b = counted({4, 4}).t().contiguous();
        Tensor found = ops::empty({4, 4});
        const GpuBlock first = m_gpu->allocate(64, 0), second = m_gpu->allocate(64, 0),
                       third = m_gpu->allocate(64, 0);
        m_gpu->copyBytes(first.data.get(), a.const_data_ptr(), 64);
        m_gpu->copyBytes(second.data.get(), b.const_data_ptr(), 64);
        m_gpu->product({first.data.get(), second.data.get(), third.data.get(), 4})();
        m_gpu->copyBytes(found.data_ptr(), third.data.get(), 64);
        QVERIFY(ops::equal(found, ops::matmul(a, b)));
    }

    void aFullMemoryIsAnAnswer() {
        try {
            static_cast<void>(m_gpu->allocate(std::size_t{9} << 30, 0));
            QFAIL("it has 8 GiB");
        } catch (const TensorError& error) {
            QVERIFY(error.kind() == TensorError::Kind::OutOfMemory);
            QVERIFY(std::string(error.what()).find("8.00 GiB") != std::string::npos);
        }
    }

    void whatCannotBeHadByFunctionsInCSaysSo() {
        QCOMPARE(m_gpu->whyNoGraphs()->code, std::string("gpu_no_graphs"));
        QCOMPARE(m_gpu->whyNoPeers()->code, std::string("gpu_no_peers"));
        QCOMPARE(codeOf([&] { static_cast<void>(m_gpu->capture([] {})); }),
                 std::string("gpu_no_graphs"));
        QCOMPARE(codeOf([&] { static_cast<void>(m_gpu->peerId()); }), std::string("gpu_no_peers"));
        QCOMPARE(codeOf([&] { static_cast<void>(m_gpu->meetPeers({}, 0, 2)); }),
                 std::string("gpu_no_peers"));
    }

    void aFaultOfTheDeviceIsTold() {
        qputenv("DUELO_STUB_FAULTS", "cuCtxSynchronize=702");
        QCOMPARE(m_gpu->health(), 702);
        qunsetenv("DUELO_STUB_FAULTS");
    }

private:
    TorchGpu* m_gpu = nullptr;
    std::unique_ptr<GpuScope> m_stream;
};

QTEST_APPLESS_MAIN(TestTorchGpu)
#include "tst_torch_gpu.moc"
