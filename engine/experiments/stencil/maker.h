// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <memory>

#include "measure/maker.h"

namespace duelo {

/// Makes plates on threads of the processor. More threads than cores are measured too.
class StencilMaker final : public Maker {
public:
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;
};

}  // namespace duelo
