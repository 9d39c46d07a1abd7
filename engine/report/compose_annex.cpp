// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "record/doubt.h"
#include "record/provenance.h"
#include "report/comparison_steps.h"
#include "report/compose_parts.h"
#include "report/imported.h"
#include "report/interval_digits.h"
#include "report/long_table.h"
#include "report/main_metric.h"
#include "report/misleading.h"
#include "report/parts_chart.h"
#include "report/tail.h"
#include "report/view.h"

namespace duelo {
namespace {

/// The percentile that the protocol `strict` promises. A card tells those of the other protocols.
constexpr int kShownTail = 99;

DocTable table(const char* id, std::string title, std::vector<std::string> columns,
               std::size_t wordColumns) {
    DocTable out;
    out.id = id;
    out.title = std::move(title);
    out.numeric.assign(columns.size(), true);
    std::fill_n(out.numeric.begin(), std::min(wordColumns, columns.size()), false);
    out.columns = std::move(columns);
    return out;
}

/// Returns the column of the part that is all of every call's time, so that a table of the parts
/// says nothing; nothing where another part has at least a hundredth of a call, as the sum of the
/// parts is known no closer (P-03).
std::optional<std::size_t> onlyPartOf(const DocTable& parts) {
    constexpr double kLeastShare = 0.01;
    std::set<std::size_t> told;
    for (const std::vector<DocCell>& row : parts.rows) {
        double whole = 0;
        for (const DocCell& cell : row) whole += std::abs(cell.value.value_or(0));
        for (std::size_t i = 0; i < row.size(); ++i)
            if (row[i].value && std::abs(*row[i].value) > kLeastShare * whole) told.insert(i);
    }
    return told.size() == 1 ? std::optional(*told.begin()) : std::nullopt;
}

}  // namespace

DocSection Composer::annex() const {
    DocSection section{t("report.annex_heading"), {}, true};
    section.blocks.emplace_back(cellTable());
    const auto add = [&](DocTable part) {
        if (!part.rows.empty()) section.blocks.emplace_back(std::move(part));
    };
    add(repeatTable());
    add(coldTable());
    add(energyTable());
    DocTable parts = partsTable();
    const bool copies =
        std::ranges::find(parts.columns, t("report.column_copies")) != parts.columns.end();
    if (const auto only = onlyPartOf(parts); only && !copies)
        std::get<DocTable>(section.blocks.front())
            .notes.push_back(t("report.parts_one", {{"part", parts.columns[*only]}}));
    else
        add(std::move(parts));
    add(ledgerTable());
    add(sourceTable());
    if (DocList flags = flagList(); !flags.items.empty()) {
        section.blocks.emplace_back(DocParagraph{t("report.flags_heading"), true});
        section.blocks.emplace_back(std::move(flags));
    }
    if (DocList notices = noticeList(); !notices.items.empty()) {
        section.blocks.emplace_back(DocParagraph{t("report.notices_heading"), true});
        section.blocks.emplace_back(std::move(notices));
    }
    for (DocTable& machine : machineTables()) section.blocks.emplace_back(std::move(machine));
    return section;
}

/// Tells whether a cell was measured to a tail: then there is a column for it.
bool Composer::showsTails() const {
    return std::ranges::any_of(m_c.rows, [this](const Row& row) {
        return std::ranges::any_of(row.cells, [&](const ReportCell& cell) {
            const auto tail = tailOf(m_c, row, cell);
            return tail && tail->percentile == kShownTail;
        });
    });
}

DocCell Composer::tailCell(const Row& row, const ReportCell& cell) const {
    const auto tail = tailOf(m_c, row, cell);
    if (!tail || tail->percentile != kShownTail) return words("–");
    if (tail->missing)
        return words(t(("report." + tail->missing->code).c_str(), tail->missing->args));
    return time(tail->bound_ms);
}

std::vector<std::string> Composer::columnNames() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < m_c.columns.size(); ++i) names.push_back(columnName(i));
    return names;
}

