// SPDX-License-Identifier: Apache-2.0
#include <c10/core/CPUAllocator.h>

#include <QTest>

#include <map>

#include "fake_gpu.h"
#include "gpu/torch_self_check.h"
#include "tensor/operators.h"

using namespace duelo;

namespace {

/// Refuses large blocks with the error of a full GPU.
class FullAllocator final : public c10::Allocator {
public:
    explicit FullAllocator(c10::Allocator* next) : m_next(next) {}
    c10::DataPtr allocate(std::size_t bytes) override {
        if (bytes > (std::size_t(1) << 30)) {
            throw c10::OutOfMemoryError({__func__, __FILE__, __LINE__}, "CUDA out of memory.");
        }
        return m_next->allocate(bytes);
    }
    void copy_data(void* to, const void* from, std::size_t bytes) const override {
        m_next->copy_data(to, from, bytes);
    }
    c10::DeleterFnPtr raw_deleter() const override { return m_next->raw_deleter(); }

private:
    c10::Allocator* m_next;
};

class CorruptingGpu final : public test::FakeGpu {
public:
    void copy(Tensor& to, const Tensor& from) override {
        to.copy_(from);
        to.view({-1})[7].add_(1);
    }
    ClockPair crossCheckClocks() override { return {21.0, 20.0}; }
    double emptyEventPairMs(int) override { throw std::runtime_error("no events"); }
};

/// Its compiler makes something else of the text.
class WrongKernelGpu final : public test::FakeGpu {
public:
    void dropoutFactors(Tensor& factors, const Tensor& update, const DropoutDraw& draw) override {
        FakeGpu::dropoutFactors(factors, update + 1, draw);
    }
};

class LostGpu final : public test::FakeGpu {
public:
    void synchronize() override {
        fake_health = 700;
        throw TensorError(TensorError::Kind::Accelerator, "illegal memory access", 700);
    }
};

class LeakingGpu final : public test::FakeGpu {
public:
    void emptyCache() override { fake_memory.allocated_bytes += 512; }
};

std::map<std::string, GpuCheck> byCode(const std::vector<GpuCheck>& checks) {
    std::map<std::string, GpuCheck> map;
    for (const GpuCheck& check : checks) {
        map[check.code] = check;
    }
    return map;
}

}  // namespace

class TestGpuSelfCheck : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        static FullAllocator full(c10::GetCPUAllocator());
        c10::SetCPUAllocator(&full, 255);
    }

    void soundDevicePasses_R01_R29() {
        test::FakeGpu gpu;
        gpu.fake_state.sm_clock_mhz = 1410;
        auto checks = byCode(runSelfCheck(gpu));
        QCOMPARE(int(checks.size()), 9);
        for (const char* code :
             {"gpu_copy_pageable", "gpu_matmul", "gpu_convolution", "gpu_kernels", "gpu_event_cost",
              "gpu_clocks", "gpu_out_of_memory", "gpu_sensors"}) {
            QVERIFY2(checks[code].passed, code);
        }
        // This fake does not page-lock, and that is found out.
        QVERIFY(!checks["gpu_copy_pinned"].passed);
    }

    void faultsAreFound_R29_R30() {
        CorruptingGpu gpu;
        auto checks = byCode(runSelfCheck(gpu));
        QCOMPARE(int(checks.size()), 9);
        for (const char* code : {"gpu_copy_pageable", "gpu_copy_pinned", "gpu_event_cost",
                                 "gpu_clocks", "gpu_sensors"}) {
            QVERIFY2(!checks[code].passed, code);
        }
        QVERIFY(checks["gpu_event_cost"].reason);
        QCOMPARE(checks["gpu_event_cost"].reason->code, std::string("gpu_check_failed"));
        QCOMPARE(checks["gpu_event_cost"].reason->message, std::string("no events"));
    }

    void wrongKernelsAreFound_R30() {
        WrongKernelGpu gpu;
        const auto checks = byCode(runSelfCheck(gpu));
        QVERIFY(!checks.at("gpu_kernels").passed);
        QVERIFY(checks.at("gpu_convolution").passed);
    }

    void memoryLeftBehindIsFound_R01() {
        LeakingGpu gpu;
        QVERIFY(!byCode(runSelfCheck(gpu))["gpu_out_of_memory"].passed);
    }

    void lostDeviceEndsTheList_R04() {
        LostGpu gpu;
        const auto checks = runSelfCheck(gpu);
        QCOMPARE(int(checks.size()), 1);
        QVERIFY(!checks[0].passed && checks[0].reason);
        QCOMPARE(checks[0].reason->code, std::string("cuda_illegal_address"));
    }
};

QTEST_APPLESS_MAIN(TestGpuSelfCheck)
#include "tst_gpu_self_check.moc"
