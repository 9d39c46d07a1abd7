// SPDX-License-Identifier: Apache-2.0
#include "report/scaling.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/json_text.h"
#include "record/doubt.h"
#include "report/imported.h"

namespace duelo {

namespace {

const Summary& summaryOf(const Row& row, const ScalingStep& step) {
    return *row.cells[step.column].result.summary;
}

/// Adds the speed-ups against the base, by rounds where they pair up.
void addSpeedUps(ScalingSeries& series, const Labels& labels, const Comparison& comparison) {
    const Row& row = comparison.rows[series.row];
    const ScalingStep* base = series.base();
    for (ScalingStep& step : series.steps) {
        if (base && step.column == base->column) continue;
        if (!base) {
            step.why = Reason{"scaling_base_missing"};
            continue;
        }
        const ColumnRatio ratio = ratioOf(comparison, row, base->column, step.column);
        step.why = labels.whyNoFactor(row, ratio);
        if (!step.why)
            step.speed_up = SpeedUp{step.workers, ratio.estimate->ratio, ratio.estimate->ci95};
    }
}

/// Returns the times that a law may be derived from: those that a factor may be derived from too.
std::vector<WorkersTime> soundTimes(const ScalingSeries& series, const Row& row,
                                    std::optional<int> most) {
    std::vector<WorkersTime> times;
    for (const ScalingStep& step : series.steps)
        if (!step.why && (!most || step.workers <= *most) &&
            !isDoubtful(row.cells[step.column].result))
            times.push_back(
                {step.workers, summaryOf(row, step).median_ms, summaryOf(row, step).ci95_ms});
    return times;
}

void judge(ScalingSeries& series, const Labels& labels, const Comparison& comparison) {
    const Row& row = comparison.rows[series.row];
    const ReportCell& first = row.cells[series.steps.front().column];
    series.cores = coreCounts(comparison.sources[first.source].header.machine.cpu);
    std::ranges::stable_sort(series.steps, {}, &ScalingStep::workers);
    addSpeedUps(series, labels, comparison);
    if (series.all_cores) {
        series.amdahl = fail("scaling_shares_cores");
        return;
    }
    const std::vector<SpeedUp> speed_ups = series.speedUps();
    series.trend = serialTrend(speed_ups);
    if (const SpeedUp* above = superlinear(speed_ups)) series.above = *above;
    series.slowed = slowedDown(soundTimes(series, row, std::nullopt));
    std::optional<int> fast = series.cores.fast;
    if (fast) *fast = std::max(1, series.room(*fast));
    series.amdahl = fitAmdahl(soundTimes(series, row, fast));
}

/// Finds the cases with so many times the work of another, among thousands: all series of one file
/// and experiment, done in one way, by how much there is to do.
class WorkIndex {
public:
    WorkIndex(const std::vector<ScalingSeries>& all, const Comparison& comparison)
        : m_all(all), m_comparison(comparison) {
        std::map<std::tuple<std::size_t, std::string, std::string, Params>, std::size_t> known;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const ScalingSeries& series = all[i];
            const auto [place, isNew] = known.try_emplace(
                {series.file, series.axis, comparison.rows[series.row].experiment, series.variant},
                m_ways.size());
            if (isNew) m_ways.emplace_back();
            m_way.push_back(place->second);
            if (series.all_cores) continue;
            Way& way = m_ways[place->second];
            for (const ScalingStep& step : series.steps)
                if (step.speed_up) way.workers.insert(step.workers);
            for (const auto& [quantity, amount] : quantitiesOf(i))
                if (amount > 0) way.series[quantity][amount].push_back(i);
        }
    }

    [[nodiscard]] const std::map<std::string, std::int64_t>& quantitiesOf(std::size_t at) const {
        const ScalingSeries& series = m_all[at];
        return m_comparison.rows[series.row].cells[series.steps.front().column].result.quantities;
    }

    /// Finds for each number of workers the case with so many times the work of the first, by that
    /// quantity.
    [[nodiscard]] WeakScaling grownFrom(std::size_t first, const std::string& quantity,
                                        std::int64_t amount) const {
        WeakScaling weak{.series = first};
        const ScalingSeries& base = m_all[first];
        const Way& way = m_ways[m_way[first]];
        const auto amounts = way.series.find(quantity);
        if (amount <= 0 || amounts == way.series.end()) return weak;
        std::map<std::pair<std::size_t, std::size_t>, const SpeedUp*> scaled;  // in their order
        for (const int workers : way.workers) {
            if (workers > base.room(base.cores.fast.value_or(base.each * workers)) ||
                amount > std::numeric_limits<std::int64_t>::max() / workers)
                continue;
            const auto found = amounts->second.find(workers * amount);
            if (found == amounts->second.end()) continue;
            for (const std::size_t at : found->second)
                for (std::size_t i = 0; i < m_all[at].steps.size(); ++i)
                    if (const auto& of = m_all[at].steps[i].speed_up; of && of->workers == workers)
                        scaled[{at, i}] = &*of;
        }
        for (const auto& [place, of] : scaled) weak.scaled.push_back(*of);
        return weak;
    }

private:
    struct Way {
        std::set<int> workers{};  ///< of its speed-ups
        /// Series by quantity and how much of it there is to do.
        std::map<std::string, std::map<std::int64_t, std::vector<std::size_t>>> series{};
    };

