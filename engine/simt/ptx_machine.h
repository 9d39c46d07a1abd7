// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/counters.h"
#include "simt/launch_watch.h"
#include "simt/ptx_memory.h"
#include "simt/ptx_module.h"

namespace duelo::simt::ptx {

/// Limits what a kernel may cost here.
struct Limits {
    std::uint64_t steps = 2'000'000'000;               ///< of warps, in a launch
    std::uint64_t steps_between_barriers = 4'000'000;  ///< of one warp
    std::uint64_t threads = std::uint64_t{1} << 24;    ///< of a launch
    std::uint64_t bytes = std::uint64_t{1} << 30;      ///< of all arrays
};

/// A value that a kernel is called with: its bytes.
using Argument = std::vector<std::uint8_t>;
template <typename Value>
[[nodiscard]] Argument argument(Value value) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
    return {bytes, bytes + sizeof value};
}

/// A GPU for texts that CUDA's compiler has made into PTX: every thread of every block, one
/// instruction after the other. It counts what Emulator counts, but that a branch is every
/// conditional one that a warp comes to, those of loops too.
class Machine {
public:
    /// `text`: the name of the student's file, whose lines are told.
    Machine(const Module& module, std::string text, Limits limits = {}, std::stop_token stop = {});

    /// \returns its address. Nothing is in it.
    [[nodiscard]] Result<std::uint64_t> allocate(std::string name, std::uint64_t bytes);
    /// Returns the address of a variable of the text that is not in shared memory, and its bytes; 0
    /// where there is none of that name.
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> variable(std::string_view name) const;
    void copyIn(std::uint64_t to, std::span<const std::uint8_t> from);
    [[nodiscard]] std::span<const std::uint8_t> copyOut(std::uint64_t from);
    /// The first of its bytes that nobody has written; its size where there is none.
    [[nodiscard]] std::size_t firstUnwritten(std::uint64_t of);

    /// Blocks, warps and threads begin with the last.
    void goBackwards(bool on) { m_backwards = on; }
    /// Runs a kernel. Reasons: as Emulator::launch() in what concerns memory, races and barriers
    /// (of shared memory with _table instead of _shared, {array, index, size}), and "simt_wild",
    /// "simt_constant", "simt_async_early", "simt_endless_steps" {steps}, "simt_unknown"
    /// {instruction}, "simt_divides_by_zero", "simt_shuffle_ended", "simt_warp_alone",
    /// "simt_warp_incomplete", "simt_not_in_mask", "simt_too_deep", "simt_trap", "simt_assert",
    /// "simt_*_local" of arrays of one thread; without a line "simt_no_kernel" {kernel},
    /// "simt_arguments" {kernel, expected, found}, "simt_block_too_large" {threads, max},
    /// "simt_too_large" {max}, "simt_shared_too_large" {kernel, bytes, max_bytes},
    /// "simt_too_many_steps" {max}, "simt_stopped".
    [[nodiscard]] Result<void> launch(const std::string& kernel, Dim grid, Dim block,
                                      std::span<const Argument> arguments,
                                      std::uint64_t dynamic_bytes = 0);

    [[nodiscard]] const Counters& counters() const { return m_counters; }
    [[nodiscard]] const std::string& printed() const { return m_printed; }
    /// Instructions of warps, each for up to 32 threads.
    [[nodiscard]] std::uint64_t steps() const { return m_steps; }

private:
    [[nodiscard]] Array& arrayAt(std::uint64_t address);
    [[nodiscard]] Result<std::vector<std::uint8_t>> passed(const Function& function,
                                                           std::span<const Argument> arguments);
    [[nodiscard]] Result<void> check(const Function& function, Dim grid, Dim block,
                                     std::uint64_t dynamic_bytes) const;

    const Module& m_module;
    std::string m_text;
    Limits m_limits;
    std::stop_token m_stop;
    Memory m_memory;
    Counters m_counters;
    std::string m_printed;
    std::uint64_t m_steps = 0, m_bytes = 0, m_slots = 0;
    bool m_backwards = false;
};

}  // namespace duelo::simt::ptx
