// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QColor>
#include <QFont>
#include <QList>
#include <QPen>
#include <QPointF>

#include "report/chart_layout.h"
#include "ui/charts/sign_look.h"

/// A plot as its chart describes it, for whoever draws it (plot_view.h).
namespace duelo::ui {

/// The series in a plot, in shares of it: from 0 at its left and its foot to 1. They are drawn in
/// this order.
struct PlotMarks {
    /// The range that an interval covers, shaded.
    struct Band {
        QPointF topLeft, bottomRight;
        QColor shade;
    };
    struct Line {
        QList<QPointF> points;
        QPen pen;
        QString name{};  ///< empty: it belongs to another
    };
    struct Signs {
        QList<QPointF> points;
        SignLook look;
    };
    std::vector<Band> bands{};
    std::vector<Line> lines{};
    std::vector<Signs> signs{};
};

/// The frame around a plot: its scales and the titles of its axes.
struct PlotFrame {
    Scales scales{};
    std::string x_title{}, y_title{};
};

/// An entry of a legend. A chart names things in it that are not one series each.
struct LegendEntry {
    std::string name;
    QColor colour;
    std::optional<Marker> sign{};
    std::optional<QPen> line{};
    bool filled = false;  ///< of the sign

    bool operator==(const LegendEntry&) const = default;
};

/// The most names of the legend that stand in one line, where whole names would take too much of a
/// chart's height.
inline constexpr int kMostBesideEachOther = 3;
/// The share of a chart's height that its legend may take with whole names.
inline constexpr double kMostLegend = 0.5;
/// The gap above the legend and below the axis, in pixels at scale 1.
inline constexpr double kPlotGap_px = 5;

/// Returns a name of the legend as wide as `room_px` at most. The file behind it gives way first,
/// in its middle: its end tells files of one day apart.
[[nodiscard]] std::string shortenedName(const std::string& name, const QFont& letters,
                                        double room_px);

}  // namespace duelo::ui
