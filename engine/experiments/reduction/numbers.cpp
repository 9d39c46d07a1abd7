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

SumNumbers numbersToCount(std::int64_t count) {
    constexpr unsigned kByte = 8, kHalf = 16;
    SumNumbers numbers{.bytes = std::vector<std::uint8_t>(static_cast<std::size_t>(count))};
    kernels::Word index = 0;
    for (std::uint8_t& byte : numbers.bytes) {
        const kernels::Word word = kernels::mixed(++index * kernels::kGoldenGamma),
                            pairs = word & (word >> kHalf);
        byte = static_cast<std::uint8_t>(pairs & (pairs >> kByte));
        ++numbers.counts[byte];
    }
    return numbers;
}

bool SumNumbersStore::holds(const SumTask& task) const {
    if (!m_numbers) return false;
    const std::size_t held = task.operation == NumberOperation::Histogram
                                 ? m_numbers->bytes.size()
                                 : m_numbers->x.values().size();
    return held == static_cast<std::size_t>(task.numbers);
}

std::shared_ptr<const SumNumbers> SumNumbersStore::of(const SumTask& task) {
    if (holds(task)) return m_numbers;
    clear();
    m_numbers = std::make_shared<const SumNumbers>(task.operation == NumberOperation::Histogram
                                                       ? numbersToCount(task.numbers)
                                                       : sumNumbers(task.numbers));
    return m_numbers;
}

}  // namespace duelo
