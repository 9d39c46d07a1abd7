// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "base/json_text.h"
#include "base/places.h"
#include "base/reason_json.h"
#include "commands.h"
#include "experiments/own_kernel.h"
#include "experiments/specs.h"
#include "experiments/started_together.h"
#include "machine/clock.h"
#include "machine/measuring_lock.h"
#include "measure/call_patience.h"
#include "measure/call_watch.h"
#include "measure/child_json.h"
#include "measure/child_work.h"
#include "measure/load_work.h"
#include "task_queue.h"

namespace duelo {

namespace {

/// Between two lines that say that a call is at work.
constexpr double kBeatMs = 250;
constexpr std::chrono::milliseconds kBetweenLimits{100};

/// Answers the requests to a child engine, one after the other. It works on the worker's thread,
/// and only that thread writes.
///
/// Between calls it costs its neighbours nothing: its own threads wait in reads, and those of
/// OpenMP look for work for some milliseconds and then sleep (SplitWork waits for that, kSettle).
/// OMP_WAIT_POLICY stays what the user has: with sleeping threads the calls would take longer than
/// they do in any other program.
class Child {
public:
    using Say = std::function<void(const Json&)>;

    Child(EngineContext& context, double limit_s, Say say)
        : m_context(context),
          m_say(std::move(say)),
          m_limit([this, limit_s](const std::stop_token& stop) {
              CallPatience patience;
              const auto age_ms = [this] { return m_watch.sinceMs(); };
              while (!stop.stop_requested()) {
                  std::this_thread::sleep_for(kBetweenLimits);
                  // Whatever the call holds, the system takes it back.
                  if (patience.isOver(age_ms, limit_s * 1e3)) std::_Exit(kSourceHangs);
              }
          }) {}
    void handle(const std::string& line);

private:
    [[nodiscard]] Json answer(const std::string& line);
    [[nodiscard]] Json prepare(const Json& request);
    [[nodiscard]] Json step(const Json& request);
    [[nodiscard]] CallControl control();
    [[nodiscard]] Reason describe(const std::exception_ptr& error);

