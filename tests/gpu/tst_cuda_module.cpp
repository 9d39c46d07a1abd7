// SPDX-License-Identifier: Apache-2.0
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <type_traits>

#include "cuda/nccl_api.h"
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
        QVERIFY(wanted.contains("cudaEventElapsedTime"));
        QVERIFY(wanted.size() > 20);
        for (const QString& library : QString(DUELO_NEEDED).split('|')) {
            wanted.subtract(symbols(library, "--defined-only"));
        }
        QCOMPARE(wanted, QSet<QString>{});
    }
};

QTEST_APPLESS_MAIN(TestCudaModule)
#include "tst_cuda_module.moc"
