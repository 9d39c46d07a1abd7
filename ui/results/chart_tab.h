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
    /// Returns where it stands by what the View says of it: limits, a figure beside its bound and
    /// the run of another experiment are no plain results.
    [[nodiscard]] Group group() const override;
    [[nodiscard]] bool has(const Shown& shown) const override;
    void show(const Shown* shown) override;
    [[nodiscard]] int livePause_ms() const override;
    [[nodiscard]] ChartValue chartValue() const override;
    void setLive(bool live) override;
    void setSlide(bool slide, bool buttons) override;
    bool step(int by) override;
    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;

Q_SIGNALS:
    void otherRunWanted(const duelo::Spec& spec);

private:
    [[nodiscard]] bool isOfSamples() const;
    void showChosen();
    void showTools();
    [[nodiscard]] Chart* widgetFor(const ChartValue& value);

    const ChartTab m_tab;
    const Text m_text;
    const Spec* m_run;
    QComboBox* m_which;
    QCheckBox* m_log;
    QStackedWidget* m_stack;
    QPushButton* m_start = nullptr;  ///< of the other run
    std::vector<ChartValue> m_values;
    std::vector<Chart*> m_kinds;      ///< by ChartValue::index(), made when they are first wanted
    const Chart* m_shown = nullptr;   ///< one of them
    std::optional<bool> m_logChosen;  ///< by the user; else by the span of the times
    std::optional<bool> m_logShown;   ///< of the points so far: it stays while more arrive
    int m_wanted = 0;                 ///< of the charts, once there are any
    int m_wantedBefore = 0;           ///< the slide
    bool m_live = false, m_slide = false;
};

}  // namespace duelo::ui
