// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "experiments/roofs/sharing.h"
#include "measure/maker.h"

namespace duelo {

/// Makes the works of the roofs; copies are those of `transfer`, of a GPU too. Without LibTorch
/// nothing else of a GPU is there.
class RoofsMaker : public Maker {
public:
    /// `child` starts processes; without it nobody here can start one.
    explicit RoofsMaker(std::unique_ptr<Maker> transfer, MakeInProcess child = {})
        : m_transfer(std::move(transfer)), m_child(std::move(child)) {}

    /// Reasons: "roof_needs_torch" of a GPU's roofs but its copies, "roof_no_bf16" of a processor
    /// without instructions for it, "roof_no_process", and those of transfer.
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;
    void release() override { m_transfer->release(); }

private:
    const std::unique_ptr<Maker> m_transfer;
    const MakeInProcess m_child;
};

}  // namespace duelo
