// SPDX-License-Identifier: Apache-2.0
#include "call_probes.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "base/places.h"
#include "commands.h"
#include "forecast.h"
#include "machine/clock.h"
#include "measure/child_work.h"

namespace duelo {

namespace {

/// A single probe may end after the time for all: a call of a large batch takes most of a second.
constexpr double kGraceMs = kLongestProbeMs - kProbingMs;
/// And later than was expected: its engine had to be started first. Then it is left.
constexpr double kPatienceMs = 1000;
constexpr std::chrono::milliseconds kLook{20};

/// Asks for a stop at the end of the time, or as soon as somebody is in a hurry.
class Deadline {
public:
    Deadline(double most_ms, const std::function<bool()>& busy)
        : m_watcher([this, most_ms, &busy, startNs = nowNs()](const std::stop_token& over) {
              while (!over.stop_requested() && msSince(startNs) < most_ms && !busy())
                  std::this_thread::sleep_for(kLook);
              m_stop.request_stop();
          }) {}

    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
    std::jthread m_watcher;  ///< last: joined before what it asks
};

/// The cells that a child does, one after the other in the same process.
class ChildProbes {
public:
    explicit ChildProbes(const Plan& plan) : m_run(plan.run) {}

    std::optional<CallTime> time(const Cell& cell, const std::stop_token& stop) {
        auto work = make(cell);
        std::optional<Prepared> started;
        if (m_former)
            work->takeProcessOf(*m_former);
        else if (started = start(*work, stop); !started)
            return std::nullopt;
        auto timed = probe(*work, {.stop = stop});
        // Its process keeps what was fetched, as that of a run does.
        if (timed && started) timed->fetch_ms += started->fetch_ms;
        // One that failed may have no process any more; one that was stopped is in a call.
        m_former = timed ? std::move(work) : nullptr;
        return timed;
    }

private:
    [[nodiscard]] std::unique_ptr<ChildWork> make(const Cell& cell) const {
        return std::make_unique<ChildWork>(
            ChildProgram{executablePath(), {std::string(kChildCommand)}}, cell, m_run);
    }
    /// Prepares once before the clock runs: the start of a process is no part of a cell.
    static std::optional<Prepared> start(ChildWork& work, const std::stop_token& stop) {
        try {
            work.setControl({.stop = stop});
            if (auto prepared = work.prepare()) return std::move(*prepared);
        } catch (...) {
        }
        return std::nullopt;
    }

    const Params m_run;
    std::unique_ptr<ChildWork> m_former;
};

/// On a thread of its own, because LibTorch's guards and thread counts belong to a thread.
std::optional<CallTime> timeHere(Maker& maker, const Cell& cell, const std::stop_token& stop) {
    std::optional<CallTime> timed;
    std::thread([&] {
        try {
            if (auto work = maker.sample(cell))
                timed = probe(**work, {.stop = stop}, {.sums = true});
            maker.release();
        } catch (...) {
            timed.reset();
        }
    }).join();
    return timed;
}

}  // namespace

bool probeCalls(const PlanDuration& duration, const Plan& plan, EngineContext& context,
                const std::function<bool()>& busy) {
    const std::int64_t startNs = nowNs();
    ChildProbes children(plan);
    std::unique_ptr<Maker> here;
    for (double left_ms = kProbingMs;; left_ms = kProbingMs - msSince(startNs)) {
        if (duration.worthProbing(kLongestProbeMs, context.probed()) == nullptr) return false;
        if (left_ms <= 0 || busy()) return true;
        // One that would not come to its end now is for the next answer.
        const PlannedCell* next = duration.worthProbing(left_ms + kGraceMs, context.probed());
        if (next == nullptr) return true;
        const Deadline deadline(left_ms + kGraceMs + kPatienceMs, busy);
        std::optional<CallTime> timed;
        if (next->course) {
            if (!here) here = context.makerHere(plan);
            timed = timeHere(*here, next->cell, deadline.token());
        } else {
            timed = children.time(next->cell, deadline.token());
        }
        if (busy()) return true;  // it was left for that alone
        context.probed().insert(probeKey(next->cell));
        if (timed) context.callTimes().add(next->cell, PlanDuration::coarseMs(*next), *timed);
    }
}

}  // namespace duelo
