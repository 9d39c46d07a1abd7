// SPDX-License-Identifier: Apache-2.0
#include "forecast.h"

#include <map>
#include <vector>

#include "core/forecast_duration.h"
#include "core/reason_json.h"
#include "images.h"

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
          m_factory(context.makeFactory(plan)),
          m_measuring(measuring) {}

    void add(const Cell& cell);
    [[nodiscard]] Json sheet(std::size_t cells) const;

private:
    /// What a run asks before it opens a cell, in its order.
    Result<Forecast> examine(const Cell& cell);
    /// Whether the photograph is there; looked at once.
    const std::optional<Reason>& missingPicture(const std::string& input);
    void refuse(const Cell& cell, const Reason& reason);

    EngineContext& m_context;
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
    if (const auto& missing = missingPicture(cell.work.input)) return tl::unexpected(*missing);
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

    const bool onGpu = cell.variant.device == Device::Cuda;
    std::optional<Interval> call_ms;
    if (const auto& rate = m_context.rate(cell.variant.device))
        call_ms = forecastCallMs({.flop = static_cast<double>(forecast->flop.value_or(0)),
                                  .bytes = static_cast<double>(forecast->bytes_moved.value_or(0)),
                                  .threads = cell.variant.threads,
                                  .emulated = forecast->emulated},
                                 *rate);
    m_calibrated = m_calibrated || call_ms;
    const Interval duration =
        forecastDuration(m_protocol, onGpu ? WarmUpLimits::gpu() : WarmUpLimits::cpu(), call_ms);
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
