// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/finding_head.h"

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/look/breakable.h"
#include "ui/look/settings.h"
#include "ui/look/slide.h"

namespace duelo::ui {

namespace {

/// A detail of more words is under a button.
constexpr int kMostDetailWords = 12;

QLabel* wrapping(const char* name, const char* role) {
    auto* label = new QLabel;
    label->setObjectName(name);
    label->setProperty("role", role);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

}  // namespace

FindingHead::FindingHead()
    : m_column(new QVBoxLayout(this)),
      m_headline(wrapping("headline", "title")),
      m_detail(wrapping("detail", "muted")),
      m_why(wrapping("why", "warning")),
      m_conditions(new QToolButton),
      m_fileRow(new QWidget),
      m_under(new QHBoxLayout) {
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(6);  // as in the column around it
    m_conditions->setObjectName("conditions");
    m_conditions->setProperty("role", "quiet");
    m_conditions->setText(tr("Conditions"));
    m_conditions->setCheckable(true);
    m_conditions->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_under->addWidget(m_conditions, 0, Qt::AlignLeft | Qt::AlignTop);
    m_under->addWidget(m_detail, 1);
    m_under->addStretch();
    m_under->addWidget(makeDoubt(), 0, Qt::AlignRight | Qt::AlignTop);
    for (QAbstractButton* asks : std::initializer_list<QAbstractButton*>{m_conditions, m_askWhy})
        connect(asks, &QAbstractButton::toggled, this, &FindingHead::arrange);
    m_column->addWidget(m_headline);
    m_column->addLayout(m_under);
    m_column->addWidget(m_fileRow);
    m_column->addWidget(m_why);
    (new QVBoxLayout(m_fileRow))->setContentsMargins(0, 0, 0, 0);
}

QWidget* FindingHead::makeDoubt() {
    auto* chip = new QFrame;
    chip->setProperty("role", "doubt");
    m_doubt = new QLabel;
    m_doubt->setObjectName("doubt");
    m_repeat = new QPushButton(tr("Repeat"));
    m_repeat->setObjectName("repeatButton");
    connect(m_repeat, &QPushButton::clicked, this, &FindingHead::repeatClicked);
    m_askWhy = new QPushButton(tr("Why"));
    m_askWhy->setObjectName("whyButton");
    m_askWhy->setCheckable(true);
    m_doubtRow = new QHBoxLayout(chip);
    m_doubtRow->setContentsMargins(10, 1, 6, 1);
    m_doubtRow->setSpacing(4);
    for (QWidget* part : std::initializer_list<QWidget*>{m_doubt, m_repeat, m_askWhy}) {
        if (part != m_doubt) part->setProperty("role", "link");
        m_doubtRow->addWidget(part);
    }
    m_doubtChip = chip;
    return chip;
}

void FindingHead::setFinding(const QString& headline, const QString& detail) {
    // A case may begin with "a random tensor"; the name of a file stays as it is.
    const bool isFile = headline.section(' ', 0, 0).contains('.');
    m_headline->setText(withoutEndlessWords(isFile ? headline : withCapital(headline)));
    m_detail->setText(breakable(detail));
    arrange();
}

void FindingHead::setFileBar(QWidget* bar) {
    m_fileRow->layout()->addWidget(bar);
    QWidget* before = m_repeat;
    for (auto* link : bar->findChildren<QPushButton*>()) {
        setTabOrder(before, link);
        before = link;
    }
}

void FindingHead::setDoubt(const QString& sentence, const QString& why, const QString& repeatTip) {
    m_doubt->setText(sentence.isEmpty() ? sentence : "⚠ " + sentence);
    m_why->setText(why);
    m_repeat->setToolTip(repeatTip);
    m_repeat->setAccessibleDescription(repeatTip);
    arrange();
}

void FindingHead::setSlide(int headline_px) {
    m_slide = headline_px > 0;
    setLetters(*m_headline, headline_px);
    arrange();
}

void FindingHead::setResultHidden(bool hidden) {
    m_resultHidden = hidden;
    arrange();
}

void FindingHead::setRoom(int width_px, bool narrow) {
    m_room_px = width_px;
    m_narrow = narrow;
    arrange();
}

/// Tells whether one line has room for the chip and what stands beside it.
bool FindingHead::doubtFits() const {
    const QMargins around = m_doubtRow->contentsMargins();
    int needs = m_doubt->fontMetrics().horizontalAdvance(m_doubt->text()) + around.left() +
                around.right() + 2 * m_doubtChip->frameWidth();
    for (const QWidget* part : {m_repeat, m_askWhy})
        if (!part->isHidden()) needs += part->sizeHint().width() + m_doubtRow->spacing();
    if (!m_conditions->isHidden()) needs += m_conditions->sizeHint().width() + m_under->spacing();
    return needs <= m_room_px;
}

/// Breaks the doubts into several lines where they do not fit into one, so that they make nothing
/// wider than the window.
void FindingHead::arrangeDoubt() {
    const bool wraps = m_narrow || !doubtFits();
    m_doubt->setWordWrap(wraps);
    m_doubtRow->setStretchFactor(m_doubt, wraps ? 1 : 0);
    // Several lines take the whole width: an aligned chip would be as high as one.
    m_under->setAlignment(m_doubtChip, wraps ? Qt::Alignment() : Qt::AlignRight | Qt::AlignTop);
    m_under->setDirection(wraps ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_doubtRow->setDirection(m_narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void FindingHead::arrange() {
    m_headline->setVisible(!m_resultHidden);
    m_fileRow->setVisible(!m_slide);
    const bool beside = !m_slide && !m_resultHidden;
    const bool doubt = beside && !m_doubt->text().isEmpty();
    const bool detail = beside && !m_detail->text().isEmpty();
    // What the chip says is not said beside it too.
    const bool folds = doubt || m_detail->text().count(' ') > kMostDetailWords;
    m_conditions->setVisible(detail && folds);
    m_conditions->setArrowType(m_conditions->isChecked() ? Qt::DownArrow : Qt::RightArrow);
    m_detail->setVisible(detail && (!folds || m_conditions->isChecked()));
    m_doubtChip->setVisible(doubt);
    m_repeat->setVisible(!m_repeat->toolTip().isEmpty());
    m_askWhy->setVisible(!m_why->text().isEmpty());
    m_why->setVisible(doubt && m_askWhy->isChecked() && !m_why->text().isEmpty());
    arrangeDoubt();
}

}  // namespace duelo::ui
