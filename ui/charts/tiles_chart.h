// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/chart_values.h"

namespace duelo::ui {

/// Pictures side by side, each with its words below. All are equally large, as large as finds
/// room; they are enlarged without smoothing, so that the very pixels are seen.
class TilesChart final : public Chart {
    Q_OBJECT

public:
    explicit TilesChart(QWidget* parent = nullptr);

    void setValue(const TilesValue& value);
    [[nodiscard]] const TilesValue& value() const { return m_value; }
    [[nodiscard]] bool isEmpty() const override { return m_value.tiles.empty(); }

protected:
    [[nodiscard]] std::unique_ptr<Chart> copy() const override;
    void drawOnce(QPainter& painter, QSizeF size) override;
    void restyle() override { update(); }
    void paintEvent(QPaintEvent* event) override;

private:
    void drawTile(QPainter& painter, const TilesValue::Tile& tile, const QRectF& place,
                  double side_px) const;

    TilesValue m_value;
};

}  // namespace duelo::ui
