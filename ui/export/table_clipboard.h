// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QImage>
#include <QMimeData>

#include "report/document.h"

class QAbstractItemModel;

namespace duelo::ui {

/// A table as it is pasted: tab-separated text, and HTML that Excel, Calc and Word read as a table.
/// The header row is included. Figures have the decimal sign of `numbers`, because a spreadsheet of
/// another sign takes "1.5" for the first of May; texts stay texts and never become formulas or
/// dates.
[[nodiscard]] std::unique_ptr<QMimeData> tableMimeData(const DocTable& table, NumberStyle numbers);

/// The table that a model shows. A cell is a figure where `valueRole` holds a number; its digits
/// are those of the shown text, in `numbers`, or all of them where the text does not show it.
[[nodiscard]] DocTable tableOf(const QAbstractItemModel& model, int valueRole, NumberStyle numbers);

/// A picture of a chart.
[[nodiscard]] std::unique_ptr<QMimeData> imageMimeData(const QImage& image);

}  // namespace duelo::ui
