// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "experiments/aligned_floats.h"
#include "experiments/matrix_product/params.h"

namespace duelo {

/// The two factors of a case, n by n, row after row: uniform in [-1, 1), value i of both together
/// from word i of the seed's stream (resources/kernels/splitmix.h).
struct ProductInputs {
    AlignedFloats a, b;
};
[[nodiscard]] ProductInputs productInputs(const ProductCase& work);

/// Keeps the latest, because the variants of a case follow each other. Only the worker thread uses
/// it.
class ProductInputStore {
public:
    [[nodiscard]] std::shared_ptr<const ProductInputs> of(const ProductCase& work);
    [[nodiscard]] bool holds(const ProductCase& work) const { return m_case == work; }
    void clear();

private:
    std::optional<ProductCase> m_case;
    std::shared_ptr<const ProductInputs> m_inputs;
};

/// The largest error of c against the exact product at places that are drawn, as a share of the sum
/// of |a_ik b_kj| there, and its place; the reference is added up in fp64.
struct ProductError {
    double share = 0;
    std::int64_t row = 0, column = 0;
    double found = 0, expected = 0;
};
[[nodiscard]] ProductError productError(const ProductCase& work, const ProductInputs& inputs,
                                        std::span<const float> c);

}  // namespace duelo
