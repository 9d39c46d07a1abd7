// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <source_location>
#include <string>
#include <vector>

#include "base/result.h"
#include "simt/device_array.h"
#include "simt/warp_trace.h"

namespace duelo::simt {

/// CUDA's dim3.
struct Dim {
    unsigned x = 1, y = 1, z = 1;

    [[nodiscard]] std::size_t count() const { return std::size_t{x} * y * z; }
};

/// A mistake of the kernel's, which ends it.
struct KernelFault {
    Reason reason;
};
/// Another thread has made one: the others end too.
struct KernelStopped {};

/// Follows a kernel's text while it runs: the types of kernel_types.h tell it each step. Throws
/// KernelFault with the reasons of Emulator::launch().
class LaunchWatch {
public:
    using Where = std::source_location;

    /// Returns the watch of the launch that runs on this thread of the host.
    [[nodiscard]] static LaunchWatch& current();

    /// A load or store of `words` neighbours from `index` on.
    void touchGlobal(Event event, DeviceArray& array, std::ptrdiff_t index, unsigned words,
                     const Where& where);
    /// A load or store in a table in shared memory, which is known by its address and has the rows
    /// and columns of `extent`.
    void touchShared(Event event, const void* table, Dim extent, std::ptrdiff_t row,
                     std::ptrdiff_t column, unsigned words, const Where& where);
    /// \returns the outcome.
    bool branch(bool outcome, const Where& where);
    void barrier(const Where& where);

    // For who runs the threads.
    void beginLaunch(std::string kernel, Dim grid, Dim block);
    void beginBlock(Dim place);
    void beginInterval() { ++m_now.interval; }
    /// The thread that speaks from now on, by its number in the block.
    void beginThread(unsigned thread);
    void endWarp() { m_counters += m_trace.endWarp(); }
    void endBlock();
    [[nodiscard]] Counters endLaunch();
    [[nodiscard]] Reason barrierFault(const Where& where, unsigned missing) const;
    [[nodiscard]] unsigned thread() const { return m_now.thread; }
    void makeCurrent(bool on);
    /// Called by barrier(): makes the thread wait there.
    using Suspend = void (*)(void* owner, const Where& where);
    void onBarrier(Suspend suspend, void* owner) { m_suspend = suspend, m_owner = owner; }

private:
    /// A word of memory, to be named where it is at fault.
    struct Word {
        bool shared;
        const char* array;
        std::int64_t index;
    };
    void touch(Event event, WordHistory& history, const Word& word, const Where& where);
    void countEvent(const Where& where);
    [[nodiscard]] Reason reasonAt(const char* code, const Where& where, unsigned thread,
                                  Json more) const;
    [[noreturn]] void failAt(const char* code, const Where& where, Json more) const;

    WarpTrace m_trace;
    Counters m_counters;
    std::string m_kernel;
    Dim m_grid, m_block, m_place;
    Touch m_now;
    std::uint32_t m_launch_block = 0;  ///< the number of the launch's first block
    std::uint64_t m_events = 0;        ///< of the thread, since it last waited
    std::vector<bool> m_stored;        ///< by thread of the block
    std::map<const void*, std::vector<WordHistory>> m_shared;
    Suspend m_suspend = nullptr;
    void* m_owner = nullptr;
};

}  // namespace duelo::simt
