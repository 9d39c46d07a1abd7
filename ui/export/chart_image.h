// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <QByteArray>
#include <QImage>

#include "base/result.h"
#include "report/shown.h"
#include "report/writers.h"

class QPainter;

namespace duelo::ui {

/// The scale of a chart as pixels: so many times its size as an SVG.
inline constexpr double kChartScale = 3;

/// The first chart of a report. Reason: "chart_missing", where no line has two sizes.
[[nodiscard]] Result<ChartValue> firstChart(const Document& document);

/// Returns the caption that a chart needs away from the window: the finding of its table, or of the
/// row alone where one was chosen, and where the figures come from.
[[nodiscard]] ChartCaption captionOf(const ChartValue& chart, const std::optional<Shown>& shown);

/// A chart by itself, on white, in whichever theme the window is: the one drawing of every file
/// (report/chart_drawing.h), as text or by Qt's painter.
class ChartImage {
public:
    ChartImage(ChartValue chart, NumberStyle numbers, ChartCaption caption = {});

    /// An SVG file that every program shows alike.
    [[nodiscard]] QByteArray svg() const;
    /// The same drawing as pixels.
    [[nodiscard]] QImage pixels(double scale = kChartScale) const;
    /// Reason: "write_failed".
    [[nodiscard]] Result<std::string> png() const;
    /// Paints the drawing as lines into a box of its proportions, for paper.
    void paint(QPainter& painter, const QRectF& box) const;
    /// Returns the height of a box of this width that keeps the drawing's proportions.
    [[nodiscard]] double heightFor(double width) const;

private:
    /// Draws it as wide as a chart by itself is, and returns how high it is.
    double drawOn(QPainter* painter) const;

    ChartValue m_chart;
    NumberStyle m_numbers;
    ChartCaption m_caption;
    double m_height = 0;
};

}  // namespace duelo::ui