    const std::vector<ScalingSeries>& m_all;
    const Comparison& m_comparison;
    std::vector<Way> m_ways{};
    std::vector<std::size_t> m_way{};  ///< by series
};

/// Returns the number of workers of an axis. Where the axis may be absent, a variant without it has
/// one.
int workersOf(const Axis& axis, const Params& variant) {
    return static_cast<int>(variant.integer(axis.id, axis.optional ? 1 : 0));
}

/// Returns how many workers all other axes make together.
int othersOf(const Spec& spec, const Axis& axis, const Params& variant) {
    std::int64_t others = 1;
    for (const Axis& other : spec.axes)
        if (other.id != axis.id && countsWorkers(spec, other))
            others *= std::max<std::int64_t>(1, variant.integer(other.id, 1));
    return static_cast<int>(others);
}

/// The axis whose 0 is every core, shared out by whatever else counts workers (plan/expand.cpp).
const Axis* sharedOut(const Spec& spec) {
    const auto found = std::ranges::find_if(
        spec.axes, [&](const Axis& axis) { return countsWorkers(spec, axis) && !axis.optional; });
    return found == spec.axes.end() ? nullptr : &*found;
}

/// Tells whether that many workers have all cores of their PC among them. A file of a plan that
/// asked for it by a 0 has the number that this PC's cores made of it.
bool hasAllCores(const Axis& axis, const Axis& threads, const Params& variant,
                 std::optional<int> cores) {
    if (!cores || !variant.has(threads.id)) return false;
    const int workers = workersOf(axis, variant);
    return workers >= 1 &&
           variant.integer(threads.id) == std::max<std::int64_t>(1, *cores / workers);
}

/// The series of one axis in a row, not judged yet. `threads`: what all cores are shared out as;
/// null: every series has the same of everything else.
std::vector<ScalingSeries> seriesOver(const Spec& spec, const Axis& axis, const Axis* threads,
                                      const Comparison& comparison, std::size_t at) {
    std::vector<ScalingSeries> found;
    std::map<std::pair<std::size_t, Params>, std::size_t> known;
    for (const ReportCell& cell : comparison.rows[at].cells) {
        const Column& column = comparison.columns[cell.column];
        const int workers = workersOf(axis, column.variant);
        if (!cell.timed() || isBrought(comparison, cell) || workers < 1) continue;
        Params common = column.variant;
        common.erase(axis.id);
        if (threads) {
            const CpuSheet& cpu = comparison.sources[cell.source].header.machine.cpu;
            const auto cores = cpu.default_threads ? cpu.default_threads : cpu.cores;
            if (!hasAllCores(axis, *threads, column.variant, cores)) continue;
            common.erase(threads->id);
        }
        const auto [place, isNew] = known.try_emplace({column.file, common}, found.size());
        if (isNew)
            found.push_back({.row = at,
                             .axis = axis.id,
                             .file = column.file,
                             .variant = std::move(common),
                             .each = threads ? 1 : othersOf(spec, axis, column.variant),
                             .all_cores = threads != nullptr});
        found[place->second].steps.push_back({workers, cell.column, {}, {}});
    }
    std::erase_if(found, [&](const ScalingSeries& series) {
        if (series.steps.size() < 2) return true;
        if (!threads) return false;
        // If all have the same number, that is a series of the other kind.
        const auto each = [&](const ScalingStep& step) {
            return comparison.columns[step.column].variant.integer(threads->id);
        };
        const auto differs = [&](const ScalingStep& step) {
            return each(step) != each(series.steps.front());
        };
        return !series.base() || std::ranges::none_of(series.steps, differs);
    });
    return found;
}

Json scalingInterval(const std::optional<Interval>& ci) {
    return ci ? Json::array({finiteOrNull(ci->low), finiteOrNull(ci->high)}) : Json();
}

Json reasonCode(const Reason& reason) {
    return {{"code", reason.code}, {"args", reason.args}};
}

}  // namespace

bool countsWorkers(const Spec& spec, const Axis& axis) {
    return spec.compares && axis.zero_is_cores && axis.role == AxisRole::Variant && axis.many;
}

namespace {

/// A file from elsewhere may hold any number.
int wholeAbove(double value) {
    constexpr double kMost = 1 << 20;
    return static_cast<int>(std::ceil(std::clamp(value, 0.0, kMost)));
}

}  // namespace

CoreCounts coreCounts(const CpuSheet& cpu) {
    const auto cores = cpu.usable_cores ? cpu.usable_cores : cpu.cores;
    CoreCounts counts{cores, cores, cpu.logical, cpu.numa_nodes};
    if (cpu.kinds.size() > 1 && cpu.kinds.front().cores) counts.fast = cpu.kinds.front().cores;
    for (auto* count : {&counts.fast, &counts.cores, &counts.logical}) {
        if (*count && cpu.usable_logical) *count = std::min(**count, *cpu.usable_logical);
        if (*count && cpu.quota) *count = std::min(**count, std::max(1, wholeAbove(*cpu.quota)));
    }
    if (counts.fast) counts.fast = std::min(*counts.fast, counts.cores.value_or(*counts.fast));
    return counts;
}

