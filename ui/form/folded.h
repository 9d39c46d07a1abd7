// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;
class QVBoxLayout;
class QWidget;

namespace duelo::ui {

/// `body` under a button that shows and hides it; hidden at first.
void addFolded(QVBoxLayout& column, const QString& caption, QWidget* body);

}  // namespace duelo::ui
