// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the form and where they stand. What they mean for the plan is in training_form.cpp.
#include <limits>

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>

#include "experiments/common_axes.h"
#include "experiments/training/params.h"
#include "networks/hidden_units.h"
#include "ui/frame/chip_group.h"
#include "ui/frame/device_list.h"
#include "ui/frame/form_values.h"
#include "ui/training/training_form.h"

namespace duelo::ui {

namespace {

constexpr int kMaxTime_s = 7 * 24 * 3600;

QLabel* sectionTitle(const QString& title, QWidget* body) {
    auto* label = new QLabel(title);
    label->setProperty("role", "section");
    label->setBuddy(body);
    return label;
}

QLabel* warningLabel() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setProperty("role", "warning");
    label->hide();
    return label;
}

/// With the decimal sign of all other numbers of the window.
QDoubleSpinBox* decimals(double high, int digits, NumberStyle numbers) {
    auto* box = new QDoubleSpinBox;
    QLocale locale(numbers.decimal == ',' ? QLocale(QLocale::Spanish, QLocale::Spain)
                                          : QLocale::c());
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    box->setLocale(locale);
    box->setRange(0, high);
    box->setDecimals(digits);
    box->setKeyboardTracking(false);
    return box;
}

QSpinBox* spin(int low, int high, const QString& off = {}) {
    auto* box = new QSpinBox;
    box->setRange(low, high);
    box->setKeyboardTracking(false);
    box->setSpecialValueText(off);
    return box;
}

}  // namespace

void TrainingForm::build() {
    using Choice = ChipGroup::Choice;
    m_column->setContentsMargins(14, 12, 14, 8);
    m_column->setSpacing(4);
    m_parts = new QLabel;
    m_parts->setObjectName("unseen");
    m_parts->setWordWrap(true);
    m_parts->setProperty("role", "muted");
    m_column->addWidget(m_parts);
    m_network = new ChipGroup(tr("Network"), Choice::One);
    addSection(tr("Network"), m_network);
    m_hidden = new ChipGroup(tr("Neurons of the hidden layer"), Choice::Several);
    setNumberOptions(*m_hidden, {64, 256, 500});
    m_hidden->setTyped(1, kMostHidden, {});
    m_hiddenTitle = sectionTitle(tr("Neurons of the hidden layer"), m_hidden);
    m_column->addWidget(m_hiddenTitle);
    m_column->addWidget(m_hidden);
    m_data = new ChipGroup(tr("Data"), Choice::One);
    addSection(tr("Data"), m_data);
    m_folder = new QPushButton(tr("Own folder…"));
    m_folder->setProperty("role", "link");
    m_folder->setToolTip(
        tr("A folder with a folder of images per class, or with IDX files (.gz too)"));
    m_column->addWidget(m_folder, 0, Qt::AlignLeft);
    m_batches = new ChipGroup(tr("Batch"), Choice::Several);
    setNumberOptions(*m_batches, {16, 32, 64, 128});
    m_batches->setTyped(1, kMaxBatch, {});
    addSection(tr("Batch"), m_batches);
    addSection(tr("Learning"), steps());
    m_devices = new DeviceList(m_text);
    addSection(tr("Devices"), m_devices);

    addFolded(*m_column, tr("Advanced"), advanced());
    m_column->addStretch();
    m_impossible = warningLabel();
    m_impossible->setObjectName("impossible");
    m_column->addWidget(m_impossible);
    connectFields();
}

/// Epochs, optimiser and rate: what every training needs.
QWidget* TrainingForm::steps() {
    auto* body = new QWidget;
    auto* form = new QFormLayout(body);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(4);
    m_epochs = spin(1, kMaxEpochs);
    m_epochs->setToolTip(tr("How often the network sees every image of the training part"));
    m_optimizer = new ChipGroup(tr("Optimiser"), ChipGroup::Choice::One);
    m_optimizer->setOptions(optionsOf<Optimizer>(m_text, "optimizer"));
    m_rate = new QLineEdit;
    m_rate->setToolTip(tr("How far each update goes; typical: 0.001 for Adam, 0.01 for SGD"));
    m_finder = new QPushButton(tr("Find rate…"));
    m_finder->setProperty("role", "link");
    m_finder->setToolTip(tr("Tries 100 rates from small to large on this network and these data"));
    m_rateProblem = warningLabel();
    m_rateProblem->setObjectName("rateProblem");
    form->addRow(tr("Epochs"), m_epochs);
    form->addRow(tr("Optimiser"), m_optimizer);
    form->addRow(tr("Learning rate"), m_rate);
    form->addRow(m_rateProblem);
    form->addRow(QString(), m_finder);
    return body;
}

