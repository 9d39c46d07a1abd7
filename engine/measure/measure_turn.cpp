// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include "machine/clock.h"
#include "measure/measure_loop.h"
#include "measure/side_by_side.h"
#include "stats/validity.h"

/// The turns of a variant (engine/README.md, DMP-1 steps 6 and 7).
namespace duelo {

namespace {

constexpr double kCoolDownLeastMs = 50;
constexpr double kCoolDownMostMs = 500;

EnergyUse nothingCounted(const Lane& lane) {
    return {.source = lane.device().isGpu() ? "nvml" : "rapl"};
}

/// Adds what the counter has moved during a sample. A counter that began anew has lost what it had,
/// and one that stood still may have moved during the sample before: their sum counts.
void addEnergy(Lane& lane, double before_j, double after_j, int calls, double span_ms) {
    if (after_j < before_j) return;
    if (!lane.energy) lane.energy = nothingCounted(lane);
    lane.energy->joules += after_j - before_j;
    lane.energy->calls += calls;
    lane.energy->span_ms += span_ms;
}

}  // namespace

void keepEnergyOfSamples(Lane& lane) {
    if (lane.energy && (lane.energy->joules <= 0 || !countsInSamples(lane.energy->span_ms)))
        lane.energy.reset();
}

void MeasureLoop::prepareTurns(Lane& lane) {
    const double takes_ms = std::max(lane.call_ms, lane.spent_ms);
    lane.calls_per_sample =
        std::max(static_cast<int>(callsPerSample(takes_ms * kNsPerMs, m_context.clockReadNs)),
                 lane.prepared.least_calls);
    double row_ms = takes_ms * lane.calls_per_sample;
    if (const int at_once = lane.prepared.at_once; at_once > 0) {
        const int each =
            std::max(lane.calls_per_sample, static_cast<int>(std::ceil(kLeastRowMs / takes_ms)));
        lane.calls_per_sample = each * at_once;
        row_ms = takes_ms * each;
        lane.call_ms /= at_once;  // of so many that are on their way at one time
    }
    if (lane.prepared.least_calls > 1 || lane.prepared.at_once > 1)
        lane.flags.insert(std::string(flags::pipelined));
    const bool alone = std::ranges::all_of(
        m_lanes, [&](const Lane& other) { return other.device() == lane.device(); });
    const double wake_ms = lane.device().isGpu() && !alone ? kSpinUpMs : kWakeMs;
    lane.turn = planTurn(row_ms, m_context.protocol, wake_ms);
    lane.rule.emplace(lane.calls_per_sample > 1
                          ? m_context.protocol
                          : withTail(m_context.protocol, row_ms, wake_ms, m_context.tails_left_ms),
                      lane.calls_per_sample);
}

Standstill MeasureLoop::standstillSince(std::int64_t since_ns, const SleepStamp& stamp) const {
    const Standstill still = m_context.heartbeat.standstillSince(since_ns);
    return sleptBetween(stamp, readSleepStamp()) ? Standstill::Stopped : still;
}

bool MeasureLoop::sample(Lane& lane, int round) {
    Timing timing;
    const int calls = lane.calls_per_sample;
    const bool counts = lane.is_course || countsInSamples(lane.call_ms * calls);
    const auto joulesBefore = counts ? joulesFor(lane) : std::nullopt;
    const SleepStamp stamp = readSleepStamp();
    const auto waitedBefore = waitedNs();
    const std::int64_t startNs = nowNs();
    if (!guarded(lane, m_context, [&] { timing = lane.work->step(calls); })) return false;
    double waited_ms = timing.waited_ms.value_or(0);
    if (!timing.waited_ms && waitedBefore)
        waited_ms = static_cast<double>(waitedNs().value() - *waitedBefore) / kNsPerMs;

    DiscardCause cause = DiscardCause::None;
    // What was taken counts where the figure could show it, not that something was: half a second
    // hardly ends without one interruption.
    const Protocol& protocol = m_context.protocol;
    if (protocol.preset == Preset::Strict &&
        waited_ms > protocol.target_half_width * timing.wall_ms)
        cause = DiscardCause::Preempted;
    const Standstill still = standstillSince(startNs, stamp);
    // Others have the processors: such a call takes that long here and now, and counts.
    if (still == Standstill::Starved) lane.flags.insert(std::string(flags::shared_processor));
    if (still == Standstill::Stopped) {
        cause = DiscardCause::Slept;
        lane.flags.insert(std::string(flags::slept));
        // Nor is it time that this lane has spent, beyond what its call takes awake.
        m_pausedMs += std::max(0.0, msSince(startNs) - lane.call_ms * calls);
    }
    if (joulesBefore && cause != DiscardCause::Slept) {
        const double span_ms = msSince(startNs);
        if (const auto joules = joulesFor(lane))
            addEnergy(lane, *joulesBefore, *joules, calls, span_ms);
    }
    lane.log.add(round, static_cast<double>(startNs - m_context.originNs) / kNsPerMs, calls, timing,
                 cause);
    return cause != DiscardCause::Slept;
}

/// While no sample at all went without waiting for a processor, there is no undisturbed speed to
/// be had here and now: those of a turn that waited throughout count, flagged, rather than none.
void MeasureLoop::keepWherePreemptedAlways(Lane& lane, std::size_t first) {
    const auto& discards = lane.log.discards();
    const auto turn = std::ranges::subrange(discards.begin() + static_cast<std::ptrdiff_t>(first),
                                            discards.end());
    const auto is = [](DiscardCause cause) {
        return [cause](int discard) { return discard == static_cast<int>(cause); };
    };
    if (std::ranges::any_of(turn, is(DiscardCause::None))) lane.ran_undisturbed = true;
    if (lane.ran_undisturbed || std::ranges::none_of(turn, is(DiscardCause::Preempted))) return;
    lane.log.keepFrom(first, DiscardCause::Preempted);
    lane.flags.insert(std::string(flags::shared_processor));
}

void MeasureLoop::judgeBlock(Lane& lane, std::size_t first) {
    keepWherePreemptedAlways(lane, first);
    std::optional<DeviceState> state;
    if (!guarded(lane, m_context, [&] { state = lane.lookAtDevice(); }) || !state) return;
    for (const std::string& cause : state->throttle) lane.flags.insert(cause);
    if (state->allocations != 0) lane.log.discardFrom(first, DiscardCause::AllocatorGrew);
    CoolDown& rest = m_coolDowns[lane.device()];
    // One that the longest pause does not help has no other speed here and now: the flag says so.
    if (state->throttled && rest.ms < kCoolDownMostMs)
        lane.log.discardFrom(first, DiscardCause::Throttled);
    rest.ms = state->throttled ? std::clamp(2 * rest.ms, kCoolDownLeastMs, kCoolDownMostMs) : 0.0;
    rest.beganNs = nowNs();
}

void MeasureLoop::coolDown(Device device) {
    const CoolDown rest = m_coolDowns[device];
    const double left_ms = rest.ms - msSince(rest.beganNs);
    if (rest.ms == 0 || left_ms <= 0) return;
    std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(left_ms));
    m_awake.reset();
}

