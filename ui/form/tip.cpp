// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/tip.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QTextDocument>
#include <QWidget>

#include "ui/look/plain_texts.h"

namespace duelo::ui {

namespace {

/// A tip of more words is no glance; so many of them are its beginning.
constexpr int kMostWords = 12, kFirstWords = 10;

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(Tip)
};

}  // namespace

QString briefTip(const QString& help) {
    static const QRegularExpression word("\\p{L}{2,}");
    qsizetype end = 0;
    int words = 0;
    for (auto at = word.globalMatch(help); at.hasNext(); ++words) {
        const qsizetype behind = at.next().capturedEnd();
        if (words < kFirstWords) end = behind;
    }
    return words <= kMostWords ? help : help.left(end) + QChar(0x2026);
}

void setTip(QWidget& widget, const QString& help) {
    const QString brief = briefTip(help);
    widget.setToolTip(brief == help ? help : brief + " (Shift+F1)");
    widget.setWhatsThis(brief == help ? QString() : Qt::convertFromPlainText(help));
}

void sayOneStays(QWidget& widget) {
    showTipBelow(widget, Tr::tr("One has to stay chosen."));
}

}  // namespace duelo::ui
