// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/bf16.h"

#include <optional>

#if defined(DUELO_WIDE_KERNELS) && defined(__linux__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace duelo {

namespace {

#ifdef DUELO_WIDE_KERNELS
#ifdef __linux__
/// Linux lends the tiles' state to a process that has asked for it (Documentation/arch/x86/xstate).
bool hasTiles() {
    constexpr unsigned kBf16Tiles = 1U << 22, kTiles = 1U << 24;  // of leaf 7, in edx
    constexpr long kAskForState = 0x1023, kTileData = 18;
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return false;
    return (d & kBf16Tiles) != 0 && (d & kTiles) != 0 &&
           ::syscall(SYS_arch_prctl, kAskForState, kTileData) == 0;
}
#endif

std::optional<Bf16Kernel> widestBf16() {
    __builtin_cpu_init();
#ifdef __linux__
    if (hasTiles()) return Bf16Kernel{"amx-bf16", kAmxRoundFlop, bf16Amx};
#endif
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bf16"))
        return Bf16Kernel{"avx512-bf16", kAvx512RoundFlop, bf16Avx512};
    return std::nullopt;
}
#else
std::optional<Bf16Kernel> widestBf16() {
    return std::nullopt;
}
#endif

}  // namespace

const Bf16Kernel* bf16Kernel() {
    static const std::optional<Bf16Kernel> kernel = widestBf16();
    return kernel ? &*kernel : nullptr;
}

}  // namespace duelo
