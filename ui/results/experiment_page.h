// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QElapsedTimer>
#include <QWidget>

#include "base/text.h"
#include "machine/probe_sheet.h"
#include "report/chart_value.h"
#include "report/shown.h"
#include "ui/look/keeps_view.h"
#include "ui/results/file_bar.h"
#include "ui/results/looked_at.h"
#include "ui/results/page_bars.h"
#include "ui/results/page_tabs.h"
#include "ui/results/result_tab.h"
#include "ui/session/run_controller.h"
#include "ui/session/run_store.h"

namespace duelo::ui {

class ExperimentForm;
class ExperimentFrame;
class PredictionForm;
class ResultsModel;
class Session;
class Settings;

/// Returns a plan that nobody has chosen; quick where the experiment was never measured here,
/// because whoever sees it for the first time wants to see what it is about.
[[nodiscard]] Plan firstQuick(Plan plan, const Settings& settings);

/// The page that plans, runs and shows an experiment, whichever it is: a form from the axes of its
/// Spec, the charts and cards of its View, the table of every comparison, and the widgets that it
/// registers (ui/experiments/widgets.h). Runs of experiments that name it as their page
/// (Spec::page) are shown here too. Only what is seen is computed.
class ExperimentPage final : public QWidget, public KeepsView {
    Q_OBJECT

public:
    /// `spec` and `session` must outlive the page.
    ExperimentPage(const Spec& spec, Session& session, const Text& text, const OwnWidgets& own,
                   QWidget* parent = nullptr);
    ~ExperimentPage() override;

    [[nodiscard]] const Spec& spec() const { return m_spec; }
    [[nodiscard]] ExperimentFrame& frame() const { return *m_frame; }
    [[nodiscard]] ExperimentForm& form() const { return *m_form; }
    /// Whether the page shows runs of this experiment.
    [[nodiscard]] bool shows(const std::string& experiment) const;

    /// The plan that the form says.
    [[nodiscard]] const Plan& plan() const;
    /// Whether the form can show it; with at least one block of cases and one of variants.
    [[nodiscard]] bool takes(const Plan& plan) const;
    /// Shows a plan that the page takes().
    void setPlan(const Plan& plan);
    /// Whether plan() is somebody's, and not what the engine proposes.
    [[nodiscard]] bool isPlanGiven() const { return m_planGiven; }
    void setProbe(const ProbeSheet& sheet);

    /// Returns what is looked at now; absent: nothing of the page's experiments is open. It is
    /// valid for the moment only.
    [[nodiscard]] std::optional<Shown> shown() const;
    /// Returns what the headline speaks of: the table, or the row that was clicked.
    [[nodiscard]] std::optional<Shown> spokenOf() const;
    /// The chart that the tab in view shows; an empty one where something else is in its place.
    [[nodiscard]] ChartValue currentChart() const;
    /// Brings the tab with this title to the front.
    void showTab(const QString& title) { m_tabs.show(title); }

    /// The engine's reply to "forecast": what the button says, and what cannot be measured.
    void setForecast(const Result<Json>& forecast);
    /// "3 cases · 10–40 s · 210 MiB".
    [[nodiscard]] static QString expectationOf(const Json& forecast, const Text& text);
    [[nodiscard]] const QString& expectation() const { return m_expectation; }
    /// The place of the table in view among those of the comparison; nothing where it has no
    /// tables.
    [[nodiscard]] std::optional<std::size_t> tableShown() const { return m_at.table; }
    /// Whether plan() can be measured now: what the button says, and F5 obeys.
    [[nodiscard]] bool canMeasure() const;
    /// The questions of the plan that are shown, with the answers so far (P-01). Nothing: nothing
    /// is asked, because there is something measured to look at, or nothing to predict.
    [[nodiscard]] std::optional<Prediction> prediction() const;
    /// `elsewhere`: says which other page the run is of; empty: it is of this one.
    void setRunState(RunController::State state, const QString& elsewhere = {});
    /// Offers the results that were measured on this page, newest first.
    void setResults(const QVector<FileBar::Result>& results) { m_bar->setResults(results); }
    void setEngineReady(bool ready);

    /// Plan, answers, tab, table and row that were chosen, and what the tabs keep.
    [[nodiscard]] Json viewState() const override;
    void setViewState(const Json& state) override;

Q_SIGNALS:
    void planChanged();  ///< by an edit or by setPlan()
    /// A run of one of the page's experiments is wanted that is not the page's own plan: the
    /// learning-rate finder.
    void runWanted(const duelo::Plan& plan);
    /// A plan of any experiment, to be shown in the form of its page.
    void planWanted(const duelo::Plan& plan);
    /// The first shows what has been measured, `reference` a time to compare with.
    void otherPcWanted(bool reference);
    void referenceWanted();  ///< one of those that come with Duelo or the teacher's pack
    void otherTimesWanted(bool pasted);  ///< typed, or read from what a program printed
    void otherPcRemoved(int index);
    void openWanted(const QString& path);
    void resumeWanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeTabs(const OwnWidgets& own);
    void addTab(const Spec& of, ResultTab* view);
    void connectAll();
    /// Everything that depends on the run; later, where the page is not seen.
    void refresh();
    void refreshLive();
    void markRow();
    void turnToRun(const Comparison& comparison);
    void offerTabs();
    [[nodiscard]] QVector<FillRow::Fill> fills(const Comparison& comparison);
    [[nodiscard]] bool scales(const Comparison& comparison) const;
    [[nodiscard]] const Axis* workersAxis() const;
    void showDoubt();
    void showFileBar();
    void showFinding();
    void showTabInView();
    void showCards();
    void showQuestions();
    [[nodiscard]] std::optional<Prediction> askable() const;
    void showOtherPcs();
    void showButton();
    void takeRow(int row);
    void takeCell(const CellAt& cell);
    void wantRun(const Spec& of);
    [[nodiscard]] const Comparison* comparison() const;

    const Spec& m_spec;
    Session& m_session;
    const RunStore& m_run;
    Text m_text;
    ExperimentFrame* m_frame;
    PageTabs m_tabs;
    ExperimentForm* m_form;
    PredictionForm* m_prediction;
    FileBar* m_bar;
    bool m_wasLive = false;    ///< when it was shown last
    QElapsedTimer m_sinceTab;  ///< was told what to show
    ResultsModel* m_results;
    std::unique_ptr<Labels> m_labels;  ///< of the comparison in force
    std::string m_shownRun;            ///< experiment of it
    LookedAt m_at;
    bool m_stale = true;       ///< the run has changed since it was last seen
    bool m_planGiven = false;  ///< or edited; else the form shows what the engine proposes
    QString m_expectation;
    bool m_engineReady = false, m_possible = true;
    QString m_foldedFor;    ///< the run whose result has made the form short
    bool m_asking = false;  ///< the questions are in the place of the results
    RunController::State m_state = RunController::State::Idle;
    QString m_elsewhere;  ///< what runs on another page
};

}  // namespace duelo::ui
