// SPDX-License-Identifier: Apache-2.0
#include "forecast.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "base/reason_json.h"
#include "experiments/specs.h"
#include "experiments/training/training_parts.h"
#include "images.h"
#include "measure/forecast_duration.h"

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

/// Goes through the cells once.
class Forecaster {
public:
    Forecaster(const Plan& plan, EngineContext& context, bool measuring)
        : m_context(context),
          m_protocol(protocolOf(plan.preset)),
          m_maker(context.makerOf(plan)),
          m_measuring(measuring) {}

    void add(const Cell& cell);
    [[nodiscard]] Json sheet(std::size_t cells) const;

private:
    /// What a run asks before it opens a cell, in its order.
    Result<Forecast> examine(const Cell& cell);
    [[nodiscard]] Interval durationOf(const Cell& cell,
                                      const std::optional<Interval>& call_ms) const;
    void refuse(const Cell& cell, const Reason& reason);

    EngineContext& m_context;
    const Protocol m_protocol;
    const std::unique_ptr<Maker> m_maker;
    const bool m_measuring;
    std::optional<CourseForecast> m_course;  ///< of the cell that was examined last
    std::vector<Impossible> m_impossible;
    Interval m_duration;
    Forecast m_tightest;
    bool m_calibrated = false;
};

Result<Forecast> Forecaster::examine(const Cell& cell) {
    Result<Forecast> forecast;
    if (!m_measuring || deviceOf(cell.variant) == Device::Cpu) {
        forecast = m_maker->forecast(cell);
        if (!forecast) return forecast;
        if (const auto lack = forecast->lack()) return tl::unexpected(*lack);
    }
    if (auto possible = m_maker->check(cell); !possible) return tl::unexpected(possible.error());
    const auto course = m_maker->look(cell, m_measuring);
    if (!course) return tl::unexpected(course.error());
    m_course = *course;
    return forecast;
}

Interval Forecaster::durationOf(const Cell& cell, const std::optional<Interval>& call_ms) const {
    const bool onGpu = deviceOf(cell.variant) == Device::Cuda;
    if (!m_course)
        return forecastDuration(m_protocol, onGpu ? WarmUpLimits::gpu() : WarmUpLimits::cpu(),
                                call_ms);
    if (!call_ms) return {};
    return {std::min(m_course->longest_ms, m_course->calls * call_ms->low),
            std::min(m_course->longest_ms, m_course->calls * call_ms->high)};
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

    std::optional<Interval> call_ms;
    if (const auto& rate = m_context.rate(deviceOf(cell.variant)))
        call_ms = forecastCallMs({.flop = static_cast<double>(forecast->flop.value_or(0)),
                                  .bytes = static_cast<double>(forecast->bytes_moved.value_or(0)),
                                  .threads = static_cast<int>(cell.variant.integer("threads")),
                                  .emulated = forecast->emulated},
                                 *rate);
    m_calibrated = m_calibrated || call_ms;
    const Interval duration = durationOf(cell, call_ms);
    m_duration.low += duration.low;
    m_duration.high += duration.high;

    // Compared as products, since there may be nothing free.
    if (forecast->bytes > 0 &&
        static_cast<double>(forecast->bytes) * static_cast<double>(m_tightest.free_bytes) >=
            static_cast<double>(m_tightest.bytes) * static_cast<double>(forecast->free_bytes))
        m_tightest = *forecast;
}

Json Forecaster::sheet(std::size_t cells) const {
    Json sheet{{"cells", cells},
               {"duration_ms", {{"low", m_duration.low}, {"high", m_duration.high}}},
               {"calibrated", m_calibrated},
               {"memory", {{"bytes", m_tightest.bytes}, {"free_bytes", m_tightest.free_bytes}}},
               {"impossible", Json::array()}};
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

Json forecastOf(const Plan& plan, EngineContext& context, bool measuring) {
    if (!measuring) context.calibrate();
    const std::vector<Cell> cells = expand(plan, context.facts());
    Forecaster forecaster(plan, context, measuring);
    for (const Cell& cell : cells) forecaster.add(cell);
    return forecaster.sheet(cells.size());
}

}  // namespace duelo
