// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

// The address sanitizer must be told whenever another stack becomes the thread's. Boost.Context
// would tell it by itself, but only where it was built for that.
#if defined(__SANITIZE_ADDRESS__)
#define DUELO_FIBERS_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DUELO_FIBERS_SANITIZED
#endif
#endif
#ifdef DUELO_FIBERS_SANITIZED
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace duelo::simt::fibers {

struct Stack {
    const void* lowest = nullptr;
    std::size_t bytes = 0;
};

/// The sanitizer's record of a stack that stands still.
struct Fake {
    void* kept = nullptr;
};

#ifdef DUELO_FIBERS_SANITIZED
inline void leave(Fake& own, const Stack& to) {
    __sanitizer_start_switch_fiber(&own.kept, to.lowest, to.bytes);
}
inline void leaveForGood(const Stack& to) {
    __sanitizer_start_switch_fiber(nullptr, to.lowest, to.bytes);
}
/// `from`: filled in with the stack that was left.
inline void arrive(const Fake& own, Stack* from = nullptr) {
    Stack left;
    __sanitizer_finish_switch_fiber(own.kept, &left.lowest, &left.bytes);
    if (from != nullptr) *from = left;
}
/// Clears a stack that is used anew: what ended there left marks.
inline void forget(const Stack& stack) {
    __asan_unpoison_memory_region(stack.lowest, stack.bytes);
}
#else
inline void leave(Fake&, const Stack&) {}
inline void leaveForGood(const Stack&) {}
inline void arrive(const Fake&, Stack* = nullptr) {}
inline void forget(const Stack&) {}
#endif

}  // namespace duelo::simt::fibers
