// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/dropout_masks.h"

#include <vector>

#include "experiments/training/dropout.h"
#include "tensor/operators.h"

namespace duelo {

void DropoutMasks::make(TensorDevice device) {
    if (m_gpu != nullptr) m_update = ops::zeros({}, TensorOptions(device).dtype(ScalarType::Long));
}

void DropoutMasks::begin(std::uint64_t first, std::int64_t row) {
    m_at_hand = first;
    m_row = row;
    if (m_update.defined() && m_there != first) m_update.fill_(static_cast<std::int64_t>(first));
    m_there.reset();  // what is stopped half-way leaves it anywhere
}

void DropoutMasks::fill(Tensor& factors, std::size_t layer, double probability) const {
    if (m_gpu != nullptr && m_row > 0) {
        // Those of the rows before are drawn too: theirs would be other numbers.
        std::vector<std::int64_t> sizes = factors.sizes().vec();
        sizes.front() += m_row;
        Tensor all = ops::empty(sizes, factors.options());
        m_gpu->dropoutFactors(all, m_update, dropoutDraw(m_seed, layer, probability));
        factors.copy_(all.narrow(0, m_row, factors.size(0)));
    } else if (m_gpu != nullptr)
        m_gpu->dropoutFactors(factors, m_update, dropoutDraw(m_seed, layer, probability));
    else
        dropoutFactors({m_seed, m_at_hand, layer}, probability, factors.data_ptr<float>(),
                       factors.numel(), m_row * (factors.numel() / factors.size(0)));
}

void DropoutMasks::count() {
    if (m_update.defined()) m_update.add_(1);
}

}  // namespace duelo
