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
    void marksByTheHandoutsRubric_Y_37();
    void limitsNoPages_Y_32();
    void printsNoPrompt_Y_35();
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
            for (const ReportQuestion& question : section.questions) {
                QVERIFY2(told(question.ask), question.id.c_str());
                QVERIFY2(questions.insert(question.id).second, question.id.c_str());
                QCOMPARE(question.heads().es.empty(), question.heads().en.empty());
            }
        }
        for (const RubricRow& row : form.rubric) {
            QVERIFY2(told(row.name) && told(row.asks), row.id.c_str());
            for (const std::string& id : row.sections)
                QVERIFY2(
                    std::ranges::find(form.sections, id, &ReportSection::id) != form.sections.end(),
                    id.c_str());
        }
    }
}

/// The five rows: 10, 20, 30, 20 and 20 % (S1-02), with the competences of the handout's table; the
/// first is of the report as a whole, the last of its reflection too (Y-37).
void ReportFormTest::marksByTheHandoutsRubric_Y_37() {
    using Words = std::vector<std::string>;
    struct Expected {
        int weight;
        Words competences, sections;
    };
    const std::vector<Expected> expected{
        {10, {"CB2", "CT02"}, {}},
        {20, {"CE15"}, {"results"}},
        {30, {"CG1", "CG3", "CE15", "RA1"}, {"analysis"}},
        {20, {"CG3", "CG4", "CE15"}, {"proposals"}},
        {20, {"CG8", "CT01", "RA5"}, {"reflection", "application"}}};
    for (const char* id : {"handout_a", "handout_b"}) {
        const ReportForm& form = *findForm(id);
        QCOMPARE(form.rubric.size(), expected.size());
        std::set<std::string> all;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(form.rubric[i].weight_percent, expected[i].weight);
            QCOMPARE(form.rubric[i].competences, expected[i].competences);
            QCOMPARE(form.rubric[i].sections, expected[i].sections);
            all.insert(form.rubric[i].competences.begin(), form.rubric[i].competences.end());
        }
        QCOMPARE(all, std::set<std::string>(form.competences.begin(), form.competences.end()));
        const auto reflection = std::ranges::find(form.sections, "reflection", &ReportSection::id);
        QCOMPARE(form.competencesOf(*reflection), (Words{"CG8", "CT01", "RA5"}));
    }
}

/// Nothing is limited that the handout does not limit (Y-32).
void ReportFormTest::limitsNoPages_Y_32() {
    for (const ReportForm& form : reportForms())
        QCOMPARE(std::pair(form.most_body_pages, form.most_annex_pages), std::pair(0, 0));
}

/// The words printed over an answer are a heading or a question, and no instruction (Y-35).
void ReportFormTest::printsNoPrompt_Y_35() {
    for (const ReportForm& form : reportForms())
        for (const ReportSection& section : form.sections)
            for (const ReportQuestion& question : section.questions)
                for (const std::string& words : {question.heads().es, question.heads().en})
                    QVERIFY2(!words.ends_with(".") && !words.ends_with("…"), words.c_str());
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
