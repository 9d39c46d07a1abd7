// SPDX-License-Identifier: Apache-2.0
#include "measure/measure_loop.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <thread>
#include <utility>

#include "measure/warm_up.h"
#include "plan/spec.h"
#include "stats/validity.h"
#include "stats/verdict.h"

namespace duelo {

namespace {

/// At most about 20 lines of samples a second, however many variants there are.
constexpr double kFlushMs = 50;
constexpr double kObserveMs = 2000;
/// A GPU below this part of its default clock is throttled (nvbench, detail/measure_cold.cu).
constexpr double kClockFloor = 0.75;
constexpr double kCoolDownStepMs = 50;
constexpr double kCoolDownMaxMs = 500;

double msSince(std::int64_t ns) {
    return static_cast<double>(nowNs() - ns) / kNsPerMs;
}

}  // namespace

MeasureLoop::MeasureLoop(Context context, std::vector<Lane>& lanes)
    : m_context(std::move(context)), m_lanes(lanes), m_random(m_context.seed) {
    std::vector<const Params*> variants;
    for (const Lane& lane : m_lanes) variants.push_back(&lane.cell.variant);
    m_base = baseIndex(variants, m_context.base);
}

bool MeasureLoop::guarded(Lane& lane, const Context& context, const std::function<void()>& call) {
    std::exception_ptr thrown;
    context.watch.enter(lane.cell.id);
    try {
        call();
    } catch (const StepStopped&) {
        lane.stopped = true;
    } catch (const WorkFailed& failed) {
        lane.failure = Failure{failed.reason};
    } catch (...) {
        thrown = std::current_exception();
    }
    context.watch.leave();
    if (lane.stopped) return false;
    if (!thrown && !lane.failure) return true;
    if (thrown) lane.failure = context.describe(thrown);
    // What the exception holds and what the work holds must go before memory can come back.
    thrown = nullptr;
    lane.output.reset();
    lane.work.reset();
    return false;
}

void MeasureLoop::close(Lane& lane, Status status, std::optional<Reason> reason) {
    flush(lane);
    lane.done = true;
    m_context.emit(resultOf(lane, status, std::move(reason)));
}

void MeasureLoop::closeMeasured(Lane& lane) {
    if (!lane.log.kept().empty()) return close(lane, Status::Done, std::nullopt);
    close(lane, Status::Failed, Reason{"all_samples_discarded", {{"count", lane.log.size()}}});
}

std::size_t MeasureLoop::openLanes() const {
    return static_cast<std::size_t>(std::ranges::count_if(m_lanes, &Lane::open));
}

void MeasureLoop::run() {
    // The variants of a case are the same work: all of them are courses or none is.
    const bool courses = std::ranges::any_of(
        m_lanes, [](const Lane& lane) { return lane.work && lane.work->course(); });
    if (courses)
        followCourses();
    else
        repeatCalls();
    for (Lane& lane : m_lanes) {
        if (lane.done) continue;
        if (courses && lane.work) suspendCourse(lane);
        if (lane.failure)
            close(lane, Status::Failed, lane.failure->reason);
        else
            close(lane, Status::Cancelled, Reason{"cancelled_by_user"});
    }
}

void MeasureLoop::repeatCalls() {
    check();
    for (Lane& lane : m_lanes)
        if (lane.open() && !stopped()) warmUp(lane);
    rounds();
}

void MeasureLoop::tellNews(Lane& lane, const Context& context) {
    Course* course = lane.work ? lane.work->course() : nullptr;
    if (course == nullptr) return;
    for (Record& record : course->news()) {
        std::visit(
            [&](auto& news) {
                if constexpr (requires { news.cell; }) news.cell = lane.cell.id;
            },
            record);
        context.emit(record);
    }
}

void MeasureLoop::followCourses() {
    // It ends when the work does, whatever the spread of its samples.
    Protocol protocol = m_context.protocol;
    protocol.n_min = protocol.n_max = std::numeric_limits<std::size_t>::max();
    protocol.t_max_ms = std::numeric_limits<double>::infinity();
    for (Lane& lane : m_lanes) {
        if (!lane.open()) continue;
        lane.turn = {.samples = 1, .unmeasured = false};
        lane.rule.emplace(protocol);
        lane.is_course = true;
        m_context.emit(Stage{.cell = lane.cell.id, .stage = "measure"});
        if (lane.work->course()->isOver()) finishCourse(lane);
    }
    std::vector<Lane*> order;
    for (Lane& lane : m_lanes) order.push_back(&lane);
    for (int round = 0; openLanes() > 0 && !stopped(); ++round) {
        std::shuffle(order.begin(), order.end(), m_random);
        for (Lane* lane : order) {
            if (!lane->open() || stopped()) continue;
            takeTurn(*lane, round);
            flush(*lane);
            tellNews(*lane, m_context);
            if (lane->open() && lane->work->course()->isOver()) finishCourse(*lane);
        }
        pauseBetweenRounds();
    }
}

void MeasureLoop::finishCourse(Lane& lane) {
    m_context.emit(Stage{.cell = lane.cell.id, .stage = "test"});
    if (!guarded(lane, m_context, [&] { lane.output = lane.work->output(); })) return;
    tellNews(lane, m_context);
    close(lane, Status::Done, std::nullopt);
}

void MeasureLoop::suspendCourse(Lane& lane) {
    Result<void> kept;
    guarded(lane, m_context, [&] { kept = lane.work->course()->suspend(); });
    if (!kept) m_context.emit(Notice{.cell = lane.cell.id, .reason = kept.error()});
}

void MeasureLoop::check() {
    const Lane* reference = nullptr;
    std::vector<Lane*> baseFirst;
    for (Lane& lane : m_lanes) baseFirst.push_back(&lane);
    if (!baseFirst.empty()) {
        const auto base = baseFirst.begin() + static_cast<std::ptrdiff_t>(m_base);
        std::rotate(baseFirst.begin(), base, base + 1);
    }
    for (Lane* const each : baseFirst) {
        Lane& lane = *each;
        if (!lane.open()) continue;
        m_context.emit(Stage{.cell = lane.cell.id, .stage = "check"});
        if (!guarded(lane, m_context, [&] { lane.output = lane.work->output(); })) continue;
        // The reference is compared with itself: it too must be finite.
        const Lane& against = reference != nullptr ? *reference : lane;
        const auto &expected = against.output->fingerprint, &found = lane.output->fingerprint;
        if (!expected && !found) continue;  // work whose result nobody can compare
        const auto error =
            agreement(expected.value_or(Fingerprint()), found.value_or(Fingerprint()),
                      toleranceFor(against.cell.variant, lane.cell.variant));
        if (!error) {
            lane.failure = Failure{error.error()};
            continue;
        }
        if (reference != nullptr)
            lane.max_error = *error;
        else
            reference = &lane;
    }
}

void MeasureLoop::warmUp(Lane& lane) {
    m_context.emit(Stage{.cell = lane.cell.id, .stage = "warm_up"});
    const bool gpu = deviceOf(lane.cell.variant) == Device::Cuda;
    WarmUpRule rule(gpu ? WarmUpLimits::gpu() : WarmUpLimits::cpu());
    while (rule.state() == WarmUpRule::State::Warming && !stopped()) {
        double wall_ms = 0;
        std::int64_t allocations = 0;
        const bool open = guarded(lane, m_context, [&] {
            wall_ms = lane.work->step(1).wall_ms;
            if (const auto state = lane.work->deviceState()) allocations = state->allocations;
        });
        if (!open) return;
        rule.add(wall_ms, allocations);
        lane.call_ms = wall_ms;
    }
    if (rule.state() == WarmUpRule::State::Capped)
        lane.flags.insert(std::string(flags::warmup_capped));
    lane.warm_up_calls = static_cast<int>(rule.calls());
    lane.warm_up_ms = rule.elapsedMs();
    lane.call_ms = rule.callMs().value_or(lane.call_ms);
    prepareTurns(lane);
}

void MeasureLoop::prepareTurns(Lane& lane) {
    lane.calls_per_sample =
        static_cast<int>(callsPerSample(lane.call_ms * kNsPerMs, m_context.clockReadNs));
    lane.turn = planTurn(lane.call_ms * lane.calls_per_sample, m_context.protocol);
    lane.rule.emplace(m_context.protocol);
}

void MeasureLoop::rounds() {
    std::vector<std::size_t> order(m_lanes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const Lane& lane : m_lanes)
        if (lane.open()) m_context.emit(Stage{.cell = lane.cell.id, .stage = "measure"});
    for (int round = 0; openLanes() > 0 && !stopped(); ++round) {
        // Whatever drifts (heat, clocks, other load) meets the variants in random order.
        std::shuffle(order.begin(), order.end(), m_random);
        for (const std::size_t index : order)
            if (m_lanes[index].open() && !stopped()) takeTurn(m_lanes[index], round);
        for (Lane& lane : m_lanes) {
            if (lane.failure && !lane.done)
                close(lane, Status::Failed, lane.failure->reason);
            else if (lane.open() && lane.rule->cause() != StopCause::None)
                closeMeasured(lane);
        }
        flushDue();
        pauseBetweenRounds();
    }
}

void MeasureLoop::pauseBetweenRounds() {
    if (m_context.observe && msSince(m_lastObservedNs) > kObserveMs) {
        m_context.observe();
        m_lastObservedNs = nowNs();
    }
    if (m_coolDownMs > 0)
        std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(m_coolDownMs));
}

