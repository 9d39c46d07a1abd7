// SPDX-License-Identifier: GPL-3.0-or-later
// The guided session: where it gets its facts, and what its buttons do.
#include "ui/experiments/guide.h"
#include "ui/form/experiment_form.h"
#include "ui/pages/guide_page.h"
#include "ui/pages/guide_views.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/session/probe_facts.h"
#include "ui/shell/main_window.h"

namespace duelo::ui {

namespace {

constexpr const char* kGuideDone = "guide";  ///< Settings::state(): ids of the steps that are done
constexpr QLatin1String kAnswer("answer/");  ///< begins an action of the guide

}  // namespace

GuideSources MainWindow::guideSources() {
    return {.probe = m_work.probe(),
            .engine_problem = m_engineProblem,
            .run = m_work.runOf(guidedExperiment()),
            .plan = experimentPage(guidedExperiment()).plan(),
            .reflected = m_settings.flag("reflected", false),
            .done_before =
                QString::fromUtf8(m_settings.state(kGuideDone)).split(',', Qt::SkipEmptyParts)};
}

/// Shows the state of the guide, and remembers the steps that were done: the next session opens
/// another file.
void MainWindow::showGuide() {
    const RunStore& run = m_work.runOf(guidedExperiment());
    const bool shows = run.comparison() && !run.isLive() && run.experiment() == guidedExperiment();
    if (!m_guide && !shows) return;  // its sources would make a page at the start
    const GuideState state = guideStateOf(guideSources(), m_text);
    if (m_guide) m_guide->setState(state);
    QStringList done;
    for (std::size_t i = 0; i < kGuideSteps.size(); ++i)
        if (state.steps[i].done) done << kGuideSteps[i].id;
    const QByteArray names = done.join(',').toUtf8();
    if (names != m_settings.state(kGuideDone)) m_settings.setState(kGuideDone, names);
}

void MainWindow::takeGuideAction(const QString& name) {
    if (name == "probe") return showPage("diagnosis");
    if (name == "script") return showScript();
    if (name == "report") return showPage("report");
    if (name.startsWith(kAnswer)) return m_report.showQuestion(name.mid(kAnswer.size()));
    if (name == "weights_pack") return openDialog();
    ExperimentPage& page = experimentPage(guidedExperiment());
    showPage(qs(page.spec().id));
    if (const std::string_view axis = axisOfAction(name); !axis.empty()) {
        page.form().turnTo(axis);
    } else if (name == "import_reference" || name == "import_shared") {
        addOtherPc(name == "import_reference");
    } else if (name == "import_known") {
        m_pack.chooseReference(page.spec().id);
    } else if (name == "import_typed" || name == "import_printed") {
        addOtherTimes(name == "import_printed");
    } else if (name == "measure_cpu" || name == "measure_gpu") {
        askOrStart(
            page, onlyOn(page.plan(), name == "measure_cpu" ? Device::Cpu : gpuOf(m_work.probe())));
    } else if (name == "measure_threads") {
        if (const auto plan = threadsPlanOf(guideSources())) {
            askOrStart(page, *plan);
            m_report.keepRunOf(page.takes(*plan) ? page.plan() : *plan);
        }
    } else if (name == "weights_file") {
        if (!chooseWeights(page.form().field("model"), guideSources()))
            page.frame().setMessage(tr("Every chosen network has trained weights here."));
    } else if (name == "weights_download") {
        if (!fetchWeights(m_work, guideSources()))
            page.frame().setMessage(tr("Of these networks nobody offers official weights."));
    } else if (name == "compare") {
        compareSides(page);
    } else {
        page.frame().showChart(0);
    }
}

/// The guided session is the handout's way: what it measures is predicted on its page first, where
/// it can be (P-01, Y-33). Returns whether it is asked, with the plan in the form.
bool MainWindow::askOrStart(ExperimentPage& page, const Plan& plan, const QString& told) {
    if (m_work.isMeasuring() || !page.takes(plan)) {
        start(page, plan);
        return false;
    }
    page.setPlan(plan);
    if (!page.prediction()) {
        start(page, plan);
        return false;
    }
    const QString sentence = tr("Answer what you expect, and then measure: F5.");
    page.frame().setMessage(told.isEmpty() ? sentence : told + ' ' + sentence);
    return true;
}

/// Both sides beside each other; where one has no time, which, and what this PC can measure of it.
void MainWindow::compareSides(ExperimentPage& page) {
    const MissingSides missing = missingSidesOf(guideSources(), m_text);
    page.frame().showChart(0);
    if (missing.told.isEmpty() || m_work.isMeasuring()) return;
    if (missing.plan && askOrStart(page, *missing.plan, missing.told)) return;
    const std::string experiment = page.spec().id;
    if (!missing.plan && m_work.probe() && m_pack.hasReference(experiment))
        page.frame().setMessage(missing.told, GuideStepView::tr("Reference files…"),
                                [this, experiment] { m_pack.chooseReference(experiment); });
    else if (!missing.plan && m_work.probe())
        page.frame().setMessage(missing.told + ' ' + m_pack.noReference(),
                                GuideStepView::tr("Add another group's file…"),
                                [this] { addOtherPc(false); });
    else if (!missing.plan || m_work.isMeasuring())
        page.frame().setMessage(missing.told);
}

}  // namespace duelo::ui
