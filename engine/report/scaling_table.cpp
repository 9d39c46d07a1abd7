// SPDX-License-Identifier: Apache-2.0
// The section of a document on what more workers bring: sentences, tables and charts.
#include <algorithm>
#include <set>

#include "report/report_words.h"
#include "report/scaling.h"
#include "report/scaling_latency.h"

namespace duelo {

namespace {

/// The sentences of so many; the table has them all.
constexpr std::size_t kMostTold = 8;

class ScalingReport : private ReportWords {
public:
    ScalingReport(const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options), m_all(scalingOf(*this, comparison)) {}

    DocSection section() const {
        DocSection out{t("scaling.heading"), {}, false};
        if (m_all.empty()) return out;
        DocList told;
        for (const ScalingSeries& series : m_all) {
            if (told.items.size() == kMostTold) break;
            std::string item;
            for (const std::string& sentence : scalingSentences(series, *this))
                item += (item.empty() ? "" : " ") + sentence;
            for (const std::string& cause : scalingCauses(series, m_c, *this)) item += " " + cause;
            for (const std::string& cost : latencySentences(series, *this, m_c)) item += " " + cost;
            if (m_all.size() > 1) item = scalingSeriesName(series, m_all, *this, m_c) + ": " + item;
            told.items.push_back(std::move(item));
        }
        for (std::string& sentence : weakScalingSentences(*this, m_c))
            told.items.push_back(std::move(sentence));
        out.blocks.emplace_back(std::move(told));
        out.blocks.emplace_back(table());
        if (DocTable latency = latencyTable(); !latency.rows.empty())
            out.blocks.emplace_back(std::move(latency));
        for (ChartValue& chart : scalingCharts(m_all, *this, m_c))
            out.blocks.emplace_back(std::move(chart));
        return out;
    }

private:
    DocTable table() const {
        DocTable out;
        out.id = "scaling";
        out.title = t("scaling.table_title");
        out.columns = {t("report.column_case"),
                       t("report.column_variant"),
                       workersTitle(),
                       timeColumn("report.column_time"),
                       t("scaling.column_speed_up"),
                       t("report.column_interval"),
                       t("scaling.column_efficiency"),
                       t("scaling.column_serial"),
                       t("scaling.column_note")};
        out.numeric = {false, false, true, true, true, false, true, true, false};
        std::vector<const Row*> cases;
        std::set<std::string> names;
        bool notQuotient = false;
        for (const ScalingSeries& series : m_all) {
            const Row& row = m_c.rows[series.row];
            const std::string name = caseName(row), variant = variantOf(series);
            names.insert(variant);
            for (const ScalingStep& step : series.steps) {
                out.rows.push_back(line(series, name, variant, step));
                cases.push_back(&row);
                if (const auto& of = step.speed_up; of && &step != series.base())
                    notQuotient |=
                        isNotQuotient(row, series.base()->column, step.column, of->ratio, of->ci95);
            }
        }
        leaveOutVariants(out, names);
        nameCases(out, cases);
        out.notes = {t("scaling.table_note")};
        if (std::ranges::any_of(m_all,
                                [](const auto& series) { return series.amdahl.has_value(); }))
            out.notes.push_back(t("scaling.fit_note"));
        if (notQuotient) out.notes.push_back(t("report.ratio_rounded"));
        return out;
    }

    std::string workersTitle() const {
        return m_hasOneAxis ? scalingAxisTitle(m_all.front(), *this, m_c)
                            : t("scaling.column_workers");
    }
    DocCell workersCell(const ScalingSeries& series, int workers) const {
        return m_hasOneAxis ? figure(workers, 0) : words(workersText(series.axis, workers, m_text));
    }

    /// One that all have tells nothing apart.
    static void leaveOutVariants(DocTable& table, const std::set<std::string>& names) {
        if (names.size() != 1) return;
        for (auto& cells : table.rows) cells.erase(cells.begin() + 1);
        table.columns.erase(table.columns.begin() + 1);
        table.numeric.erase(table.numeric.begin() + 1);
    }

