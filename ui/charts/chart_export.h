// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QRectF>
#include <QSize>
#include <QString>

class QPainter;

namespace duelo::ui {

class Chart;

/// What stands around an exported chart, so that it explains itself away from the window. Empty
/// lines take no room; long ones wrap.
struct ChartCaption {
    QString title, subtitle;
    QString footer;  ///< provenance: machine, date, program
};

/// Draws caption and chart into `target`, in the light colours on white. `unit`: units of the
/// painter per pixel of a screen (12.5 for a PDF of 1200 dpi).
void paintChart(QPainter& painter, const QRectF& target, const Chart& chart,
                const ChartCaption& caption = {}, double unit = 1);

/// A picture of `size` pixels, drawn `scale` times as fine.
[[nodiscard]] QImage renderPng(const Chart& chart, QSize size, const ChartCaption& caption = {},
                               double scale = 2);

/// A self-contained SVG whose texts are texts. Its title is the caption's, or else the chart's;
/// its description is the chart in words.
[[nodiscard]] QByteArray renderSvg(const Chart& chart, QSize size,
                                   const ChartCaption& caption = {});

}  // namespace duelo::ui
