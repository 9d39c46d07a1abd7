// SPDX-License-Identifier: Apache-2.0
// A map of what is worth it as a chart, a card and a section.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/power_text.h"
#include "report/report_words.h"
#include "report/time_unit.h"
#include "report/worth.h"

namespace duelo {
namespace {

using Winner = WorthCell::Winner;

constexpr double kMapCell = 62;
/// A cell of a map of few columns, whose words are read without making them small.
constexpr double kLargeCell = 92;
constexpr std::size_t kFewColumns = 4;
constexpr int kCpuStyle = 0, kGpuStyle = 1;

/// Numbers of images that scientists have at a time (S3-12), by the text that tells of it.
struct Scenario {
    const char* id;
    double images;
};
constexpr std::array<Scenario, 3> kScenarios{
    {{"one", 1}, {"scan", 500}, {"collection", 1'000'000}}};

class WorthWords : private ReportWords {
public:
    WorthWords(const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options), m_maps(worthMapsOf(comparison)) {}

    std::vector<ChartValue> charts(const std::string& experiment = {}) const {
        std::vector<ChartValue> out;
        for (const WorthMap& map : m_maps)
            if (experiment.empty() || map.experiment == experiment) out.emplace_back(chart(map));
        return out;
    }

    DocSection section() const {
        DocSection out{t("worth.heading"), {}, false};
        if (m_maps.empty()) return out;
        // Its description says it in words.
        for (const WorthMap& map : m_maps)
            if (tells(map)) out.blocks.emplace_back(chart(map));
        DocList missing;
        const auto isOpen = [](const auto& cell) {
            return cell && cell->winner == Winner::Undecided;
        };
        for (const WorthMap& map : m_maps)
            if (!tells(map) && std::ranges::any_of(map.cells, isOpen))
                missing.items.push_back(t("worth.untold", {{"title", titleOf(map)}}));
        if (!out.blocks.empty())
            if (DocTable starts = startTable(); !starts.rows.empty())
                out.blocks.emplace_back(std::move(starts));
        if (!missing.items.empty()) out.blocks.emplace_back(std::move(missing));
        return out;
    }

    std::optional<CardValue> card(const Row& row) const {
        for (const WorthMap& map : m_maps)
            for (const auto& cell : map.cells) {
                if (!cell || &m_c.rows[cell->row] != &row || !cell->ratio) continue;
                CardValue out{.id = "worth", .title = t("worth.card_title")};
                out.lines.push_back(t(("worth.card_" + winnerWord(cell->winner)).c_str(),
                                      {{"case_name", caseName(row)}}));
                if (const std::string paid = payBackText(*cell); !paid.empty())
                    out.lines.push_back(paid);
                for (const std::string& sentence : scenarios(*cell)) out.lines.push_back(sentence);
                for (const std::string& sentence : lineSentences(map))
                    out.lines.push_back(sentence);
                return out;
            }
        return std::nullopt;
    }

private:
    /// Tells whether a map says anything: on paper a map of question marks does not.
    static bool tells(const WorthMap& map) {
        return std::ranges::any_of(map.cells, [](const std::optional<WorthCell>& cell) {
            return cell && (cell->winner == Winner::Cpu || cell->winner == Winner::Gpu);
        });
    }

    static std::string winnerWord(Winner winner) {
        return winner == Winner::Cpu         ? "cpu"
               : winner == Winner::Gpu       ? "gpu"
               : winner == Winner::Undecided ? "undecided"
                                             : "unknown";
    }
    std::string valueText(const std::string& axis, double value) const {
        const bool whole = value == std::floor(value);
        return m_text.value(axis, whole ? Json(static_cast<std::int64_t>(value)) : Json(value));
    }
    std::string axisName(const WorthMap& map, const std::string& axis) const {
        return columnTitle(m_text, map.experiment, axis);
    }
    /// Returns the parts of the name that all cases of a map share.
    std::string commonOf(const WorthMap& map) const {
        std::vector<std::string> common;
        for (const auto& cell : map.cells) {
            if (!cell) continue;
            const auto parts = caseParts(m_c.rows[cell->row]);
            if (common.empty()) common = parts;
            std::erase_if(common, [&](const std::string& part) {
                return std::ranges::find(parts, part) == parts.end();
            });
        }
        return commaJoined(common);
    }
    std::string titleOf(const WorthMap& map) const {
        const std::string common = commonOf(map);
        return common.empty() ? t("worth.title") : t("worth.title_of", {{"common_text", common}});
    }

    /// "4.00": how many times as fast the winner is, in so many digits as a cell of the map has
    /// room for.
    std::string factorText(const WorthCell& cell) const {
        return readableText(saidRatio(*cell.ratio->estimate).value, m_text.numbers());
    }

