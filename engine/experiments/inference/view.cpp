// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/view.h"

#include <algorithm>
#include <set>

#include "experiments/inference/output.h"
#include "report/comparison_steps.h"

namespace duelo {
namespace {

std::string kindKey(SizeTable::Kind kind) {
    switch (kind) {
        case SizeTable::Kind::CpuAndGpu:
            return "report.column_gpu";
        case SizeTable::Kind::SharedGpu:
            return "report.column_gpu_shared";
        case SizeTable::Kind::ReferenceGpu:
            return "report.column_gpu_reference";
        case SizeTable::Kind::CpuOnly:
            break;
    }
    return {};
}

/// The class that a network recognised, at the end of a line of longTable().
View::Columns recognised(const Comparison& comparison) {
    return [&comparison](long_table::Line& line, std::size_t row, std::size_t column) {
        using namespace long_table;
        const auto top = topClassesOf(comparison.rows[row].cells[column].result);
        const bool has = !top.empty();
        line.put("top1_class",
                 has ? LongTable::Value{std::int64_t{top[0].index}} : LongTable::Value{});
        line.put("top1_label", has ? textValue(top[0].label) : LongTable::Value{});
        line.put("top1_probability", has ? number(top[0].probability) : LongTable::Value{});
    };
}

}  // namespace

const View& inferenceView() {
    static const View view{.title = "report.title",
                           .answers = answersOf<InferenceView>,
                           .sections = sectionsOf<InferenceView>,
                           .columns = recognised};
    return view;
}

std::vector<DocSection> InferenceView::sections() const {
    return {method(), results(), charts()};
}

DocSection InferenceView::method() const {
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
            for (const PartTime& part : result.parts)
                if (part.id == "h2d") (part.inside ? included : apart) = true;
            const Identity* weights = result.identity("weights");
            if (!weights) continue;
            const std::string& from = weights->origin;
            (from == "official" ? official : from == kRandomOrigin ? random : other) = true;
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

    const ProtocolSheet& protocol = own.header.protocol;
    if (!protocol.version.empty())
        list.items.push_back(t("report.method_protocol",
                               {{"version", protocol.version}, {"preset", protocol.preset}}));
    list.items.push_back(t("report.method_figures"));
    section.blocks.emplace_back(std::move(list));
    return section;
}

DocSection InferenceView::results() const {
    DocSection section{t("report.results_heading"), {}, false};
    for (std::size_t i = 0; i < m_c.tables.size(); ++i)
        section.blocks.emplace_back(sizeTable(m_c.tables[i], i + 1));
    if (auto classes = classTable()) {
        section.blocks.emplace_back(std::move(*classes));
    } else {
        section.blocks.emplace_back(DocParagraph{t("report.classes_none"), false});
    }
    return section;
}

/// The handout's table (S0-19): size | CPU (s) | GPU (s), 4 decimals; Option B has one figure
/// column, or another PC's GPU in the second with its origin below (S0-31..33).
DocTable InferenceView::sizeTable(const SizeTable& table, std::size_t number) const {
    const Params& work = m_c.rows[table.rows.front()].work;
    DocTable out;
    out.id = "times-" + std::to_string(number);
    const bool photographs = inputOf(work) != kRandomInput;
    out.title = t(work.integer("batch", 1) == 1 ? "report.table_title" : "report.table_title_batch",
                  {{"model_name", modelName(work)},
                   {"input_name", photographs ? t("report.input_photographs") : inputName(work)},
                   {"batch", work.integer("batch", 1)}});
    out.columns = {t(photographs ? "report.column_image_size" : "report.column_size"),
                   t("report.column_cpu")};
    std::vector<std::optional<std::size_t>> columns{table.cpu};
    if (table.kind != SizeTable::Kind::CpuOnly) {
        out.columns.push_back(m_text(kindKey(table.kind)));
        columns.push_back(table.gpu);
    }
    out.numeric.assign(out.columns.size(), true);
    out.numeric[0] = false;

    std::vector<std::string> causes;
    const auto missing = [&](const Reason& reason, const std::optional<Status>& status) {
        const std::string sentence = m_text.reason(reason);
        auto found = std::find(causes.begin(), causes.end(), sentence);
        if (found == causes.end()) found = causes.insert(causes.end(), sentence);
        return DocCell{
            causeText(reason, status) + " [" + std::to_string(found - causes.begin() + 1) + "]",
            std::nullopt, 0, false};
    };
    for (const std::size_t r : table.rows) {
        const Row& row = m_c.rows[r];
        const std::string size = std::to_string(row.work.integer("size_px"));
        const std::string name = photographs ? inputName(row.work) + ", " : std::string();
        out.rows.push_back({{name + size + "x" + size, std::nullopt, 0, false}});
        for (const auto& column : columns) {
            if (!column) {
                out.rows.back().push_back(missing(Reason{"not_measured_absent"}, {}));
                continue;
            }
            const ReportCell& cell = row.cells[*column];
            out.rows.back().push_back(
                cell.measured() ? secondsCell(cell.result.summary->median_ms, m_text.numbers())
                                : missing(*cell.reason, cell.status));
        }
    }
    for (std::size_t i = 0; i < causes.size(); ++i)
        out.notes.push_back("[" + std::to_string(i + 1) + "] " + causes[i]);
    std::string who;
    for (const auto& column : columns)
        if (column) who += (who.empty() ? "" : "; ") + variantName(m_c.columns[*column].variant);
    out.notes.push_back(t("report.table_note", {{"variants_text", who}}));
    if (table.gpu && table.kind != SizeTable::Kind::CpuAndGpu)
        out.notes.push_back(provenance(m_c.sourceOf(m_c.columns[*table.gpu])));
    return out;
}

/// What the network recognised in the photographs, so that the run is visibly a recognition task
/// (S0-48). Random weights or a random tensor recognise nothing and are not shown.
std::optional<DocTable> InferenceView::classTable() const {
    DocTable out;
    out.id = "classes";
    out.title = t("report.classes_title");
    out.columns = {t("report.column_image"),       columnTitle(m_text, "inference", "model"),
                   t("report.column_size"),        t("report.column_class"),
                   t("report.column_probability"), t("report.column_agreement")};
    out.numeric = {false, false, false, false, true, false};
    for (const Row& row : m_c.rows) {
        if (inputOf(row.work) == kRandomInput) continue;
        std::optional<TopClass> shown;
        std::size_t variants = 0, equal = 0;
        for (const ReportCell& cell : row.cells) {
            const auto top = topClassesOf(cell.result);
            if (!cell.measured() || top.empty()) continue;
            const Identity* weights = cell.result.identity("weights");
            if (weights && weights->origin == kRandomOrigin) continue;
            if (!shown) shown = top.front();
            ++variants;
            equal += top.front().index == shown->index;
        }
        if (!shown) continue;
        const std::string size = std::to_string(row.work.integer("size_px"));
        out.rows.push_back({{inputName(row.work), std::nullopt, 0, false},
                            {visibleText(modelName(row.work)), std::nullopt, 0, false},
                            {size + "x" + size, std::nullopt, 0, false},
                            {className(*shown, m_text), std::nullopt, 0, false},
                            figure(shown->probability, 3),
                            {t("report.agreement", {{"equal", equal}, {"variants", variants}}),
                             std::nullopt, 0, false}});
    }
    if (out.rows.empty()) return std::nullopt;
    out.notes.push_back(t("report.classes_note"));
    return out;
}

DocSection InferenceView::charts() const {
    DocSection section{t("report.chart_heading"), {}, false};
    for (const SizeTable& table : m_c.tables)
        if (auto drawn = chart(table)) section.blocks.emplace_back(std::move(*drawn));
    return section;
}

std::optional<DocChart> InferenceView::chart(const SizeTable& table) const {
    const Params& work = m_c.rows[table.rows.front()].work;
    for (const std::size_t r : table.rows)  // a line over sizes needs the same input at each
        if (inputOf(m_c.rows[r].work) != inputOf(work)) return std::nullopt;
    DocChart out;
    out.title = t(table.gpu ? "report.chart_title" : "report.chart_title_cpu",
                  {{"model_name", modelName(work)}, {"input_name", inputName(work)}});
    out.x_title = t("report.chart_x");
    out.y_title = t("report.chart_y");
    double low = 0, high = 0;
    std::size_t longest = 0;
    std::string words;
    for (const auto& column : {table.cpu, table.gpu}) {
        if (!column) continue;
        const bool cpu = deviceOf(m_c.columns[*column].variant) == Device::Cpu;
        DocChart::Series series{
            deviceName(*column), cpu ? DocChart::Marker::Circle : DocChart::Marker::Cross, {}};
        for (const std::size_t r : table.rows) {
            const ReportCell& cell = m_c.rows[r].cells[*column];
            if (!cell.measured()) continue;
            const double seconds = cell.result.summary->median_ms / 1000;
            series.points.emplace_back(m_c.rows[r].work.integer("size_px"), seconds);
            low = low == 0 ? seconds : std::min(low, seconds);
            high = std::max(high, seconds);
        }
        std::sort(series.points.begin(), series.points.end());
        longest = std::max(longest, series.points.size());
        std::string values;
        for (const auto& [size, seconds] : series.points)
            values += (values.empty() ? "" : "; ") +
                      t("report.chart_point",
                        {{"size_px", size},
                         {"time", secondsCell(seconds * 1000, m_text.numbers()).text}});
        if (series.points.empty()) continue;
        words += (words.empty() ? "" : " ") + series.name + ": " + values + ".";
        out.series.push_back(std::move(series));
    }
    if (longest < 2) return std::nullopt;  // one size makes no line; the table says it already
    out.log_y = low > 0 && high / low >= kLogSpan;
    out.description = words + (out.log_y ? " " + t("report.chart_log") : "");
    return out;
}

}  // namespace duelo
