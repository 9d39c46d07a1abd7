// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "lab_report/facts.h"
#include "lab_report_testing.h"
#include "report/view.h"

using namespace duelo;
using namespace duelo::test;

namespace {

const EvidenceBook& book() {
    static const EvidenceBook made = bookOf({examples::gpuPc()});
    return made;
}

/// Sentences about one question.
QStringList told(const LabReport& report, const char* question) {
    QStringList out;
    for (const ReportFact& fact :
         factsOf(report, formOf("handout_a"), book(), Text(Language::English)))
        if (fact.question == question) out << QString::fromStdString(fact.sentence);
    return out;
}

LabReport answering(const char* question, std::string text) {
    LabReport report;
    report.texts[question] = std::move(text);
    return report;
}

}  // namespace

/// Facts and nothing else: no score, no judgement.
class FactsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatIsEmpty();
    void tellsWhatCitesNothing();
    void tellsProposalsWithoutASource();
    void tellsNumbersThatNoFileHas_data();
    void tellsNumbersThatNoFileHas();
    void tellsCitationsThatDoNotHold();
    void quotesInOneLine();
    void tellsHowFullASectionIs();
    void tellsRowByRowWhatIsMissing_Y_37();
    void knowsWhatDuelosCardsTell_Y_35();
};

/// Facts of each row of the rubric, and of the first what the report as a whole lacks.
void FactsTest::tellsRowByRowWhatIsMissing_Y_37() {
    const Text text(Language::English);
    const ReportForm& form = formOf("handout_b");
    LabReport report = answering("proposals.text", "Batches of 64");
    report.authors = {"Pérez Ruiz, Ana"};
    const EvidenceBook cpu = bookOf({examples::cpuPc()});
    const auto rows = rubricOf(form, factsOf(report, form, cpu, text), text);
    QCOMPARE(rows.size(), std::size_t{5});
    using Words = std::vector<std::string>;
    QCOMPARE(rows[0].missing, (Words{"Cover, not filled in: Subject, Teacher, Group.",
                                     "Not written: Reflection, Analysis of the results, Practical "
                                     "application."}));
    QCOMPARE(rows[1].missing.size(), std::size_t{1});
    QVERIFY2(rows[1].missing[0].find("times of a GPU") != std::string::npos,
             rows[1].missing[0].c_str());
    QCOMPARE(rows[3].missing,
             (Words{"Proposals for optimisation: “Batches of 64” names no source."}));
    QCOMPARE(rows[4].missing, (Words{"Reflection: nothing is written.",
                                     "Practical application: nothing is written."}));
    // With a GPU's times, a cover and a source these rows lack nothing.
    report.subject = report.teacher = report.group = "as it is";
    report.texts["proposals.text"] += " (Sandler, 2018)\nSandler, M. (2018). MobileNetV2.";
    const auto more = rubricOf(form, factsOf(report, form, book(), text), text);
    QCOMPARE(more[0].missing.size(), std::size_t{1});
    QVERIFY(more[1].missing.empty() && more[3].missing.empty());
    QVERIFY(rubricOf(formOf("open"), {}, text).empty());
}

/// Every figure with a unit that a card of the results tells may be written down (H20).
void FactsTest::knowsWhatDuelosCardsTell_Y_35() {
    const Comparison comparison = compared({examples::gpuPc()});
    const Labels labels(comparison, Text(Language::English));
    const View& view = viewOf(comparison, comparison.rows.front());
    std::size_t numbers = 0;
    for (std::size_t row : comparison.tables.front().rows)
        for (const CardValue& card :
             view.cards({.comparison = comparison, .labels = labels, .table = 0, .row = row}))
            for (const std::string& line : card.lines)
                for (const NumberWords& number : numbersIn(line)) {
                    numbers += number.unit != NumberWords::Unit::None;
                    QVERIFY2(book().hasNumber(number), line.c_str());
                }
    QVERIFY(numbers > 3);
}

void FactsTest::tellsWhatIsEmpty() {
    const auto facts = factsOf({}, formOf("handout_a"), book(), Text(Language::English));
    QCOMPARE(facts.size(), std::size_t{5});  // the tables and the annex need no words
    for (const ReportFact& fact : facts) QVERIFY(fact.question.empty());
    QCOMPARE(facts[0].sentence,
             std::string("Cover, not filled in: Authors, Subject, Teacher, Group."));
    QCOMPARE(facts[1].sentence, std::string("Reflection: nothing is written."));
    const auto begun = told(answering("analysis.sizes", "It grows."), "analysis.why");
    QCOMPARE(begun, QStringList{"Analysis of the results, question 1: has no words of yours."});
}

