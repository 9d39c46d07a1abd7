// SPDX-License-Identifier: Apache-2.0
#include "forecast.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/reason_json.h"
#include "call_probes.h"
#include "experiments/specs.h"
#include "measure/call_times.h"
#include "measure/work.h"

namespace duelo {

namespace {

/// Cells that cannot be done, for one reason.
struct Impossible {
    Reason reason;
    Cell first;
    int cells = 0;

    /// The same sentence, or the same choice with other figures in it (memory, sizes).
    [[nodiscard]] bool takes(const Reason& other, const Cell& cell) const {
        return reason.code == other.code &&
               (reason.args == other.args || first.variant == cell.variant);
    }
};

/// A CPU of some years ago: right only for telling cells apart.
constexpr ComputeRate kAnyRate{.flop_per_ms = 1e8, .bytes_per_ms = 1e7};

CallWork callWorkOf(const Cell& cell, const Forecast& forecast) {
    return {.flop = static_cast<double>(forecast.flop.value_or(0)),
            .bytes = static_cast<double>(forecast.bytes_moved.value_or(0)),
            .threads = static_cast<int>(cell.variant.integer("threads")),
            .emulated = forecast.emulated};
}

void takeFrom(const Forecast& forecast, PlannedCell& planned, EngineContext& context) {
    planned.setting.least_calls = forecast.least_calls;
    if (forecast.at_once > 0) {
        const double cores = context.physicalCores(), processes = forecast.at_once;
        const auto threads = static_cast<double>(
            std::max<std::int64_t>(1, planned.cell.variant.integer("threads", 1)));
        planned.setting.at_once = forecast.at_once;
        planned.setting.crowding = std::max(1.0, processes * threads / cores);
        planned.setting.start_crowding = std::max(1.0, processes / cores);
    }
    planned.setting.counts_energy = context.countsEnergy(deviceOf(planned.cell.variant));
}

/// The variants of a case are neighbours.
void fillSettings(std::vector<PlannedCell>& cells, const Protocol& protocol) {
    for (std::size_t begin = 0; begin < cells.size();) {
        std::size_t end = begin;
        bool mixed = false;
        for (; end < cells.size() && cells[end].cell.work == cells[begin].cell.work; ++end)
            mixed =
                mixed || deviceOf(cells[end].cell.variant) != deviceOf(cells[begin].cell.variant);
        for (std::size_t i = begin; i < end; ++i) {
            const bool onGpu = deviceOf(cells[i].cell.variant).isGpu();
            cells[i].fetched = i > begin;
            Setting& setting = cells[i].setting;
            setting.protocol = protocol;
            setting.warm_up = onGpu ? WarmUpLimits::gpu() : WarmUpLimits::cpu();
            setting.variants = static_cast<int>(end - begin);
            setting.spins_up = onGpu && mixed;
        }
        begin = end;
    }
}

/// A fault, of which a run makes a failed cell, ends nothing here.
Result<Forecast> askForecast(Maker& maker, const Cell& cell) {
    try {
        return maker.forecast(cell);
    } catch (const WorkFailed& why) {
        return tl::unexpected(why.reason);
    } catch (...) {
        return tl::unexpected(maker.describe(std::current_exception()).reason);
    }
}

/// Goes through the cells once.
class Forecaster {
public:
    Forecaster(const Plan& plan, EngineContext& context, bool measuring)
        : m_context(context), m_maker(context.makerOf(plan)), m_measuring(measuring) {}

    void add(const Cell& cell);
    [[nodiscard]] Json sheet(std::size_t cells) const;
    /// Takes the cells that can be done.
    [[nodiscard]] std::vector<PlannedCell> takeCells() { return std::move(m_cells); }

private:
    /// Asks what a run asks before it opens a cell, in its order.
    Result<Forecast> examine(const Cell& cell);
    void refuse(const Cell& cell, const Reason& reason);

