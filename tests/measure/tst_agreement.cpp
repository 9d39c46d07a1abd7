// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <QTest>

#include "measure/lane.h"

using namespace duelo;

namespace {

Output outputOf(std::vector<float> values, std::int64_t rows = 1) {
    const auto classes = static_cast<std::int64_t>(values.size()) / rows;
    return {.record = {.shape = {rows, classes}}, .values = std::move(values)};
}

}  // namespace

/// equal work on both sides, or no ratio.
class TestAgreement : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void verdicts_R_30_data();
    void verdicts_R_30();
    void toleranceFollowsPrecision();
};

void TestAgreement::verdicts_R_30_data() {
    QTest::addColumn<QList<float>>("reference");
    QTest::addColumn<QList<float>>("other");
    QTest::addColumn<int>("rows");
    QTest::addColumn<double>("tolerance");
    QTest::addColumn<QString>("code");  // empty: they agree

    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float inf = std::numeric_limits<float>::infinity();
    QTest::newRow("equal") << QList{1.F, 2.F} << QList{1.F, 2.F} << 1 << 1e-4 << "";
    QTest::newRow("within") << QList{1.F, 2.F} << QList{1.F, 2.0001F} << 1 << 1e-4 << "";
    QTest::newRow("beyond") << QList{1.F, 2.F} << QList{1.F, 2.001F} << 1 << 1e-4
                            << "outputs_disagree";
    QTest::newRow("loose precision") << QList{1.F, 2.F} << QList{1.F, 2.03F} << 1 << 2e-2 << "";
    QTest::newRow("near tie may swap") << QList{2.F, 2.01F} << QList{2.01F, 2.F} << 1 << 2e-2 << "";
    QTest::newRow("second image of the batch")
        << QList{1.F, 2.F, 5.F, 1.F} << QList{1.F, 2.F, 1.F, 5.F} << 2 << 2e-2
        << "outputs_disagree";
    QTest::newRow("nan") << QList{1.F, 2.F} << QList{1.F, nan} << 1 << 2e-2 << "output_not_finite";
    QTest::newRow("inf in reference")
        << QList{inf, 2.F} << QList{inf, 2.F} << 1 << 2e-2 << "output_not_finite";
    QTest::newRow("shape") << QList{1.F, 2.F} << QList{1.F, 2.F, 3.F} << 1 << 2e-2
                           << "outputs_shape_differs";
    QTest::newRow("nothing") << QList<float>{} << QList<float>{} << 1 << 2e-2
                             << "outputs_shape_differs";
    QTest::newRow("all zero") << QList{0.F, 0.F} << QList{0.F, 0.F} << 1 << 1e-4 << "";
}

void TestAgreement::verdicts_R_30() {
    QFETCH(QList<float>, reference);
    QFETCH(QList<float>, other);
    QFETCH(int, rows);
    QFETCH(double, tolerance);
    QFETCH(QString, code);
    const auto result = agreement(outputOf({reference.begin(), reference.end()}, rows),
                                  outputOf({other.begin(), other.end()}, rows), tolerance);
    QCOMPARE(result ? QString() : QString::fromStdString(result.error().code), code);
}

void TestAgreement::toleranceFollowsPrecision() {
    const Params fp32{{"precision", "fp32"}, {"device", "cuda"}};
    const Params bf16{{"precision", "bf16"}};
    const Params tf32{{"precision", "tf32"}};
    const Params none{{"kernel", "tiled"}};  // of an experiment that computes in fp32 alone
    QCOMPARE(toleranceFor(fp32, fp32), 1e-4);
    QCOMPARE(toleranceFor(fp32, none), 1e-4);
    QCOMPARE(toleranceFor(none, bf16), 2e-2);
    QCOMPARE(toleranceFor(fp32, bf16), 2e-2);
    QCOMPARE(toleranceFor(tf32, fp32), 2e-2);
}

QTEST_APPLESS_MAIN(TestAgreement)
#include "tst_agreement.moc"
