// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/reduction/params.h"
#include "experiments/reduction/view.h"

namespace duelo {

/// A namespace of its own: these names are other things elsewhere.
namespace reduction_lesson {

namespace {

using Grid = GridsValue::Grid;
using Tone = GridsValue::Tone;

constexpr int kNumbers = 16;

/// Numbers from 1.00 to 9.99, in hundredths.
constexpr int numberAt(int i) {
    constexpr int kFirst = 137, kApart = 373, kLeast = 100, kAmong = 900;
    return kLeast + (kFirst + i * kApart) % kAmong;
}

/// Rounds to three digits, as fp32 does to its 24 bits: what lies in the middle goes to the even
/// one.
int rounded(int hundredths) {
    int unit = 1;
    while (hundredths / unit >= 1000) unit *= 10;
    const int below = hundredths / unit * unit, rest = hundredths - below;
    const bool is_odd = below / unit % 2 != 0;
    return 2 * rest > unit || (2 * rest == unit && is_odd) ? below + unit : below;
}

/// All numbers to one sum, by one thread or by several in turns; or to as many sums as there are
/// threads, which are joined in pairs: every so manyth number, or a part that belongs together.
enum class Order { Loop, Atomic, Several, Tree };
constexpr std::array<std::string_view, 4> kOrders{"loop", "atomic", "several", "tree"};

struct Addition {
    int into = 0;     ///< a sum
    int number = -1;  ///< index of the number that it adds; -1: it adds a sum,
    int other = 0;    ///< and this is that sum's index
};
/// Additions that are made at once.
using Tick = std::vector<Addition>;

struct Chosen {
    Order order = Order::Loop;
    int threads = 1;

