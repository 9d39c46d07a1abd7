// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/kernel_editor/kernel_check.h"

#include <chrono>
#include <utility>

#include "ui/session/session.h"

namespace duelo::ui {

namespace {

/// NVRTC takes a second, its library as long to be read; the engine ends what it emulates after a
/// minute.
constexpr std::chrono::seconds kCheckPatience{90};

}  // namespace

KernelCheck::KernelCheck(Session& session, std::string experiment, QObject* parent)
    : QObject(parent), m_session(session), m_experiment(std::move(experiment)) {}

KernelCheck::~KernelCheck() {
    stopAsked();
}

void KernelCheck::begin(Json source, std::string architecture) {
    m_architecture = std::move(architecture);
    m_exercise.clear();
    restart(std::move(source));
}

void KernelCheck::beginExercise(Json source, std::string exercise) {
    m_exercise = std::move(exercise);
    restart(std::move(source));
}

void KernelCheck::restart(Json source) {
    cancel();
    m_source = std::move(source);
    m_running = true;
    if (m_asked.empty()) askFirst();
}

void KernelCheck::askFirst() {
    m_verdict = {};
    if (m_exercise.empty()) return compile();
    ask("exercise", {{"exercise", m_exercise}, {"source", m_source}}, &KernelCheck::takeExercise);
}

void KernelCheck::takeExercise(const Result<Json>& reply) {
    if (!reply) return end(reply.error());
    m_verdict.exercise = *reply;
    end();
}

void KernelCheck::cancel() {
    ++m_text;
    m_running = false;
    stopAsked();
}

/// Compiling is short and cannot be stopped.
void KernelCheck::stopAsked() {
    if (m_asked == "emulate" || m_asked == "exercise")
        m_session.client().request({{"c", "cancel"}, {"what", "ask"}}, &m_session,
                                   [](const Result<Json>&) {});
}

void KernelCheck::ask(const char* query, Json args, Take take) {
    m_asked = query;
    m_session.ask({m_experiment, query, std::move(args)}, this,
                  [this, take, text = m_text](const Result<Json>& reply) {
                      m_asked.clear();
                      if (text == m_text)
                          (this->*take)(reply);
                      else if (m_running)
                          askFirst();
                  },
                  {.timeout = kCheckPatience});
}

void KernelCheck::compile() {
    Json args = m_source;
    if (!m_architecture.empty()) args["architecture"] = m_architecture;
    ask("compile", std::move(args), &KernelCheck::takeCompiled);
}

void KernelCheck::takeCompiled(const Result<Json>& reply) {
    if (!reply) return end(reply.error());
    m_verdict.compiled = *reply;
    const Json sizes = reply->value("check", Json::array());
    m_sizes.assign(sizes.begin(), sizes.end());
    if (!m_sizes.empty()) Q_EMIT emulating();
    emulateNext();
}

void KernelCheck::emulateNext() {
    if (m_sizes.empty()) return end();
    Json args = std::move(m_sizes.front());
    m_sizes.erase(m_sizes.begin());
    args["source"] = m_source;
    ask("emulate", std::move(args), &KernelCheck::takeEmulated);
}

void KernelCheck::takeEmulated(const Result<Json>& reply) {
    if (!reply) return end(reply.error());
    m_verdict.emulated.push_back(*reply);
    const Json kernels = reply->value("kernels", Json::array());
    const bool right = !kernels.empty() && !kernels.front().contains("reason") &&
                       kernels.front().value("right", true);
    if (!right) m_sizes.clear();
    emulateNext();
}

void KernelCheck::end(std::optional<Reason> why) {
    m_verdict.why = std::move(why);
    m_running = false;
    Q_EMIT ended(m_verdict);
}

}  // namespace duelo::ui
