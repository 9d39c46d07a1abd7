// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/pdf_page.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPagedPaintDevice>
#include <QPainter>
#include <QTextLayout>
#include <QtMath>

namespace duelo::ui {
namespace {

constexpr double kSide_pt = 54, kTop_pt = 62, kBottom_pt = 62;
constexpr double kMarginFont_pt = 8, kMarkFont_pt = 40;

}  // namespace

PdfPage::PdfPage(QPagedPaintDevice& sheets, QPainter* painter, Margin margin)
    : m_sheets(sheets),
      m_painter(painter),
      m_margin(std::move(margin)),
      m_unitsPerPoint(sheets.logicalDpiY() / 72.0),
      m_paper(QPointF(), QSizeF(sheets.width(), sheets.height())),
      m_body(m_paper.adjusted(pt(kSide_pt), pt(kTop_pt), -pt(kSide_pt), -pt(kBottom_pt))),
      m_y(m_body.top()) {}

QFont PdfPage::font(double points, bool bold, bool italic) const {
    QFont font;
    font.setFamilies({QStringLiteral("Liberation Sans"), QStringLiteral("Arial"),
                      QStringLiteral("Helvetica"), QStringLiteral("DejaVu Sans")});
    font.setStyleHint(QFont::SansSerif);
    // The least spacing that there is: with any, "fi" is drawn as two letters. A ligature would be
    // copied and searched as a sign of its own.
    font.setLetterSpacing(QFont::AbsoluteSpacing, 1.0 / 64);
    font.setPointSizeF(points);
    font.setBold(bold);
    font.setItalic(italic);
    return font;
}

double PdfPage::widthOf(const QString& text, const QFont& font) const {
    return QFontMetricsF(font, &m_sheets).horizontalAdvance(text);
}

double PdfPage::lineHeight(const QFont& font) const {
    return font.pointSizeF() * 1.32 * m_unitsPerPoint;
}

QStringList PdfPage::wrapped(const QString& text, const QFont& font, double width) const {
    QTextLayout layout(text, font, &m_sheets);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    QStringList lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines += text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    if (lines.isEmpty()) lines += QString();
    return lines;
}

void PdfPage::startPage() {
    drawFoot();
    ++m_number;
    if (m_painter) m_sheets.newPage();
    m_y = m_body.top();
    drawHead();
}

void PdfPage::keep(double height) {
    if (height > room() && !atTop() && height <= fullRoom()) startPage();
}

void PdfPage::gap(double height) {
    if (!atTop()) m_y += height;
}

void PdfPage::text(double x, double y, const QString& line, const QFont& font, QRgb colour) {
    if (!m_painter || line.isEmpty()) return;
    m_painter->setFont(font);
    m_painter->setPen(QColor(colour));
    const QFontMetricsF metrics(font, &m_sheets);
    // The glyphs stand in the middle of their line, whatever the font calls its height.
    const double baseline = y + (lineHeight(font) + metrics.ascent() - metrics.descent()) / 2;
    m_painter->drawText(QPointF(m_body.left() + x, baseline), line);
}

void PdfPage::rule(double x, double y, double width, double thickness, QRgb colour) {
    fill(box(x, y - thickness / 2, width, thickness), colour);
}

void PdfPage::fill(const QRectF& area, QRgb colour) {
    if (m_painter) m_painter->fillRect(area, QColor(colour));
}

void PdfPage::frame(const QRectF& area, double thickness, QRgb colour) {
    if (!m_painter) return;
    m_painter->setBrush(Qt::NoBrush);
    m_painter->setPen(QPen(QColor(colour), thickness));
    m_painter->drawRect(area);
}

QRectF PdfPage::box(double x, double y, double width, double height) const {
    return {m_body.left() + x, y, width, height};
}

QString PdfPage::elided(const QString& words, const QFont& font, double width) const {
    return QFontMetricsF(font, &m_sheets).elidedText(words, Qt::ElideRight, width);
}

void PdfPage::drawHead() {
    if (m_margin.head.isEmpty()) return;
    const QFont small = font(kMarginFont_pt);
    const double y = m_body.top() - pt(28);
    text(0, y, elided(m_margin.head, small, width()), small, paper::muted);
    rule(0, y + lineHeight(small) + pt(3), width(), pt(0.5));
}

void PdfPage::drawFoot() {
    const QFont small = font(kMarginFont_pt);
    const double y = m_body.bottom() + pt(16);
    rule(0, y - pt(4), width(), pt(0.5));
    const QString words = m_margin.pageWords ? m_margin.pageWords(m_number) : QString();
    const double wordsWidth = widthOf(words, small);
    text(0, y, elided(m_margin.foot, small, width() - wordsWidth - pt(12)), small, paper::muted);
    text(width() - wordsWidth, y, words, small, paper::muted);
    drawMark();
}

/// From corner to corner, over whatever stands on the page, which stays to be read.
void PdfPage::drawMark() {
    if (!m_painter || m_margin.mark.isEmpty()) return;
    constexpr double kOpacity = 0.22, kShare = 0.8;
    const double angle = std::atan2(m_paper.height(), m_paper.width());
    const double room = kShare * std::hypot(m_paper.width(), m_paper.height());
    QFont large = font(kMarkFont_pt, true);
    large.setPointSizeF(kMarkFont_pt * std::min(1.0, room / widthOf(m_margin.mark, large)));
    m_painter->save();
    m_painter->setOpacity(kOpacity);
    m_painter->setPen(QColor(paper::mark));
    m_painter->setFont(large);
    m_painter->translate(m_paper.center());
    m_painter->rotate(-qRadiansToDegrees(angle));
    m_painter->drawText(QPointF(-widthOf(m_margin.mark, large) / 2, 0), m_margin.mark);
    m_painter->restore();
}

}  // namespace duelo::ui
