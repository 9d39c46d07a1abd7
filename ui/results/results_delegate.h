// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace duelo::ui {

/// The room that a cell needs, in pixels.
struct CellWidth {
    int beside = 0;  ///< what must be read, with the detail beside its figure
    int under = 0;   ///< the same with the detail under its figure
    int tight = 0;   ///< the same with no more of names and reasons than tells that they are there
    int whole = 0;   ///< beside each other, with the names, reasons and flags that may be shortened
};

/// Draws a figure with its muted detail, and a verdict as a pill (ResultsModel's roles). Of names,
/// which stand at the left, the middle gives way.
class ResultsDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    /// Whether details stand under their figures, in rows that are as much higher.
    void setStacked(bool stacked) { m_stacked = stacked; }
    [[nodiscard]] bool isStacked() const { return m_stacked; }
    [[nodiscard]] CellWidth widthOf(const QFont& font, const QModelIndex& index) const;
    [[nodiscard]] int rowHeight(const QFont& font) const;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintFigure(QPainter& painter, const QStyleOptionViewItem& option,
                     const QModelIndex& index, const QString& text) const;

    bool m_stacked = false;
};

}  // namespace duelo::ui
