// SPDX-License-Identifier: GPL-3.0-or-later
// The tabs of a page: those that it has, those that are offered, and what fills the others.
#include <algorithm>
#include <set>

#include "experiments/specs.h"
#include "report/labels.h"
#include "report/scaling.h"
#include "report/tabs.h"
#include "report/view.h"
#include "ui/form/experiment_form.h"
#include "ui/form/number_words.h"
#include "ui/look/settings.h"
#include "ui/results/chart_tab.h"
#include "ui/results/duel_tab.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/results/lesson_tab.h"
#include "ui/results/text_tab.h"
#include "ui/session/probe_facts.h"
#include "ui/session/session.h"

namespace duelo::ui {

namespace {

/// Returns the numbers of workers that show how work scales on this PC.
std::vector<Json> numbersOfWorkers(const Session& session) {
    std::vector<Json> numbers;
    if (session.probe())
        for (const int number : workerNumbers(coreCounts(session.probe()->machine.cpu)))
            numbers.emplace_back(number);
    return numbers;
}

/// Returns the kinds of devices that the own file has columns of.
std::set<DeviceKind> kindsIn(const Comparison& comparison) {
    std::set<DeviceKind> kinds;
    for (const Column& column : comparison.columns)
        if (column.file == comparison.sources.front().file)
            kinds.insert(deviceOf(column.variant).kind());
    return kinds;
}

}  // namespace

/// The experiment's own widgets that come before any result, the charts of its View, its lessons
/// and the texts of its kernels, its other widgets; then the same of the experiments that are shown
/// here too.
void ExperimentPage::makeTabs(const OwnWidgets& widgets) {
    const TabContext context{*m_form, m_session, m_run, m_text};
    std::set<const View*> taught;  // experiments of one page may share a view
    for (const Spec& of : specs()) {
        if (!shows(of.id)) continue;
        const std::vector<ResultTab*> own = widgets.tabs(of, context);
        for (ResultTab* tab : own)
            if (tab->isFirst()) addTab(of, tab);
        for (ChartTab& tab : tabsOf(of)) {
            if (!tab.experiment.empty() && tab.experiment != of.id) continue;
            auto* view =
                new ChartTabView(std::move(tab), m_text.of(of.id), &of == &m_spec ? nullptr : &of);
            connect(view, &ChartTabView::otherRunWanted, this, &ExperimentPage::wantRun);
            addTab(of, view);
        }
        if (of.view && taught.insert(of.view).second) {
            for (const Lesson& lesson : of.view->lessons)
                addTab(of, new LessonTab(lesson, m_text.of(of.id)));
            if (!of.view->texts.empty()) addTab(of, new TextTab(of.view->texts, m_text.of(of.id)));
        }
        for (ResultTab* tab : own)
            if (!tab->isFirst()) addTab(of, tab);
        if (!of.compares) continue;
        auto* duel = new DuelTab;
        connect(duel, &DuelTab::resultHidden, m_frame, &ExperimentFrame::setResultHidden);
        addTab(of, duel);
    }
}

void ExperimentPage::addTab(const Spec& of, ResultTab* view) {
    const int at = m_tabs.add(of, view);
    connect(view, &ResultTab::showWanted, this, &ExperimentPage::showTabInView);
    connect(view, &ResultTab::frontWanted, m_frame, [this, at] { m_frame->showChart(at); });
    connect(view, &ResultTab::runWanted, this, &ExperimentPage::runWanted);
    connect(view, &ResultTab::cellWanted, this, &ExperimentPage::takeCell);
}

/// Offers the tabs that have something to show, and in one click what fills the others.
void ExperimentPage::offerTabs() {
    const auto shown = this->shown();
    const bool asked = m_tabs.offer(shown ? &*shown : nullptr, m_run.isLive());
    m_frame->setFills(asked ? fills(shown->comparison) : QVector<FillRow::Fill>());
}

/// Tells whether the own file has times of several numbers of workers: those of another PC say
/// nothing of this one.
bool ExperimentPage::scales(const Comparison& comparison) const {
    return std::ranges::any_of(scalingOf(*m_labels, comparison), [&](const ScalingSeries& series) {
        return series.file == comparison.sources.front().file;
    });
}

/// The axis whose values show how the experiment scales; null: there is none.
const Axis* ExperimentPage::workersAxis() const {
    const auto found = std::ranges::find_if(m_spec.axes, [&](const Axis& axis) {
        return countsWorkers(m_spec, axis) && !axis.optional && m_form->field(axis.id);
    });
    return found == m_spec.axes.end() ? nullptr : &*found;
}

/// Puts what is clicked into the form, to be measured with the rest.
QVector<FillRow::Fill> ExperimentPage::fills(const Comparison& comparison) {
    QVector<FillRow::Fill> fills;
    const auto offer = [&](const QString& caption, const Axis& axis, std::vector<Json> values) {
        fills.append({caption, [this, id = axis.id, values = std::move(values)] {
                          if (m_state == RunController::State::Idle) m_form->setValue(id, values);
                      }});
    };
    const auto wordsFor = [this](const Axis& axis, const std::vector<Json>& values) {
        QStringList labels;
        for (const Json& value : values) labels << valueLabel(m_text, axis, value);
        return labels.join(", ");
    };
    if (const Axis* axis = scales(comparison) ? nullptr : workersAxis())
        if (const auto numbers = numbersOfWorkers(m_session); numbers.size() >= 2)
            offer(tr("Scaling: %1 %2")
                      .arg(wordsFor(*axis, numbers),
                           behindNumber(qs(axisCaption(m_text, m_spec.id, axis->id)))),
                  *axis, numbers);
    const Axis* device = m_spec.find(kDeviceAxis);
    if (m_spec.compares && device && m_form->field(kDeviceAxis)) {
        std::vector<Json> words;
        for (const Device& each : factsOf(m_session.probe()).devicesFor(m_spec))
            words.emplace_back(word(each));
        if (words.size() >= 2 && kindsIn(comparison).size() < 2)
            offer(tr("Duel: %1").arg(wordsFor(*device, words)), *device, words);
    }
    const auto own =
        std::ranges::count(comparison.columns, comparison.sources.front().file, &Column::file);
    if (!m_spec.compares || !fills.isEmpty() || own > 1 || m_frame->offersDuel()) return fills;
    for (const Axis& axis : m_spec.axes) {
        const auto values = m_form->withOneMore(axis);
        if (values.empty()) continue;
        offer(tr("Duel: %1").arg(wordsFor(axis, values)), axis, values);
        break;
    }
    return fills;
}

}  // namespace duelo::ui
