// SPDX-License-Identifier: Apache-2.0
#include "simt/launch_watch.h"

#include <algorithm>
#include <utility>

namespace duelo::simt {

namespace {

thread_local LaunchWatch* t_current = nullptr;

/// The most events between two barriers, more than any kernel here has: a loop with more does not
/// end.
constexpr std::uint64_t kMostEvents = 200'000;

std::string told(const Dim& place) {
    return std::to_string(place.x) + ", " + std::to_string(place.y);
}

/// Returns the place of number `index` in an extent, counting along x first.
Dim placeIn(const Dim& extent, unsigned index) {
    return {index % extent.x, index / extent.x % extent.y, index / (extent.x * extent.y)};
}

}  // namespace

LaunchWatch& LaunchWatch::current() {
    return *t_current;
}

void LaunchWatch::makeCurrent(bool on) {
    t_current = on ? this : nullptr;
}

void LaunchWatch::beginLaunch(std::string kernel, Dim grid, Dim block) {
    m_kernel = std::move(kernel);
    m_grid = grid;
    m_block = block;
    m_launch_block = m_now.block + 1;
    m_trace.clear();
    m_counters = {.launches = 1};
}

void LaunchWatch::beginBlock(Dim place) {
    m_place = place;
    ++m_now.block;
    m_now.interval = 0;
    m_stored.assign(m_block.count(), false);
}

void LaunchWatch::beginThread(unsigned thread) {
    m_now.thread = thread;
    m_events = 0;
    m_trace.beginLane(thread % kWarpThreads);
}

void LaunchWatch::endBlock() {
    ++m_counters.blocks;
    m_counters.threads += static_cast<std::int64_t>(m_stored.size());
    m_counters.idle_threads += std::ranges::count(m_stored, false);
    m_counters.barriers += m_now.interval;
}

Counters LaunchWatch::endLaunch() {
    return std::exchange(m_counters, {});
}

Reason LaunchWatch::reasonAt(const char* code, const Where& where, unsigned thread,
                             Json more) const {
    more["kernel"] = m_kernel;
    more["line"] = where.line();
    more["block"] = told(m_place);
    more["thread"] = told(placeIn(m_block, thread));
    return {code, std::move(more), {}};
}

void LaunchWatch::failAt(const char* code, const Where& where, Json more) const {
    throw KernelFault{reasonAt(code, where, m_now.thread, std::move(more))};
}

Reason LaunchWatch::barrierFault(const Where& where, unsigned missing) const {
    return reasonAt("simt_barrier", where, missing, Json::object());
}

void LaunchWatch::countEvent(const Where& where) {
    if (++m_events > kMostEvents) failAt("simt_endless", where, Json::object());
}

void LaunchWatch::touch(Event event, WordHistory& history, const Word& word, const Where& where) {
    const auto races = [&](const Touch& earlier) {
        if (earlier.block == 0 || earlier.isBy(m_now)) return false;
        if (earlier.block == m_now.block) return earlier.interval == m_now.interval;
        return !word.shared && earlier.block >= m_launch_block;  // no barrier is between blocks
    };
    const auto check = [&](const Touch& earlier) {
        if (!races(earlier)) return;
        failAt(word.shared ? "simt_race_shared" : "simt_race", where,
               {{"array", word.array},
                {"index", word.index},
                {"other_block", told(placeIn(m_grid, earlier.block - m_launch_block))},
                {"other_thread", told(placeIn(m_block, earlier.thread))}});
    };
    check(history.stored);
    if (event == Event::GlobalLoad || event == Event::SharedLoad) {
        if (!history.loaded.isBy(m_now)) history.loaded_before = history.loaded;
        history.loaded = m_now;
        return;
    }
    check(history.loaded);
    check(history.loaded_before);
    history.stored = m_now;
}

void LaunchWatch::touchGlobal(Event event, DeviceArray& array, std::ptrdiff_t index, unsigned words,
                              const Where& where) {
    countEvent(where);
    const auto size = static_cast<std::ptrdiff_t>(array.values.size());
    const auto refuse = [&](const char* code) {
        failAt(code, where, {{"array", array.name}, {"index", index}, {"size", size}});
    };
    if (index < 0 || index + static_cast<std::ptrdiff_t>(words) > size)
        refuse("simt_out_of_bounds");
    if (index % words != 0) refuse("simt_misaligned");
    for (unsigned i = 0; i < words; ++i) {
        WordHistory& history = array.history[static_cast<std::size_t>(index) + i];
        if (event == Event::GlobalLoad && !array.filled && history.stored.block == 0)
            refuse("simt_unwritten");
        touch(event, history, {false, array.name.c_str(), index + i}, where);
    }
    if (event == Event::GlobalStore) m_stored[m_now.thread] = true;
    m_trace.add(event, where, array.first_word + static_cast<std::uint32_t>(index), words);
}

void LaunchWatch::touchShared(Event event, const void* table, Dim extent, std::ptrdiff_t row,
                              std::ptrdiff_t column, unsigned words, const Where& where) {
    countEvent(where);
    const auto columns = static_cast<std::ptrdiff_t>(extent.x);
    const auto refuse = [&](const char* code) {
        failAt(code, where,
               {{"row", row}, {"column", column}, {"rows", extent.y}, {"columns", extent.x}});
    };
    if (row < 0 || row >= static_cast<std::ptrdiff_t>(extent.y) || column < 0 ||
        column + static_cast<std::ptrdiff_t>(words) > columns)
        refuse("simt_out_of_bounds_shared");
    const std::ptrdiff_t first = row * columns + column;
    if (first % words != 0) refuse("simt_misaligned_shared");
    std::vector<WordHistory>& histories = m_shared[table];
    histories.resize(extent.count());
    for (unsigned i = 0; i < words; ++i) {
        WordHistory& history = histories[static_cast<std::size_t>(first) + i];
        if (event == Event::SharedLoad && history.stored.block != m_now.block)
            refuse("simt_unwritten_shared");
        touch(event, history, {true, "", first + i}, where);
    }
    m_trace.add(event, where, static_cast<std::uint32_t>(first), words);
}

bool LaunchWatch::branch(bool outcome, const Where& where) {
    countEvent(where);
    m_trace.add(Event::Branch, where, outcome ? 1 : 0, 1);
    return outcome;
}

void LaunchWatch::barrier(const Where& where) {
    m_suspend(m_owner, where);
}

}  // namespace duelo::simt
