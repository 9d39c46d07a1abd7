// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <type_traits>

#include "simt/block_threads.h"
#include "simt/kernel_types.h"

namespace duelo::simt {

/// A GPU in words: it runs the texts of resources/kernels on the host, thread for thread, and
/// counts what a GPU would have had to do. It is slow, and its time says nothing of a GPU's.
class Emulator {
public:
    explicit Emulator(std::stop_token stop = {}) : m_stop(std::move(stop)) {}

    /// Memory of the device, with nothing in it. It stays where it is as long as the emulator.
    [[nodiscard]] DeviceArray& allocate(std::string name, std::size_t count);
    /// Copies values in; `from` has as many as the array.
    void copyIn(DeviceArray& to, std::span<const float> from);
    [[nodiscard]] std::span<const float> copyOut(const DeviceArray& from);

    /// Runs a kernel for every thread of every block. `name` stands in the reasons, which all name
    /// kernel, line of its text, block and thread: "simt_out_of_bounds", "simt_misaligned",
    /// "simt_unwritten" (read before anything was stored there), "simt_race" {array, index, …},
    /// each also with _shared; "simt_barrier" (not reached by all threads of a block),
    /// "simt_endless"; "simt_stopped". After one of them nothing else may be launched.
    template <typename... Parameters>
    [[nodiscard]] Result<void> launch(std::string name, void (*kernel)(Parameters...), Dim grid,
                                      Dim block, std::type_identity_t<Parameters>... arguments) {
        return run(std::move(name), grid, block, [=] { kernel(arguments...); });
    }

    /// Returns the counts of everything up to now.
    [[nodiscard]] const Counters& counters() const { return m_counters; }

private:
    [[nodiscard]] Result<void> run(std::string name, Dim grid, Dim block,
                                   const std::function<void()>& kernel);
    void countCopy(const DeviceArray& of);

    std::stop_token m_stop;
    std::deque<DeviceArray> m_arrays;
    std::uint32_t m_next_word = 0;
    LaunchWatch m_watch;
    BlockThreads m_threads{m_watch};
    Counters m_counters;
};

}  // namespace duelo::simt
