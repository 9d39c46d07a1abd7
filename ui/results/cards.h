// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QHash>
#include <QImage>
#include <QScrollArea>
#include <QTimer>
#include <QVector>

#include "base/text.h"
#include "report/shown.h"

class QPushButton;
class QVBoxLayout;

namespace duelo::ui {

class CardFrame;

/// The column of cards at the right: of the first ones a sentence each, which unfolds, the others
/// behind a button. A card that stays is the same frame with new words: what is
/// selected in it, and where the column is scrolled to, stay too. Cards are laid out in a turn of
/// their own, after the figures that they explain: both together would hold up the window.
class CardColumn final : public QScrollArea {
    Q_OBJECT

public:
    explicit CardColumn(QWidget* parent = nullptr);
    void setNumberStyle(NumberStyle numbers) { m_numbers = numbers; }
    void setCards(const std::vector<CardValue>& cards);
    void setPicture(const QString& input, const QImage& picture);
    [[nodiscard]] const std::vector<CardValue>& cards() const { return m_cards; }

Q_SIGNALS:
    /// To be answered by setPicture().
    void pictureWanted(const QString& input);
    void offerTaken(const duelo::CardValue::Offer& offer);

private:
    void showAll();
    void showRest();
    void show(CardFrame& frame, const CardValue& card);

    QVBoxLayout* m_column;
    QVector<CardFrame*> m_frames;  ///< one per card, in their order
    std::vector<CardValue> m_cards;
    QTimer m_later;
    QHash<QString, QImage> m_pictures;
    NumberStyle m_numbers;
    QPushButton* m_rest;  ///< shows those beyond the first
    bool m_all = false;
};

}  // namespace duelo::ui
