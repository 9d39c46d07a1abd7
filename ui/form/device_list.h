// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QVector>

#include "machine/probe_sheet.h"
#include "ui/form/field.h"

class QAction;
class QCheckBox;
class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace duelo::ui {

/// The devices of this PC, and the files of other PCs that stand in for a GPU (S0-32, S0-33). A
/// device that cannot be chosen says why in place; a PC without a GPU says so where one would be.
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
    void referenceWanted();  ///< one of those that come with Duelo or the teacher's pack
    void otherTimesWanted(bool pasted);  ///< typed, or read from what a program printed
    void otherPcRemoved(int index);

private:
    struct Row {
        DeviceSheet sheet;
        QCheckBox* box;
        QLabel* name;
        QToolButton* ask;  ///< in its place without a device: shows why
        QLabel* why;
    };

    [[nodiscard]] std::vector<Json> chosen() const;
    void show(const std::vector<DeviceSheet>& devices);
    void addRow(const DeviceSheet& device);
    void tell(const Row& row);
    void showUsable();

    Text m_text;
    const bool m_opencl;  ///< those by OpenCL are among them
    std::vector<Json> m_values;
    std::vector<DeviceSheet> m_known;  ///< of this PC
    int m_cores = 0;                   ///< 0 until the engine has told
    std::vector<Row> m_rows;
    QPushButton* m_add;
    QList<QAction*> m_removals;  ///< in its menu: one for each file of another PC
    QVBoxLayout *m_devices, *m_others;
};

}  // namespace duelo::ui
