// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>

#include "base/result.h"
#include "report/document.h"

class QPainter;

namespace duelo::ui {

/// How many times larger than its SVG a chart becomes as pixels.
inline constexpr double kChartScale = 2;

/// The first chart of a report. Reason: "chart_missing", where no line has two sizes.
[[nodiscard]] Result<DocChart> firstChart(const Document& document);

/// An SVG file that every program shows alike, on white.
[[nodiscard]] QByteArray chartFile(const DocChart& chart, NumberStyle numbers);
/// The same drawing as pixels.
[[nodiscard]] QImage chartImage(const DocChart& chart, NumberStyle numbers,
                                double scale = kChartScale);
/// And as lines in a box, for paper.
void paintChart(QPainter& painter, const QRectF& box, const DocChart& chart, NumberStyle numbers);

/// Height of a chart of this width.
[[nodiscard]] double chartHeight(double width);

}  // namespace duelo::ui
