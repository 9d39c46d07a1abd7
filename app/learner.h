// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "engine_context.h"
#include "measure/forecast_duration.h"
#include "record/record.h"

namespace duelo {

/// Keeps what a run shows for the forecasts after it: what its calls took, for this session, and
/// how far its rounds scattered, beyond it. Courses are another matter: they end with their work.
/// Made before the run, then called on its thread.
class Learner {
public:
    explicit Learner(EngineContext& context);

    void add(const Record& record);

private:
    struct Open {
        CellRecord cell;
        std::optional<Cold> cold;
        int rounds = 0;
    };
    void close(const ResultRecord& result);
    void keepCall(const Cell& cell, const Open& open, const ResultRecord& result);
    void keepScatter(const Cell& cell, const Open& open, const ResultRecord& result);

    CallTimes& m_times;
    ScatterMemory& m_scatter;
    std::map<Device, std::optional<ComputeRate>> m_rates;
    Protocol m_protocol{};
    int m_variants = 0;  ///< of the latest case, those that are not measured left out
    std::optional<CellRecord> m_latest;
    std::map<std::string, Open> m_open;
};

}  // namespace duelo
