// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/text.h"
#include "stats/statistics.h"

/// Values of charts, in final words and units: the same on screen and in every file. Code that
/// draws them computes no metric. A `style` is an index for seriesLook(); a `description` is the
/// chart in words, for people who do not see it.
namespace duelo {

/// Times of one chart that span more have a logarithmic axis: a linear one would press the shorter
/// against zero.
inline constexpr double kLogSpan = 20;

/// The cell of a comparison (comparison.h) that a figure is of: whoever chooses its point or bar is
/// told how it was obtained.
struct CellAt {
    std::size_t row = 0, column = 0;

    bool operator==(const CellAt&) const = default;
};

/// Lines over what the cases of a run vary, over its epochs or its steps.
struct LinesValue {
    struct Point {
        double x = 0, y = 0;
        std::optional<Interval> interval{};  ///< of y; drawn as an error bar
        /// The range from the lowest to the highest sample, where these are too few for an
        /// interval; drawn as a dashed error bar, so that such a point does not look like the most
        /// certain one.
        std::optional<Interval> range{};
        bool final = true;             ///< false: still measuring, drawn in grey
        std::string note{};            ///< said after the figures of the point
        std::optional<CellAt> cell{};  ///< that it is measured in; none: it is computed
    };
    struct Series {
        std::string name;
        int style = 0;
        std::vector<Point> points{};  ///< ascending in x; one that is not finite leaves a gap
        bool dashed = false;          ///< the second line of a variant, which says another thing
        bool marked = false;  ///< of a dashed one: it is measured too, so its points have signs
    };
    struct RatioMark {
        double x = 0, y_low = 0, y_high = 0;  ///< joined by a thin dotted line
        std::string text;                     ///< "x 14,2"
    };
    struct Mark {
        double x = 0;
        int style = 0;
        std::string text;  ///< beside a dotted line from top to bottom
    };
    std::string title{}, x_title{}, y_title{};
    std::string x_unit{}, y_unit{};          ///< after the figures of a point, with their space
    std::string full_name{}, dashed_name{};  ///< the meaning of full and of dashed lines, if there
                                             ///< are both
    bool log_x = false, log_y = false;       ///< a logarithmic x spans powers of ten
    bool bytes_x = false;                    ///< x counts bytes: "64 KiB"; log_x in powers of two
    std::optional<Interval> y_range{};       ///< absent: from 0 to the highest value
    std::vector<Series> series{};
    /// The x of cases that are still to be measured: they have their room from the start.
    std::vector<double> awaited_x{};
    std::vector<RatioMark> ratios{};
    std::vector<Mark> marks{};
    std::string description{};

    /// The error bar of a point: its interval, else its range.
    [[nodiscard]] static std::optional<Interval> errorBarOf(const Point& point) {
        return point.interval ? point.interval : point.range;
    }
    /// An x with its unit: "224 px", "64 KiB".
    [[nodiscard]] std::string xText(double x, NumberStyle numbers) const;
    /// A y with its unit and its interval: "1.903 ms [1.899; 1.911]".
    [[nodiscard]] std::string yText(const Point& point, NumberStyle numbers) const;
    /// The name of a line by itself: "CPU, validation".
    [[nodiscard]] std::string lineName(const Series& line) const;
    [[nodiscard]] bool hasDashed() const;
    /// NaN, infinities and, on logarithmic axes, what is not positive has no place.
    [[nodiscard]] bool shows(const Point& point) const;
};

/// The kept samples of one or more cells: how they scatter.
struct DistributionValue {
    struct Series {
        std::string name;
        int style = 0;
        std::vector<double> values{};  ///< in the unit that the title of the axis says
        double median = 0;
        std::optional<Interval> interval{};  ///< of the median
        std::string words{};                 ///< the median, its interval and how many samples
    };
    std::string title{}, x_title{}, y_title{};
    std::vector<Series> series{};
    std::string description{};
};

/// Samples in the order of measurement, up to millions.
struct CourseValue {
    struct Samples {
        /// Parallel, ascending in t_s; `times` are in the unit that the title of the axis says.
        std::vector<double> t_s{}, times{};
    };
    struct Series {
        std::string name;
        int style = 0;
        Samples kept{}, discarded{};  ///< those that count, and those that do not
    };
    std::string title{}, x_title{}, y_title{};
    std::string discarded_name{};
    std::vector<Series> series{};
    std::string description{};
};

/// Times of a work: a bar for each way of doing it, of the parts that took its time (P-03) or of a
/// whole time with its interval.
struct BarsValue {
    struct Part {
        std::string id;  ///< decides on its look (part_look.h)
        std::string name;
        double ms = 0;
        std::string text{};  ///< "72 %"

        /// Returns the length that is drawn: 0 for what is no time.
        [[nodiscard]] double drawnMs() const { return isPositive(ms) ? ms : 0; }
    };
    struct Bar {
        std::string name{}, text{};  ///< "CPU, 4 threads", "0.73 s"
        std::vector<Part> parts{};
        bool final = true;  ///< false: still measuring
        double ms = 0;      ///< of a bar without parts, which looks like the series of its style
        int style = 0;
        std::optional<Interval> ci95_ms{};  ///< of `ms`
        std::string group{};                ///< stands above the first bar of each group
        std::optional<CellAt> cell{};       ///< that it is measured in

