// SPDX-License-Identifier: Apache-2.0
#include "measure/measure_loop.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "measure/warm_up.h"
#include "plan/spec.h"
#include "record/progress.h"
#include "stats/validity.h"
#include "stats/verdict.h"

namespace duelo {

namespace {

/// At most about 20 lines of samples a second, however many variants there are.
constexpr double kFlushMs = 50;
constexpr double kObserveMs = 2000;

/// Why no sample counts: the cause of most of them, each with an advice of its own.
const char* codeOfDiscards(const std::vector<int>& discards) {
    const auto count = [&](DiscardCause cause) {
        return std::ranges::count(discards, static_cast<int>(cause));
    };
    constexpr std::pair<DiscardCause, const char*> kCodes[] = {
        {DiscardCause::Slept, "all_samples_slept"},
        {DiscardCause::Preempted, "all_samples_preempted"},
        {DiscardCause::AllocatorGrew, "all_samples_allocator_grew"},
        {DiscardCause::Throttled, "all_samples_throttled"}};
    return std::ranges::max_element(kCodes, {}, [&](const auto& one) { return count(one.first); })
        ->second;
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
    if (lane.log.kept().empty())
        return close(lane, Status::Failed,
                     Reason{codeOfDiscards(lane.log.discards()), {{"count", lane.log.size()}}});
    guarded(lane, m_context, [&] {
        lane.apart = lane.work->measureApart();
        keepEnergyOfSamples(lane);
        if (!lane.energy) measureEnergy(lane);
    });
    if (lane.failure) return close(lane, Status::Failed, lane.failure->reason);
    close(lane, Status::Done, std::nullopt);
}

bool MeasureLoop::lost(const Lane& lane) const {
    return !lane.failure && !lane.done && std::ranges::any_of(m_lanes, [&](const Lane& other) {
        return other.failure && other.failure->sticky && other.device() == lane.device();
    });
}

std::size_t MeasureLoop::openLanes() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(m_lanes, [this](const Lane& lane) { return open(lane); }));
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
        if (lane.done || lost(lane)) continue;
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
        if (open(lane) && !stopped()) warmUp(lane);
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
        if (!open(lane)) continue;
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
            if (!open(*lane) || stopped()) continue;
            takeTurn(*lane, round);
            flush(*lane);
            tellNews(*lane, m_context);
            if (open(*lane) && lane->work->course()->isOver()) finishCourse(*lane);
        }
        observe();
    }
}

bool MeasureLoop::askOutput(Lane& lane) {
    if (!guarded(lane, m_context, [&] { lane.output = lane.work->output(); })) return false;
    for (const Reason& note : lane.output->notes)
        m_context.emit(Notice{.cell = lane.cell.id, .reason = note});
    return true;
}

void MeasureLoop::finishCourse(Lane& lane) {
    m_context.emit(Stage{.cell = lane.cell.id, .stage = "test"});
    if (!askOutput(lane)) return;
    tellNews(lane, m_context);
    keepEnergyOfSamples(lane);
    close(lane, Status::Done, std::nullopt);
}

void MeasureLoop::suspendCourse(Lane& lane) {
    m_context.emit(Stage{.cell = lane.cell.id, .stage = std::string(kKeepStage)});
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
        if (!open(lane)) continue;
        m_context.emit(Stage{.cell = lane.cell.id, .stage = "check"});
        if (!askOutput(lane)) continue;
        // The reference is compared with itself: it too must be finite.
        const Lane& against = reference != nullptr ? *reference : lane;
        const auto &expected = against.output->fingerprint, &found = lane.output->fingerprint;
        if (!expected && !found) continue;  // work whose result nobody can compare
        const BitLoss loss =
            m_context.loss ? m_context.loss(lane.cell.work, lane.prepared.identities) : BitLoss{};
        const auto error =
            agreement(expected.value_or(Fingerprint()), found.value_or(Fingerprint()),
                      toleranceFor(against.cell.variant, lane.cell.variant, loss));
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
    const bool gpu = lane.device().isGpu();
    WarmUpRule rule(gpu ? WarmUpLimits::gpu() : WarmUpLimits::cpu());
    m_awake = lane.device();
    if (!guarded(lane, m_context, [&] { lane.work->beginBlock(); })) return;
    // What surrounds a call takes longer than the shortest, which would never add up to the time of
    // a window: those come in blocks.
    constexpr double kShortestMs = 0.01;
    const auto allocations = [&]() -> std::int64_t {
        const auto state = lane.lookAtDevice();
        return state ? state->allocations : 0;
    };
    int calls = 1, made = 0;
    while (rule.state() == WarmUpRule::State::Warming && !stopped()) {
        double wall_ms = 0;
        const bool open = guarded(lane, m_context, [&] {
            const Timing timing = lane.work->step(calls);
            wall_ms = timing.wall_ms;
            lane.spent_ms = timing.spent_ms.value_or(0);
            rule.add(wall_ms, lane.spent_ms, allocations);
        });
        if (!open) return;
        made += calls;
        lane.call_ms = wall_ms / calls;
        if (wall_ms > 0 && wall_ms < kShortestMs) calls *= 2;
    }
    if (rule.state() == WarmUpRule::State::Capped)
        lane.flags.insert(std::string(flags::warmup_capped));
    lane.warm_up_calls = made;
    lane.warm_up_ms = rule.elapsedMs();
    if (const auto block_ms = rule.callMs()) lane.call_ms = *block_ms / calls;
    prepareTurns(lane);
}

void MeasureLoop::rounds() {
    std::vector<std::size_t> order(m_lanes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const Lane& lane : m_lanes)
        if (open(lane)) m_context.emit(Stage{.cell = lane.cell.id, .stage = "measure"});
    for (int round = 0; openLanes() > 0 && !stopped(); ++round) {
        // Whatever drifts (heat, clocks, other load) meets the variants in random order.
        std::shuffle(order.begin(), order.end(), m_random);
        for (const std::size_t index : order)
            if (open(m_lanes[index]) && !stopped()) takeTurn(m_lanes[index], round);
        for (Lane& lane : m_lanes) {
            if (lane.failure && !lane.done)
                close(lane, Status::Failed, lane.failure->reason);
            else if (open(lane) && lane.rule->cause() != StopCause::None)
                closeMeasured(lane);
        }
        flushDue();
        observe();
    }
}

void MeasureLoop::observe() {
    if (!m_context.observe || msSince(m_lastObservedNs) <= kObserveMs) return;
    m_context.observe();
    m_lastObservedNs = nowNs();
}

bool MeasureLoop::ratiosSettled(const Lane& lane) const {
    // The base goes on as long as any ratio to it needs more rounds.
    const auto settled = [this](const Lane& base, const Lane& other) {
        const auto over = [this](const Lane& one) { return one.failure || one.done || lost(one); };
        if (over(other) || over(base)) return true;
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