QWidget* TrainingForm::advanced() {
    using Choice = ChipGroup::Choice;
    auto* body = new QWidget;
    auto* form = new QFormLayout(body);
    form->setContentsMargins(0, 0, 0, 0);
    form->setRowWrapPolicy(QFormLayout::WrapAllRows);
    form->setVerticalSpacing(4);
    m_threads = new ChipGroup(tr("CPU threads"), Choice::Several);
    setThreadOptions(*m_threads, 0);
    m_modes = new ChipGroup(tr("Mode"), Choice::Several);
    auto modes = optionsOf<Mode>(m_text, "mode");
    modes.removeAt(static_cast<int>(Mode::ChannelsLast));  // no way to train of its own
    m_modes->setOptions(modes);
    m_until = decimals(100, 1, m_text.numbers());
    m_until->setSuffix(" %");
    m_until->setSpecialValueText(tr("never"));
    m_patience = spin(0, kMaxEpochs, tr("never"));
    m_maxTime = spin(0, kMaxTime_s, tr("no limit"));
    m_maxTime->setSuffix(" s");
    m_momentum = decimals(0.999, 3, m_text.numbers());
    m_momentum->setSingleStep(0.1);
    m_seed = spin(0, std::numeric_limits<int>::max());
    form->addRow(tr("CPU threads"), m_threads);
    form->addRow(tr("Mode"), m_modes);
    form->addRow(tr("End at validation accuracy"), m_until);
    form->addRow(tr("End after epochs without improvement"), m_patience);
    form->addRow(tr("Time limit of each case"), m_maxTime);
    form->addRow(tr("Momentum of SGD"), m_momentum);
    form->addRow(tr("Seed of the random numbers"), m_seed);
    m_augment = new QCheckBox(tr("Vary the images at random"));
    m_augment->setToolTip(tr("Turned, mirrored and shifted anew in every epoch; equal everywhere"));
    m_decode = new QCheckBox(tr("Decode in every epoch"));
    m_decode->setToolTip(tr("Measures reading the files as well, as many programs do it"));
    m_deterministic = new QCheckBox(tr("Deterministic"));
    m_deterministic->setToolTip(tr("The same seed gives the same weights, bit for bit"));
    m_save = new QCheckBox(tr("Save the weights"));
    m_save->setToolTip(tr("As a .safetensors file beside the results"));
    for (QCheckBox* box : {m_augment, m_decode, m_deterministic, m_save}) form->addRow(box);
    return body;
}

void TrainingForm::connectFields() {
    for (ChipGroup* group : {m_hidden, m_batches, m_optimizer, m_threads, m_modes})
        connect(group, &ChipGroup::edited, this, &TrainingForm::readForm);
    connect(m_network, &ChipGroup::edited, this, &TrainingForm::networkChosen);
    connect(m_data, &ChipGroup::edited, this, [this] {
        m_dataChosen = true;
        readForm();
    });
    for (QSpinBox* box : {m_epochs, m_patience, m_maxTime, m_seed})
        connect(box, &QSpinBox::valueChanged, this, &TrainingForm::readForm);
    for (QDoubleSpinBox* box : {m_until, m_momentum})
        connect(box, &QDoubleSpinBox::valueChanged, this, &TrainingForm::readForm);
    for (QCheckBox* box : {m_augment, m_decode, m_deterministic, m_save})
        connect(box, &QCheckBox::clicked, this, &TrainingForm::readForm);
    connect(m_rate, &QLineEdit::textEdited, this, &TrainingForm::readForm);
    connect(m_devices, &DeviceList::edited, this, &TrainingForm::readForm);
    connect(m_folder, &QPushButton::clicked, this, &TrainingForm::folderWanted);
    connect(m_finder, &QPushButton::clicked, this, &TrainingForm::finderWanted);
}

void TrainingForm::addSection(const QString& title, QWidget* body) {
    m_column->addSpacing(5);
    m_column->addWidget(sectionTitle(title, body));
    m_column->addWidget(body);
}

}  // namespace duelo::ui