bool MeasureLoop::sample(Lane& lane, int round) {
    Timing timing;
    const std::int64_t startNs = nowNs();
    const auto switchesBefore = involuntarySwitches();
    const int calls = lane.calls_per_sample;
    if (!guarded(lane, m_context, [&] { timing = lane.work->step(calls); })) return false;
    const bool strict = m_context.protocol.preset == Preset::Strict;
    const bool preempted =
        strict && timing.preempted.value_or(switchesBefore != involuntarySwitches());

    lane.log.add(round, static_cast<double>(startNs - m_context.originNs) / kNsPerMs, calls, timing,
                 preempted ? DiscardCause::Preempted : DiscardCause::None);
    return true;
}

void MeasureLoop::judgeBlock(Lane& lane, std::size_t first, const SleepStamp& before) {
    if (sleptBetween(before, readSleepStamp())) {
        lane.log.discardFrom(first, DiscardCause::Slept);
        lane.flags.insert(std::string(flags::slept));
    }
    std::optional<DeviceState> state;
    if (!guarded(lane, m_context, [&] { state = lane.work->deviceState(); }) || !state) return;
    lane.peak_bytes = std::max(lane.peak_bytes, state->peak_bytes);
    if (state->memory_spilled) lane.flags.insert("memory_spilled");
    for (const std::string& cause : state->throttle) lane.flags.insert(cause);
    if (std::exchange(lane.allocations, state->allocations) != state->allocations)
        lane.log.discardFrom(first, DiscardCause::AllocatorGrew);
    const bool throttled = state->clock_mhz && state->default_clock_mhz &&
                           *state->clock_mhz < kClockFloor * *state->default_clock_mhz;
    if (throttled) lane.log.discardFrom(first, DiscardCause::Throttled);
    m_coolDownMs = throttled ? std::min(m_coolDownMs + kCoolDownStepMs, kCoolDownMaxMs) : 0.0;
}

