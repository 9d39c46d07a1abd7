// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/pack_card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "ui/form/flow_layout.h"
#include "ui/look/letters.h"
#include "ui/look/plain_texts.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {
constexpr int kSeatChars = 10, kBetween_px = 8;
}

PackCard::PackCard(QWidget* parent) : QFrame(parent) {
    setProperty("role", "card");
    setObjectName("packCard");
    auto* column = new QVBoxLayout(this);
    const int space = fontMetrics().height();
    column->setContentsMargins(space, space * 3 / 4, space, space * 3 / 4);
    column->setSpacing(space / 2);
    m_title = makeLabel({}, Role::Heading, this);
    column->addWidget(m_title);
    m_lines = new QVBoxLayout;
    column->addLayout(m_lines);
    const auto add = [this](const QString& caption, const char* name) {
        auto* button = new QPushButton(caption, this);
        button->setObjectName(name);
        return button;
    };
    m_plan = add(tr("Open the plan"), "packPlanButton");
    m_reference = add({}, "packReferenceButton");
    m_photographs = add({}, "packPhotographsButton");
    auto* buttons = new QWidget(this);
    auto* row = new FlowLayout(buttons, kBetween_px);
    for (QPushButton* each : {m_plan, m_reference, m_photographs}) row->addWidget(each);
    column->addWidget(buttons);
    auto* foot = new QHBoxLayout;
    auto* label = new QLabel(tr("&Seat of this PC:"), this);
    m_seat = new QLineEdit(this);
    m_seat->setObjectName("packSeat");
    m_seat->setMaximumWidth(letters_px(fontMetrics(), kSeatChars));
    m_seat->setToolTip(tr("Stands in what is measured here, so that the class finds this PC"));
    label->setBuddy(m_seat);
    m_seat->setAccessibleName(label->text().remove('&').remove(':'));
    auto* close = makeLink(tr("Close the pack"), this);
    close->setToolTip(tr("Takes its presets and this card away; the folder stays where it is"));
    foot->addWidget(label);
    foot->addWidget(m_seat);
    foot->addStretch(1);
    foot->addWidget(close);
    column->addLayout(foot);
    connect(m_plan, &QPushButton::clicked, this, &PackCard::planWanted);
    connect(m_reference, &QPushButton::clicked, this, &PackCard::referenceWanted);
    connect(m_photographs, &QPushButton::clicked, this, &PackCard::photographsWanted);
    // With every letter: whoever closes the window leaves no field.
    connect(m_seat, &QLineEdit::textEdited, this,
            [this](const QString& text) { Q_EMIT seatEdited(text.trimmed()); });
    connect(close, &QPushButton::clicked, this, &PackCard::closed);
    hide();
}

void PackCard::setWords(const PackWords& words) {
    m_title->setText(words.title);
    setAccessibleName(words.title);
    clearLayout(m_lines);
    for (const QString& line : words.lines) m_lines->addWidget(makeLabel(line, Role::Body, this));
    for (const QString& problem : words.problems)
        m_lines->addWidget(makePill(problem, Tone::Warn, this, true));
    m_plan->setVisible(words.plan);
    m_reference->setText(withoutMnemonic(words.reference));
    m_reference->setVisible(!words.reference.isEmpty());
    m_photographs->setText(tr("Photographs (%1)").arg(words.photographs));
    m_photographs->setVisible(words.photographs > 0);
    if (!m_seat->hasFocus()) m_seat->setText(words.seat);
    show();
}

}  // namespace duelo::ui
