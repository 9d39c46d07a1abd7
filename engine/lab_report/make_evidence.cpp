// SPDX-License-Identifier: Apache-2.0
// How a comparison fills a book of evidence.
#include <algorithm>
#include <unordered_map>

#include "base/json_text.h"
#include "base/local_time.h"
#include "base/sha256.h"
#include "lab_report/claim.h"
#include "lab_report/evidence.h"
#include "lab_report/layers_table.h"
#include "lab_report/method_blocks.h"
#include "lab_report/what_if.h"
#include "record/provenance.h"
#include "report/common_cards.h"
#include "report/device_name.h"
#include "report/finding.h"
#include "report/imported.h"
#include "report/misleading.h"
#include "report/parts_chart.h"
#include "report/time_unit.h"
#include "report/view.h"

namespace duelo {
namespace {

/// The most timed cells that are set against each other. Beyond, only the ratios that the records
/// give are known factors: each against each would be too many, and nearly any number one of them.
constexpr std::size_t kMostPaired = 300;

/// The most rows of a table whose cards are asked: each of its cases has several.
constexpr std::size_t kMostCarded = 30;

/// Copies into a citation what it keeps of its source.
void tellSource(Citation& citation, const Source& source) {
    citation.file = visibleText(source.file_name);
    citation.plan = source.header.plan_hash;
    citation.started = source.header.started;
    citation.machine = source.header.machine.id;
}

}  // namespace

std::string blockTitle(const DocBlock& block) {
    if (const auto* table = std::get_if<DocTable>(&block)) return table->title;
    if (const auto* chart = std::get_if<ChartValue>(&block)) return titleOf(*chart);
    return {};
}

/// Fills a book from a comparison.
class EvidenceBook::Maker : private Labels {
public:
    Maker(EvidenceBook& book, const Comparison& comparison, const ReportOptions& options, bool kept,
          const GroupPart& part)
        : Labels(comparison, options.text()),
          m_book(book),
          m_options(options),
          m_kept(kept),
          m_part(part) {}

    void make(const std::function<bool()>& wanted) {
        const Document document = compose(m_c, m_options);
        if (m_part.place == 0) {
            m_book.m_declaration = declaration();
            for (const auto& field : document.fields)
                if (field.first == m_text.word("field", "machine") ||
                    field.first == m_text.word("field", "gpu"))
                    m_book.m_machine.push_back(field);
        }
        for (const Row& row : m_c.rows) {
            if (wanted && !wanted()) return;
            addRow(row);
        }
        addFactors();
        addHeadline();
        for (const DocSection& section : document.sections) addSection(section);
        for (const DocTable& table : layerTables(m_c, m_options)) addBlock(table, Place::Further);
        addTold(document);
    }

private:
    /// Says that this PC has no GPU, without advice on how to get one to work (Y-35).
    [[nodiscard]] std::optional<std::string> declaration() const {
        if (m_c.gpu == GpuColumn::Measured) return std::nullopt;
        const std::string& cpu = m_c.sources.front().cpu;
        return t(m_c.gpu == GpuColumn::Absent ? "report.declaration_no_gpu"
                                              : "report.declaration_cpu_only",
                 {{"machine", cpu.empty() ? t("report.unknown_machine") : visibleText(cpu)}});
    }

    /// Notes the figures of a sentence of Duelo: whoever copies one of them cites a number that the
    /// files have (Y-35).
    void know(const std::string& words) {
        using Unit = NumberWords::Unit;
        for (const NumberWords& number : numbersIn(words)) {
            if (number.unit == Unit::None) continue;
            (number.isTime()              ? m_book.m_times_s
             : number.unit == Unit::Times ? m_book.m_factors
                                          : m_book.m_percents)
                .push_back(number.value * number.perUnit());
        }
    }
    void knowCard(const CardValue& card) {
        for (const std::string& line : card.lines) know(line);
    }

