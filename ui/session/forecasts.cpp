// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/forecasts.h"

#include <chrono>
#include <utility>

namespace duelo::ui {

namespace {

constexpr int kPause_ms = 150;
constexpr int kMostProbes = 5;  ///< of one question
constexpr std::chrono::seconds kPatience{20};

}  // namespace

Forecasts::Forecasts(EngineClient& client, std::function<bool()> mayAsk)
    : m_client(client), m_mayAsk(std::move(mayAsk)) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPause_ms);
    connect(&m_pause, &QTimer::timeout, this, &Forecasts::send);
}

void Forecasts::ask(const Plan& plan, const QString& asker) {
    Question& question = m_questions[asker];
    question = {plan, question.asked + 1, false};
    m_pause.start();
}

void Forecasts::send() {
    if (!m_mayAsk()) return;
    for (auto& [asker, question] : m_questions)
        if (!std::exchange(question.sent, true)) request(asker, 0);
}

/// Without a probe at first, which takes the engine about a second; then as often as it says that
/// it would know more, so that pictures that wait meanwhile are never far.
void Forecasts::request(const QString& asker, int probes) {
    const Question& question = m_questions[asker];
    m_client.request(
        {{"c", "forecast"}, {"plan", toJson(question.plan)}, {"probe", probes > 0}}, this,
        [this, asker, probes, asked = question.asked](const Result<Json>& reply) {
            if (asked != m_questions[asker].asked) return;
            Q_EMIT arrived(asker, reply);
            const bool again = reply && reply->value("more", false) && probes < kMostProbes;
            if (again && m_mayAsk()) request(asker, probes + 1);
        },
        {.timeout = kPatience});
}

}  // namespace duelo::ui
