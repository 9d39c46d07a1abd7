// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/chart_legend.h"
#include "ui/charts/chart_values.h"

namespace duelo::ui {

/// Where the time of an epoch goes, variant by variant (S2-M06): bars below each other on one scale
/// from 0, each with its name above and its time behind, made of parts that look as in
/// BreakdownBar. More bars than find room are left out, and a line says how many.
class BarsChart final : public Chart {
    Q_OBJECT

public:
    explicit BarsChart(QWidget* parent = nullptr);

    void setValue(const BarsValue& value);
    [[nodiscard]] const BarsValue& value() const { return m_value; }
    /// Without a bar of any length.
    [[nodiscard]] bool isEmpty() const override { return longest() <= 0; }

protected:
    [[nodiscard]] std::unique_ptr<Chart> copy() const override;
    void drawOnce(QPainter& painter, QSizeF size) override;
    void restyle() override { update(); }
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] double longest() const;
    [[nodiscard]] ChartLegend legend(double width_px) const;
    void drawBar(QPainter& painter, const BarsValue::Bar& bar, const QRectF& row,
                 double text_px) const;

    BarsValue m_value;
    std::vector<BreakdownValue::Segment> m_parts;  ///< of all bars, each once
};

}  // namespace duelo::ui
