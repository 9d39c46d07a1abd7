// SPDX-License-Identifier: Apache-2.0
#include "simt/ptx_memory.h"

#include <algorithm>
#include <cstring>

#include "simt/ptx_address.h"

namespace duelo::simt::ptx {

namespace {

constexpr std::uint32_t kSharedMask = 0xffffffffU;

std::int64_t floored(std::int64_t offset, unsigned unit) {
    const auto by = static_cast<std::int64_t>(unit);
    return offset >= 0 ? offset / by : -((-offset + by - 1) / by);
}

}  // namespace

std::size_t Memory::add(std::string name, std::uint64_t bytes, Space space, std::uint64_t address) {
    auto made = std::make_unique<Array>();
    made->name = std::move(name);
    made->space = space;
    made->address = address;
    made->bytes.resize(bytes);
    made->history.resize((bytes + 3) / 4);
    m_global.push_back(std::move(made));
    return m_global.size() - 1;
}

void Memory::beginBlock(std::span<const Variable> variables, std::uint64_t dynamic_bytes) {
    ++m_now.block;
    m_fenced = false;
    m_acquired.clear();
    std::size_t used = 0;
    for (const Variable& variable : variables) {
        if (variable.space != Space::Shared) continue;
        if (used == m_shared.size()) m_shared.push_back(std::make_unique<Array>());
        Array& table = *m_shared[used++];
        table.name = variable.name;
        table.space = Space::Shared;
        table.address = variable.address;
        table.bytes.resize(variable.dynamic ? dynamic_bytes : variable.bytes);
        table.written.assign(table.bytes.size(), 0);
        table.pending.clear();
        // What the block before left is of another block: it needs no new beginning.
        table.history.resize((table.bytes.size() + table.granule - 1) / table.granule);
    }
}

void Memory::act(std::uint32_t interval, std::uint32_t epoch, unsigned thread) {
    m_now.interval = interval;
    m_now.epoch = epoch;
    m_now.thread = static_cast<std::uint16_t>(thread);
}

Array* Memory::sharedAt(std::uint32_t address) {
    const std::uint32_t part = address >> kPartBits;
    for (const auto& table : m_shared)
        if (table->address >> kPartBits == part) return table.get();
    return nullptr;
}

Access Memory::at(Space space, std::uint64_t address, unsigned bytes, unsigned unit) {
    Array* found = nullptr;
    const std::uint64_t slot = slotOf(address);
    if (space == Space::Shared || (space == Space::Generic && slot == kSharedSlot)) {
        address &= kSharedMask;
        found = sharedAt(static_cast<std::uint32_t>(address));
    } else if (slot >= kFirstSlot) {
        for (const auto& one : m_global)
            if (slotOf(one->address) == slot) found = one.get();
    }
    if (found == nullptr) throw MemoryFault{"simt_wild", {{"address", address}}};
    return {*found, static_cast<std::int64_t>(address - found->address), bytes, unit};
}

void Memory::refuse(const char* code, const Access& access, Json more, std::int64_t plus) const {
    const bool shared = access.array.space == Space::Shared;
    more["array"] = access.array.name;
    more["index"] = floored(access.offset + plus, access.unit);
    more["size"] = access.array.bytes.size() / access.unit;
    throw MemoryFault{std::string(code) + (shared ? "_table" : ""), std::move(more)};
}

void Memory::check(const Access& access) {
    const auto size = static_cast<std::int64_t>(access.array.bytes.size());
    if (access.offset < 0 || access.offset + static_cast<std::int64_t>(access.bytes) > size)
        refuse("simt_out_of_bounds", access);
    if (access.offset % static_cast<std::int64_t>(access.bytes) != 0)
        refuse("simt_misaligned", access);
    if (access.unit < access.array.granule) refine(access.array, access.unit);
}

/// Gives each `bytes` a history of their own from now on, which begins as that of all of them.
void Memory::refine(Array& array, unsigned bytes) {
    std::vector<Array::History> finer((array.bytes.size() + bytes - 1) / bytes);
    for (std::size_t i = 0; i < finer.size(); ++i)
        finer[i] = array.history[i * bytes / array.granule];
    array.history = std::move(finer);
    array.granule = bytes;
}

bool Memory::unordered(const Mark& earlier, bool shared) const {
    if (earlier.block == 0) return false;
    if (earlier.block == m_now.block) {
        if (earlier.thread == m_now.thread || earlier.interval != m_now.interval) return false;
        return earlier.thread / 32 != m_now.thread / 32 || earlier.epoch == m_now.epoch;
    }
    return !shared && earlier.block >= m_first_block && !m_acquired.contains(earlier.block);
}

void Memory::checkRace(const Access& access, std::size_t at, const Mark& earlier) const {
    const bool shared = access.array.space == Space::Shared;
    if (!unordered(earlier, shared)) return;
    const auto offset = static_cast<std::int64_t>(at * access.array.granule) - access.offset;
    refuse("simt_race", access,
           {{"other_block_number", earlier.block}, {"other_thread_number", earlier.thread}},
           std::max<std::int64_t>(offset, 0));
}

void Memory::load(const Access& from, std::uint8_t* to) {
    check(from);
    Array& array = from.array;
    const auto first = static_cast<std::size_t>(from.offset);
    for (std::size_t i = first; i < first + from.bytes; ++i) {
        const auto plus = static_cast<std::int64_t>(i - first);
        if (!array.written.empty() && array.written[i] == 0)
            refuse("simt_unwritten", from, Json::object(), plus);
        if (!array.pending.empty() && array.pending[i] != 0)
            refuse("simt_async_early", from, Json::object(), plus);
    }
    for (std::size_t at = first / array.granule; at * array.granule < first + from.bytes; ++at) {
        Array::History& history = array.history[at];
        checkRace(from, at, history.stored);
        if (history.loaded.block != m_now.block || history.loaded.thread != m_now.thread)
            history.loaded_before = history.loaded;
        history.loaded = m_now;
    }
    std::memcpy(to, array.bytes.data() + first, from.bytes);
}

void Memory::store(const Access& to, const std::uint8_t* from) {
    check(to);
    Array& array = to.array;
    if (array.space == Space::Const) refuse("simt_constant", to);
    const auto first = static_cast<std::size_t>(to.offset);
    // Who writes what stands there already changes nothing for anybody.
    const bool same = std::memcmp(array.bytes.data() + first, from, to.bytes) == 0;
    for (std::size_t at = first / array.granule; at * array.granule < first + to.bytes; ++at) {
        Array::History& history = array.history[at];
        if (!same || history.stored.atomic) checkRace(to, at, history.stored);
        if (!same) {
            checkRace(to, at, history.loaded);
            checkRace(to, at, history.loaded_before);
        }
        history.stored = m_now;
    }
    if (!array.written.empty())
        std::fill_n(array.written.begin() + static_cast<std::ptrdiff_t>(first), to.bytes, 1);
    std::memcpy(array.bytes.data() + first, from, to.bytes);
}

std::uint8_t* Memory::atomic(const Access& to) {
    check(to);
    Array& array = to.array;
    if (array.space == Space::Const) refuse("simt_constant", to);
    const auto first = static_cast<std::size_t>(to.offset);
    for (std::size_t i = first; i < first + to.bytes; ++i)
        if (!array.written.empty() && array.written[i] == 0) refuse("simt_unwritten", to);
    for (std::size_t at = first / array.granule; at * array.granule < first + to.bytes; ++at) {
        Array::History& history = array.history[at];
        if (!history.stored.atomic) checkRace(to, at, history.stored);
        checkRace(to, at, history.loaded);
        checkRace(to, at, history.loaded_before);
        history.stored = m_now;
        history.stored.atomic = true;
    }
    if (array.space == Space::Global) {
        if (m_fenced) m_released.insert(m_now.block);
        m_acquired = m_released;
    }
    return array.bytes.data() + first;
}

void Memory::beginCopy(const Access& to) {
    if (to.array.pending.empty()) to.array.pending.assign(to.array.bytes.size(), 0);
    std::fill_n(to.array.pending.begin() + static_cast<std::ptrdiff_t>(to.offset), to.bytes,
                static_cast<std::uint16_t>(m_now.thread + 1));
}

void Memory::endCopy(std::uint64_t shared_address, unsigned bytes) {
    const Access to = at(Space::Shared, shared_address, bytes, bytes);
    if (to.array.pending.empty()) return;
    std::fill_n(to.array.pending.begin() + static_cast<std::ptrdiff_t>(to.offset), bytes,
                std::uint16_t{0});
}

}  // namespace duelo::simt::ptx