    EngineContext& m_context;
    const std::unique_ptr<Maker> m_maker;
    const bool m_measuring;
    std::optional<CourseForecast> m_course;  ///< of the cell that was examined last
    std::vector<Impossible> m_impossible;
    std::vector<PlannedCell> m_cells;
    Forecast m_tightest;
};

Result<Forecast> Forecaster::examine(const Cell& cell) {
    Result<Forecast> forecast;
    if (!m_measuring || deviceOf(cell.variant).isCpu()) {
        forecast = askForecast(*m_maker, cell);
        if (!forecast) return forecast;
        if (const auto lack = forecast->lack()) return tl::unexpected(*lack);
    }
    if (auto possible = m_maker->check(cell); !possible) return tl::unexpected(possible.error());
    const auto course = m_maker->look(cell, m_measuring);
    if (!course) return tl::unexpected(course.error());
    m_course = *course;
    return forecast;
}

void Forecaster::refuse(const Cell& cell, const Reason& reason) {
    for (Impossible& known : m_impossible)
        if (known.takes(reason, cell)) {
            ++known.cells;
            return;
        }
    m_impossible.push_back({.reason = reason, .first = cell, .cells = 1});
}

void Forecaster::add(const Cell& cell) {
    const auto forecast = examine(cell);
    if (!forecast) return refuse(cell, forecast.error());

    PlannedCell planned{.cell = cell, .course = m_course};
    takeFrom(*forecast, planned, m_context);
    if (const auto& rate = m_context.rate(deviceOf(cell.variant)))
        planned.coarse = coarseCallTime(callWorkOf(cell, *forecast), *rate);
    if (m_course && m_course->calls > 0)
        m_context.courses()[probeKey(cell)] = {*m_course, PlanDuration::coarseMs(planned)};
    m_cells.push_back(std::move(planned));

    // Compared as products, since there may be nothing free.
    const auto of = [](const std::optional<std::int64_t>& free) {
        return static_cast<double>(free.value_or(std::numeric_limits<std::int64_t>::max()));
    };
    if (forecast->bytes > 0 && static_cast<double>(forecast->bytes) * of(m_tightest.free_bytes) >=
                                   static_cast<double>(m_tightest.bytes) * of(forecast->free_bytes))
        m_tightest = *forecast;
}

Json Forecaster::sheet(std::size_t cells) const {
    Json sheet{
        {"cells", cells}, {"memory", {{"bytes", m_tightest.bytes}}}, {"impossible", Json::array()}};
    if (m_tightest.free_bytes) sheet["memory"]["free_bytes"] = *m_tightest.free_bytes;
    for (const Impossible& impossible : m_impossible) {
        Json entry = reasonFields(impossible.reason);
        entry["cells"] = impossible.cells;
        entry["variant"] = impossible.first.variant.json();
        entry["case"] = impossible.first.work.json();
        sheet["impossible"].push_back(std::move(entry));
    }
    return sheet;
}

}  // namespace

Json forecastOf(const Plan& plan, EngineContext& context, const std::function<bool()>& busy,
                bool probes) {
    const bool measuring = busy();
    if (!measuring) context.calibrate();
    const std::vector<Cell> cells = expand(plan, context.facts());
    Forecaster forecaster(plan, context, measuring);
    for (const Cell& cell : cells) forecaster.add(cell);
    Json sheet = forecaster.sheet(cells.size());

    std::vector<PlannedCell> planned = forecaster.takeCells();
    fillSettings(planned, protocolOf(plan.preset));
    const bool calibrated = std::ranges::any_of(planned, [&](const PlannedCell& cell) {
        return cell.coarse || context.callTimes().of(cell.cell, 0);
    });
    const auto& ends = (*knownSpec(plan.experiment))->ends;
    const PlanDuration duration(std::move(planned), context.callTimes(), context.scatterMemory(),
                                ends && plan.run.flag(ends->asked) ? ends : std::nullopt);
    bool more = false;
    if (!measuring && probes)
        more = probeCalls(duration, plan, context, busy);
    else if (!measuring)
        more = duration.worthProbing(kLongestProbeMs, context.probed()) != nullptr;
    const Duration whole = duration.whole();
    sheet["duration_ms"] = {
        {"low", whole.low_ms}, {"expected", whole.expected_ms}, {"high", whole.high_ms}};
    sheet["calibrated"] = calibrated;
    sheet["more"] = more;
    return sheet;
}

std::map<std::string, double> expectedOf(const std::vector<Cell>& cells, Maker& maker,
                                         const Protocol& protocol, EngineContext& context) {
    std::vector<PlannedCell> planned;
    for (const Cell& cell : cells) {
        // What cannot be done takes no time.
        const Spec* spec = findSpec(cell.experiment);
        const auto forecast = askForecast(maker, cell);
        if (spec == nullptr || !forecast || forecast->lack() || !maker.check(cell)) continue;
        const auto& rate = context.rate(deviceOf(cell.variant));
        PlannedCell one{
            .cell = cell,
            .coarse = coarseCallTime(callWorkOf(cell, *forecast), rate ? *rate : kAnyRate)};
        takeFrom(*forecast, one, context);
        if (spec->steps) {
            // Followed by its steps from the first on. Until then by what was counted and timed
            // before the run: nothing is read for it now.
            const auto course = context.courses().find(probeKey(cell));
            if (course == context.courses().end() ||
                !context.callTimes().of(cell, PlanDuration::coarseMs(one)))
                continue;
            one.course = course->second.forecast;
        }
        planned.push_back(std::move(one));
    }
    fillSettings(planned, protocol);
    return PlanDuration(std::move(planned), context.callTimes(), context.scatterMemory())
        .expectedMs();
}

}  // namespace duelo
