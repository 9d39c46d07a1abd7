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
/// how far its rounds scattered, beyond it. Of a course, which nothing repeats, what its steps
/// took, however it ended. Made before the run, then called on its thread.
class Learner {
public:
    explicit Learner(EngineContext& context);

    void add(const Record& record);

private:
    struct Open {
        CellRecord cell;
        std::optional<Cold> cold;
        int rounds = 0;
        std::optional<CountedCourse> course;
        int steps = 0;  ///< of the course, and what all of them took
        double steps_ms = 0;
    };
    void open(const CellRecord& cell);
    void take(const Samples& samples);
    void close(const ResultRecord& result);
    void keepCall(const Cell& cell, const Open& open, const ResultRecord& result);
    void keepSteps(const Cell& cell, const Open& open);
    void keepScatter(const Cell& cell, const Open& open, const ResultRecord& result);

    CallTimes& m_times;
    ScatterMemory& m_scatter;
    const std::map<std::string, CountedCourse> m_courses;
    std::map<Device, std::optional<ComputeRate>> m_rates;
    Protocol m_protocol{};
    int m_variants = 0;  ///< of the latest case, those that are not measured left out
    std::optional<CellRecord> m_latest;
    std::map<std::string, Open> m_open;
};

}  // namespace duelo
