// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/device_list.h"

#include <algorithm>

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/look/letters.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

QHBoxLayout* lineOf(QWidget* left, QWidget* right) {
    auto* line = new QHBoxLayout;
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(left, 1);
    line->addWidget(right);
    return line;
}

QLabel* mutedLabel() {
    auto* label = new QLabel;
    label->setProperty("role", "muted");
    return label;
}

}  // namespace

DeviceList::DeviceList(const FieldContext& context)
    : m_text(context.text),
      m_cpu(new QCheckBox(qs(m_text.word("device", word(Device::Cpu))))),
      m_gpu(new QCheckBox(qs(m_text.word("device", word(Device::Cuda))))),
      m_cpuName(mutedLabel()),
      m_gpuName(mutedLabel()),
      m_gpuWhy(mutedLabel()),
      m_add(new QPushButton(tr("From another PC…"))),
      m_others(new QVBoxLayout) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(lineOf(m_cpu, m_cpuName));
    column->addLayout(lineOf(m_gpu, m_gpuName));
    m_gpuWhy->setWordWrap(true);
    m_gpuWhy->hide();
    column->addWidget(m_gpuWhy);
    m_others->setSpacing(0);
    column->addLayout(m_others);
    m_add->setProperty("role", "link");
    m_add->setToolTip(tr("Shows the GPU times of a .duelo file beside yours, with its origin"));
    auto* menu = new QMenu(m_add);
    menu->addAction(tr("Obtained from another group…"), this,
                    [this] { Q_EMIT otherPcWanted(false); });
    menu->addAction(tr("Reference time (classmates or teacher)…"), this,
                    [this] { Q_EMIT otherPcWanted(true); });
    menu->addSeparator();
    menu->addAction(tr("Type times…"), this, [this] { Q_EMIT otherTimesWanted(false); });
    menu->addAction(tr("Paste a program's output…"), this,
                    [this] { Q_EMIT otherTimesWanted(true); });
    m_add->setMenu(menu);
    column->addWidget(m_add, 0, Qt::AlignLeft);
    for (QCheckBox* box : {m_cpu, m_gpu})
        connect(box, &QCheckBox::clicked, this, [this, box] {
            if (chosen().empty()) box->setChecked(true);
            m_values = chosen();
            showUsable();
            Q_EMIT edited();
        });
}

void DeviceList::setProbe(const ProbeSheet& sheet) {
    const GpuSheet& gpu = sheet.gpu;
    const int cores = sheet.machine.cpu.cores.value_or(0);
    m_cpuName->setText(tr("%n core(s)", nullptr, cores));
    m_usable = gpu.available.value_or(false);
    m_gpuName->setText(m_usable ? qs(visibleText(gpu.name)) : tr("not available"));
    QString why;
    if (!m_usable && gpu.reason) why = qs(m_text.reason(*gpu.reason));
    m_gpuWhy->setText(firstSentence(why));
    m_gpuWhy->setToolTip(why);
    m_gpuWhy->setVisible(!why.isEmpty());
    m_gpu->setToolTip(why);
    m_gpu->setAccessibleDescription(why);
    showUsable();
}

/// A plan of a PC with a GPU names it, and what is chosen can always be left.
void DeviceList::showUsable() {
    m_gpu->setEnabled(m_usable || m_gpu->isChecked());
}

void DeviceList::setValues(const std::vector<Json>& values) {
    m_values = values;
    const auto has = [&](Device device) {
        return std::ranges::find(values, Json(word(device))) != values.end();
    };
    m_cpu->setChecked(has(Device::Cpu));
    m_gpu->setChecked(has(Device::Cuda));
    showUsable();
}

std::vector<Json> DeviceList::chosen() const {
    std::vector<Json> out;
    if (m_cpu->isChecked()) out.emplace_back(word(Device::Cpu));
    if (m_gpu->isChecked()) out.emplace_back(word(Device::Cuda));
    return out;
}

void DeviceList::setOtherPcs(const QVector<OtherPc>& others) {
    while (QLayoutItem* item = m_others->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (int i = 0; i < others.size(); ++i) {
        auto* row = new QWidget;
        auto* name = new QLabel;
        name->setText(name->fontMetrics().elidedText(others[i].name, Qt::ElideMiddle,
                                                     letters_px(name->fontMetrics(), 20)));
        name->setToolTip(others[i].name + '\n' + others[i].detail);
        auto* role = mutedLabel();
        role->setText(qs(m_text.word("role", others[i].reference ? "reference" : "shared")));
        auto* away = new QToolButton;
        away->setText("×");
        away->setProperty("role", "quiet");
        away->setAccessibleName(tr("Remove %1").arg(others[i].name));
        away->setToolTip(away->accessibleName());
        auto* line = new QHBoxLayout(row);
        line->setContentsMargins(0, 0, 0, 0);
        line->addWidget(name, 1);
        line->addWidget(role);
        line->addWidget(away);
        connect(
            away, &QToolButton::clicked, this, [this, i] { Q_EMIT otherPcRemoved(i); },
            Qt::QueuedConnection);
        m_others->addWidget(row);
    }
}

}  // namespace duelo::ui
