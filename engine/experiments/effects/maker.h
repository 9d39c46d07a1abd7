// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <memory>

#include "measure/maker.h"

namespace duelo {

/// Makes the loops of four effects, on the processor alone.
class EffectsMaker final : public Maker {
public:
    /// Reasons: "effects_stride_too_long" {stride_bytes, data_bytes}.
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;
};

}  // namespace duelo
