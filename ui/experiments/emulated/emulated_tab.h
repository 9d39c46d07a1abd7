// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "report/document.h"
#include "report/emulated_number.h"
#include "ui/results/result_tab.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QSpinBox;
class QTableWidget;

namespace duelo::ui {

/// A tab that shows the work of the GPU kernels, counted by the engine's emulator at a small size:
/// on any PC, without a GPU and without a run.
class EmulatedTab final : public ResultTab {
    Q_OBJECT

public:
    explicit EmulatedTab(const TabContext& context);

    [[nodiscard]] QString title() const override { return tr("Emulated GPU"); }
    void show(const Shown* shown) override;
    [[nodiscard]] bool hidesTable() const override { return true; }
    [[nodiscard]] bool needsResult() const override { return false; }
    [[nodiscard]] Group group() const override { return Group::Code; }
    /// The typed arguments, and the counts that were made with them.
    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;

private:
    /// One number of the question.
    struct Argument {
        std::string axis;
        QSpinBox* box;
    };

    void addNumber(QWidget* row, const EmulatedNumber& number);
    void ask();
    void take(const Result<Json>& reply);
    void fillTable(const DocTable& table);
    [[nodiscard]] Json arguments() const;

    const TabContext m_context;
    std::vector<Argument> m_arguments;
    Json m_counted;  ///< the last reply; null: none, or a refusal
    QPushButton* m_start;
    QTableWidget* m_table;
    QLabel* m_told;      ///< why there is no table, or what to know of it
    QLabel* m_meanings;  ///< of its rows
};

}  // namespace duelo::ui