    /// Takes in the figures of Duelo's sentences, and of the cards of the cases that tables show.
    void addTold(const Document& document) {
        for (const DocSection& section : document.sections)
            for (const DocBlock& block : section.blocks) {
                if (const auto* words = std::get_if<DocParagraph>(&block)) know(words->text);
                if (const auto* list = std::get_if<DocList>(&block))
                    for (const std::string& item : list->items) know(item);
                if (const auto* table = std::get_if<DocTable>(&block)) {
                    for (const std::string& note : table->notes) know(note);
                    for (const auto& row : table->rows)
                        for (const DocCell& cell : row) know(cell.text);
                }
                if (const auto* chart = std::get_if<ChartValue>(&block))
                    know(descriptionOf(*chart));
            }
        for (std::size_t i = 0; i < m_c.tables.size(); ++i) {
            const CaseTable& table = m_c.tables[i];
            if (table.rows.size() > kMostCarded) continue;
            const View& view = viewOf(m_c, m_c.rows[table.rows.front()]);
            for (const std::size_t row : table.rows)
                if (view.cards)
                    for (const CardValue& card :
                         view.cards({.comparison = m_c, .labels = *this, .table = i, .row = row}))
                        knowCard(card);
        }
    }

    [[nodiscard]] Citation citationOf(EvidenceKind kind, const Source& source,
                                      std::string cell = {}, std::string item = {}) const {
        Citation out;
        out.kind = kind;
        out.of = {source.header.run, std::move(cell)};
        out.item = std::move(item);
        out.files = isOfGroup(kind) ? m_group : KeptGroup{fileOf(m_c, source)};
        tellSource(out, source);
        return out;
    }

    void addRow(const Row& row) {
        m_caseName = caseName(row);
        for (const ReportCell& cell : row.cells) {
            if (!cell.timed()) continue;
            m_book.m_own_times |=
                m_part.is_main && m_c.sources[cell.source].file == m_c.sources.front().file;
            m_book.m_gpu_times |= deviceOf(m_c.columns[cell.column].variant).isGpu() &&
                                  !isSimulated(m_c.sources[cell.source]);
            addTime(row, cell);
            addParts(row, cell);
        }
        for (const ColumnRatio& ratio : row.ratios) addRatio(row, ratio);
    }

    void add(std::vector<Evidence>& to, Citation citation, std::string title, std::string words,
             std::optional<double> value = {}, std::vector<DocBlock> blocks = {},
             std::string how = {}) {
        citation.said = words;
        to.push_back({std::move(citation), std::move(title), std::move(words), value,
                      std::move(how), std::move(blocks), m_kept});
    }
    /// Adds a figure unless another group has the very same.
    void addFigure(Citation citation, std::string title, std::string words, double value,
                   std::string how) {
        if (m_book.m_known.insert(subjectOf(citation) + citation.sha256).second)
            add(m_book.m_figures, std::move(citation), std::move(title), std::move(words), value,
                {}, std::move(how));
    }
    void addBox(Citation citation, std::string own_sha256, std::string title, std::string words,
                std::vector<DocBlock> blocks) {
        add(m_book.m_boxes, std::move(citation), std::move(title), std::move(words), {},
            std::move(blocks));
        m_book.m_boxes.back().own_sha256 = std::move(own_sha256);
    }
    [[nodiscard]] static std::string subjectOf(const Citation& of) {
        return jsonText({std::string(word(of.kind)), of.of.run, of.of.cell, of.base.run,
                         of.base.cell, of.item});
    }
    [[nodiscard]] const std::string& digest(const ReportCell& cell) {
        std::string& known = m_digests[&cell];
        if (known.empty()) known = digestOf(cell);
        return known;
    }

    /// Returns how a figure of a cell was obtained: its time, each of its parts and its ratios say
    /// the same.
    [[nodiscard]] const std::string& howOf(const Row& row, const ReportCell& cell) {
        std::string& how = m_hows[&cell];
        if (!how.empty()) return how;
        const Shown shown{.comparison = m_c,
                          .labels = *this,
                          .row = static_cast<std::size_t>(&row - m_c.rows.data()),
                          .column = cell.column};
        how = columnName(cell.column) + ". " + provenance(m_c.sources[cell.source]);
        if (const auto card = measuredCard(shown))
            for (const std::string& line : card->lines) how += '\n' + line;
        if (const std::string apart = apartText(cell.parts(), *this); !apart.empty())
            how += '\n' + t("explain.where_apart", {{"list", apart}});
        return how;
    }

