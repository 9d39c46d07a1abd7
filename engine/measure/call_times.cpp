// SPDX-License-Identifier: Apache-2.0
#include "measure/call_times.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "base/json_text.h"
#include "machine/clock.h"
#include "measure/load_work.h"
#include "measure/stop_rule.h"
#include "measure/sweep_rule.h"
#include "plan/protocol.h"
#include "stats/statistics.h"

namespace duelo {
namespace {

/// The same calls a minute later, in another process.
constexpr double kTimedFactor = 1.15;
/// Grows by so much for each step away from what was timed, and is no better than the arithmetic
/// alone from the farthest on.
constexpr double kFactorPerStep = 1.28;
constexpr double kFarthest = 4;
/// Steps: another network or other data; another mode or precision; other threads; the work three
/// times as large.
constexpr double kOtherWord = 1, kOtherVariant = 2, kOtherNumber = 0.5, kOtherSize = 0.3;
/// Without the arithmetic of both, only what is the same can be compared.
constexpr double kUnknownSize = 10;

/// Known well enough for a person who plans an hour, bound over bound.
constexpr double kNarrow = 1.6;
/// A probe: the preparation, a cold call as long as some warm ones, and these.
constexpr double kColdCalls = 2;
/// A clock that stands still ends no block.
constexpr int kMostCalls = 1 << 20;

/// The middle of a turn scatters less than its calls do, but they have much in common.
constexpr double kRoundsToCalls = 0.6;
constexpr std::size_t kTurnsForScatter = 8, kTurnsForMore = 4;
/// Turns between those of other variants scatter so much more than as many calls in a row: each
/// finds the caches as the others left them. Three plans on two processors at rest: 1.4, 1.4
/// and 1.9.
constexpr double kBesideOthers = 1.5;
/// The fewest warm calls of a course, however long they are: the first allocates what the later
/// ones find, and with AlexNet it took up to three times as long.
constexpr std::size_t kLeastSums = 3;
/// No machine is steadier for long. There is no most: where other programs run, the limits of time
/// decide how long a cell takes.
constexpr double kLeastScatter = 0.003;
/// The distance of a normal distribution's quartiles in standard deviations.
constexpr double kQuartilesToDeviation = 1.349;

double stepsBetween(const Params& a, const Params& b, double other_word, double other_number) {
    double steps = 0;
    const auto count = [&](const Params& from, const Params& to, bool once) {
        for (const auto& [axis, value] : from) {
            if (once && to.has(axis)) continue;
            if (to.at(axis) == value) continue;
            const bool numbers = value.is_number() && to.at(axis).is_number();
            steps += numbers ? other_number : other_word;
        }
    };
    count(a, b, false);
    count(b, a, true);
    return steps;
}

/// Returns the time that probe() will take.
double probeMs(const CallTime& call) {
    return call.fetch_ms + call.prepare_ms + kColdCalls * call.ms +
           std::max(call.ms, ProbeLimits().time_ms);
}

/// Returns the scatter of the medians of turns; of calls too long for enough turns, the scatter
/// that the calls themselves show.
std::optional<double> scatterOf(std::span<const double> steps_ms) {
    const std::size_t turn = planTurn(median(steps_ms), protocolOf(Preset::Quick)).samples;
    std::vector<double> medians;
    for (; steps_ms.size() >= (medians.size() + 1) * turn;)
        medians.push_back(median(steps_ms.subspan(medians.size() * turn, turn)));
    if (medians.size() >= kTurnsForScatter) {
        const double deviation =
            (quantile(medians, 0.75) - quantile(medians, 0.25)) / kQuartilesToDeviation;
        return std::max(kLeastScatter, deviation / median(medians));
    }
    if (steps_ms.size() < kTurnsForMore) return std::nullopt;
    const double scatter =
        scatterOfRounds(quantile(steps_ms, 0.25), median(steps_ms), quantile(steps_ms, 0.75));
    if (steps_ms.size() < kTurnsForScatter) return std::max(scatter, CallTime{}.scatter);
    return scatter;
}

}  // namespace

double scatterOfRounds(double p25_ms, double median_ms, double p75_ms) {
    if (!(median_ms > 0)) return CallTime{}.scatter;
    const double deviation = (p75_ms - p25_ms) / kQuartilesToDeviation;
    return std::max(kLeastScatter, kRoundsToCalls * deviation / median_ms);
}

void CallTimes::add(const Cell& cell, double coarse_ms, const CallTime& timed) {
    const std::lock_guard lock(m_mutex);
    auto known = std::ranges::find_if(m_timed, [&](const Timed& one) {
        return one.cell.experiment == cell.experiment && one.cell.work == cell.work &&
               one.cell.variant == cell.variant;
    });
    if (known == m_timed.end()) known = m_timed.insert(known, {cell, coarse_ms, {}});
    if (coarse_ms > 0) known->coarse_ms = coarse_ms;
    // A run does not tell what it fetched.
    const double fetch_ms = std::max(known->call.fetch_ms, timed.fetch_ms);
    known->call = timed;
    known->call.fetch_ms = fetch_ms;
    known->call.factor = kTimedFactor;
}

std::optional<CallTime> CallTimes::of(const Cell& cell, double coarse_ms) const {
    const std::lock_guard lock(m_mutex);
    const Timed* nearest = nullptr;
    std::vector<double> scatters;
    double least = std::numeric_limits<double>::infinity();
    for (const Timed& one : m_timed) {
        if (one.cell.experiment != cell.experiment ||
            deviceOf(one.cell.variant) != deviceOf(cell.variant))
            continue;
        scatters.push_back(one.call.scatter);
        const bool sized = coarse_ms > 0 && one.coarse_ms > 0;
        double steps =
            stepsBetween(one.cell.variant, cell.variant, kOtherVariant, kOtherNumber) +
            stepsBetween(one.cell.work, cell.work, kOtherWord, sized ? 0.0 : kUnknownSize);
        if (sized) steps += kOtherSize * std::abs(std::log(coarse_ms / one.coarse_ms));
        if (steps < least) {
            least = steps;
            nearest = &one;
        }
    }
    if (nearest == nullptr || least > kFarthest) return std::nullopt;
    CallTime call = nearest->call;
    call.scatter = std::max(call.scatter, median(scatters));
    if (coarse_ms > 0 && nearest->coarse_ms > 0) {
        const double by = coarse_ms / nearest->coarse_ms;
        call.ms *= by;
        call.cold_ms *= by;
    }
    call.factor *= std::pow(kFactorPerStep, least);
    return call;
}

std::string probeKey(const Cell& cell) {
    return jsonText({cell.experiment, cell.work.json(), cell.variant.json()});
}

std::optional<CallTime> probe(Work& work, CallControl control, const ProbeLimits& limits) {
    try {
        const auto stopped = [&] { return control.stop.stop_requested(); };
        work.setControl(control);
        CallTime timed;
        const auto prepared = loadWork(work);
        if (!prepared || stopped()) return std::nullopt;
        timed.prepare_ms = prepared->load_ms;
        timed.fetch_ms = prepared->fetch_ms;
        timed.cold_ms = work.step(1).wall_ms;
        int calls = 1;
        std::vector<double> steps_ms;  // of one call each
        double spent_ms = 0;
        const std::int64_t startNs = nowNs();
        // A step of a course may stand for more, or for less, than what it took.
        const auto wantsMore = [&] {
            if (limits.sums && steps_ms.size() < kLeastSums) return true;
            return spent_ms < limits.time_ms &&
                   (steps_ms.empty() || msSince(startNs) < limits.time_ms);
        };
        while (!stopped() && wantsMore()) {
            const double step_ms = work.step(calls).wall_ms;
            spent_ms += step_ms;
            if (step_ms < limits.step_ms && !limits.sums && calls < kMostCalls) {
                calls *= 2;
                steps_ms.clear();
            } else {
                steps_ms.push_back(step_ms / calls);
            }
        }
        if (steps_ms.empty()) return std::nullopt;
        // The first ones still warm what the cold one did not.
        const std::size_t first =
            limits.sums ? std::min<std::size_t>(1, steps_ms.size() - 1) : std::size_t{0};
        const std::span<const double> warm =
            std::span(steps_ms).subspan(std::max(first, steps_ms.size() / 4));
        timed.ms = limits.sums ? std::accumulate(warm.begin(), warm.end(), 0.0) /
                                     static_cast<double>(warm.size())
                               : median(warm);
        if (const auto scatter = scatterOf(warm)) timed.scatter = *scatter;
        return timed;
    } catch (...) {
        return std::nullopt;
    }
}

PlanDuration::PlanDuration(std::vector<PlannedCell> cells, const CallTimes& known,
                           ScatterMemory& shown, std::optional<SweepEnd> ends)
    : m_cells(std::move(cells)), m_known(known), m_shown(shown), m_ends(std::move(ends)) {}

std::optional<CallTime> PlanDuration::callOf(const PlannedCell& cell) const {
    const auto timed = m_known.of(cell.cell, coarseMs(cell));
    auto call = timed ? timed : cell.coarse;
    // Several processes fetch each for themselves.
    if (call && (!cell.fetched || cell.setting.protocol.processes > 1 || cell.setting.at_once > 0))
        call->prepare_ms += call->fetch_ms;
    if (!call || cell.course) return call;
    const auto shown = m_shown.of({.experiment = cell.cell.experiment,
                                   .device = deviceOf(cell.cell.variant),
                                   .preset = cell.setting.protocol.preset,
                                   .compared = cell.setting.variants > 1,
                                   .call_ms = call->ms});
    if (shown)
        call->scatter = timed ? std::max(call->scatter, *shown) : *shown;
    else if (cell.setting.variants > 1)
        call->scatter *= kBesideOthers;
    return call;
}

Duration PlanDuration::durationOf(const PlannedCell& cell, double& tails_left_ms) const {
    const auto call = callOf(cell);
    if (!cell.course && !call) return forecastWithoutCalls(cell.setting);
    if (!cell.course) return forecastDuration(withTail(cell.setting, *call, tails_left_ms), *call);
    // While something is measured nobody has counted the calls.
    if (!call || !(cell.course->calls > 0)) return {};
    CallTime begun = *call;
    begun.prepare_ms += cell.course->start_ms;
    return forecastCourse(cell.course->calls, cell.course->least_calls, cell.course->longest_ms,
                          begun);
}

Duration PlanDuration::whole() const {
    Duration whole;
    double tails_left_ms = kTailsMs;
    // What the rule makes of a sweep that gains nothing, and of the calls that were timed.
    SweepRule soonest(m_ends.value_or(SweepEnd())), timed(m_ends.value_or(SweepEnd()));
    const auto found = [&](double rate) {
        return ResultRecord{.metrics = {{.id = m_ends->metric, .value = rate}}};
    };
    for (const PlannedCell& cell : m_cells) {
        Duration one = durationOf(cell, tails_left_ms);
        if (m_ends) {
            if (soonest.whyOver(cell.cell)) one.low_ms = 0;
            soonest.add(cell.cell, found(1));
            const auto call = m_known.of(cell.cell, coarseMs(cell));
            if (timed.whyOver(cell.cell))
                one.expected_ms = one.low_ms;
            else if (call && call->factor <= kTimedFactor && call->ms > 0)
                timed.add(cell.cell, found(cell.cell.work.real(m_ends->axis) / call->ms));
        }
        whole += one;
    }
    return whole;
}

std::map<std::string, double> PlanDuration::expectedMs() const {
    std::map<std::string, double> expected;
    double tails_left_ms = kTailsMs;
    for (const PlannedCell& cell : m_cells)
        expected[cell.cell.id] = durationOf(cell, tails_left_ms).expected_ms;
    return expected;
}

const PlannedCell* PlanDuration::worthProbing(double most_ms,
                                              const std::set<std::string>& tried) const {
    const Duration known = whole();
    if (known.high_ms <= kNarrow * known.low_ms) return nullptr;
    const PlannedCell* best = nullptr;
    double most_gained = 0;
    for (const PlannedCell& cell : m_cells) {
        const auto call = callOf(cell);
        // What a student or a file brings along runs when that is asked for, not before.
        if (!cell.cell.attachments.empty()) continue;
        if (!call || call->factor <= kTimedFactor || tried.contains(probeKey(cell.cell))) continue;
        // What is only thought of as slow is given its chance: who probes leaves what takes longer.
        CallTime soonest = *call;
        soonest.ms /= call->factor;
        if (probeMs(soonest) > most_ms) continue;
        double tails_left_ms = 0;  // who measures first takes them, which says nothing of one
        const Duration duration = durationOf(cell, tails_left_ms);
        const double gained = duration.high_ms - duration.low_ms;
        if (gained <= most_gained) continue;
        most_gained = gained;
        best = &cell;
    }
    return best;
}

}  // namespace duelo
