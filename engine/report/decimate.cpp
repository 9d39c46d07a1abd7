// SPDX-License-Identifier: Apache-2.0
#include "report/decimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace duelo {

Extremes extremesOf(std::span<const double> values) {
    // Four running pairs instead of one: each comparison waits for the one before it, so a single
    // pair would leave the processor idle three quarters of the time.
    std::array<double, 4> low, high;
    low.fill(std::numeric_limits<double>::infinity());
    high.fill(-std::numeric_limits<double>::infinity());
    const auto take = [&](std::size_t lane, double value) {
        low[lane] = value < low[lane] ? value : low[lane];
        high[lane] = value > high[lane] ? value : high[lane];
    };
    std::size_t i = 0;
    for (; i + 4 <= values.size(); i += 4)
        for (std::size_t lane = 0; lane < 4; ++lane) take(lane, values[i + lane]);
    for (; i < values.size(); ++i) take(0, values[i]);
    const Extremes all{*std::min_element(low.begin(), low.end()),
                       *std::max_element(high.begin(), high.end())};
    return all.low <= all.high ? all : Extremes{};
}

namespace {

void addColumn(std::vector<std::size_t>& kept, std::span<const double> y, std::size_t begin,
               std::size_t end) {
    const auto column = y.subspan(begin, end - begin);
    const auto [low, high] = extremesOf(column);
    const auto indexOf = [&](double value) {
        return begin + static_cast<std::size_t>(std::find(column.begin(), column.end(), value) -
                                                column.begin());
    };
    std::array indices{begin, indexOf(low), indexOf(high), end - 1};
    std::sort(indices.begin(), indices.end());
    kept.insert(kept.end(), indices.begin(), std::unique(indices.begin(), indices.end()));
}

}  // namespace

std::vector<std::size_t> decimate(std::span<const double> x, std::span<const double> y,
                                  double x_low, double x_high, int columns) {
    const auto first = std::lower_bound(x.begin(), x.end(), x_low);
    const auto last = std::upper_bound(first, x.end(), x_high);
    auto begin = static_cast<std::size_t>(first - x.begin());
    const auto stop = static_cast<std::size_t>(last - x.begin());
    if (begin == stop || columns < 1) return {};

    std::vector<std::size_t> kept;
    if (stop - begin <= 4 * static_cast<std::size_t>(columns)) {
        kept.resize(stop - begin);
        std::iota(kept.begin(), kept.end(), begin);
        return kept;
    }
    kept.reserve(4 * static_cast<std::size_t>(columns));
    for (int column = 1; column <= columns && begin < stop; ++column) {
        // x ascends, so a column is found by bisection and its x are never read one by one.
        const double edge = x_low + (x_high - x_low) * column / columns;
        const auto from = x.begin() + static_cast<std::ptrdiff_t>(begin);
        const std::size_t end =
            column == columns
                ? stop
                : static_cast<std::size_t>(std::lower_bound(from, last, edge) - x.begin());
        if (end > begin) addColumn(kept, y, begin, end);
        begin = end;
    }
    return kept;
}

}  // namespace duelo
