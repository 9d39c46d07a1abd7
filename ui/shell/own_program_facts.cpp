// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/own_program_facts.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include "experiments/printed_program.h"

namespace duelo::ui {

namespace {

constexpr int kMostThreads = 4096;  // as `import --threads`

}  // namespace

OwnProgramFacts::OwnProgramFacts(QWidget* parent)
    : QWidget(parent),
      m_technology(new QLineEdit),
      m_accuracy(new QLineEdit),
      m_device(new QComboBox),
      m_threads(new QSpinBox) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    m_technology->setObjectName("importTechnology");
    m_technology->setMaxLength(60);
    m_technology->setPlaceholderText(tr("for example: Python, NumPy"));
    m_technology->setAccessibleName(tr("Written in"));
    form->addRow(tr("Written in"), m_technology);
    m_device->setObjectName("importDevice");
    m_device->setAccessibleName(tr("Computes on"));
    m_device->addItem(tr("the CPU"), int(false));
    m_device->addItem(tr("an NVIDIA GPU"), int(true));
    m_threads->setObjectName("importThreads");
    m_threads->setRange(0, kMostThreads);
    m_threads->setSpecialValueText(tr("not known"));
    m_threads->setAccessibleName(tr("Threads"));
    auto* place = new QHBoxLayout;
    place->addWidget(m_device, 1);
    place->addWidget(new QLabel(tr("Threads")));
    place->addWidget(m_threads, 1);
    form->addRow(tr("Computes on"), place);
    m_accuracy->setObjectName("importAccuracy");
    m_accuracy->setMaxLength(20);
    m_accuracy->setPlaceholderText(tr("for example: 91.87 %; empty: not known"));
    m_accuracy->setAccessibleName(tr("Accuracy on the test part"));
    form->addRow(tr("Accuracy on the test part"), m_accuracy);
    for (const QLineEdit* edit : {m_technology, m_accuracy})
        connect(edit, &QLineEdit::textChanged, this, &OwnProgramFacts::changed);
    connect(m_device, &QComboBox::currentIndexChanged, this, &OwnProgramFacts::changed);
    connect(m_threads, &QSpinBox::valueChanged, this, &OwnProgramFacts::changed);
}

Result<void> OwnProgramFacts::addTo(ImportFacts& facts) const {
    facts.own_program = true;
    facts.technology = m_technology->text().toStdString();
    facts.device = m_device->currentData().toBool() ? Device::Cuda : Device::Cpu;
    facts.threads = m_threads->value();
    if (const QString typed = m_accuracy->text().trimmed(); !typed.isEmpty()) {
        const auto share = typedShare(typed.toStdString());
        if (!share) return tl::unexpected(share.error());
        facts.accuracy = *share;
    }
    return {};
}

void OwnProgramFacts::setAccuracy(const QString& typed) {
    m_accuracy->setText(typed);
}

}  // namespace duelo::ui
