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
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "networks/official_weights.h"
#include "report/carbon.h"
#include "ui/look/known_folders.h"
#include "ui/look/letters.h"
#include "ui/look/settings.h"
#include "ui/pages/page_parts.h"

namespace duelo::ui {

namespace {

constexpr int kFieldChars = 48, kReferenceLines = 4;
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
    m_which->addItem(tr("that of the first reference"), OfReference);
    form->addRow(tr("&Plan"), m_which);
    addReferences(*form, reference);
    auto* photographs = new QHBoxLayout;
    auto* add = new QPushButton(tr("Add…"), this);
    add->setAccessibleName(tr("Add photographs"));
    connect(add, &QPushButton::clicked, this, &PackDialog::addPhotographs);
    photographs->addWidget(m_photographs, 1);
    photographs->addWidget(add);
    form->addRow(tr("Photographs"), photographs);
    addFolder(*form);
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

void PackDialog::addReferences(QFormLayout& form, const QString& proposed) {
    m_references = new QListWidget(this);
    m_references->setObjectName("packReferences");
    m_references->setMinimumWidth(letters_px(fontMetrics(), kFieldChars));
    m_references->setFixedHeight(fontMetrics().lineSpacing() * kReferenceLines);
    auto* add = new QPushButton(tr("Add…"), this);
    add->setAccessibleName(tr("Add references"));
    add->setObjectName("packAddReferences");
    auto* remove = new QPushButton(tr("Remove"), this);
    remove->setAccessibleName(tr("Remove the reference"));
    connect(add, &QPushButton::clicked, this, [this] {
        for (const QString& path : QFileDialog::getOpenFileNames(
                 this, tr("Files of PCs with a GPU"), existingFolder(m_settings.resultsFolder()),
                 tr("Duelo (*.duelo)")))
            listReference(path);
    });
    connect(remove, &QPushButton::clicked, this, [this] {
        delete m_references->currentItem();
        showState();
    });
    auto* buttons = new QVBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(remove);
    auto* row = new QHBoxLayout;
    row->addWidget(m_references, 1);
    row->addLayout(buttons);
    auto* label = new QLabel(tr("&References with a GPU"), this);
    label->setBuddy(m_references);
    m_references->setAccessibleName(label->text().remove('&'));
    m_references->setAccessibleDescription(tr("none; else .duelo files with times of a GPU"));
    form.addRow(label, row);
    if (!proposed.isEmpty()) listReference(proposed);
}

void PackDialog::listReference(const QString& path) {
    const QString shown = QDir::toNativeSeparators(path);
    if (m_references->findItems(shown, Qt::MatchExactly).isEmpty()) m_references->addItem(shown);
    showState();
}

void PackDialog::addFolder(QFormLayout& form) {
    m_folder = new QLineEdit(this);
    m_folder->setObjectName("packFolder");
    m_folder->setPlaceholderText(tr("not there yet, or empty"));
    auto* choose = new QPushButton(tr("Choose…"), this);
    connect(choose, &QPushButton::clicked, this, [this] {
        const QString from = m_folder->text().isEmpty() ? m_settings.resultsFolder()
                                                        : QFileInfo(m_folder->text()).path();
        const QString path =
            QFileDialog::getExistingDirectory(this, tr("Folder of the pack"), existingFolder(from));
        if (!path.isEmpty()) m_folder->setText(QDir::toNativeSeparators(path));
    });
    auto* row = new QHBoxLayout;
    row->addWidget(m_folder, 1);
    row->addWidget(choose);
    auto* label = new QLabel(tr("&Folder"), this);
    label->setBuddy(m_folder);
    m_folder->setAccessibleName(label->text().remove('&'));
    form.addRow(label, row);
    connect(m_folder, &QLineEdit::textChanged, this, &PackDialog::showState);
}

void PackDialog::addPhotographs() {
    m_chosen << QFileDialog::getOpenFileNames(
        this, tr("Photographs"), existingFolder(QStandardPaths::PicturesLocation),
        tr("Images (*.jpg *.jpeg *.png *.bmp *.ppm *.pgm *.webp *.tif *.tiff)"));
    m_chosen.removeDuplicates();
    if (!m_chosen.isEmpty())
        m_photographs->setText(
            tr("%n beside those of the plan", nullptr, static_cast<int>(m_chosen.size())));
    showState();
}

/// Says what is still missing, so that a disabled button has a reason beside it.
void PackDialog::showState() {
    if (!m_make) return;
    const int which = m_which->currentData().toInt();
    const bool reference = m_references->count() > 0;
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
    PackRequest request{.weights = downloadedWeights()};
    for (int i = 0; i < m_references->count(); ++i)
        request.references.push_back(
            pathOf(QDir::fromNativeSeparators(m_references->item(i)->text())));
    const auto preset = [&](std::string_view key, const QString& value) {
        if (!value.isEmpty()) request.defaults[std::string(key)] = value.toStdString();
    };
    preset(kPackName, m_name->text().trimmed());
    preset("language", qs(std::string(word(languageOf(m_settings)))));
    for (const char* field :
         {"subject", "teacher", "group", "room", kCarbonField, kCarbonSourceField})
        preset(std::string("report/") + field, m_settings.field(field));
    if (m_which->currentData().toInt() == OfForm) request.plan = m_plan;
    for (const QString& path : m_chosen) request.photographs.push_back(pathOf(path));
    return request;
}

}  // namespace duelo::ui
