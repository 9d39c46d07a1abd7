// SPDX-License-Identifier: Apache-2.0
#include "simt/ptx_machine.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "simt/block_threads.h"
#include "simt/ptx_address.h"
#include "simt/ptx_warp.h"

namespace duelo::simt::ptx {

namespace {

constexpr std::uint64_t kMostShared = 48 << 10;  // of a block, without asking for more
constexpr std::uint64_t kTurnSteps = 200'000;    // of a warp, before another one goes on

using Warps = std::vector<std::unique_ptr<Warp>>;

/// All that have not ended wait: where all wait at one place, the block goes on.
void passBarrier(Warps& warps, Running& all) {
    std::uint64_t place = 0;
    const Warp* first = nullptr;
    unsigned yes = 0;
    for (const auto& warp : warps)
        if (first == nullptr && warp->waiting() != 0) first = warp.get();
    for (const auto& warp : warps) {
        std::array<std::uint64_t, kLanes> places;
        warp->waitingAt(places);
        const std::size_t number = static_cast<std::size_t>(&warp - warps.data());
        const std::size_t lanes =
            std::min<std::size_t>(all.block.count() - number * kLanes, kLanes);
        for (unsigned lane = 0; lane < lanes; ++lane) {
            if (place == 0) place = places[lane];
            if (places[lane] != 0 && places[lane] == place) continue;
            throw KernelFault{
                warp->reason("simt_barrier", first->waitingLine(), lane, Json::object())};
        }
        yes += static_cast<unsigned>(std::popcount(warp->saidYes()));
    }
    const bool all_of_block = yes == all.block.count();
    for (const auto& warp : warps) warp->leaveBarrier(yes, all_of_block);
    ++all.interval;
}

void runBlock(Warps& warps, Running& all, const std::stop_token& stop, std::uint64_t most) {
    for (const auto& warp : warps) warp->begin();
    for (;;) {
        bool runs = false, waits = false;
        for (std::size_t i = 0; i < warps.size(); ++i) {
            Warp& warp = *warps[all.backwards ? warps.size() - 1 - i : i];
            if (!warp.canRun()) continue;
            warp.run(kTurnSteps);
            runs = runs || warp.canRun();
            if (stop.stop_requested()) throw KernelFault{{"simt_stopped"}};
            if (all.steps > most)
                throw KernelFault{{"simt_too_many_steps", {{"kernel", all.kernel}, {"max", most}}}};
        }
        if (runs) continue;
        for (const auto& warp : warps) waits = waits || warp->waiting() != 0;
        if (!waits) return;
        // Those that have ended are missed by those that wait.
        passBarrier(warps, all);
    }
}

}  // namespace

Machine::Machine(const Module& module, std::string text, Limits limits, std::stop_token stop)
    : m_module(module), m_text(std::move(text)), m_limits(limits), m_stop(std::move(stop)) {
    for (const Variable& variable : module.variables) {
        if (variable.space == Space::Shared) continue;
        const std::size_t number =
            m_memory.add(variable.name, variable.bytes, variable.space, variable.address);
        std::ranges::copy(variable.values, m_memory.array(number).bytes.begin());
        m_slots = std::max(m_slots, slotOf(variable.address) - kFirstSlot + 1);
    }
}

Result<std::uint64_t> Machine::allocate(std::string name, std::uint64_t bytes) {
    if (bytes > m_limits.bytes || m_bytes + bytes > m_limits.bytes)
        return fail("simt_too_large", {{"max", m_limits.bytes >> 20}});
    m_bytes += bytes;
    const std::uint64_t address = arrayAddress(m_slots++);
    const std::size_t number = m_memory.add(std::move(name), bytes, Space::Global, address);
    m_memory.array(number).written.assign(bytes, 0);
    return address;
}

Array& Machine::arrayAt(std::uint64_t address) {
    return m_memory.at(Space::Global, address, 1, 1).array;
}

std::pair<std::uint64_t, std::uint64_t> Machine::variable(std::string_view name) const {
    for (const Variable& variable : m_module.variables)
        if (variable.space != Space::Shared && variable.name == name)
            return {variable.address, variable.bytes};
    return {0, 0};
}

void Machine::copyIn(std::uint64_t to, std::span<const std::uint8_t> from) {
    Array& array = arrayAt(to);
    const std::size_t count = std::min(from.size(), array.bytes.size());
    std::copy_n(from.begin(), count, array.bytes.begin());
    std::fill_n(array.written.begin(), std::min(count, array.written.size()), 1);
    ++m_counters.copies;
    m_counters.copied_bytes += static_cast<std::int64_t>(count);
}

std::span<const std::uint8_t> Machine::copyOut(std::uint64_t from) {
    const Array& array = arrayAt(from);
    ++m_counters.copies;
    m_counters.copied_bytes += static_cast<std::int64_t>(array.bytes.size());
    return array.bytes;
}

std::size_t Machine::firstUnwritten(std::uint64_t of) {
    const Array& array = arrayAt(of);
    return static_cast<std::size_t>(std::ranges::find(array.written, 0) - array.written.begin());
}

Result<std::vector<std::uint8_t>> Machine::passed(const Function& function,
                                                  std::span<const Argument> arguments) {
    const auto refuse = [&] {
        return fail("simt_arguments", {{"kernel", function.name},
                                       {"expected", function.parameters.size()},
                                       {"found", arguments.size()}});
    };
    if (function.parameters.size() != arguments.size()) return refuse();
    std::vector<std::uint8_t> bytes(function.param_bytes);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Piece& piece = function.parameters[i];
        if (piece.bytes != arguments[i].size()) return refuse();
        std::ranges::copy(arguments[i], bytes.begin() + piece.offset);
    }
    return bytes;
}

