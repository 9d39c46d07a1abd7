// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/citation_object.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextDocument>

#include "ui/look/letters.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr double kCitationPad_px = 5, kBoxPad_px = 8, kCorner_px = 4;
constexpr double kBoxGap_px = 3;  // above and below, to words and to the next box

/// Returns the width that a line of the document has for its content.
double lineWidth(const QTextDocument& document) {
    return document.textWidth() - 2 * document.documentMargin() - 2;
}

}  // namespace

CitationObject::CitationObject(Source source, QObject* parent)
    : QObject(parent), m_source(std::move(source)) {}

QTextCharFormat CitationObject::formatOf(const QString& id) {
    QTextCharFormat format;
    format.setObjectType(kType);
    format.setProperty(kId, id);
    format.setVerticalAlignment(QTextCharFormat::AlignBaseline);
    return format;
}

QSizeF CitationObject::intrinsicSize(QTextDocument* document, int /*at*/,
                                     const QTextFormat& format) {
    const Shown shown = m_source(format.stringProperty(kId));
    const QFontMetricsF metrics(document->defaultFont());
    const double most = qMax<double>(lineWidth(*document), letters_px(metrics, 8));
    if (!shown.box)
        return {qMin(most, metrics.horizontalAdvance(shown.words) + 2 * kCitationPad_px),
                metrics.ascent() + 2};
    const QRectF words = metrics.boundingRect(QRectF(0, 0, most - 2 * kBoxPad_px, 1e4),
                                              Qt::TextWordWrap, shown.words);
    return {most, words.height() + 2 * (kBoxPad_px + kBoxGap_px)};
}

void CitationObject::drawObject(QPainter* painter, const QRectF& box, QTextDocument* document,
                                int /*at*/, const QTextFormat& format) {
    const Shown shown = m_source(format.stringProperty(kId));
    const Tokens& look = tokens();
    const bool holds = shown.standing == Standing::Current;
    const QFontMetricsF metrics(document->defaultFont());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(document->defaultFont());
    painter->setPen(shown.box ? QPen(holds ? look.accent : look.warn_text, 1.5) : Qt::NoPen);
    painter->setBrush(holds ? look.accent_soft : look.warn_soft);
    // A citation stands on the base line and its ground reaches below it.
    const QRectF ground = shown.box ? box.adjusted(1, kBoxGap_px, -1, -kBoxGap_px)
                                    : box.adjusted(0, 0, 0, metrics.descent());
    painter->drawRoundedRect(ground, kCorner_px, kCorner_px);
    painter->setPen(holds ? look.accent_strong : look.warn_text);
    if (shown.box) {
        const double pad = kBoxPad_px, above = kBoxPad_px + kBoxGap_px;
        painter->drawText(box.adjusted(pad, above, -pad, -above), Qt::TextWordWrap, shown.words);
    } else {
        const QString words =
            metrics.elidedText(shown.words, Qt::ElideMiddle, box.width() - 2 * kCitationPad_px);
        painter->drawText(QPointF(box.left() + kCitationPad_px, box.bottom()), words);
    }
    painter->restore();
}

}  // namespace duelo::ui
