// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/cards.h"

#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

namespace duelo::ui {

namespace {

/// A label wraps at spaces only, and one long file name would make the whole column wider than it
/// is: such words may break behind their own signs.
QString breakable(const QString& line) {
    static const QRegularExpression longWord("\\S{20,}"), sign("([-_./\\\\])");
    QString out;
    qsizetype at = 0;
    for (auto words = longWord.globalMatch(line); words.hasNext();) {
        const QRegularExpressionMatch word = words.next();
        out += line.mid(at, word.capturedStart() - at) +
               word.captured().replace(sign, QString("\\1") + QChar(0x200B));
        at = word.capturedEnd();
    }
    return out + line.mid(at);
}

}  // namespace

CardColumn::CardColumn(QWidget* parent) : QScrollArea(parent) {
    auto* body = new QWidget;
    body->setObjectName("cardColumn");
    m_column = new QVBoxLayout(body);
    m_column->setContentsMargins(12, 12, 12, 12);
    m_column->setSpacing(10);
    m_column->addStretch();
    setWidget(body);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Explanations of this result"));
    setFocusPolicy(Qt::NoFocus);
}

void CardColumn::setCards(const QVector<Card>& cards) {
    // Widgets that a caller keeps (a bar, a picture) must survive the frames that showed them.
    for (const QPointer<QWidget>& extra : m_extras)
        if (extra) {
            extra->hide();
            extra->setParent(this);
        }
    m_extras.clear();
    qDeleteAll(m_frames);
    m_frames.clear();
    for (const Card& card : cards) {
        auto* frame = new QFrame;
        frame->setProperty("role", "card");
        auto* box = new QVBoxLayout(frame);
        box->setContentsMargins(11, 10, 11, 10);
        box->setSpacing(5);
        auto* title = new QLabel(card.title);
        title->setProperty("role", "heading");
        title->setWordWrap(true);
        box->addWidget(title);
        for (const QString& line : card.lines) {
            auto* label = new QLabel(breakable(line));
            label->setWordWrap(true);
            label->setTextFormat(Qt::PlainText);
            label->setTextInteractionFlags(Qt::TextSelectableByMouse);
            box->addWidget(label);
        }
        if (card.extra) {
            box->addWidget(card.extra);
            card.extra->show();
            m_extras.append(card.extra);
        }
        if (!card.action.isEmpty()) {
            auto* link = new QPushButton(card.action);
            link->setProperty("role", "link");
            connect(link, &QPushButton::clicked, this, card.run);
            box->addWidget(link, 0, Qt::AlignLeft);
        }
        m_column->insertWidget(m_column->count() - 1, frame);
        m_frames.append(frame);
    }
}

}  // namespace duelo::ui
