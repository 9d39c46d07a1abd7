// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include <QCategoryAxis>

#include "report/axis_scale.h"

namespace duelo::ui {

/// An axis with the ticks, labels and grid lines of an AxisScale, from 0 at its low end to 1 at its
/// high end. Qt's value axes space their ticks evenly, and its logarithmic one labels powers of ten
/// alone; categories stand at the very cases, and between decades too.
class TickAxis final : public QCategoryAxis {
    Q_OBJECT

public:
    explicit TickAxis(QObject* parent = nullptr);

    /// A tick that is not among `labelled` stands without a label.
    void setScale(const AxisScale& scale, std::span<const AxisTick> labelled);
    /// Grid lines alone.
    void setLines(const AxisScale& scale, std::span<const double> values);

private:
    void setTicks(const QList<std::pair<double, QString>>& ticks);

    QList<std::pair<double, QString>> m_ticks;  ///< share of the axis and label
};

}  // namespace duelo::ui
