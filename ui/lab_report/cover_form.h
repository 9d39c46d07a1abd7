// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "lab_report/lab_report.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;

namespace duelo::ui {

/// The form for the first page: title, authors, institution, group; the report's language; and
/// whether it says which exercises with kernels are solved.
class CoverForm final : public QWidget {
    Q_OBJECT

public:
    explicit CoverForm(QWidget* parent = nullptr);

    /// `title`: of the form, for a report without one of its own.
    void show(const LabReport& report, const QString& title, bool readOnly);
    /// Writes what is typed into a report.
    void putInto(LabReport& report) const;

Q_SIGNALS:
    void edited();

private:
    QLineEdit* add(QFormLayout* form, const QString& caption);

    QLineEdit *m_title, *m_authors, *m_institution, *m_subject, *m_teacher, *m_group, *m_date;
    QComboBox* m_language;
    QCheckBox* m_exercises;
};

}  // namespace duelo::ui
