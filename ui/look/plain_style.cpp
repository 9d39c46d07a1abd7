// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/plain_style.h"

#include <QAbstractButton>
#include <QIcon>
#include <QPainter>
#include <QStyleOption>

#include "ui/look/theme.h"

namespace duelo::ui {

namespace {
constexpr double kRing_px = 2, kCorner_px = 4;
}  // namespace

PlainStyle::PlainStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void PlainStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const {
    if (element != PE_FrameFocusRect)
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    // The ring of a button is its border, by the style sheet; this would be a second one within.
    if (qobject_cast<const QAbstractButton*>(widget)) return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(tokens().accent, kRing_px));
    painter->setBrush(Qt::NoBrush);
    constexpr double kInside_px = kRing_px / 2;
    painter->drawRoundedRect(
        QRectF(option->rect).adjusted(kInside_px, kInside_px, -kInside_px, -kInside_px), kCorner_px,
        kCorner_px);
    painter->restore();
}

int PlainStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* data) const {
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

QIcon PlainStyle::standardIcon(StandardPixmap icon, const QStyleOption* option,
                               const QWidget* widget) const {
    switch (icon) {
        case SP_MessageBoxInformation:
        case SP_MessageBoxWarning:
        case SP_MessageBoxCritical:
        case SP_MessageBoxQuestion:
            return {};
        default:
            return QProxyStyle::standardIcon(icon, option, widget);
    }
}

}  // namespace duelo::ui
