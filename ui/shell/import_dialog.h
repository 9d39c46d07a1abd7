// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QDialog>

#include "base/text.h"
#include "experiments/imported_times.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTableWidget;
class QTabWidget;

namespace duelo::ui {

class OwnProgramFacts;

/// GPU times of another PC without its file: typed for the rows of the table that is shown, or read
/// from what a program printed there. Of work in steps, such as a training, the time of a program
/// of the student's own. What is wrong is said while it is typed, and what a line does not say is
/// asked.
class ImportDialog final : public QDialog {
    Q_OBJECT

public:
    enum class Way { Type, Paste };

    ImportDialog(ImportTarget target, Way way, const Text& text, QWidget* parent = nullptr);

    /// Returns the run that was entered, or why it cannot be kept. `app` as in importedRun().
    [[nodiscard]] Result<ImportedRun> imported(const QString& app) const;
    /// Whether it is a time to compare with, or one of another group.
    [[nodiscard]] bool isReference() const;

private:
    QWidget* typedPage();
    QWidget* pastedPage();
    QWidget* facts();
    QComboBox* choice(const char* name, const QString& caption,
                      const QList<QPair<QString, QString>>& options);
    void openFile();
    void readOutput();
    void readProgram(const std::string& output);
    void showLines();
    void validate();
    [[nodiscard]] Way way() const;
    /// The times of the tab in front. Reasons: those of typedMs() and importedRun().
    [[nodiscard]] Result<std::vector<ImportFigure>> figures() const;
    [[nodiscard]] Result<std::vector<ImportFigure>> typedFigures() const;
    [[nodiscard]] Result<std::vector<ImportFigure>> printedFigures() const;

    const ImportTarget m_target;
    const Text m_text;
    Result<PrintedOutput> m_printed;
    QTabWidget* m_tabs;
    std::vector<QLineEdit*> m_times;  ///< by row of the target
    QComboBox *m_unit = nullptr, *m_kind = nullptr, *m_timing = nullptr, *m_precision = nullptr,
              *m_weights = nullptr, *m_role = nullptr;
    QPlainTextEdit* m_output = nullptr;
    QTableWidget* m_lines = nullptr;
    QLineEdit* m_source = nullptr;
    QLabel *m_read = nullptr, *m_told = nullptr;
    QPushButton* m_keep = nullptr;
    OwnProgramFacts* m_program = nullptr;  ///< of work in steps alone
};

}  // namespace duelo::ui