std::vector<int> workerNumbers(const CoreCounts& cores) {
    const int most = std::max(cores.logical.value_or(cores.cores.value_or(2)), 1);
    std::set<int> numbers{most};
    for (int number = 1; number <= most; number *= 2) numbers.insert(number);
    for (const auto& count : {cores.fast, cores.cores})
        if (count && *count > 0) numbers.insert(*count);
    const auto least = static_cast<int>(kLeastScalingPoints);
    if (cores.fast && *cores.fast >= least &&
        std::distance(numbers.begin(), numbers.upper_bound(*cores.fast)) < least)
        numbers.insert(least - 1);
    return {numbers.begin(), numbers.end()};
}

const ScalingStep* ScalingSeries::base() const {
    const auto found = std::ranges::find(steps, 1, &ScalingStep::workers);
    return found == steps.end() ? nullptr : &*found;
}

std::vector<SpeedUp> ScalingSeries::speedUps() const {
    std::vector<SpeedUp> all;
    for (const ScalingStep& step : steps)
        if (step.speed_up) all.push_back(*step.speed_up);
    return all;
}

std::vector<ScalingSeries> scalingOf(const Labels& labels, const Comparison& comparison,
                                     std::size_t at) {
    const Row& row = comparison.rows[at];
    const Spec* spec = comparison.find ? comparison.find(row.experiment) : nullptr;
    std::vector<ScalingSeries> all;
    if (!spec) return all;
    const Axis* threads = sharedOut(*spec);
    for (const Axis& axis : spec->axes) {
        if (!countsWorkers(*spec, axis)) continue;
        std::vector<ScalingSeries> found = seriesOver(*spec, axis, nullptr, comparison, at);
        if (threads && threads->id != axis.id)
            std::ranges::move(seriesOver(*spec, axis, threads, comparison, at),
                              std::back_inserter(found));
        for (ScalingSeries& series : found) {
            judge(series, labels, comparison);
            all.push_back(std::move(series));
        }
    }
    return all;
}

std::vector<ScalingSeries> scalingOf(const Labels& labels, const Comparison& comparison) {
    std::vector<ScalingSeries> all;
    for (std::size_t r = 0; r < comparison.rows.size(); ++r)
        std::ranges::move(scalingOf(labels, comparison, r), std::back_inserter(all));
    return all;
}

std::vector<WeakScaling> weakScalingOf(const std::vector<ScalingSeries>& all,
                                       const Comparison& comparison) {
    const WorkIndex index(all, comparison);
    std::vector<WeakScaling> found;
    for (std::size_t i = 0; i < all.size(); ++i) {
        WeakScaling best;
        for (const auto& [quantity, amount] : index.quantitiesOf(i))
            if (WeakScaling weak = index.grownFrom(i, quantity, amount);
                weak.scaled.size() > best.scaled.size())
                best = std::move(weak);
        if (best.scaled.size() + 1 < kLeastScalingPoints) continue;
        best.gustafson = fitGustafson(best.scaled);
        found.push_back(std::move(best));
    }
    return found;
}

Json scalingJson(const Comparison& comparison, const Labels& labels) {
    Json out = Json::array();
    for (const ScalingSeries& series : scalingOf(labels, comparison)) {
        const Row& row = comparison.rows[series.row];
        Json item{{"experiment", row.experiment},     {"case", row.work.json()},
                  {"variant", series.variant.json()}, {"axis", series.axis},
                  {"all_cores", series.all_cores},    {"steps", Json::array()}};
        for (const ScalingStep& step : series.steps) {
            Json told{{"workers", step.workers},
                      {"column", step.column},
                      {"median_ms", row.cells[step.column].result.summary->median_ms}};
            if (const auto& of = step.speed_up) {
                told["speed_up"] = finiteOrNull(of->ratio);
                told["speed_up_ci95"] = scalingInterval(of->ci95);
            }
            if (const auto& of = step.speed_up; of && !series.all_cores) {
                told["efficiency"] = finiteOrNull(of->efficiency());
                told["karp_flatt"] = finiteOrNull(of->serialShare().value_or(0));
                told["karp_flatt_ci95"] = scalingInterval(of->serialInterval());
            }
            if (step.why) told["reason"] = reasonCode(*step.why);
            item["steps"].push_back(std::move(told));
        }
        if (series.amdahl)
            item["amdahl"] = {{"serial", series.amdahl->serial},
                              {"ci95", scalingInterval(series.amdahl->ci95)},
                              {"points", series.amdahl->points},
                              {"residue", series.amdahl->residue}};
        else
            item["amdahl"] = {{"reason", reasonCode(series.amdahl.error())}};
        out.push_back(std::move(item));
    }
    return out;
}

}  // namespace duelo
