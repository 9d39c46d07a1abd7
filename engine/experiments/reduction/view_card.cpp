// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/power_text.h"
#include "experiments/reduction/params.h"
#include "experiments/reduction/view.h"
#include "experiments/roofs/limits.h"
#include "record/doubt.h"

namespace duelo {

namespace {

/// From this share of the copies on the memory is what holds a sum up.
constexpr double kNearRoof = 0.8;
/// The value from which fp32 counts in steps of 2: a sum of numbers up to 1 stands still there.
constexpr double kStandstill = 0x1p24;
/// A share of the exact sum that rounding alone would not lose: the sum stood still.
constexpr double kLost = 0.01;

/// The way that another is explained against, and which of the two is usually the faster one.
struct Neighbour {
    SumWay way = SumWay::Loop;
    bool is_slower = true;
};
constexpr std::array<Neighbour, wordsOf<SumWay>.size()> kSumNeighbours{{
    {SumWay::Several, false},  // of Loop
    {SumWay::Loop, true},      // of Several
    {SumWay::Several, true},   // of Simd
    {SumWay::Loop, false},     // of Atomic
    {SumWay::Loop, false},     // of Lock
    {SumWay::Padded, false},   // of Beside
    {SumWay::Beside, true},    // of Padded
    {SumWay::Simd, true},      // of Tree
    {SumWay::Loop, true},      // of Library
}};
/// Returns the neighbour in an operation, which may not have that of a sum.
constexpr Neighbour usualNeighbour(NumberOperation operation, SumWay way) {
    if (operation == NumberOperation::Scan && way == SumWay::Loop) return {SumWay::Simd, false};
    if (operation == NumberOperation::Scan && way == SumWay::Simd) return {SumWay::Loop, true};
    if (operation == NumberOperation::Histogram && way == SumWay::Tree)
        return {SumWay::Several, true};
    return kSumNeighbours[static_cast<std::size_t>(way)];
}

/// The row that is looked at, and the words that it is told in.
struct LookedAt {
    const Shown& shown;
    const Row& row;
    const ReportCell& cell;
    const SumTask task;
    const Text& text;