    /// Makes the table of the throughput of all workers together and of the latency of one of them.
    DocTable latencyTable() const {
        DocTable out;
        out.id = "latency";
        out.title = t("scaling.latency_table");
        out.columns = {t("report.column_case"),
                       t("report.column_variant"),
                       workersTitle(),
                       t("scaling.column_rate"),
                       t("report.column_interval"),
                       timeColumn("scaling.column_latency"),
                       t("report.column_interval"),
                       timeColumn("scaling.column_slowest")};
        out.numeric = {false, false, true, true, false, true, false, true};
        std::vector<const Row*> cases;
        std::set<std::string> names;
        for (const ScalingSeries& series : m_all) {
            const std::string variant = variantOf(series);
            for (const ServedStep& step : servedSteps(series, m_c)) {
                names.insert(variant);
                const int rate = decimalsFor(step.rate->value, step.rate->ci95);
                const DocCell latency = time(step.latency->value, step.latency->ci95);
                const auto ends = scaled(step.latency->ci95, timeUnit().per_ms);
                out.rows.push_back(
                    {words(caseName(m_c.rows[series.row])), words(variant),
                     workersCell(series, step.workers), figure(step.rate->value, rate),
                     words(intervalText(step.rate->ci95, rate)), latency,
                     words(intervalText(ends, latency.decimals)),
                     step.slowest ? figure(timeUnit().of(step.slowest->value), latency.decimals)
                                  : words("–")});
                cases.push_back(&m_c.rows[series.row]);
            }
        }
        if (out.rows.empty()) return out;
        leaveOutVariants(out, names);
        nameCases(out, cases);
        out.notes = {t("scaling.latency_note")};
        return out;
    }

    std::string variantOf(const ScalingSeries& series) const {
        std::string name = variantName(series.variant);
        if (series.all_cores) name += (name.empty() ? "" : ", ") + t("scaling.all_cores");
        if (series.file == m_c.sources.front().file) return name;
        const Source& source = m_c.sourceOf(m_c.columns[series.steps.front().column]);
        return t("report.column_of_file", {{"variant_name", name}, {"file", source.file_name}});
    }

    std::vector<DocCell> line(const ScalingSeries& series, const std::string& name,
                              const std::string& variant, const ScalingStep& step) const {
        const Row& row = m_c.rows[series.row];
        std::vector<DocCell> cells{words(name), words(variant), workersCell(series, step.workers),
                                   time(*row.cells[step.column].result.summary)};
        const bool isBase = &step == series.base();
        const auto& of = step.speed_up;
        const auto share = of ? of->serialShare() : std::nullopt;
        const int decimals = of ? decimalsFor(of->ratio, of->ci95) : 0;
        cells.push_back(isBase ? figure(1, 0)
                               : figure(of ? std::optional(of->ratio) : std::nullopt, decimals));
        cells.push_back(words(of ? intervalText(of->ci95, decimals) : "–"));
        if (series.all_cores) {
            cells.insert(cells.end(), {words("–"), words("–"), words(noteOf(series, step))});
            return cells;
        }
        cells.push_back(
            isBase ? figure(100, 0)
            : of   ? measured(100 * of->efficiency(), scaled(of->efficiencyInterval(), 100))
                   : words("–"));
        // Outside of 0 and 100 % it is a share of nothing, and no figure that is quoted.
        if (of && of->isContention())
            cells.push_back(words(t("scaling.serial_contention")));
        else if (of && of->isBeyondIdeal())
            cells.push_back(words(t("scaling.serial_beyond")));
        else
            cells.push_back(figure(share ? std::optional(100 * *share) : std::nullopt, 1));
        cells.push_back(words(noteOf(series, step)));
        return cells;
    }

    std::string noteOf(const ScalingSeries& series, const ScalingStep& step) const {
        std::string note = noteOnCores(series, step);
        if (&step == series.base())
            note = t("report.is_base");
        else if (step.why)
            note = m_text.reason(*step.why);
        if (!series.all_cores) return note.empty() ? "–" : note;
        // Its name does not say how many.
        const auto threads = m_c.columns[step.column].variant.integer("threads", 1);
        return t("scaling.note_threads", {{"threads", threads}}) +
               (note.empty() ? "" : "; " + note);
    }

    std::string noteOnCores(const ScalingSeries& series, const ScalingStep& step) const {
        const CoreCounts& cores = series.cores;
        if (cores.cores && step.workers > series.room(*cores.cores))
            return t(cores.hasSmt() ? "scaling.note_smt" : "scaling.note_few",
                     {{"cores", *cores.cores}});
        if (cores.isHybrid() && !series.all_cores && step.workers > series.room(*cores.fast))
            return t("scaling.note_slow_cores", {{"cores", *cores.fast}});
        return {};
    }

    const std::vector<ScalingSeries> m_all;
    /// Threads and instances in one table say which they are.
    const bool m_hasOneAxis = std::ranges::all_of(
        m_all, [this](const ScalingSeries& series) { return series.axis == m_all.front().axis; });
};

}  // namespace

DocSection scalingSection(const Comparison& comparison, const ReportOptions& options) {
    return ScalingReport(comparison, options).section();
}

}  // namespace duelo
