// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <QVector>
#include <QWidget>

#include "base/text.h"
#include "machine/probe_sheet.h"
#include "ui/client/run_controller.h"
#include "ui/models/run_model.h"

namespace duelo::ui {

class Chart;
class DeviceList;
class ExperimentFrame;

/// What the window knows of a page that plans, runs and shows experiments, whichever they are.
class ExperimentPage : public QWidget {
    Q_OBJECT

public:
    [[nodiscard]] ExperimentFrame& frame() const { return *m_frame; }
    /// What the form says. Always a plan of this page's experiments.
    [[nodiscard]] virtual const Plan& plan() const = 0;
    /// One that the page takes.
    virtual void setPlan(const Plan& plan) = 0;
    /// Of this page's experiments, with at least one block of cases and one of variants.
    [[nodiscard]] bool takes(const Plan& plan) const;
    [[nodiscard]] virtual bool shows(const std::string& experiment) const = 0;
    virtual void setProbe(const ProbeSheet& sheet) = 0;

    /// Whether plan() is what all fields say: nothing in them is unreadable.
    [[nodiscard]] bool isComplete() const { return invalid().isEmpty(); }

    /// The chart in view; null where something else is in its place.
    [[nodiscard]] virtual const Chart* currentChart() const;
    /// The engine's reply to "forecast": what the button says, and what cannot be measured.
    void setForecast(const Result<Json>& forecast);
    /// "3 cases · 10–40 s · 210 MiB".
    [[nodiscard]] const QString& expectation() const { return m_expectation; }
    void setRunState(RunController::State state);
    void setEngineReady(bool ready);
    void setPresenting(bool presenting);

protected:
    /// `run` must outlive the page.
    ExperimentPage(const RunModel& run, const Text& text, QWidget* parent);

    [[nodiscard]] const RunModel& run() const { return m_run; }
    [[nodiscard]] const Text& text() const { return m_text; }
    /// Of the open run, if that is one of this page's experiments and has rows; else null.
    [[nodiscard]] const Comparison* comparison() const;
    [[nodiscard]] RunController::State state() const { return m_state; }
    void showButton();
    void showOtherPcs(DeviceList& devices) const;

    [[nodiscard]] virtual QVector<Chart*> charts() const = 0;
    [[nodiscard]] virtual QString runCaption() const = 0;
    [[nodiscard]] virtual QWidget& formWidget() const = 0;
    /// Sentences about cells that this machine cannot do.
    virtual void setImpossible(const QStringList& sentences) = 0;
    /// Why the form says nothing that could be run; empty: it does.
    [[nodiscard]] virtual QString invalid() const { return {}; }
    /// state() is another.
    virtual void runStateChanged() {}

private:
    const RunModel& m_run;
    Text m_text;
    ExperimentFrame* m_frame;
    QString m_expectation;
    bool m_engineReady = false, m_possible = true;
    RunController::State m_state = RunController::State::Idle;
};

}  // namespace duelo::ui
