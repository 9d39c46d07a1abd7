// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>
#include <QWidget>

#include "base/text.h"
#include "machine/probe_sheet.h"
#include "plan/plan.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace duelo::ui {

/// CPU, GPU, and the files of other PCs that stand in for a GPU (S0-32, S0-33). A device that
/// cannot be chosen says why in place.
class DeviceList final : public QWidget {
    Q_OBJECT

public:
    struct OtherPc {
        QString name, detail;  ///< file, and "RTX 3060, 2026-05-04"
        bool reference = false;
    };

    explicit DeviceList(const Text& text, QWidget* parent = nullptr);

    void setProbe(const ProbeSheet& sheet);
    void setChosen(const std::vector<Device>& devices);
    [[nodiscard]] std::vector<Device> chosen() const;
    void setOtherPcs(const QVector<OtherPc>& others);

Q_SIGNALS:
    void edited();
    void otherPcWanted(bool reference);
    void otherPcRemoved(int index);

private:
    Text m_text;
    QCheckBox *m_cpu, *m_gpu;
    QLabel *m_cpuName, *m_gpuName, *m_gpuWhy;
    QPushButton* m_add;
    QVBoxLayout* m_others;
};

}  // namespace duelo::ui
