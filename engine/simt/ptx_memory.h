// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "simt/ptx_module.h"

namespace duelo::simt::ptx {

/// The thread that touched memory, and when: blocks are counted through all launches, and 0 is
/// nobody. `interval` counts the barriers of the block before, `epoch` those of its warp.
struct Mark {
    std::uint32_t block = 0, interval = 0, epoch = 0;
    std::uint16_t thread = 0;
    bool atomic = false;
};

/// An array in global memory, or a table in shared memory.
struct Array {
    struct History {
        Mark stored, loaded, loaded_before;  ///< the latter by two different threads
    };
    std::string name{};
    Space space = Space::Global;
    std::uint64_t address = 0;
    std::vector<std::uint8_t> bytes{};
    std::vector<std::uint8_t> written{};   ///< for each byte; none: all are
    std::vector<std::uint16_t> pending{};  ///< the thread whose copy is under way, from 1
    std::vector<History> history{};
    unsigned granule = 4;  ///< bytes that share one history: as few as anybody has touched alone
};

/// A mistake with memory, before anybody has said where in the text.
struct MemoryFault {
    std::string code;
    Json args;
};

/// One thread's access to some neighbouring bytes.
struct Access {
    Array& array;
    std::int64_t offset;   ///< may be outside
    unsigned bytes, unit;  ///< all, and those of one number
};

/// All of global memory, and the shared memory of the block that runs. Throws MemoryFault: codes
/// simt_out_of_bounds, simt_misaligned, simt_unwritten, simt_race {array, index, …}, each with
/// _table behind it for shared memory, "simt_wild" {address}, "simt_constant" {array},
/// "simt_async_early" {array, index}.
class Memory {
public:
    /// \returns its number. Arrays begin at multiples of 256 bytes.
    std::size_t add(std::string name, std::uint64_t bytes, Space space, std::uint64_t address);
    [[nodiscard]] Array& array(std::size_t number) { return *m_global[number]; }
    [[nodiscard]] std::size_t arrays() const { return m_global.size(); }
    void beginLaunch() { m_first_block = m_now.block + 1; }
    /// Begins a block with the tables of the one before, with nothing in them.
    void beginBlock(std::span<const Variable> variables, std::uint64_t dynamic_bytes);
    /// Sets who acts from now on.
    void act(std::uint32_t interval, std::uint32_t epoch, unsigned thread);

    [[nodiscard]] Access at(Space space, std::uint64_t address, unsigned bytes, unsigned unit);
    void load(const Access& from, std::uint8_t* to);
    void store(const Access& to, const std::uint8_t* from);
    /// Returns the place of a number before a change of it that nobody interrupts.
    [[nodiscard]] std::uint8_t* atomic(const Access& to);
    void beginCopy(const Access& to);
    void endCopy(std::uint64_t shared_address, unsigned bytes);
    /// The thread makes what it wrote known before whatever it does atomically.
    void fence() { m_fenced = true; }
    [[nodiscard]] const Mark& now() const { return m_now; }
    /// The number of the launch's first block.
    [[nodiscard]] std::uint32_t firstBlock() const { return m_first_block; }

private:
    void check(const Access& access);
    void refine(Array& array, unsigned bytes);
    void checkRace(const Access& access, std::size_t at, const Mark& earlier) const;
    [[nodiscard]] bool unordered(const Mark& earlier, bool shared) const;
    [[noreturn]] void refuse(const char* code, const Access& access, Json more = Json::object(),
                             std::int64_t plus = 0) const;
    [[nodiscard]] Array* sharedAt(std::uint32_t address);

    std::vector<std::unique_ptr<Array>> m_global, m_shared;
    Mark m_now;
    std::uint32_t m_first_block = 0;
    bool m_fenced = false;
    std::set<std::uint32_t> m_released, m_acquired;  ///< blocks whose stores are known
};

}  // namespace duelo::simt::ptx
