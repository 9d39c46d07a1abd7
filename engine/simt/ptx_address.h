// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace duelo::simt::ptx {

/// The layout of an address of 64 bits. Each array of global memory has a slot of its own and
/// begins in the middle of it, so that an index of 32 bits, however wrong, stays with the array
/// that it was meant for.
inline constexpr unsigned kSlotBits = 40;
inline constexpr std::uint64_t kSlotMiddle = std::uint64_t{1} << (kSlotBits - 1);
inline constexpr std::uint64_t kSharedSlot = 1, kLocalSlot = 2, kFirstSlot = 3;
/// The same within shared memory, whose addresses have 32 bits, and for the arrays of a call.
inline constexpr unsigned kPartBits = 22;
inline constexpr std::uint32_t kPartMiddle = 1U << (kPartBits - 1);
inline constexpr std::uint32_t kMostParts = 1U << (32 - kPartBits);

[[nodiscard]] constexpr std::uint64_t slotOf(std::uint64_t address) {
    return address >> kSlotBits;
}
[[nodiscard]] constexpr std::uint64_t arrayAddress(std::uint64_t array) {
    return ((array + kFirstSlot) << kSlotBits) + kSlotMiddle;
}
[[nodiscard]] constexpr std::uint32_t partAddress(std::uint32_t part) {
    return (part << kPartBits) + kPartMiddle;
}

}  // namespace duelo::simt::ptx
