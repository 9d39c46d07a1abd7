// SPDX-License-Identifier: Apache-2.0
#include "lab_report/report_form.h"

#include <algorithm>
#include <stdexcept>

#include "base/json_fields.h"
#include "base/json_text.h"
#include "resources/resources.h"

namespace duelo {
namespace {

BothWords bothFrom(Fields fields) {
    BothWords both{fields.text("es"), fields.text("en")};
    fields.refuseRest();
    return both;
}

ReportQuestion questionFrom(const Json& json, const std::string& path) {
    Fields fields(json, path);
    ReportQuestion question{fields.text("id"), bothFrom(fields.object("ask"))};
    if (fields.find("heading") != nullptr) question.heading = bothFrom(fields.object("heading"));
    fields.readWord("needs", question.needs);
    fields.readList("tables", question.tables, textOf);
    fields.refuseRest();
    return question;
}

ReportSection sectionFrom(const Json& json, const std::string& path) {
    Fields fields(json, path);
    ReportSection section{fields.text("id"), bothFrom(fields.object("title"))};
    fields.readWord("kind", section.kind);
    fields.readList("questions", section.questions, questionFrom);
    fields.readList("tables", section.tables, textOf);
    fields.refuseRest();
    for (const ReportQuestion& question : section.questions)
        section.tables.insert(section.tables.end(), question.tables.begin(), question.tables.end());
    return section;
}

RubricRow rowFrom(const Json& json, const std::string& path) {
    Fields fields(json, path);
    RubricRow row{fields.text("id"), bothFrom(fields.object("name")),
                  bothFrom(fields.object("asks"))};
    fields.readInteger("weight_percent", row.weight_percent);
    fields.readList("competences", row.competences, textOf);
    fields.readList("sections", row.sections, textOf);
    fields.readWord("needs", row.needs);
    fields.refuseRest();
    return row;
}

/// A form that cannot be read is a mistake of whoever built this program.
std::vector<ReportForm> readForms() {
    std::vector<ReportForm> forms;
    for (const Resource& file : resources()) {
        if (!file.name.starts_with("reports/")) continue;
        auto form = parseJson(file.bytes).and_then(formFromJson);
        if (!form)
            throw std::logic_error(std::string(file.name) + ": " + jsonText(form.error().args));
        forms.push_back(std::move(*form));
    }
    return forms;
}

}  // namespace

bool ReportSection::names(const DocBlock& block) const {
    const auto* table = std::get_if<DocTable>(&block);
    return table && std::ranges::any_of(tables, [&](const std::string& prefix) {
               return table->id.starts_with(prefix);
           });
}

const ReportQuestion* ReportSection::questionOf(const DocBlock& block) const {
    const auto* table = std::get_if<DocTable>(&block);
    const ReportQuestion* found = nullptr;
    std::size_t most = 0;
    for (const ReportQuestion& question : questions)
        for (const std::string& prefix : question.tables)
            if (table && prefix.size() > most && table->id.starts_with(prefix)) {
                found = &question;
                most = prefix.size();
            }
    return found;
}

bool RubricRow::marks(const ReportSection& section) const {
    return std::ranges::find(sections, section.id) != sections.end();
}

std::vector<std::string> ReportForm::competencesOf(const ReportSection& section) const {
    std::vector<std::string> out;
    for (const RubricRow& row : rubric)
        for (const std::string& one : row.competences)
            if (row.marks(section) && std::ranges::find(out, one) == out.end()) out.push_back(one);
    return out;
}

std::span<const ReportForm> reportForms() {
    static const std::vector<ReportForm> forms = readForms();
    return forms;
}

const ReportForm* findForm(std::string_view id) {
    const auto forms = reportForms();
    const auto found = std::ranges::find(forms, id, &ReportForm::id);
    return found == forms.end() ? nullptr : &*found;
}

Result<ReportForm> formFromJson(const Json& json) {
    try {
        Fields fields(json, {});
        ReportForm form{fields.text("id"), bothFrom(fields.object("name")),
                        bothFrom(fields.object("title"))};
        fields.read("declares_no_gpu", form.declares_no_gpu);
        fields.readInteger("most_body_pages", form.most_body_pages);
        fields.readInteger("most_annex_pages", form.most_annex_pages);
        fields.readList("competences", form.competences, textOf);
        fields.readList("sections", form.sections, sectionFrom);
        fields.readList("rubric", form.rubric, rowFrom);
        fields.refuseRest();
        return form;
    } catch (const FieldError& error) {
        return tl::unexpected(error.reason);
    }
}

}  // namespace duelo
