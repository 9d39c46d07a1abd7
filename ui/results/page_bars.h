// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QFrame>
#include <QString>
#include <QVector>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace duelo::ui {

/// A sentence above the answer that stays until it is emptied or closed: what went wrong, what to
/// do. With a caption it offers something to do.
class MessageBar final : public QFrame {
    Q_OBJECT

public:
    MessageBar();

    void setMessage(const QString& sentence, const QString& caption = {},
                    std::function<void()> act = {});
    /// Takes the message away if it is this one, which holds no longer. Returns whether it was.
    bool withdraw(const QString& sentence);
    /// Whether there is a place for it now.
    void setWanted(bool wanted);
    /// Puts what it offers below the sentence, not beside it.
    void setNarrow(bool narrow);

private:
    void arrange();

    QBoxLayout* m_row;
    QLabel* m_sentence;
    QPushButton* m_action;
    std::function<void()> m_act;
    bool m_wanted = true;
};

/// Links that measure what a tab has nothing of yet: "Scaling: 1, 2 threads".
class FillRow final : public QWidget {
    Q_OBJECT

public:
    struct Fill {
        QString caption;
        std::function<void()> act;
    };

    FillRow();
    void setFills(const QVector<Fill>& fills);
    [[nodiscard]] bool isEmpty() const { return m_fills.isEmpty(); }

private:
    QPushButton* addLink();

    QVector<Fill> m_fills;
    QVector<QPushButton*> m_links;  ///< as many as there ever were, and one at least
};

/// Says what all that is shown is (P-08), without a way to close it, with a button that leads to
/// what is to be found out. An empty sentence hides it.
class GameBar final : public QFrame {
    Q_OBJECT

public:
    GameBar();
    void setGame(const QString& sentence);

Q_SIGNALS:
    void trickClicked();

private:
    QLabel* m_sentence;
};

}  // namespace duelo::ui
