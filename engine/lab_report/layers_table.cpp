// SPDX-License-Identifier: Apache-2.0
#include "lab_report/layers_table.h"

#include <algorithm>
#include <string>

#include "record/provenance.h"
#include "report/imported.h"
#include "report/report_words.h"
#include "report/view.h"

namespace duelo {
namespace {

/// More parts than that are no overview: those with the fewest operations are counted together.
constexpr std::size_t kMostParts = 9;
/// A network whose modules have fewer parts than that is told by their modules in turn.
constexpr std::size_t kLeastParts = 3;
constexpr int kDeepest = 3;
constexpr std::size_t kMostGpus = 3;  ///< that stand beside the own times

struct Part {
    std::string name;
    std::size_t layers = 0;
    double flop = 0, bytes = 0;

    void add(const View::Layer& layer) {
        ++layers;
        flop += layer.flop;
        bytes += layer.bytes;
    }
    void add(const Part& other) {
        layers += other.layers;
        flop += other.flop;
        bytes += other.bytes;
    }
};

/// "layer1.0.conv1" at depth 1: "layer1".
std::string moduleOf(const std::string& name, int depth) {
    std::size_t end = 0;
    for (int i = 0; i < depth && end != std::string::npos; ++i)
        end = name.find('.', i == 0 ? 0 : end + 1);
    return name.substr(0, end);
}

/// A measured case and its layers.
struct Counted {
    const Row* row = nullptr;
    const ReportCell* cell = nullptr;
    std::vector<View::Layer> layers;

    [[nodiscard]] Part whole() const {
        Part all;
        for (const View::Layer& layer : layers) all.add(layer);
        return all;
    }
};

bool isSameNetwork(const Counted& a, const Counted& b) {
    return std::ranges::equal(a.layers, b.layers, {}, &View::Layer::name, &View::Layer::name);
}

class LayerTables : private ReportWords {
public:
    LayerTables(const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options) {
        for (std::size_t column = 0; column < m_c.columns.size() && m_cases.empty(); ++column)
            m_cases = casesOf(column, true);
        // Beside the own times those of a GPU, whoever measured it: how each grows is the question.
        for (std::size_t column = 0; column < m_c.columns.size() && !m_cases.empty(); ++column)
            if (deviceOf(m_c.columns[column].variant).isGpu() && m_gpus.size() < kMostGpus &&
                column != m_cases.front().cell->column)
                if (auto cases = casesOf(column, false); !cases.empty())
                    m_gpus.push_back(std::move(cases));
    }

    std::vector<DocTable> tables() const {
        if (m_cases.empty()) return {};
        return {partTable(), workTable()};
    }

private:
    /// Returns the cases of one network that have a time in this column: of the first network that
    /// the own file has, or where there are cases already of theirs, of whichever file.
    [[nodiscard]] std::vector<Counted> casesOf(std::size_t column, bool own) const {
        std::vector<Counted> cases;
        for (const Row& row : m_c.rows) {
            const View& view = viewOf(m_c, row);
            for (const ReportCell& cell : row.cells) {
                const Source& source = m_c.sources[cell.source];
                if (cell.column != column || !cell.timed() || !view.layers ||
                    (own && source.file != m_c.sources.front().file) || isSimulated(source))
                    continue;
                Counted one{&row, &cell, view.layers(row, m_c.columns[column].variant)};
                if (!(one.whole().flop > 0)) continue;
                const Counted& like = !m_cases.empty() ? m_cases.front()
                                      : cases.empty()  ? one
                                                       : cases.front();
                if (isSameNetwork(like, one)) cases.push_back(std::move(one));
            }
        }
        std::ranges::stable_sort(cases, {}, [](const Counted& one) { return one.whole().flop; });
        return cases;
    }

