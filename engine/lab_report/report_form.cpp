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
    fields.readWord("needs", question.needs);
    fields.refuseRest();
    return question;
}

ReportSection sectionFrom(const Json& json, const std::string& path) {
    Fields fields(json, path);
    ReportSection section{fields.text("id"), bothFrom(fields.object("title"))};
    if (fields.find("rubric") != nullptr) section.rubric = bothFrom(fields.object("rubric"));
    fields.readInteger("weight_percent", section.weight_percent);
    fields.readList("competences", section.competences, textOf);
    fields.readWord("kind", section.kind);
    fields.readList("questions", section.questions, questionFrom);
    fields.readList("tables", section.tables, textOf);
    fields.refuseRest();
    return section;
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
        fields.refuseRest();
        return form;
    } catch (const FieldError& error) {
        return tl::unexpected(error.reason);
    }
}

}  // namespace duelo