        [[nodiscard]] double drawnMs() const;
        /// Returns where the bar and its interval end.
        [[nodiscard]] double reachMs() const;
    };
    std::string title{};
    std::vector<Bar> bars{};
    std::string description{};

    [[nodiscard]] double longestMs() const;
    /// Each part once, whichever bars have it: one that the bars before lack stands where it
    /// happens. A lone bar's parts have their share after the name.
    [[nodiscard]] std::vector<Part> legend() const;
};

/// Counts of pairs: rows and columns have the same names, and the diagonal is what is right.
struct MatrixValue {
    std::string title{};
    std::vector<std::string> names{};
    std::vector<std::vector<std::int64_t>> counts{};  ///< square, as many as names
    std::string row_title{}, column_title{};          ///< which axis is which
    std::string note{};                               ///< a line above
    std::string description{};
};

/// The brightness of each pixel of a picture, a byte each, rows from top to bottom. Unlike the
/// bytes of a file they need no decoder, so that the window may show what a file of somebody else
/// holds.
struct GreyPixels {
    int width_px = 0, height_px = 0;
    std::string bytes{};
};

/// Pictures with a few lines of words below each.
struct TilesValue {
    /// A frame upon a picture, in shares of its sides.
    struct Frame {
        double left = 0, top = 0, width = 0, height = 0;
        int style = 0;
    };
    struct Tile {
        std::string png;  ///< the bytes of a file; empty: only the words
        std::vector<std::string> captions{};
        std::optional<GreyPixels> grey{};  ///< in the place of a file
        std::vector<Frame> frames{};       ///< upon these pixels
    };
    std::string title{};
    std::vector<Tile> tiles{};
    std::size_t columns = 4;  ///< beside each other: fewer are larger
    std::string note{};       ///< a line above
    std::string description{};
};

/// Grids of cells beside each other, and what is to be read of them: how a work goes through its
/// data, at one step of it.
struct GridsValue {
    /// State of a cell at this step: data, not computed yet, outside of the data, read now, result
    /// of that, and equal or not where two are compared.
    enum class Tone { Plain, Empty, Outside, Marked, Chosen, Equal, Unequal };
    struct Cell {
        std::string text{};
        Tone tone = Tone::Plain;
        std::optional<int> style{};    ///< the colour of a series instead of a tone
        std::optional<int> step{};     ///< the step that choosing the cell leads to
        bool hatched = false;          ///< its answer is not decided
        std::optional<double> grey{};  ///< of a picture: its ground from black, 0, to white, 1
        bool line_right = false, line_below = false;  ///< a border that is to be seen
    };
    struct Grid {
        std::string title{};
        std::size_t columns = 1;
        std::vector<Cell> cells{};  ///< row after row
        std::string sign{};         ///< between it and the one before: "→"
        bool below = false;         ///< begins a row of its own
    };
    std::string title{};
    std::vector<Grid> grids{};
    double cell_px = 34;  ///< of a drawing with usual letters; the side of a cell, at most
    std::vector<std::string> words{};  ///< beside the grids or below them; the first stands out
    std::string description{};
};

/// A sign for each figure, such as those of every PC of a class: no line joins them. Along x are
/// places that have names, not values.
struct ScatterValue {
    struct Mark {
        double x = 0, y = 0;
        int style = 0;
        bool filled = false;
        std::optional<Interval> interval{};  ///< of y; drawn as an error bar
        std::size_t owner = 0;               ///< marks of one owner and group belong together
        int group = 0;
        std::string words{};  ///< all that is said of it, in lines
    };
    /// An area behind the signs that they are held against.
    struct Ground {
        double x_low = 0, x_high = 1, y_low = 0, y_high = 1;
        int style = 0;
        std::optional<double> middle{};  ///< a line across it
    };
    struct Tick {
        double x = 0;
        std::string label;
    };
    struct Name {
        std::string name;
        int style = 0;
        bool filled = false;
    };
    std::string title{}, x_title{}, y_title{};
    double x_low = 0, x_high = 1;
    std::vector<Tick> ticks{};  ///< ascending
    bool log_y = true;
    std::vector<double> levels{};  ///< heights with a line from side to side
    std::vector<Ground> grounds{};
    std::vector<Mark> marks{};
    std::vector<Name> names{};  ///< of the legend
    std::string description{};

    /// Tells whether a mark has a place. A value that is not finite has none, nor one that is not
    /// positive on a logarithmic axis.
    [[nodiscard]] bool shows(const Mark& mark) const;
};

using ChartValue = std::variant<LinesValue, DistributionValue, CourseValue, BarsValue, MatrixValue,
                                TilesValue, GridsValue, ScatterValue>;

[[nodiscard]] const std::string& titleOf(const ChartValue& value);
[[nodiscard]] const std::string& descriptionOf(const ChartValue& value);

/// Tells whether nothing of it could be drawn.
[[nodiscard]] bool isEmpty(const LinesValue& value);
[[nodiscard]] bool isEmpty(const DistributionValue& value);
[[nodiscard]] bool isEmpty(const CourseValue& value);
[[nodiscard]] bool isEmpty(const BarsValue& value);
[[nodiscard]] bool isEmpty(const MatrixValue& value);
[[nodiscard]] bool isEmpty(const TilesValue& value);
[[nodiscard]] bool isEmpty(const GridsValue& value);
[[nodiscard]] bool isEmpty(const ScatterValue& value);
[[nodiscard]] bool isEmpty(const ChartValue& value);

}  // namespace duelo
