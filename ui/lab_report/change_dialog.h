// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include <QDialog>

#include "lab_report/claim.h"
#include "lab_report/what_if.h"
#include "ui/session/background.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace duelo::ui {

/// "What if…?" (P-10): a measured cell, a change of it, and what came of it; one that was not
/// measured yet can be. The source of the idea is the student's to give.
class ChangeDialog final : public QDialog {
    Q_OBJECT

public:
    using OpenFiles = std::function<std::shared_ptr<const Comparison>()>;

    ChangeDialog(OpenFiles files, Facts facts, ReportOptions options, QWidget* parent = nullptr);

    /// The evidence for a change that was measured, with its source.
    [[nodiscard]] const std::optional<Evidence>& evidence() const { return m_evidence; }

Q_SIGNALS:
    /// The dialog is over: the plan is looked at, predicted and measured on its experiment's page.
    void measureWanted(const duelo::Plan& plan);

private:
    /// An entry of the second list: a change of the cell, or any other cell.
    struct Choice {
        std::optional<CellRef> of{};  ///< absent: not measured yet
        Change change{};
    };

    void beginWithTheBest();
    [[nodiscard]] QWidget* makeShown();
    QComboBox* addChoice(const char* name, const QString& caption, QGridLayout& form, int row);
    void showChanges();
    void showChange();
    void offerPapers(const Change& change);
    void askFiles(const CellRef& base, const CellRef& of);
    void showEvidence(std::optional<Evidence> evidence);
    void finish();

    OpenFiles m_files;
    Facts m_facts;
    ReportOptions m_options;
    Text m_text;
    std::vector<ClaimSubject> m_cells;
    std::vector<Choice> m_choices;
    std::optional<std::pair<CellRef, CellRef>> m_best;  ///< what it begins with
    std::optional<Evidence> m_evidence;
    QComboBox *m_from, *m_to, *m_papers;
    QLabel* m_gain;
    QGridLayout* m_table;
    QLineEdit* m_source;
    QLabel* m_sourceCaption;
    QPushButton* m_put;
    Background m_background{*this};  ///< last: it ends first
};

}  // namespace duelo::ui
