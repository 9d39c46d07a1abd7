// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/axis_scale.h"
#include "report/chart_geometry.h"
#include "report/chart_value.h"
#include "report/series_look.h"

/// Layout of a chart, the same on screen and in files: its scales, and the points that are drawn
/// with their places. Places are shares of the plot, 0...1 from its left and from its foot.
namespace duelo {

/// Samples that scatter further have a logarithmic axis, whose ends are near them.
[[nodiscard]] AxisScale sampleScale(double low, double high, int max_ticks, NumberStyle numbers);

/// Ticks at the very cases while they are few, else at round numbers; powers of ten if log.
[[nodiscard]] AxisScale xScaleOf(const LinesValue& value, int max_ticks, NumberStyle numbers);
/// The range of the value, else from 0; or whole decades.
[[nodiscard]] AxisScale yScaleOf(const LinesValue& value, int max_ticks, NumberStyle numbers);

struct Scales {
    AxisScale x, y;

    /// Returns the place of a value that both axes show; what lies beyond an end of y stands at
    /// that end.
    [[nodiscard]] Place at(double x_value, double y_value) const;
};

/// The final points between the gaps of a line; of more points than `columns` can show those that
/// make the same picture (decimate.h).
[[nodiscard]] std::vector<std::vector<Place>> strokesOf(const LinesValue& value,
                                                        const LinesValue::Series& line,
                                                        const Scales& scales, int columns);
/// The lines that a legend names: the first of each name.
[[nodiscard]] std::vector<const LinesValue::Series*> namedLines(const LinesValue& value);
/// The points that have a marker, by index: all that are shown while they are few. A dashed line
/// that is not measured has none, unless it is a lone point.
[[nodiscard]] std::vector<std::size_t> markedPoints(const LinesValue& value,
                                                    const LinesValue::Series& line);
/// Returns the marker of a line: a dashed one has another form than the full one of its variant, so
/// that both tell apart where they begin.
[[nodiscard]] Marker markerOf(const LinesValue::Series& line);
/// Returns the marker that all full, or all dashed, lines have, where dashed ones are measured too.
[[nodiscard]] std::optional<Marker> kindMarker(const LinesValue& value, bool dashed);

/// The axis covers the samples that count, if there are any. One that varies little is not blown
/// up: it is steady, and has to look so.
[[nodiscard]] AxisScale xScaleOf(const CourseValue& value, int max_ticks, NumberStyle numbers);
[[nodiscard]] AxisScale yScaleOf(const CourseValue& value, int max_ticks, NumberStyle numbers);
[[nodiscard]] std::vector<Place> courseLine(const CourseValue::Samples& samples,
                                            const Scales& scales, int columns);

/// Its places, and whole decades or a range from 0 that covers marks, intervals and levels.
[[nodiscard]] AxisScale xScaleOf(const ScatterValue& value);
[[nodiscard]] AxisScale yScaleOf(const ScatterValue& value, int max_ticks, NumberStyle numbers);

/// The series with a finite sample, a row each. They share an axis, because they are to be
/// compared.
[[nodiscard]] std::vector<const DistributionValue::Series*> rowsOf(const DistributionValue& value);
[[nodiscard]] AxisScale xScaleOf(const DistributionValue& value, int max_ticks,
                                 NumberStyle numbers);

}  // namespace duelo
