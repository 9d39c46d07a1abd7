// SPDX-License-Identifier: Apache-2.0
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include "gpu/cuda_errors.h"

using namespace duelo;

class TestCudaErrors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stickyErrorsEndTheProcess_R04_data() {
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("code");
        QTest::addColumn<bool>("sticky");
        const auto row = [](int number, const char* name, const char* code, bool sticky) {
            QTest::newRow(name) << number << QString(name) << QString(code) << sticky;
        };
        row(700, "cudaErrorIllegalAddress", "cuda_illegal_address", true);
        row(716, "cudaErrorMisalignedAddress", "cuda_illegal_address", true);
        row(717, "cudaErrorInvalidAddressSpace", "cuda_illegal_address", true);
        row(702, "cudaErrorLaunchTimeout", "cuda_launch_timeout", true);
        row(214, "cudaErrorECCUncorrectable", "cuda_ecc", true);
        row(220, "cudaErrorNvlinkUncorrectable", "cuda_ecc", true);
        row(46, "cudaErrorDevicesUnavailable", "cuda_device_lost", true);
        row(201, "cudaErrorDeviceUninitialized", "cuda_device_lost", true);
        row(709, "cudaErrorContextIsDestroyed", "cuda_device_lost", true);
        row(999, "cudaErrorUnknown", "cuda_device_lost", true);
        row(226, "cudaErrorContained", "cuda_sticky", true);
        row(710, "cudaErrorAssert", "cuda_sticky", true);
        row(714, "cudaErrorHardwareStackError", "cuda_sticky", true);
        row(715, "cudaErrorIllegalInstruction", "cuda_sticky", true);
        row(718, "cudaErrorInvalidPc", "cuda_sticky", true);
        row(719, "cudaErrorLaunchFailure", "cuda_sticky", true);
        row(721, "cudaErrorTensorMemoryLeak", "cuda_sticky", true);
        row(810, "cudaErrorMpsClientTerminated", "cuda_sticky", true);
        row(911, "cudaErrorExternalDevice", "cuda_sticky", true);
        row(1, "cudaErrorInvalidValue", "cuda_error", false);
        row(98, "cudaErrorInvalidDeviceFunction", "cuda_error", false);
        row(209, "cudaErrorNoKernelImageForDevice", "cuda_error", false);
        row(701, "cudaErrorLaunchOutOfResources", "cuda_error", false);
        row(-5, "cudaError", "cuda_error", false);
    }
    void stickyErrorsEndTheProcess_R04() {
        QFETCH(int, number);
        QFETCH(QString, name);
        QFETCH(QString, code);
        QFETCH(bool, sticky);
        const Failure failure = classifyCudaError(number);
        QCOMPARE(QString::fromStdString(failure.reason.code), code);
        QCOMPARE(failure.sticky, sticky);
        QCOMPARE(failure.reason.args.at("number").get<int>(), number);
        QCOMPARE(QString::fromStdString(failure.reason.args.at("name").get<std::string>()), name);
    }

    void outOfMemoryIsAResult_R01() {
        const Failure failure = classifyCudaError(2);
        QCOMPARE(failure.reason.code, std::string("out_of_memory"));
        QVERIFY(!failure.sticky);
        QVERIFY(failure.reason.args.contains("asked") && failure.reason.args.contains("free"));
    }

    void startIsExplained_R07_data() {
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("code");
        QTest::newRow("no device") << 100 << "no_gpu";
        QTest::newRow("updated, not restarted") << 803 << "driver_mismatch";
        QTest::newRow("daemon not running") << 802 << "driver_not_ready";
        QTest::newRow("stub of the toolkit") << 34 << "driver_stub";
        QTest::newRow("exclusive use by another") << 46 << "gpu_busy";
        QTest::newRow("unknown") << 999 << "driver_failed";
        QTest::newRow("not licensed") << 102 << "driver_failed";
    }
    void startIsExplained_R07() {
        QFETCH(int, number);
        const Reason reason = explainCudaStart(number);
        QTEST(QString::fromStdString(reason.code), "code");
        QCOMPARE(reason.args.at("number").get<int>(), number);
    }

    /// The table against the header it was taken from: every name, every "must be relaunched".
    void agreesWithTheCudaHeader() {
#ifdef DUELO_CUDA_INCLUDE
        QFile file(QStringLiteral(DUELO_CUDA_INCLUDE "/driver_types.h"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        static const QRegularExpression entry(
            R"(/\*\*((?:(?!\*/).)*)\*/\s*,?\s*(cudaSuccess|cudaError\w+)\s*=\s*(\d+))",
            QRegularExpression::DotMatchesEverythingOption);
        int entries = 0;
        for (auto it = entry.globalMatch(text); it.hasNext(); ++entries) {
            const QRegularExpressionMatch match = it.next();
            const int number = match.captured(3).toInt();
            const auto name = cudaErrorName(number);
            QCOMPARE(QString::fromUtf8(name.data(), int(name.size())), match.captured(2));
            if (match.captured(1).contains(QStringLiteral("relaunched"))) {
                QVERIFY2(isStickyCudaError(number), qPrintable(match.captured(2)));
            }
        }
        QVERIFY(entries > 120);
#else
        QSKIP("built without the CUDA headers");
#endif
    }
};

QTEST_APPLESS_MAIN(TestCudaErrors)
#include "tst_cuda_errors.moc"