Result<void> Machine::check(const Function& function, Dim grid, Dim block,
                            std::uint64_t dynamic_bytes) const {
    const std::uint64_t threads = block.count();
    if (threads == 0 || threads > kMostBlockThreads || block.z > 64)
        return fail("simt_block_too_large", {{"threads", threads}, {"max", kMostBlockThreads}});
    const std::uint64_t blocks = grid.count();
    if (blocks == 0 || blocks > m_limits.threads || blocks * threads > m_limits.threads)
        return fail("simt_launch_too_large",
                    {{"blocks", blocks}, {"threads", threads}, {"max", m_limits.threads}});
    std::uint64_t shared = dynamic_bytes;
    for (const Variable& variable : m_module.variables)
        if (variable.space == Space::Shared) shared += variable.bytes;
    if (shared > kMostShared)
        return fail("simt_shared_too_large",
                    {{"kernel", function.name}, {"bytes", shared}, {"max_bytes", kMostShared}});
    const std::uint64_t each =
        (function.rows() * sizeof(std::uint64_t) + function.local_bytes) * threads;
    if (each > m_limits.bytes) return fail("simt_too_large", {{"max", m_limits.bytes >> 20}});
    return {};
}

Result<void> Machine::launch(const std::string& kernel, Dim grid, Dim block,
                             std::span<const Argument> arguments, std::uint64_t dynamic_bytes) {
    const Function* function = m_module.kernel(kernel);
    if (function == nullptr) return fail("simt_no_kernel", {{"kernel", kernel}});
    if (auto checked = check(*function, grid, block, dynamic_bytes); !checked) return checked;
    auto given = passed(*function, arguments);
    if (!given) return tl::unexpected(given.error());
    Running all{.module = m_module,
                .memory = m_memory,
                .counters = m_counters,
                .printed = m_printed,
                .kernel = kernel,
                .text = m_text,
                .function = function,
                .grid = grid,
                .block = block,
                .dynamic_bytes = dynamic_bytes,
                .arguments = std::move(*given),
                .backwards = m_backwards,
                .most_steps = m_limits.steps_between_barriers};
    ++m_counters.launches;
    m_memory.beginLaunch();
    Warps warps;
    for (unsigned i = 0; i * kLanes < block.count(); ++i)
        warps.push_back(std::make_unique<Warp>(all, i));
    Result<void> done;
    const auto blocks = static_cast<unsigned>(grid.count());
    for (unsigned i = 0; i < blocks && done; ++i) {
        all.place = Running::placeIn(grid, m_backwards ? blocks - 1 - i : i);
        all.interval = 0;
        all.stored.assign(block.count(), false);
        m_memory.beginBlock(m_module.variables, dynamic_bytes);
        try {
            runBlock(warps, all, m_stop, m_limits.steps);
        } catch (KernelFault& fault) {
            done = tl::unexpected(std::move(fault.reason));
        }
        ++m_counters.blocks;
        m_counters.threads += static_cast<std::int64_t>(block.count());
        m_counters.idle_threads += std::ranges::count(all.stored, false);
        m_counters.barriers += all.interval;
    }
    m_steps += all.steps;
    return done;
}

}  // namespace duelo::simt::ptx