DocTable Composer::cellTable() const {
    std::vector<std::string> columns{t("report.column_case"),
                                     t("report.column_variant"),
                                     t("report.column_flags"),
                                     t("report.column_n"),
                                     timeColumn("report.column_median"),
                                     timeColumn("report.column_ci_low"),
                                     timeColumn("report.column_ci_high"),
                                     t("report.column_warm_up"),
                                     throughputTitle()};
    const bool tails = showsTails();
    if (tails) columns.push_back(timeColumn("report.column_p99"));
    const std::vector<std::string> more = metricsOfAnAxis();
    for (const std::string& id : more)
        columns.push_back(columnTitle(m_text, experimentOf(m_c), id));
    DocTable out = table("cells", t("report.cells_title"), std::move(columns), 3);
    const std::vector<std::string> names = columnNames();
    std::vector<const Row*> cases;
    for (const Row& row : m_c.rows) {
        const std::string name = caseName(row);
        for (const ReportCell& cell : row.cells) {
            std::vector<DocCell> cells{words(name), words(names[cell.column])};
            if (!cell.timed()) {
                cells.push_back(figureCell(row, cell));
                for (std::size_t k = cells.size(); k < out.columns.size(); ++k)
                    cells.push_back(words("–"));
            } else {
                const Summary& s = *cell.result.summary;
                cells.insert(cells.end(),
                             {words(flagWords(cell.result)),
                              s.n > 0 ? figure(static_cast<double>(s.n), 0) : words("–")});
                std::ranges::move(timeAndEnds(s), std::back_inserter(cells));
                // Who brought times says how they were warmed up, and not in how many calls.
                const bool brought = provenanceOf(m_c.sources[cell.source].header).has_value();
                cells.push_back(brought ? words("–") : figure(cell.result.warm_up_calls, 0));
                cells.push_back(rate(row, cell));
                if (tails) cells.push_back(tailCell(row, cell));
                for (const std::string& id : more) cells.push_back(metricCell(cell, id));
            }
            out.rows.push_back(std::move(cells));
            cases.push_back(&row);
        }
    }
    nameCases(out, cases);
    out.notes.push_back(t("report.cells_note"));
    if (tails) out.notes.push_back(t("report.tail_note"));
    return out;
}

/// The median and the ends of its interval, in digits that tell them apart.
std::vector<DocCell> Composer::timeAndEnds(const Summary& summary) const {
    const auto ends = scaled(summary.ci95_ms, timeUnit().per_ms);
    if (!ends) return {time(summary), words("–"), words("–")};
    const double median = timeUnit().of(summary.median_ms);
    const int decimals = decimalsApart(median, *ends);
    return {figure(median, decimals), figure(ends->low, decimals), figure(ends->high, decimals)};
}

DocCell Composer::rate(const Row& row, const ReportCell& cell) const {
    return metricCell(cell, mainMetric(m_c, row));
}

DocCell Composer::metricCell(const ReportCell& cell, const std::string& id) const {
    const Metric* metric = cell.result.metric(id);
    return metric ? measured(metric->value, metric->ci95) : words("–");
}

/// Returns the metrics that stand beside the rate only for variants with more than one of some
/// axis, each once.
std::vector<std::string> Composer::metricsOfAnAxis() const {
    std::vector<std::string> ids;
    for (std::size_t r = 0; r < m_c.rows.size(); ++r) {
        const Spec* spec = m_c.find(m_c.rows[r].experiment);
        if (!spec) continue;
        for (const MetricSpec* metric : tableMetrics(*spec, m_c, std::span(&r, 1)))
            if (!metric->axis.empty() && std::ranges::find(ids, metric->id) == ids.end())
                ids.push_back(metric->id);
    }
    return ids;
}

