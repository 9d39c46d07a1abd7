// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/hand_in_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QLineEdit>

#include "lab_report/hand_in.h"
#include "ui/look/known_folders.h"
#include "ui/look/letters.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

constexpr int kFieldChars = 44;

}  // namespace

HandInDialog::HandInDialog(const LabReport& report, const QString& folder, const QStringList& facts,
                           bool hasGpu, QWidget* parent)
    : QDialog(parent),
      m_folder(new QLineEdit(QDir::toNativeSeparators(folder), this)),
      m_name(makeLabel({}, Role::Body, this)),
      m_error(makePill({}, Tone::Bad, this, true)),
      m_takesGpu(new QCheckBox(tr("Take the file of the classroom's GPU home too"), this)) {
    setWindowTitle(tr("Hand in"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(makeLabel(tr("One ZIP with the PDF, your report and the .duelo files that it "
                                   "cites. It is read again once it is written."),
                                Role::Body, this));
    auto* form = new QFormLayout;
    m_names = add(form, tr("Surnames, name"), "handInNames", filedNames(report));
    m_names->setMaxLength(static_cast<int>(kMaxNamesChars));
    m_names->setPlaceholderText(tr("Surnames, name; surnames, name"));
    m_group = add(form, tr("Group"), "handInGroup", report.group);
    m_seat = add(form, tr("Seat"), "handInSeat", report.hand_in.seat);
    m_seat->setPlaceholderText(tr("Number of the PC or of the place"));
    auto* choose = new QPushButton(tr("Choose…"), this);
    connect(choose, &QPushButton::clicked, this, &HandInDialog::chooseFolder);
    m_folder->setAccessibleName(tr("Folder"));
    m_folder->setObjectName("handInFolder");
    m_folder->setMinimumWidth(letters_px(fontMetrics(), kFieldChars));
    connect(m_folder, &QLineEdit::textChanged, this, &HandInDialog::showName);
    auto* row = new QHBoxLayout;
    row->addWidget(m_folder, 1);
    row->addWidget(choose);
    form->addRow(tr("Folder"), row);
    form->addRow(tr("File"), m_name);
    column->addLayout(form);
    m_takesGpu->setObjectName("handInGpu");
    m_takesGpu->setToolTip(tr("At home there may be no GPU. It will lie beside the ZIP."));
    m_takesGpu->setVisible(hasGpu);
    column->addWidget(m_takesGpu);
    for (const QString& fact : facts) column->addWidget(makePill(fact, Tone::Warn, this, true));
    column->addWidget(
        makeLabel(tr("This PC remembers nothing of it: names, group and seat stay in your report."),
                  Role::Muted, this));
    column->addWidget(m_error);
    m_error->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_handIn = buttons->addButton(tr("Hand in"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    // In the order of the rows, and the first waits for whoever begins to type.
    setTabOrder(m_seat, m_folder);
    m_names->setFocus();
    showName();
}

QLineEdit* HandInDialog::add(QFormLayout* form, const QString& caption, const char* name,
                             const std::string& value) {
    auto* edit = new QLineEdit(qs(value), this);
    edit->setObjectName(name);
    edit->setAccessibleName(caption);
    edit->setMaxLength(static_cast<int>(kMaxLineChars));
    form->addRow(caption, edit);
    connect(edit, &QLineEdit::textChanged, this, &HandInDialog::showName);
    return edit;
}

HandIn HandInDialog::as() const {
    return {m_names->text().trimmed().toStdString(), m_seat->text().trimmed().toStdString(), {}};
}

QString HandInDialog::group() const {
    return m_group->text().trimmed();
}

QString HandInDialog::folder() const {
    return QDir::fromNativeSeparators(m_folder->text().trimmed());
}

QString HandInDialog::path() const {
    return QDir(folder()).filePath(qs(handInName(as(), group().toStdString())) + ".zip");
}

bool HandInDialog::takesGpu() const {
    return m_takesGpu->isChecked();
}

void HandInDialog::setError(const QString& sentence) {
    setPill(m_error, sentence, Tone::Bad);
    m_error->show();
}

void HandInDialog::chooseFolder() {
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Folder"), existingFolder(m_folder->text()));
    if (!folder.isEmpty()) m_folder->setText(QDir::toNativeSeparators(folder));
}

/// Nobody finds a file that is named after no one.
void HandInDialog::showName() {
    const bool named = !m_names->text().trimmed().isEmpty();
    m_name->setText(named ? QFileInfo(path()).fileName() : tr("Type who hands it in."));
    m_handIn->setEnabled(named && !folder().isEmpty());
}

}  // namespace duelo::ui
