// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/reference_dialog.h"

#include <algorithm>

#include <QDialogButtonBox>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "base/places.h"
#include "ui/look/letters.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {
constexpr int kDialogChars = 80, kShownLines = 6;
}

ReferenceDialog::ReferenceDialog(const Text& text, QWidget* parent)
    : QDialog(parent),
      m_text(text),
      m_said(makeLabel(tr("Looking for files…"), Role::Body, this)),
      m_list(new QListWidget(this)),
      m_problems(new QVBoxLayout) {
    setObjectName("referenceDialog");
    setWindowTitle(tr("Reference files with a GPU"));
    auto* column = new QVBoxLayout(this);
    m_said->setObjectName("referencesSaid");
    column->addWidget(m_said);
    m_list->setObjectName("references");
    m_list->setAccessibleName(windowTitle());
    m_list->setWordWrap(true);
    m_list->setMinimumHeight(fontMetrics().lineSpacing() * kShownLines);
    m_list->hide();
    column->addWidget(m_list, 1);
    column->addLayout(m_problems);
    column->addWidget(makeLabel(
        qs(m_text("reference.place", {{"folder", utf8(ownReferencesDir())}})), Role::Muted, this));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_take = buttons->addButton(tr("Put it beside"), QDialogButtonBox::AcceptRole);
    m_take->setObjectName("referenceTake");
    m_take->setEnabled(false);
    auto* other = buttons->addButton(tr("Another file…"), QDialogButtonBox::ActionRole);
    other->setObjectName("referenceOther");
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(other, &QPushButton::clicked, this, [this] { done(kOtherFile); });
    connect(m_list, &QListWidget::currentRowChanged, this,
            [this](int row) { m_take->setEnabled(row >= 0); });
    connect(m_list, &QListWidget::itemActivated, this, &QDialog::accept);
    column->addWidget(buttons);
    resize(letters_px(fontMetrics(), kDialogChars), sizeHint().height());
}

void ReferenceDialog::setReferences(const References& references, const QString& none) {
    const auto before = chosen();
    m_files = references.files;
    m_list->clear();
    for (const ReferenceFile& file : m_files) m_list->addItem(qs(referenceTitle(file, m_text)));
    const auto same = std::ranges::find_if(
        m_files, [&](const ReferenceFile& file) { return file.path == before; });
    m_list->setCurrentRow(same == m_files.end() ? 0 : static_cast<int>(same - m_files.begin()));
    m_list->setVisible(!m_files.empty());
    m_said->setText(m_files.empty() ? none : tr("Which times shall stand beside yours?"));
    clearLayout(m_problems);
    for (const Reason& problem : references.problems)
        m_problems->addWidget(makePill(qs(m_text.reason(problem)), Tone::Warn, this, true));
    layout()->activate();
    resize(width(), qMax(height(), layout()->totalHeightForWidth(width())));
}

std::optional<std::filesystem::path> ReferenceDialog::chosen() const {
    const int row = m_list->currentRow();
    if (row < 0) return std::nullopt;
    return m_files[static_cast<std::size_t>(row)].path;
}

}  // namespace duelo::ui
