// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "base/text.h"
#include "machine/probe_sheet.h"
#include "plan/plan.h"

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace duelo::ui {

class ChipGroup;
class DeviceList;

/// What to train, on what, how long and on which devices, from top to bottom. The form shows and
/// edits a Plan of the experiment "training" that has a value for every axis; of several networks,
/// blocks or data sets the first, says so and keeps the others.
class TrainingForm final : public QWidget {
    Q_OBJECT

public:
    explicit TrainingForm(const Text& text, QWidget* parent = nullptr);

    void setProbe(const ProbeSheet& sheet);
    void setPlan(const Plan& plan);
    [[nodiscard]] const Plan& plan() const { return m_plan; }
    /// What is written in a field and cannot be meant, in words; empty: all is well.
    [[nodiscard]] QString invalid() const { return m_invalid; }
    /// Sentences about cells that this machine cannot do, shown above the button.
    void setImpossible(const QStringList& sentences);
    /// A folder of the user's: class folders or IDX files.
    void setDataFolder(const QString& path);
    void setLearningRate(double rate);

    [[nodiscard]] DeviceList& devices() { return *m_devices; }

Q_SIGNALS:
    void planEdited();
    void folderWanted();
    void finderWanted();

private:
    void build();
    QWidget* steps();
    QWidget* advanced();
    void addSection(const QString& title, QWidget* body);
    void connectFields();
    void showPlan();
    void showUnseen();
    void showData();
    void readForm();
    void readCases();
    void readCourse();
    void readRate();
    void set(const char* axis, const Json& value);
    void networkChosen();
    [[nodiscard]] QString network() const;
    [[nodiscard]] QString rateText(double rate) const;

    Text m_text;
    Plan m_plan;
    QStringList m_dataSets, m_folders;
    bool m_dataChosen = false;  ///< by the user; else it goes with the network
    QString m_invalid;
    QVBoxLayout* m_column;
    ChipGroup *m_network, *m_hidden, *m_data, *m_batches, *m_optimizer, *m_threads, *m_modes;
    QLabel *m_hiddenTitle, *m_parts, *m_rateProblem, *m_impossible;
    QPushButton *m_folder, *m_finder;
    QSpinBox *m_epochs, *m_patience, *m_maxTime, *m_seed;
    QDoubleSpinBox *m_until, *m_momentum;
    QLineEdit* m_rate;
    QCheckBox *m_augment, *m_decode, *m_deterministic, *m_save;
    DeviceList* m_devices;
};

}  // namespace duelo::ui
