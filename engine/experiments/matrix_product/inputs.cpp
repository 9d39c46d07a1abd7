// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/inputs.h"

#include <cmath>

#include "resources/kernels/splitmix.h"

namespace duelo {

namespace {

/// Enough that a wrong loop bound or a lost tile shows, and few enough to take no time.
constexpr std::int64_t kCheckedElements = 400;

float uniformOf(kernels::Word word) {
    return static_cast<float>(word >> 40) * 0x1p-23F - 1;
}

}  // namespace

ProductInputs productInputs(const ProductCase& work) {
    const auto count = static_cast<std::size_t>(work.n * work.n);
    ProductInputs inputs{AlignedFloats(count), AlignedFloats(count)};
    kernels::Word index = 0;
    const kernels::Word stream = kernels::mixed(work.seed + kernels::kGoldenGamma);
    for (const AlignedFloats* matrix : {&inputs.a, &inputs.b})
        for (float& value : matrix->values())
            value = uniformOf(kernels::mixed(stream + ++index * kernels::kGoldenGamma));
    return inputs;
}

std::shared_ptr<const ProductInputs> ProductInputStore::of(const ProductCase& work) {
    if (holds(work)) return m_inputs;
    clear();
    m_inputs = std::make_shared<const ProductInputs>(productInputs(work));
    m_case = work;
    return m_inputs;
}

void ProductInputStore::clear() {
    m_case.reset();
    m_inputs.reset();
}

ProductError productError(const ProductCase& work, const ProductInputs& inputs,
                          std::span<const float> c) {
    const auto n = static_cast<std::size_t>(work.n);
    const std::span<const float> a = inputs.a.values(), b = inputs.b.values();
    ProductError worst;
    const auto compare = [&](std::size_t place) {
        const std::size_t i = place / n, j = place % n;
        double sum = 0, size = 0;
        for (std::size_t k = 0; k < n; ++k) {
            const double term = double{a[i * n + k]} * double{b[k * n + j]};
            sum += term;
            size += std::abs(term);
        }
        const double difference = std::abs(double{c[place]} - sum);
        const double share = size > 0 ? difference / size : difference;
        // NaN is the worst error of all.
        if (std::isnan(worst.share) || share <= worst.share) return;
        worst = {.share = share,
                 .row = static_cast<std::int64_t>(i),
                 .column = static_cast<std::int64_t>(j),
                 .found = double{c[place]},
                 .expected = sum};
    };
    const std::int64_t elements = work.n * work.n;
    if (elements <= kCheckedElements) {
        for (std::size_t place = 0; place < c.size(); ++place) compare(place);
        return worst;
    }
    // The last element too: where a size is no multiple of a tile, ends are what goes wrong.
    compare(c.size() - 1);
    for (kernels::Word draw = 1; draw < kCheckedElements; ++draw)
        compare(kernels::mixed(draw * kernels::kGoldenGamma) % c.size());
    return worst;
}

}  // namespace duelo
