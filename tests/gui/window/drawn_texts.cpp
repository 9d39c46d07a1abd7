// SPDX-License-Identifier: GPL-3.0-or-later
#include "drawn_texts.h"

#include <map>
#include <set>

#include <QAbstractButton>
#include <QAbstractScrollArea>

#include "../charts/drawn_words.h"

namespace duelo::testing {

namespace {

/// Letters seldom fill the height of their line: what lies above and below them may be cut.
QRectF lettersOf(const QRectF& line) {
    constexpr double kEmptyShare = 0.2;
    const double empty = line.height() * kEmptyShare;
    return line.adjusted(0, empty, 0, -empty);
}

bool scrolls(const QWidget& widget) {
    const auto* area = qobject_cast<const QAbstractScrollArea*>(widget.parentWidget());
    return area && area->viewport() == &widget;
}

QString told(const DrawnText& text) {
    const QString name = text.widget->objectName();
    return QString("%1 \"%2\" at %3,%4 (%5x%6)")
        .arg(name.isEmpty() ? text.widget->metaObject()->className() : name, text.text.left(50))
        .arg(qRound(text.box.x()))
        .arg(qRound(text.box.y()))
        .arg(qRound(text.box.width()))
        .arg(qRound(text.box.height()));
}

void look(QWidget& window, QWidget& widget, QList<DrawnText>& found) {
    if (!widget.isVisible()) return;
    const QRegion seen = widget.visibleRegion();
    if (seen.isEmpty()) return;
    DrawnWords device;
    QPainter painter(&device);
    widget.render(&painter, {}, {}, {});
    painter.end();
    const QPointF corner = widget.mapTo(&window, QPoint());
    for (const auto& piece : device.pieces()) {
        // Of a long text that is cut only the beginning may be seen.
        const QPointF begin(piece.box.left() + 2, piece.box.center().y());
        const bool is_seen =
            seen.contains(piece.box.center().toPoint()) || seen.contains(begin.toPoint());
        if (is_seen && !piece.text.trimmed().isEmpty())
            found.append({&widget, piece.text, piece.box.translated(corner),
                          QRectF(widget.rect()).translated(corner)});
    }
}

}  // namespace

QList<DrawnText> textsDrawnIn(QWidget& window) {
    QList<DrawnText> found;
    look(window, window, found);
    for (QWidget* widget : window.findChildren<QWidget*>()) look(window, *widget, found);
    return found;
}

QStringList cutTexts(const QList<DrawnText>& texts) {
    constexpr double kRounding_px = 1.5;
    QStringList found;
    for (const DrawnText& text : texts) {
        const QRectF room =
            text.room.adjusted(-kRounding_px, -kRounding_px, kRounding_px, kRounding_px);
        if (!scrolls(*text.widget) && !room.contains(lettersOf(text.box)))
            found << "cut: " + told(text);
    }
    return found;
}

QStringList overlappingTexts(const QList<DrawnText>& texts) {
    constexpr double kTouches = 0.05;  ///< of the smaller one's area
    QStringList found;
    for (qsizetype i = 0; i < texts.size(); ++i)
        for (qsizetype j = i + 1; j < texts.size(); ++j) {
            const QRectF a = lettersOf(texts[i].box), b = lettersOf(texts[j].box);
            const QRectF both = a & b;
            // A text that is drawn twice in its place, as bold letters without a face are, is one.
            const bool twice =
                texts[i].text == texts[j].text && (a.topLeft() - b.topLeft()).manhattanLength() < 2;
            const double smaller = std::min(a.width() * a.height(), b.width() * b.height());
            if (!twice && both.width() * both.height() > kTouches * smaller)
                found << "overlap: " + told(texts[i]) + " and " + told(texts[j]);
        }
    return found;
}

QStringList brokenTabRows(const QWidget& window) {
    std::map<const QWidget*, std::set<int>> lines;
    for (const auto* button : window.findChildren<QAbstractButton*>())
        if (button->isVisible() && button->property("role") == "tab")
            lines[button->parentWidget()].insert(button->y());
    QStringList found;
    for (const auto& [row, tops] : lines)
        if (tops.size() > 1)
            found << QString("tabs in %1 lines: %2").arg(tops.size()).arg(row->objectName());
    return found;
}

}  // namespace duelo::testing
