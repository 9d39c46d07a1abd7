// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/glossary_page.h"

#include <algorithm>

#include <QApplication>
#include <QCollator>
#include <QFrame>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QShortcut>
#include <QStyle>
#include <QTimer>
#include <QToolButton>

#include "ui/look/breakable.h"
#include "ui/look/icons.h"
#include "ui/look/letters.h"
#include "ui/look/search_key.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr int kNamesInLine = 44;  ///< characters that a narrow column holds

Language otherLanguage(Language language) {
    return language == Language::Spanish ? Language::English : Language::Spanish;
}

/// The style sheet frames what was asked for.
void setChosen(QFrame* card, bool chosen) {
    if (card->property("chosen").toBool() == chosen) return;
    card->setProperty("chosen", chosen);
    card->style()->unpolish(card);
    card->style()->polish(card);
}

}  // namespace

GlossaryPage::GlossaryPage(const Text& text, QWidget* parent)
    : QWidget(parent),
      m_text(text),
      m_search(new QLineEdit(this)),
      m_count(makeLabel({}, Role::Muted, this)),
      m_head(new QVBoxLayout) {
    m_search->setPlaceholderText(tr("Search a term"));
    m_search->setAccessibleName(tr("Search the glossary"));
    const QKeySequence find(QKeySequence::Find);
    m_search->setToolTip(
        tr("Search names and explanations (%1)").arg(find.toString(QKeySequence::NativeText)));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(letters_px(fontMetrics(), 50));
    connect(m_search, &QLineEdit::textChanged, this, &GlossaryPage::filter);
    auto* shortcut = new QShortcut(find, this);
    connect(shortcut, &QShortcut::activated, m_search, qOverload<>(&QLineEdit::setFocus));

    // What is made first has the Tab key first.
    const QVector<Name> terms = names(m_text);
    QLayout* letters = makeLetters(terms);
    m_page = new ScrollPage(ScrollPage::Columns::Two, this);
    for (const Name& term : terms) addTerm(term.key, {term.name, term.other, term.meaning});

    m_head->setSpacing(fontMetrics().height() / 2);
    m_head->addWidget(makeLabel(tr("Glossary"), Role::Title, this));
    auto* line = new QHBoxLayout;
    line->setSpacing(fontMetrics().height());
    line->addWidget(m_search, 2);
    line->addWidget(m_count, 1);
    m_head->addLayout(line);
    m_head->addLayout(letters);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_head);
    layout->addWidget(m_page, 1);
    m_page->setAccessibleName(tr("Terms"));
    connect(m_page, &ScrollPage::sideMarginChanged, this, [this](int side) {
        m_head->setContentsMargins(side, fontMetrics().height() * 3 / 2, side, 0);
    });
    setFocusProxy(m_search);
    filter();
}

/// A button for each letter with which a term begins.
QLayout* GlossaryPage::makeLetters(const QVector<Name>& terms) {
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    QChar last;
    for (const Name& term : terms) {
        const QChar letter = searchKey(term.name).at(0).toUpper();
        if (!letter.isLetter() || letter == last) continue;
        last = letter;
        auto* button = new QToolButton(this);
        button->setText(letter);
        button->setProperty("role", "quiet");
        button->setAccessibleName(tr("Terms with %1").arg(letter));
        connect(button, &QToolButton::clicked, this, [this, key = term.key] { showTerm(key); });
        row->addWidget(button);
    }
    row->addStretch(1);
    return row;
}

QVector<GlossaryPage::Name> GlossaryPage::names(const Text& text) {
    QVector<Name> names;
    for (const std::string& key : text.keys("glossary")) {
        const QStringList parts = textParts(text("glossary." + key), 3);
        names.append({QString::fromStdString(key), parts[0], parts[1], parts[2]});
    }
    const Text other(otherLanguage(text.language()));
    for (const std::string& key : text.keys("flag"))
        names.append({QString::fromStdString(key),
                      withCapital(QString::fromStdString(text("flag." + key))),
                      tr("flag: %1").arg(QString::fromStdString(other("flag." + key))),
                      withCapital(QString::fromStdString(text("flag_help." + key)))});
    const QCollator collator(text.language() == Language::Spanish ? QLocale::Spanish
                                                                  : QLocale::English);
    std::stable_sort(names.begin(), names.end(), [&](const Name& a, const Name& b) {
        return collator.compare(a.name, b.name) < 0;
    });
    return names;
}

