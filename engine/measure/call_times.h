// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "measure/forecast_duration.h"
#include "measure/maker.h"
#include "measure/scatter_memory.h"
#include "plan/plan.h"
#include "plan/spec.h"

/// From calls that were timed on this machine to the duration of a plan.
namespace duelo {

/// The times of calls that were measured here, by their cells. From any thread.
class CallTimes {
public:
    /// `coarse_ms`: what coarseCallTime() says of that cell; 0: nothing.
    void add(const Cell& cell, double coarse_ms, const CallTime& timed);
    /// Returns what was timed, where it was this work; else the time of the nearest cell of its
    /// experiment and device, scaled by what both are said to take, and the less sure the more they
    /// differ. Nothing where none is near. Its scatter is no less than usual for the device:
    /// whatever else a machine does meets every call on it.
    [[nodiscard]] std::optional<CallTime> of(const Cell& cell, double coarse_ms) const;

private:
    struct Timed {
        Cell cell;
        double coarse_ms = 0;
        CallTime call;
    };
    mutable std::mutex m_mutex;
    std::vector<Timed> m_timed;
};

/// Estimates the scatter of the medians of rounds from the quartiles of calls.
[[nodiscard]] double scatterOfRounds(double p25_ms, double median_ms, double p75_ms);

struct ProbeLimits {
    double time_ms = 400;  ///< of warm calls, after which there is no other
    double step_ms = 0.5;  ///< shorter calls are timed in blocks of this length
    /// True for a course, which takes as long as all its calls together: their mean counts, because
    /// it includes what interrupts some of them.
    bool sums = false;
};

/// Prepares the work and times some of its calls. They scatter as the medians of turns do that are
/// made of them, as a run would make them: what else a machine does comes and goes in tenths of a
/// second, which a few short calls in a row do not show. Few turns can only show that they scatter
/// more than is usual.
/// Nothing where that fails or is stopped: the cell itself will say why.
[[nodiscard]] std::optional<CallTime> probe(Work& work, CallControl control,
                                            const ProbeLimits& limits = {});

/// The same for cells that do the same, in whichever plan.
[[nodiscard]] std::string probeKey(const Cell& cell);

/// A cell that this machine can do, as far as it is known without a call.
struct PlannedCell {
    Cell cell{};
    Setting setting{};
    std::optional<CallTime> coarse{};
    std::optional<CourseForecast> course{};
    bool fetched = false;  ///< another variant of its case comes before
};

/// Forecasts how long the cells of a plan will take, from what is known of their calls at the
/// moment.
class PlanDuration {
public:
    /// Both must outlive it. What rounds have scattered on this machine is not undone by some
    /// calls that were steadier. `ends`: of a plan whose sweeps end by themselves.
    PlanDuration(std::vector<PlannedCell> cells, const CallTimes& known, ScatterMemory& shown,
                 std::optional<SweepEnd> ends = {});

    /// Returns the duration of the plan. Of a sweep that may end by itself, the least is that of
    /// the cells without which it cannot end, the most that of all its cells; the expected one
    /// leaves out those that the calls timed here say will be left out.
    [[nodiscard]] Duration whole() const;
    /// Returns the expected duration of each cell, by its id.
    [[nodiscard]] std::map<std::string, double> expectedMs() const;
    /// The cell whose duration would be narrowed most by a probe that takes no longer than this;
    /// null where there is none, or the whole is known well enough. Those whose probeKey() is
    /// in `tried` have had theirs.
    [[nodiscard]] const PlannedCell* worthProbing(double most_ms,
                                                  const std::set<std::string>& tried) const;
    [[nodiscard]] static double coarseMs(const PlannedCell& cell) {
        return cell.coarse ? cell.coarse->ms : 0;
    }

private:
    [[nodiscard]] std::optional<CallTime> callOf(const PlannedCell& cell) const;
    [[nodiscard]] Duration durationOf(const PlannedCell& cell, double& tails_left_ms) const;

    const std::vector<PlannedCell> m_cells;
    const CallTimes& m_known;
    ScatterMemory& m_shown;
    const std::optional<SweepEnd> m_ends;
};

}  // namespace duelo
