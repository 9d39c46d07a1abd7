// SPDX-License-Identifier: Apache-2.0
// Loads, stores and atomic operations of the threads of a warp.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "simt/ptx_address.h"
#include "simt/ptx_warp.h"

namespace duelo::simt::ptx {

namespace {

constexpr std::uint64_t kSectorBytes = 32, kBankBytes = 4, kBanks = 32;
constexpr unsigned kMostVector = 4;

std::uint64_t sharedBase() {
    return kSharedSlot << kSlotBits;
}

std::uint64_t numberOf(const std::uint8_t* bytes, unsigned count) {
    std::uint64_t number = 0;
    std::memcpy(&number, bytes, count);
    return number;
}

/// Returns the number of different values among the first `count`.
std::int64_t distinct(std::array<std::uint64_t, kLanes * kMostVector>& values, std::size_t count) {
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(count);
    if (!std::is_sorted(values.begin(), end)) std::sort(values.begin(), end);
    return std::unique(values.begin(), end) - values.begin();
}

template <typename Number>
Number joined(Join join, Number old, Number value) {
    switch (join) {
        case Join::Add:
            if constexpr (std::is_integral_v<Number>)
                return static_cast<Number>(static_cast<std::uint64_t>(old) +
                                           static_cast<std::uint64_t>(value));
            else
                return old + value;
        case Join::Min:
            return std::min(old, value);
        case Join::Max:
            return std::max(old, value);
        case Join::Exch:
            return value;
        default:
            break;
    }
    if constexpr (std::is_integral_v<Number>) {
        if (join == Join::And) return static_cast<Number>(old & value);
        if (join == Join::Or) return static_cast<Number>(old | value);
        if (join == Join::Xor) return static_cast<Number>(old ^ value);
        if (join == Join::Inc) return old >= value ? Number{0} : static_cast<Number>(old + 1);
        if (join == Join::Dec)
            return old == 0 || old > value ? value : static_cast<Number>(old - 1);
    }
    return old;
}

/// Returns what an atomic instruction leaves; nothing where its form is not known.
std::optional<std::uint64_t> changed(const Instruction& of, std::uint64_t old, std::uint64_t value,
                                     std::uint64_t other) {
    if (of.join == Join::None) return std::nullopt;
    if (of.join == Join::Cas) return old == value ? other : old;
    if (of.type == Type::F32)
        return bitsOf(joined(of.join, numberIn<float>(old), numberIn<float>(value)));
    if (of.type == Type::F64)
        return bitsOf(joined(of.join, numberIn<double>(old), numberIn<double>(value)));
    std::optional<std::uint64_t> made;
    asWhole(of.type, [&](auto kind) {
        using Whole = decltype(kind);
        made = bitsOf(joined(of.join, numberIn<Whole>(old), numberIn<Whole>(value)));
    });
    return made;
}

}  // namespace

void Warp::act(const Instruction& of, std::uint32_t lanes) {
    const unsigned first = static_cast<unsigned>(std::countr_zero(lanes));
    switch (of.op) {
        case Op::Nothing:
        case Op::CpCommit:
        case Op::CpAsync:
        case Op::CpWait:
            return copyLater(of, lanes);
        case Op::Ld:
            return load(of, lanes);
        case Op::St:
            return store(of, lanes);
        case Op::Atom:
        case Op::Red:
            return atomically(of, lanes);
        case Op::Cvta:
            return convertAddress(of, lanes);
        case Op::IsSpace:
            return askSpace(of, lanes);
        case Op::Fence:
            return m_all.memory.fence();
        case Op::Clock:
            eachLane(lanes, [&](unsigned lane) {
                row(*m_now.frame, of.rows[0])[lane] =
                    of.type == Type::U64 ? m_steps : m_steps & 0xffffffffU;
            });
            return;
        case Op::ActiveMask:
            eachLane(lanes, [&](unsigned lane) { row(*m_now.frame, of.rows[0])[lane] = lanes; });
            return;
        case Op::Trap:
            fail("simt_trap", first);
        case Op::Unknown:
            break;
        default: {
            const Computed made = compute(of, m_now.frame->rows.data(), lanes);
            if (made.by_zero != 0)
                fail("simt_divides_by_zero", static_cast<unsigned>(std::countr_zero(made.by_zero)));
            if (made.known) return;
        }
    }
    fail("simt_unknown", first, {{"instruction", m_all.module.names[of.name]}});
}

void Warp::transfer(const Instruction& of, std::uint64_t address, unsigned lane,
                    std::uint8_t* bytes, bool stores) {
    const unsigned unit = bytesOf(of.type), all = unit * of.vector;
    if (of.space == Space::Param) {
        std::uint8_t* at = paramAt(*m_now.frame, address, all, lane);
        if (stores)
            std::memcpy(at, bytes, all);
        else
            std::memcpy(bytes, at, all);
        return;
    }
    if (of.space == Space::Local || (of.space == Space::Generic && slotOf(address) == kLocalSlot)) {
        std::uint8_t* at = localAt(address, all, lane, stores);
        if (stores)
            std::memcpy(at, bytes, all);
        else
            std::memcpy(bytes, at, all);
        return;
    }
    const Access access = m_all.memory.at(of.space, address, all, unit);
    speak(lane);
    if (!stores) return m_all.memory.load(access, bytes);
    m_all.memory.store(access, bytes);
    if (access.array.space == Space::Global) m_all.stored[m_first_thread + lane] = true;
}

void Warp::load(const Instruction& of, std::uint32_t lanes) {
    const std::uint64_t* from = row(*m_now.frame, of.rows[of.results]);
    const unsigned unit = bytesOf(of.type);
    const bool signed_one = isSigned(of.type);
    Values addresses{};
    eachLane(lanes, [&](unsigned lane) {
        addresses[lane] = from[lane] + static_cast<std::uint64_t>(of.offset);
    });
    eachLane(lanes, [&](unsigned lane) {
        std::array<std::uint8_t, 8 * kMostVector> bytes{};
        try {
            transfer(of, addresses[lane], lane, bytes.data(), false);
        } catch (MemoryFault& fault) {
            fail(std::move(fault), lane);
        }
        for (unsigned i = 0; i < of.results; ++i) {
            std::uint64_t value = numberOf(bytes.data() + i * unit, unit);
            // A register is wider than what it was loaded from.
            if (signed_one && unit < 4 && (value >> (8 * unit - 1) & 1) != 0)
                value |= 0xffffffffU << (8 * unit) & 0xffffffffU;
            row(*m_now.frame, of.rows[i])[lane] = value;
        }
    });
    if (of.space != Space::Param) count(of, addresses, lanes, false);
}

void Warp::store(const Instruction& of, std::uint32_t lanes) {
    const std::uint64_t* to = row(*m_now.frame, of.rows[0]);
    const unsigned unit = bytesOf(of.type);
    Values addresses{};
    eachLane(lanes, [&](unsigned lane) {
        addresses[lane] = to[lane] + static_cast<std::uint64_t>(of.offset);
    });
    for (unsigned k = 0; k < kLanes; ++k) {
        const unsigned lane = m_all.backwards ? kLanes - 1 - k : k;
        if ((lanes >> lane & 1) == 0) continue;
        std::array<std::uint8_t, 8 * kMostVector> bytes{};
        for (unsigned i = 0; i < of.vector; ++i)
            std::memcpy(bytes.data() + i * unit, row(*m_now.frame, of.rows[1 + i]) + lane, unit);
        try {
            transfer(of, addresses[lane], lane, bytes.data(), true);
        } catch (MemoryFault& fault) {
            fail(std::move(fault), lane);
        }
    }
    if (of.space != Space::Param) count(of, addresses, lanes, true);
}

void Warp::atomically(const Instruction& of, std::uint32_t lanes) {
    const unsigned base = of.results, unit = bytesOf(of.type);
    const std::uint64_t *at = row(*m_now.frame, of.rows[base]),
                        *value = row(*m_now.frame, of.rows[base + 1]),
                        *other = row(*m_now.frame, of.rows[base + (of.sources > 2 ? 2 : 1)]);
    Values addresses{};
    for (unsigned k = 0; k < kLanes; ++k) {
        const unsigned lane = m_all.backwards ? kLanes - 1 - k : k;
        if ((lanes >> lane & 1) == 0) continue;
        addresses[lane] = at[lane] + static_cast<std::uint64_t>(of.offset);
        try {
            const Access access = m_all.memory.at(of.space, addresses[lane], unit, unit);
            speak(lane);
            std::uint8_t* place = m_all.memory.atomic(access);
            const std::uint64_t old = numberOf(place, unit);
            const auto made = changed(of, old, value[lane], other[lane]);
            if (!made) fail("simt_unknown", lane, {{"instruction", m_all.module.names[of.name]}});
            std::memcpy(place, &*made, unit);
            if (of.results > 0) row(*m_now.frame, of.rows[0])[lane] = old;
            if (access.array.space == Space::Global) m_all.stored[m_first_thread + lane] = true;
        } catch (MemoryFault& fault) {
            fail(std::move(fault), lane);
        }
    }
    count(of, addresses, lanes, true);
}

/// One request of the warp, or one for each sort of memory that it meets.
void Warp::count(const Instruction& of, const Values& addresses, std::uint32_t lanes, bool stores) {
    const std::uint64_t bytes = std::uint64_t{bytesOf(of.type)} * of.vector;
    std::uint32_t global = 0, shared = 0;
    eachLane(lanes, [&](unsigned lane) {
        const std::uint64_t slot = slotOf(addresses[lane]);
        if (of.space == Space::Shared || slot == kSharedSlot)
            shared |= 1U << lane;
        else if (of.space != Space::Local && slot >= kFirstSlot)
            global |= 1U << lane;
    });
    std::array<std::uint64_t, kLanes * kMostVector> values;
    Counters& counters = m_all.counters;
    if (global != 0) {
        std::size_t used = 0;
        eachLane(global, [&](unsigned lane) { values[used++] = addresses[lane] / kSectorBytes; });
        ++counters.global_requests;
        counters.sectors += distinct(values, used);
        used = 0;
        eachLane(global, [&](unsigned lane) { values[used++] = addresses[lane]; });
        const auto asked = static_cast<std::uint64_t>(distinct(values, used)) * bytes;
        counters.least_sectors +=
            static_cast<std::int64_t>((asked + kSectorBytes - 1) / kSectorBytes);
        (stores ? counters.stored_bytes : counters.loaded_bytes) +=
            static_cast<std::int64_t>(bytes) * std::popcount(global);
    }
    if (shared == 0) return;
    // 16 bytes for each thread are served for 8 threads at a time, 4 bytes for all of them.
    ++counters.shared_requests;
    const auto words = static_cast<unsigned>(std::max<std::uint64_t>(bytes / kBankBytes, 1));
    const unsigned share = kLanes / words;
    for (unsigned from = 0; from < kLanes; from += share) {
        std::size_t used = 0;
        for (unsigned lane = from; lane < from + share; ++lane)
            for (unsigned i = 0; (shared >> lane & 1) != 0 && i < words; ++i)
                values[used++] = addresses[lane] / kBankBytes + i;
        const std::int64_t different = distinct(values, used);
        std::array<int, kBanks> turns{};
        for (std::int64_t i = 0; i < different; ++i)
            ++turns[values[static_cast<std::size_t>(i)] % kBanks];
        counters.bank_conflicts += std::max(0, *std::ranges::max_element(turns) - 1);
    }
}

std::uint8_t* Warp::paramAt(Frame& frame, std::uint64_t at, unsigned bytes, unsigned lane) const {
    const std::uint64_t size = frame.function->param_bytes;
    if (at > size || bytes > size - at) throw MemoryFault{"simt_wild", {{"address", at}}};
    return frame.params.data() + lane * size + at;
}

/// Returns the place in the arrays of a call, this one's or of one that called it.
std::uint8_t* Warp::localAt(std::uint64_t address, unsigned bytes, unsigned lane, bool stores) {
    const auto place = static_cast<std::uint32_t>(address);
    Frame* frame = m_now.frame;
    while (frame != nullptr && frame->depth != place >> kPartBits) frame = frame->parent;
    if (frame == nullptr) throw MemoryFault{"simt_wild", {{"address", address}}};
    const auto offset = static_cast<std::int64_t>(place) - partAddress(frame->depth);
    const auto size = static_cast<std::int64_t>(frame->function->local_bytes);
    if (offset < 0 || offset + static_cast<std::int64_t>(bytes) > size)
        throw MemoryFault{"simt_out_of_bounds_local", {{"byte", offset}, {"size", size}}};
    if (offset % static_cast<std::int64_t>(bytes) != 0)
        throw MemoryFault{"simt_misaligned_local", {{"byte", offset}}};
    const std::ptrdiff_t at = lane * size + offset;
    const auto written = frame->local_written.begin() + at;
    if (stores)
        std::fill_n(written, bytes, 1);
    else if (std::find(written, written + bytes, 0) != written + bytes)
        throw MemoryFault{"simt_unwritten_local", {{"byte", offset}}};
    return frame->local.data() + at;
}

void Warp::convertAddress(const Instruction& of, std::uint32_t lanes) {
    const std::uint64_t base = of.space == Space::Shared  ? sharedBase()
                               : of.space == Space::Local ? kLocalSlot << kSlotBits
                                                          : 0;
    const std::uint64_t* from = row(*m_now.frame, of.rows[1]);
    std::uint64_t* to = row(*m_now.frame, of.rows[0]);
    eachLane(lanes, [&](unsigned lane) {
        to[lane] = of.flags.to ? from[lane] - base : from[lane] + base;
    });
}

void Warp::askSpace(const Instruction& of, std::uint32_t lanes) {
    eachLane(lanes, [&](unsigned lane) {
        const std::uint64_t slot = slotOf(row(*m_now.frame, of.rows[1])[lane]);
        const bool yes = of.space == Space::Shared  ? slot == kSharedSlot
                         : of.space == Space::Local ? slot == kLocalSlot
                                                    : slot >= kFirstSlot;
        row(*m_now.frame, of.rows[0])[lane] = yes ? 1 : 0;
    });
}

/// Copies that go on while the thread does something else: what they bring is there at once, but
/// who reads it before waiting for it is told so.
void Warp::copyLater(const Instruction& of, std::uint32_t lanes) {
    if (of.op == Op::Nothing) return;
    if (of.op == Op::CpWait) return waitForCopies(of, lanes);
    eachLane(lanes, [&](unsigned lane) {
        auto& groups = m_copies[lane];
        if (groups.empty()) groups.emplace_back();
        if (of.op == Op::CpCommit) {
            groups.emplace_back();
            return;
        }
        const auto number = [&](unsigned i) { return row(*m_now.frame, of.rows[i])[lane]; };
        const std::uint64_t to = number(0) + static_cast<std::uint64_t>(of.offset);
        const std::uint64_t from =
            number(1) +
            static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(of.target)});
        const auto bytes = static_cast<unsigned>(number(2) & 0xffU);
        const auto taken = of.sources > 3 ? static_cast<unsigned>(number(3)) : bytes;
        if ((bytes != 4 && bytes != 8 && bytes != 16) || taken > bytes)
            fail("simt_unknown", lane, {{"instruction", m_all.module.names[of.name]}});
        std::array<std::uint8_t, 16> values{};
        try {
            speak(lane);
            // Fewer than all: the rest becomes 0.
            if (taken > 0)
                m_all.memory.load(m_all.memory.at(Space::Global, from, taken, std::min(taken, 4U)),
                                  values.data());
            const Access shared = m_all.memory.at(Space::Shared, to, bytes, 4);
            m_all.memory.store(shared, values.data());
            m_all.memory.beginCopy(shared);
            groups.back().push_back({to, bytes, lane});
        } catch (MemoryFault& fault) {
            fail(std::move(fault), lane);
        }
    });
    if (of.op == Op::CpCommit) return;
    Values addresses{};
    Instruction as = of;
    as.type = Type::B32;
    as.vector = static_cast<std::uint8_t>((row(*m_now.frame, of.rows[2])[0] & 0xffU) / 4);
    as.space = Space::Global;
    eachLane(lanes, [&](unsigned lane) { addresses[lane] = row(*m_now.frame, of.rows[1])[lane]; });
    count(as, addresses, lanes, false);
    as.space = Space::Shared;
    eachLane(lanes, [&](unsigned lane) { addresses[lane] = row(*m_now.frame, of.rows[0])[lane]; });
    count(as, addresses, lanes, true);
}

void Warp::waitForCopies(const Instruction& of, std::uint32_t lanes) {
    eachLane(lanes, [&](unsigned lane) {
        auto& groups = m_copies[lane];
        // The last group is still open: only wait_all waits for it too.
        std::size_t done = groups.size();
        if (of.kind != Kind::WaitAll) {
            const std::uint64_t left = row(*m_now.frame, of.rows[0])[lane] + 1;
            done = done > left ? done - static_cast<std::size_t>(left) : 0;
        }
        for (std::size_t i = 0; i < done; ++i)
            for (const Copy& copy : groups[i]) m_all.memory.endCopy(copy.address, copy.bytes);
        groups.erase(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(done));
    });
}

}  // namespace duelo::simt::ptx
