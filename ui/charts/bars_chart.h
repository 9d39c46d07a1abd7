// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ui/charts/chart.h"

class QBarCategoryAxis;
class QBarSet;
class QChartView;
class QHorizontalStackedBarSeries;
class QValueAxis;

namespace duelo::ui {

class Layer;

/// Where time goes (S2-M06, P-03): bars below each other on one scale from 0, each with its name
/// above and its time behind, made of parts that colour and pattern each tell apart. More bars than
/// find room are left out, and a line says how many.
///
/// A click on a bar that is measured, or Up and Down with the keyboard and Enter, asks how its time
/// was obtained.
///
/// Qt Charts draws the bars, all as far apart from each other; names, times, intervals and the
/// legend, for which it has no place, stand around them as in files (report/chart_drawing.h).
class BarsChart final : public Chart {
    Q_OBJECT

public:
    /// Fitted: as high as its bars need, for a card; else as high as its place.
    enum class Height { OfPlace, Fitted };
    explicit BarsChart(Height height, QWidget* parent = nullptr);

    void setValue(const BarsValue& value);
    [[nodiscard]] const BarsValue& value() const { return m_value; }
    [[nodiscard]] ChartValue chartValue() const override { return titled(m_value); }
    /// Without a bar of any length.
    [[nodiscard]] bool isEmpty() const override { return duelo::isEmpty(m_value); }

    [[nodiscard]] bool hasHeightForWidth() const override { return m_fitted; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    /// A line of the chart: a bar, or the group of those below it.
    struct Row {
        const BarsValue::Bar* bar = nullptr;
        std::string group{};
    };
    /// Of the whole value on a canvas: rows of one height below the legend.
    struct Rows {
        std::vector<Row> rows;
        double top = 0, pitch = 0, name = 0, bar = 0, unit = 0;

        /// Of the bar in a row, or where one would be.
        [[nodiscard]] Box box(std::size_t row, double left) const;
    };

    [[nodiscard]] Rows rowsOn(PainterCanvas& canvas) const;
    void lay();
    /// The lengths in ms of the parts, or of the whole bars, that look alike, a set each.
    void placeSets();
    void fillSet(std::size_t index, const QBrush& brush, const QPen& pen,
                 const std::function<double(const BarsValue::Bar&)>& lengthOf);
    void drawAround(QPainter& painter) const;
    /// A row that is seen and whose bar is measured.
    [[nodiscard]] bool isMeasured(std::size_t row) const;
    [[nodiscard]] std::optional<std::size_t> rowAt(double y) const;
    void select(std::optional<std::size_t> row);
    void choose();

    BarsValue m_value;
    Rows m_rows;
    std::size_t m_shown = 0;           ///< rows that find room
    std::optional<std::size_t> m_row;  ///< under mouse or keyboard, one that is measured
    bool m_byKey = false;
    const bool m_fitted;
    QChartView* m_view;
    QHorizontalStackedBarSeries* m_series;
    std::vector<QBarSet*> m_sets;  ///< owned by the series
    QBarCategoryAxis* m_yAxis;
    QValueAxis* m_xAxis;
    Layer* m_overlay;
};

}  // namespace duelo::ui
