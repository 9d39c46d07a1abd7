// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/search_box.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTimer>

#include "ui/look/letters.h"
#include "ui/look/search_key.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

constexpr int kMostShown = 40, kRows = 9, kBoxChars = 66;

/// Returns how well a name matches, 0 the best; -1: not at all.
int rankOf(const QString& name, const QString& all, const QStringList& words) {
    if (!std::ranges::all_of(words, [&](const QString& word) { return all.contains(word); }))
        return -1;
    if (words.isEmpty() || name.startsWith(words.first())) return 0;
    if (name.contains(' ' + words.first())) return 1;
    return name.contains(words.first()) ? 2 : 3;
}

}  // namespace

SearchBox::SearchBox(QVector<Entry> entries, QWidget* window)
    : QFrame(window, Qt::Popup),
      m_typed(new QLineEdit(this)),
      m_found(new QListWidget(this)),
      m_none(makeLabel(tr("Nothing is called like that."), Role::Muted, this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName("searchBox");
    setAccessibleName(tr("Search"));
    for (Entry& entry : entries) {
        const QString name = searchKey(entry.name);
        m_known.append({entry, name, name + ' ' + searchKey(entry.kind + ' ' + entry.also)});
    }
    auto* column = new QVBoxLayout(this);
    m_typed->setPlaceholderText(tr("Search pages, actions, terms and results"));
    m_typed->setAccessibleName(tr("Search"));
    m_typed->installEventFilter(this);
    column->addWidget(m_typed);
    m_found->setAccessibleName(tr("What was found"));
    m_found->setFocusPolicy(Qt::NoFocus);  // the keys go on in the line above
    m_found->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(m_found);
    column->addWidget(m_none);
    connect(m_typed, &QLineEdit::textChanged, this, &SearchBox::filter);
    connect(m_found, &QListWidget::itemClicked, this, &SearchBox::take);
    filter();
}

void SearchBox::open() {
    const QWidget& window = *parentWidget();
    const int width = qMin(letters_px(fontMetrics(), kBoxChars), window.width());
    m_found->setFixedHeight(kRows * (fontMetrics().height() + fontMetrics().height() / 2));
    setFixedWidth(width);
    move(window.mapToGlobal(QPoint((window.width() - width) / 2, window.height() / 10)));
    show();
    m_typed->setFocus();
}

void SearchBox::filter() {
    const QStringList words = searchKey(m_typed->text()).split(' ', Qt::SkipEmptyParts);
    QVector<std::pair<int, int>> found;
    for (int i = 0; i < m_known.size(); ++i)
        if (const int rank = rankOf(m_known[i].name, m_known[i].all, words); rank >= 0)
            found.append({rank, i});
    std::ranges::stable_sort(found, {}, &std::pair<int, int>::first);
    m_found->clear();
    for (const auto& [rank, index] : found.mid(0, kMostShown)) {
        const Entry& entry = m_known[index].entry;
        auto* item = new QListWidgetItem(entry.name + "  ·  " + entry.kind, m_found);
        item->setData(Qt::UserRole, index);
    }
    m_found->setCurrentRow(0);
    m_found->setVisible(!found.isEmpty());
    m_none->setVisible(found.isEmpty());
}

void SearchBox::take() {
    const QListWidgetItem* chosen = m_found->currentItem();
    if (!chosen) return;
    const auto act = m_known[chosen->data(Qt::UserRole).toInt()].entry.take;
    // After it is gone: what it leads to may be a dialog.
    QTimer::singleShot(0, parentWidget(), act);
    close();
}

/// The line has the focus all the time, so that one can go on typing while choosing.
bool SearchBox::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_typed || event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
            QCoreApplication::sendEvent(m_found, event);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            take();
            return true;
        case Qt::Key_Escape:
            close();
            return true;
        default:
            return false;
    }
}

}  // namespace duelo::ui
