// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/slide.h"

#include <algorithm>
#include <cmath>

#include <QWidget>

#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr double kDrawn_px = 1080;  ///< the height that these stand in
constexpr double kHeadline_px = 64, kLetters_px = 38, kTop_px = 56, kSide_px = 80, kFoot_px = 40;
constexpr int kButtons_px = 52;  ///< letters of buttons are those of the program

}  // namespace

int slideButtons_px() {
    return scaled_px(kButtons_px);
}

SlideLook slideLook(const QWidget& part) {
    const double unit = part.window()->height() / kDrawn_px;
    const auto px = [unit](double length) { return static_cast<int>(std::ceil(length * unit)); };
    return {px(kHeadline_px), px(kLetters_px),
            QMargins(px(kSide_px), px(kTop_px), px(kSide_px),
                     std::max(px(kFoot_px), slideButtons_px()))};
}

void setLetters(QWidget& part, int height_px) {
    const QString sheet =
        height_px > 0 ? QStringLiteral("* { font-size: %1px; }").arg(height_px) : QString();
    if (sheet == part.styleSheet()) return;
    const int before_px = part.fontInfo().pixelSize();
    part.setStyleSheet(sheet);
    if (height_px > 0) return;
    // Qt leaves the letters of a sheet that is gone to what no other rule is about.
    for (QWidget* each : part.findChildren<QWidget*>())
        if (each->font().pixelSize() == before_px) each->setFont(QFont());
}

}  // namespace duelo::ui
