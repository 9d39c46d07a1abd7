// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/page_bars.h"

#include <utility>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "ui/form/flow_layout.h"
#include "ui/look/breakable.h"
#include "ui/look/plain_texts.h"

namespace duelo::ui {

namespace {

QLabel* makeSentence(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// Returns the line in which all of a bar stands.
QHBoxLayout* barOf(QFrame& frame) {
    frame.setProperty("role", "message");
    auto* row = new QHBoxLayout(&frame);
    row->setContentsMargins(10, 6, 10, 6);
    frame.hide();
    return row;
}

}  // namespace

MessageBar::MessageBar()
    : m_row(new QHBoxLayout), m_sentence(makeSentence("message")), m_action(new QPushButton) {
    m_action->setObjectName("messageAction");
    connect(m_action, &QPushButton::clicked, this, [this] {
        if (const auto act = m_act) act();  // which may set another message
    });
    auto* away = new QToolButton;
    away->setText("×");
    away->setProperty("role", "quiet");
    away->setAccessibleName(tr("Close this message"));
    away->setToolTip(away->accessibleName());
    connect(away, &QToolButton::clicked, this, [this] { setMessage({}); });
    m_row->addWidget(m_sentence, 1);
    m_row->addWidget(m_action, 0, Qt::AlignRight | Qt::AlignVCenter);
    QHBoxLayout* row = barOf(*this);
    row->addLayout(m_row, 1);
    row->addWidget(away, 0, Qt::AlignTop);
}

void MessageBar::setMessage(const QString& sentence, const QString& caption,
                            std::function<void()> act) {
    m_sentence->setText(withoutEndlessWords(sentence));
    m_act = std::move(act);
    m_action->setText(withoutMnemonic(caption));
    m_action->setVisible(!caption.isEmpty());
    arrange();
}

bool MessageBar::withdraw(const QString& sentence) {
    const bool is_shown = m_sentence->text() == withoutEndlessWords(sentence);
    if (is_shown) setMessage({});
    return is_shown;
}

void MessageBar::setWanted(bool wanted) {
    m_wanted = wanted;
    arrange();
}

void MessageBar::setNarrow(bool narrow) {
    m_row->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void MessageBar::arrange() {
    setVisible(m_wanted && !m_sentence->text().isEmpty());
}

FillRow::FillRow() {
    (new FlowLayout(this, fontMetrics().height()))->setContentsMargins(0, 0, 0, 0);
    addLink();
}

QPushButton* FillRow::addLink() {
    auto* link = new QPushButton;
    link->setObjectName("fill");
    link->setProperty("role", "link");
    link->hide();
    const qsizetype at = m_links.size();
    connect(link, &QPushButton::clicked, this, [this, at] {
        if (const auto act = m_fills[at].act) act();  // which may set others
    });
    layout()->addWidget(link);
    m_links << link;
    return link;
}

void FillRow::setFills(const QVector<Fill>& fills) {
    m_fills = fills;
    while (m_links.size() < fills.size()) addLink();
    for (qsizetype i = 0; i < m_links.size(); ++i) {
        m_links[i]->setText(i < fills.size() ? withoutMnemonic(fills[i].caption) : QString());
        m_links[i]->setVisible(i < fills.size());
    }
}

GameBar::GameBar() : m_sentence(makeSentence("game")) {
    setObjectName("gameBar");
    auto* find = new QPushButton(tr("Find the trick…"));
    find->setObjectName("findTrick");
    connect(find, &QPushButton::clicked, this, &GameBar::trickClicked);
    QHBoxLayout* row = barOf(*this);
    row->addWidget(m_sentence, 1);
    row->addWidget(find);
}

void GameBar::setGame(const QString& sentence) {
    m_sentence->setText(sentence);
    setVisible(!sentence.isEmpty());
}

}  // namespace duelo::ui
