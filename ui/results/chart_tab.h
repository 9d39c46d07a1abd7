// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "ui/results/result_tab.h"

class QCheckBox;
class QComboBox;
class QPushButton;
class QStackedWidget;

namespace duelo::ui {

class Chart;

/// A tab whose charts an experiment's View gives: one of them at a time, chosen by its title.
class ChartTabView final : public ResultTab {
    Q_OBJECT

public:
    /// `run`: the experiment whose run fills the tab, where that is not the page's own; it gets a
    /// button, and its charts stay until its next run.
    ChartTabView(ChartTab tab, const Text& text, const Spec* run, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    void show(const Shown* shown) override;
    [[nodiscard]] ChartValue chartValue() const override;
    [[nodiscard]] Json choice() const override;
    void setChoice(const Json& choice) override;
    void setLive(bool live) override;

Q_SIGNALS:
    void otherRunWanted(const duelo::Spec& spec);

private:
    void showChosen();
    [[nodiscard]] Chart* widgetFor(const ChartValue& value);

    const ChartTab m_tab;
    const Text m_text;
    const Spec* m_run;
    QComboBox* m_which;
    QCheckBox* m_log;
    QStackedWidget* m_stack;
    std::vector<ChartValue> m_values;
    std::vector<Chart*> m_kinds;      ///< by ChartValue::index(), made when they are first wanted
    int m_wanted = 0;                 ///< by setChoice(), once there are so many charts; 0: none
    std::optional<bool> m_logChosen;  ///< by the user; else by the span of the times
    bool m_live = false;
};

}  // namespace duelo::ui
