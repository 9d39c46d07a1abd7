// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "measure/maker.h"

namespace duelo {

/// Runs programs of a student's own: each call is a process.
class ProgramMaker final : public Maker {
public:
    /// `run`: of the plan.
    explicit ProgramMaker(const Params& run) : m_limit_ms(1e3 * run.real("limit_s", 60)) {}

    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;

private:
    const double m_limit_ms;
};

}  // namespace duelo