    /// The layers that compute, by their modules and in their order.
    [[nodiscard]] static std::vector<Part> partsOf(const Counted& counted) {
        std::vector<Part> parts;
        for (int depth = 1; depth <= kDeepest && parts.size() < kLeastParts; ++depth) {
            parts.clear();
            for (const View::Layer& layer : counted.layers) {
                if (!(layer.flop > 0)) continue;
                const std::string name = moduleOf(layer.name, depth);
                auto part = std::ranges::find(parts, name, &Part::name);
                if (part == parts.end()) part = parts.insert(parts.end(), Part{.name = name});
                part->add(layer);
            }
        }
        return parts;
    }

    DocTable partTable() const {
        const Counted& largest = m_cases.back();
        const Part whole = largest.whole();
        std::vector<Part> parts = partsOf(largest);
        Part fewer{.name = t("lab_report.layers_fewer")},
            others{.name = t("lab_report.layers_rest")};
        while (parts.size() > kMostParts) {
            const auto least = std::ranges::min_element(parts, {}, &Part::flop);
            fewer.add(*least);
            parts.erase(least);
        }
        for (const View::Layer& layer : largest.layers)
            if (!(layer.flop > 0) && layer.bytes > 0) others.add(layer);
        for (const Part& more : {fewer, others})
            if (more.layers > 0) parts.push_back(more);
        DocTable out =
            bareTable("layers", "lab_report.layers_title",
                      {"lab_report.layers_part", "lab_report.layers_count",
                       "lab_report.layers_flop_share", "lab_report.layers_traffic_share"},
                      {1, 2, 3});
        out.title = withCommon(out.title, caseName(*largest.row));
        for (const Part& part : parts)
            out.rows.push_back(
                {words(visibleText(part.name)), figure(static_cast<double>(part.layers), 0),
                 // Work without products is not counted.
                 part.flop > 0 ? figure(100 * part.flop / whole.flop, 1) : words("–"),
                 figure(100 * part.bytes / whole.bytes, 1)});
        out.notes.push_back(t("lab_report.layers_note"));
        return out;
    }

    DocTable workTable() const {
        DocTable out =
            emptyTable("layers-work", t("lab_report.layers_work_title"), "",
                       {"report.column_case", "report.column_variant", "lab_report.layers_gflop",
                        "lab_report.layers_more_flop", "report.column_time",
                        "lab_report.layers_more_time", "lab_report.layers_rate"});
        out.numeric = {false, false, true, true, true, true, true};
        std::vector<const Row*> rows;
        addWork(out, m_cases, rows);
        for (const std::vector<Counted>& cases : m_gpus) addWork(out, cases, rows);
        nameCases(out, rows);
        std::string note = t("lab_report.layers_work_note");
        if (m_gpus.empty()) {  // its name need not stand in each row
            const auto variant = std::ranges::find(out.columns, t("report.column_variant"));
            const auto at = variant - out.columns.begin();
            out.columns.erase(variant);
            out.numeric.erase(out.numeric.begin() + at);
            for (auto& row : out.rows) row.erase(row.begin() + at);
            note = columnName(m_cases.front().cell->column) + ". " + note;
        }
        out.notes.push_back(std::move(note));
        return out;
    }

    /// Adds the rows of a column, each set against its first.
    void addWork(DocTable& out, const std::vector<Counted>& cases,
                 std::vector<const Row*>& rows) const {
        const double first_flop = cases.front().whole().flop;
        const double first_ms = cases.front().cell->result.summary->median_ms;
        for (const Counted& one : cases) {
            const double flop = one.whole().flop;
            const Summary& summary = *one.cell->result.summary;
            out.rows.push_back({words(caseName(*one.row)), words(columnName(one.cell->column)),
                                measured(flop / 1e9), measured(flop / first_flop), time(summary),
                                measured(summary.median_ms / first_ms),
                                measured(flop / 1e6 / summary.median_ms)});
            rows.push_back(one.row);
        }
    }

    std::vector<Counted> m_cases;                ///< of the own file
    std::vector<std::vector<Counted>> m_gpus{};  ///< the same of GPUs, each of its column
};

}  // namespace

std::vector<DocTable> layerTables(const Comparison& comparison, const ReportOptions& options) {
    return LayerTables(comparison, options).tables();
}

}  // namespace duelo
