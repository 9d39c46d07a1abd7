// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "experiments/matrix_product/emulated.h"
#include "experiments/matrix_product/work.h"
#include "measure/maker.h"

namespace duelo {

/// Makes the products of the texts in resources/kernels. LibTorch's needs LibTorch; without it such
/// a cell is skipped.
class ProductMaker : public Maker {
public:
    static constexpr std::span<const LongQuestion> kApart{kProductApart};

    /// Reasons: "product_too_large" {n, max} of a kernel that would take too long,
    /// "product_needs_torch" in a build without LibTorch, those of pinnedCpus().
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;
    void release() override { m_store.clear(); }

protected:
    /// Makes a library's product; null where there is no such library.
    [[nodiscard]] virtual std::unique_ptr<ProductWork> library(const ProductCase& work,
                                                               const ProductWay& way) {
        static_cast<void>(work), static_cast<void>(way);
        return nullptr;
    }
    [[nodiscard]] virtual bool hasLibrary() const { return false; }
    [[nodiscard]] ProductInputStore& store() { return m_store; }
    /// Returns the memory that the factors will take: the first cell of a case makes them for all.
    [[nodiscard]] std::int64_t factorBytes(const ProductCase& work) const;

private:
    ProductInputStore m_store;
};

}  // namespace duelo
