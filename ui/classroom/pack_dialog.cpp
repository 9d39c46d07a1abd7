// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/classroom/pack_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "networks/official_weights.h"
#include "ui/look/letters.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

constexpr int kFieldChars = 48;
enum Which { OfForm, OfReference };

}  // namespace

PackDialog::PackDialog(const Settings& settings, const Plan& plan, const QString& planName,
                       const QString& reference, QWidget* parent)
    : QDialog(parent),
      m_settings(settings),
      m_plan(plan),
      m_name(new QLineEdit(this)),
      m_which(new QComboBox(this)),
      m_photographs(makeLabel(tr("none beside those of the plan"), Role::Muted, this)),
      m_missing(makeLabel({}, Role::Muted, this)) {
    setWindowTitle(tr("Teacher's pack"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(makeLabel(
        tr("One folder for a stick or a share: students drop it on their window, and their start "
           "page offers the plan, the photographs and the times of a GPU with one click each. It "
           "presets language, subject, teacher, group and room as in your settings."),
        Role::Body, this));
    auto* form = new QFormLayout;
    m_name->setObjectName("packName");
    m_name->setPlaceholderText(tr("Session 1, room L12"));
    form->addRow(tr("&Name"), m_name);
    m_which->setObjectName("packPlan");
    m_which->addItem(tr("that of the page: %1").arg(planName), OfForm);
    m_which->addItem(tr("that of the reference file"), OfReference);
    form->addRow(tr("&Plan"), m_which);
    m_reference = addPath(*form, tr("&Reference with a GPU"), "packReference", reference, false);
    m_reference->setPlaceholderText(tr("none; else a .duelo file with times of a GPU"));
    auto* photographs = new QHBoxLayout;
    auto* add = new QPushButton(tr("Add…"), this);
    add->setAccessibleName(tr("Add photographs"));
    connect(add, &QPushButton::clicked, this, &PackDialog::addPhotographs);
    photographs->addWidget(m_photographs, 1);
    photographs->addWidget(add);
    form->addRow(tr("Photographs"), photographs);
    m_folder = addPath(*form, tr("&Folder"), "packFolder", {}, true);
    m_folder->setPlaceholderText(tr("not there yet, or empty"));
    column->addLayout(form);
    column->addWidget(m_missing);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_make = buttons->addButton(tr("Make it"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_which, &QComboBox::currentIndexChanged, this, &PackDialog::showState);
    column->addWidget(buttons);
    showState();
}

QLineEdit* PackDialog::addPath(QFormLayout& form, const QString& caption, const char* name,
                               const QString& value, bool isFolder) {
    auto* edit = new QLineEdit(QDir::toNativeSeparators(value), this);
    edit->setObjectName(name);
    edit->setMinimumWidth(letters_px(fontMetrics(), kFieldChars));
    auto* choose = new QPushButton(tr("Choose…"), this);
    connect(choose, &QPushButton::clicked, this, [this, edit, isFolder] {
        const QString from =
            edit->text().isEmpty() ? m_settings.resultsFolder() : QFileInfo(edit->text()).path();
        const QString path =
            isFolder ? QFileDialog::getExistingDirectory(this, tr("Folder of the pack"), from)
                     : QFileDialog::getOpenFileName(this, tr("File of a PC with a GPU"), from,
                                                    tr("Duelo (*.duelo)"));
        if (!path.isEmpty()) edit->setText(QDir::toNativeSeparators(path));
    });
    auto* row = new QHBoxLayout;
    row->addWidget(edit, 1);
    row->addWidget(choose);
    auto* label = new QLabel(caption, this);
    label->setBuddy(edit);
    edit->setAccessibleName(QString(caption).remove('&'));
    form.addRow(label, row);
    connect(edit, &QLineEdit::textChanged, this, &PackDialog::showState);
    return edit;
}

void PackDialog::addPhotographs() {
    m_chosen << QFileDialog::getOpenFileNames(
        this, tr("Photographs"), m_settings.resultsFolder(),
        tr("Images (*.jpg *.jpeg *.png *.bmp *.ppm *.pgm *.webp *.tif *.tiff)"));
    m_chosen.removeDuplicates();
    if (!m_chosen.isEmpty())
        m_photographs->setText(
            tr("%n beside those of the plan", nullptr, static_cast<int>(m_chosen.size())));
    showState();
}

/// What still lacks, so that a button that cannot be pressed says why.
void PackDialog::showState() {
    if (!m_make) return;
    const int which = m_which->currentData().toInt();
    const bool reference = !m_reference->text().trimmed().isEmpty();
    m_missing->setText(folder().isEmpty() ? tr("Choose the folder that the pack is written to.")
                       : which == OfReference && !reference
                           ? tr("Choose the reference whose plan it is.")
                           : QString());
    m_missing->setVisible(!m_missing->text().isEmpty());
    m_make->setEnabled(m_missing->text().isEmpty());
}

QString PackDialog::folder() const {
    return QDir::fromNativeSeparators(m_folder->text().trimmed());
}

PackRequest PackDialog::request() const {
    PackRequest request{
        .reference = pathOf(QDir::fromNativeSeparators(m_reference->text().trimmed())),
        .weights = downloadedWeights()};
    const auto preset = [&](std::string_view key, const QString& value) {
        if (!value.isEmpty()) request.defaults[std::string(key)] = value.toStdString();
    };
    preset(kPackName, m_name->text().trimmed());
    preset("language", qs(std::string(word(languageOf(m_settings)))));
    for (const char* field : {"subject", "teacher", "group", "room"})
        preset(std::string("report/") + field, m_settings.field(field));
    if (m_which->currentData().toInt() == OfForm) request.plan = m_plan;
    for (const QString& path : m_chosen) request.photographs.push_back(pathOf(path));
    return request;
}

}  // namespace duelo::ui
