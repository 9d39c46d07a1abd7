// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/allow_dialog.h"

#include <algorithm>
#include <utility>

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include "base/brief_text.h"
#include "ui/look/letters.h"
#include "ui/look/plain_texts.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr qsizetype kMostBlanks = 40;     ///< columns of them; more are told as a number
constexpr qsizetype kMostEmptyLines = 3;  ///< one below the other
constexpr int kTabWidth_chars = 4;

/// Letters for Unicode that show as nothing, or only change their neighbour.
bool isBlankLetter(char32_t c) {
    return c == 0x034F || c == 0x115F || c == 0x1160 || c == 0x17B4 || c == 0x17B5 ||
           (c >= 0x180B && c <= 0x180F) || c == 0x2800 || c == 0x3164 || c == 0xFFA0 ||
           (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFFFC || c == 0x16FE4 || c == 0x1D159 ||
           (c >= 0xE0100 && c <= 0xE01EF);
}

bool isBlank(QChar c) {
    return c == ' ' || c == '\t';
}

/// A letter that is drawn over the one before it.
bool isDrawnOver(char32_t c) {
    const auto category = QChar::category(c);
    return category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing;
}

/// Characters that turn, blank or hide others.
bool isHidden(char32_t c) {
    switch (QChar::category(c)) {
        case QChar::Other_Control:
        case QChar::Other_Format:
        case QChar::Other_NotAssigned:
        case QChar::Other_PrivateUse:
        case QChar::Other_Surrogate:
        case QChar::Separator_Line:
        case QChar::Separator_Paragraph:
            return true;
        case QChar::Separator_Space:
            return c != ' ';
        default:
            return isBlankLetter(c) || c == QChar::ReplacementCharacter;
    }
}

QString mark(const QString& words) {
    return QStringLiteral("⟨") + words + QStringLiteral("⟩");
}

/// A line with every character to be seen: those that hide as ⟨U+202E⟩, a long run of blanks as
/// its number, because what stands behind it would be read by nobody. An accent may be drawn over a
/// letter; more of them would cover it.
QString readableLine(const QString& line) {
    QString out, blanks;
    bool drawn_over = false;
    const auto endBlanks = [&] {
        const qsizetype columns = blanks.size() + (kTabWidth_chars - 1) * blanks.count('\t');
        out += columns > kMostBlanks
                   ? mark(AllowDialog::tr("%n blanks", nullptr, static_cast<int>(blanks.size())))
                   : blanks;
        blanks.clear();
    };
    for (const char32_t c : line.toStdU32String()) {
        if (c == ' ' || c == '\t') {
            blanks += QChar(static_cast<char16_t>(c));
            continue;
        }
        endBlanks();
        const bool covers = std::exchange(drawn_over, isDrawnOver(c)) && drawn_over;
        if (isHidden(c) || covers)
            out += mark("U+" + QString::number(c, 16).toUpper().rightJustified(4, '0'));
        else
            out += QString::fromUcs4(&c, 1);
    }
    endBlanks();
    return out;
}

}  // namespace

QString readableSource(const QString& text) {
    QStringList lines;
    int empty = 0;
    const auto endEmpty = [&] {
        if (empty > kMostEmptyLines)
            lines << mark(AllowDialog::tr("%n empty lines", nullptr, empty));
        else
            for (int i = 0; i < empty; ++i) lines << QString();
        empty = 0;
    };
    for (const QString& line : text.split('\n')) {
        const QString own = line.endsWith('\r') ? line.chopped(1) : line;
        // A line of blanks alone is read as an empty one.
        if (std::ranges::all_of(own, isBlank)) {
            ++empty;
            continue;
        }
        endEmpty();
        lines << readableLine(own);
    }
    endEmpty();
    return lines.join('\n');
}

AllowDialog::AllowDialog(const Attachments& attachments, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Programs that came with this plan"));
    auto* column = new QVBoxLayout(this);
    auto* question = new QLabel(
        tr("This plan brings programs of somebody's own: %n. They run with all your rights on this "
           "PC. Read them, and allow them only if you trust whoever wrote them.",
           nullptr, static_cast<int>(attachments.size())));
    question->setWordWrap(true);
    column->addWidget(question);
    auto* tabs = new QTabWidget;
    tabs->setElideMode(Qt::ElideMiddle);
    for (const auto& [name, attachment] : attachments)
        tabs->addTab(pageOf(name, attachment), withoutMnemonic(qs(briefText(name))));
    column->addWidget(tabs, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(tr("Allow and measure"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    column->addWidget(buttons);
    resize(letters_px(fontMetrics(), 100), fontMetrics().height() * 32);
}

QWidget* AllowDialog::pageOf(const std::string& name, const Attachment& attachment) {
    auto* page = new QWidget;
    auto* rows = new QVBoxLayout(page);
    const QString text = qs(attachment.text());
    auto* view = new QPlainTextEdit(readableSource(text));
    view->setReadOnly(true);
    view->setTabChangesFocus(true);
    view->setWordWrapMode(QTextOption::WrapAnywhere);
    view->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    view->setTabStopDistance(kTabWidth_chars * view->fontMetrics().horizontalAdvance(' '));
    view->setAccessibleName(qs(briefText(name)));
    const auto lines = static_cast<int>(text.count('\n') + (text.endsWith('\n') ? 0 : 1));
    auto* size = new QLabel(
        tr("%n line(s), %1 characters", nullptr, lines).arg(QLocale().toString(text.size())));
    auto* digest = new QLabel("SHA-256: " + qs(attachment.sha256()));
    digest->setTextInteractionFlags(Qt::TextSelectableByMouse);
    rows->addWidget(view, 1);
    for (QLabel* label : {size, digest}) {
        label->setProperty("role", "muted");
        rows->addWidget(label);
    }
    return page;
}

}  // namespace duelo::ui
