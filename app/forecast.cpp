// SPDX-License-Identifier: Apache-2.0
#include "forecast.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "base/reason_json.h"
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
          m_plan(plan),
          m_protocol(protocolOf(plan.preset)),
          m_factory(context.makeFactory(plan)),
          m_measuring(measuring) {}

    void add(const Cell& cell);
    [[nodiscard]] Json sheet(std::size_t cells) const;

private:
    /// What a run asks before it opens a cell, in its order.
    Result<Forecast> examine(const Cell& cell);
    /// Whether the photograph is there; looked at once.
    const std::optional<Reason>& missingPicture(const std::string& input);
    /// Updates that a cell's training makes.
    Result<double> updatesOf(const Cell& cell);
    [[nodiscard]] Interval durationOf(const Cell& cell, const std::optional<Interval>& call_ms);
    void refuse(const Cell& cell, const Reason& reason);

    EngineContext& m_context;
    const Plan& m_plan;
    const Protocol m_protocol;
    const std::unique_ptr<WorkloadFactory> m_factory;
    const bool m_measuring;
    std::map<std::string, std::optional<Reason>> m_pictures;
    std::vector<Impossible> m_impossible;
    Interval m_duration;
    Forecast m_tightest;
    bool m_calibrated = false;
};

const std::optional<Reason>& Forecaster::missingPicture(const std::string& input) {
    const auto [known, isNew] = m_pictures.try_emplace(input);
    if (isNew && input != kRandomInput) {
        const auto file = pictureOf(input);
        const auto seen = file ? imagesIn(*file) : tl::unexpected(file.error());
        if (!seen) known->second = seen.error();
    }
    return known->second;
}

Result<Forecast> Forecaster::examine(const Cell& cell) {
    Result<Forecast> forecast;
    if (!m_measuring || cell.variant.device == Device::Cpu) {
        forecast = m_factory->forecast(cell);
        if (!forecast) return forecast;
        if (const auto lack = forecast->lack()) return tl::unexpected(*lack);
    }
    if (auto possible = m_factory->check(cell); !possible) return tl::unexpected(possible.error());
    if (m_plan.trains()) {
        if (m_measuring) return forecast;
        if (const auto updates = updatesOf(cell); !updates) return tl::unexpected(updates.error());
    } else if (const auto& missing = missingPicture(cell.work.input)) {
        return tl::unexpected(*missing);
    }
    return forecast;
}

Result<double> Forecaster::updatesOf(const Cell& cell) {
    if (cell.work.experiment == Experiment::LrFinder) return kRateSteps;
    const auto data = m_context.trainingData().load(cell.work.input,
                                                    trainingDataOptions(m_plan, cell.work.model));
    if (!data) return tl::unexpected(data.error());
    const double images = static_cast<double>((*data)->split.train.size());
    return m_plan.training.epochs * std::ceil(images / cell.work.batch);
}

Interval Forecaster::durationOf(const Cell& cell, const std::optional<Interval>& call_ms) {
    const bool onGpu = cell.variant.device == Device::Cuda;
    if (!m_plan.trains())
        return forecastDuration(m_protocol, onGpu ? WarmUpLimits::gpu() : WarmUpLimits::cpu(),
                                call_ms);
    const auto updates = m_measuring ? Result<double>(0) : updatesOf(cell);
    if (!updates || !call_ms) return {};
    const double longest_ms =
        m_plan.training.max_time_s.value_or(std::numeric_limits<double>::max() / 1e3) * 1e3;
    return {std::min(longest_ms, *updates * call_ms->low),
            std::min(longest_ms, *updates * call_ms->high)};
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
    if (const auto& rate = m_context.rate(cell.variant.device))
        call_ms = forecastCallMs({.flop = static_cast<double>(forecast->flop.value_or(0)),
                                  .bytes = static_cast<double>(forecast->bytes_moved.value_or(0)),
                                  .threads = cell.variant.threads,
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
        entry["variant"] = toJson(impossible.first.variant);
        entry["case"] = toJson(impossible.first.work);
        sheet["impossible"].push_back(std::move(entry));
    }
    return sheet;
}

}  // namespace

Json forecastOf(const Plan& plan, EngineContext& context, bool measuring) {
    if (!measuring) context.calibrate();
    const std::vector<Cell> cells = expand(plan, context.physicalCores());
    Forecaster forecaster(plan, context, measuring);
    for (const Cell& cell : cells) forecaster.add(cell);
    return forecaster.sheet(cells.size());
}

}  // namespace duelo
