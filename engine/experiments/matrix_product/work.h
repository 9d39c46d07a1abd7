// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "experiments/matrix_product/inputs.h"
#include "experiments/matrix_product/kernels.h"
#include "experiments/pinned_team.h"
#include "experiments/team.h"
#include "measure/device_watch.h"
#include "measure/work.h"

namespace duelo {

/// A call multiplies two matrices that lie in memory.
class ProductWork : public Work {
public:
    /// `store` outlives the work.
    ProductWork(const ProductCase& work, Precision precision, ProductInputStore& store)
        : m_case(work), m_precision(precision), m_store(store) {}

    void setControl(CallControl control) override { m_control = std::move(control); }
    /// Sets the processors that the threads of its calls keep to (pinned_team.h); empty: any.
    void keepTo(std::vector<int> cpus) { m_cpus = std::move(cpus); }
    [[nodiscard]] Result<void> fetch() override;
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    /// Throws WorkFailed "product_wrong" {row, column, found, expected} where c lies farther from
    /// the exact product than rounding can explain (S2-29).
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    /// Makes what the calls write to.
    virtual void makeRoom() = 0;
    /// Throws StepStopped.
    virtual void multiply() = 0;
    /// Returns what reaches each of the threads that share a call.
    [[nodiscard]] virtual EachThread eachThread() { return thisThread(); }
    /// Returns the product of the last call.
    [[nodiscard]] virtual std::span<const float> product() = 0;
    /// Adds what the reader of the figures should know beside them.
    virtual void tell(Output& output) const { static_cast<void>(output); }

    [[nodiscard]] const ProductCase& work() const { return m_case; }
    [[nodiscard]] Precision precision() const { return m_precision; }
    [[nodiscard]] const ProductInputs& inputs() const { return *m_inputs; }
    [[nodiscard]] const CallControl& control() const { return m_control; }

private:
    const ProductCase m_case;
    const Precision m_precision;
    ProductInputStore& m_store;
    CallControl m_control;
    HostWatch m_watch;
    std::vector<int> m_cpus;
    std::shared_ptr<const ProductInputs> m_inputs;
};

/// Multiplies with a text of resources/kernels; the packed one shares its rows out to threads that
/// stay for all calls.
class KernelProduct final : public ProductWork {
public:
    KernelProduct(const ProductCase& work, ProductKernel kernel, int threads,
                  const ProductKernels& kernels, ProductInputStore& store);

protected:
    void makeRoom() override;
    void multiply() override;
    [[nodiscard]] EachThread eachThread() override;
    [[nodiscard]] std::span<const float> product() override { return m_c.values(); }
    void tell(Output& output) const override;

private:
    [[nodiscard]] ProductRows rowsKernel() const;
    void multiplyPacked();
    /// Goes through rows `from` to `to` - 1 in slices, after each of which a cancel is heard.
    template <typename F>
    void inSlices(long from, long to, long slice, bool speaks, const F& rows);

    const ProductKernel m_kernel;
    const int m_threads;
    const ProductKernels& m_kernels;
    AlignedFloats m_c, m_packed, m_space;
    std::unique_ptr<Team> m_team;
};

/// Returns how many bytes a call of it holds beside the two factors: c, and what the packed kernel
/// copies.
[[nodiscard]] std::int64_t productBytes(ProductKernel kernel, std::int64_t n, int threads,
                                        const ProductKernels& kernels);

}  // namespace duelo
