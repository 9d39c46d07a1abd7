// SPDX-License-Identifier: Apache-2.0
#include "report/report_words.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/power_text.h"
#include "plan/spec.h"
#include "report/figure_cells.h"
#include "report/imported.h"
#include "report/view.h"

namespace duelo {

DocCell ReportWords::figure(std::optional<double> value, int decimals) const {
    if (!value || !std::isfinite(*value)) return {"–", std::nullopt, 0};
    return {formatFixed(*value, decimals, m_text.numbers()), value, decimals};
}

DocCell ReportWords::measured(std::optional<double> value,
                              const std::optional<Interval>& ci) const {
    return figure(value, decimalsFor(value.value_or(0), ci));
}

DocCell ReportWords::time(std::optional<double> ms, const std::optional<Interval>& ci_ms) const {
    if (!ms || !std::isfinite(*ms)) return words("–");
    return timeCell(*ms, ci_ms, timeUnit(), m_text.numbers());
}

DocCell ReportWords::time(const Summary& summary) const {
    return time(summary.median_ms, summary.ci95_ms);
}

std::string ReportWords::timeColumn(const char* key) const {
    return t(key, {{"unit", timeUnit().symbol}});
}

DocTable ReportWords::emptyTable(std::string id, std::string title, const std::string& prefix,
                                 const std::vector<std::string>& codes) const {
    DocTable out{.id = std::move(id), .title = std::move(title)};
    for (const std::string& code : codes)
        out.columns.push_back(timeColumn((prefix + code).c_str()));
    return out;
}

DocCell ReportWords::seconds(std::optional<double> ms, const std::optional<Interval>& ci_ms) const {
    if (!ms) return words("–");
    const TimeUnit unit = inSeconds();
    return measured(unit.of(*ms), scaled(ci_ms, unit.per_ms));
}

DocTable ReportWords::bareTable(std::string id, const char* title,
                                std::initializer_list<const char*> columns,
                                std::initializer_list<std::size_t> numeric) const {
    DocTable out = emptyTable(std::move(id), t(title), "",
                              std::vector<std::string>(columns.begin(), columns.end()));
    out.numeric.assign(out.columns.size(), false);
    for (const std::size_t column : numeric) out.numeric[column] = true;
    return out;
}

std::string ReportWords::untimedText(const Row& row) const {
    const View& view = viewOf(m_c, row);
    return t(view.untimed ? view.untimed(row) : "report.no_time");
}

DocCell ReportWords::figureCell(const Row& row, const ReportCell& cell, const Figure& of) const {
    if (of.cell) return of.cell(row, cell, *this);
    if (of.isTime() && cell.timed()) return time(*cell.result.summary);
    if (of.isTime())
        return words(cell.reason ? causeText(*cell.reason, cell.status) : untimedText(row));
    const Metric* metric = laid_out::metricOf(cell, of.metric);
    const Metric* over = of.over.empty() ? nullptr : laid_out::metricOf(cell, of.over);
    if (!metric || (!of.over.empty() && (!over || over->value == 0))) return words("–");
    if (over) return measured(metric->value / over->value);
    const Spec* spec = m_c.find(row.experiment);
    const MetricSpec* known = spec ? laid_out::metricSpec(*spec, of.metric) : nullptr;
    if (const auto decimals = laid_out::decimalsOf(known, cell.result))
        return figure(metric->value, *decimals);
    if (metric->unit.empty() && !metric->ci95)
        return words(readableText(metric->value, m_text.numbers()));
    return measured(metric->value / of.unit, scaled(metric->ci95, 1 / of.unit));
}

DocCell ReportWords::percent(std::optional<double> share) const {
    return figure(share ? std::optional(100 * *share) : std::nullopt, 2);
}

std::string ReportWords::percentInterval(const std::optional<Interval>& ci) const {
    return intervalText(ci ? std::optional(Interval{100 * ci->low, 100 * ci->high}) : std::nullopt,
                        1);
}

const std::string& ReportWords::machineOf(const Source& source) {
    const std::string& id = source.header.machine.id;
    return id.empty() ? source.file_name : id;
}

bool ReportWords::onlyOwnMachine() const {
    std::set<std::string> machines;
    for (const Source& source : m_c.sources) machines.insert(machineOf(source));
    return machines.size() < 2;
}

bool ReportWords::isMeasured(std::size_t column) const {
    return std::ranges::any_of(m_c.rows,
                               [column](const Row& row) { return row.cells[column].measured(); });
}

bool ReportWords::shows(DeviceKind kind) const {
    for (std::size_t i = 0; i < m_c.columns.size(); ++i)
        if (deviceOf(m_c.columns[i].variant).kind() == kind && isMeasured(i)) return true;
    return false;
}

std::string ReportWords::verdictSentence(const std::string& prefix, const RatioEstimate& estimate,
                                         Json args) const {
    const auto& [value, ci] = saidRatio(estimate);
    args["ratio"] = number(value, ci);
    args["interval_text"] = intervalText(estimate, ci, decimalsFor(value, ci));
    const bool doubted = estimate.doubt != Doubt::None;
    if (doubted) args["doubt"] = doubtText(estimate, m_text);
    const std::string ending = !estimate.givesFactor() ? "doubtful"
                               : doubted && estimate.verdict == Verdict::Inconclusive
                                   ? "doubt"
                                   : std::string(verdictName(estimate.verdict));
    return t((prefix + ending).c_str(), args);
}

std::string machinesLine(const Comparison&, const Labels& labels) {
    struct Machines : ReportWords {
        explicit Machines(const Labels& of) : ReportWords(of) {}
        using ReportWords::onlyOwnMachine, ReportWords::shows;
    };
    const Machines machines(labels);
    if (!machines.onlyOwnMachine()) return labels.text()("report.method_external");
    const bool both = machines.shows(DeviceKind::Cpu) && machines.shows(DeviceKind::Gpu);
    return both ? labels.text()("report.method_internal") : std::string();
}

void ReportWords::nameCases(DocTable& table, const std::vector<const Row*>& of) const {
    // The cells of a case follow each other: its name is made once.
    std::vector<std::vector<std::string>> parts;
    for (std::size_t r = 0; r < of.size(); ++r)
        parts.push_back(r > 0 && of[r] == of[r - 1] ? parts.back() : caseParts(*of[r]));
    const auto isCommon = [&](std::size_t i) {
        return std::ranges::all_of(parts, [&](const std::vector<std::string>& name) {
            return name.size() == parts.front().size() && name[i] == parts.front()[i];
        });
    };
    std::vector<bool> said(parts.empty() ? 0 : parts.front().size());
    for (std::size_t i = 0; i < said.size(); ++i) said[i] = isCommon(i);
    const auto joined = [&](const std::vector<std::string>& name, bool common) {
        std::vector<std::string> some;
        for (std::size_t i = 0; i < name.size(); ++i)
            if ((i < said.size() && said[i]) == common) some.push_back(name[i]);
        return commaJoined(some);
    };
    table.title = withCommon(std::move(table.title),
                             parts.empty() ? std::string() : joined(parts.front(), true));
    bool apart = false;
    for (std::size_t r = 0; r < parts.size(); ++r) {
        const std::string own = joined(parts[r], false);
        // The part that a table adds to the name stays.
        std::string& text = table.rows[r].front().text;
        std::string added = text.substr(commaJoined(parts[r]).size());
        if (own.empty()) added.erase(0, added.find_first_not_of(": "));
        text = own + added;
        apart |= !text.empty();
    }
    if (!apart) {
        table.columns.erase(table.columns.begin());
        if (!table.numeric.empty()) table.numeric.erase(table.numeric.begin());
    }
    for (std::vector<DocCell>& cells : table.rows)
        if (!apart)
            cells.erase(cells.begin());
        else if (cells.front().text.empty())
            cells.front().text = "–";
}

bool ReportWords::isUnpaired(const Row& row, std::size_t base, std::size_t column) const {
    return m_c.columns[base].file != m_c.columns[column].file &&
           !(row.cells[base].measured() && row.cells[column].measured());
}

void ReportWords::addRatio(std::vector<DocCell>& cells, std::vector<std::string>& notes,
                           const Row& row, const ColumnRatio& ratio) const {
    std::string verdict =
        ratio.estimate ? m_text.word("verdict", verdictName(ratio.estimate->verdict)) : "";
    if (const auto why = whyNoFactor(row, ratio)) {
        std::string reason = m_text.reason(*why);
        if (why->code == "ratio_doubtful") {
            if (std::ranges::find(notes, reason) == notes.end()) notes.push_back(std::move(reason));
            verdict += " (" + t("report.doubtful_mark") + ")";
        } else if (ratio.loaded) {
            verdict = std::move(reason);
        } else {
            verdict += (verdict.empty() ? "" : ". ") + reason;
        }
        cells.insert(cells.end(), {words("–"), words("–"), words(std::move(verdict))});
        return;
    }
    const RatioEstimate& e = *ratio.estimate;
    const int decimals = decimalsFor(e.ratio, e.ci95);
    if (std::string unchecked = uncheckedText(m_c, ratio, m_text); !unchecked.empty()) {
        cells.insert(cells.end(),
                     {figure(e.ratio, decimals), words("–"), words(std::move(unchecked))});
        return;
    }
    if (e.doubt != Doubt::None) verdict += " (" + doubtText(e, m_text) + ")";
    verdict += ratio.paired ? "" : "; " + t("report.unpaired");
    cells.insert(cells.end(), {figure(e.ratio, decimals), words(intervalText(e, e.ci95, decimals)),
                               words(std::move(verdict))});
}

}  // namespace duelo
