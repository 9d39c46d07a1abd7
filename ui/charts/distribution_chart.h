// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/charts/plot.h"

namespace duelo::ui {

/// Every sample of one or more cells, a row each: a swarm of dots, or its outline where they are
/// too many, upon it the median and its interval. Nothing is smoothed and no outlier is cut off,
/// which density curves and box plots do; Qt's box plots stand upright alone, besides, and rows
/// have names. All rows share an axis.
class DistributionChart final : public Plot {
    Q_OBJECT

public:
    explicit DistributionChart(QWidget* parent = nullptr);

    void setValue(DistributionValue value);
    [[nodiscard]] const DistributionValue& value() const { return m_value; }
    [[nodiscard]] ChartValue chartValue() const override { return titled(m_value); }
    [[nodiscard]] bool isEmpty() const override { return m_rows.empty(); }

protected:
    [[nodiscard]] std::string xTitle() const override { return m_value.x_title; }
    [[nodiscard]] std::string yTitle() const override { return m_value.y_title; }
    [[nodiscard]] std::vector<LegendEntry> legend() const override { return {}; }
    [[nodiscard]] AxisScale makeXScale(double width_px) const override;
    [[nodiscard]] AxisScale makeYScale(double height_px) const override;
    [[nodiscard]] PlotMarks makeMarks() override;
    void drawMarks(QPainter& painter) const override;
    [[nodiscard]] std::vector<Spot> spots() const override;

private:
    [[nodiscard]] Box rowBox(std::size_t row) const;

    DistributionValue m_value;
    std::vector<const DistributionValue::Series*> m_rows;  ///< of m_value
    std::vector<RowSwarm> m_swarms;
};

}  // namespace duelo::ui
