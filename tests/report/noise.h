// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace duelo::examples {

/// Noise of the same bits everywhere: +-1 % around 1.
class Noise {
public:
    explicit Noise(std::uint64_t seed) : m_state(seed) {}

    double next() {
        m_state = m_state * 6364136223846793005ULL + 1442695040888963407ULL;
        return 1 + (static_cast<double>(m_state >> 40) / (1 << 24) - 0.5) / 50;
    }

private:
    std::uint64_t m_state;
};

}  // namespace duelo::examples