    [[nodiscard]] SumTask taskOf(const ReportCell& other) const {
        return sumTask(row.work, shown.comparison.columns[other.column].variant);
    }
    [[nodiscard]] std::string nameOf(const ReportCell& other) const {
        return shown.labels.columnName(other.column);
    }
    [[nodiscard]] std::string shareText(double share) const {
        return readableText(share, text.numbers(), 2);
    }
};

/// Returns the cell of that way in the same file, of as many threads where its way has them; null:
/// it has no rate.
const ReportCell* neighbourOf(const LookedAt& at, SumWay way) {
    for (const ReportCell& other : at.row.cells) {
        const SumTask task = at.taskOf(other);
        if (other.timed() && other.source == at.cell.source && task.way == way &&
            (isOfOneThread(way) || task.threads == at.task.threads) &&
            other.result.metric("number_rate"))
            return &other;
    }
    return nullptr;
}

/// Says why it takes as long as it does, against its neighbour: the reason only where the intervals
/// of the two do not overlap and the usual one is faster.
std::string whyText(const LookedAt& at) {
    const Text& text = at.text;
    const std::string way(word(at.task.way));
    if (isDoubtful(at.cell.result)) return text("reduction.doubtful");
    if (at.task.threads == 1 && (at.task.way == SumWay::Beside || at.task.way == SumWay::Padded ||
                                 at.task.way == SumWay::Tree))
        return text("reduction.alone");
    const Neighbour usual = usualNeighbour(at.task.operation, at.task.way);
    const ReportCell* other = neighbourOf(at, usual.way);
    if (!other)
        return text("reduction.no_other",
                    {{"other_name", text.word(kSumAxis, std::string(word(usual.way)))}});
    if (isDoubtful(other->result)) return text("reduction.doubtful");
    const Metric &mine = *at.cell.result.metric("number_rate"),
                 &its = *other->result.metric("number_rate");
    const auto eachText = [&](const Metric& rate) {
        return formatSignificant(1e9 / rate.value, 2, text.numbers()) + " ns";
    };
    const double factor = std::max(mine.value, its.value) / std::min(mine.value, its.value);
    const Json args{{"variant_name", at.nameOf(at.cell)},
                    {"other_name", at.nameOf(*other)},
                    {"each_text", eachText(mine)},
                    {"other_each_text", eachText(its)},
                    {"factor_text", formatSignificant(factor, 2, text.numbers())},
                    {"threads", at.task.threads}};
    const Metric &slow = usual.is_slower ? its : mine, &fast = usual.is_slower ? mine : its;
    const auto isFaster = [](const Metric& a, const Metric& b) {
        return a.ci95 && b.ci95 && a.ci95->low > b.ci95->high;
    };
    if (isFaster(fast, slow)) {
        const std::string own = "reduction.why_" + std::string(word(at.task.operation)) + "_" + way;
        return text(text.has(own) ? own : "reduction.why_" + way, args);
    }
    if (!isFaster(slow, fast)) return text("reduction.same", args);
    return text(at.task.way == SumWay::Tree ? "reduction.opposite_tree" : "reduction.opposite",
                args);
}

/// Says what part of the measured copies the numbers come in at; nothing more where they fit into
/// the caches.
std::vector<std::string> memoryLines(const LookedAt& at, double moved_per_s) {
    const auto bytes = static_cast<double>(at.task.bytesMoved());
    if (bytes <= largestCacheBytes(at.shown.comparison.sources[at.cell.source].header))
        return {at.text("reduction.in_caches")};
    const auto memory = roofsOf(at.shown.comparison, at.cell).memory;
    if (!memory) return {at.text("reduction.no_roof")};
    const double share = moved_per_s / memory->per_s;
    std::vector<std::string> lines{at.text(
        "reduction.roof", {{"roof_text", formatRate(memory->per_s, "byte/s", at.text.numbers())},
                           {"share_percent", 100 * share}})};
    if (share >= kNearRoof && !isDoubtful(at.cell.result))
        lines.push_back(at.text("reduction.near_roof"));
    return lines;
}

/// Says how far the sums lie from the exact ones, and which ways of this run come nearest and stay
/// farthest.
std::vector<std::string> errorLines(const LookedAt& at) {
    if (at.task.operation == NumberOperation::Histogram) return {at.text("reduction.counts_exact")};
    const auto errorOf = [](const ReportCell& cell) {
        return cell.measured() ? cell.result.metric("error") : nullptr;
    };
    const Metric *error = errorOf(at.cell), *bound = at.cell.result.metric("error_bound");
    const Json& output = at.cell.result.output;
    if (!error || !bound || !output.is_object() || !output.contains("sum") ||
        !output["sum"].is_number())
        return {};
    std::vector<std::string> lines{at.text(
        "reduction.error_line",
        {{"error_text", at.shareText(error->value)}, {"bound_text", at.shareText(bound->value)}})};
    const bool one_each = at.task.way == SumWay::Beside || at.task.way == SumWay::Padded;
    if (output["sum"].get<double>() == kStandstill * (one_each ? at.task.threads : 1) &&
        error->value > kLost)
        lines.push_back(at.text("reduction.standstill"));
    std::vector<const ReportCell*> told;
    for (const ReportCell& cell : at.row.cells)
        if (cell.source == at.cell.source && errorOf(cell)) told.push_back(&cell);
    const auto value = [&](const ReportCell* cell) { return errorOf(*cell)->value; };
    const auto [least, most] = std::ranges::minmax_element(told, {}, value);
    if (value(*least) < value(*most))
        lines.push_back(
            at.text("reduction.error_range", {{"least_name", at.nameOf(**least)},
                                              {"least_text", at.shareText(value(*least))},
                                              {"most_name", at.nameOf(**most)},
                                              {"most_text", at.shareText(value(*most))}}));
    return lines;
}

}  // namespace

std::vector<CardValue> reductionCards(const Shown& shown) {
    const Row* row = shown.chosenRow();
    const auto column = shown.chosenColumn();
    if (!row || row->experiment != "reduction" || !column) return {};
    const ReportCell& cell = row->cells[*column];
    const Metric* rate = cell.timed() ? cell.result.metric("number_rate") : nullptr;
    if (!rate) return {};
    const Text text = shown.labels.text().of(row->experiment);
    const LookedAt at{shown, *row, cell,
                      sumTask(row->work, shown.comparison.columns[cell.column].variant), text};
    const double moved_per_s = rate->value * static_cast<double>(at.task.bytesMoved()) /
                               static_cast<double>(at.task.numbers);
    CardValue card{.id = "reduction_why", .title = text("reduction.card_title")};
    card.lines = {text("reduction.card_line",
                       {{"variant_name", at.nameOf(cell)},
                        {"rate_text", formatRate(rate->value / 1e6, "Mnumber/s", text.numbers())},
                        {"moved_text", formatRate(moved_per_s, "byte/s", text.numbers())}})};
    const auto add = [&](std::vector<std::string> lines) {
        std::ranges::move(lines, std::back_inserter(card.lines));
    };
    add(memoryLines(at, moved_per_s));
    add({whyText(at)});
    add(errorLines(at));
    return {std::move(card)};
}

}  // namespace duelo
