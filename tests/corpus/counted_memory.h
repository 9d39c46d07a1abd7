// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Counts all that C++ code allocates, to hold readers to their bound. It replaces operator
/// new, so exactly one source of a program includes it.
namespace duelo::test {

/// R-18; sound files take a hundredth of it.
inline constexpr std::int64_t kMemoryBound = 200 * 1000 * 1000;

inline std::atomic<std::int64_t> allocated_bytes{0};
inline std::atomic<std::int64_t> peak_bytes{0};

inline void countMemory(std::int64_t bytes) {
    const std::int64_t now = allocated_bytes += bytes;
    std::int64_t peak = peak_bytes;
    while (now > peak && !peak_bytes.compare_exchange_weak(peak, now)) {
    }
}

/// The most that was allocated at once since this began; 0 where the C library does not tell.
class PeakMemory {
public:
    PeakMemory() : m_before(allocated_bytes) { peak_bytes = m_before; }
    [[nodiscard]] std::int64_t bytes() const { return peak_bytes - m_before; }

private:
    std::int64_t m_before;
};

}  // namespace duelo::test

#ifdef __GLIBC__
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    void* const memory = std::malloc(bytes);
    if (memory != nullptr)
        duelo::test::countMemory(static_cast<std::int64_t>(malloc_usable_size(memory)));
    return memory;
}
void* operator new(std::size_t bytes) {
    void* const memory = operator new(bytes, std::nothrow);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
void operator delete(void* memory) noexcept {
    if (memory != nullptr)
        duelo::test::countMemory(-static_cast<std::int64_t>(malloc_usable_size(memory)));
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    operator delete(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
    operator delete(memory);
}
#endif
