// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <new>
#include <stdexcept>

#include "gpu/gpu_failure.h"
#include "gpu/gpu_values.h"
#include "tensor/error.h"

using namespace duelo;

namespace {

// As LibTorch 2.11 writes it.
const char* const gpu_words =
    "CUDA out of memory. Tried to allocate 3.10 GiB. GPU 0 has a total capacity of 7.79 GiB of "
    "which 1.20 GiB is free. Including non-PyTorch memory, this process has 6.41 GiB memory in "
    "use.";

using Kind = TensorError::Kind;

template <typename E>
std::optional<Failure> describe(E error) {
    return describeGpuFailure(std::make_exception_ptr(std::move(error)));
}

}  // namespace

class TestGpuFailure : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shortageIsRead_R01_data() {
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("free");
        QTest::newRow("gpu") << gpu_words << "3.10 GiB"
                             << "1.20 GiB";
        QTest::newRow("small") << "Tried to allocate 20.00 MiB. of which 17 bytes is free"
                               << "20.00 MiB"
                               << "17 bytes";
        QTest::newRow("host") << "DefaultCPUAllocator: can't allocate memory: you tried to "
                                 "allocate 4503599627370496 bytes. Error code 12"
                              << "4503599627370496 bytes"
                              << "?";
        QTest::newRow("absurd") << "Tried to allocate more than 1EB memory."
                                << "?"
                                << "?";
        QTest::newRow("empty") << ""
                               << "?"
                               << "?";
        QTest::newRow("cut") << "Tried to allocate 3.1"
                             << "?"
                             << "?";
        QTest::newRow("no number") << "Tried to allocate  GiB is free"
                                   << "?"
                                   << "?";
    }
    void shortageIsRead_R01() {
        QFETCH(QString, message);
        const MemoryShortage sizes = parseMemoryShortage(message.toStdString());
        QTEST(QString::fromStdString(sizes.asked), "asked");
        QTEST(QString::fromStdString(sizes.free), "free");
    }

    void outOfMemoryIsNotSticky_R01() {
        const auto failure = describe(TensorError(Kind::OutOfMemory, gpu_words));
        QVERIFY(failure && !failure->sticky);
        QCOMPARE(failure->reason.code, std::string("out_of_memory"));
        QCOMPARE(failure->reason.args.at("asked").get<std::string>(), std::string("3.10 GiB"));
        QCOMPARE(failure->reason.args.at("free").get<std::string>(), std::string("1.20 GiB"));
        QVERIFY(failure->reason.message.find("CUDA out of memory") != std::string::npos);
    }

    void libraryWithoutWorkspaceIsOutOfMemory_R01() {
        for (const char* words : {"cuDNN error: CUDNN_STATUS_ALLOC_FAILED",
                                  "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling x"}) {
            const auto failure = describe(TensorError(Kind::Other, words));
            QVERIFY(failure && !failure->sticky);
            QCOMPARE(failure->reason.code, std::string("out_of_memory"));
        }
    }

    void deviceFaultIsSticky_R04() {
        const auto failure = describe(TensorError(Kind::Accelerator, "illegal memory access", 700));
        QVERIFY(failure && failure->sticky);
        QCOMPARE(failure->reason.code, std::string("cuda_illegal_address"));
        QVERIFY(failure->reason.message.find("illegal memory access") != std::string::npos);
    }

    void hostMemoryIsToldApart_R03() {
        const auto torch = describe(
            TensorError(Kind::Other,
                        "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't "
                        "allocate memory: you tried to allocate 96 bytes. Error code 12"));
        QVERIFY(torch && !torch->sticky);
        QCOMPARE(torch->reason.code, std::string("out_of_host_memory"));
        QCOMPARE(torch->reason.args.at("asked").get<std::string>(), std::string("96 bytes"));
        const auto standard = describe(std::bad_alloc());
        QVERIFY(standard && !standard->sticky);
        QCOMPARE(standard->reason.code, std::string("out_of_host_memory"));
    }

    void othersAreLeftToTheCaller() {
        for (const Kind kind : {Kind::Other, Kind::Index, Kind::Distributed})
            QVERIFY(!describe(TensorError(kind, "shape mismatch")));
        QVERIFY(!describe(std::runtime_error("no")));
        QVERIFY(!describe(7));
        QVERIFY(!describeGpuFailure(nullptr));
    }

    void borrowedMemoryIsMarked_R02() {
        GpuMemory memory;
        memory.total_bytes = 8'000;
        memory.peak_allocated_bytes = 8'000;
        QVERIFY(!exceedsDedicatedMemory(memory));
        memory.peak_allocated_bytes = 8'001;
        QVERIFY(exceedsDedicatedMemory(memory));
        memory.total_bytes = 0;  // not reported
        QVERIFY(!exceedsDedicatedMemory(memory));
    }
};

QTEST_APPLESS_MAIN(TestGpuFailure)
#include "tst_gpu_failure.moc"
