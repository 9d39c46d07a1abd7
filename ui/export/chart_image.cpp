// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/chart_image.h"

#include <algorithm>
#include <set>
#include <utility>

#include <QBuffer>
#include <QPainter>

#include "report/chart_drawing.h"
#include "report/finding.h"
#include "report/misleading.h"
#include "ui/charts/painter_canvas.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

/// Letters of the size and the face that the SVG says, as wide as they are at every scale.
QFont paperFont() {
    QFont font(QStringLiteral("Arial"));
    font.setPixelSize(static_cast<int>(ChartCanvas::kUsualFont));
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

class PaperCanvas final : public PainterCanvas {
public:
    PaperCanvas(QPainter* painter, NumberStyle style)
        : PainterCanvas(painter, paperFont(), kChartWidth, style, paperTokens()) {}

    void picture(const Box& box, const std::string& png) override {
        const QImage image = QImage::fromData(QByteArray::fromStdString(png), "PNG");
        if (!painter() || image.isNull()) return;
        QSizeF size(image.size());
        size.scale(box.width, box.height, Qt::KeepAspectRatio);
        QRectF place(QPointF(), size);
        place.moveCenter({box.centre().x, box.centre().y});
        painter()->drawImage(place, image);
    }
};

}  // namespace

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

ChartImage::ChartImage(ChartValue chart, NumberStyle numbers, ChartCaption caption)
    : m_chart(std::move(chart)),
      m_numbers(numbers),
      m_caption(std::move(caption)),
      m_height(drawOn(nullptr)) {}

double ChartImage::drawOn(QPainter* painter) const {
    PaperCanvas canvas(painter, m_numbers);
    drawWhole(canvas, m_chart, m_caption);
    return canvas.top;
}

QByteArray ChartImage::svg() const {
    return QByteArray::fromStdString(
        chartSvg(m_chart, m_numbers, "chart", ChartUse::File, m_caption));
}

void ChartImage::paint(QPainter& painter, const QRectF& box) const {
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform);  // photographs are made smaller
    painter.translate(box.topLeft());
    painter.scale(box.width() / kChartWidth, box.height() / m_height);
    painter.fillRect(QRectF(0, 0, kChartWidth, m_height), Qt::white);
    drawOn(&painter);
    painter.restore();
}

QImage ChartImage::pixels(double scale) const {
    QImage image((QSizeF(kChartWidth, m_height) * scale).toSize(), QImage::Format_RGB32);
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
    return width * m_height / kChartWidth;
}

}  // namespace duelo::ui
