// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/results_delegate.h"

#include <QApplication>
#include <QPainter>

#include "ui/look/theme.h"
#include "ui/results/results_model.h"

namespace duelo::ui {

namespace {

constexpr int kPadding_px = 8;
/// Less of a detail says nothing.
constexpr int kLeastDetailChars = 8;

QFont smallerFont(const QFont& font) {
    QFont small(font);
    small.setPointSizeF(font.pointSizeF() * 0.9);
    return small;
}

void paintPill(QPainter& painter, const QStyleOptionViewItem& option, const QString& text,
               const QString& tone) {
    const Tokens& t = tokens();
    const QColor back = tone == "good" ? t.good_soft : tone == "bad" ? t.bad_soft : t.neutral_soft;
    const QColor fore = tone == "good" ? t.good_text : tone == "bad" ? t.bad_text : t.text;
    painter.setFont(smallerFont(option.font));
    const QFontMetrics metrics(painter.font());
    const QRect inner = option.rect.adjusted(kPadding_px, 0, -kPadding_px, 0);
    const int width = qMin(metrics.horizontalAdvance(text) + metrics.height(), inner.width());
    QRect pill(0, 0, width, metrics.height() + 4);
    pill.moveCenter(inner.center());
    pill.moveRight(inner.right());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(back);
    painter.drawRoundedRect(pill, pill.height() / 2.0, pill.height() / 2.0);
    painter.setPen(fore);
    painter.drawText(pill, Qt::AlignCenter,
                     metrics.elidedText(text, Qt::ElideRight, width - metrics.height() / 2));
}

}  // namespace

void ResultsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    const QString text = item.text;
    item.text.clear();
    const QWidget* widget = option.widget;
    (widget ? widget->style() : QApplication::style())
        ->drawControl(QStyle::CE_ItemViewItem, &item, painter, widget);
    painter->save();
    if (const QVariant tone = index.data(ResultsModel::ToneRole); tone.isValid()) {
        paintPill(*painter, option, text, tone.toString());
        painter->restore();
        return;
    }
    const Tokens& t = tokens();
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const QString detail = index.data(ResultsModel::DetailRole).toString();
    const QFont small = smallerFont(option.font);
    QRect inner = option.rect.adjusted(kPadding_px, 0, -kPadding_px, 0);
    // The figure comes first: its half width and flags take what is left, and the tip has them all.
    const int room =
        inner.width() - QFontMetrics(option.font).horizontalAdvance(text) - kPadding_px;
    const QString shown = QFontMetrics(small).elidedText(detail, Qt::ElideRight, qMax(0, room));
    const bool right = (index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0;
    const int least = kLeastDetailChars * QFontMetrics(small).averageCharWidth();
    if (room >= qMin(least, QFontMetrics(small).horizontalAdvance(detail)) && !detail.isEmpty()) {
        painter->setFont(small);
        painter->setPen(t.muted);
        painter->drawText(inner, int(right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                          shown);
        if (right)
            inner.setRight(inner.right() - QFontMetrics(small).horizontalAdvance(shown) -
                           kPadding_px);
    }
    painter->setFont(option.font);
    const bool muted = index.data(ResultsModel::MutedRole).toBool();
    painter->setPen(muted && !selected ? t.muted : t.text);
    painter->drawText(inner, int(right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                      QFontMetrics(option.font).elidedText(text, Qt::ElideRight, inner.width()));
    painter->restore();
}

QSize ResultsDelegate::sizeHint(const QStyleOptionViewItem& option,
                                const QModelIndex& index) const {
    const QFontMetrics metrics(option.font), small(smallerFont(option.font));
    const QString detail = index.data(ResultsModel::DetailRole).toString();
    int width = metrics.horizontalAdvance(index.data(Qt::DisplayRole).toString());
    if (!detail.isEmpty()) width += small.horizontalAdvance(detail) + kPadding_px;
    if (index.data(ResultsModel::ToneRole).isValid()) width += metrics.height();
    return {width + 2 * kPadding_px + 2, metrics.height() + 12};
}

}  // namespace duelo::ui
