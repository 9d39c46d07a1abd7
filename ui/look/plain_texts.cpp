// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/plain_texts.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QTextLayout>
#include <QToolTip>

#include "ui/look/letters.h"

namespace duelo::ui {

namespace {

constexpr int kTipChars = 90;
constexpr qsizetype kMostTipLines = 24;
/// More than these lines can hold; what is behind is not even laid out.
constexpr qsizetype kMostTipChars = 4 * kTipChars * kMostTipLines;

/// Returns what an item of a list or a table says under the mouse.
QString itemTip(const QAbstractItemView& view, QPoint at) {
    if (const auto* header = qobject_cast<const QHeaderView*>(&view)) {
        const int section = header->logicalIndexAt(at);
        if (section < 0 || !header->model()) return {};
        return header->model()
            ->headerData(section, header->orientation(), Qt::ToolTipRole)
            .toString();
    }
    return view.indexAt(at).data(Qt::ToolTipRole).toString();
}

}  // namespace

bool PlainTexts::eventFilter(QObject* watched, QEvent* event) {
    // Before a label has a size or is painted; a tip is a label of Qt, which is made empty.
    if (event->type() == QEvent::Polish) {
        auto* label = qobject_cast<QLabel*>(watched);
        if (label && label->textFormat() == Qt::AutoText) label->setTextFormat(Qt::PlainText);
    } else if (event->type() == QEvent::ToolTip) {
        auto* widget = qobject_cast<QWidget*>(watched);
        if (widget) return showTip(*widget, static_cast<const QHelpEvent&>(*event));
    }
    return QObject::eventFilter(watched, event);
}

/// Shows the tip as Qt does, but broken into lines: Qt shows a plain tip in one line, however long.
/// False: there is no tip, and the event is left to Qt.
bool PlainTexts::showTip(QWidget& widget, const QHelpEvent& event) {
    const auto* view = qobject_cast<const QAbstractItemView*>(widget.parentWidget());
    const bool ofItem = view && view->viewport() == &widget;
    QString tip = ofItem ? itemTip(*view, event.pos()) : QString();
    if (tip.isEmpty()) tip = widget.toolTip();
    if (tip.isEmpty()) return false;
    QToolTip::showText(event.globalPos(), tipLines(tip), &widget, {}, widget.toolTipDuration());
    return true;
}

void showTipBelow(QWidget& widget, const QString& tip) {
    QToolTip::showText(widget.mapToGlobal(QPoint(0, widget.height())), tipLines(tip), &widget);
}

QString tipLines(const QString& tip) {
    QTextOption anywhere;
    anywhere.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    const QFont font = QToolTip::font();
    const double width_px = letters_px(QFontMetricsF(font), kTipChars);
    QStringList lines;
    bool whole = tip.size() <= kMostTipChars;
    for (const QString& paragraph : tip.left(kMostTipChars).split('\n')) {
        QTextLayout layout(paragraph, font);
        layout.setTextOption(anywhere);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width_px);
            lines << paragraph.mid(line.textStart(), line.textLength());
            if (lines.size() > kMostTipLines) break;
        }
        layout.endLayout();
        if (paragraph.isEmpty()) lines << QString();
        whole = whole && lines.size() <= kMostTipLines;
        if (!whole && lines.size() > kMostTipLines) break;
    }
    if (!whole) lines = lines.first(qMin(kMostTipLines, lines.size())) << QStringLiteral("…");
    return lines.join('\n');
}

QString withoutMnemonic(QString caption) {
    return caption.replace('&', QLatin1String("&&"));
}

}  // namespace duelo::ui