void GlossaryPage::addTerm(const QString& key, const QStringList& parts) {
    QFrame* card = makeCard(m_page->body());
    card->setObjectName(key);
    // Two long names side by side would squeeze each other.
    const bool brief = parts[0].size() + parts[1].size() < kNamesInLine;
    auto* names = new QBoxLayout(brief ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    names->setSpacing(brief ? fontMetrics().height() / 2 : 0);
    QLabel* name = makeLabel(parts[0], Role::Heading, card);
    name->setWordWrap(!brief);
    names->addWidget(name);
    if (!parts[1].isEmpty()) names->addWidget(makeLabel(parts[1], Role::Muted, card), 1);
    layoutOf(card)->addLayout(names);
    layoutOf(card)->addWidget(makeLabel(parts[2], Role::Body, card));
    if (const QString picture = "term_" + key; Drawing::has(picture))
        layoutOf(card)->addWidget(new Drawing(picture, card));
    QLabel* measured = makeLabel({}, Role::Muted, card);
    measured->setObjectName("measured");
    measured->hide();
    layoutOf(card)->addWidget(measured);
    m_terms.append({key, searchKey(parts.join(' ')), card, measured});
}

void GlossaryPage::setMeasured(const QHash<QString, QString>& sentences) {
    for (const Term& term : m_terms) {
        const QString sentence = sentences.value(term.key);
        term.measured->setText(withoutEndlessWords(sentence));
        term.measured->setVisible(!sentence.isEmpty());
    }
}

void GlossaryPage::filter() {
    const QString wanted = searchKey(m_search->text().trimmed());
    QVector<QFrame*> found;
    for (const Term& term : m_terms) {
        const bool fits = term.searched.contains(wanted);
        term.card->setVisible(fits);
        if (fits) found.append(term.card);
    }
    m_count->setText(found.isEmpty() ? tr("No term contains “%1”").arg(m_search->text().trimmed())
                                     : tr("%n terms", nullptr, static_cast<int>(found.size())));
    arrange(found);
}

/// The order goes from left to right and down, so that neighbours of the alphabet are in view
/// together.
void GlossaryPage::arrange(const QVector<QFrame*>& cards) {
    for (QVBoxLayout* column : {m_page->first(), m_page->second()})
        while (QLayoutItem* item = column->takeAt(0)) delete item;
    for (int i = 0; i < cards.size(); ++i)
        (i % 2 == 0 ? m_page->first() : m_page->second())->addWidget(cards[i]);
    m_page->first()->addStretch(1);
    m_page->second()->addStretch(1);
}

/// The window gets a key that nobody else wanted: whoever came by the rail has the focus there.
bool GlossaryPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const auto& key = static_cast<const QKeyEvent&>(*event);
    const QString typed = key.text();
    constexpr auto commands = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
    if (typed.isEmpty() || !typed.front().isPrint() || (key.modifiers() & commands))
        return QWidget::eventFilter(watched, event);
    m_search->setFocus();
    m_search->insert(typed);
    return true;
}

void GlossaryPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    window()->removeEventFilter(this);
}

void GlossaryPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    window()->installEventFilter(this);
    // Whoever goes along the rail by keyboard stays there.
    if (QApplication::focusWidget() == nullptr) m_search->setFocus();
}

/// Each term has the word of the other language beside it, so that the same search finds it.
Json GlossaryPage::viewState() const {
    return {{"search", m_search->text().toStdString()}};
}

void GlossaryPage::setViewState(const Json& state) {
    m_search->setText(QString::fromStdString(state.value("search", std::string())));
}

void GlossaryPage::showTerm(const QString& key) {
    m_search->clear();
    for (const Term& term : m_terms) {
        setChosen(term.card, term.key == key);
        if (term.key != key) continue;
        // Later: a page that is just coming into view has not been laid out yet.
        QTimer::singleShot(0, term.card, [this, card = term.card] {
            m_page->verticalScrollBar()->setValue(card->y());
        });
    }
}

}  // namespace duelo::ui
