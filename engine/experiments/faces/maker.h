// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "experiments/faces/work.h"
#include "measure/maker.h"

namespace duelo {

/// Looks for faces in photographs on the CPU.
class FacesMaker final : public Maker {
public:
    /// Reasons: those of hasCascade() and pinnedCpus().
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    /// Reasons: those of facePhotographSides().
    [[nodiscard]] Result<std::optional<CourseForecast>> look(const Cell& cell,
                                                             bool measuring) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;

private:
    const ShownPhotographs m_shown = std::make_shared<std::set<std::string>>();
};

}  // namespace duelo
