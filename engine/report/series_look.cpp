// SPDX-License-Identifier: Apache-2.0
#include "report/series_look.h"

#include "report/comparison.h"

namespace duelo {
namespace {

/// The first column of a device, of a GPU one that is there before one that is not: without a GPU
/// of its own a PC has the other group's in its place (S0-32). Headers tell, whatever was measured
/// yet.
std::size_t firstOf(const Comparison& comparison, DeviceKind kind) {
    std::size_t first = comparison.columns.size();
    for (std::size_t i = comparison.columns.size(); i-- > 0;) {
        const Column& column = comparison.columns[i];
        if (deviceOf(column.variant).kind() != kind) continue;
        const auto there = [&](std::size_t at) {
            return kind == DeviceKind::Cpu ||
                   !comparison.sourceOf(comparison.columns[at]).gpu.empty();
        };
        if (first == comparison.columns.size() || there(i) || !there(first)) first = i;
    }
    return first;
}

}  // namespace

MarkerShape markerShape(Marker marker) {
    switch (marker) {
        case Marker::Cross:
            return {false, {{-1, -1}, {1, 1}, {-1, 1}, {1, -1}}};
        case Marker::Plus:
            return {false, {{-1.2, 0}, {1.2, 0}, {0, -1.2}, {0, 1.2}}};
        case Marker::Square:
            return {true, {{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}}};
        case Marker::Triangle:
            return {true, {{0, -1.1}, {1.05, 0.8}, {-1.05, 0.8}}};
        case Marker::Diamond:
            return {true, {{0, -1.2}, {1.2, 0}, {0, 1.2}, {-1.2, 0}}};
        case Marker::Circle:
            break;
    }
    return {};
}

int styleOf(const Comparison& comparison, std::size_t column) {
    const std::size_t cpu = firstOf(comparison, DeviceKind::Cpu);
    const std::size_t gpu = firstOf(comparison, DeviceKind::Gpu);
    if (column == cpu) return 0;
    if (column == gpu) return 1;
    const int style = 2 + static_cast<int>(column) - (cpu < column) - (gpu < column);
    constexpr int kColours = static_cast<int>(kSeriesLooks.size());
    if (gpu < comparison.columns.size() || style < kColours) return style;
    return style == kColours ? 1 : style - 1;
}

}  // namespace duelo
