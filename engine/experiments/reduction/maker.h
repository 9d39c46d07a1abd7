// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <memory>

#include "experiments/reduction/work.h"
#include "measure/maker.h"

namespace duelo {

/// Makes sums, scans and histograms on threads of the processor. More threads than cores are
/// measured too.
class ReductionMaker : public Maker {
public:
    /// Reasons: those of SumTask::whyNot(), "reduction_needs_torch" in a build without LibTorch.
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;
    void release() override { m_store.clear(); }

protected:
    /// Makes a library's work; null where there is no such library.
    [[nodiscard]] virtual std::unique_ptr<SumWork> library(const SumTask& task) {
        static_cast<void>(task);
        return nullptr;
    }
    [[nodiscard]] virtual bool hasLibrary() const { return false; }
    [[nodiscard]] SumNumbersStore& store() { return m_store; }

private:
    SumNumbersStore m_store;
};

}  // namespace duelo
