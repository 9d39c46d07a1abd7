// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "ui/charts/plot.h"

namespace duelo::ui {

/// A sign for each figure, such as those of every PC of a class. Under the mouse or the keyboard a
/// sign is joined with the others of its owner in the same group. The marks are drawn as in every
/// file (report/chart_drawing.h): Qt Charts would need a series for each box and each interval.
class ScatterChart final : public Plot {
    Q_OBJECT

public:
    explicit ScatterChart(QWidget* parent = nullptr);

    void setValue(ScatterValue value);
    [[nodiscard]] const ScatterValue& value() const { return m_value; }
    /// Takes the value away until the next setValue(), so that it can be destroyed where that
    /// blocks nobody.
    [[nodiscard]] ScatterValue takeValue();
    [[nodiscard]] ChartValue chartValue() const override { return titled(m_value); }
    [[nodiscard]] bool isEmpty() const override { return duelo::isEmpty(m_value); }
    /// The place of a mark in pixels of the widget. The mark must have a place.
    [[nodiscard]] QPointF placeOf(std::size_t mark) const;
    /// A ring around what belongs to it; nothing: nobody is chosen.
    void setChosenOwner(std::optional<std::size_t> owner);

Q_SIGNALS:
    /// A mark of value() was chosen, by a click or by Enter.
    void markChosen(int mark);

protected:
    [[nodiscard]] std::string xTitle() const override { return m_value.x_title; }
    [[nodiscard]] std::string yTitle() const override { return m_value.y_title; }
    [[nodiscard]] std::vector<LegendEntry> legend() const override;
    [[nodiscard]] AxisScale makeXScale(double width_px) const override;
    [[nodiscard]] AxisScale makeYScale(double height_px) const override;
    [[nodiscard]] PlotMarks makeMarks() override { return {}; }
    void drawMarks(QPainter& painter) const override;
    [[nodiscard]] std::vector<Spot> spots() const override;
    [[nodiscard]] QString spotText(std::size_t spot) const override;

private:
    void stampMarks(QPainter& painter, double size_px) const;

    ScatterValue m_value;
    ScatterValue m_painted;            ///< of very many marks what is drawn one by one
    std::vector<std::size_t> m_order;  ///< of the marks that have a place, from left to right
    std::optional<std::size_t> m_owner;
};

}  // namespace duelo::ui
