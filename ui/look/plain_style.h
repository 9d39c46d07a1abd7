// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace duelo::ui {

/// Fusion without its pictures and bevels: buttons of a dialog and its question have no icon, and
/// the focus of a list's row is the same ring that the style sheet gives to every other widget.
class PlainStyle final : public QProxyStyle {
    Q_OBJECT

public:
    PlainStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
    QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                       const QWidget* widget) const override;
};

}  // namespace duelo::ui
