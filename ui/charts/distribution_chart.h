// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "ui/charts/chart_values.h"
#include "ui/charts/plot.h"
#include "ui/charts/sample_swarm.h"

namespace duelo::ui {

/// Every sample of one or more cells, a row each: a swarm of dots, or its outline where they are
/// too many, upon it the median and its interval. Nothing is smoothed and no outlier is cut off,
/// which density curves and box plots do.
///
/// The rows share an axis if their medians are alike, because then they are to be compared. Rows
/// far apart have each its own, because a common one would show two strokes.
class DistributionChart final : public Plot {
    Q_OBJECT

public:
    explicit DistributionChart(QWidget* parent = nullptr);

    void setValue(DistributionValue value);
    [[nodiscard]] const DistributionValue& value() const { return m_value; }
    [[nodiscard]] bool isEmpty() const override { return m_rows.empty(); }
    [[nodiscard]] bool sharesAxis() const { return m_shared; }
    /// The axis of a row; the rows are the series with a sample.
    [[nodiscard]] const AxisScale& rowScale(std::size_t row) const { return m_rows.at(row).scale; }
    [[nodiscard]] const SampleSwarm& swarm(std::size_t row) const { return m_rows.at(row).swarm; }

protected:
    [[nodiscard]] std::unique_ptr<Chart> copy() const override;
    [[nodiscard]] QString xTitle() const override { return m_value.x_title; }
    [[nodiscard]] QString yTitle() const override;
    [[nodiscard]] std::vector<LegendEntry> legend() const override { return {}; }
    [[nodiscard]] AxisScale makeXScale(double width_px) const override;
    [[nodiscard]] AxisScale makeYScale(double height_px) const override;
    void placeSeries() override;
    void drawMarks(QPainter& painter) const override;
    [[nodiscard]] std::vector<Spot> spots() const override;

private:
    using Series = DistributionValue::Series;
    struct Row {
        std::size_t series = 0;
        double low = 0, high = 0;  ///< of the finite samples
        std::size_t count = 0;
        AxisScale scale;
        SampleSwarm swarm;
        QRectF head, band, axis;  ///< name, samples, own labels
    };

    [[nodiscard]] AxisScale scaleOf(double low, double high, double width_px) const;
    [[nodiscard]] const Series& seriesOf(const Row& row) const {
        return m_value.series[row.series];
    }
    void layRow(std::size_t index);
    [[nodiscard]] QString words(const Row& row) const;
    [[nodiscard]] std::optional<double> pixelAt(const Row& row, double value) const;
    [[nodiscard]] double dotOf(const Row& row) const;
    /// What the median and its interval cover: the swarm and a little more.
    [[nodiscard]] QRectF reachOf(const Row& row) const;
    void drawSwarm(QPainter& painter, const Row& row) const;
    void drawMedian(QPainter& painter, const Row& row) const;
    void drawOwnAxis(QPainter& painter, const Row& row) const;

    DistributionValue m_value;
    std::vector<Row> m_rows;
    bool m_shared = true;
};

}  // namespace duelo::ui
