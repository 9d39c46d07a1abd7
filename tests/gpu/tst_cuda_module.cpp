// SPDX-License-Identifier: Apache-2.0
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <array>
#include <cstddef>
#include <type_traits>

#include <cuda.h>

#include "cuda/nccl_api.h"
#include "gpu/cuda_driver.h"
#ifdef DUELO_NCCL_HEADER
#include <nccl.h>
#endif

using namespace duelo;

namespace {

const QString module_file = QStringLiteral(DUELO_CUDA_MODULE_FILE);

QStringList run(const char* program, const QStringList& arguments) {
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(120'000) || process.exitCode() != 0) {
        qWarning() << program << process.errorString() << process.readAllStandardError();
        return {};
    }
    return QString::fromUtf8(process.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
}

/// Names without their version ("cudaMalloc@libcudart.so.13").
QSet<QString> symbols(const QString& file, const char* which) {
    QSet<QString> names;
    for (const QString& line : run(DUELO_NM, {"-D", "-P", which, file})) {
        names.insert(line.section(' ', 0, 0).section('@', 0, 0));
    }
    return names;
}

}  // namespace

#ifdef DUELO_NCCL_HEADER
/// Declarations by hand equal those of NVIDIA, wherever there is its header.
static_assert(nccl::kSuccess == ncclSuccess && nccl::kInProgress == ncclInProgress);
static_assert(nccl::kFloat32 == ncclFloat32 && nccl::kSum == ncclSum);
static_assert(sizeof(nccl::UniqueId) == sizeof(ncclUniqueId));
static_assert(sizeof(int) == sizeof(ncclResult_t) && sizeof(int) == sizeof(ncclDataType_t) &&
              sizeof(int) == sizeof(ncclRedOp_t));
static_assert(std::is_same_v<nccl::Communicator, ncclComm_t>);
static_assert(std::is_same_v<decltype(ncclGetUniqueId), ncclResult_t(ncclUniqueId*)>);
static_assert(
    std::is_same_v<decltype(ncclCommInitRank), ncclResult_t(ncclComm_t*, int, ncclUniqueId, int)>);
static_assert(std::is_same_v<decltype(ncclCommAbort), ncclResult_t(ncclComm_t)>);
static_assert(
    std::is_same_v<decltype(ncclCommGetAsyncError), ncclResult_t(ncclComm_t, ncclResult_t*)>);
static_assert(std::is_same_v<decltype(ncclAllReduce),
                             ncclResult_t(const void*, void*, std::size_t, ncclDataType_t,
                                          ncclRedOp_t, ncclComm_t, cudaStream_t)>);
static_assert(std::is_same_v<decltype(ncclGetErrorString), const char*(ncclResult_t)>);
#endif

/// Declarations by hand of the driver's functions take arguments as wide as NVIDIA's, in their
/// order, under the names that its header gives them.
template <typename Answer, typename... Arguments>
constexpr std::array<std::size_t, sizeof...(Arguments)> widths(Answer (*)(Arguments...)) {
    return {sizeof(Arguments)...};
}
constexpr driver::Calls kCalls{};
#define DUELO_SAME(member, function) \
    static_assert(widths(kCalls.member) == widths(static_cast<decltype(&function)>(nullptr)))
DUELO_SAME(init, cuInit);
DUELO_SAME(version, cuDriverGetVersion);
DUELO_SAME(count, cuDeviceGetCount);
DUELO_SAME(get, cuDeviceGet);
DUELO_SAME(name, cuDeviceGetName);
DUELO_SAME(attribute, cuDeviceGetAttribute);
DUELO_SAME(totalMemory, cuDeviceTotalMem);
DUELO_SAME(uuid, cuDeviceGetUuid);
DUELO_SAME(busId, cuDeviceGetPCIBusId);
DUELO_SAME(retainContext, cuDevicePrimaryCtxRetain);
DUELO_SAME(contextState, cuDevicePrimaryCtxGetState);
DUELO_SAME(currentContext, cuCtxGetCurrent);
DUELO_SAME(setContext, cuCtxSetCurrent);
DUELO_SAME(synchronizeContext, cuCtxSynchronize);
DUELO_SAME(createStream, cuStreamCreate);
DUELO_SAME(synchronizeStream, cuStreamSynchronize);
DUELO_SAME(queryStream, cuStreamQuery);
DUELO_SAME(waitEvent, cuStreamWaitEvent);
DUELO_SAME(createEvent, cuEventCreate);
DUELO_SAME(destroyEvent, cuEventDestroy);
DUELO_SAME(recordEvent, cuEventRecord);
DUELO_SAME(synchronizeEvent, cuEventSynchronize);
DUELO_SAME(elapsed, cuEventElapsedTime);
DUELO_SAME(allocate, cuMemAlloc);
DUELO_SAME(free, cuMemFree);
DUELO_SAME(allocateHost, cuMemHostAlloc);
DUELO_SAME(freeHost, cuMemFreeHost);
DUELO_SAME(memoryInfo, cuMemGetInfo);
DUELO_SAME(copy, cuMemcpyAsync);
DUELO_SAME(fill, cuMemsetD32Async);
DUELO_SAME(loadLibrary, cuLibraryLoadData);
DUELO_SAME(kernel, cuLibraryGetKernel);
DUELO_SAME(launch, cuLaunchKernel);
#undef DUELO_SAME
static_assert(driver::kClockRate == int(CU_DEVICE_ATTRIBUTE_CLOCK_RATE) &&
              driver::kMultiprocessors == int(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) &&
              driver::kLaunchTimeout == int(CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT) &&
              driver::kIntegrated == int(CU_DEVICE_ATTRIBUTE_INTEGRATED) &&
              driver::kEcc == int(CU_DEVICE_ATTRIBUTE_ECC_ENABLED) &&
              driver::kMemoryClockRate == int(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE) &&
              driver::kMemoryBusWidth == int(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH) &&
              driver::kL2Bytes == int(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE) &&
              driver::kCapabilityMajor == int(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) &&
              driver::kCapabilityMinor == int(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
static_assert(driver::kOutOfMemory == CUDA_ERROR_OUT_OF_MEMORY &&
              driver::kNoDevice == CUDA_ERROR_NO_DEVICE &&
              driver::kNotReady == CUDA_ERROR_NOT_READY && driver::kUnknown == CUDA_ERROR_UNKNOWN);
static_assert(driver::kStreamNonBlocking == CU_STREAM_NON_BLOCKING &&
              driver::kHostPortableMapped ==
                  (CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
static_assert(std::is_same_v<driver::Address, CUdeviceptr> &&
              std::is_same_v<driver::Stream, CUstream> && sizeof(driver::Uuid) == sizeof(CUuuid));

/// The CUDA module as a file: what it offers, what it asks for, where it looks. It needs no GPU.
class TestCudaModule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void exportsOnlyItsEntryPoint() {
        QCOMPARE(symbols(module_file, "--defined-only"), QSet<QString>{"duelo_cuda_api"});
    }

    void namesTheLibrariesItNeeds_R07() {
        const QString dynamic = run(DUELO_READELF, {"-d", module_file}).join('\n');
        // Left out by the linker, LibTorch would see no CUDA on a PC that has it.
        for (const char* library : {"libtorch_cuda.so", "libc10_cuda.so", "libcudart.so.13"}) {
            QVERIFY2(dynamic.contains(QString("[%1]").arg(library)), library);
        }
        // DT_RPATH: DT_RUNPATH would not count for the libraries of LibTorch's libraries.
        QVERIFY(dynamic.contains("(RPATH)"));
        QVERIFY(!dynamic.contains("(RUNPATH)"));
    }

    /// NCCL is looked for at run time: LibTorch's own library asks for all that is called of it, so
    /// wherever that one is loaded they are there.
    void everyFunctionOfNcclIsProvided() {
        QFile source(QStringLiteral(DUELO_SOURCE_DIR "/engine/cuda/nccl_peers.cpp"));
        QVERIFY(source.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(source.readAll());
        const QString torch = QString(DUELO_NEEDED).split('|').filter("libtorch_cuda.so").value(0);
        const QSet<QString> asked = symbols(torch, "--undefined-only");
        static const QRegularExpression name("\"(nccl[A-Z][A-Za-z]+)\"");
        QSet<QString> called;
        for (auto found = name.globalMatch(text); found.hasNext();)
            called.insert(found.next().captured(1));
        QCOMPARE(called.size(), 6);
        QCOMPARE(QSet<QString>(called).subtract(asked), QSet<QString>{});
        QVERIFY(run(DUELO_READELF, {"-d", torch})
                    .join('\n')
                    .contains(QString("[%1]").arg(nccl::kLibrary)));
    }

    /// Linked with undefined symbols allowed in shared libraries, so this is the check that every
    /// CUDA and LibTorch function it calls exists in a library that it names.
    void everyCudaSymbolIsProvided() {
        static const QRegularExpression ours(
            "^(cuda|cu[A-Z]|_ZN[KV]*(2at|3c10)|_ZT[ISV]N(2at|3c10))");
        const QSet<QString> undefined = symbols(module_file, "--undefined-only");
        QSet<QString> wanted;
        for (const QString& name : undefined) {
            if (ours.match(name).hasMatch()) {
                wanted.insert(name);
            }
        }
        QVERIFY(wanted.contains("cudaDeviceSynchronize"));
        QVERIFY(wanted.size() > 20);
        for (const QString& library : QString(DUELO_NEEDED).split('|')) {
            wanted.subtract(symbols(library, "--defined-only"));
        }
        QCOMPARE(wanted, QSet<QString>{});
    }
};

QTEST_APPLESS_MAIN(TestCudaModule)
#include "tst_cuda_module.moc"
