// SPDX-License-Identifier: Apache-2.0
// A GPU without LibTorch, on stand-ins for NVIDIA's driver and libraries.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/dynamic_library.h"
#include "gpu/cuda_driver.h"
#include "gpu/driver_gpu.h"
#include "gpu/gpu_failure.h"
#include "gpu/nvidia_library.h"
#include "measure/work.h"
#include "tensor/error.h"

using namespace duelo;

namespace {

const QString stubs = QStringLiteral(DUELO_STUBS);

std::filesystem::path driverFile(const char* name) {
    return std::filesystem::path(DUELO_STUBS) / "driver" / name;
}

/// The reason with which a call leaves; an empty one: it does not.
template <typename Call>
Reason reasonOf(const Call& call) {
    try {
        call();
    } catch (const WorkFailed& why) {
        return why.reason;
    } catch (...) {
        const auto failure = describeGpuFailure(std::current_exception());
        return failure ? failure->reason : Reason{"?"};
    }
    return {};
}

/// Keeps how much was asked for at once.
class AskedGpu final : public DriverGpu {
public:
    using DriverGpu::DriverGpu;
    std::size_t most_bytes = 0;

private:
    std::shared_ptr<void> takeBytes(std::size_t bytes) override {
        most_bytes = std::max(most_bytes, bytes);
        return DriverGpu::takeBytes(bytes);
    }
};

std::vector<float> counted(std::size_t count) {
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 1.0F);
    return values;
}

}  // namespace

