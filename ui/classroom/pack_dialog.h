// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QDialog>
#include <QStringList>

#include "classroom/teacher_pack.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace duelo::ui {

class Settings;

/// Asks what goes into a teacher's pack and where it is written. The pack presets the teacher's own
/// settings of language, subject, name, group and room.
class PackDialog final : public QDialog {
    Q_OBJECT

public:
    /// `plan`: that of a form, with what it is called; `reference`: proposed, may be empty.
    PackDialog(const Settings& settings, const Plan& plan, const QString& planName,
               const QString& reference, QWidget* parent = nullptr);

    [[nodiscard]] PackRequest request() const;
    [[nodiscard]] QString folder() const;

private:
    void addReferences(QFormLayout& form, const QString& proposed);
    void addFolder(QFormLayout& form);
    void listReference(const QString& path);
    void addPhotographs();
    void showState();

    const Settings& m_settings;
    Plan m_plan;
    QLineEdit *m_name, *m_folder = nullptr;
    QListWidget* m_references = nullptr;  ///< each with its path as on this system
    QComboBox* m_which;
    QLabel *m_photographs, *m_missing;
    QPushButton* m_make = nullptr;
    QStringList m_chosen;  ///< photographs
};

}  // namespace duelo::ui
