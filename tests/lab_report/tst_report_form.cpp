// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <set>

#include "base/json_text.h"
#include "lab_report/report_form.h"
#include "resources/resources.h"

using namespace duelo;

/// The forms are data: every one of the program is whole, in both languages (S0-42, S0-55).
class ReportFormTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFileIsAForm();
    void keepsTheOrderOfTheHandout();
    void saysEverythingInBothLanguages();
    void weighsTheRubric();
    void asksWhatMakesAProgramParallel();
    void refusesWhatItDoesNotKnow();
};

void ReportFormTest::everyFileIsAForm() {
    std::size_t files = 0;
    for (const Resource& file : resources())
        if (file.name.starts_with("reports/")) {
            const auto form = parseJson(file.bytes).and_then(formFromJson);
            QVERIFY2(form, std::string(file.name).c_str());
            QVERIFY(findForm(form->id) != nullptr);
            ++files;
        }
    QCOMPARE(reportForms().size(), files);
    for (const char* id : {"handout_a", "handout_b", "mlp", "open", "worksheet"})
        QVERIFY(findForm(id));
}

/// S0-26..35: reflection, tables, analysis, proposals, application, annex.
void ReportFormTest::keepsTheOrderOfTheHandout() {
    const std::vector<std::string> order{"reflection", "results",     "analysis",
                                         "proposals",  "application", "annex"};
    for (const char* id : {"handout_a", "handout_b"}) {
        std::vector<std::string> found;
        for (const ReportSection& section : findForm(id)->sections) found.push_back(section.id);
        QCOMPARE(found, order);
    }
    QVERIFY(!findForm("handout_a")->declares_no_gpu);
    QVERIFY(findForm("handout_b")->declares_no_gpu);
}

void ReportFormTest::saysEverythingInBothLanguages() {
    const auto told = [](const BothWords& words) { return !words.es.empty() && !words.en.empty(); };
    for (const ReportForm& form : reportForms()) {
        std::set<std::string> questions;
        QVERIFY(told(form.name) && told(form.title) && !form.sections.empty());
        for (const ReportSection& section : form.sections) {
            QVERIFY2(told(section.title), section.id.c_str());
            QCOMPARE(section.rubric.es.empty(), section.rubric.en.empty());
            for (const ReportQuestion& question : section.questions) {
                QVERIFY2(told(question.ask), question.id.c_str());
                QVERIFY2(questions.insert(question.id).second, question.id.c_str());
            }
        }
    }
}

/// The five rows: 10, 20, 30, 20 and 20 % (S1-02).
void ReportFormTest::weighsTheRubric() {
    for (const char* id : {"handout_a", "handout_b"}) {
        std::vector<int> weights;
        for (const ReportSection& section : findForm(id)->sections)
            if (section.weight_percent > 0) weights.push_back(section.weight_percent);
        QCOMPARE(weights, (std::vector<int>{10, 20, 30, 20, 20}));
    }
}

/// S2-67: the worksheet has its own order, and what it claims is cited.
void ReportFormTest::asksWhatMakesAProgramParallel() {
    const ReportForm* sheet = findForm("worksheet");
    QVERIFY(sheet);
    std::vector<std::string> found;
    int cited = 0;
    for (const ReportSection& section : sheet->sections) {
        found.push_back(section.id);
        for (const ReportQuestion& question : section.questions)
            cited += question.needs == AnswerNeeds::Citation ? 1 : 0;
    }
    QCOMPARE(found, (std::vector<std::string>{"worksheet_work", "worksheet_region",
                                              "worksheet_independence", "worksheet_memory",
                                              "results", "worksheet_checked", "annex"}));
    QVERIFY(cited >= 3);
    // It is where the glossary says that it is.
    for (const Language language : {Language::Spanish, Language::English})
        QVERIFY(Text(language)("glossary.parallel_region").find(sheet->name.in(language)) !=
                std::string::npos);
}

void ReportFormTest::refusesWhatItDoesNotKnow() {
    Json json{{"id", "a"}, {"name", {{"es", "a"}, {"en", "a"}}}, {"title", {{"es", "a"}}}};
    QCOMPARE(formFromJson(json).error().code, std::string("field_missing"));
    json["title"]["en"] = "a";
    QVERIFY(formFromJson(json));
    json["score"] = 10;
    QCOMPARE(formFromJson(json).error().code, std::string("field_unknown"));
}

QTEST_GUILESS_MAIN(ReportFormTest)
#include "tst_report_form.moc"
