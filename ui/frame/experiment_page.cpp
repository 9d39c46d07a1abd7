// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/experiment_page.h"

#include <QVBoxLayout>

#include "base/reason_json.h"
#include "ui/charts/chart.h"
#include "ui/frame/device_list.h"
#include "ui/frame/experiment_frame.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {
constexpr double kPresentationScale = 1.6;
}

ExperimentPage::ExperimentPage(const RunModel& run, const Text& text, QWidget* parent)
    : QWidget(parent), m_run(run), m_text(text), m_frame(new ExperimentFrame(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_frame);
}

bool ExperimentPage::takes(const Plan& plan) const {
    return shows(plan.experiment) && !plan.cases.empty() && !plan.variants.empty();
}

const Chart* ExperimentPage::currentChart() const {
    return dynamic_cast<const Chart*>(m_frame->chart(m_frame->currentChart()));
}

const Comparison* ExperimentPage::comparison() const {
    const Comparison* comparison = m_run.comparison();
    return comparison && !comparison->rows.empty() && shows(m_run.experiment()) ? comparison
                                                                                : nullptr;
}

void ExperimentPage::showOtherPcs(DeviceList& devices) const {
    QVector<DeviceList::OtherPc> others;
    for (std::size_t i = 1; i < m_run.logs().size(); ++i) {
        const RecordLog& log = m_run.logs()[i];
        DeviceList::OtherPc other{qs(visibleText(baseName(log.path.generic_string()))),
                                  {},
                                  m_run.roleOf(i) == duelo::Role::Reference};
        if (const Comparison* comparison = m_run.comparison())
            for (const Source& source : comparison->sources)
                if (source.file == i)
                    other.detail =
                        qs(visibleText(source.gpu)) + ' ' + qs(source.header.started.substr(0, 10));
        others << other;
    }
    devices.setOtherPcs(others);
}

void ExperimentPage::setForecast(const Result<Json>& forecast) {
    m_possible = forecast.has_value();
    if (!forecast) {
        m_expectation = qs(m_text.reason(forecast.error()));
        setImpossible({});
        showButton();
        return;
    }
    const Json& told = *forecast;
    const int cells = told.value("cells", 0);
    m_expectation = tr("%n case(s)", nullptr, cells);
    if (const Json duration = told.value("duration_ms", Json::object()); !duration.empty())
        m_expectation += " · " + qs(formatDurationRange(duration.value("low", 0.0),
                                                        duration.value("high", 0.0)));
    if (const Json memory = told.value("memory", Json::object()); !memory.empty())
        m_expectation += " · " + qs(formatBytes(memory.value("bytes", 0.0), m_text.numbers()));
    QStringList sentences;
    int impossible = 0;
    for (const Json& entry : told.value("impossible", Json::array())) {
        impossible += entry.value("cells", 0);
        sentences << qs(m_text.reason(reasonFromFields(entry)));
    }
    m_possible = cells > impossible;
    setImpossible(sentences);
    showButton();
}

void ExperimentPage::setRunState(RunController::State state) {
    m_state = state;
    const bool running = state != RunController::State::Idle;
    for (Chart* chart : charts()) chart->setLive(running);
    formWidget().setEnabled(!running);
    showButton();
    runStateChanged();
}

void ExperimentPage::setEngineReady(bool ready) {
    m_engineReady = ready;
    showButton();
}

void ExperimentPage::showButton() {
    using State = RunController::State;
    const QString why = invalid();
    if (m_state == State::Idle)
        m_frame->setButton(runCaption(), why.isEmpty() ? m_expectation : why,
                           m_engineReady && m_possible && why.isEmpty(), false);
    else
        m_frame->setButton(m_state == State::Cancelling ? tr("Cancelling…") : tr("Cancel  Esc"), {},
                           m_state != State::Cancelling, true);
}

void ExperimentPage::setPresenting(bool presenting) {
    m_frame->setPresenting(presenting);
    for (Chart* chart : charts()) chart->setScale(presenting ? kPresentationScale : 1);
}

}  // namespace duelo::ui
