// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QTest>

#include "dnn/dnn_loader.h"

class TestBesideTorch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bothComputeInEitherOrder_data();
    void bothComputeInEitherOrder();
};

void TestBesideTorch::bothComputeInEitherOrder_data() {
    QTest::addColumn<QStringList>("order");
    QTest::newRow("module first") << QStringList{"module", "torch"};
    QTest::newRow("LibTorch first") << QStringList{"torch", "module"};
}

void TestBesideTorch::bothComputeInEitherOrder() {  // G10, R-30
    QFETCH(QStringList, order);
    qputenv("DUELO_DNN_MODULE", DUELO_BINARY_DIR "/bin/libduelo_dnn.so");
    QProcess probe;
    probe.start(DUELO_GEMM_PROBE, QStringList{DUELO_TORCH_GEMM} + order);
    QVERIFY(probe.waitForFinished(120'000));
    const QString text = QString::fromUtf8(probe.readAllStandardOutput());
    QVERIFY2(probe.exitStatus() == QProcess::NormalExit && probe.exitCode() == 0,
             qPrintable(text + QString::fromUtf8(probe.readAllStandardError())));
    const auto module = duelo::Dnn::instance().api();
    QVERIFY(module.has_value());
    const bool takesBf16 = (*module)->takes(duelo::Precision::Bf16);
    const QStringList lines = text.split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 4);
    for (const QString& line : lines) {
        const QStringList words = line.split(' ');
        QCOMPARE(words.size(), 3);
        QVERIFY2(words[1].toDouble() < 1e-5, qPrintable(line));
        const bool isMissing = words[0] == "module" && !takesBf16;
        QVERIFY2(isMissing ? words[2] == "none" : words[2].toDouble() < 2e-2, qPrintable(line));
    }
}

QTEST_APPLESS_MAIN(TestBesideTorch)
#include "tst_beside_torch.moc"
