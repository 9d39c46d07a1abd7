// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bars_view.h"

#include <utility>

#include "ui/charts/canvas/painted.h"
#include "ui/charts/chart.h"

namespace duelo::ui {

struct BarsView::Drawn {
    const Chart& chart;
    std::function<void(QPainter&)> around;
    Painted* painted = nullptr;  ///< owned by the chart
    const BarsValue* value = nullptr;
    const BarRows* rows = nullptr;

    void draw(QPainter& painter) const {
        painter.setRenderHint(QPainter::Antialiasing, !chart.isLive());
        if (value && !chart.isEmpty()) {
            PainterCanvas canvas = chart.canvasOn(&painter);
            const std::vector<BarsValue::Part> parts = value->legend();
            for (std::size_t i = 0; i < rows->shown; ++i)
                if (const BarsValue::Bar* bar = rows->rows[i].bar)
                    drawBar(canvas, rows->box(i, canvas.edge()), *bar, parts, rows->unit);
        }
        around(painter);
    }
};

BarsView::BarsView(Chart& chart, std::function<void(QPainter&)> around)
    : m_chart(chart), m_drawn(new Drawn{chart, std::move(around)}) {
    m_drawn->painted = new Painted(&chart, [this](QPainter& painter) { m_drawn->draw(painter); });
}

BarsView::~BarsView() = default;

void BarsView::show(const BarsValue& value, const BarRows& rows) {
    m_drawn->value = &value;
    m_drawn->rows = &rows;
    m_drawn->painted->lay();
}

void BarsView::update() {
    m_drawn->painted->update();
}

}  // namespace duelo::ui
