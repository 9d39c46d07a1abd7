// SPDX-License-Identifier: Apache-2.0
// S3-10: terms of the glossary with what was measured of them.
#include <QtTest>

#include "comparison_testing.h"
#include "report/measured_terms.h"
#include "training_examples.h"

using namespace duelo;
using duelo::test::compared;

namespace {

std::string termOf(const Comparison& comparison, const char* key,
                   Language language = Language::English) {
    const Labels labels(comparison, Text(language));
    for (const MeasuredTerm& term : measuredTerms(comparison, labels))
        if (term.key == key) return term.sentence;
    return {};
}

bool holds(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

class MeasuredTermsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsTheFiguresOfTheFile();
    void tellsThoseOfATraining();
    void eachKeyIsATerm();
    void doubtfulCellsSayNothing();
};

void MeasuredTermsTest::tellsTheFiguresOfTheFile() {
    const Comparison comparison = compared({examples::gpuPc()});
    QVERIFY(holds(termOf(comparison, "latency"), "224 px"));
    QVERIFY(holds(termOf(comparison, "cold_start"), "the first call took"));
    QVERIFY(holds(termOf(comparison, "warm_up"), "12 calls"));
    QVERIFY(holds(termOf(comparison, "throughput"), "image/s"));
    QVERIFY(holds(termOf(comparison, "weights"), "11"));
    QVERIFY(holds(termOf(comparison, "confidence_interval", Language::Spanish), "IC 95 %"));
    QVERIFY(!termOf(comparison, "speed_up").empty());
    QVERIFY(termOf(comparison, "epoch").empty());
    // S2-40: how much is computed with what comes from the memory.
    RecordLog counted = examples::gpuPc();
    for (Record& record : counted.records)
        if (auto* result = std::get_if<ResultRecord>(&record); result && result->summary) {
            result->quantities["flop"] = 600;
            result->quantities["bytes_moved"] = 50;
        }
    QVERIFY(holds(termOf(compared({counted}), "von_neumann"), "12.0 operations for each byte"));
}

void MeasuredTermsTest::tellsThoseOfATraining() {
    const Comparison comparison = compared({examples::trainingPc()});
    QVERIFY(!termOf(comparison, "epoch").empty());
    QVERIFY(holds(termOf(comparison, "accuracy"), "%"));
    QVERIFY(termOf(comparison, "latency").empty());
}

void MeasuredTermsTest::eachKeyIsATerm() {
    for (const RecordLog& log : {examples::gpuPc(), examples::trainingPc()}) {
        const Comparison comparison = compared({log});
        const Labels labels(comparison, Text(Language::Spanish));
        for (const MeasuredTerm& term : measuredTerms(comparison, labels))
            QVERIFY2(labels.text().has("glossary." + term.key), term.key.c_str());
    }
}

void MeasuredTermsTest::doubtfulCellsSayNothing() {
    RecordLog log = examples::cpuPc();
    for (Record& record : log.records)
        if (auto* result = std::get_if<ResultRecord>(&record)) result->flags = {"very_noisy"};
    QVERIFY(termOf(compared({log}), "latency").empty());
}

QTEST_GUILESS_MAIN(MeasuredTermsTest)
#include "tst_measured_terms.moc"