class TestDriverGpu final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        qputenv("DUELO_STUB_CUDA", "0 13000 RTX 3060@8.6");
        qputenv("DUELO_STUB_NVML", "580.65.06");
        qputenv("DUELO_NVIDIA_DIR", m_libraries.path().toUtf8());
        QVERIFY(!m_gpu.open({}));
        m_stream = m_gpu.measuringStream();
    }
    void init() {
        qunsetenv("DUELO_STUB_FAULTS");
        qunsetenv("DUELO_STUB_NVIDIA");
    }

    void tellsWhatItIs() {
        const GpuSheet sheet = m_gpu.sheet();
        QCOMPARE(sheet.name, std::string("RTX 3060"));
        QCOMPARE(sheet.compute_capability, std::string("8.6"));
        QCOMPARE(sheet.memory_total_bytes, std::int64_t{8} << 30);
        QCOMPARE(sheet.multiprocessors, 28);
        QCOMPARE(sheet.uuid, std::string("GPU-00010203-0405-0607-0809-0a0b0c0d0e0f"));
        QCOMPARE(sheet.driver, std::string("580.65.06"));
        QCOMPARE(sheet.driver_cuda, std::string("13.0"));
        QCOMPARE(sheet.sm_clock_boost_mhz, 1777);
        QVERIFY(!sheet.ecc);  // not told is absent
        QCOMPARE(m_gpu.state().sm_clock_mhz, 1410);
    }

    void copiesBothWaysAndCountsItsBlocks() {
        const std::int64_t before = m_gpu.memory().allocated_bytes;
        {
            const std::vector<float> values = counted(1000);
            const GpuBlock filled = m_gpu.allocate(4000, 0x3f800000), block = m_gpu.allocate(4000);
            const GpuBlock pinned = m_gpu.allocatePinned(4000);
            QCOMPARE(m_gpu.memory().allocated_bytes, before + 8000);
            std::vector<float> back(1000);
            m_gpu.copyBytes(back.data(), filled.data.get(), 4000);
            m_gpu.synchronize();
            QVERIFY(std::ranges::all_of(back, [](float one) { return one == 1; }));
            m_gpu.copyBytes(block.data.get(), values.data(), 4000);
            m_gpu.copyBytes(filled.data.get(), block.data.get(), 4000);
            m_gpu.copyBytes(pinned.data.get(), filled.data.get(), 4000);
            m_gpu.synchronize();
            QVERIFY(std::equal(values.begin(), values.end(), pinned.as<float>()));
            // The stand-in refuses what goes beyond a block, so that a wrong size is seen.
            QCOMPARE(reasonOf([&] { m_gpu.copyBytes(block.data.get(), values.data(), 4004); }).code,
                     std::string("cuda_error"));
        }
        const GpuMemory after = m_gpu.memory();
        QCOMPARE(after.allocated_bytes, before);
        QVERIFY(after.peak_allocated_bytes >= before + 8000);
        m_gpu.resetPeak();
        QCOMPARE(m_gpu.memory().peak_allocated_bytes, before);
    }

    void eventsTellTime() {
        const auto stamps = m_gpu.events(2);
        stamps->record(0);
        QTest::qSleep(20);
        {
            const auto side = m_gpu.copyingStream();
            stamps->wait(0);
        }
        stamps->record(1);
        QVERIFY(stamps->elapsedMs(0, 1) >= 20);
        QVERIFY(m_gpu.emptyEventPairMs(11) < 20);
        const ClockPair clocks = m_gpu.crossCheckClocks();
        QVERIFY(clocks.event_ms > 0 && clocks.event_ms <= clocks.wall_ms);
    }

    void aStreamThatFailedIsNotCurrent() {
        m_stream.reset();
        const driver::Stream outside = m_asked.currentStream();
        qputenv("DUELO_STUB_FAULTS", "cuCtxSynchronize=1");
        QCOMPARE(reasonOf([&] { m_stream = m_gpu.measuringStream(); }).code,
                 std::string("cuda_error"));
        QVERIFY(m_asked.currentStream() == outside);
        qunsetenv("DUELO_STUB_FAULTS");
        m_stream = m_gpu.measuringStream();
        QVERIFY(m_asked.currentStream() != outside);
    }

    /// Missing, then damaged, then of another version, then right.
    void librariesAreFoundOrNamed() {
        const GpuBlock block = m_gpu.allocate(64);
        const ProductOperands of{block.data.get(), block.data.get(), block.data.get(), 2};
        const auto multiply = [&] { m_gpu.product(of)(); };
        Reason why = reasonOf(multiply);
        QCOMPARE(why.code, std::string("nvidia_library_missing"));
        QCOMPARE(why.args.at("library").get<std::string>(), std::string("libcublas.so.13"));
        QFile damaged(m_libraries.filePath("libcublas.so.13"));
        QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write("no library") > 0);
        damaged.close();
        why = reasonOf(multiply);
        QCOMPARE(why.code, std::string("nvidia_library_unfit"));
        // Which file it is, and what the system says of it.
        QVERIFY(why.message.starts_with(damaged.fileName().toStdString() + ": "));
        QVERIFY(why.message.ends_with(why.args.at("detail").get<std::string>()));
        QVERIFY(damaged.remove());
        for (const char* name : {"libcublas.so.13", "libcudnn.so.9", "libnvrtc.so.13"})
            QVERIFY(QFile::copy(stubs + "/nvidia/" + name, m_libraries.filePath(name)));
        qputenv("DUELO_STUB_NVIDIA", "12");
        why = reasonOf(multiply);
        QCOMPARE(why.code, std::string("nvidia_library_unfit"));
        QVERIFY(why.args.at("detail").get<std::string>().find("12.1") != std::string::npos);
        qunsetenv("DUELO_STUB_NVIDIA");
        QCOMPARE(reasonOf(multiply).code, std::string());
        // From then on the sheet names that copy, and none that nobody has opened.
        const GpuSheet sheet = m_gpu.sheet();
        QCOMPARE(sheet.cublas, std::string("13.1.1"));
        const std::pair<std::string, std::string> used(
            "cublas", m_libraries.filePath("libcublas.so.13").toStdString());
        QVERIFY(std::ranges::find(sheet.libraries, used) != sheet.libraries.end());
        QVERIFY(sheet.cudnn.empty() && sheet.nvrtc.empty());
        QVERIFY(openNvidia(NvidiaLibrary::Nvrtc) && openNvidia(NvidiaLibrary::Cudnn));
        QCOMPARE(m_gpu.sheet().nvrtc, std::string("13.0"));
        QCOMPARE(m_gpu.sheet().cudnn, std::string("9.19.0"));
    }

    /// A library that works on several GPUs, as LibTorch does, leaves another one's context.
    void otherContextsAreNoHindrance() {
        const auto library = DynamicLibrary::open(driverFile("libcuda.so.1"));
        QVERIFY(library.has_value());
        const auto calls = driver::Calls::of(*library);
        QVERIFY2(calls.has_value(), calls ? "" : calls.error().c_str());
        const GpuBlock block = m_gpu.allocate(64), other = m_gpu.allocate(64);
        driver::Context own = nullptr;
        QCOMPARE(calls->currentContext(&own), 0);
        QVERIFY(own != nullptr);
        int others = 0;
        const auto product =
            m_gpu.product({block.data.get(), block.data.get(), other.data.get(), 2});
        const std::function<void()> uses[] = {
            [&] { static_cast<void>(m_gpu.allocate(4)); },
            [&] { static_cast<void>(m_gpu.allocatePinned(4)); },
            [&] { m_gpu.copyBytes(other.data.get(), block.data.get(), 64); },
            [&] { static_cast<void>(m_gpu.copyingStream()); },
            [&] { m_gpu.flushSubmission(); },
            [&] { m_gpu.synchronize(); },
            [&] { static_cast<void>(m_gpu.events(1)); },
            [&] { static_cast<void>(m_gpu.memory()); },
            [&] { static_cast<void>(m_gpu.health()); },
            product,
        };
        for (const driver::Context foreign :
             {driver::Context{}, reinterpret_cast<driver::Context>(&others)})
            for (const auto& use : uses) {
                const std::ptrdiff_t i = &use - uses;
                QCOMPARE(calls->setContext(foreign), 0);
                QVERIFY2(reasonOf(use).code.empty(), std::to_string(i).c_str());
                driver::Context found = nullptr;
                QCOMPARE(calls->currentContext(&found), 0);
                QVERIFY2(found == own, std::to_string(i).c_str());
            }
    }

    /// Runs the checks of `duelo-engine self-test`.
    void checksItself() {
        m_stream.reset();
        const std::vector<GpuCheck> checks = m_gpu.selfCheck();
        m_stream = m_gpu.measuringStream();
        QCOMPARE(checks.size(), std::size_t{9});
        for (const GpuCheck& check : checks)
            QVERIFY2(check.passed, (check.code + ' ' + check.detail.dump() +
                                    (check.reason ? check.reason->code : ""))
                                       .c_str());
        // A driver of Windows lends the PC's memory: what must be refused is beyond both.
        QVERIFY(m_asked.most_bytes >= std::size_t{16} << 40);
    }

    void fullMemoryIsAnAnswer_R01() {
        const Reason why = reasonOf([&] { static_cast<void>(m_gpu.allocate(16ULL << 30)); });
        QCOMPARE(why.code, std::string("out_of_memory"));
        QCOMPARE(why.args.at("asked").get<std::string>(), std::string("16.00 GiB"));
        QCOMPARE(why.args.at("free").get<std::string>(), std::string("8.00 GiB"));
        QCOMPARE(m_gpu.health(), 0);
        qputenv("DUELO_STUB_FAULTS", "cuMemHostAlloc=2");
        QCOMPARE(reasonOf([&] { static_cast<void>(m_gpu.allocatePinned(1)); }).code,
                 std::string("out_of_host_memory"));
    }

    void nonsenseIsNoTime() {
        const auto stamps = m_gpu.events(2);
        stamps->record(0);
        stamps->record(1);
        qputenv("DUELO_STUB_FAULTS", "cuEventElapsedTime=nonsense,cuMemGetInfo_v2=nonsense");
        QCOMPARE(reasonOf([&] { static_cast<void>(stamps->elapsedMs(0, 1)); }).code,
                 std::string("gpu_nonsense"));
        QCOMPARE(reasonOf([&] { static_cast<void>(m_gpu.memory()); }).code,
                 std::string("gpu_nonsense"));
    }

    /// Comes last: the stand-in does nothing any more after it, as a GPU whose driver was reset.
    void longLaunchesAreNamed_R06() {
        qputenv("DUELO_STUB_FAULTS", "cuStreamSynchronize=702");
        QCOMPARE(reasonOf([&] { m_gpu.synchronize(); }).code, std::string("cuda_launch_timeout"));
        QCOMPARE(m_gpu.health(), 702);
    }

private:
    QTemporaryDir m_libraries;
    AskedGpu& m_asked = *new AskedGpu(driverFile("libcuda.so.1"),
                                      driverFile("libnvidia-ml.so.1"));  // as the loader
    PlainGpu& m_gpu = m_asked;
    std::unique_ptr<GpuScope> m_stream;
};

QTEST_APPLESS_MAIN(TestDriverGpu)
#include "tst_driver_gpu.moc"
