// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include <QDialog>

#include "lab_report/claim.h"
#include "ui/session/background.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace duelo::ui {

/// Puts a claim together from lists and shows what the open files say to it (P-09), as soon as a
/// thread has asked them. It goes into the report as evidence; why it is so, its writer types
/// there.
class ClaimDialog final : public QDialog {
    Q_OBJECT

public:
    /// A function that returns the comparison of the open files; null: none are open.
    using OpenFiles = std::function<std::shared_ptr<const Comparison>()>;

    ClaimDialog(OpenFiles files, ReportOptions options, QWidget* parent = nullptr);

    /// Without it nothing can be put into a report.
    [[nodiscard]] const std::optional<Evidence>& evidence() const { return m_evidence; }

private:
    QComboBox* addChoice(const char* name, const QString& caption);
    [[nodiscard]] ClaimKind kind() const;
    [[nodiscard]] Claim claim() const;
    void showKind();
    void showBases();
    void showCauses();
    void askFiles();
    void showAnswer(const std::optional<JudgedClaim>& judgement, std::optional<Evidence> evidence);

    OpenFiles m_files;
    ReportOptions m_options;
    Text m_text;
    std::vector<ClaimSubject> m_subjects;
    std::optional<Evidence> m_evidence;
    QFormLayout* m_form;
    QComboBox *m_kind, *m_of, *m_says, *m_base, *m_cause;
    QVBoxLayout* m_answer;
    QPushButton* m_put;
    Background m_background{*this};  ///< last: it ends first
};

}  // namespace duelo::ui
