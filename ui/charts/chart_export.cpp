// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_export.h"

#include <QBuffer>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QSvgGenerator>

#include "ui/charts/chart.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr double kMargin = 12;

/// Qt 6.4 writes the title of an SVG as it stands, and a "<" in it would spoil the file; later ones
/// escape it. So the file is written with these, and they are replaced.
constexpr char kTitleMark[] = "duelo-chart-title", kDescriptionMark[] = "duelo-chart-description";

/// A paragraph of the caption and how high it is at a width, in pixels of a screen.
class Paragraph {
public:
    Paragraph(const QString& text, QFont font, double factor, bool bold, const QColor& color)
        : m_text(text), m_font(std::move(font)), m_color(color) {
        m_font.setPixelSize(qRound(QFontInfo(m_font).pixelSize() * factor));
        m_font.setBold(bold);
    }

    [[nodiscard]] double height(double width) const {
        if (m_text.isEmpty()) return 0;
        const QRectF room(0, 0, width, 1e6);
        return QFontMetricsF(m_font).boundingRect(room, Qt::TextWordWrap, m_text).height();
    }

    void draw(QPainter& painter, const QRectF& rect) const {
        if (m_text.isEmpty()) return;
        painter.setFont(m_font);
        painter.setPen(m_color);
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_text);
    }

private:
    QString m_text;
    QFont m_font;
    QColor m_color;
};

}  // namespace

void paintChart(QPainter& painter, const QRectF& target, const Chart& chart,
                const ChartCaption& caption, double unit) {
    const LightTokens light;
    const QSizeF size = target.size() / unit;
    const Paragraph title(caption.title, chart.font(), 1.25, true, tokens().text);
    const Paragraph subtitle(caption.subtitle, chart.font(), 1, false, tokens().muted);
    const Paragraph footer(caption.footer, chart.font(), 0.85, false, tokens().muted);
    const double width = qMax(1.0, size.width() - 2 * kMargin);
    const double heads = title.height(width) + subtitle.height(width);
    const double top = heads > 0 ? kMargin + heads : 0;
    const double foot = footer.height(width);
    const double bottom = foot > 0 ? foot + kMargin : 0;

    painter.save();
    painter.translate(target.topLeft());
    painter.scale(unit, unit);
    painter.fillRect(QRectF({0, 0}, size), Qt::white);
    title.draw(painter, QRectF(kMargin, kMargin, width, title.height(width)));
    subtitle.draw(painter,
                  QRectF(kMargin, kMargin + title.height(width), width, subtitle.height(width)));
    chart.paintTo(painter, QRectF(0, top, size.width(), qMax(1.0, size.height() - top - bottom)));
    footer.draw(painter, QRectF(kMargin, size.height() - bottom, width, foot));
    painter.restore();
}

QImage renderPng(const Chart& chart, QSize size, const ChartCaption& caption, double scale) {
    QImage image(size * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    paintChart(painter, QRectF({0, 0}, size), chart, caption);
    return image;
}

QByteArray renderSvg(const Chart& chart, QSize size, const ChartCaption& caption) {
    QByteArray svg;
    QBuffer buffer(&svg);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96);
    generator.setSize(size);
    generator.setViewBox(QRect({0, 0}, size));

    generator.setTitle(kTitleMark);
    generator.setDescription(kDescriptionMark);
    QPainter painter(&generator);
    paintChart(painter, QRectF({0, 0}, size), chart, caption);
    painter.end();
    const QString title = caption.title.isEmpty() ? chart.title() : caption.title;
    svg.replace(kTitleMark, title.toHtmlEscaped().toUtf8());
    svg.replace(kDescriptionMark, chart.description().toHtmlEscaped().toUtf8());
    // The font of this machine may be missing where the file is opened.
    svg.replace("font-family=\"" + chart.font().family().toUtf8() + "\"",
                "font-family=\"" + chart.font().family().toUtf8() + ", Arial, sans-serif\"");
    return svg;
}

}  // namespace duelo::ui