    [[nodiscard]] bool hasOneSum() const { return order == Order::Loop || order == Order::Atomic; }
    [[nodiscard]] int sums() const { return hasOneSum() ? 1 : threads; }
    /// Returns the numbers of a thread, in its order.
    [[nodiscard]] std::vector<int> numbersOf(int thread) const {
        std::vector<int> out;
        for (int i = 0; i < kNumbers; ++i) {
            const bool is_mine =
                order == Order::Several
                    ? i % threads == thread
                    : i >= kNumbers * thread / threads && i < kNumbers * (thread + 1) / threads;
            if (is_mine) out.push_back(i);
        }
        return out;
    }
};

Chosen chosenOf(const Params& settings) {
    const auto order = std::ranges::find(kOrders, settings.text("order")) - kOrders.begin();
    const Chosen chosen{.order = static_cast<Order>(order)};
    return {.order = chosen.order,
            .threads =
                chosen.order == Order::Loop ? 1 : static_cast<int>(settings.integer("threads", 2))};
}

std::vector<Tick> ticksOf(const Chosen& chosen) {
    std::vector<Tick> ticks;
    for (std::size_t k = 0; k < kNumbers; ++k) {
        Tick tick;
        for (int thread = 0; thread < chosen.threads; ++thread) {
            const std::vector<int> numbers = chosen.numbersOf(thread);
            if (k >= numbers.size()) continue;
            tick.push_back({.into = chosen.hasOneSum() ? 0 : thread, .number = numbers[k]});
            if (!chosen.hasOneSum()) continue;
            ticks.push_back(std::move(tick));  // one sum takes one number at a time
            tick = {};
        }
        if (!tick.empty()) ticks.push_back(std::move(tick));
    }
    for (int apart = 1; apart < chosen.sums(); apart *= 2) {
        Tick tick;
        for (int into = 0; into + apart < chosen.sums(); into += 2 * apart)
            tick.push_back({.into = into, .other = into + apart});
        ticks.push_back(std::move(tick));
    }
    return ticks;
}

/// Returns the values of the sums after so many ticks.
std::vector<int> sumsAfter(const Chosen& chosen, const std::vector<Tick>& ticks,
                           std::size_t count) {
    std::vector<int> sums(static_cast<std::size_t>(chosen.sums()));
    for (std::size_t i = 0; i < count; ++i)
        for (const Addition& one : ticks[i]) {
            int& into = sums[static_cast<std::size_t>(one.into)];
            into = rounded(into + (one.number < 0 ? sums[static_cast<std::size_t>(one.other)]
                                                  : numberAt(one.number)));
        }
    return sums;
}

/// Three digits, as many as there are.
std::string threeDigits(int hundredths, const Text& text) {
    return formatFixed(hundredths / 100.0,
                       hundredths < 1000    ? 2
                       : hundredths < 10000 ? 1
                                            : 0,
                       text.numbers());
}

int exactSum() {
    int sum = 0;
    for (int i = 0; i < kNumbers; ++i) sum += numberAt(i);
    return sum;
}

/// The numbers: chosen while they are added, and pale once they are.
Grid numbersGrid(const std::vector<Tick>& ticks, std::size_t count, const Text& text) {
    constexpr std::size_t kColumns = 8;
    Grid grid{.title = text("reduction.lesson_numbers"), .columns = kColumns};
    for (int i = 0; i < kNumbers; ++i)
        grid.cells.push_back({.text = threeDigits(numberAt(i), text)});
    for (std::size_t tick = 0; tick < count; ++tick)
        for (const Addition& one : ticks[tick]) {
            if (one.number < 0) continue;
            GridsValue::Cell& cell = grid.cells[static_cast<std::size_t>(one.number)];
            cell.tone = tick + 1 == count ? Tone::Chosen : Tone::Empty;
        }
    return grid;
}

Grid sumsGrid(const Chosen& chosen, const std::vector<Tick>& ticks, std::size_t count,
              const Text& text) {
    Grid grid{.title = text("reduction.lesson_sums"),
              .columns = static_cast<std::size_t>(chosen.sums()),
              .below = true};
    for (const int sum : sumsAfter(chosen, ticks, count))
        grid.cells.push_back({.text = threeDigits(sum, text)});
    if (count > 0)
        for (const Addition& one : ticks[count - 1]) {
            grid.cells[static_cast<std::size_t>(one.into)].tone = Tone::Chosen;
            if (one.number < 0) grid.cells[static_cast<std::size_t>(one.other)].tone = Tone::Marked;
        }
    return grid;
}

/// "one sum: 16 ticks, 89.6".
std::string allOrdersText(int threads, const Text& text) {
    std::vector<std::string> each;
    for (std::size_t i = 0; i < kOrders.size(); ++i) {
        const Chosen chosen{static_cast<Order>(i),
                            static_cast<Order>(i) == Order::Loop ? 1 : threads};
        const std::vector<Tick> ticks = ticksOf(chosen);
        each.push_back(text(
            "reduction.lesson_each",
            {{"order_name", text("lesson.order_" + std::string(kOrders[i]))},
             {"ticks", ticks.size()},
             {"sum_text", threeDigits(sumsAfter(chosen, ticks, ticks.size()).front(), text)}}));
    }
    std::string all;
    for (const std::string& one : each) all += (all.empty() ? "" : "; ") + one;
    return all;
}

GridsValue pictureAt(const Params& settings, int step, const Text& text) {
    const Chosen chosen = chosenOf(settings);
    const std::vector<Tick> ticks = ticksOf(chosen);
    const auto count = static_cast<std::size_t>(step);  // of ticks that are over
    GridsValue out{.title = text("reduction.lesson_title"),
                   .grids = {numbersGrid(ticks, count, text), sumsGrid(chosen, ticks, count, text)},
                   .cell_px = 44};
    if (count == 0) {
        out.words = {text("reduction.lesson_predict")};
    } else {
        std::size_t additions = 0;
        for (std::size_t i = 0; i < count; ++i) additions += ticks[i].size();
        const bool joins = ticks[count - 1].front().number < 0;
        out.words = {text(joins ? "reduction.lesson_join" : "reduction.lesson_add",
                          {{"number", count},
                           {"count", ticks.size()},
                           {"additions", ticks[count - 1].size()}}),
                     text("reduction.lesson_so_far", {{"additions", additions}, {"ticks", count}})};
    }
    if (count == ticks.size()) {
        const int sum = sumsAfter(chosen, ticks, count).front(), exact = exactSum();
        out.words.push_back(
            text("reduction.lesson_end",
                 {{"sum_text", threeDigits(sum, text)},
                  {"exact_text", formatFixed(exact / 100.0, 2, text.numbers())},
                  {"off_text", formatFixed(std::abs(sum - exact) / 100.0, 2, text.numbers())}}));
        out.words.push_back(text("reduction.lesson_all",
                                 {{"list", allOrdersText(std::max(2, chosen.threads), text)}}));
    }
    out.words.push_back(
        text("reduction.lesson_" + std::string(kOrders[static_cast<std::size_t>(chosen.order)])));
    out.words.push_back(text("reduction.lesson_limits"));
    return out;
}

}  // namespace

}  // namespace reduction_lesson

Lesson reductionLesson() {
    using namespace reduction_lesson;
    constexpr int kMostThreads = 8, kUsualThreads = 4;
    return {.id = "reduction_lesson",
            .settings = {{.id = "order", .words = {kOrders.begin(), kOrders.end()}},
                         {.id = "threads",
                          .min = 2,
                          .max = kMostThreads,
                          .usual = kUsualThreads,
                          .when = "order",
                          .in = {"atomic", "several", "tree"}}},
            .steps =
                [](const Params& settings) {
                    return static_cast<int>(ticksOf(chosenOf(settings)).size()) + 1;
                },
            .picture = pictureAt};
}

}  // namespace duelo
