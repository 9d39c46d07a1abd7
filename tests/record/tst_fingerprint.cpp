// SPDX-License-Identifier: Apache-2.0
#include "record/fingerprint.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "plan/params.h"
#include "record/record.h"
#include "record/tolerance.h"

using namespace duelo;

namespace {

constexpr double kLoose = 3e-2, kTight = 1e-4;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

using Values = std::vector<float>;

Fingerprint rowsOf(const Values& values, std::int64_t rows = 1) {
    return fingerprintOf(values, {rows, static_cast<std::int64_t>(values.size()) / rows}, true);
}

/// The code of the refusal; empty: they agree.
QString verdict(const Fingerprint& reference, const Fingerprint& other, double tolerance) {
    const auto error = agreement(reference, other, tolerance);
    return error ? QString() : QString::fromStdString(error.error().code);
}

/// Small numbers of both signs.
Values waves(std::size_t count) {
    Values values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<float>(std::sin(0.37 * static_cast<double>(i)));
    return values;
}

/// The places whose values stand in the fingerprint: they depend on the count alone.
std::set<std::size_t> notedPlaces(std::size_t count) {
    Values numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0.0F);
    std::set<std::size_t> places;
    for (const double value :
         fingerprintOf(numbers, {static_cast<std::int64_t>(count)}, false).values)
        places.insert(static_cast<std::size_t>(value));
    return places;
}

/// The first so many places from `from` on that are not noted.
std::vector<std::size_t> unseenPlaces(std::size_t count, std::size_t from, std::size_t many) {
    const std::set<std::size_t> noted = notedPlaces(count);
    std::vector<std::size_t> unseen;
    for (std::size_t i = from; i < count && unseen.size() < many; ++i)
        if (!noted.contains(i)) unseen.push_back(i);
    return unseen;
}

Fingerprint afterAFile(const Fingerprint& fingerprint) {
    ResultRecord result;
    result.cell = "c001";
    result.fingerprint = fingerprint;
    return std::get<ResultRecord>(decode(encode(result)).value()).fingerprint.value();
}

}  // namespace

/// equal work on both sides, or no ratio.
class TestFingerprint : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void verdicts_R_30_data() {
        QTest::addColumn<QList<float>>("reference");
        QTest::addColumn<QList<float>>("other");
        QTest::addColumn<int>("rows");
        QTest::addColumn<double>("tolerance");
        QTest::addColumn<QString>("code");  // empty: they agree