void FactsTest::tellsWhatCitesNothing() {
    LabReport report = answering("analysis.why", "Because of its cores.");
    QVERIFY(told(report, "analysis.why").value(0).endsWith("cites no measurement."));
    report.texts["analysis.why"] +=
        tokenOf(report.cite(firstOf(book(), EvidenceKind::Time).citation));
    QCOMPARE(told(report, "analysis.why"), QStringList());
    // Evidence alone explains nothing.
    report.texts["analysis.why"] =
        tokenOf(report.cite(firstOf(book(), EvidenceKind::Time).citation));
    QCOMPARE(told(report, "analysis.why"),
             QStringList{"Analysis of the results, question 1: has no words of yours."});
    QVERIFY(stateOf(report, formOf("handout_a").sections[2]) == SectionState::Empty);
}

void FactsTest::tellsProposalsWithoutASource() {
    const auto facts = told(answering("proposals.text",
                                      "MobileNetV2 (Sandler, 2018)\n\nBatches of 32, as in [2]\n"
                                      "Pinned memory: https://docs.nvidia.com\nBatches of 64"),
                            "proposals.text");
    QCOMPARE(facts,
             (QStringList{
                 QString::fromUtf8("Proposals for optimisation: “Batches of 64” names no source."),
                 QString::fromUtf8("Proposals for optimisation: “Sandler, 2018” is cited in the "
                                   "text and has no entry among the references. Write it in a "
                                   "line of its own: Surname, N. (year). Title.")}));
}

void FactsTest::tellsNumbersThatNoFileHas_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("number");
    QTest::newRow("factor") << "It was 77 times as fast"
                            << "77 times";
    QTest::newRow("factor in Spanish") << "fue 77 veces más rápida"
                                       << "77 veces";
    QTest::newRow("sign") << "unas 77,5x."
                          << "77,5x";
    QTest::newRow("time") << "It took 77.7 s (really)."
                          << "77.7 s";
    QTest::newRow("milliseconds") << "y 9999 ms"
                                  << "9999 ms";
    QTest::newRow("share") << "97 % of it"
                           << "97 %";
    QTest::newRow("measured") << "about 4 times"
                              << "";
    QTest::newRow("no unit") << "image 3 of 20, with 224 px and ResNet18x"
                             << "";
    QTest::newRow("date") << "on 2026.11.23 s"
                          << "";
}

void FactsTest::tellsNumbersThatNoFileHas() {
    QFETCH(QString, text);
    QFETCH(QString, number);
    const auto facts =
        told(answering("reflection.summary", text.toStdString()), "reflection.summary");
    QCOMPARE(facts.size(), number.isEmpty() ? 0 : 1);
    if (!number.isEmpty())
        QVERIFY2(facts.first().contains(QString::fromUtf8("“%1”").arg(number)),
                 qPrintable(facts.first()));
}

void FactsTest::tellsCitationsThatDoNotHold() {
    LabReport report;
    Citation lost = firstOf(book(), EvidenceKind::Time).citation;
    lost.of.run = "another";
    lost.plan.clear();
    lost.file = "home.duelo";
    report.texts["analysis.why"] = "See " + tokenOf(report.cite(lost));
    QVERIFY(told(report, "analysis.why").value(0).contains("home.duelo, which is not open"));
}

/// A quoted box loses its line feeds: a box has lines, and a line feed is no sign of a sentence.
void FactsTest::quotesInOneLine() {
    LabReport report;
    Citation lost = firstOf(book(), EvidenceKind::Time).citation;
    lost.of.run = "another";
    lost.plan.clear();
    lost.said = "Time (s)\n224x224: 2.51\n512x512: 9";
    report.texts["analysis.why"] = "See " + tokenOf(report.cite(lost));
    const QString fact = told(report, "analysis.why").value(0);
    QVERIFY2(fact.contains("(s) 224x224: 2.51 512x512"), qPrintable(fact));
}

void FactsTest::tellsHowFullASectionIs() {
    const ReportSection& analysis = formOf("handout_a").sections[2];
    LabReport report;
    QVERIFY(stateOf(report, analysis) == SectionState::Empty);
    report.texts["analysis.why"] = "a";
    report.texts["analysis.sizes"] = " \n";
    QVERIFY(stateOf(report, analysis) == SectionState::Begun);
    report.texts["analysis.sizes"] = "b";
    QVERIFY(stateOf(report, analysis) == SectionState::Answered);
}

QTEST_GUILESS_MAIN(FactsTest)
#include "tst_facts.moc"