/// Images where all that is shown counts images.
std::string Composer::throughputTitle() const {
    const bool images = std::ranges::all_of(m_c.rows, [this](const Row& row) {
        const Spec* spec = m_c.find(row.experiment);
        return spec && !spec->metrics.empty() && spec->metrics.front().unit == "image/s";
    });
    return t(images ? "report.column_throughput" : "report.column_per_second");
}

/// Makes the table of first calls and loading. One-off times are never mixed with those of repeated
/// calls (S0-M03).
DocTable Composer::coldTable() const {
    DocTable out = table(
        "cold", t("report.cold_title"),
        {t("report.column_case"), t("report.column_variant"), timeColumn("report.column_load"),
         timeColumn("report.column_first"), timeColumn("report.column_median")},
        2);
    std::vector<const Row*> cases;
    for (const Row& row : m_c.rows)
        for (const ReportCell& cell : row.cells) {
            if (!cell.cold) continue;
            std::string name = columnName(cell.column);
            if (cell.cold->process_first) name += " " + t("report.process_first");
            out.rows.push_back({words(caseName(row)), words(name), time(cell.cold->load_ms),
                                time(cell.cold->first_ms),
                                cell.timed() ? time(*cell.result.summary) : words("–")});
            cases.push_back(&row);
        }
    nameCases(out, cases);
    out.notes.push_back(t("report.cold_note"));
    for (const View* view : viewsOf(m_c))
        if (!view->cold_note.empty()) out.notes.push_back(t(view->cold_note.c_str()));
    return out;
}

/// Makes the table of the parts that took the time of a call (P-03).
DocTable Composer::partsTable() const {
    const auto has = [this](const std::string& id) {
        return std::ranges::any_of(m_c.rows, [&](const Row& row) {
            return !viewOf(m_c, row).own_parts &&
                   std::ranges::any_of(row.cells, [&](const ReportCell& cell) {
                       return partMs(cell.result.parts, id).has_value();
                   });
        });
    };
    std::vector<std::string> ids = partIdsOf(m_c);
    std::erase_if(ids, std::not_fn(has));
    ids.emplace_back("unexplained");
    std::vector<std::string> columns{t("report.column_case"), t("report.column_variant")};
    const bool copied = has("h2d");
    if (copied) columns.push_back(t("report.column_copies"));
    const std::size_t wordColumns = columns.size();
    for (const std::string& id : ids) {
        const std::string key = "report.column_" + id;
        columns.push_back(m_text.has(key) ? timeColumn(key.c_str())
                                          : partName(id, m_text) + " (" + timeUnit().symbol + ")");
    }
    DocTable out =
        table("parts", timeColumn("report.parts_title"), std::move(columns), wordColumns);
    const std::vector<std::string> names = columnNames();
    std::vector<const Row*> cases;
    for (const Row& row : m_c.rows) {
        if (viewOf(m_c, row).own_parts) continue;
        const std::string name = caseName(row);
        for (const ReportCell& cell : row.cells) {
            if (cell.result.parts.empty()) continue;
            const Parts parts = cell.parts();
            const auto copy = std::ranges::find(parts, "h2d", &PartTime::id);
            std::vector<DocCell> cells{words(name), words(names[cell.column])};
            if (copied)
                cells.push_back(words(copy == parts.end()        ? "–"
                                      : copy->inside             ? t("report.copies_included")
                                      : isPipelined(cell.result) ? t("report.copies_overlapped")
                                                                 : t("report.copies_apart")));
            for (const std::string& id : ids) cells.push_back(time(partMs(parts, id)));
            out.rows.push_back(std::move(cells));
            cases.push_back(&row);
        }
    }
    nameCases(out, cases);
    if (copied) out.notes.push_back(t("report.parts_copies"));
    out.notes.push_back(t("report.parts_rest"));
    return out;
}

