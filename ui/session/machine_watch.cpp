// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/machine_watch.h"

#include <set>
#include <string>
#include <utility>

namespace duelo::ui {

namespace {

constexpr std::chrono::seconds kProbePatience{30}, kLookPatience{20};
constexpr int kLook_ms = 5000;

}  // namespace

MachineWatch::MachineWatch(EngineClient& client, const Settings& settings,
                           std::function<bool()> isMeasuring)
    : m_client(client), m_settings(settings), m_isMeasuring(std::move(isMeasuring)) {
    m_timer.setInterval(kLook_ms);
    connect(&m_timer, &QTimer::timeout, this, &MachineWatch::look);
}

void MachineWatch::ask() {
    if (m_asking) return;
    m_asking = true;
    m_outdated = false;
    Q_EMIT changed();
    m_client.request({{"c", "probe"}}, this, [this](const Result<Json>& reply) { take(reply); },
                     {.timeout = kProbePatience});
}

void MachineWatch::take(const Result<Json>& reply) {
    m_asking = false;
    if (reply) {
        m_hadDied = false;
        m_problem.reset();
        m_sheet = sheetFrom<ProbeSheet>(reply->value("sheet", Json()));
        Q_EMIT arrived(*m_sheet);
        m_ofSettings = m_settings.problem();
        tellWarnings(m_sheet->warnings);
        m_timer.start();
    } else {
        tellProblem(reply.error());
    }
    Q_EMIT changed();
}

void MachineWatch::askAgain() {
    if (m_isMeasuring())
        m_outdated = true;
    else
        ask();
}

void MachineWatch::runEnded() {
    if (m_outdated) ask();
}

void MachineWatch::engineDied(const EngineDeath& death) {
    if (m_hadDied) {
        // Those sentences speak of a measurement, and there is none.
        static const std::set<std::string> ofRuns{"engine_crashed", "engine_killed",
                                                  "engine_exited"};
        tellProblem(
            ofRuns.contains(death.reason.code)
                ? Reason{"engine_ends_at_start", {{"how", death.trace}}, death.reason.message}
                : death.reason);
        return;
    }
    m_hadDied = true;
    QTimer::singleShot(0, this, &MachineWatch::askAgain);
}

std::optional<Reason> MachineWatch::whyNotMeasure() const {
    if (m_problem) return m_problem;
    if (m_asking || !m_sheet) return Reason{"probe_in_progress"};
    return std::nullopt;
}

void MachineWatch::tellProblem(const Reason& reason) {
    m_problem = reason;
    Q_EMIT failed(reason);
    Q_EMIT changed();
}

/// With what is wrong here and not in the engine.
void MachineWatch::tellWarnings(std::vector<Reason> warnings) {
    if (m_ofSettings) warnings.push_back(*m_ofSettings);
    m_warnings = std::move(warnings);
    Q_EMIT warned(m_warnings);
}

void MachineWatch::look() {
    // While it measures, the engine itself observes between the rounds and tells it in the records.
    if (m_isMeasuring() || !m_client.isRunning()) return;
    m_client.request({{"c", "state"}}, this,
                     [this](const Result<Json>& reply) {
                         if (!reply) return;
                         tellWarnings(sheetFrom<StateReply>(*reply).warnings);
                     },
                     {.timeout = kLookPatience});
}

}  // namespace duelo::ui
