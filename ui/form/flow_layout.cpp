// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/flow_layout.h"

#include <utility>
#include <vector>

#include <QStyle>
#include <QWidget>

namespace duelo::ui {

FlowLayout::FlowLayout(QWidget* parent, int spacing_px) : QLayout(parent) {
    setContentsMargins(0, 0, 0, 0);
    setSpacing(spacing_px);
}

FlowLayout::~FlowLayout() {
    qDeleteAll(m_items);
}

void FlowLayout::insertWidget(int index, QWidget* widget) {
    addChildWidget(widget);
    m_items.insert(index, new QWidgetItem(widget));
    invalidate();
}

QLayoutItem* FlowLayout::takeAt(int index) {
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : m_items) size = size.expandedTo(item->minimumSize());
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool place) const {
    const QMargins margins = contentsMargins();
    const QRect inner = rect.marginsRemoved(margins);
    const bool mirrored = parentWidget() && parentWidget()->isRightToLeft();
    int x = inner.x(), y = inner.y(), line = 0;
    std::vector<std::pair<QLayoutItem*, QRect>> row;
    // Lower ones stand in the middle of their row, as a label does beside buttons.
    const auto placeRow = [&] {
        for (auto& [item, at] : row) {
            at.translate(0, (line - at.height()) / 2);
            item->setGeometry(at);
        }
        row.clear();
    };
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) continue;
        QSize size = item->sizeHint();
        size.setWidth(qMin(size.width(), qMax(item->minimumSize().width(), inner.width())));
        if (x + size.width() > inner.right() + 1 && line > 0) {
            placeRow();
            x = inner.x();
            y += line + spacing();
            line = 0;
        }
        if (place) {
            const int left = mirrored ? inner.right() - (x - inner.x()) - size.width() + 1 : x;
            row.emplace_back(item, QRect(QPoint(left, y), size));
        }
        x += size.width() + spacing();
        line = qMax(line, size.height());
    }
    placeRow();
    return y + line - rect.y() + margins.bottom();
}

}  // namespace duelo::ui
