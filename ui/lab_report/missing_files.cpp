// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/missing_files.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

MissingFiles::MissingFiles(QWidget* parent) : QFrame(parent) {
    setObjectName("missingFiles");
    auto* column = new QVBoxLayout(this);
    const int space = fontMetrics().height();
    column->setContentsMargins(space, space / 4, space, space / 4);
    column->setSpacing(space / 4);
    setVisible(false);
}

void MissingFiles::show(const std::vector<KeptFile>& files) {
    if (files == m_files) return;
    m_files = files;
    clearLayout(layout());
    for (const KeptFile& file : m_files) {
        const QString name = qs(file.file);
        auto* row = new QHBoxLayout;
        row->addWidget(
            makeLabel(tr("%1 is not found, and its figures are not in the report.").arg(name),
                      Role::Body, this),
            1);
        auto* find = new QPushButton(tr("Find…"), this);
        find->setObjectName("find");
        find->setAccessibleName(tr("Find %1…").arg(name));
        connect(find, &QPushButton::clicked, this, [this, file] { Q_EMIT findWanted(file); });
        row->addWidget(find);
        static_cast<QVBoxLayout*>(layout())->addLayout(row);
    }
    setVisible(!m_files.empty());
}

}  // namespace duelo::ui
