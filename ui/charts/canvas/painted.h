// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <utility>

#include <QPainter>
#include <QWidget>

#include "ui/look/theme.h"

namespace duelo::ui {

/// Paints upon a chart, which keeps mouse and keyboard.
class Painted final : public QWidget {
public:
    Painted(QWidget* chart, std::function<void(QPainter&)> draw)
        : QWidget(chart), m_draw(std::move(draw)) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_OpaquePaintEvent);
    }

    /// In the chart's size, anew.
    void lay() {
        setGeometry(parentWidget()->rect());
        update();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        painter.fillRect(rect(), tokens().surface);
        m_draw(painter);
    }

private:
    std::function<void(QPainter&)> m_draw;
};

}  // namespace duelo::ui
