// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include <QImage>
#include <QMimeData>
#include <QModelIndexList>

#include "report/document.h"

class QAbstractItemModel;

namespace duelo::ui {

/// A table as it is pasted: tab-separated text, and HTML that Excel, Calc and Word read as a table.
/// The header row is included. Figures have the decimal sign of `numbers`, because a spreadsheet of
/// another sign takes "1.5" for the first of May; texts stay texts and never become formulas or
/// dates.
[[nodiscard]] std::unique_ptr<QMimeData> tableMimeData(const DocTable& table, NumberStyle numbers);

/// Where a model has more than the shown text.
struct TableRoles {
    int value = 0;               ///< the number of a cell that is a figure
    int detail = 0;              ///< what stands beside a figure, such as its interval
    std::string detail_title{};  ///< of the columns that the details get, right of their figures
};

/// The table that a model shows, or of it the rows and columns of the `selected` cells. A figure
/// has the digits of the shown text, in `numbers`.
[[nodiscard]] DocTable tableOf(const QAbstractItemModel& model, const TableRoles& roles,
                               NumberStyle numbers, const QModelIndexList& selected = {});

/// A picture of a chart.
[[nodiscard]] std::unique_ptr<QMimeData> imageMimeData(const QImage& image);

}  // namespace duelo::ui
