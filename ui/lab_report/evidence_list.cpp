// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/evidence_list.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

EvidenceList::EvidenceList(QWidget* parent)
    : QWidget(parent),
      m_search(new QLineEdit(this)),
      m_claim(new QPushButton(tr("Check a claim…"), this)),
      m_change(new QPushButton(tr("What if…?"), this)),
      m_empty(makeLabel(tr("Open or measure something, and what it says can be cited here."),
                        Role::Muted, this)),
      m_list(new QListWidget(this)) {
    m_search->setPlaceholderText(tr("Search what was measured"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_list->setObjectName("evidence");
    m_list->setAccessibleName(tr("What can be cited"));
    m_list->setWordWrap(true);
    m_list->setSpacing(3);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setToolTip(tr("A click puts it where the cursor of the report is"));
    m_list->installEventFilter(this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(makeLabel(tr("Evidence of the open files"), Role::Muted, this));
    m_claim->setObjectName("claim");
    m_claim->setToolTip(tr("Say what you think and why, and see what the figures say to it"));
    m_change->setObjectName("change");
    m_change->setToolTip(tr("A change, what it gains and what it costs, with its source"));
    column->addWidget(m_claim);
    column->addWidget(m_change);
    column->addWidget(m_search);
    column->addWidget(m_empty);
    column->addWidget(m_list, 1);
    connect(m_search, &QLineEdit::textChanged, this, &EvidenceList::filter);
    connect(m_list, &QListWidget::itemClicked, this, &EvidenceList::choose);
    connect(m_claim, &QPushButton::clicked, this, &EvidenceList::claimWanted);
    connect(m_change, &QPushButton::clicked, this, &EvidenceList::changeWanted);
}

void EvidenceList::show(const EvidenceBook& book) {
    const int before = m_list->currentRow();
    m_list->clear();
    m_citations.clear();
    add(book.boxes());
    add(book.figures());
    m_list->setCurrentRow(qMin(qMax(before, 0), m_list->count() - 1));
    m_empty->setVisible(m_citations.empty());
    m_list->setVisible(!m_citations.empty());
    for (QWidget* tool : {static_cast<QWidget*>(m_search), static_cast<QWidget*>(m_claim),
                          static_cast<QWidget*>(m_change)})
        tool->setVisible(!m_citations.empty());
    filter();
}

void EvidenceList::add(const std::vector<Evidence>& evidence) {
    for (const Evidence& one : evidence) {
        QString words = qs(one.title) + '\n' + qs(one.words);
        const QString file = qs(one.citation.file);
        if (one.kept && !words.contains(file)) words += '\n' + tr("From %1").arg(file);
        auto* item = new QListWidgetItem(words, m_list);
        item->setToolTip(qs(one.how.empty() ? one.citation.file : one.how));
        m_citations.push_back(one.citation);
    }
}

void EvidenceList::filter() {
    const QString wanted = m_search->text().trimmed();
    for (int i = 0; i < m_list->count(); ++i)
        m_list->item(i)->setHidden(!m_list->item(i)->text().contains(wanted, Qt::CaseInsensitive));
}

void EvidenceList::choose() {
    const int row = m_list->currentRow();
    if (row >= 0) Q_EMIT chosen(m_citations[static_cast<std::size_t>(row)]);
}

bool EvidenceList::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            choose();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace duelo::ui
