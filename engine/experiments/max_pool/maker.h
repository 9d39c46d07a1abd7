// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "experiments/max_pool/params.h"
#include "measure/maker.h"

namespace duelo {

/// Makes the poolings of the texts in resources/kernels. LibTorch's needs LibTorch; without it such
/// a cell is skipped.
class PoolMaker : public Maker {
public:
    /// Reasons: "pool_needs_torch" in a build without LibTorch, "pool_library_padding" {padding,
    /// max} of a padding that LibTorch does not have.
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;

protected:
    /// Null where there is no such library.
    [[nodiscard]] virtual std::unique_ptr<Work> library(const PoolCase& work, int threads) {
        static_cast<void>(work), static_cast<void>(threads);
        return nullptr;
    }
    [[nodiscard]] virtual bool hasLibrary() const { return false; }
};

}  // namespace duelo
