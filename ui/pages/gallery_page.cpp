// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/gallery_page.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>

#include "ui/look/elided_label.h"
#include "ui/look/icons.h"
#include "ui/look/letters.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

constexpr int kTileChars = 30;  ///< of a column: a narrower one would wrap every question
constexpr int kGap_px = 8, kColumnGap_px = 20, kIconRoom_px = 9;

}  // namespace

GalleryTile::GalleryTile(const Words& words, QWidget* parent)
    : QPushButton(parent),
      m_id(words.id),
      m_question(makeLabel(words.question, Role::Body, this)),
      m_result(new ElidedLabel) {
    setProperty("role", "gallery");
    setObjectName("tile_" + words.id);
    setAccessibleName(words.name);
    setAccessibleDescription(words.question);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 12, 14, 12);
    row->setSpacing(14);
    auto* picture = new QFrame(this);
    picture->setProperty("role", "tile_icon");
    auto* inside = new QHBoxLayout(picture);
    inside->setContentsMargins(kIconRoom_px, kIconRoom_px, kIconRoom_px, kIconRoom_px);
    inside->addWidget(new Drawing(words.id, picture));
    row->addWidget(picture, 0, Qt::AlignVCenter);
    auto* lines = new QVBoxLayout;
    lines->setSpacing(2);
    QLabel* name = makeLabel(words.name, Role::Heading, this);
    name->setProperty("size", "tile");
    lines->addWidget(name);
    lines->addWidget(m_question);
    m_result->setProperty("role", "tile_result");
    m_result->hide();
    lines->addWidget(m_result);
    row->addLayout(lines, 1);
    for (QWidget* part : findChildren<QWidget*>())
        part->setAttribute(Qt::WA_TransparentForMouseEvents);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void GalleryTile::setResult(const QString& line, const QString& tip) {
    m_result->setText(line);
    m_result->setVisible(!line.isEmpty());
    setToolTip(tip);
    setAccessibleDescription(m_question->text() + (line.isEmpty() ? QString() : "\n" + line));
}

QSize GalleryTile::sizeHint() const {
    return layout()->sizeHint();
}

QSize GalleryTile::minimumSizeHint() const {
    return layout()->minimumSize();
}

GalleryPage::GalleryPage(const QString& title, const QVector<Group>& groups, QWidget* parent)
    : QScrollArea(parent), m_head(new QHBoxLayout), m_grid(new QGridLayout) {
    setAccessibleName(title);
    setFocusPolicy(Qt::NoFocus);
    QWidget* body = makeScrollBody(*this);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(28, 22, 28, 22);
    column->setSpacing(fontMetrics().height());
    QLabel* heading = makeLabel(title, Role::Title, body);
    m_head->addWidget(heading, 1);
    column->addLayout(m_head);
    m_grid->setHorizontalSpacing(kColumnGap_px);
    m_grid->setVerticalSpacing(kColumnGap_px);
    column->addLayout(m_grid);
    column->addStretch(1);
    for (const Group& group : groups) {
        auto* part = new QWidget(body);
        auto* tiles = new QVBoxLayout(part);
        tiles->setContentsMargins(0, 0, 0, 0);
        tiles->setSpacing(kGap_px);
        if (!group.title.isEmpty()) {
            QLabel* name = makeLabel(group.title, Role::Body, part);
            name->setProperty("role", "section");
            tiles->addWidget(name);
        }
        for (const GalleryTile::Words& words : group.tiles) {
            auto* tile = new GalleryTile(words, part);
            connect(tile, &QPushButton::clicked, this,
                    [this, id = words.id] { Q_EMIT wanted(id); });
            tiles->addWidget(tile);
        }
        tiles->addStretch(1);
        m_groups.append(part);
    }
}

void GalleryPage::setResult(const QString& id, const QString& line, const QString& tip) {
    for (auto* tile : findChildren<GalleryTile*>())
        if (tile->id() == id) tile->setResult(line, tip);
}

void GalleryPage::addBesideTitle(QWidget* widget) {
    m_head->addWidget(widget, 0, Qt::AlignRight);
}

/// Makes as many columns as have room for a question in one line, but not more than there are
/// groups.
void GalleryPage::arrange() {
    const int wanted = letters_px(fontMetrics(), kTileChars) + kColumnGap_px;
    const auto most = static_cast<int>(m_groups.size());
    const int columns = qBound(1, viewport()->width() / wanted, qMax(1, most));
    if (columns == m_columns) return;
    m_columns = columns;
    for (int i = 0; i < most; ++i) {
        m_grid->removeWidget(m_groups[i]);
        m_grid->addWidget(m_groups[i], i / columns, i % columns, Qt::Alignment());
    }
    for (int i = 0; i < most; ++i) m_grid->setColumnStretch(i, i < columns ? 1 : 0);
}

void GalleryPage::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    arrange();
}

void GalleryPage::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_columns > 0) arrange();
}

}  // namespace duelo::ui
