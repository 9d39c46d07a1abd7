// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/chart_image.h"

#include <QPainter>
#include <QSvgRenderer>

#include "report/writers.h"

namespace duelo::ui {
namespace {

constexpr QSize kSize(720, 420);  // of the SVG's own coordinates

}  // namespace

Result<DocChart> firstChart(const Document& document) {
    for (const DocSection& section : document.sections)
        for (const DocBlock& block : section.blocks)
            if (const auto* chart = std::get_if<DocChart>(&block)) return *chart;
    return fail("chart_missing");
}

QByteArray chartFile(const DocChart& chart, NumberStyle numbers) {
    return QByteArray::fromStdString(chartSvg(chart, numbers, "chart", ChartUse::File));
}

void paintChart(QPainter& painter, const QRectF& box, const DocChart& chart, NumberStyle numbers) {
    QSvgRenderer renderer(chartFile(chart, numbers));
    painter.save();
    painter.setFont(QFont());  // what the SVG leaves open it takes from the painter
    renderer.render(&painter, box);
    painter.restore();
}

QImage chartImage(const DocChart& chart, NumberStyle numbers, double scale) {
    QImage image(kSize * scale, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    paintChart(painter, QRectF(QPointF(), QSizeF(image.size())), chart, numbers);
    return image;
}

double chartHeight(double width) {
    return width * kSize.height() / kSize.width();
}

}  // namespace duelo::ui
