// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/running_card.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/pages/page_parts.h"

namespace duelo::ui {

RunningCard::RunningCard(QWidget* parent)
    : QFrame(parent),
      m_sentence(makeLabel({}, Role::Heading, this)),
      m_title(makeLabel({}, Role::Muted, this)) {
    setObjectName("runningCard");
    setProperty("role", "card");
    auto* words = new QVBoxLayout;
    words->addWidget(m_sentence);
    words->addWidget(m_title);
    const auto button = [this](const QString& caption, const char* name, auto signal) {
        auto* made = new QPushButton(caption, this);
        made->setObjectName(name);
        connect(made, &QPushButton::clicked, this, [this, signal] {
            Q_EMIT(this->*signal)(m_path);
        });
        return made;
    };
    auto* line = new QHBoxLayout(this);
    const int space = fontMetrics().height();
    line->setContentsMargins(space, space * 3 / 4, space, space * 3 / 4);
    line->addLayout(words, 1);
    line->addWidget(button(tr("See it"), "runningSee", &RunningCard::followRequested));
    line->addWidget(button(tr("Stop it"), "runningStop", &RunningCard::stopRequested));
    hide();
}

void RunningCard::setRun(const QString& path, const QString& title, int done, int cells) {
    m_path = path;
    m_sentence->setText(tr("Your measurement is still running: %1 of %2").arg(done).arg(cells));
    m_title->setText(title);
    show();
}

void RunningCard::setNone() {
    m_path.clear();
    hide();
}

}  // namespace duelo::ui
