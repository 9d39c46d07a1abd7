// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/folder_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextOption>
#include <QVBoxLayout>

#include "base/text.h"
#include "ui/look/letters.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

QLabel* plainSentence(const QString& text) {
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);  // a path may look like anything
    label->setWordWrap(true);
    return label;
}

/// All of it is seen, whatever it is made of: wrapped anywhere, and nothing turns or blanks it.
QPlainTextEdit* pathView(const QString& path) {
    auto* view = new QPlainTextEdit(qs(visibleText(QDir::toNativeSeparators(path).toStdString())));
    view->setReadOnly(true);
    view->setTabChangesFocus(true);
    view->setWordWrapMode(QTextOption::WrapAnywhere);
    view->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    view->setFixedHeight(view->fontMetrics().height() * 5);
    return view;
}

}  // namespace

FolderDialog::FolderDialog(const WantedFolder& wanted, const QString& own, QWidget* parent)
    : QDialog(parent) {
    setObjectName("folderDialog");
    setWindowTitle(tr("Where results are saved"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(plainSentence(
        tr("Your teacher's pack wants your measurements to be saved in this folder:")));
    QPlainTextEdit* path = pathView(wanted.path);
    path->setAccessibleName(tr("Folder that the pack wants"));
    column->addWidget(path);
    if (wanted.network)
        column->addWidget(plainSentence(tr(
            "It is on another computer: whoever manages it can read and change what you save, and "
            "your PC may log in there with your account. Without the network nothing is saved.")));
    if (!wanted.owner.isEmpty())
        column->addWidget(plainSentence(
            tr("It belongs to another user of this PC: %1, who can read and change what "
               "you save.")
                .arg(qs(visibleText(wanted.owner.toStdString())))));
    column->addWidget(plainSentence(
        tr("Otherwise they are saved where they are now: %1").arg(QDir::toNativeSeparators(own))));
    auto* buttons = new QDialogButtonBox;
    auto* there = buttons->addButton(tr("Save in the pack's folder"), QDialogButtonBox::AcceptRole);
    auto* here = buttons->addButton(tr("Keep my folder"), QDialogButtonBox::RejectRole);
    there->setAutoDefault(false);
    here->setDefault(true);
    here->setFocus();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    setMinimumWidth(letters_px(fontMetrics(), 70));
}

}  // namespace duelo::ui
