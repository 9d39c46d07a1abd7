// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>

#include "measure/work.h"

namespace duelo {

/// Why a cell failed, and whether its process can still be trusted with the next one.
struct Failure {
    Reason reason;
    bool sticky = false;
};

/// Memory that a cell will need and what there is of it (absent: unknown), and the work of a call.
struct Forecast {
    std::int64_t bytes = 0;
    std::optional<std::int64_t> free_bytes{};
    std::optional<std::int64_t> flop, bytes_moved;  ///< absent where they cannot be counted
    bool emulated = false;  ///< computed without instructions or tensor cores of its own: slow
    int least_calls = 1;    ///< of a sample: Prepared::least_calls
    int at_once = 0;        ///< Prepared::at_once

    /// "not_enough_memory" {needed_bytes, free_bytes}: it must not even be tried.
    [[nodiscard]] std::optional<Reason> lack() const {
        if (!free_bytes || bytes <= *free_bytes) return std::nullopt;
        return Reason{"not_enough_memory", {{"needed_bytes", bytes}, {"free_bytes", *free_bytes}}};
    }
};

/// Describes work that is a Course: the calls that forecast() and sample() are about, 0 where they
/// are not known, after how many of them it may end early, and how long it may take.
struct CourseForecast {
    double calls = 0, least_calls = 0;
    double step_calls = 1;  ///< those of one of its steps (Spec::steps)
    double longest_ms = std::numeric_limits<double>::infinity();
    double start_ms = 0;  ///< before the first call, beyond what is prepared: other processes
};

class Maker {
public:
    virtual ~Maker() = default;
    /// Returns why this machine cannot do the cell (no GPU, precision unsupported). Makes nothing.
    [[nodiscard]] virtual Result<void> check(const Cell&) { return {}; }
    /// Refuses what check() refuses: such a cell is skipped with that reason.
    [[nodiscard]] virtual Result<std::unique_ptr<Work>> create(const Cell& cell) = 0;
    [[nodiscard]] virtual Result<Forecast> forecast(const Cell& cell) = 0;
    /// Makes, like create(), work that shows before a run what the calls of the cell take: no
    /// Course. A call of it takes as long as one of those that look() counts does on the mean.
    [[nodiscard]] virtual Result<std::unique_ptr<Work>> sample(const Cell& cell) {
        return create(cell);
    }
    /// Finds out before a run whether what the cell reads is there, and how long a course is
    /// (absent: it is none). While something is measured, nothing may be read for it.
    [[nodiscard]] virtual Result<std::optional<CourseForecast>> look(const Cell&, bool measuring) {
        static_cast<void>(measuring);
        return std::nullopt;
    }
    /// Answers a question of the window about the experiment beside its runs; returns the fields of
    /// a reply. Reasons: "question_unknown" {query, accepted}, and the implementation's own.
    [[nodiscard]] virtual Result<Json> answer(std::string_view query, const Json& args) {
        static_cast<void>(args);
        return fail("question_unknown",
                    {{"query", std::string(query)}, {"accepted", Json::array()}});
    }
    /// The one place that knows the exceptions of the libraries in use.
    [[nodiscard]] virtual Failure describe(const std::exception_ptr& error) = 0;
    /// Called between cases: give cached memory back.
    virtual void release() {}
};

}  // namespace duelo
