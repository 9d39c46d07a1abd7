// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"

namespace duelo::ui {

/// Pictures with frames upon them, as every file draws them, as large as the widget's width makes
/// them.
class TilesChart final : public Chart {
    Q_OBJECT

public:
    explicit TilesChart(QWidget* parent = nullptr);

    void setValue(TilesValue value);
    [[nodiscard]] const TilesValue& value() const { return m_value; }
    [[nodiscard]] ChartValue chartValue() const override { return titled(m_value); }
    [[nodiscard]] bool isEmpty() const override { return duelo::isEmpty(m_value); }

    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void restyle() override;
    void paintEvent(QPaintEvent* event) override;

private:
    TilesValue m_value;
};

}  // namespace duelo::ui