void MeasureLoop::takeTurn(Lane& lane, int round) {
    const std::int64_t startNs = nowNs();
    const std::size_t first = lane.log.size();
    bool elsewhere = false;
    if (!guarded(lane, m_context, [&] { elsewhere = lane.work->beginRound(round); })) return;
    // Alone and in one process, a lane's caches are still its own; a call to warm them would be
    // thrown away.
    if (lane.turn.unmeasured && (elsewhere || openLanes() > 1) && !guarded(lane, m_context, [&] {
            static_cast<void>(lane.work->step(lane.calls_per_sample));
        }))
        return;
    const auto countAllocations = [&] {
        if (const auto state = lane.work->deviceState()) lane.allocations = state->allocations;
    };
    if (round == 0 && !guarded(lane, m_context, countAllocations)) return;

    const SleepStamp before = readSleepStamp();
    for (std::size_t i = 0; i < lane.turn.samples && !stopped(); ++i)
        if (!sample(lane, round)) return;
    judgeBlock(lane, first, before);
    if (!lane.open()) return;

    lane.log.closeRound(round, lane.rule->most());
    // The pause that a throttled device asks for is this lane's time too, or it would never end.
    lane.rule->judge(lane.log, msSince(startNs) + m_coolDownMs, ratiosSettled(lane));
}

bool MeasureLoop::ratiosSettled(const Lane& lane) const {
    // The base goes on as long as any ratio to it needs more rounds.
    const auto settled = [this](const Lane& base, const Lane& other) {
        if (other.failure || base.failure || other.done || base.done) return true;
        const auto width =
            comparePaired(base.log.roundMedians(), other.log.roundMedians()).relativeHalfWidth();
        return width && *width <= m_context.protocol.target_half_width;
    };
    const Lane& base = m_lanes[m_base];
    if (&lane != &base) return settled(base, lane);
    return std::ranges::all_of(
        m_lanes, [&](const Lane& other) { return &other == &base || settled(base, other); });
}

void MeasureLoop::flush(Lane& lane) {
    if (lane.log.size() == lane.emitted) return;
    m_context.emit(lane.log.from(lane.emitted));
    lane.emitted = lane.log.size();
}

void MeasureLoop::flushDue() {
    if (msSince(m_lastFlushNs) < kFlushMs * static_cast<double>(m_lanes.size())) return;
    for (Lane& lane : m_lanes)
        if (!lane.done) flush(lane);
    m_lastFlushNs = nowNs();
}

}  // namespace duelo