        QTest::newRow("equal") << QList{1.F, 2.F} << QList{1.F, 2.F} << 1 << kTight << "";
        QTest::newRow("within") << QList{1.F, 2.F} << QList{1.F, 2.0001F} << 1 << kTight << "";
        QTest::newRow("beyond") << QList{1.F, 2.F} << QList{1.F, 2.001F} << 1 << kTight
                                << "outputs_disagree";
        QTest::newRow("loose precision")
            << QList{1.F, 2.F} << QList{1.F, 2.04F} << 1 << kLoose << "";
        QTest::newRow("near tie may swap")
            << QList{2.F, 2.01F} << QList{2.01F, 2.F} << 1 << kLoose << "";
        QTest::newRow("second image of the batch")
            << QList{1.F, 2.F, 5.F, 1.F} << QList{1.F, 2.F, 1.F, 5.F} << 2 << kLoose
            << "outputs_disagree";
        QTest::newRow("nan") << QList{1.F, 2.F} << QList{1.F, kNan} << 1 << kLoose
                             << "output_not_finite";
        QTest::newRow("inf in reference")
            << QList{kInf, 2.F} << QList{kInf, 2.F} << 1 << kLoose << "output_not_finite";
        QTest::newRow("more values")
            << QList{1.F, 2.F} << QList{1.F, 2.F, 3.F} << 1 << kLoose << "outputs_shape_differs";
        QTest::newRow("all zero") << QList{0.F, 0.F} << QList{0.F, 0.F} << 1 << kTight << "";
    }
    void verdicts_R_30() {
        QFETCH(QList<float>, reference);
        QFETCH(QList<float>, other);
        QFETCH(int, rows);
        QFETCH(double, tolerance);
        QFETCH(QString, code);
        const Fingerprint expected = rowsOf({reference.begin(), reference.end()}, rows);
        const Fingerprint found = rowsOf({other.begin(), other.end()}, rows);
        QCOMPARE(verdict(expected, found, tolerance), code);
        // Whether it comes from this run or from a file.
        QCOMPARE(verdict(afterAFile(expected), afterAFile(found), tolerance), code);
    }

    void equalValuesOfAnotherShapeDiffer() {
        const Values values = waves(12);
        QCOMPARE(verdict(rowsOf(values, 1), rowsOf(values, 2), kLoose),
                 QString("outputs_shape_differs"));
    }

    void theErrorIsRelativeToTheLargest() {
        const Fingerprint reference = rowsOf({1, -4}), other = rowsOf({1.125F, -4});
        QCOMPARE(agreement(reference, other, 0.5).value(), 0.125 / 4);
        const Reason refused = agreement(reference, other, kLoose).error();
        QCOMPARE(refused.args["error"].get<double>(), 0.125 / 4);
        QCOMPARE(refused.args["tolerance"].get<double>(), kLoose);
    }

    void toleranceFollowsPrecision_Y_10() {
        const Params fp32{{"precision", "fp32"}, {"device", "cuda"}};
        const Params bf16{{"precision", "bf16"}};
        const Params tf32{{"precision", "tf32"}};
        const Params int8{{"precision", "int8"}};
        const Params none{{"kernel", "tiled"}};  // of an experiment that computes in fp32 alone
        QCOMPARE(toleranceFor(fp32, fp32), kTight);
        QCOMPARE(toleranceFor(fp32, none), kTight);
        QCOMPARE(toleranceFor(none, bf16), kLoose);
        QCOMPARE(toleranceFor(fp32, bf16), kLoose);
        QCOMPARE(toleranceFor(tf32, fp32), kLoose);
        // What its experiment knows of the work; a GPU rounds elsewhere.
        const BitLoss known{.fewer_bits = 0.01, .int8 = 0.05};
        QCOMPARE(toleranceFor(none, bf16, known), 0.01);
        QCOMPARE(toleranceFor(bf16, int8, known), 0.05);
        QCOMPARE(toleranceFor(none, none, known), kTight);
        QCOMPARE(toleranceFor(fp32, bf16, known), kLoose);
    }

    /// Small enough for a record, whatever the size of the result.
    void itsSizeIsBounded() {
        for (const std::size_t count : {1U, 64U, 65U, 10'000U, 1'000'000U}) {
            const Fingerprint fingerprint = rowsOf(waves(count));
            QCOMPARE(fingerprint.values.size(), std::min(count, kFingerprintValues));
            QCOMPARE(fingerprint.best.size(), std::size_t{1});
            QCOMPARE(fingerprint.best[0].places.size(), std::min(count, kFingerprintBest));
        }
        const Fingerprint batch = rowsOf(waves(40 * 10), 40);
        QCOMPARE(batch.best.size(), kFingerprintRows);
        QVERIFY(batch.best.back().row > 30);
        QCOMPARE(rowsOf(waves(3 * 10), 3).best.size(), std::size_t{3});
        QVERIFY(fingerprintOf(waves(9), {3, 3}, false).best.empty());
    }

    void whatItHolds() {
        const Fingerprint fingerprint = fingerprintOf(Values{1, 5, -7, 4, 2, 6, 3}, {1, 7}, true);
        QCOMPARE(fingerprint.sha256.size(), std::size_t{16});
        QCOMPARE(fingerprint.shape, (std::vector<std::int64_t>{1, 7}));
        QCOMPARE(fingerprint.largest, 7.0);
        QCOMPARE(fingerprint.rms, 4.47213595);  // nine digits
        QCOMPARE(fingerprint.values, (std::vector<double>{1, 5, -7, 4, 2, 6, 3}));
        QCOMPARE(fingerprint.best[0].row, std::int64_t{0});
        QCOMPARE(fingerprint.best[0].places, (std::vector<std::int64_t>{5, 1, 3, 6, 4}));
        QCOMPARE(fingerprint.best[0].values, (std::vector<double>{6, 5, 4, 3, 2}));
        // One bit of one value is another digest.
        Values next{1, 5, -7, 4, 2, 6, 3};
        next[3] = std::nextafter(next[3], 9.0F);
        QVERIFY(fingerprintOf(next, {1, 7}, true).sha256 != fingerprint.sha256);
    }

    /// Also where no value of it is noted: the mean square is of all.
    void grossDifferencesAnywhereAreSeen() {
        constexpr std::size_t count = 10'000;
        const Values values = waves(count);
        const Fingerprint reference = fingerprintOf(values, {100, 100}, false);
        const std::set<std::size_t> noted = notedPlaces(count);
        Values wrong = values;
        for (std::size_t i = 0; i < count; ++i)
            if (!noted.contains(i)) wrong[i] *= 0.5F;
        const Fingerprint other = fingerprintOf(wrong, {100, 100}, false);
        QCOMPARE(other.values, reference.values);
        QCOMPARE(verdict(reference, other, kLoose), QString("outputs_disagree"));
        // Half of the rows zero, as after a launch that was too small.
        Values cut = values;
        std::fill(cut.begin() + count / 2, cut.end(), 0.0F);
        QCOMPARE(verdict(reference, fingerprintOf(cut, {100, 100}, false), kLoose),
                 QString("outputs_disagree"));
        QCOMPARE(verdict(reference, reference, 0), QString());
    }

    /// A value that is no number, at a place that nobody notes.
    void notFiniteAnywhereIsSeen() {
        constexpr std::size_t count = 10'000;
        const std::size_t place = unseenPlaces(count, 5000, 1).front();
        const Fingerprint fine = fingerprintOf(waves(count), {100, 100}, false);
        for (const float bad : {kNan, kInf, -kInf}) {
            Values values = waves(count);
            values[place] = bad;
            const Fingerprint broken = fingerprintOf(values, {100, 100}, false);
            for (const Fingerprint& one : {broken, afterAFile(broken)}) {
                QCOMPARE(verdict(fine, one, kLoose), QString("output_not_finite"));
                QCOMPARE(verdict(one, fine, kLoose), QString("output_not_finite"));
                QCOMPARE(verdict(one, one, kLoose), QString("output_not_finite"));
            }
        }
    }

    /// Two classes swapped at places that are not noted, so that only the best tell: allowed where
    /// the reference holds them closer to each other than twice the tolerance.
    void classesMaySwapOnlyNearATie_data() {
        QTest::addColumn<double>("second");
        QTest::addColumn<QString>("code");
        QTest::newRow("near tie") << 9.7 << "";                          // 0.3 of 0.6
        QTest::newRow("beyond it") << 9.3 << "outputs_differ_in_class";  // 0.7
        QTest::newRow("another answer") << 8.0 << "outputs_differ_in_class";
    }
    void classesMaySwapOnlyNearATie() {
        QFETCH(double, second);
        QFETCH(QString, code);
        const std::vector<std::size_t> at = unseenPlaces(1000, 200, 2);
        Values values = waves(1000), swapped = values;
        values[at[0]] = swapped[at[1]] = 10;
        values[at[1]] = swapped[at[0]] = static_cast<float>(second);
        const Fingerprint reference = rowsOf(values), other = rowsOf(swapped);
        QCOMPARE(other.values, reference.values);
        QCOMPARE(verdict(reference, other, kLoose), code);
        QCOMPARE(verdict(afterAFile(reference), afterAFile(other), kLoose), code);
        if (code.isEmpty()) return;
        const Reason refused = agreement(reference, other, kLoose).error();
        QCOMPARE(refused.args["expected"].get<std::size_t>(), at[0]);
        QCOMPARE(refused.args["found"].get<std::size_t>(), at[1]);
    }

    /// An answer that is not among the reference's best is at most as good as the last of them.
    void anAnswerThatTheReferenceDidNotNote() {
        const std::vector<std::size_t> at = unseenPlaces(1000, 200, 6);
        for (const bool close : {false, true}) {
            Values values = waves(1000);
            for (std::size_t i = 0; i < 5; ++i) values[at[i]] = i == 0 || close ? 10 : 9;
            Values other = values;
            std::swap(other[at[0]], other[at[5]]);
            other[at[5]] = 10.01F;
            QCOMPARE(verdict(rowsOf(values), rowsOf(other), kLoose),
                     close ? QString() : QString("outputs_differ_in_class"));
        }
    }

    /// Each image of the batch must be recognised alike, not the first ones only.
    void laterRowsCount() {
        constexpr std::size_t rows = 40, classes = 10;
        Values values(rows * classes, 0.0F);
        for (std::size_t row = 0; row < rows; ++row) values[row * classes + row % classes] = 3;
        const Fingerprint reference = rowsOf(values, rows);
        const auto row = static_cast<std::size_t>(reference.best.back().row);
        QVERIFY(row > kFingerprintRows);
        const std::set<std::size_t> noted = notedPlaces(values.size());
        // Of that row two places that are not noted exchange what they hold.
        std::vector<std::size_t> free;
        for (std::size_t i = row * classes; i < (row + 1) * classes; ++i)
            if (!noted.contains(i)) free.push_back(i);
        QVERIFY(free.size() >= 2);
        for (std::size_t i = row * classes; i < (row + 1) * classes; ++i) values[i] = 0;
        Values wrong = values;
        values[free[0]] = 3;
        wrong[free[1]] = 3;
        const Fingerprint expected = rowsOf(values, rows), found = rowsOf(wrong, rows);
        QCOMPARE(found.values, expected.values);
        QCOMPARE(verdict(expected, found, kLoose), QString("outputs_differ_in_class"));
    }

    void itSurvivesAFile() {
        const Fingerprint fingerprint = rowsOf(waves(40 * 1000), 40);
        const Fingerprint back = afterAFile(fingerprint);
        QCOMPARE(back.sha256, fingerprint.sha256);
        QCOMPARE(back.shape, fingerprint.shape);
        QCOMPARE(back.best.size(), fingerprint.best.size());
        QVERIFY(back.values == fingerprint.values);  // to the bit
        QVERIFY(back.rms == fingerprint.rms && back.largest == fingerprint.largest);
        QCOMPARE(agreement(fingerprint, back, 0).value(), 0.0);
        QCOMPARE(agreement(back, fingerprint, 0).value(), 0.0);
    }

    /// The digest says all about an exact result, such as trained weights.
    void withoutValuesOnlyEqualDigestsAgree() {
        const Fingerprint one{.sha256 = "0123456789abcdef"}, other{.sha256 = "fedcba9876543210"};
        QCOMPARE(agreement(one, afterAFile(one), 0).value(), 0.0);
        QCOMPARE(verdict(one, other, kLoose), QString("outputs_not_equal"));
        QCOMPARE(verdict(Fingerprint(), Fingerprint(), kLoose), QString("outputs_shape_differs"));
        QCOMPARE(verdict(one, Fingerprint(), kLoose), QString("outputs_shape_differs"));
        QCOMPARE(verdict(one, rowsOf({1, 2}), kLoose), QString("outputs_shape_differs"));
        QCOMPARE(verdict(rowsOf({1, 2}), one, kLoose), QString("outputs_shape_differs"));
    }

    /// A file may hold anything: no agreement, and never a place outside a list.
    void hostileBestsDoNotAgree() {
        const Fingerprint whole = rowsOf(waves(20), 2);
        std::vector<Fingerprint> hostile(5, whole);
        hostile[0].best[1].places.clear();
        hostile[1].best[1].values.pop_back();
        hostile[2].best.pop_back();
        hostile[3].best[0].row = 7;
        hostile[4].best[0] = {};
        for (const Fingerprint& one : hostile) {
            QCOMPARE(verdict(whole, one, kLoose), QString("outputs_shape_differs"));
            QCOMPARE(verdict(one, whole, kLoose), QString("outputs_shape_differs"));
        }
        Fingerprint strange = whole;
        strange.best[0].places.front() = -4;  // no class, so no better than the last that is noted
        QCOMPARE(verdict(whole, strange, kLoose), QString("outputs_differ_in_class"));
    }
};

QTEST_APPLESS_MAIN(TestFingerprint)
#include "tst_fingerprint.moc"
