// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/allow_dialog.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include "base/text.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

/// Nothing in a source may hide from whoever reads it: characters that turn or blank the others
/// are seen as such. Tabs and ends of lines are what they are.
QString readableSource(const std::string& text) {
    QStringList lines;
    for (const QString& line : qs(text).split('\n')) {
        QStringList cells;
        for (const QString& cell : (line.endsWith('\r') ? line.chopped(1) : line).split('\t'))
            cells << qs(visibleText(cell.toStdString()));
        lines << cells.join('\t');
    }
    return lines.join('\n');
}

}  // namespace

AllowDialog::AllowDialog(const Attachments& attachments, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Programs that came with this plan"));
    auto* column = new QVBoxLayout(this);
    auto* question = new QLabel(
        tr("This plan brings programs of somebody's own. They run with all your rights on this "
           "PC. Read them, and allow them only if you trust whoever wrote them."));
    question->setWordWrap(true);
    column->addWidget(question);
    auto* tabs = new QTabWidget;
    for (const auto& [name, attachment] : attachments) {
        auto* page = new QWidget;
        auto* rows = new QVBoxLayout(page);
        auto* view = new QPlainTextEdit(readableSource(attachment.text()));
        view->setReadOnly(true);
        view->setTabChangesFocus(true);
        view->setLineWrapMode(QPlainTextEdit::NoWrap);
        view->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        view->setAccessibleName(qs(visibleText(name)));
        auto* digest = new QLabel("SHA-256: " + qs(attachment.sha256()));
        digest->setProperty("role", "muted");
        digest->setTextInteractionFlags(Qt::TextSelectableByMouse);
        rows->addWidget(view, 1);
        rows->addWidget(digest);
        tabs->addTab(page, qs(visibleText(name)).replace('&', "&&"));
    }
    column->addWidget(tabs, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(tr("Allow and measure"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    column->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 100, fontMetrics().height() * 32);
}

}  // namespace duelo::ui
