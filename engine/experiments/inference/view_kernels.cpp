// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "experiments/inference/used_kernels.h"
#include "experiments/inference/view.h"
#include "experiments/roofs/limits.h"
#include "report/long_table_line.h"

namespace duelo {
namespace {

/// Numbers of shares and of slow kernels that a card has room for.
constexpr std::size_t kShares = 4, kSlowest = 5;

/// Returns how much of it is done in a second, in thousand millions.
std::string perSecond(std::int64_t count, double ms, const Text& text) {
    const double per_s = ms > 0 ? 1e3 * static_cast<double>(count) / ms : 0;
    return formatSignificant(per_s / 1e9, 3, text.numbers());
}

std::string kernelText(const UsedKernel& kernel, const Text& text) {
    return text(kernel.flop > 0 ? "kernels.slow" : "kernels.slow_moving",
                {{"layers", kernel.layers.empty() ? text("kernels.layout") : kernel.layers},
                 {"implementation", kernel.implementation},
                 {"call_ms", kernel.ms},
                 {"bytes", kernel.bytes},
                 {"flop_text", perSecond(kernel.flop, kernel.ms, text)},
                 {"rate_text", perSecond(kernel.bytes, kernel.ms, text)}});
}

/// Says what holds it up, where the limits of its machine are known. Nothing of what only moves,
/// nor of a few calls that were faster than a limit that was measured for longer (G26).
std::string limitText(const UsedKernel& kernel, const MachineRoofs& roofs, Precision precision,
                      const Text& text) {
    if (kernel.flop <= 0 || kernel.bytes <= 0 || !(kernel.ms > 0)) return {};
    const auto flop = static_cast<double>(kernel.flop);
    const RooflinePoint point{flop / static_cast<double>(kernel.bytes), 1e3 * flop / kernel.ms};
    const MachineRoofs::Roof* roof = roofs.flopIn(precision);
    if (!roof || point.flop_per_s > roof->per_s) return {};
    const std::string held = heldUpText(roofs, precision, point, text);
    return held.empty() ? held : " " + text("kernels.limit", {{"held_up", held}});
}

/// Returns the column that is looked at, else the first that has any.
std::optional<std::size_t> columnWithKernels(const Shown& shown) {
    const RowCells& cells = shown.chosenRow()->cells;
    const auto has = [&](std::size_t column) {
        return !usedKernelsOf(cells[column].result).calls.empty();
    };
    if (const auto chosen = shown.chosenColumn(); chosen && has(*chosen)) return chosen;
    for (std::size_t column = 0; column < shown.comparison.columns.size(); ++column)
        if (has(column)) return column;
    return std::nullopt;
}

}  // namespace

CardValue kernelsCard(const Shown& shown) {
    const auto column = columnWithKernels(shown);
    if (!column) return {};
    UsedKernels used = usedKernelsOf(shown.chosenRow()->cells[*column].result);
    const double all_ms = used.ms();
    if (used.calls.empty() || !(all_ms > 0)) return {};
    const Text& text = shown.labels.text();
    CardValue card{
        .id = "kernels",
        .title = text("kernels.card_title", {{"variant_name", shown.labels.columnName(*column)}}),
        .lines = {text("kernels.library", {{"library", used.library},
                                           {"instructions", used.instructions},
                                           {"calls", used.calls.size()}})}};
    const std::vector<KernelShare> shares = sharesOf(used);
    for (std::size_t i = 0; i < std::min(shares.size(), kShares); ++i)
        card.lines.push_back(
            text("kernels.share", {{"implementation", shares[i].implementation},
                                   {"calls", shares[i].calls},
                                   {"share_percent", 100 * shares[i].ms / all_ms}}));
    std::ranges::stable_sort(used.calls, std::ranges::greater{}, &UsedKernel::ms);
    if (used.calls.size() > kSlowest) used.calls.resize(kSlowest);
    card.lines.push_back(text("kernels.slowest"));
    const ReportCell& cell = shown.chosenRow()->cells[*column];
    const MachineRoofs roofs = roofsOf(shown.comparison, cell);
    const Precision precision = precisionOf(shown.comparison, cell);
    for (const UsedKernel& kernel : used.calls)
        card.lines.push_back(kernelText(kernel, text) + limitText(kernel, roofs, precision, text));
    card.lines.push_back(text("kernels.note"));
    return card;
}

LongTable kernelCallsTable(const Comparison& comparison) {
    using namespace long_table;
    LongTable table;
    const AxisColumns axes(comparison, AxisColumns::Detail::Short);
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells) {
            const UsedKernels used = usedKernelsOf(cell.result);
            for (std::size_t i = 0; i < used.calls.size(); ++i) {
                const UsedKernel& kernel = used.calls[i];
                Line line(table, table.rows.empty());
                line.put("file", textValue(comparison.sources[cell.source].file_name));
                line.put("cell", textValue(cell.id));
                axes.put(line, row.work, comparison.columns[cell.column].variant);
                line.put("kernel_call", static_cast<std::int64_t>(i + 1));
                line.put("layers", textValue(kernel.layers));
                line.put("implementation", textValue(kernel.implementation));
                line.put("flop", kernel.flop);
                line.put("bytes_moved", kernel.bytes);
                line.put("kernel_ms", number(kernel.ms));
                line.put("library", textValue(used.library));
                line.put("instructions", textValue(used.instructions));
            }
        }
    return table;
}

/// Tells which kernels did the work, by their share of the time (E4).
DocTable InferenceTables::kernelsTable() const {
    DocTable out =
        bareTable("kernels", "kernels.table_title",
                  {"report.column_case", "report.column_variant", "kernels.column_kernel",
                   "kernels.column_calls", "kernels.column_share", "kernels.column_bytes"},
                  {3, 4, 5});
    std::vector<const Row*> cases;
    std::vector<std::string> libraries;
    for (const Row& row : m_c.rows)
        for (const ReportCell& cell : row.cells) {
            const UsedKernels used = usedKernelsOf(cell.result);
            const double all_ms = used.ms();
            if (used.calls.empty() || !(all_ms > 0)) continue;
            for (const KernelShare& share : sharesOf(used)) {
                out.rows.push_back({words(caseName(row)), words(columnName(cell.column)),
                                    words(visibleText(share.implementation)),
                                    figure(static_cast<double>(share.calls), 0),
                                    figure(100 * share.ms / all_ms, 1),
                                    figure(static_cast<double>(share.bytes) / 1e6, 2)});
                cases.push_back(&row);
            }
            const std::string library = visibleText(used.library + ", " + used.instructions);
            if (std::ranges::find(libraries, library) == libraries.end())
                libraries.push_back(library);
        }
    if (out.rows.empty()) return out;
    nameCases(out, cases);
    for (const std::string& library : libraries)
        out.notes.push_back(t("kernels.table_library", {{"library", library}}));
    out.notes.push_back(t("kernels.note"));
    return out;
}

}  // namespace duelo
