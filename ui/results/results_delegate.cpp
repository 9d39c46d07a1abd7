// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/results_delegate.h"

#include <QApplication>
#include <QPainter>

#include "ui/look/letters.h"
#include "ui/look/theme.h"
#include "ui/results/results_model.h"

namespace duelo::ui {

namespace {

constexpr int kPadding_px = 8;
/// Fewest characters that a shortened text keeps: a name with the details beside their figures and
/// under them ("1 at a time, 2 threads": a name comes before the flags of its figures), a reason
/// without a figure in one line and in two, both where room is scarcest, a detail with its interval
/// first, and where room is scarcest its interval alone.
constexpr int kNameChars = 22, kShortNameChars = 20, kReasonChars = 24, kWrappedChars = 16,
              kTightChars = 7, kDetailChars = 24, kTightDetailChars = 17;

QFont smallerFont(const QFont& font) {
    constexpr double kShare = 0.9;
    QFont small(font);
    // A font that is set in pixels, as on a slide, has no point size.
    if (font.pointSizeF() > 0)
        small.setPointSizeF(font.pointSizeF() * kShare);
    else
        small.setPixelSize(qMax(1, qRound(font.pixelSize() * kShare)));
    return small;
}

/// Shortens a detail to the room. Of three or more parts it keeps those that fit whole and an
/// ellipsis; where two are left, their end is cut.
QString shortened(const QString& detail, const QFontMetrics& metrics, int room_px) {
    if (metrics.horizontalAdvance(detail) <= room_px) return detail;
    const QString between = QStringLiteral(" · ");
    QStringList parts = detail.split(between);
    while (parts.size() > 2) {
        parts.removeLast();
        const QString shown = parts.join(between) + between + QChar(0x2026);
        if (metrics.horizontalAdvance(shown) <= room_px) return shown;
    }
    return metrics.elidedText(detail, Qt::ElideRight, room_px);
}

/// Muted beside a figure; an interval in the unit of its figure needs it no second time there, but
/// for a sign as short as that of percent.
QString detailOf(const QModelIndex& index) {
    QString detail = index.data(ResultsModel::DetailRole).toString();
    const QString unit = index.data(Qt::DisplayRole).toString().section(' ', 1);
    if (unit.size() > 1 && detail.endsWith(' ' + unit + ')')) {
        detail.chop(unit.size() + 2);
        detail += ')';
    }
    return detail;
}

/// Names stand at the left, figures and verdicts at the right.
bool isFigure(const QModelIndex& index) {
    return (index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0;
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
    // The table's frame shows the focus, and rows are what is chosen: no cell has a frame of its
    // own.
    item.state &= ~QStyle::State_HasFocus;
    const QWidget* widget = option.widget;
    (widget ? widget->style() : QApplication::style())
        ->drawControl(QStyle::CE_ItemViewItem, &item, painter, widget);
    painter->save();
    if (const QVariant tone = index.data(ResultsModel::ToneRole); tone.isValid()) {
        paintPill(*painter, option, text, tone.toString());
        painter->restore();
        return;
    }
    paintFigure(*painter, option, index, text);
    painter->restore();
}

void ResultsDelegate::paintFigure(QPainter& painter, const QStyleOptionViewItem& option,
                                  const QModelIndex& index, const QString& text) const {
    const Tokens& t = tokens();
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool right = isFigure(index);
    const int side = int(right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
    const QFont small = smallerFont(option.font);
    const QFontMetrics metrics(option.font), smallMetrics(small);
    const QString detail = detailOf(index);
    QRect inner = option.rect.adjusted(kPadding_px, 0, -kPadding_px, 0);
    if (!detail.isEmpty()) {
        QRect room = inner;
        if (m_stacked) {
            room.setTop(inner.bottom() - smallMetrics.height() - 3);
            inner.setBottom(room.top());
        } else {
            room.setLeft(
                qMin(room.right(), room.left() + metrics.horizontalAdvance(text) + kPadding_px));
        }
        const QString shown = shortened(detail, smallMetrics, room.width());
        painter.setFont(small);
        painter.setPen(t.muted);
        painter.drawText(room, side, shown);
        if (!m_stacked)
            inner.setRight(inner.right() - smallMetrics.horizontalAdvance(shown) - kPadding_px);
    }
    painter.setFont(option.font);
    painter.setPen(index.data(ResultsModel::MutedRole).toBool() && !selected ? t.muted : t.text);
    // A reason has the room of both lines.
    if (m_stacked && detail.isEmpty() && right)
        if (const int flags = side | Qt::TextWordWrap;
            inner.contains(metrics.boundingRect(inner, flags, text)))
            return painter.drawText(inner, flags, text);
    painter.drawText(
        inner, side,
        metrics.elidedText(text, right ? Qt::ElideRight : Qt::ElideMiddle, inner.width()));
}

CellWidth ResultsDelegate::widthOf(const QFont& font, const QModelIndex& index) const {
    const QFontMetrics metrics(font), small(smallerFont(font));
    const QString text = index.data(Qt::DisplayRole).toString();
    // Some letters reach beyond their advance, and widths are rounded.
    constexpr int kAround_px = 2 * kPadding_px + 2;
    if (index.data(ResultsModel::ToneRole).isValid()) {
        const int read = small.horizontalAdvance(text) + kAround_px;
        const int pill = read + small.height();
        return {pill, pill, read + small.height() / 2 + 1, pill};
    }
    const int all = metrics.horizontalAdvance(text);
    const auto upTo = [&](int chars) { return qMin(all, letters_px(metrics, chars)); };
    if (!isFigure(index))
        return {upTo(kNameChars) + kAround_px, upTo(kShortNameChars) + kAround_px,
                upTo(kTightChars) + kAround_px, all + kAround_px};
    const QString detail = detailOf(index);
    const int said = small.horizontalAdvance(detail);
    const int read = qMin(said, letters_px(small, kDetailChars));
    const int gap = detail.isEmpty() ? 0 : kPadding_px;
    const bool muted = index.data(ResultsModel::MutedRole).toBool();
    const int figure = muted ? upTo(kReasonChars) : all;
    const int wrapped = muted ? upTo(kWrappedChars) : all;
    // A state in one word ("calentamiento…") is wrapped nowhere.
    const bool word = muted && !text.contains(' ');
    const int least = word ? upTo(kWrappedChars) : muted ? upTo(kTightChars) : all;
    // Where room is scarcest flags are no more than told to be there.
    const QString between = QStringLiteral(" · ");
    const QString interval = detail.section(between, 0, 0);
    const QString shortest = interval == detail ? detail : interval + between + QChar(0x2026);
    const int first = qMin(small.horizontalAdvance(shortest), letters_px(small, kTightDetailChars));
    return {figure + gap + read + kAround_px, qMax(wrapped, read) + kAround_px,
            qMax(least, first) + kAround_px, all + gap + said + kAround_px};
}

int ResultsDelegate::rowHeight(const QFont& font) const {
    const int line = QFontMetrics(font).height() + 14;
    return m_stacked ? line + QFontMetrics(smallerFont(font)).height() : line;
}

QSize ResultsDelegate::sizeHint(const QStyleOptionViewItem& option,
                                const QModelIndex& index) const {
    const CellWidth width = widthOf(option.font, index);
    return {m_stacked ? width.under : width.whole, rowHeight(option.font)};
}

}  // namespace duelo::ui
