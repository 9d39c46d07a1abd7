// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "experiments/max_pool/emulated.h"
#include "experiments/max_pool/params.h"
#include "experiments/max_pool/work.h"
#include "measure/maker.h"

namespace duelo {

/// Returns the student's own kernel of a cell; nothing where it has another.
[[nodiscard]] Result<std::optional<OwnKernel>> ownPoolOf(const Cell& cell);
/// Returns the kernel that it is made of.
[[nodiscard]] PoolKernel basePoolKernel(const OwnKernel& own);

/// Makes the poolings of the texts in resources/kernels. LibTorch's needs LibTorch; without it such
/// a cell is skipped.
class PoolMaker : public Maker {
public:
    static constexpr std::span<const LongQuestion> kApart{kPoolApart};

    /// Reasons: "pool_needs_torch" in a build without LibTorch, "pool_library_padding" {padding,
    /// max} of a padding that the library does not have, those of pinnedCpus(); of a student's own
    /// kernel those of ownShape() and of the one that it is made of.
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;

protected:
    /// Returns the case of a cell, with the numbers of its photograph. Reasons: those of
    /// readPicture() (picture.h).
    [[nodiscard]] Result<PoolCase> caseOf(const Cell& cell);
    /// Does what readPicture() does, or says why not, as picture.h has them.
    [[nodiscard]] virtual Result<void> read(PoolCase&) { return fail("vision_missing"); }
    [[nodiscard]] virtual std::optional<Reason> whyNotRead(const PoolCase&) {
        return Reason{"vision_missing"};
    }
    /// Makes a library's pooling; null where there is no such library.
    [[nodiscard]] virtual std::unique_ptr<PoolWork> library(const PoolCase& work, PoolKernel kernel,
                                                            int threads) {
        static_cast<void>(work), static_cast<void>(kernel), static_cast<void>(threads);
        return nullptr;
    }
    [[nodiscard]] virtual bool hasLibrary() const { return false; }
};

}  // namespace duelo
