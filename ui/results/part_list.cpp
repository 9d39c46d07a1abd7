// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/part_list.h"

#include <algorithm>

#include <QStylePainter>

namespace duelo::ui {

QString PartList::briefTitle(int index, int room_px) const {
    QList<QStringList> titles;
    for (int i = 0; i < count(); ++i) titles << itemText(i).split(' ');
    const QStringList& own = titles[index];
    const auto all = [&](auto same) { return std::all_of(titles.begin(), titles.end(), same); };
    qsizetype from = 0, to = own.size();
    while (from + 1 < to &&
           all([&](const QStringList& title) { return title.value(from) == own[from]; }))
        ++from;
    const auto fromEnd = [](const QStringList& title, qsizetype n) {
        return title.value(title.size() - n);
    };
    while (from + 1 < to && all([&](const QStringList& title) {
               return fromEnd(title, own.size() - to + 1) == own[to - 1];
           }))
        --to;
    const auto told = [&](qsizetype begin, qsizetype end) {
        const QString ellipsis(QChar(0x2026));
        return (begin > 0 ? ellipsis : QString()) + own.mid(begin, end - begin).join(' ') +
               (end < own.size() ? ellipsis : QString());
    };
    const auto fits = [&](qsizetype begin, qsizetype end) {
        return fontMetrics().horizontalAdvance(told(begin, end)) <= room_px;
    };
    for (bool grows = true; grows;) {
        grows = false;
        if (from > 0 && fits(from - 1, to)) --from, grows = true;
        if (to < own.size() && fits(from, to + 1)) ++to, grows = true;
    }
    return fontMetrics().elidedText(told(from, to), Qt::ElideMiddle, room_px);
}

void PartList::paintEvent(QPaintEvent* /*event*/) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect edit =
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    constexpr int kAround_px = 4;  // some styles draw inside of it
    const int room = edit.width() - kAround_px;
    if (currentIndex() >= 0 && fontMetrics().horizontalAdvance(option.currentText) > room)
        option.currentText = briefTitle(currentIndex(), room);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}  // namespace duelo::ui
