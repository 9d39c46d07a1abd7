// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/top_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/look/settings.h"

namespace duelo::ui {

TopBar::TopBar(const Text& text, QWidget* parent)
    : QWidget(parent), m_text(text), m_row(new QHBoxLayout(this)), m_chips(new QHBoxLayout) {
    setObjectName("topBar");
    m_row->setContentsMargins(14, 6, 14, 6);
    m_row->setSpacing(8);
    auto* name = new QLabel("Duelo");
    name->setObjectName("appName");
    m_row->addWidget(name);
    m_chips->setSpacing(8);
    m_row->addLayout(m_chips, 1);
    m_cpu = addChip("neutral");
    m_gpu = addChip("neutral");
    m_problem = addChip("bad");
    m_chips->addStretch(1);
}

QLabel* TopBar::addChip(const char* tone) {
    auto* chip = new QLabel;
    chip->setProperty("role", "pill");
    chip->setProperty("tone", tone);
    chip->setMinimumWidth(0);
    chip->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    chip->hide();
    m_chips->insertWidget(qMax(0, m_chips->count() - (m_chips->count() > 2 ? 1 : 0)), chip);
    return chip;
}

void TopBar::setChip(QLabel* chip, const QString& text, const QString& tip) {
    const int room = fontMetrics().averageCharWidth() * 38;
    chip->setText(fontMetrics().elidedText(text, Qt::ElideRight, room));
    chip->setAccessibleName(tip);
    chip->setToolTip(tip);
    chip->setVisible(!text.isEmpty());
}

void TopBar::setProbe(const ProbeSheet& sheet) {
    const CpuSheet& cpu = sheet.machine.cpu;
    const QString name = cpu.name.empty() ? QStringLiteral("?") : qs(visibleText(cpu.name));
    const int cores = cpu.cores.value_or(0), logical = cpu.logical.value_or(0);
    setChip(m_cpu, tr("%1, %n core(s)", nullptr, cores).arg(name),
            tr("%1, %n core(s), threads: %2", nullptr, cores).arg(name, QString::number(logical)));
    const GpuSheet& gpu = sheet.gpu;
    if (gpu.available.value_or(false)) {
        const QString gpuName = gpu.name.empty() ? QStringLiteral("?") : qs(visibleText(gpu.name));
        setChip(m_gpu, gpuName, gpuName);
    } else {
        setChip(m_gpu, tr("No usable GPU"), qs(m_text.reason(gpu.reason.value_or(Reason{}))));
    }
    setChip(m_problem, {}, {});
}

void TopBar::setEngineProblem(const QString& sentence) {
    setChip(m_problem, sentence.isEmpty() ? QString() : "⚠ " + firstSentence(sentence), sentence);
}

void TopBar::setWarnings(const std::vector<Reason>& warnings) {
    qDeleteAll(m_warnings);
    m_warnings.clear();
    for (const Reason& warning : warnings) {
        if (m_warnings.size() == 2) break;  // the diagnosis page has them all
        const QString sentence = qs(m_text.reason(warning));
        QLabel* chip = addChip("warn");
        setChip(chip, "⚠ " + firstSentence(sentence), sentence);
        m_warnings.append(chip);
    }
}

void TopBar::addButton(QToolButton* button) {
    button->setProperty("role", "bar");
    m_row->addWidget(button);
}

}  // namespace duelo::ui
