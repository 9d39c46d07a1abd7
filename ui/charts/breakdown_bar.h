// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/chart_legend.h"
#include "ui/charts/chart_values.h"

namespace duelo::ui {

/// Where the time of one call went (P-03): one bar whose parts are as long as they took, and under
/// it the parts in words. Colour and pattern each tell the parts apart; what is unexplained is
/// cross-hatched without a colour, because it is no part.
class BreakdownBar final : public Chart {
    Q_OBJECT

public:
    explicit BreakdownBar(QWidget* parent = nullptr);

    void setValue(const BreakdownValue& value);
    [[nodiscard]] const BreakdownValue& value() const { return m_value; }
    /// Without a part that took time.
    [[nodiscard]] bool isEmpty() const override { return total() <= 0; }

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// The places of value().segments in a bar; zero wide for what took no time.
    [[nodiscard]] std::vector<QRectF> segmentRects(const QRectF& bar) const;

protected:
    [[nodiscard]] std::unique_ptr<Chart> copy() const override;
    void drawOnce(QPainter& painter, QSizeF size) override;
    void restyle() override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] double total() const;
    [[nodiscard]] double barHeight() const;
    [[nodiscard]] ChartLegend legend(double width_px) const;

    BreakdownValue m_value;
};

}  // namespace duelo::ui
