// SPDX-License-Identifier: Apache-2.0
#include "report/worth.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "report/imported.h"

namespace duelo {
namespace {

/// The most values of a side: a larger grid is none that anybody reads.
constexpr std::size_t kMostValues = 16;

WorthCell cellOf(const Comparison& comparison, std::size_t row, const ColumnRatio& ratio) {
    WorthCell out{.row = row};
    if (!ratio.estimate || uncheckedOf(comparison, ratio)) return out;
    out.ratio = ratio;
    const Verdict verdict = ratio.givesFactor() ? ratio.estimate->verdict : Verdict::Inconclusive;
    out.winner = verdict == Verdict::Faster   ? WorthCell::Winner::Gpu
                 : verdict == Verdict::Slower ? WorthCell::Winner::Cpu
                                              : WorthCell::Winner::Undecided;
    return out;
}

/// The pair of each row that has one.
std::map<std::size_t, WorthCell> pairsOf(const Comparison& comparison) {
    std::map<std::size_t, WorthCell> pairs;
    for (const CaseTable& table : comparison.tables)
        for (std::size_t i = 0; i < table.pairs.size(); ++i)
            if (const auto& best = table.pairs[i].best) {
                const WorthCell cell = cellOf(comparison, table.rows[i], *best);
                if (cell.winner != WorthCell::Winner::Unknown) pairs.emplace(table.rows[i], cell);
            }
    return pairs;
}

bool haveSameWeights(const ReportCell& a, const ReportCell& b) {
    const Identity *one = a.result.identity("weights"), *other = b.result.identity("weights");
    return one && other && one->sha256 == other->sha256 && one->origin == other->origin &&
           one->file == other->file;
}

/// Returns how long the loading of a cell takes where nothing is loaded yet. Of cases that follow
/// each other only the first reads and places the weights, if a network is not made anew for each
/// (compiled); a start of any of them alone does.
double loadFromNothing(const Comparison& comparison, const ReportCell& of) {
    constexpr double found_loaded = 0.1;  // of the longest load: it had nothing to read
    double load_ms = of.cold->load_ms;
    for (const Row& row : comparison.rows)
        if (const ReportCell& other = row.cells[of.column];
            other.cold && other.source == of.source && haveSameWeights(other, of))
            load_ms = std::max(load_ms, other.cold->load_ms);
    return of.cold->load_ms < found_loaded * load_ms ? load_ms : of.cold->load_ms;
}

/// The axes of numbers in which these rows differ, the one with the most values first.
std::vector<std::string> variedIn(const Comparison& comparison,
                                  const std::vector<std::size_t>& rows) {
    std::map<std::string, std::set<double>> values;
    for (const std::size_t r : rows)
        for (const auto& [axis, value] : comparison.rows[r].work)
            if (value.is_number()) values[axis].insert(value.get<double>());
    std::vector<std::string> axes;
    for (const auto& [axis, each] : values)
        if (each.size() > 1) axes.push_back(axis);
    std::ranges::stable_sort(axes, [&](const std::string& a, const std::string& b) {
        return values[a].size() > values[b].size();
    });
    return axes;
}

void addPlaces(WorthMap& map, const Comparison& comparison, const std::vector<std::size_t>& rows,
               const std::map<std::size_t, WorthCell>& pairs) {
    std::set<double> xs, ys;
    const auto placeOf = [&](std::size_t row) {
        const Params& work = comparison.rows[row].work;
        return std::pair(work.real(map.x_axis), map.y_axis.empty() ? 0 : work.real(map.y_axis));
    };
    for (const std::size_t r : rows) {
        xs.insert(placeOf(r).first);
        ys.insert(placeOf(r).second);
    }
    map.xs.assign(xs.begin(), xs.end());
    map.ys.assign(ys.begin(), ys.end());
    map.xs.resize(std::min(map.xs.size(), kMostValues));
    map.ys.resize(std::min(map.ys.size(), kMostValues));
    map.cells.resize(map.xs.size() * map.ys.size());
    for (const std::size_t r : rows) {
        const auto x = std::ranges::find(map.xs, placeOf(r).first);
        const auto y = std::ranges::find(map.ys, placeOf(r).second);
        if (x == map.xs.end() || y == map.ys.end()) continue;
        const auto pair = pairs.find(r);
        map.cells[static_cast<std::size_t>(y - map.ys.begin()) * map.xs.size() +
                  static_cast<std::size_t>(x - map.xs.begin())] =
            pair == pairs.end() ? WorthCell{.row = r} : pair->second;
    }
}

}  // namespace

std::vector<WorthMap> worthMapsOf(const Comparison& comparison) {
    const auto pairs = pairsOf(comparison);
    std::map<std::string, std::vector<std::size_t>> experiments;
    for (std::size_t r = 0; r < comparison.rows.size(); ++r)
        experiments[comparison.rows[r].experiment].push_back(r);
    std::vector<WorthMap> maps;
    for (const auto& [experiment, all] : experiments) {
        const Spec* spec = comparison.find ? comparison.find(experiment) : nullptr;
        const std::vector<std::string> axes = variedIn(comparison, all);
        if (axes.empty() || (spec && !spec->compares)) continue;
        const std::string &x = axes.front(), y = axes.size() > 1 ? axes[1] : std::string();
        std::map<Params, std::vector<std::size_t>> groups;  // by what else their cases are
        for (const std::size_t r : all) {
            Params rest = comparison.rows[r].work;
            rest.erase(x);
            if (!y.empty()) rest.erase(y);
            if (comparison.rows[r].work.has(x)) groups[rest].push_back(r);
        }
        for (const auto& [rest, rows] : groups) {
            const bool any =
                std::ranges::any_of(rows, [&](std::size_t r) { return pairs.contains(r); });
            if (!any || rows.size() < 2) continue;
            WorthMap map{.experiment = experiment, .x_axis = x};
            const bool two = !y.empty() && std::ranges::any_of(rows, [&](std::size_t r) {
                return comparison.rows[r].work.at(y) != comparison.rows[rows.front()].work.at(y);
            });
            if (two) map.y_axis = y;
            addPlaces(map, comparison, rows, pairs);
            maps.push_back(std::move(map));
        }
    }
    return maps;
}

std::vector<BreakEven> breakEvens(const WorthMap& map) {
    using Winner = WorthCell::Winner;
    std::vector<BreakEven> out;
    const auto winner = [&](std::size_t x, std::size_t y) {
        const auto& cell = map.at(x, y);
        return cell ? cell->winner : Winner::Unknown;
    };
    const auto change = [](Winner a, Winner b) {
        return (a == Winner::Cpu && b == Winner::Gpu) || (a == Winner::Gpu && b == Winner::Cpu);
    };
    for (std::size_t y = 0; y < map.ys.size(); ++y)
        for (std::size_t x = 0; x < map.xs.size(); ++x) {
            if (x + 1 < map.xs.size() && change(winner(x, y), winner(x + 1, y)))
                out.push_back({x, y, false});
            if (y + 1 < map.ys.size() && change(winner(x, y), winner(x, y + 1)))
                out.push_back({x, y, true});
        }
    return out;
}

std::optional<PayBack> payBackOf(const Comparison& comparison, const WorthCell& cell) {
    using Winner = WorthCell::Winner;
    if (cell.winner != Winner::Cpu && cell.winner != Winner::Gpu) return std::nullopt;
    const Row& row = comparison.rows[cell.row];
    const ReportCell &cpu = row.cells[cell.ratio->base], &gpu = row.cells[cell.ratio->column];
    if (!cpu.cold || !gpu.cold) return std::nullopt;
    const auto start = [&](const ReportCell& of) {
        return loadFromNothing(comparison, of) +
               std::max(0.0, of.cold->first_ms - of.result.summary->median_ms);
    };
    PayBack out{start(cpu), start(gpu), {}};
    const double saved = cpu.result.summary->median_ms - gpu.result.summary->median_ms;
    if (cell.winner == Winner::Gpu && saved > 0)
        out.calls = std::max(0.0, (out.gpu_start_ms - out.cpu_start_ms) / saved);
    return out;
}

}  // namespace duelo
