// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QTableView>

#include "ui/results/results_delegate.h"

namespace duelo::ui {

/// The table of results. Titles, figures with their intervals, and verdicts are never cut: where
/// room is scarce the names give way, then the details move under their figures, then the names
/// give way once more, and only then it scrolls sideways. Only rows in view are measured, and a
/// column never gets narrower while they scroll past, so that the largest run costs no more than a
/// small one.
class ResultsTable final : public QTableView {
    Q_OBJECT

public:
    explicit ResultsTable(QWidget* parent = nullptr);
    /// Columns are as wide as what stands in them now, whatever stood there before.
    void forget();
    void setModel(QAbstractItemModel* model) override;

    /// Returns the width that a column needs, in the present layout, for its title and the rows
    /// that were in view.
    [[nodiscard]] int neededWidth(int column) const;
    /// With every row in sight, in the present layout.
    [[nodiscard]] int wholeHeight() const;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void heightChanged();  ///< wholeHeight() is another, or may be

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    /// No row is chosen by it: what speaks of the chosen one would leave the row that the finding
    /// is about.
    void focusInEvent(QFocusEvent* event) override;

private:
    void fit();
    /// Whether a column needs more than before.
    [[nodiscard]] bool measure();
    [[nodiscard]] CellWidth titleWidth(int column) const;
    [[nodiscard]] int lineWidth(int column) const;
    [[nodiscard]] bool isName(int column) const;
    void arrange();
    void fitTitles();

    ResultsDelegate* m_delegate;
    std::vector<CellWidth> m_needs;  ///< by column
    bool m_tight = false;            ///< names and reasons have the least that there is
};

}  // namespace duelo::ui
