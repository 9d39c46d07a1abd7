// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page_parts.h"

#include <QEvent>
#include <QFrame>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOptionButton>

#include "ui/look/breakable.h"
#include "ui/look/letters.h"
#include "ui/look/plain_texts.h"

namespace duelo::ui {

namespace {

constexpr int kColumnChars = 80;     ///< longest comfortable line
constexpr int kMinColumnChars = 46;  ///< narrower columns go below each other

const char* roleName(Role role) {
    switch (role) {
        case Role::Title:
            return "title";
        case Role::Heading:
            return "heading";
        case Role::Muted:
            return "muted";
        case Role::Body:
            break;
    }
    return "body";
}

const char* toneName(Tone tone) {
    switch (tone) {
        case Tone::Good:
            return "good";
        case Tone::Warn:
            return "warn";
        case Tone::Bad:
            return "bad";
        case Tone::Neutral:
            break;
    }
    return "neutral";
}

}  // namespace

QLabel* makeLabel(const QString& text, Role role, QWidget* parent) {
    auto* label = new QLabel(withoutEndlessWords(text), parent);
    label->setProperty("role", roleName(role));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

QLabel* makePill(const QString& text, Tone tone, QWidget* parent, bool wraps) {
    auto* pill = new QLabel(text, parent);
    pill->setProperty("role", "pill");
    pill->setProperty("tone", toneName(tone));
    pill->setTextFormat(Qt::PlainText);
    pill->setWordWrap(wraps);
    if (!wraps) pill->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    return pill;
}

void setPill(QLabel* pill, const QString& text, Tone tone) {
    pill->setText(text);
    pill->setProperty("tone", toneName(tone));
    // A style sheet reads a property only when the widget is polished.
    pill->style()->unpolish(pill);
    pill->style()->polish(pill);
}

QFrame* makeCard(QWidget* parent) {
    auto* card = new QFrame(parent);
    card->setProperty("role", "card");
    auto* layout = new QVBoxLayout(card);
    const int space = card->fontMetrics().height();
    layout->setContentsMargins(space, space * 3 / 4, space, space * 3 / 4);
    layout->setSpacing(space / 2);
    return card;
}

QVBoxLayout* layoutOf(QFrame* card) {
    return static_cast<QVBoxLayout*>(card->layout());
}

QPushButton* makeLink(const QString& text, QWidget* parent) {
    auto* link = new QPushButton(text, parent);
    link->setProperty("role", "link");
    link->setCursor(Qt::PointingHandCursor);
    link->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    return link;
}

void clearLayout(QLayout* layout) {
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            // Later, because the widget may be the sender of the signal that led here.
            widget->hide();
            widget->deleteLater();
        } else if (QLayout* inner = item->layout()) {
            clearLayout(inner);
        }
        delete item;
    }
}

QStringList textParts(const std::string& text, int count) {
    QStringList parts = QString::fromStdString(text).split('|');
    while (parts.size() < count) parts.append(QString());
    return parts.mid(0, count);
}

ElidedLink::ElidedLink(const QString& text, QWidget* parent) : QPushButton(parent), m_text(text) {
    setProperty("role", "link");
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(text);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    elide();
}

QSize ElidedLink::sizeFor(const QString& text) const {
    ensurePolished();
    QStyleOptionButton option;
    initStyleOption(&option);
    option.text = text;
    const QSize content = fontMetrics().size(Qt::TextShowMnemonic, text);
    return style()->sizeFromContents(QStyle::CT_PushButton, &option, content, this);
}

QSize ElidedLink::sizeHint() const {
    return sizeFor(m_text);
}

QSize ElidedLink::minimumSizeHint() const {
    return sizeFor(m_text.left(8) + QChar(0x2026)).boundedTo(sizeHint());
}

void ElidedLink::elide() {
    const int frame = sizeFor({}).width();
    const QString shown = fontMetrics().elidedText(m_text, Qt::ElideMiddle, width() - frame);
    const bool cut = width() < sizeHint().width();
    QString caption = cut ? shown : m_text;
    setText(withoutMnemonic(caption));
    setToolTip(cut ? m_text : QString());
}

void ElidedLink::resizeEvent(QResizeEvent* event) {
    QPushButton::resizeEvent(event);
    elide();
}

void ElidedLink::changeEvent(QEvent* event) {
    QPushButton::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) elide();
}

QWidget* makeScrollBody(QScrollArea& area) {
    area.setFrameShape(QFrame::NoFrame);
    area.setWidgetResizable(true);
    area.setProperty("role", "page");
    auto* body = new QWidget;
    body->setObjectName("pageBody");
    area.setWidget(body);
    return body;
}

ScrollPage::ScrollPage(Columns columns, QWidget* parent)
    : QScrollArea(parent), m_body(makeScrollBody(*this)) {
    auto* page = new QVBoxLayout(m_body);
    m_top = new QVBoxLayout;
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight);
    m_first = new QVBoxLayout;
    m_columns->addLayout(m_first, 1);
    if (columns == Columns::Two) {
        m_second = new QVBoxLayout;
        m_columns->addLayout(m_second, 1);
    }
    page->addLayout(m_top);
    page->addLayout(m_columns);
    page->addStretch(1);
    // A stop of the Tab key where there is something to scroll; else nobody could see it.
    const auto stop = [this](int, int last) {
        if (focusProxy() == nullptr)  // which would be given the policy as well
            setFocusPolicy(last > 0 ? Qt::StrongFocus : Qt::NoFocus);
    };
    stop(0, verticalScrollBar()->maximum());
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, stop);
    arrange();
}

bool ScrollPage::isSideBySide() const {
    return m_second != nullptr && m_columns->direction() == QBoxLayout::LeftToRight;
}

void ScrollPage::arrange() {
    const int line = fontMetrics().height();
    const int margin = line * 3 / 2;
    const bool both =
        m_second != nullptr &&
        viewport()->width() >= 2 * letters_px(fontMetrics(), kMinColumnChars) + 3 * margin;
    const int column = letters_px(fontMetrics(), kColumnChars) + 2 * line;
    const int page = both ? 2 * column + margin : column;
    const int side = qMax(margin, (viewport()->width() - page) / 2);
    m_body->layout()->setContentsMargins(side, margin, side, margin);
    Q_EMIT sideMarginChanged(side);
    m_columns->setDirection(both ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_columns->setSpacing(margin);
    for (QVBoxLayout* layout : {m_top, m_first, m_second})
        if (layout != nullptr) layout->setSpacing(line * 3 / 4);
    verticalScrollBar()->setSingleStep(line);
}

void ScrollPage::handFocusTo(QWidget* control) {
    setFocusProxy(control);
    setProperty("role", "handing_page");
}

void ScrollPage::resizeEvent(QResizeEvent* event) {
    arrange();
    QScrollArea::resizeEvent(event);
}

void ScrollPage::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) arrange();
}

}  // namespace duelo::ui
