// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"

namespace duelo::ui {

/// Where time goes (S2-M06, P-03): bars below each other on one scale from 0, each with its name
/// above and its time behind, made of parts that colour and pattern each tell apart. More bars than
/// find room are left out, and a line says how many.
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
    void paintEvent(QPaintEvent* event) override;

private:
    /// How many bars find room.
    [[nodiscard]] std::size_t fittingBars() const;

    BarsValue m_value;
    const bool m_fitted;
};

}  // namespace duelo::ui
