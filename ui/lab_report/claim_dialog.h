// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include <QDialog>

#include "lab_report/claim.h"
#include "ui/session/background.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace duelo::ui {

/// Puts a claim together from lists and shows what files that stand together say to it (P-09), as
/// soon as a thread has asked them. It goes into the report as evidence; why it is so, its writer
/// types there.
class ClaimDialog final : public QDialog {
    Q_OBJECT

public:
    /// `files`: what is open, where something is, and what the report keeps. Of several the claim
    /// is about one, which is chosen first.
    ClaimDialog(std::vector<std::shared_ptr<const Comparison>> files, ReportOptions options,
                QWidget* parent = nullptr);

    /// Without it nothing can be put into a report.
    [[nodiscard]] const std::optional<Evidence>& evidence() const { return m_evidence; }

private:
    QComboBox* addChoice(const char* name, const QString& caption);
    /// Returns the files that the claim is about; null: there are none.
    [[nodiscard]] std::shared_ptr<const Comparison> chosen() const;
    [[nodiscard]] ClaimKind kind() const;
    [[nodiscard]] Claim claim() const;
    void showKind();
    void showBases();
    void showCauses();
    void askFiles();
    void showAnswer(const std::optional<JudgedClaim>& judgement, std::optional<Evidence> evidence);

    std::vector<std::shared_ptr<const Comparison>> m_files;
    ReportOptions m_options;
    Text m_text;
    std::vector<ClaimSubject> m_subjects;
    std::optional<Evidence> m_evidence;
    QFormLayout* m_form;
    QComboBox *m_group, *m_kind, *m_of, *m_says, *m_base, *m_cause;
    QVBoxLayout* m_answer;
    QPushButton* m_put;
    Background m_background{*this};  ///< last: it ends first
};

}  // namespace duelo::ui
