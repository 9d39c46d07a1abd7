// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QVector>
#include <QWidget>

#include "base/text.h"
#include "ui/look/keeps_view.h"
#include "ui/pages/page_parts.h"

class QLineEdit;

namespace duelo::ui {

/// The terms of the handout and of the results, each with the word of the other language beside it
/// (S0-39, S3-10); the flags of a measurement stand behind them. Searched as one types, wherever
/// the focus is, without regard to accents and case.
class GlossaryPage final : public QWidget, public KeepsView {
    Q_OBJECT

public:
    explicit GlossaryPage(const Text& text, QWidget* parent = nullptr);

    struct Name {
        QString key;                   ///< for showTerm()
        QString name, other, meaning;  ///< `other`: in the other language
    };
    /// Lists its terms, sorted as the language sorts.
    [[nodiscard]] static QVector<Name> names(const Text& text);
    /// A key of the group "glossary" or "flag"; the search is emptied and the term comes into view.
    void showTerm(const QString& key);
    /// Takes a sentence for each term that was measured, by the term's key. The other terms say
    /// nothing about it.
    void setMeasured(const QHash<QString, QString>& sentences);
    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;

protected:
    /// Searches for the text that is typed anywhere in the window while the page is in view.
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct Term {
        QString key;
        QString searched;  ///< name, other name and text, folded
        QFrame* card;
        QLabel* measured;
    };

    void addTerm(const QString& key, const QStringList& parts);
    [[nodiscard]] QLayout* makeLetters(const QVector<Name>& terms);
    void filter();
    void arrange(const QVector<QFrame*>& cards);

    Text m_text;
    QLineEdit* m_search;
    QLabel* m_count;
    ScrollPage* m_page = nullptr;
    QVBoxLayout* m_head;  ///< in line with the columns below it
    QVector<Term> m_terms;
};

}  // namespace duelo::ui
