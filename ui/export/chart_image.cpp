// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/chart_image.h"

#include <algorithm>
#include <set>

#include <QBuffer>
#include <QPainter>

#include "report/finding.h"
#include "report/misleading.h"

namespace duelo::ui {

Result<ChartValue> firstChart(const Document& document) {
    for (const DocSection& section : document.sections)
        for (const DocBlock& block : section.blocks)
            if (const auto* chart = std::get_if<ChartValue>(&block)) return *chart;
    return fail("chart_missing");
}

ChartCaption captionOf(const ChartValue& chart, const std::optional<Shown>& shown) {
    ChartCaption caption{.title = titleOf(chart)};
    if (!shown) return caption;
    const Finding finding = findingOf(*shown);
    caption.title = finding.headline;
    caption.subtitle = finding.detail;
    caption.mark = watermarkOf(shown->comparison, shown->labels.text());
    std::set<std::string> told;
    for (const Source& source : shown->comparison.sources)
        if (const auto [origin, isNew] = told.insert(shown->labels.provenance(source)); isNew)
            caption.footer += (caption.footer.empty() ? "" : "\n") + *origin;
    return caption;
}

ChartImage::ChartImage(const ChartValue& chart, NumberStyle numbers, const ChartCaption& caption)
    : m_svg(QByteArray::fromStdString(chartSvg(chart, numbers, "chart", ChartUse::File, caption))),
      m_renderer(m_svg) {}

void ChartImage::paint(QPainter& painter, const QRectF& box) const {
    painter.save();
    painter.setFont(QFont());  // what the SVG leaves open it takes from the painter
    m_renderer.render(&painter, box);
    painter.restore();
}

QImage ChartImage::pixels(double scale) const {
    QImage image((m_renderer.viewBoxF().size() * scale).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    paint(painter, QRectF(QPointF(), QSizeF(image.size())));
    return image;
}

Result<std::string> ChartImage::png() const {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!pixels().save(&buffer, "PNG")) return fail("write_failed", {{"message", "PNG"}}, "PNG");
    return bytes.toStdString();
}

double ChartImage::heightFor(double width) const {
    const QRectF box = m_renderer.viewBoxF();
    return width * box.height() / box.width();
}

}  // namespace duelo::ui
