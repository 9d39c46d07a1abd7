// SPDX-License-Identifier: Apache-2.0
#include "experiments/stopwatch/work.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iterator>

#include "experiments/stopwatch/cpu_queue.h"
#include "machine/clock.h"
#include "measure/load_work.h"
#include "stats/statistics.h"

namespace duelo {

namespace {

/// A coarse clock and a preparation are read several times, so that one can see how they scatter.
constexpr int kReadings = 8;
/// Calls before the clocks are compared, and calls that they are compared at.
constexpr int kClockWarmUp = 3, kClockCalls = 9;
/// Each takes three calls.
constexpr int kQueueReadings = 5;

double systemMs() {
    return std::chrono::duration<double, std::milli>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// Returns the processor time of all threads of this process. On Windows std::clock() is the time
/// on the wall.
std::optional<double> processorMs() {
#ifdef _WIN32
    return std::nullopt;
#else
    timespec time{};
    if (::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0) return std::nullopt;
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
#endif
}

}  // namespace

void StopwatchWork::setControl(CallControl control) {
    m_control = control;
    m_timed->setControl(std::move(control));
}

/// Times the first call of a process that nobody has used before, as a script that is started once.
double StopwatchWork::firstElsewhere() {
    const std::unique_ptr<Work> other = m_job.elsewhere();
    other->setControl(m_control);
    if (const auto ready = loadWork(*other); !ready) throw WorkFailed{ready.error()};
    return other->step(1).wall_ms;
}

double StopwatchWork::withPreparation() {
    auto other = m_job.again();
    if (!other) throw WorkFailed{other.error()};
    (*other)->setControl(m_control);
    const std::int64_t startNs = nowNs();
    if (const auto ready = (*other)->prepare(); !ready) throw WorkFailed{ready.error()};
    static_cast<void>((*other)->step(1));
    return msSince(startNs);
}

double StopwatchWork::byCoarseClock() {
    const double start_ms = static_cast<double>(nowNs()) / kNsPerMs;
    static_cast<void>(m_timed->step(1));
    return coarseMs(start_ms, static_cast<double>(nowNs()) / kNsPerMs);
}

void StopwatchWork::readSeveral(int count, double (StopwatchWork::*read)()) {
    for (int i = 0; i < count; ++i) {
        if (m_control.stop.stop_requested()) throw StepStopped{};
        m_control.beat();
        m_readings.push_back((this->*read)());
    }
}

/// Reads it here, where nothing is timed: another process is no part of loading this work.
Result<void> StopwatchWork::fetch() {
    if (m_job.stopwatch == Stopwatch::Handout) readSeveral(1, &StopwatchWork::firstElsewhere);
    return m_timed->fetch();
}

Result<Prepared> StopwatchWork::prepare() {
    if (m_job.stopwatch == Stopwatch::Handout && m_readings.empty())
        readSeveral(1, &StopwatchWork::firstElsewhere);
    auto prepared = m_timed->prepare();
    // Rates are told by the experiment that the work is of.
    if (prepared) prepared->quantities.clear();
    return prepared;
}

Timing StopwatchWork::step(int calls) {
    Timing timing = m_timed->step(calls);
    if (!m_first_ms) m_first_ms = timing.wall_ms / calls;
    return timing;
}

/// Times the same calls by all clocks that there are (S3-03).
void StopwatchWork::readClocks(Output& output) {
    std::vector<double> wall, system, processor, device;
    for (int i = 0; i < kClockWarmUp + kClockCalls; ++i) {
        if (m_control.stop.stop_requested()) throw StepStopped{};
        m_control.beat();
        const double systemStart_ms = systemMs();
        const auto processorStart_ms = processorMs();
        const Timing timing = m_timed->step(1);
        const auto processorEnd_ms = processorMs();
        const double systemEnd_ms = systemMs();
        if (i < kClockWarmUp) continue;
        wall.push_back(timing.wall_ms);
        system.push_back(systemEnd_ms - systemStart_ms);
        if (processorStart_ms && processorEnd_ms)
            processor.push_back(*processorEnd_ms - *processorStart_ms);
        if (timing.device_ms) device.push_back(*timing.device_ms);
    }
    const auto tell = [&](const char* id, const std::vector<double>& times) {
        if (!times.empty()) output.metrics.push_back({id, "ms", median(times)});
    };
    tell("clock_wall_ms", wall);
    tell("clock_system_ms", system);
    tell("clock_cpu_ms", processor);
    tell("clock_device_ms", device);
}

/// Reads when asking for a call is over, not the call.
void StopwatchWork::readUnwaited(Output& output) {
    if (m_job.on_cpu) {
        readQueue(output);
        return;
    }
    const Timing timing = m_timed->step(1);
    if (!timing.submit_ms) throw WorkFailed{Reason{"stopwatch_not_told"}};
    m_readings = {*timing.submit_ms};
}

void StopwatchWork::readQueue(Output& output) {
    std::vector<double> waited, pending;
    CpuQueue queue;
    const auto call = [this] { static_cast<void>(m_timed->step(1)); };
    // Threads that share a call are those of the thread that makes it, and are new on this one.
    queue.give(call);
    queue.wait();
    for (int i = 0; i < kQueueReadings; ++i) {
        if (m_control.stop.stop_requested()) throw StepStopped{};
        m_control.beat();
        std::int64_t startNs = nowNs();
        queue.give(call);
        m_readings.push_back(msSince(startNs));
        queue.wait();
        waited.push_back(msSince(startNs));

        queue.give(call);
        startNs = nowNs();
        queue.give(call);
        queue.wait();
        pending.push_back(msSince(startNs));
    }
    output.metrics.push_back({"queue_waited_ms", "ms", median(waited)});
    output.metrics.push_back({"queue_pending_ms", "ms", median(pending)});
    output.notes.push_back({"stopwatch_cpu_queue"});
}

Output StopwatchWork::output() {
    Output output;
    // First, so that what the queue's thread has computed is compared with what the others have.
    if (m_job.stopwatch == Stopwatch::NoSynchronise) readUnwaited(output);
    Output timed = m_timed->output();
    output.fingerprint = std::move(timed.fingerprint);
    std::ranges::move(timed.notes, std::back_inserter(output.notes));
    switch (m_job.stopwatch) {
        case Stopwatch::Right:
            readClocks(output);
            return output;
        case Stopwatch::Handout:        // before the work was loaded
        case Stopwatch::NoSynchronise:  // before its output
            break;
        case Stopwatch::Few: {
            std::vector<double> calls{m_first_ms.value()};
            while (calls.size() < kFewCalls) calls.push_back(m_timed->step(1).wall_ms);
            m_readings = {mean(calls)};
            break;
        }
        case Stopwatch::CoarseClock:
            readSeveral(kReadings, &StopwatchWork::byCoarseClock);
            break;
        case Stopwatch::CopiesInside:
            readSeveral(kReadings, &StopwatchWork::withPreparation);
            break;
    }
    output.metrics.push_back({"claimed_ms", "ms", m_readings.front()});
    output.output["readings"] = m_readings;
    return output;
}

}  // namespace duelo
