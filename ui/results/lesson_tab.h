// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QTimer>

#include "report/lesson.h"
#include "ui/results/result_tab.h"

class QLabel;
class QSlider;
class QToolButton;

namespace duelo::ui {

class GridsChart;

/// A lesson of an experiment's View: it holds what was chosen and the step, and asks for the
/// picture. It needs no result and tells nothing of one.
class LessonTab final : public ResultTab {
    Q_OBJECT

public:
    LessonTab(Lesson lesson, const Text& text, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    void show(const Shown* shown) override;
    [[nodiscard]] ChartValue chartValue() const override;
    [[nodiscard]] bool hidesTable() const override { return true; }
    [[nodiscard]] bool needsResult() const override { return false; }
    /// A picture that moves would be measured too.
    void setLive(bool live) override;

    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;

    [[nodiscard]] int step() const;
    void setStep(int step);
    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }

protected:
    void hideEvent(QHideEvent* event) override;

private:
    struct Choice {
        QWidget* row = nullptr;
        std::function<Json()> value;
        std::function<void(const Json&)> setValue;
    };
    [[nodiscard]] QWidget* makeChoices();
    [[nodiscard]] Choice makeChoice(const Lesson::Setting& setting);
    [[nodiscard]] QWidget* makeSteps();
    void choose();
    void play(bool playing);
    void advance();
    void showStep();

    const Lesson m_lesson;
    const Text m_text;
    std::vector<Choice> m_choices;  ///< as the lesson's settings
    Params m_settings;
    GridsChart* m_chart;
    QToolButton *m_back, *m_play, *m_next;
    QSlider* m_slider;
    QLabel* m_told;
    QWidget* m_steps = nullptr;
    QTimer m_timer;
    bool m_live = false;
};

}  // namespace duelo::ui
