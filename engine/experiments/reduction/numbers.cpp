// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/numbers.h"

#include <utility>

#include "resources/kernels/splitmix.h"

namespace duelo {

SumNumbers sumNumbers(std::int64_t count) {
    constexpr int kDroppedBits = 41;  // 23 are left
    SumNumbers numbers{AlignedFloats(static_cast<std::size_t>(count))};
    kernels::Word index = 0;
    for (float& value : numbers.x.values()) {
        const kernels::Word word = kernels::mixed(++index * kernels::kGoldenGamma);
        value = static_cast<float>((word >> kDroppedBits) + 1) * 0x1p-23F;
        numbers.exact += static_cast<double>(value);
    }
    return numbers;
}

bool SumNumbersStore::holds(std::int64_t count) const {
    return m_numbers && m_numbers->x.values().size() == static_cast<std::size_t>(count);
}

std::shared_ptr<const SumNumbers> SumNumbersStore::of(std::int64_t count) {
    if (holds(count)) return m_numbers;
    clear();
    m_numbers = std::make_shared<const SumNumbers>(sumNumbers(count));
    return m_numbers;
}

}  // namespace duelo
