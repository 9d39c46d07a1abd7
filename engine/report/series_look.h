// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "report/chart_geometry.h"

/// The look of a series, wherever it is drawn: window, HTML, PDF, pictures, LaTeX and workbooks.
namespace duelo {

struct Comparison;

enum class Marker { Circle, Cross, Square, Triangle, Diamond, Plus };

/// Colour, marker and dash each tell a series apart by itself.
struct SeriesLook {
    std::string_view light, dark;  ///< "#0072b2", on light and on dark ground
    Marker marker = Marker::Circle;
    std::array<double, 6> dashes{};  ///< in widths of the line, up to the first 0; none: full
};

/// Okabe and Ito (2008), the blue and the yellow darker on light and lighter on dark. S0-20: the
/// CPU is 'o', blue and full, the GPU 'x', vermilion and dashed; then the further variants.
inline constexpr std::array kSeriesLooks{
    SeriesLook{"#0072b2", "#56b4e9", Marker::Circle, {}},
    SeriesLook{"#d55e00", "#ff8a3d", Marker::Cross, {4, 2.5}},
    SeriesLook{"#00805e", "#2fc79a", Marker::Square, {1.5, 2}},
    SeriesLook{"#a8508a", "#e39bc5", Marker::Triangle, {6, 2, 1.5, 2}},
    SeriesLook{"#8a7400", "#f0e442", Marker::Diamond, {8, 3}},
    SeriesLook{"#4a535d", "#c8ced4", Marker::Plus, {3, 2, 1, 2, 1, 2}},
};

/// The looks where there are more than colours: each colour comes again with the next marker and
/// dash.
inline constexpr auto kSignedLooks = [] {
    constexpr std::size_t kColours = kSeriesLooks.size();
    std::array<SeriesLook, kColours * kColours> all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const SeriesLook& sign = kSeriesLooks[(i + i / kColours) % kColours];
        all[i] = kSeriesLooks[i % kColours];
        all[i].marker = sign.marker;
        all[i].dashes = sign.dashes;
    }
    return all;
}();

/// Repeats after the last.
[[nodiscard]] constexpr const SeriesLook& seriesLook(int style) {
    return kSignedLooks[static_cast<std::size_t>(style) % kSignedLooks.size()];
}

/// The corners of a marker of radius 1, to be filled; of Cross and Plus the ends of their strokes
/// by pairs, of a Circle none.
struct MarkerShape {
    bool closed = true;
    std::vector<Place> points{};
};
[[nodiscard]] MarkerShape markerShape(Marker marker);

/// The style of a variant, the same in every table and chart of a comparison and from the first
/// record of a run to the last: 0 of the first CPU, 1 of the first GPU that is there, then the
/// further columns in their order; where there is no GPU its colour is the last that is taken.
[[nodiscard]] int styleOf(const Comparison& comparison, std::size_t column);

}  // namespace duelo
