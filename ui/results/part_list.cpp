// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/part_list.h"

#include <algorithm>

#include <QStylePainter>

namespace duelo::ui {

QString PartList::briefTitle(int index) const {
    QList<QStringList> titles;
    for (int i = 0; i < count(); ++i) titles << itemText(i).split(' ');
    if (titles.size() < 2) return itemText(index);
    const QStringList& own = titles[index];
    // As many words from one end as every title has there.
    const auto common = [&](auto wordOf, qsizetype least) {
        qsizetype n = 0;
        const auto same = [&](const QStringList& title) {
            return title.size() > n + least && wordOf(title, n) == wordOf(own, n);
        };
        while (own.size() > n + least && std::all_of(titles.begin(), titles.end(), same)) ++n;
        return n;
    };
    const qsizetype first =
        common([](const QStringList& title, qsizetype n) { return title[n]; }, 1);
    const qsizetype last = common(
        [](const QStringList& title, qsizetype n) { return title[title.size() - 1 - n]; }, first);
    return own.mid(first, own.size() - first - last).join(' ');
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
        option.currentText =
            fontMetrics().elidedText(briefTitle(currentIndex()), Qt::ElideMiddle, room);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}  // namespace duelo::ui
