// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QFrame>
#include <QIcon>
#include <QPointer>
#include <QScrollArea>
#include <QVector>

class QLabel;
class QVBoxLayout;

namespace duelo::ui {

/// A short text that explains this very result; never needed to read the table.
struct Card {
    QString id;  ///< cards with the same id are updated in place
    QString title;
    QStringList lines;
    QWidget* extra = nullptr;  ///< shown under the lines; the column takes it over
    QString action;            ///< caption of a link below, if any
    std::function<void()> run;
};

/// The column of cards at the right.
class CardColumn final : public QScrollArea {
    Q_OBJECT

public:
    explicit CardColumn(QWidget* parent = nullptr);
    void setCards(const QVector<Card>& cards);

private:
    QVBoxLayout* m_column;
    QVector<QFrame*> m_frames;
    QVector<QPointer<QWidget>> m_extras;  ///< callers' widgets in them
};

}  // namespace duelo::ui
