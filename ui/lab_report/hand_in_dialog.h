// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "lab_report/lab_report.h"

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace duelo::ui {

/// Asks who hands a report in and where to. What is typed is kept in the report's file alone: on a
/// shared PC the next student finds nothing of it.
class HandInDialog final : public QDialog {
    Q_OBJECT

public:
    /// `facts`: what there is to know of the files first. `hasGpu`: a file with times of a GPU is
    /// open, which can be taken home.
    HandInDialog(const LabReport& report, const QString& folder, const QStringList& facts,
                 bool hasGpu, QWidget* parent = nullptr);

    [[nodiscard]] HandIn as() const;
    [[nodiscard]] QString group() const;
    [[nodiscard]] QString folder() const;
    /// The path of the archive.
    [[nodiscard]] QString path() const;
    /// Whether the file of the classroom's GPU is to lie beside the archive.
    [[nodiscard]] bool takesGpu() const;
    /// Shows why the archive could not be written, for a student who tries again.
    void setError(const QString& sentence);

private:
    QLineEdit* add(QFormLayout* form, const QString& caption, const char* name,
                   const std::string& value);
    void chooseFolder();
    void showName();

    QLineEdit *m_names, *m_group, *m_seat, *m_folder;
    QLabel *m_name, *m_error;
    QCheckBox* m_takesGpu;
    QPushButton* m_handIn;
};

}  // namespace duelo::ui
