// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "report/comparison_steps.h"
#include "report/compose_parts.h"

namespace duelo {

Text ReportOptions::text() const {
    return {language, numbers.value_or(defaultNumberStyle(language))};
}

Document compose(const Comparison& comparison, const ReportOptions& options) {
    return Composer(comparison, options).document();
}

DocCell secondsCell(double ms, NumberStyle style) {
    constexpr int kDecimals = 4;
    const double seconds = ms / 1000;
    if (seconds > 0 && seconds < 0.00005)
        return {"< " + formatFixed(0.0001, kDecimals, style), seconds, kDecimals, true};
    return {formatFixed(seconds, kDecimals, style), seconds, kDecimals, false};
}

Composer::Composer(const Comparison& comparison, const ReportOptions& options)
    : Labels(comparison, options.text()),
      m_options(options),
      m_training(trainingTables(comparison)) {}

Document Composer::document() const {
    Document out;
    out.language = m_text.language();
    out.numbers = m_text.numbers();
    const bool recognises =
        std::ranges::any_of(m_c.rows, [](const Row& row) { return !trains(row.work); });
    out.title = t(recognises ? "report.title" : "training.title");
    out.declaration = declaration();
    out.fields = fields();
    std::vector<DocSection> sections{summary()};
    const auto add = [&](std::vector<DocSection> more) {
        std::ranges::move(more, std::back_inserter(sections));
    };
    if (recognises) add({method(), results(), charts()});
    if (anyTraining(m_c)) add(training());
    add({ratios(), annex()});
    for (DocSection& section : sections)
        if (!section.blocks.empty()) out.sections.push_back(std::move(section));
    return out;
}

std::optional<std::string> Composer::declaration() const {
    const Source& own = m_c.sources.front();
    const std::string machine =
        own.cpu.empty() ? t("report.unknown_machine") : visibleText(own.cpu);
    if (m_c.gpu == GpuColumn::Measured) return std::nullopt;
    if (m_c.gpu == GpuColumn::Absent)
        return t("report.declaration_no_gpu", {{"machine", machine}}) + " " +
               m_text.reason(m_c.gpu_reason.value_or(Reason{"gpu_absent"}));
    return t("report.declaration_cpu_only", {{"machine", machine}});
}

std::vector<std::pair<std::string, std::string>> Composer::fields() const {
    const Source& own = m_c.sources.front();
    const ReportFields& given = m_options.fields;
    std::vector<std::pair<std::string, std::string>> out;
    const auto add = [&](const char* key, std::string value) {
        if (!value.empty()) out.emplace_back(m_text.word("field", key), visibleText(value));
    };
    const auto orLabel = [&](const std::string& value, const char* key) {
        return value.empty() ? textAt(own.header.label, {key}) : value;
    };
    const std::string subject = orLabel(given.subject, "subject");
    add("subject", subject.empty() ? t("report.default_subject") : subject);
    add("teacher", orLabel(given.teacher, "teacher"));
    add("student", orLabel(given.student, "student"));
    add("group", orLabel(given.group, "group"));
    add("date", given.date.empty() ? own.header.started.substr(0, 10) : given.date);
    std::string machine = own.cpu;
    if (const auto bytes = numberAt(own.header.machine, {"memory", "total_bytes"}))
        machine += (machine.empty() ? "" : ", ") + formatBytes(*bytes, m_text.numbers());
    if (!own.os.empty()) machine += (machine.empty() ? "" : ", ") + own.os;
    add("machine", machine);
    const bool absent = m_c.gpu == GpuColumn::Absent;
    add("gpu", !own.gpu.empty() ? own.gpu : absent ? t("report.gpu_none") : std::string());
    return out;
}

bool Composer::onlyOwnMachine() const {
    std::set<std::string> machines;
    for (const Source& source : m_c.sources) {
        const std::string id = textAt(source.header.machine, {"id"});
        machines.insert(id.empty() ? source.file_name : id);
    }
    return machines.size() < 2;
}

DocSection Composer::method() const {
    DocSection section{t("report.method_heading"), {}, false};
    DocList list;
    const Source& own = m_c.sources.front();
    const bool gpuShown = std::any_of(m_c.tables.begin(), m_c.tables.end(),
                                      [](const SizeTable& table) { return table.gpu.has_value(); });
    if (m_c.gpu == GpuColumn::Measured && onlyOwnMachine())
        list.items.push_back(t("report.method_internal"));
    if (!onlyOwnMachine()) list.items.push_back(t("report.method_external"));
    list.items.push_back(t("report.method_cpu_time"));
    if (gpuShown) list.items.push_back(t("report.method_gpu_time"));

    bool included = false, apart = false, official = false, random = false, other = false;
    for (const Row& row : m_c.rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const ResultRecord& result = row.cells[i].result;
            if (m_c.columns[i].variant.device == Device::Cuda && result.parts)
                (result.parts->copies_included ? included : apart) = true;
            if (!result.weights) continue;
            const std::string& from = result.weights->provenance;
            (from == "official" ? official : from == "random" ? random : other) = true;
        }
    if (included && apart)
        list.items.push_back(t("report.method_copies_mixed"));
    else if (included)
        list.items.push_back(t("report.method_copies_included"));
    else if (apart)
        list.items.push_back(t("report.method_copies_apart"));
    if (official) list.items.push_back(t("report.method_weights_official"));
    if (other) list.items.push_back(t("report.method_weights_other"));
    if (random) list.items.push_back(t("report.method_weights_random"));

    const std::string preset = textAt(own.header.plan, {"preset"});
    list.items.push_back(t("report.method_protocol",
                           {{"preset", preset.empty() ? std::string("standard") : preset}}));
    list.items.push_back(t("report.method_figures"));
    section.blocks.emplace_back(std::move(list));
    return section;
}

DocCell Composer::figure(std::optional<double> value, int decimals) const {
    if (!value || !std::isfinite(*value)) return {"–", std::nullopt, 0, false};
    return {formatFixed(*value, decimals, m_text.numbers()), value, decimals, false};
}

}  // namespace duelo
