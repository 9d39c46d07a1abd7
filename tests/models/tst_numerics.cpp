// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <ATen/Context.h>

#include "models/numerics.h"

using namespace duelo;

class TestNumerics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void libtorchStartsWithMixedTf32();
    void whatIsAppliedIsReadBack_data();
    void whatIsAppliedIsReadBack();
    void precisionOfTheCpu_data();
    void precisionOfTheCpu();
    void precisionOfTheGpu_R_30_data();
    void precisionOfTheGpu_R_30();
};

/// The reason for applyNumerics(): LibTorch starts with TF32 for convolutions and without it for
/// matrix products. If this changes, the comment in numerics.h has to change.
void TestNumerics::libtorchStartsWithMixedTf32() {
    const at::Context& context = at::globalContext();
    QVERIFY(context.float32Precision(at::Float32Backend::CUDA, at::Float32Op::CONV) ==
            at::Float32Precision::TF32);
    QVERIFY(context.float32Precision(at::Float32Backend::CUDA, at::Float32Op::MATMUL) !=
            at::Float32Precision::TF32);
}

void TestNumerics::whatIsAppliedIsReadBack_data() {
    QTest::addColumn<bool>("tf32");
    QTest::addColumn<bool>("deterministic");
    QTest::addColumn<bool>("benchmark");
    for (int bits = 0; bits < 8; ++bits)
        QTest::addRow("%d%d%d", bits & 1, (bits >> 1) & 1, (bits >> 2) & 1)
            << bool(bits & 1) << bool(bits & 2) << bool(bits & 4);
    QTest::newRow("default again") << false << false << false;
}

void TestNumerics::whatIsAppliedIsReadBack() {
    QFETCH(bool, tf32);
    QFETCH(bool, deterministic);
    QFETCH(bool, benchmark);
    applyNumerics({tf32, deterministic, benchmark});
    const at::Context& context = at::globalContext();
    QCOMPARE(context.deterministicCuDNN(), deterministic);
    QCOMPARE(context.deterministicAlgorithms(), deterministic);
    QCOMPARE(context.benchmarkCuDNN(), benchmark);
    // What cuDNN and cuBLAS will ask: both kinds of product follow the one switch.
    QCOMPARE(context.allowTF32CuDNN(at::Float32Op::CONV), tf32);
    QCOMPARE(context.float32Precision(at::Float32Backend::CUDA, at::Float32Op::MATMUL) ==
                 at::Float32Precision::TF32,
             tf32);
    // fp32 on the CPU is never quietly computed in bf16.
    for (const auto op : {at::Float32Op::CONV, at::Float32Op::MATMUL})
        QVERIFY(context.float32Precision(at::Float32Backend::MKLDNN, op) ==
                at::Float32Precision::IEEE);
}

void TestNumerics::precisionOfTheCpu_data() {
    QTest::addColumn<int>("precision");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("fp32") << static_cast<int>(Precision::Fp32) << true;
    QTest::newRow("bf16") << static_cast<int>(Precision::Bf16) << true;
    QTest::newRow("tf32") << static_cast<int>(Precision::Tf32) << false;
    QTest::newRow("fp16") << static_cast<int>(Precision::Fp16) << false;
}

void TestNumerics::precisionOfTheCpu() {
    QFETCH(int, precision);
    QFETCH(bool, accepted);
    const auto value = static_cast<Precision>(precision);
    const auto support = precisionSupport(Device::Cpu, value);
    QCOMPARE(support.has_value(), accepted);
    if (accepted) {
        if (value == Precision::Fp32) QVERIFY(!support->slow);
        return;
    }
    QCOMPARE(support.error().code, std::string("precision_unsupported"));
    QCOMPARE(support.error().args.at("precision").get<std::string>(), std::string(word(value)));
    QCOMPARE(support.error().args.at("device").get<std::string>(), std::string("cpu"));
    QCOMPARE(support.error().args.at("accepted").get<std::string>(),
             std::string("fp32, bf16, int8"));
}

/// `fails`: what LibTorch would compute under another's name; `slow`: right, without tensor cores.
void TestNumerics::precisionOfTheGpu_R_30_data() {
    QTest::addColumn<QString>("capability");
    QTest::addColumn<QString>("slow");
    QTest::addColumn<QString>("fails");
    QTest::addColumn<QString>("accepted");
    QTest::newRow("not known") << ""
                               << ""
                               << ""
                               << "";
    QTest::newRow("unreadable") << "x.y"
                                << ""
                                << ""
                                << "";
    QTest::newRow("Pascal") << "6.1"
                            << "fp16 bf16"
                            << "tf32"
                            << "fp32, fp16, bf16";
    QTest::newRow("Turing") << "7.5"
                            << "bf16"
                            << "tf32"
                            << "fp32, fp16, bf16";
    QTest::newRow("Ampere") << "8.0"
                            << ""
                            << ""
                            << "";
    QTest::newRow("Ada") << "8.9"
                         << ""
                         << ""
                         << "";
    QTest::newRow("Blackwell") << "12.0"
                               << ""
                               << ""
                               << "";
}

void TestNumerics::precisionOfTheGpu_R_30() {
    QFETCH(QString, capability);
    QFETCH(QString, slow);
    QFETCH(QString, fails);
    QFETCH(QString, accepted);
    const GpuSheet gpu{.name = "A card", .compute_capability = capability.toStdString()};
    for (const Precision value :
         {Precision::Fp32, Precision::Fp16, Precision::Bf16, Precision::Tf32}) {
        const auto name = QString::fromUtf8(word(value).data());
        const auto support = precisionSupport(Device::Cuda, value, gpu);
        QCOMPARE(!support.has_value(), fails.contains(name));
        const std::optional<Reason> reason = support ? support->slow : support.error();
        QCOMPARE(reason.has_value(), fails.contains(name) || slow.contains(name));
        if (!reason) continue;
        QCOMPARE(reason->code, support ? std::string("gpu_precision_emulated")
                                       : std::string("gpu_precision_unsupported"));
        QCOMPARE(reason->args.at("name").get<std::string>(), std::string("A card"));
        QCOMPARE(reason->args.at("cc").get<std::string>(), capability.toStdString());
        QCOMPARE(reason->args.at("needed").get<std::string>(),
                 std::string(value == Precision::Fp16 ? "7.0" : "8.0"));
        if (!support)
            QCOMPARE(reason->args.at("accepted").get<std::string>(), accepted.toStdString());
    }
}

QTEST_APPLESS_MAIN(TestNumerics)
#include "tst_numerics.moc"
