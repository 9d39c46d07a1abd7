// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "experiments/stopwatch/params.h"
#include "ui/results/result_tab.h"

class QComboBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace duelo::ui {

/// A tab about the defect of each stopwatch: the student names it first, then it is told (P-02,
/// S0-43).
class DefectsTab final : public ResultTab {
    Q_OBJECT

public:
    explicit DefectsTab(const TabContext& context);

    [[nodiscard]] QString title() const override;
    void show(const Shown* shown) override;
    /// The answers, once they are told.
    [[nodiscard]] ChartValue chartValue() const override;
    [[nodiscard]] bool hidesTable() const override { return true; }
    [[nodiscard]] Group group() const override { return Group::Result; }

private:
    struct Line {
        Stopwatch stopwatch;
        QLabel* says;
        QComboBox* choice;
        QLabel* told;
    };
    void makeLines(const std::vector<Stopwatch>& watches);
    /// Whether every one has been named.
    [[nodiscard]] bool allNamed() const;
    void chosen();
    void reveal();

    const Text m_text;
    QLabel* m_asked;
    QVBoxLayout* m_column;
    QWidget* m_rows = nullptr;
    QPushButton* m_reveal;
    QLabel* m_score;
    std::vector<Line> m_lines;
    std::string m_run;  ///< whose stopwatches they are, and of which work
    BarsValue m_answers;
    bool m_revealed = false;
};

}  // namespace duelo::ui