    EngineContext& m_context;
    const Say m_say;
    std::unique_ptr<Maker> m_maker;
    Plan m_made;  ///< what it was made for
    std::unique_ptr<Work> m_work;
    std::int64_t m_beatNs = 0;
    std::string m_ownKernel{};  ///< the name of a student's text, where its cell has one
    bool m_limited = false;     ///< its cell brings a text of a student's own
    CallWatch m_watch;
    std::jthread m_limit;  ///< ends a call that hangs
};

void say(const Json& line) {
    std::cout << jsonText(line) << '\n' << std::flush;
}

Json refusal(const char* how, const Reason& reason) {
    Json line{{"refused", how}};
    line.update(reasonFields(reason));
    return line;
}

Json failed(const Reason& reason) {
    return refusal("failed", reason);
}

void Child::handle(const std::string& line) {
    Json said;
    try {
        said = answer(line);
    } catch (const WorkRefused& why) {
        said = refusal("skipped", why.reason);
    } catch (const WorkFailed& why) {
        said = failed(why.reason);
    } catch (...) {
        said = failed(describe(std::current_exception()));
    }
    m_watch.leave();  // also where the call has thrown
    m_say(said);
}

Reason Child::describe(const std::exception_ptr& error) {
    if (m_maker) {
        Reason reason = m_maker->describe(error).reason;
        return m_ownKernel.empty() ? reason : saidOfOwnKernel(m_ownKernel, std::move(reason));
    }
    try {
        std::rethrow_exception(error);
    } catch (const std::exception& what) {
        return internalError(what);
    } catch (...) {
        return {"internal_error", {{"detail", "?"}}};
    }
}

Json Child::answer(const std::string& line) {
    const auto request = parseJson(line);
    if (!request || !request->is_object()) return failed(notUnderstood(line));
    const auto what = request->find("do");
    if (what == request->end()) return failed(notUnderstood(line));
    if (*what == "prepare") return prepare(*request);
    if (!m_work) return failed(notUnderstood(line, "nothing is prepared"));
    if (*what == "step") return step(*request);
    if (*what == "output") return {{"output", toJson(m_work->output())}};
    if (*what == "apart") return {{"apart", toJson(m_work->measureApart())}};
    if (*what == "block") {
        m_work->beginBlock();
        return {{"block", nullptr}};
    }
    if (*what == "state") {
        const auto state = m_work->deviceState();
        return {{"state", state ? toJson(*state) : Json()}};
    }
    return failed(notUnderstood(line));
}

Json Child::prepare(const Json& request) {
    const auto cell = cellFromJson(request.value("cell", Json::object()));
    if (!cell) return failed(cell.error());
    if (const auto known = knownSpec(cell->experiment); !known)
        return refusal("skipped", known.error());
    Plan plan{.experiment = cell->experiment};
    const Json run = request.value("run", Json::object());
    for (const auto& [axis, value] : run.items()) plan.run.set(axis, value);
    m_work.reset();
    // Who asks for several cells finds what they share fetched once, as in a session.
    if (m_maker && m_made.experiment == plan.experiment && m_made.run == plan.run)
        m_maker->release();
    else
        // As in every command, this opens the GPU where there is one, whatever the cell wants.
        m_maker = m_context.makerHere(plan);
    m_made = plan;
    auto work = m_maker->create(*cell);
    if (!work) return refusal("skipped", work.error());
    m_work = std::move(*work);
    m_work->setControl(control());
    m_limited = !cell->attachments.empty();
    m_ownKernel = ownKernelName(*cell);
    const auto prepared = loadWork(*m_work);
    if (!prepared) return failed(prepared.error());
    return {{"prepared", toJson(*prepared)}};
}

Json Child::step(const Json& request) {
    const auto calls = request.find("calls");
    if (calls == request.end() || !calls->is_number_integer() || calls->get<std::int64_t>() < 1)
        return failed(notUnderstood(jsonText(request)));
    const auto before = waitedNs();
    if (m_limited) m_watch.enter({});
    const std::int64_t began_ns = nowNs();
    Timing timing = m_work->step(calls->get<int>());
    timing.began_ns = began_ns;
    if (before) timing.waited_ms = static_cast<double>(waitedNs().value() - *before) / kNsPerMs;
    return {{"timing", toJson(timing)}};
}

/// The parent stops a call by ending this process.
CallControl Child::control() {
    const auto tell = [this](const Json& share) {
        const std::int64_t now = nowNs();
        if (m_limited) m_watch.beat();
        if (static_cast<double>(now - m_beatNs) < kBeatMs * kNsPerMs) return;
        m_beatNs = now;
        m_say({{"beat", share}});
    };
    return {.beat = [tell] { tell(nullptr); }, .progress = [tell](double share) { tell(share); }};
}

}  // namespace

int childCommand(EngineContext& context, double limit_s) {
    // Else every line that is read here would flush what the worker is writing.
    std::cin.tie(nullptr);
    Child child(context, limit_s, say);
    TaskQueue desk;
    std::string line;
    while (std::getline(std::cin, line))
        if (!line.empty()) desk.post([&child, line] { child.handle(line); });
    // Nobody is there any more. Not even a call that takes minutes, or never comes back, keeps a
    // process without a parent.
    std::_Exit(kAllDone);
}

int followCommand(EngineContext& context, const StartedTogether& together) {
    std::optional<MeasuringLock> lock;
    if (together.local_rank == 0) {
        auto held = MeasuringLock::acquire({.program = "duelo-engine", .started = utcNow()});
        if (!held) return refuse(context, held.error());
        lock.emplace(std::move(*held));
    }
    auto channel = together.channel();
    if (!channel) return refuse(context, channel.error());
    const auto answer = [&](const Json& line) {
        static_cast<void>((*channel)->write(jsonText(line)));
    };
    // The variants of a case take turns, so the work of several cells goes on beside each other.
    std::map<std::string, std::unique_ptr<Child>> sessions;
    for (;;) {
        const HeardLine heard = (*channel)->read({});
        // A store that is gone has gone with the first.
        if (heard.what != HeardLine::What::Line) break;
        const std::size_t space = heard.text.find(' ');
        const std::string session = heard.text.substr(0, space),
                          line = heard.text.substr(space + 1);
        if (line == kDismissed) break;
        if (line == kSessionOver) {
            sessions.erase(session);
            continue;
        }
        auto& child = sessions[session];
        if (!child) child = std::make_unique<Child>(context, kSourceLimit_s, answer);
        child->handle(line);
    }
    std::cout << std::flush;
    std::_Exit(kAllDone);
}

}  // namespace duelo
