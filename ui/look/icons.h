// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>
#include <QWidget>

#include "ui/look/svg_drawing.h"

namespace duelo::ui {

/// A drawing of resources/icons in the text colour of the theme in force, chosen ones in the
/// accent's; sharp at every scale. It follows a change of theme by itself.
[[nodiscard]] QIcon icon(const QString& name);

/// A drawing of resources/icons as wide as its place allows, in the text colour of the theme in
/// force.
class Drawing final : public QWidget {
public:
    [[nodiscard]] static bool has(const QString& name);
    Drawing(const QString& name, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    SvgDrawing m_drawing;
};

/// The program's own, in its own colours.
[[nodiscard]] QIcon programIcon();

}  // namespace duelo::ui
