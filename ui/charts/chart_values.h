// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <QImage>
#include <QString>
#include <QStringList>

#include "stats/statistics.h"

/// What the charts draw: values in final words and units. The charts compute no metric.
namespace duelo::ui {

/// One line of a chart over the cases of a run. `style` is an index for seriesStyle().
struct ChartSeries {
    struct Point {
        double x = 0, y = 0;
        std::optional<Interval> interval;  ///< of y; drawn as an error bar
        bool final = true;                 ///< false: still measuring, drawn in grey
        QString note{};                    ///< a further line of the point's text
    };
    QString name;
    int style = 0;
    std::vector<Point> points;  ///< ascending in x
};

/// Time over image size (S0-20), or over whatever the experiment varies.
struct LinesValue {
    struct RatioMark {
        double x = 0, y_low = 0, y_high = 0;  ///< joined by a thin dotted line
        QString text;                         ///< "x 14,2"
    };
    QString x_title, y_title;
    bool log_x = false, log_y = false;
    std::vector<ChartSeries> series;
    std::vector<RatioMark> ratios;
    QString description;  ///< the chart in words, for who does not see it
};

/// The kept samples of one or more cells: how they scatter.
struct DistributionValue {
    struct Series {
        QString name;
        int style = 0;
        std::vector<double> values_ms;
        double median_ms = 0;
        std::optional<Interval> ci95_ms;
    };
    QString x_title, y_title;
    std::vector<Series> series;
    QString description;
};

/// Samples in the order of measurement, up to millions.
struct CourseValue {
    struct Series {
        QString name;
        int style = 0;
        std::vector<double> t_s, wall_ms;    ///< parallel, ascending in t_s
        std::vector<std::size_t> discarded;  ///< indices of samples that do not count
    };
    QString x_title, y_title;
    std::vector<Series> series;
    QString description;
};

/// Where the time of one call went (P-03). The parts sum to the whole.
struct BreakdownValue {
    struct Segment {
        std::string id;  ///< of the part; what it looks like follows from it
        QString name;
        double ms = 0;
        QString text;        ///< "72 %"
        bool inside = true;  ///< false: measured apart, no part of the call's own time

        /// As long as it is drawn: nothing for what is no time.
        [[nodiscard]] double drawnMs() const { return isPositive(ms) ? ms : 0; }
    };
    std::vector<Segment> segments;
    QString description;
};

/// How long the same work took in several ways, and on what: a bar for each.
struct BarsValue {
    struct Bar {
        QString name, text;  ///< "CPU, 4 threads", "0.73 s"
        std::vector<BreakdownValue::Segment> segments;
        bool final = true;  ///< false: still measuring
    };
    std::vector<Bar> bars;
    QString description;
};

/// Counts of pairs: rows and columns have the same names, and the diagonal is what is right.
struct MatrixValue {
    QStringList names;
    std::vector<std::vector<std::int64_t>> counts;  ///< square, as many as names
    QString row_title, column_title;                ///< which axis is which
    QString note;                                   ///< a line above
    QString description;
};

/// Pictures with a few lines of words below each.
struct TilesValue {
    struct Tile {
        QImage picture;  ///< null: only the words
        QStringList captions;
    };
    std::vector<Tile> tiles;
    QString note;  ///< a line above
    QString description;
};

/// What changes from step to step: of each variant a full line, and a dashed one beside it.
struct CurvesValue {
    struct Series {
        QString name;  ///< of the variant; both of its lines have the same
        int style = 0;
        bool dashed = false;
        std::vector<double> x, y;  ///< parallel, ascending in x
    };
    struct Mark {
        double x = 0;
        int style = 0;
        QString text;  ///< beside a dotted line from top to bottom
    };
    QString x_title, y_title, full_name, dashed_name;
    bool log_x = false;
    std::optional<Interval> y_range;  ///< absent: from the values
    std::vector<Series> series;
    std::vector<Mark> marks;
    QString description;
};

}  // namespace duelo::ui
