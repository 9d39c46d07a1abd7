// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QGraphicsItem>
#include <QPainter>

namespace duelo::ui {

/// A layer on top of a chart, for the marks that Qt Charts does not draw.
class Layer final : public QGraphicsItem {
public:
    Layer(QGraphicsItem* chart, std::function<void(QPainter&)> draw)
        : QGraphicsItem(chart), m_draw(std::move(draw)) {
        constexpr double kUponEverything = 1000;
        setZValue(kUponEverything);
    }

    void setSize(QSizeF size) {
        if (size == m_size) return;
        prepareGeometryChange();
        m_size = size;
    }

    [[nodiscard]] QRectF boundingRect() const override { return {{0, 0}, m_size}; }

    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override {
        painter->save();
        m_draw(*painter);
        painter->restore();
    }

private:
    std::function<void(QPainter&)> m_draw;
    QSizeF m_size;
};

}  // namespace duelo::ui