    void addTime(const Row& row, const ReportCell& cell) {
        const Summary& summary = *cell.result.summary;
        const double seconds = summary.median_ms / 1000;
        Citation citation = citationOf(EvidenceKind::Time, m_c.sources[cell.source], cell.id);
        citation.sha256 = digest(cell);
        const std::string precision = precisionText(summary);
        addFigure(std::move(citation), m_caseName + ": " + columnName(cell.column),
                  timeText(summary) + (precision.empty() ? "" : " [" + precision + "]"), seconds,
                  howOf(row, cell));
        m_book.m_times_s.push_back(seconds);
        if (summary.ci95_ms)
            m_book.m_times_s.insert(m_book.m_times_s.end(),
                                    {summary.ci95_ms->low / 1000, summary.ci95_ms->high / 1000});
    }

    void addParts(const Row& row, const ReportCell& cell) {
        const Parts parts = cell.parts();
        const BarsValue shares = breakdownOf(parts, m_text);
        if (shares.bars.empty() || shares.bars.front().parts.size() < 2) return;
        double total = 0;
        for (const BarsValue::Part& part : shares.bars.front().parts) total += part.ms;
        for (const BarsValue::Part& part : shares.bars.front().parts) {
            Citation citation =
                citationOf(EvidenceKind::Part, m_c.sources[cell.source], cell.id, part.id);
            citation.sha256 = digest(cell);
            addFigure(std::move(citation), m_caseName + ": " + columnName(cell.column),
                      part.name + ": " + part.text, 100 * part.ms / total, howOf(row, cell));
            m_book.m_percents.push_back(100 * part.ms / total);
        }
    }

    void addRatio(const Row& row, const ColumnRatio& ratio) {
        if (!ratio.givesFactor()) return;
        const ReportCell &base = row.cells[ratio.base], &cell = row.cells[ratio.column];
        Citation citation = citationOf(EvidenceKind::Ratio, m_c.sources[cell.source], cell.id);
        citation.base = {m_c.sources[base.source].header.run, base.id};
        citation.sha256 = sha256Hex(digest(base) + digest(cell));
        if (m_c.sources[base.source].file != m_c.sources[cell.source].file)
            citation.files.push_back(fileOf(m_c, m_c.sources[base.source]));
        const auto& ci = ratio.estimate->ci95;
        const int decimals = decimalsFor(ratio.estimate->ratio, ci);
        const auto told = [&](double value) {
            return formatFixed(value, decimals, m_text.numbers());
        };
        addFigure(std::move(citation),
                  m_caseName + ": " +
                      t("lab_report.ratio_of", {{"base_name", columnName(ratio.base)},
                                                {"variant_name", columnName(ratio.column)}}),
                  told(ratio.estimate->ratio) +
                      (ci ? " [" + told(ci->low) + "–" + told(ci->high) + "]" : std::string()),
                  ratio.estimate->ratio, howOf(row, base) + "\n\n" + howOf(row, cell));
        for (const double value : {ratio.estimate->ratio, ci ? ci->low : ratio.estimate->ratio,
                                   ci ? ci->high : ratio.estimate->ratio})
            m_book.m_factors.insert(m_book.m_factors.end(), {value, 1 / value});
    }

    /// Adds the factor of two times in a row or down a column, where a ratio may be told.
    void addFactors() {
        std::vector<std::pair<std::size_t, const ReportCell*>> timed;  // by row
        for (std::size_t r = 0; r < m_c.rows.size(); ++r)
            for (const ReportCell& cell : m_c.rows[r].cells)
                if (cell.timed() && !whyNoRatioOf(m_c.sources[cell.source].header))
                    timed.emplace_back(r, &cell);
        if (timed.size() > kMostPaired) return;
        for (const auto& [rowA, a] : timed)
            for (const auto& [rowB, b] : timed)
                if (a != b && (rowA == rowB || a->column == b->column))
                    m_book.m_factors.push_back(a->result.summary->median_ms /
                                               b->result.summary->median_ms);
    }

    /// Returns the digest of all that the first file measured.
    [[nodiscard]] std::string ownDigest() {
        Sha256 all;
        for (const Row& row : m_c.rows)
            for (const ReportCell& cell : row.cells)
                if (m_c.sources[cell.source].file == m_c.sources.front().file)
                    all.add(digest(cell));
        return all.hex();
    }

