// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <QDialog>

#include "base/text.h"
#include "classroom/reference_files.h"

class QLabel;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace duelo::ui {

/// Lets somebody choose one of the files with times of a GPU that are here, each with its GPU, date
/// and source. Where there are none it says so, and where such files may be put.
class ReferenceDialog final : public QDialog {
    Q_OBJECT

public:
    /// The answer of whoever wants a file from elsewhere.
    static constexpr int kOtherFile = QDialog::Accepted + 1;

    ReferenceDialog(const Text& text, QWidget* parent);

    /// Shows the files that are offered, and those that were left out and why; `none` is said where
    /// there are none. Also while the dialog is open.
    void setReferences(const References& references, const QString& none);
    /// Nothing: none was chosen.
    [[nodiscard]] std::optional<std::filesystem::path> chosen() const;

private:
    const Text& m_text;
    std::vector<ReferenceFile> m_files;
    QLabel* m_said;
    QListWidget* m_list;
    QVBoxLayout* m_problems;
    QPushButton* m_take;
};

}  // namespace duelo::ui
