// SPDX-License-Identifier: Apache-2.0
#include "lab_report/reference_list.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "lab_report/references.h"
#include "lab_report/text_sources.h"

namespace duelo {
namespace {

std::vector<std::string> answersOf(const LabReport& report, const ReportForm& form) {
    std::vector<std::string> answers;
    for (const ReportSection& section : form.sections)
        for (const ReportQuestion& question : section.questions)
            if (const auto text = report.texts.find(question.id); text != report.texts.end())
                answers.push_back(text->second);
    return answers;
}

bool explainsAScaling(const Document& document) {
    return std::ranges::any_of(document.sections, [](const DocSection& section) {
        return std::ranges::any_of(section.blocks, [](const DocBlock& block) {
            const auto* table = std::get_if<DocTable>(&block);
            return table && table->id.starts_with("scaling");
        });
    });
}

}  // namespace

std::vector<std::string> referencesOf(const LabReport& report, const ReportForm& form,
                                      const Document& document, const Text& text) {
    std::set<std::string> all;
    for (const Citation& one : report.citations) all.insert(visibleText(one.source));
    if (explainsAScaling(document))
        std::ranges::move(referencesOfScaling(), std::inserter(all, all.end()));
    all.erase(std::string());
    std::set<std::string> known = all;
    const std::vector<std::string> answers = answersOf(report, form);
    for (const std::string& answer : answers)
        for (const std::string& entry : referenceEntriesIn(answer)) {
            known.insert(visibleText(entry));
            // A list of sources that is an answer stands there.
            if (!areReferenceEntries(answer)) all.insert(visibleText(entry));
        }
    for (const std::string& answer : answers)
        for (const TextSource& one : sourcesNamedIn(answer))
            if (!isListed(one, known))
                all.insert(one.title.empty() ? text("lab_report.named_alone",
                                                    {{"source", visibleText(one.words())}})
                                             : visibleText(one.entry()));
    return {all.begin(), all.end()};
}

}  // namespace duelo
