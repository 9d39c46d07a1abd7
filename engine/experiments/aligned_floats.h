// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace duelo {

/// Numbers of 32 bits that begin at a cache line, so that no vector of them lies across two. Zeros
/// at first.
template <typename Number>
class AlignedNumbers {
public:
    explicit AlignedNumbers(std::size_t count = 0)
        : m_memory(new Number[count + kLine]()), m_begin(m_memory.get()), m_count(count) {
        const auto past = reinterpret_cast<std::uintptr_t>(m_begin) / sizeof(Number) % kLine;
        if (past != 0) m_begin += kLine - past;
    }

    [[nodiscard]] Number* data() const { return m_begin; }
    [[nodiscard]] std::span<Number> values() const { return {m_begin, m_count}; }

private:
    static constexpr std::size_t kLine = 64 / sizeof(Number);

    std::unique_ptr<Number[]> m_memory;
    Number* m_begin;
    std::size_t m_count;
};

using AlignedFloats = AlignedNumbers<float>;

}  // namespace duelo