    GridsValue::Cell drawn(const std::optional<WorthCell>& cell) const {
        if (!cell) return {.tone = GridsValue::Tone::Outside};
        switch (cell->winner) {
            case Winner::Cpu:
                return {.text = t("worth.cell_cpu", {{"factor_text", factorText(*cell)}}),
                        .style = kCpuStyle};
            case Winner::Gpu:
                return {.text = t("worth.cell_gpu", {{"factor_text", factorText(*cell)}}),
                        .style = kGpuStyle};
            case Winner::Undecided:
                return {.text = t("worth.cell_undecided"), .hatched = true};
            case Winner::Unknown:
                break;
        }
        return {.text = "–", .tone = GridsValue::Tone::Empty};
    }

    GridsValue chart(const WorthMap& map) const {
        GridsValue out{.title = titleOf(map),
                       .cell_px = map.xs.size() <= kFewColumns ? kLargeCell : kMapCell};
        GridsValue::Grid grid;
        const bool two = !map.y_axis.empty();  // else its line needs no name
        grid.columns = map.xs.size() + (two ? 1 : 0);
        grid.title = !two ? axisName(map, map.x_axis)
                          : t("worth.axes", {{"x_name", axisName(map, map.x_axis)},
                                             {"y_name", axisName(map, map.y_axis)}});
        const auto head = [&](std::string text) {
            grid.cells.push_back({.text = std::move(text), .tone = GridsValue::Tone::Outside});
        };
        if (two) head({});
        for (const double x : map.xs) head(valueText(map.x_axis, x));
        for (std::size_t y = 0; y < map.ys.size(); ++y) {
            if (two) head(valueText(map.y_axis, map.ys[y]));
            for (std::size_t x = 0; x < map.xs.size(); ++x)
                grid.cells.push_back(drawn(map.at(x, y)));
        }
        for (const BreakEven& line : breakEvens(map)) {
            GridsValue::Cell& cell =
                grid.cells[(line.y + 1) * grid.columns + line.x + (two ? 1 : 0)];
            (line.down ? cell.line_below : cell.line_right) = true;
        }
        out.grids.push_back(std::move(grid));
        out.words = {t("worth.legend_title")};
        if (std::string legend = legendOf(map); !legend.empty())
            out.words.push_back(std::move(legend));
        for (std::string& sentence : lineSentences(map)) out.words.push_back(std::move(sentence));
        for (const std::string& sentence : sentences(map))
            out.description += (out.description.empty() ? "" : " ") + sentence;
        return out;
    }

    /// Explains the signs that the map has, and no others.
    std::string legendOf(const WorthMap& map) const {
        const auto has = [&](Winner winner) {
            return std::ranges::any_of(
                map.cells, [&](const auto& cell) { return cell && cell->winner == winner; });
        };
        std::string out;
        const auto add = [&](bool there, const char* key) {
            if (there) out += (out.empty() ? "" : " ") + t(key);
        };
        add(!breakEvens(map).empty(), "worth.legend_line");
        add(has(Winner::Undecided), "worth.legend_undecided");
        add(has(Winner::Unknown), "worth.legend_unknown");
        return out;
    }

    /// Returns sentences on where the CPU and the GPU take the same time.
    std::vector<std::string> lineSentences(const WorthMap& map) const {
        std::vector<std::string> out;
        for (const BreakEven& line : breakEvens(map)) {
            if (line.down) continue;
            const bool gpuAbove = map.at(line.x, line.y)->winner == Winner::Cpu;
            out.push_back(t(gpuAbove ? "worth.line" : "worth.line_down",
                            {{"axis_name", axisName(map, map.x_axis)},
                             {"from_text", valueText(map.x_axis, map.xs[line.x])},
                             {"to_text", valueText(map.x_axis, map.xs[line.x + 1])}}) +
                          (map.y_axis.empty() ? "."
                                              : " (" + axisName(map, map.y_axis) + ": " +
                                                    valueText(map.y_axis, map.ys[line.y]) + ")."));
        }
        return out;
    }
    std::vector<std::string> sentences(const WorthMap& map) const {
        std::size_t cpu = 0, gpu = 0, open = 0;
        for (const auto& cell : map.cells) {
            if (!cell) continue;
            cpu += cell->winner == Winner::Cpu;
            gpu += cell->winner == Winner::Gpu;
            open += cell->winner == Winner::Undecided;
        }
        std::vector<std::string> out{
            t("worth.counts",
              {{"cpu", cpu}, {"gpu", gpu}, {"open", open}, {"of", cpu + gpu + open}})};
        std::ranges::move(lineSentences(map), std::back_inserter(out));
        return out;
    }