    /// Returns the digest of all that a box can show: who measured what in every file, and against
    /// what it is set.
    [[nodiscard]] std::string groupDigest() {
        Sha256 all;
        for (const Source& source : m_c.sources)
            all.add(std::string(word(source.role)) + '\n' + encode(Record(source.header)) + '\n');
        for (const Row& row : m_c.rows)
            for (const ReportCell& cell : row.cells)
                all.add(std::to_string(cell.column) + ' ' + digest(cell) + '\n');
        all.add(m_c.base_column ? std::to_string(*m_c.base_column) : "-");
        return all.hex();
    }

    void addHeadline() {
        Shown shown{.comparison = m_c, .labels = *this};
        if (!m_c.tables.empty()) shown.table = 0;
        const Finding finding = findingOf(shown);
        if (!finding.row) return;
        Citation citation = citationOf(EvidenceKind::Headline, m_c.sources.front());
        citation.sha256 = m_groupDigest;
        const std::string words =
            finding.headline + (finding.detail.empty() ? "" : ". " + finding.detail);
        addBox(std::move(citation), m_ownDigest, t("lab_report.box_headline"), words,
               {DocParagraph{words}});
    }

    /// Puts what is said before a table below it: in a report the tables go alone.
    void addSection(const DocSection& section) {
        const Place place = section.annex ? Place::Annex : Place::Results;
        DocList told;
        for (const DocBlock& block : section.blocks) {
            const auto* list = std::get_if<DocList>(&block);
            if (list && !section.annex) {
                told.items.insert(told.items.end(), list->items.begin(), list->items.end());
                continue;
            }
            DocBlock shown = block;
            auto* table = std::get_if<DocTable>(&shown);
            if (table && !section.annex)
                table->notes.insert(table->notes.begin(), told.items.begin(), told.items.end());
            if (table) told.items.clear();
            addBlock(shown, place);
        }
        if (!told.items.empty()) addBlock(told, place);
    }

    /// Returns the PC of a file and when it measured: "i5-12400, RTX 3060, 2026-11-27 10:41"; of
    /// times without a PC their file.
    [[nodiscard]] std::string pcName(const KeptFile& file) const {
        const auto source = std::ranges::find_if(
            m_c.sources, [&](const Source& one) { return one.header.run == file.run; });
        if (source == m_c.sources.end() || provenanceOf(source->header)) return file.file;
        const std::string pc = visibleText(shortMachineName(source->cpu, source->gpu));
        return pc.empty() ? file.file : pc + ", " + localTime(source->header.started);
    }

    /// Two files' tables have the same titles, so that those which are not in the results name
    /// their PC and when it measured. The own file tells whose they are, and all that stand beside
    /// each other where two have the same own one. A sheet names its machine already.
    [[nodiscard]] DocBlock named(DocBlock block) const {
        auto* table = std::get_if<DocTable>(&block);
        if (m_part.is_main || (table && isSheet(*table))) return block;
        std::string pcs;
        const bool told = std::ranges::count(m_book.m_own_files, m_group.front().file) < 2;
        for (std::size_t i = 0; i < (told ? 1 : m_group.size()); ++i)
            pcs += (i == 0 ? " (" : " + ") + pcName(m_group[i]);
        if (!pcs.empty()) pcs += ')';
        if (table)
            table->title += pcs;
        else if (auto* chart = std::get_if<ChartValue>(&block))
            std::visit([&](auto& value) { value.title += pcs; }, *chart);
        return block;
    }

    enum class Place { Results, Annex, Further };

