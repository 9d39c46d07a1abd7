// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include <QAbstractAxis>
#include <QChart>
#include <QLegend>
#include <QLegendMarker>

namespace duelo::ui {

/// The series of one kind in a chart, which owns them. An update takes them again in the same
/// order, so that they change in place; those that it did not take go.
template <typename Series>
class SeriesPool {
public:
    SeriesPool(QChart& chart, QAbstractAxis& x, QAbstractAxis& y)
        : m_chart(chart), m_x(x), m_y(y) {}

    [[nodiscard]] Series& take() {
        if (m_taken == m_series.size()) {
            auto* series = new Series;
            m_chart.addSeries(series);
            series->attachAxis(&m_x);
            series->attachAxis(&m_y);
            // The legend names variants, not the series that they are drawn with.
            for (QLegendMarker* marker : m_chart.legend()->markers(series))
                marker->setVisible(false);
            m_series.push_back(series);
        }
        return *m_series[m_taken++];
    }

    void finish() {
        for (; m_series.size() > m_taken; m_series.pop_back()) {
            m_chart.removeSeries(m_series.back());
            delete m_series.back();
        }
        m_taken = 0;
    }

private:
    QChart& m_chart;
    QAbstractAxis &m_x, &m_y;
    std::vector<Series*> m_series;
    std::size_t m_taken = 0;
};

}  // namespace duelo::ui
