// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "experiments/pi/params.h"
#include "experiments/pi/work.h"
#include "measure/maker.h"

namespace duelo {

/// Makes the loops that compute pi. The arrays need a library; without one such a cell is skipped.
class PiMaker : public Maker {
public:
    /// Reasons: "pi_gpu_needs_torch" of a GPU and "array_needs_torch", in a build without LibTorch,
    /// and those of pinnedCpus().
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;

protected:
    /// Makes the work with arrays; null where there is no array library.
    [[nodiscard]] virtual std::unique_ptr<PiWork> arrays(const PiCase& work, int threads) {
        static_cast<void>(work), static_cast<void>(threads);
        return nullptr;
    }
    [[nodiscard]] virtual bool hasArrays() const { return false; }
};

/// Returns how many bytes the arrays of a call hold at once.
[[nodiscard]] std::int64_t piArrayBytes(const PiCase& work);

}  // namespace duelo
