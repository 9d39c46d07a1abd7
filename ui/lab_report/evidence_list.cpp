// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/evidence_list.h"

#include <utility>

#include <QHash>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "ui/look/breakable.h"
#include "ui/look/brief.h"
#include "ui/look/search_key.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

/// A card for each: what it is of in bold, and below what it says.
class CardDelegate final : public QStyledItemDelegate {
public:
    explicit CardDelegate(QListWidget* list) : QStyledItemDelegate(list), m_list(*list) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override {
        const int width = m_list.viewport()->width() - 2 * m_list.spacing();
        const Parts& parts = partsOf(option, index, width);
        return {width, parts.words.bottom() + kPad_px + 1};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Tokens& look = tokens();
        const bool chosen = option.state.testFlag(QStyle::State_Selected);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(option.rect.topLeft());
        painter->setPen(chosen ? QPen(look.accent, 1.5) : QPen(look.line, 1));
        painter->setBrush(chosen ? look.accent_soft : look.surface);
        painter->drawRoundedRect(QRectF(QPoint(), option.rect.size()).adjusted(1, 1, -1, -1),
                                 kCorner_px, kCorner_px);
        const Parts& parts = partsOf(option, index, option.rect.width());
        painter->setPen(look.text);
        painter->setFont(bold(option));
        painter->drawText(parts.title, Qt::TextWordWrap, parts.name);
        painter->setFont(option.font);
        painter->drawText(parts.words, Qt::TextWordWrap, parts.said);
        painter->restore();
    }

private:
    static constexpr int kPad_px = 8, kGap_px = 3, kCorner_px = 5;
    struct Parts {
        QString name, said;
        QRect title, words;
    };

    static QFont bold(const QStyleOptionViewItem& option) {
        QFont font = option.font;
        font.setBold(true);
        return font;
    }
    /// Laid out once for each text, width and font: a list asks for all its sizes again and again.
    const Parts& partsOf(const QStyleOptionViewItem& option, const QModelIndex& index,
                         int width) const {
        const int room = m_list.viewport()->width();
        if (room != m_room || option.font != m_font) {
            m_room = room;
            m_font = option.font;
            m_parts.clear();
        }
        const QString text = index.data().toString();
        const std::pair key(text, width);
        if (const auto known = m_parts.constFind(key); known != m_parts.constEnd()) return *known;
        const auto end = text.indexOf('\n');
        Parts parts{breakable(text.left(end)), breakable(text.mid(end + 1)), {}, {}};
        const QRect free(kPad_px, kPad_px, width - 2 * kPad_px, 1 << 16);
        parts.title = QFontMetrics(bold(option)).boundingRect(free, Qt::TextWordWrap, parts.name);
        parts.words = QFontMetrics(option.font)
                          .boundingRect(free.translated(0, parts.title.height() + kGap_px),
                                        Qt::TextWordWrap, parts.said);
        return *m_parts.insert(key, parts);
    }

    const QListWidget& m_list;
    mutable QHash<std::pair<QString, int>, Parts> m_parts;  ///< by text and width
    mutable int m_room = 0;                                 ///< that they were laid out in
    mutable QFont m_font;
};

}  // namespace

EvidenceList::EvidenceList(QWidget* parent)
    : QWidget(parent),
      m_search(new QLineEdit(this)),
      m_claim(new QPushButton(tr("Check a claim…"), this)),
      m_change(new QPushButton(tr("What if…?"), this)),
      m_workers(new QPushButton(this)),
      m_empty(makeLabel(nothingText(), Role::Muted, this)),
      m_list(new QListWidget(this)) {
    m_search->setPlaceholderText(tr("Search what was measured"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_list->setObjectName("evidence");
    m_list->setAccessibleName(tr("What can be cited"));
    m_list->setWordWrap(true);
    m_list->setItemDelegate(new CardDelegate(m_list));
    m_list->setSpacing(3);
    // Of a night's measurements there are ten thousand, each with its own height.
    m_list->setLayoutMode(QListView::Batched);
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
    m_workers->setObjectName("workers");
    m_workers->setVisible(false);
    column->addWidget(m_workers);
    column->addWidget(m_claim);
    column->addWidget(m_change);
    column->addWidget(m_search);
    column->addWidget(m_empty);
    column->addWidget(m_list, 1);
    connect(m_search, &QLineEdit::textChanged, this, &EvidenceList::filter);
    connect(m_list, &QListWidget::itemClicked, this, &EvidenceList::choose);
    connect(m_claim, &QPushButton::clicked, this, &EvidenceList::claimWanted);
    connect(m_change, &QPushButton::clicked, this, &EvidenceList::changeWanted);
    connect(m_workers, &QPushButton::clicked, this, &EvidenceList::workersWanted);
}

QString EvidenceList::nothingText() {
    return tr(
        "Open or measure something, and what it says can be cited here, of a run once it is "
        "over. A class game proves nothing and is not offered.");
}

void EvidenceList::offerWorkers(const QString& caption, const QString& numbers) {
    m_workers->setText(caption);
    m_workers->setToolTip(tr("The analysis has no evidence of threads yet. This measures the same "
                             "with %1 threads: its page asks what you expect, and F5 begins.")
                              .arg(numbers));
    m_workers->setVisible(!caption.isEmpty());
}

void EvidenceList::setWaiting(bool waiting) {
    m_empty->setText(waiting ? tr("Putting together what can be cited…") : nothingText());
}

void EvidenceList::show(const EvidenceBook& book) {
    setWaiting(false);
    const int before = m_list->currentRow();
    m_list->clear();
    m_citations.clear();
    add(book.boxes());
    add(book.figures());
    m_list->setCurrentRow(qMin(qMax(before, 0), m_list->count() - 1));
    m_list->setVisible(!m_citations.empty());
    for (QWidget* tool : {static_cast<QWidget*>(m_search), static_cast<QWidget*>(m_claim),
                          static_cast<QWidget*>(m_change)})
        tool->setVisible(!m_citations.empty());
    filter();
}

void EvidenceList::add(const std::vector<Evidence>& evidence) {
    for (const Evidence& one : evidence) {
        QString words = qs(one.title) + '\n' + qs(one.words);
        const QString file = qs(one.citation.filesText());
        if (one.kept && !words.contains(file)) words += '\n' + tr("From %1").arg(file);
        auto* item = new QListWidgetItem(brief(words), m_list);
        item->setToolTip(qs(one.how.empty() ? one.citation.filesText() : one.how));
        m_citations.push_back(one.citation);
    }
}

void EvidenceList::filter() {
    const QString wanted = m_search->text().trimmed(), key = searchKey(wanted);
    bool found = false;
    for (int i = 0; i < m_list->count(); ++i) {
        const bool has = searchKey(m_list->item(i)->text()).contains(key);
        m_list->item(i)->setHidden(!has);
        found |= has;
    }
    m_empty->setText(m_citations.empty()
                         ? nothingText()
                         : tr("Nothing that was measured says “%1”. Try a shorter word, or clear "
                              "the search.")
                               .arg(wanted));
    m_empty->setVisible(!found);
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
