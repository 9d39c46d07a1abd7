// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>

#include "ui/form/field.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace duelo::ui {

/// CPU, GPU, and the files of other PCs that stand in for a GPU (S0-32, S0-33). A device that
/// cannot be chosen says why in place.
class DeviceList final : public Field {
    Q_OBJECT

public:
    struct OtherPc {
        QString name, detail;  ///< file, and "RTX 3060, 2026-05-04"
        bool reference = false;
    };

    explicit DeviceList(const FieldContext& context);

    void setProbe(const ProbeSheet& sheet) override;
    void setValues(const std::vector<Json>& values) override;
    [[nodiscard]] std::vector<Json> values() const override { return m_values; }
    void setOtherPcs(const QVector<OtherPc>& others);

Q_SIGNALS:
    void otherPcWanted(bool reference);
    void otherTimesWanted(bool pasted);  ///< typed, or read from what a program printed
    void otherPcRemoved(int index);

private:
    [[nodiscard]] std::vector<Json> chosen() const;
    void showUsable();

    Text m_text;
    std::vector<Json> m_values;
    bool m_usable = true;  ///< the GPU; until the engine has told
    QCheckBox *m_cpu, *m_gpu;
    QLabel *m_cpuName, *m_gpuName, *m_gpuWhy;
    QPushButton* m_add;
    QVBoxLayout* m_others;
};

}  // namespace duelo::ui
