// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

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
