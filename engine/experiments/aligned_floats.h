// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace duelo {

/// Numbers that begin at a cache line, so that no vector of them lies across two. Zeros at first.
class AlignedFloats {
public:
    explicit AlignedFloats(std::size_t count = 0)
        : m_memory(new float[count + kLineFloats]()), m_begin(m_memory.get()), m_count(count) {
        const auto past = reinterpret_cast<std::uintptr_t>(m_begin) / sizeof(float) % kLineFloats;
        if (past != 0) m_begin += kLineFloats - past;
    }

    [[nodiscard]] float* data() const { return m_begin; }
    [[nodiscard]] std::span<float> values() const { return {m_begin, m_count}; }

private:
    static constexpr std::size_t kLineFloats = 16;

    std::unique_ptr<float[]> m_memory;
    float* m_begin;
    std::size_t m_count;
};

}  // namespace duelo