bool MeasureLoop::wake(Lane& lane, int round) {
    bool elsewhere = false;
    const auto begin = [&] {
        elsewhere = lane.work->beginRound(round);
        // Before the calls that wake: what comes between these and the samples would cool down.
        lane.work->beginBlock();
    };
    if (!guarded(lane, m_context, begin)) return false;
    const bool rested = std::exchange(m_awake, lane.device()) != lane.device();
    const bool spinsUp = rested && lane.device().isGpu();
    // Alone and in one process, a lane's caches are still its own; a call to warm them would be
    // thrown away.
    if (!lane.turn.unmeasured || !(elsewhere || spinsUp || openLanes() > 1)) return true;
    const double least_ms = spinsUp ? kSpinUpMs : kWakeMs;
    const std::int64_t startNs = nowNs();
    double called_ms = 0;
    do {
        if (!guarded(lane, m_context,
                     [&] { called_ms += lane.work->step(lane.calls_per_sample).wall_ms; }))
            return false;
    } while (std::max(called_ms, msSince(startNs)) < least_ms && !stopped());
    return true;
}

std::optional<double> MeasureLoop::joulesFor(const Lane& lane) const {
    return m_context.energy ? m_context.energy(lane.device()) : std::nullopt;
}

void MeasureLoop::measureEnergy(Lane& lane) {
    if (!callsForEnergy(m_context.protocol) || !joulesFor(lane)) return;
    lane.work->beginBlock();
    std::int64_t startNs = nowNs();
    while (msSince(startNs) < kEnergyLeadMs && !stopped())
        (void)lane.work->step(lane.calls_per_sample);
    const auto before = joulesFor(lane);
    EnergyUse energy = nothingCounted(lane);
    const SleepStamp stamp = readSleepStamp();
    startNs = nowNs();
    while (msSince(startNs) < kEnergyMs && !stopped()) {
        (void)lane.work->step(lane.calls_per_sample);
        energy.calls += lane.calls_per_sample;
    }
    energy.span_ms = msSince(startNs);
    const auto after = joulesFor(lane);
    // A counter that stands still counts nothing, and one that began anew has lost what it had.
    if (!before || !after || *after <= *before || stopped()) return;
    const Standstill still = standstillSince(startNs, stamp);
    // What the device used meanwhile it did not use for these calls.
    if (still == Standstill::Stopped)
        return m_context.emit(Notice{.cell = lane.cell.id, .reason = {"energy_slept"}});
    if (still == Standstill::Starved) lane.flags.insert(std::string(flags::shared_processor));
    energy.joules = *after - *before;
    lane.energy = std::move(energy);
}

void MeasureLoop::takeTurn(Lane& lane, int round) {
    // The pause that a throttled device asks for is this lane's time too, or it would never end.
    const std::int64_t startNs = nowNs();
    m_pausedMs = 0;
    coolDown(lane.device());
    const std::size_t first = lane.log.size();
    if (!wake(lane, round)) return;
    for (std::size_t i = 0; i < lane.turn.samples && !stopped(); ++i)
        if (!sample(lane, round)) break;
    if (!lane.open()) return;
    judgeBlock(lane, first);
    if (!lane.open()) return;

    lane.log.closeRound(round, lane.rule->most());
    lane.rule->judge(lane.log, msSince(startNs) - m_pausedMs, ratiosSettled(lane));
}

}  // namespace duelo
