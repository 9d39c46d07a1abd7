// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/scroll_area.h"

#include <QScrollArea>

namespace duelo::ui {

void makePlain(QScrollArea& area) {
    area.setWidgetResizable(true);
    area.setFrameShape(QFrame::NoFrame);
    area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area.setFocusPolicy(Qt::NoFocus);
}

}  // namespace duelo::ui
