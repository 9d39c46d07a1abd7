// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.h"
#include "data/data_warnings.h"
#include "data/split.h"
#include "data_fixtures.h"

using namespace duelo;
using namespace duelo::test;

namespace {

/// 40 of class a, 20 of b, 3 of c, mixed.
LabelledSet mixedSet() {
    std::vector<int> labels;
    for (int i = 0; i < 63; ++i) labels.push_back(i % 21 == 20 ? 2 : i % 3 == 0 ? 1 : 0);
    return labelledSet(labels, 3);
}

/// Returns a set with as many samples of each class, whose classes take turns.
LabelledSet evenSet(int samples, int classes) {
    std::vector<int> labels;
    for (int i = 0; i < samples; ++i) labels.push_back(i % classes);
    return labelledSet(labels, static_cast<std::size_t>(classes));
}

std::string codesOf(const std::vector<Reason>& reasons) {
    std::string codes;
    for (const Reason& reason : reasons) codes += (codes.empty() ? "" : " ") + reason.code;
    return codes;
}

}  // namespace

class TestSplit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // S2-68: three parts, disjoint and complete, every class in each.
    void S2_68_threeParts() {
        const LabelledSet set = mixedSet();
        const auto counts = classCounts(set, firstIndices(63));
        QCOMPARE(counts, (std::vector<std::size_t>{39, 21, 3}));
        const auto split = splitStratified(set, {firstIndices(63), {}, {}}, {0.2, 0.1}, 1234);
        QVERIFY(split);
        QCOMPARE(classCounts(set, split->validation), (std::vector<std::size_t>{8, 4, 1}));
        QCOMPARE(classCounts(set, split->test), (std::vector<std::size_t>{4, 2, 1}));
        QCOMPARE(classCounts(set, split->train), (std::vector<std::size_t>{27, 15, 1}));
        std::set<std::size_t> all;
        for (const auto* part : {&split->train, &split->validation, &split->test}) {
            QVERIFY(std::is_sorted(part->begin(), part->end()));
            all.insert(part->begin(), part->end());
        }
        QCOMPARE(all.size(), std::size_t{63});
    }

    void seedDecides() {
        const LabelledSet set = mixedSet();
        const Split given{firstIndices(63), {}, {}};
        const auto split = [&](std::uint64_t seed) {
            return splitStratified(set, given, {0.2, 0.1}, seed).value();
        };
        QCOMPARE(split(7), split(7));
        QVERIFY(split(7) != split(8));
        // S2-M26: not the first n of a class.
        QVERIFY(split(7).test != (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 20}));
    }

    // S2-03: 245 train and 28 validation of 3 x 91, where the test folder stands apart.
    /// less of every class alike, and nothing that more would not have.
    void lessToLearnFrom_X_17() {
        const LabelledSet set = mixedSet();
        const auto split = splitStratified(set, {firstIndices(63), {}, {}}, {0.2, 0.1}, 7);
        const auto share = [&](double part, std::uint64_t seed = 7) {
            return shareOfPart(set, split->train, part, seed);
        };
        // Of 27, 15 and 1, rounded up.
        QCOMPARE(classCounts(set, share(0.5)), (std::vector<std::size_t>{14, 8, 1}));
        QCOMPARE(classCounts(set, share(0.001)), (std::vector<std::size_t>{1, 1, 1}));
        QCOMPARE(share(1), split->train);
        QCOMPARE(share(0.5), share(0.5));
        QVERIFY(share(0.5) != share(0.5, 8));
        const std::vector<std::size_t> less = share(0.25), more = share(0.5);
        QVERIFY(std::ranges::includes(more, less));
        QVERIFY(std::ranges::includes(split->train, more));
    }

    void givenTestPartStays() {
        std::vector<int> labels;
        for (int i = 0; i < 300; ++i) labels.push_back(i % 3);
        const LabelledSet set = labelledSet(labels, 3);
        const Split given{firstIndices(273), {}, firstIndices(27, 273)};
        const auto split = splitStratified(set, given, {0.1, 0}, 1234);
        QVERIFY(split);
        QCOMPARE(split->test, given.test);
        QCOMPARE(split->validation.size(), std::size_t{27});  // 9 of each: equal shares
        QCOMPARE(split->train.size(), std::size_t{246});
    }

    void refused_data() {
        QTest::addColumn<std::vector<int>>("labels");
        QTest::addColumn<double>("validation");
        QTest::addColumn<double>("test");
        QTest::addColumn<QString>("code");
        const std::vector<int> good = {0, 0, 0, 1, 1, 1};
        QTest::newRow("good") << good << 0.3 << 0.3 << "";
        QTest::newRow("S2-68 no validation") << good << 0.0 << 0.3 << "split_shares_invalid";
        QTest::newRow("S2-68 no test") << good << 0.3 << 0.0 << "split_shares_invalid";
        QTest::newRow("nothing trains") << good << 0.5 << 0.45 << "split_shares_invalid";
        QTest::newRow("nan") << good << std::nan("") << 0.3 << "split_shares_invalid";
        QTest::newRow("empty class")
            << std::vector<int>{0, 0, 0} << 0.3 << 0.3 << "data_class_empty";
        QTest::newRow("one image")
            << std::vector<int>{0, 0, 0, 1} << 0.3 << 0.3 << "data_class_too_small";
    }

    void refused() {
        QFETCH(std::vector<int>, labels);
        QFETCH(double, validation);
        QFETCH(double, test);
        QFETCH(QString, code);
        const LabelledSet set = labelledSet(labels, 2);
        const Split given{firstIndices(labels.size()), {}, {}};
        const auto split = splitStratified(set, given, {validation, test}, 1);
        QCOMPARE(QString::fromStdString(split ? "" : split.error().code), code);
    }

    void refusedWhole() {
        const LabelledSet one = labelledSet({0, 0, 0}, 1);
        QCOMPARE(splitStratified(one, {firstIndices(3), {}, {}}, {}, 1).error().code,
                 std::string("data_too_few_classes"));
    }

    // Y-22: a validation part of one's own stays as it is; only a test part is drawn from the rest.
    void Y22_givenValidationStays() {
        const LabelledSet set = labelledSet({0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, 2);
        const Split given{firstIndices(8), {8, 9, 10, 11}, {}};
        const auto split = splitStratified(set, given, {}, 1);
        QVERIFY2(split, split ? "" : split.error().code.c_str());
        QCOMPARE(split->validation, given.validation);
        QCOMPARE(split->test.size(), std::size_t{2});
        QCOMPARE(classCounts(set, split->test), (std::vector<std::size_t>{1, 1}));
        QCOMPARE(split->train.size(), std::size_t{6});
        const Split all{firstIndices(4), {4, 5}, {6, 7}};
        QVERIFY(splitStratified(set, all, {.validation = 0, .test = 0}, 1) == all);
        // Two images of a class are enough where two parts are made of them.
        QVERIFY(splitStratified(set, {firstIndices(4), {8, 9}, {}}, {}, 1));
    }

    void warnings_data() {
        QTest::addColumn<int>("validation");
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("outputs");
        QTest::addColumn<QString>("codes");
        QTest::newRow("none") << 141 << 299 << 2 << "";
        QTest::newRow("S2-M03") << 140 << 16 << 2 << "data_validation_tiny";
        QTest::newRow("S2-M04") << 200 << 300 << 2 << "batch_exceeds_set";
        QTest::newRow("S2-M08") << 200 << 16 << 10 << "outputs_differ";
    }

    void warnings() {
        QFETCH(int, validation);
        QFETCH(int, batch);
        QFETCH(int, outputs);
        QFETCH(QString, codes);
        const auto count = static_cast<std::size_t>(validation);
        const LabelledSet set = evenSet(500, 2);
        const Split split{firstIndices(300), firstIndices(count), firstIndices(500)};
        const auto found = dataWarnings(set, split, static_cast<std::size_t>(batch),
                                        static_cast<std::size_t>(outputs), {});
        QCOMPARE(QString::fromStdString(codesOf(found)), codes);
    }

    /// Nobody adds images to a set that comes with Duelo: one sentence says of both parts, by the
    /// smaller, what they are good for.
    void shippedSetsAskForNoImages() {
        const LabelledSet set = evenSet(500, 2);
        const Split split{firstIndices(300), firstIndices(60), firstIndices(45)};
        const auto found = dataWarnings(set, split, 16, 2, {}, true);
        QCOMPARE(codesOf(found), std::string("data_shipped_tiny"));
        QCOMPARE(found[0].args["images"].get<int>(), 45);
        QVERIFY(std::abs(found[0].args["low_percent"].get<double>() - 92.13) < 0.01);
        for (const Language language : {Language::Spanish, Language::English}) {
            const QString told = QString::fromStdString(Text(language).reason(found[0]));
            QVERIFY2(told.contains("45") && !told.contains("añada") && !told.contains("add images"),
                     qPrintable(told));
        }
        QCOMPARE(codesOf(dataWarnings(set, split, 16, 2, {})),
                 std::string("data_validation_tiny data_test_tiny"));
    }

    /// Y-24: said from twice the smallest class on, with what always saying the largest scores.
    void Y_24_unbalancedClassesAreSaid() {
        const auto found = [](int large, int small) {
            std::vector<int> labels(static_cast<std::size_t>(large), 0);
            labels.insert(labels.end(), static_cast<std::size_t>(small), 1);
            const LabelledSet set = labelledSet(labels, 2);
            const Split split{firstIndices(labels.size()), firstIndices(200), firstIndices(200)};
            return dataWarnings(set, split, 16, 2, {});
        };
        const auto even = found(399, 200), uneven = found(540, 60);
        QCOMPARE(codesOf(even), std::string());
        QCOMPARE(codesOf(uneven), std::string("data_unbalanced"));
        QCOMPARE(uneven[0].args["share_percent"].get<double>(), 90.0);
        QCOMPARE(uneven[0].args["factor"].get<double>(), 9.0);
        for (const Language language : {Language::Spanish, Language::English})
            QVERIFY(Text(language).reason(uneven[0]).find("90 %") != std::string::npos);
    }

    // The thesis's own figures raise its own warnings.
    void thesisFigures() {
        const LabelledSet set = evenSet(245, 3);
        LeakReport leaks;
        leaks.counts[1] = {Part::Test, Part::Train, 99, 0, 0, 99};
        const auto found = dataWarnings(
            set, {firstIndices(245), firstIndices(28), firstIndices(99)}, 256, 10, leaks);
        QCOMPARE(codesOf(found), std::string("data_leak_test data_validation_tiny data_test_tiny "
                                             "batch_exceeds_set outputs_differ"));
        QCOMPARE(found[0].args["copies"].get<int>(), 99);
        QVERIFY(std::abs(found[1].args["low_percent"].get<double>() - 87.94) < 0.01);
    }
};

QTEST_GUILESS_MAIN(TestSplit)
#include "tst_split.moc"
