// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QChartView;
class QWidget;

namespace duelo::ui {

/// A chart of Qt that fills its widget, which keeps mouse and keyboard. Nothing moves by itself.
[[nodiscard]] QChartView* makeChartView(QWidget* widget);

}  // namespace duelo::ui