DocTable Composer::ledgerTable() const {
    DocTable out =
        table("ledger", t("report.ledger_title"),
              {t("report.column_base"), t("report.column_variant"), t("report.column_equal"),
               t("report.column_different"), t("report.column_untold")},
              5);
    // Of a game that would be the answer.
    if (hasGame(m_c)) return out;
    for (const Ledger& ledger : m_c.ledgers) {
        std::string lists[3];
        for (const Ledger::Tick& tick : ledger.ticks) {
            std::string& list = lists[static_cast<std::size_t>(tick.answer)];
            list += (list.empty() ? "" : ", ") + listedTick(m_c, ledger, tick, m_text);
        }
        out.rows.push_back({words(columnName(ledger.base)), words(columnName(ledger.column))});
        for (const std::string& list : lists)
            out.rows.back().push_back(words(list.empty() ? "–" : list));
    }
    return out;
}

DocTable Composer::sourceTable() const {
    const bool gpu =
        std::ranges::any_of(m_c.sources, [](const Source& source) { return !source.gpu.empty(); });
    std::vector<std::string> columns{t("report.column_file"),     t("report.column_role"),
                                     t("report.column_cpu_name"), t("report.column_gpu_name"),
                                     t("report.column_started"),  t("report.column_app"),
                                     t("report.column_integrity")};
    constexpr std::ptrdiff_t kGpu = 3;
    if (!gpu) columns.erase(columns.begin() + kGpu);
    DocTable out = table("sources", t("report.sources_title"), columns, columns.size());
    const auto known = [&](const std::string& name) {
        return words(name.empty() ? t("report.unknown") : visibleText(name));
    };
    for (const Source& source : m_c.sources) {
        out.rows.push_back(
            {known(source.file_name),
             words(markedTitle(m_text.word("role", word(source.role)), source, m_text)),
             known(source.cpu), known(source.gpu), known(source.header.started),
             known(source.header.app), words(m_text.word("integrity", integrityWord(source)))});
        if (!gpu) out.rows.back().erase(out.rows.back().begin() + kGpu);
    }
    if (std::ranges::find(m_c.sources, Integrity::Sealed, &Source::integrity) != m_c.sources.end())
        out.notes = {t("integrity.seal_note")};
    return out;
}

DocList Composer::flagList() const {
    std::set<std::string> seen;
    std::map<std::string, std::int64_t> discarded;
    DocList list{.id = "flags"};
    const auto explain = [&](const ResultRecord& result) {
        for (const std::string& flag : result.flags)
            if (seen.insert(flag).second)
                list.items.push_back(
                    t("report.flag_told", {{"flag_text", m_text.word("flag", flag)},
                                           {"help", m_text.word("flag_help", flag)}}));
    };
    for (const Row& row : m_c.rows)
        for (const ReportCell& cell : row.cells) {
            explain(cell.result);
            for (const Attempt& other : cell.others) explain(other.result);
            for (const auto& [cause, samples] : cell.result.discarded) discarded[cause] += samples;
        }
    for (const auto& [cause, samples] : discarded)
        if (samples > 0)
            list.items.push_back(
                t("report.discarded_cause", {{"samples", samples}, {"discard", cause}}));
    return list;
}

DocList Composer::noticeList() const {
    std::set<std::string> seen;
    DocList list{.id = "notices"};
    const auto add = [&](const Reason& reason, const std::string& where) {
        std::string line =
            t("report.notice_told", {{"where", where}, {"words", m_text.told(reason)}});
        if (seen.insert(line).second) list.items.push_back(std::move(line));
    };
    for (const Source& source : m_c.sources)
        for (const Reason& notice : source.notices) add(notice, visibleText(source.file_name));
    for (const Row& row : m_c.rows)
        for (const ReportCell& cell : row.cells) {
            for (const Reason& notice : cell.notices) add(notice, caseName(row));
            for (const Identity& identity : cell.result.identities)
                for (const Reason& note : identity.notes) add(note, caseName(row));
        }
    return list;
}

}  // namespace duelo
