// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/folded.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace duelo::ui {

QToolButton* addFolded(QVBoxLayout& column, const QString& caption, QWidget* body) {
    auto* more = new QToolButton;
    more->setText(caption);
    more->setCheckable(true);
    more->setArrowType(Qt::RightArrow);
    more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    more->setProperty("role", "quiet");
    column.addWidget(more, 0, Qt::AlignLeft);
    body->hide();
    column.addWidget(body);
    QObject::connect(more, &QToolButton::toggled, body, [more, body](bool open) {
        body->setVisible(open);
        more->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    });
    return more;
}

}  // namespace duelo::ui
