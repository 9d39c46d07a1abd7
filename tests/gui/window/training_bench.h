// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "experiments/training/events.h"
#include "ui/form/chip_group.h"
#include "window_bench.h"

/// Parts that the tests of the training page share.
namespace duelo::testing {

/// Six epochs of the lab's network on the built-in textures.
inline Plan trainingPlan(std::vector<Device> devices = {Device::Cpu}) {
    Plan plan = usualPlan(*findSpec("training"), Facts{.devices = std::move(devices)});
    plan.cases.front()["epochs"] = {6};
    plan.variants.front()["mode"] = {"eager"};
    return plan;
}

/// A window that shows the page that trains.
class TrainingBench : public WindowBench {
public:
    explicit TrainingBench(const QString& scenario = "normal", const char* language = "en")
        : WindowBench(scenario, language) {
        window->showPage("training");
    }

    [[nodiscard]] ui::ExperimentPage& page() const { return window->experimentPage("training"); }
    [[nodiscard]] ui::ExperimentForm& form() const { return page().form(); }
    [[nodiscard]] ui::ExperimentFrame& frame() const { return page().frame(); }
    [[nodiscard]] QPushButton& button() const {
        return *frame().findChild<QPushButton*>("runButton");
    }
    [[nodiscard]] QString message() const { return messageOf(frame()); }
    [[nodiscard]] QString headline() const {
        return frame().findChild<QLabel*>("headline")->text();
    }
    [[nodiscard]] QPushButton& resumeButton() const {
        return *frame().findChild<QPushButton*>("resumeRun");
    }
    [[nodiscard]] QLineEdit* rateEdit() const {
        for (auto* edit : form().findChildren<QLineEdit*>())
            if (!edit->objectName().startsWith("qt_")) return edit;
        return nullptr;
    }
    [[nodiscard]] QToolButton* chip(const QString& group, const QString& value) const {
        for (auto* each : form().findChildren<ui::ChipGroup*>())
            if (each->accessibleName() == group)
                for (auto* button : each->findChildren<QToolButton*>())
                    if (button->property("value") == value) return button;
        return nullptr;
    }

    void train(const Plan& plan) {
        window->showPage("training");
        form().setPlan(plan);
        window->actions().run->trigger();
    }
    [[nodiscard]] bool trained(const Plan& plan) {
        if (!ready()) return false;
        train(plan);
        return work->isMeasuring() && idle();
    }
    /// Waits until a cell of the comparison has so many epochs.
    [[nodiscard]] bool hasEpochs(std::size_t epochs) {
        return QTest::qWaitFor(
            [&] {
                const Comparison* comparison = work->run().comparison();
                return comparison && !comparison->rows.empty() &&
                       epochsOf(comparison->rows.front().cells[0]).size() >= epochs;
            },
            kSoonMs);
    }
};

}  // namespace duelo::testing
