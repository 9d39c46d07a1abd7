// SPDX-License-Identifier: Apache-2.0
// The words that specs want are there, in both languages, and each experiment finds its own.
#include <QtTest>

#include <algorithm>

#include "experiments/spec_words.h"
#include "experiments/specs.h"
#include "report/labels.h"

using namespace duelo;

class TestSpecWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noneIsMissingOrUnused_data() {
        QTest::addColumn<QString>("experiment");
        for (const Spec& spec : specs())
            QTest::newRow(spec.id.c_str()) << QString::fromStdString(spec.id);
    }
    void noneIsMissingOrUnused() {
        QFETCH(QString, experiment);
        const SpecWords words = specWordsOf(*findSpec(experiment.toStdString()));
        QVERIFY(words.needed.size() > 5);
        for (const auto* list : {&words.missing, &words.unused})
            for (const std::string& key : *list) qWarning("%s", key.c_str());
        QVERIFY(words.missing.empty());
        QVERIFY(words.unused.empty());
    }

    /// An axis of one experiment is never called like an axis of the same id of another.
    void anExperimentFindsItsOwnWordsAlone() {
        const Text text(Language::English);
        QVERIFY(text.of("transfer").has("tab.transfer_rate"));
        QVERIFY(!text.of("pi").has("tab.transfer_rate"));
        QVERIFY(!text.of("of_another_duelo").has("tab.transfer_rate"));
        // What names an experiment is found by all, and what is shared too.
        QCOMPARE(text.of("pi").word("experiment", "transfer"), text.word("experiment", "transfer"));
        QCOMPARE(text.of("pi").word("device", "cpu"), text.word("device", "cpu"));
        QCOMPARE(text.of("lr_finder").word("axis_caption", "data"),
                 text.of("training").word("axis_caption", "data"));
        QCOMPARE(axisCaption(text, "transfer", "bytes"), std::string("Size (bytes)"));
        QVERIFY(axisCaption(text, "pi", "bytes") != "Size (bytes)");
    }

    void aSpecWithoutWordsIsToldSo() {
        Spec spec{.id = "of_another_duelo", .help = "nothing"};
        spec.axes = {{.id = "grains", .many = true, .usual = Json::array({1})}};
        spec.metrics = {{.id = "grain_rate", .unit = "1/s"}};
        const SpecWords words = specWordsOf(spec);
        const auto lacks = [&](const char* key) {
            return std::ranges::find(words.missing, key) != words.missing.end();
        };
        QVERIFY(lacks("es: experiment.of_another_duelo"));
        QVERIFY(lacks("en: axis_caption.grains|column.grains"));
        QVERIFY(lacks("en: column.grain_rate"));
        QVERIFY(!lacks("en: reason.value_out_of_range"));
    }
};

QTEST_GUILESS_MAIN(TestSpecWords)
#include "tst_spec_words.moc"