    std::string payBackText(const WorthCell& cell) const {
        const auto paid = payBackOf(m_c, cell);
        if (!paid) return {};
        const Json args{{"start_text", formatDuration(paid->gpu_start_ms, m_text.numbers())},
                        {"amount_text", paid->calls ? amountText(cell, *paid->calls) : ""}};
        return t(paid->calls ? "worth.paid" : "worth.never", args);
    }
    /// Viable on the GPU or not, its start counted; of calls that count no images nobody can tell.
    std::vector<std::string> scenarios(const WorthCell& cell) const {
        std::vector<std::string> out;
        const auto paid = payBackOf(m_c, cell);
        const Row& row = m_c.rows[cell.row];
        const auto& quantities = row.cells[cell.ratio->column].result.quantities;
        const auto images = quantities.find("images");
        if (!paid || images == quantities.end() || images->second <= 0) return out;
        const auto whole_ms = [&](std::size_t column, double start_ms, double all) {
            const double calls = std::ceil(all / static_cast<double>(images->second));
            return start_ms + calls * row.cells[column].result.summary->median_ms;
        };
        for (const Scenario& of : kScenarios) {
            const double cpu_ms = whole_ms(cell.ratio->base, paid->cpu_start_ms, of.images);
            const double gpu_ms = whole_ms(cell.ratio->column, paid->gpu_start_ms, of.images);
            out.push_back(
                t(("worth.scenario_" + std::string(of.id)).c_str(),
                  {{"cpu_text", formatDuration(cpu_ms, m_text.numbers())},
                   {"gpu_text", formatDuration(gpu_ms, m_text.numbers())},
                   {"viable_text", t(gpu_ms < cpu_ms ? "worth.viable" : "worth.not_viable")}}));
        }
        return out;
    }

    /// Images where calls are of images, else calls.
    std::string amountText(const WorthCell& cell, double calls) const {
        const Row& row = m_c.rows[cell.row];
        const auto& quantities = row.cells[cell.ratio->column].result.quantities;
        const auto images = quantities.find("images");
        const bool counts = images != quantities.end() && images->second > 0;
        if (calls <= 0) return t("worth.from_the_first");
        const double amount =
            std::ceil(calls) * (counts ? static_cast<double>(images->second) : 1.0);
        return t(counts ? "worth.images" : "worth.calls",
                 {{"n", static_cast<std::int64_t>(amount)},
                  {"n_text", formatFixed(amount, 0, m_text.numbers())}});
    }

    DocTable startTable() const {
        DocTable out;
        out.id = "worth";
        out.title = t("worth.table_title");
        out.columns = {t("report.column_case"), t("worth.column_faster"),
                       t("worth.column_cpu_start"), t("worth.column_gpu_start"),
                       t("worth.column_paid")};
        out.numeric = {false, false, true, true, false};
        std::vector<const Row*> cases;
        std::vector<std::string> compared;
        bool any = false;
        for (const WorthMap& map : m_maps)
            for (const auto& cell : map.cells) {
                if (!cell || !cell->ratio) continue;
                const Row& row = m_c.rows[cell->row];
                const auto paid = payBackOf(m_c, *cell);
                any |= paid.has_value();
                out.rows.push_back({words(caseName(row)),
                                    words(t(("worth.faster_" + winnerWord(cell->winner)).c_str())),
                                    paid ? seconds(paid->cpu_start_ms) : words("–"),
                                    paid ? seconds(paid->gpu_start_ms) : words("–"),
                                    words(!paid         ? "–"
                                          : paid->calls ? amountText(*cell, *paid->calls)
                                                        : t("worth.paid_never"))});
                cases.push_back(&row);
                std::string pair =
                    t("explain.ledger_pair", {{"base_name", columnName(cell->ratio->base)},
                                              {"variant_name", columnName(cell->ratio->column)}});
                if (std::ranges::find(compared, pair) == compared.end())
                    compared.push_back(std::move(pair));
            }
        if (!any) return {};
        nameCases(out, cases);
        out.notes.push_back(t("worth.table_note"));
        // Of two ways on one device nobody sees which one stands there.
        if (m_c.columns.size() > 2)
            for (const std::string& pair : compared) out.notes.push_back(pair + ".");
        return out;
    }

    const std::vector<WorthMap> m_maps;
};

WorthWords wordsFor(const Shown& shown) {
    ReportOptions options;
    options.language = shown.labels.text().language();
    options.numbers = shown.labels.text().numbers();
    return {shown.comparison, options};
}

}  // namespace

std::vector<ChartValue> worthCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    return row ? wordsFor(shown).charts(row->experiment) : std::vector<ChartValue>();
}

std::optional<CardValue> worthCard(const Shown& shown) {
    const Row* row = shown.chosenRow();
    return row && !shown.isLive() ? wordsFor(shown).card(*row) : std::nullopt;
}

DocSection worthSection(const Comparison& comparison, const ReportOptions& options) {
    return WorthWords(comparison, options).section();
}

}  // namespace duelo
