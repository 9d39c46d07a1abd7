// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;
class QToolButton;
class QVBoxLayout;
class QWidget;

namespace duelo::ui {

/// `body` under a button that shows and hides it, while it is checked; hidden at first.
QToolButton* addFolded(QVBoxLayout& column, const QString& caption, QWidget* body);

}  // namespace duelo::ui
