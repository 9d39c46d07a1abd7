// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/cards.h"

#include <algorithm>

#include <QFrame>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/charts/bars_chart.h"
#include "ui/look/breakable.h"
#include "ui/look/plain_texts.h"
#include "ui/look/scroll_area.h"
#include "ui/look/settings.h"
#include "ui/look/turn.h"

namespace duelo::ui {

namespace {

/// More would not be read; the others are a click away.
constexpr qsizetype kFirstCards = 2;
/// The most words of a card that is folded.
constexpr int kFoldedWords = 11;

/// The first sentence, cut where it is longer than a glance.
QString foldedSentence(const QString& line) {
    const QString sentence = firstSentence(line);
    const QStringList words = sentence.split(' ');
    return words.size() <= kFoldedWords ? sentence
                                        : words.first(kFoldedWords).join(' ') + QChar(0x2026);
}

}  // namespace

/// A picture no wider than its column: a label would make that as wide as itself.
class CardPicture final : public QWidget {
public:
    CardPicture() {
        QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }

    void setImage(const QImage& image) {
        m_image = image;
        updateGeometry();
        update();
    }
    [[nodiscard]] QSize sizeHint() const override { return shownIn(m_image.width()); }
    [[nodiscard]] QSize minimumSizeHint() const override { return {1, 1}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override { return shownIn(width).height(); }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(QRect(QPoint(), shownIn(width())), m_image);
    }

private:
    /// Never larger than it is.
    [[nodiscard]] QSize shownIn(int width) const {
        if (m_image.width() <= width) return m_image.size();
        return {width, m_image.height() * width / m_image.width()};
    }

    QImage m_image;
};

/// A sentence under its heading; a click on that unfolds all the rest.
class CardFrame final : public QFrame {
public:
    explicit CardFrame(std::string id)
        : m_id(std::move(id)),
          m_title(new QToolButton),
          m_said(makeLine()),
          m_body(new QWidget),
          m_box(new QVBoxLayout(m_body)) {
        setProperty("role", "card");
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(7, 6, 11, 8);
        column->setSpacing(3);
        m_title->setProperty("role", "card");
        m_title->setCheckable(true);
        m_title->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        m_said->setObjectName("said");
        m_said->setIndent(4);
        m_box->setContentsMargins(4, 0, 0, 0);
        m_box->setSpacing(5);
        m_lines = new QVBoxLayout;
        m_lines->setSpacing(5);
        m_box->addLayout(m_lines);
        for (QWidget* part : std::initializer_list<QWidget*>{m_title, m_said, m_body})
            column->addWidget(part);
        connect(m_title, &QToolButton::toggled, this, &CardFrame::unfold);
        unfold(false);
    }

    [[nodiscard]] const std::string& id() const { return m_id; }
    [[nodiscard]] QPushButton& link() {
        if (!m_link) {
            m_link = new QPushButton;
            m_link->setProperty("role", "link");
            m_box->addWidget(m_link, 0, Qt::AlignLeft);
        }
        return *m_link;
    }

    void setWords(const CardValue& card) {
        m_heading = qs(card.title);
        m_title->setAccessibleName(m_heading);
        fitTitle();
        setText(*m_said, card.lines.empty() ? QString() : foldedSentence(qs(card.lines.front())));
        while (static_cast<std::size_t>(m_lines->count()) > card.lines.size()) {
            const QLayoutItem* last = m_lines->takeAt(m_lines->count() - 1);
            delete last->widget();
            delete last;
        }
        for (std::size_t i = 0; i < card.lines.size(); ++i) {
            if (i == static_cast<std::size_t>(m_lines->count())) m_lines->addWidget(makeLine());
            setText(*qobject_cast<QLabel*>(m_lines->itemAt(static_cast<int>(i))->widget()),
                    qs(card.lines[i]));
        }
        unfold(m_title->isChecked());
    }

    void setBars(const BarsValue& bars, NumberStyle numbers) {
        if (!m_bars && isEmpty(bars)) return;
        if (!m_bars) {
            m_bars = new BarsChart(BarsChart::Height::Fitted, this);
            m_box->insertWidget(1, m_bars);
        }
        m_bars->setNumberStyle(numbers);
        m_bars->setValue(bars);
        m_bars->setVisible(!isEmpty(bars));
    }

    void setPicture(const QImage& picture, const QString& name) {
        if (!m_picture && picture.isNull()) return;
        if (!m_picture) {
            m_picture = new CardPicture;
            m_picture->setAccessibleName(name);
            m_box->insertWidget(1, m_picture);
        }
        m_picture->setImage(picture);
        m_picture->setVisible(!picture.isNull());
    }

