// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "experiments/transfer/params.h"
#include "measure/maker.h"

namespace duelo {

/// Makes the copies within the host. Those of a GPU need LibTorch; without it they are skipped.
class TransferMaker : public Maker {
public:
    /// Reasons: "transfer_needs_torch" of a GPU in a build without LibTorch.
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;
};

}  // namespace duelo
