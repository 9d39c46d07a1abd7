// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the work that the page would measure: its plan, the button, the questions before it, other
// PCs. A run is shown by experiment_page.cpp.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/reason_json.h"
#include "experiments/specs.h"
#include "report/imported.h"
#include "report/prediction.h"
#include "ui/form/experiment_form.h"
#include "ui/look/settings.h"
#include "ui/results/experiment_frame.h"
#include "ui/results/experiment_page.h"
#include "ui/results/prediction_form.h"
#include "ui/results/result_words.h"
#include "ui/session/probe_facts.h"
#include "ui/session/session.h"

namespace duelo::ui {

namespace {

/// Bounds this far apart are better told than a single number between them.
constexpr double kWideBounds = 2.2;

/// "about 2 min", or "70–240 s" where so little is known.
QString durationWords(const Json& duration, const Text& text) {
    const double low_ms = duration.value("low", 0.0), high_ms = duration.value("high", 0.0);
    if (high_ms <= 0 || high_ms > kWideBounds * low_ms)
        return qs(formatDurationRange(low_ms, high_ms));
    const double expected_ms = duration.value("expected", std::sqrt(low_ms * high_ms));
    return qs(text("cli.expected", {{"duration", formatRoundDuration(expected_ms)}}));
}

/// Returns the plan that the engine proposes for an experiment on this machine; nothing without
/// one.
std::optional<Plan> planOf(const ProbeSheet& sheet, const std::string& experiment) {
    auto plan = planFromJson(sheet.of(experiment).plan);
    return plan && plan->experiment == experiment ? std::optional(*std::move(plan)) : std::nullopt;
}

/// A sentence of the experiment, or the one that all others have.
QString wordOr(const Text& text, const std::string& group, const std::string& id,
               const QString& otherwise) {
    return text.has(group + '.' + id) ? qs(text.word(group, id)) : otherwise;
}

}  // namespace

Plan firstQuick(Plan plan, const Settings& settings) {
    if (settings.measuredRuns(qs(plan.experiment)) == 0) plan.preset = Preset::Quick;
    return plan;
}

const Plan& ExperimentPage::plan() const {
    return m_form->plan();
}

bool ExperimentPage::takes(const Plan& plan) const {
    return plan.experiment == m_spec.id && !plan.cases.empty() && !plan.variants.empty();
}

void ExperimentPage::setPlan(const Plan& plan) {
    m_planGiven = true;
    m_form->setPlan(plan);
    showButton();
    showQuestions();
    showTabInView();
    Q_EMIT planChanged();
}

/// Until there is a plan the form shows what this machine can do.
void ExperimentPage::setProbe(const ProbeSheet& sheet) {
    m_form->setProbe(sheet);
    if (const auto plan = m_planGiven ? std::nullopt : planOf(sheet, m_spec.id))
        m_form->setPlan(firstQuick(*plan, m_session.settings()));
    showDoubt();
    showFileBar();
    showQuestions();
    showTabInView();
}

void ExperimentPage::wantRun(const Spec& of) {
    if (m_state == RunController::State::Idle && m_form->invalid().isEmpty())
        Q_EMIT runWanted(firstOfEach(plan(), of));
}

void ExperimentPage::showOtherPcs() {
    QVector<DeviceList::OtherPc> others;
    for (std::size_t i = 1; i < m_run.logs().size(); ++i) {
        const RecordLog& log = m_run.logs()[i];
        DeviceList::OtherPc other{qs(visibleText(baseName(log.path.generic_string()))),
                                  {},
                                  m_run.roleOf(i) == duelo::Role::Reference};
        if (const auto brought = provenanceOf(log.header())) {
            other.name = qs(visibleText(brought->source));
            other.detail = qs(m_text.word("provenance", provenanceWord(log.header())));
        } else if (const Comparison* comparison = m_run.comparison()) {
            for (const Source& source : comparison->sources)
                if (source.file == i)
                    other.detail =
                        qs(visibleText(source.gpu)) + ' ' + qs(source.header.started.substr(0, 10));
        }
        others << other;
    }
    m_form->setOtherPcs(others);
}

QString ExperimentPage::expectationOf(const Json& forecast, const Text& text) {
    QString told = tr("%n case(s)", nullptr, forecast.value("cells", 0));
    if (const Json duration = forecast.value("duration_ms", Json::object()); !duration.empty())
        told += " · " + durationWords(duration, text);
    const Json memory = forecast.value("memory", Json::object());
    // Less is on every PC. What another program will need nobody knows here.
    constexpr double kWorthTelling_bytes = 1024.0 * 1024 * 1024;
    if (const double bytes = memory.value("bytes", 0.0); bytes >= kWorthTelling_bytes)
        told += " · " + tr("%1 of memory").arg(qs(formatBytes(bytes, text.numbers())));
    return told;
}

void ExperimentPage::setForecast(const Result<Json>& forecast) {
    m_possible = forecast.has_value();
    if (!forecast) {
        m_expectation = qs(m_text.reason(inFormWords(forecast.error(), m_spec, m_text)));
        m_form->setImpossible({});
        showButton();
        return;
    }
    m_expectation = expectationOf(*forecast, m_text);
    QStringList sentences;
    int impossible = 0;
    for (const Json& entry : forecast->value("impossible", Json::array())) {
        impossible += entry.value("cells", 0);
        sentences << qs(m_text.reason(inFormWords(reasonFromFields(entry), m_spec, m_text)));
    }
    m_possible = forecast->value("cells", 0) > impossible;
    if (!m_possible)
        m_expectation = tr("%n case(s)", nullptr, forecast->value("cells", 0)) + " · " +
                        tr("none can be measured here");
    m_form->setImpossible(sentences);
    showButton();
}

void ExperimentPage::setRunState(RunController::State state, const QString& elsewhere) {
    m_state = state;
    m_elsewhere = elsewhere;
    const bool running = state != RunController::State::Idle;
    m_tabs.setLive(running);
    m_bar->setEnabled(!running);
    showButton();
    showQuestions();
    showTabInView();
}

void ExperimentPage::setEngineReady(bool ready) {
    m_engineReady = ready;
    showButton();
}

bool ExperimentPage::canMeasure() const {
    return m_state == RunController::State::Idle && m_engineReady && m_possible &&
           m_form->invalid().isEmpty();
}

void ExperimentPage::showButton() {
    using State = RunController::State;
    const QString why = m_form->invalid();
    if (m_state == State::Idle || !m_elsewhere.isEmpty())
        m_frame->setButton(wordOr(m_text, "page_run", m_spec.id, tr("Measure")) + "  F5",
                           !m_elsewhere.isEmpty() ? m_elsewhere
                           : why.isEmpty()        ? m_expectation
                                                  : why,
                           canMeasure(), false);
    else
        m_frame->setButton(m_state == State::Cancelling ? tr("Cancelling…") : tr("Cancel  Esc"), {},
                           m_state != State::Cancelling, true);
}

/// Returns the questions about the plan; nothing where results were seen already or a run is under
/// way.
std::optional<Prediction> ExperimentPage::askable() const {
    const auto& probe = m_session.probe();
    if (!probe || m_state != RunController::State::Idle || m_run.isLive() ||
        !m_form->invalid().isEmpty())
        return std::nullopt;
    const Facts facts = factsOf(probe);
    const auto plan = validated(this->plan(), facts);
    if (!plan) return std::nullopt;
    auto asked = predictionFor(*plan, m_spec, facts);
    const Comparison* before = asked ? comparison() : nullptr;
    if (!before) return asked;
    const auto last = m_run.plan();
    const bool same = last && last->experiment == plan->experiment &&
                      completed(*last, *findSpec(last->experiment)) == *plan;
    return same ? std::nullopt : unseenOf(*before, *std::move(asked));
}

void ExperimentPage::showQuestions() {
    if (m_run.isLive() && comparison()) m_prediction->forget();
    const auto asked = askable();
    m_prediction->ask(asked);
    const bool before = std::exchange(m_asking, asked.has_value());
    if (before != m_asking) showTabInView();
}

std::optional<Prediction> ExperimentPage::prediction() const {
    return m_prediction->answered();
}

}  // namespace duelo::ui