    void addBlock(const DocBlock& made, Place place) {
        DocBlock block = named(made);
        if (auto* sheet = std::get_if<DocTable>(&block); sheet && isSheet(*sheet))
            *sheet = withoutAdvice(*sheet, m_text);
        const auto* table = std::get_if<DocTable>(&block);
        const auto* chart = std::get_if<ChartValue>(&block);
        // What the method is one group tells for all; what its marks mean each tells of its own.
        const auto* items = std::get_if<DocList>(&block);
        const bool list = items && (m_part.place == 0 || !items->id.empty());
        const PlacedBlock placed{block, m_groupDigest, m_part.place,
                                 m_part.is_told || (list && m_part.place == 0)};
        if (list || (place == Place::Annex && table)) m_book.m_method.push_back(placed);
        if (!table && !chart) return;
        if (place == Place::Results && m_part.is_main)
            m_book.m_results.push_back(placed);
        else if (place != Place::Annex && table)
            m_book.m_further.push_back(placed);
        const bool sheet = table && isSheet(*table);
        Citation citation = citationOf(sheet   ? EvidenceKind::Machine
                                       : table ? EvidenceKind::Table
                                               : EvidenceKind::Chart,
                                       m_c.sources.front(), {},
                                       table ? table->id : "chart-" + std::to_string(++m_charts));
        citation.sha256 = m_groupDigest;
        addBox(
            std::move(citation),
            sheet ? sha256Hex(jsonText(toJson(m_c.sources.front().header.machine))) : m_ownDigest,
            blockTitle(block), chart ? descriptionOf(*chart) : firstLines(*table), {block});
    }

    /// Returns the lines that the card of a table shows. Tables of one experiment differ by their
    /// columns.
    [[nodiscard]] static std::string firstLines(const DocTable& table) {
        constexpr std::size_t kLines = 4, kNamed = 3;
        std::string out;
        for (std::size_t i = 1; i < table.columns.size() && table.columns.size() <= kNamed; ++i)
            out += (i == 1 ? "" : " · ") + table.columns[i];
        for (std::size_t r = 0; r < std::min(kLines, table.rows.size()); ++r) {
            if (!out.empty()) out += '\n';
            const auto& cells = table.rows[r];
            for (std::size_t i = 0; i < cells.size(); ++i) {
                // A machine sheet has two pairs in a row.
                const bool answers = i == 1 || (i % 2 == 1 && isSheet(table));
                const bool asks = i > 0 && cells[i - 1].text.ends_with('?');
                out += (i == 0 ? "" : !answers ? " · " : asks ? " " : ": ") + cells[i].text;
            }
        }
        return out + (table.rows.size() > kLines ? "\n…" : "");
    }

    EvidenceBook& m_book;
    const ReportOptions& m_options;
    bool m_kept;
    const GroupPart m_part;
    std::unordered_map<const ReportCell*, std::string> m_digests, m_hows;
    const KeptGroup m_group = groupOf(m_c);
    const std::string m_ownDigest = ownDigest(), m_groupDigest = groupDigest();
    std::string m_caseName;  ///< of the row that is added
    int m_charts = 0;
};

void EvidenceBook::add(const Comparison& comparison, const ReportOptions& options, bool kept,
                       const GroupPart& part, const std::function<bool()>& wanted) {
    Readable& readable = m_groups.emplace_back(Readable{groupOf(comparison)});
    for (const Source& source : comparison.sources) readable.runs.insert(source.header.run);
    Maker(*this, comparison, options, kept, part).make(wanted);
    m_open = true;
}

std::optional<Evidence> judgedEvidence(const Citation& citation, const Comparison& comparison,
                                       const ReportOptions& options) {
    if (hasGame(comparison)) return std::nullopt;
    const CellPlace at = placeOf(comparison, citation.of);
    if (!isComposed(citation.kind) || !at) return std::nullopt;
    std::optional<Evidence> out;
    if (const auto claim = claimOf(citation))
        out = claimEvidence(comparison, *claim, options.text());
    else if (citation.kind == EvidenceKind::WhatIf)
        out = changeEvidence(comparison, citation.base, citation.of, options.text());
    if (!out) return std::nullopt;
    Citation cited = citation;
    cited.said = out->words;
    cited.sha256 = out->citation.sha256;
    const Source& source = comparison.sources[at.cell->source];
    cited.files = {fileOf(comparison, source)};
    if (const CellPlace base = placeOf(comparison, citation.base);
        base && comparison.sources[base.cell->source].file != source.file)
        cited.files.push_back(fileOf(comparison, comparison.sources[base.cell->source]));
    tellSource(cited, source);
    out->citation = std::move(cited);
    return out;
}

}  // namespace duelo
