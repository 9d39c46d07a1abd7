// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/kernel_editor/opencl_dialog.h"

#include <map>

#include <QDialogButtonBox>
#include <QFontMetrics>
#include <QLabel>
#include <QSet>
#include <QVBoxLayout>

#include "base/reason_json.h"
#include "ui/results/code_editor.h"
#include "ui/session/session.h"

namespace duelo::ui {

namespace {

/// Marks the lines that the other text does not have.
std::map<int, bool> changedLines(const QString& own, const QStringList& lines) {
    QSet<QString> known;
    for (const QString& line : own.split('\n')) known.insert(line.trimmed());
    std::map<int, bool> marks;
    for (int i = 0; i < lines.size(); ++i)
        if (!known.contains(lines[i].trimmed())) marks[i + 1] = false;
    return marks;
}

}  // namespace

OpenClDialog::OpenClDialog(const QString& own, const Json& opencl, const Text& text,
                           QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("In OpenCL C"));
    auto* column = new QVBoxLayout(this);
    auto* told = new QLabel;
    told->setObjectName("openclTold");
    told->setWordWrap(true);
    column->addWidget(told);
    if (const auto why = opencl.find("reason"); why != opencl.end()) {
        told->setText(qs(text.reason(reasonFromJson(*why))));
    } else {
        told->setText(tr("This is what a GPU by OpenCL compiles. The marked lines had to change."));
        const QString said = qs(opencl.value("text", std::string()));
        auto* view = new CodeEditor;
        view->setObjectName("openclText");
        view->setAccessibleName(tr("Text in OpenCL C"));
        view->setReadOnly(true);
        view->setPlainText(said);
        view->setMarks(changedLines(own, said.split('\n')));
        column->addWidget(view, 1);
        constexpr int kLetters = 100, kLines = 34;
        resize(view->fontMetrics().horizontalAdvance('n') * kLetters,
               fontMetrics().height() * kLines);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

}  // namespace duelo::ui