    void hideLink() {
        if (m_link) m_link->hide();
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QFrame::resizeEvent(event);
        fitTitle();
    }

private:
    static QLabel* makeLine() {
        auto* line = new QLabel;
        line->setWordWrap(true);
        line->setTextFormat(Qt::PlainText);
        line->setTextInteractionFlags(Qt::TextSelectableByMouse);
        return line;
    }
    /// Setting the same text again would drop what is selected in it.
    static void setText(QLabel& line, const QString& said) {
        if (const QString text = breakable(said); text != line.text()) line.setText(text);
    }
    void unfold(bool open) {
        m_title->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        m_said->setVisible(!open && !m_said->text().isEmpty());
        m_body->setVisible(open);
        fitTitle();
    }
    /// One line while it is folded: what it explains is said below.
    void fitTitle() {
        // Beside the arrow, and the frames around both.
        const int room_px = width() - 4 * m_title->fontMetrics().height();
        m_title->setText(withoutMnemonic(
            m_title->fontMetrics().elidedText(m_heading, Qt::ElideRight, qMax(0, room_px))));
        m_title->setToolTip(m_heading);
    }

    const std::string m_id;
    QString m_heading;
    QToolButton* m_title;
    QLabel* m_said;  ///< in the place of all, while folded
    QWidget* m_body;
    QVBoxLayout *m_box, *m_lines;
    BarsChart* m_bars = nullptr;
    CardPicture* m_picture = nullptr;
    QPushButton* m_link = nullptr;
};

CardColumn::CardColumn(QWidget* parent) : QScrollArea(parent) {
    auto* body = new QWidget;
    body->setObjectName("cardColumn");
    m_column = new QVBoxLayout(body);
    m_column->setContentsMargins(12, 12, 12, 12);
    m_column->setSpacing(10);
    m_rest = new QPushButton;
    m_rest->setProperty("role", "link");
    m_rest->setObjectName("restOfCards");
    m_rest->hide();
    connect(m_rest, &QPushButton::clicked, this, [this] {
        m_all = !m_all;
        showRest();
    });
    m_column->addWidget(m_rest);
    m_column->addStretch();
    setWidget(body);
    makePlain(*this);
    setAccessibleName(tr("Explanations of this result"));
    m_later.setSingleShot(true);
    m_later.setInterval(kNextTurn_ms);
    connect(&m_later, &QTimer::timeout, this, &CardColumn::showAll);
}

void CardColumn::setCards(const std::vector<CardValue>& cards) {
    m_cards = cards;
    m_later.start();
}

void CardColumn::showAll() {
    QVector<CardFrame*> before = std::exchange(m_frames, {});
    for (const CardValue& card : m_cards) {
        const auto known = std::ranges::find_if(
            before, [&](const CardFrame* each) { return each->id() == card.id; });
        CardFrame* frame = known != before.end() ? *known : new CardFrame(card.id);
        if (known != before.end()) before.erase(known);
        const auto place = static_cast<int>(m_frames.size());
        if (m_column->indexOf(frame) != place) m_column->insertWidget(place, frame);
        m_frames.append(frame);
        show(*frame, card);
    }
    qDeleteAll(before);
    showRest();
}

void CardColumn::showRest() {
    const qsizetype rest = m_frames.size() - kFirstCards;
    for (qsizetype i = 0; i < m_frames.size(); ++i)
        m_frames[i]->setVisible(m_all || i < kFirstCards);
    m_rest->setVisible(rest > 0);
    m_rest->setText(m_all ? tr("Fewer") : tr("%n more", nullptr, static_cast<int>(rest)));
}

void CardColumn::show(CardFrame& frame, const CardValue& card) {
    frame.setWords(card);
    frame.setBars(card.bars, m_numbers);
    const QString input = qs(card.input);
    frame.setPicture(m_pictures.value(input), qs(card.title));
    if (!input.isEmpty() && !m_pictures.contains(input)) Q_EMIT pictureWanted(input);
    if (!card.offer) return frame.hideLink();
    QPushButton& link = frame.link();
    link.setText(withoutMnemonic(qs(card.offer->caption)));
    link.disconnect(this);
    connect(&link, &QPushButton::clicked, this,
            [this, offer = *card.offer] { Q_EMIT offerTaken(offer); });
    link.show();
}

void CardColumn::setPicture(const QString& input, const QImage& picture) {
    m_pictures.insert(input, picture);
    if (m_later.isActive()) return;  // those that are laid out then have it
    for (std::size_t i = 0; i < m_cards.size(); ++i)
        if (qs(m_cards[i].input) == input)
            m_frames[static_cast<qsizetype>(i)]->setPicture(picture, qs(m_cards[i].title));
}

}  // namespace duelo::ui
