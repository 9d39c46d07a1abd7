// SPDX-License-Identifier: Apache-2.0
#include "simt/warp_trace.h"

#include <algorithm>
#include <bit>

namespace duelo::simt {

namespace {

constexpr std::uint32_t kSectorWords = 8;  // 32 bytes
constexpr std::uint32_t kBanks = 32;       // of shared memory, a word wide each
constexpr std::int64_t kWordBytes = 4;

/// The words of the lanes that take part, without repetition.
class Distinct {
public:
    void add(std::uint32_t value) {
        const auto end = m_values.begin() + m_count;
        if (std::find(m_values.begin(), end, value) == end) m_values[m_count++] = value;
    }
    [[nodiscard]] unsigned count() const { return m_count; }
    [[nodiscard]] auto begin() const { return m_values.begin(); }
    [[nodiscard]] auto end() const { return m_values.begin() + m_count; }

private:
    std::array<std::uint32_t, kWarpThreads * 4> m_values;
    unsigned m_count = 0;
};

}  // namespace

void WarpTrace::beginLane(unsigned lane) {
    m_lane = lane;
    for (Place& place : m_places) place.next = 0;
}

WarpTrace::Place& WarpTrace::placeOf(Event event, const std::source_location& where,
                                     unsigned words) {
    const std::size_t count = m_places.size();
    for (std::size_t tried = 1; tried <= count; ++tried) {
        const std::size_t at = (m_last + tried) % count;
        Place& place = m_places[at];
        if (place.line == where.line() && place.column == where.column() && place.event == event &&
            place.words == words && place.file == where.file_name()) {
            m_last = at;
            return place;
        }
    }
    m_last = count;
    return m_places.emplace_back(
        Place{event, where.file_name(), where.line(), where.column(), words});
}

void WarpTrace::add(Event event, const std::source_location& where, std::uint32_t word,
                    unsigned words) {
    Place& place = placeOf(event, where, words);
    if (place.next == place.times.size()) place.times.emplace_back();
    Together& together = place.times[place.next++];
    place.used = std::max(place.used, place.next);
    together.lanes |= 1U << m_lane;
    together.words[m_lane] = word;
}

Counters WarpTrace::endWarp() {
    Counters counters;
    for (Place& place : m_places) {
        for (std::size_t i = 0; i < place.used; ++i) {
            count(place, place.times[i], counters);
            place.times[i].lanes = 0;
        }
        place.used = 0;
    }
    return counters;
}

void WarpTrace::clear() {
    m_places.clear();
    m_last = 0;
}

void WarpTrace::count(const Place& place, const Together& together, Counters& counters) {
    const auto eachLane = [&](unsigned from, unsigned to, const auto& use) {
        for (unsigned lane = from; lane < to; ++lane)
            if ((together.lanes >> lane & 1) != 0) use(together.words[lane]);
    };
    if (place.event == Event::Branch) {
        Distinct outcomes;
        eachLane(0, kWarpThreads, [&](std::uint32_t outcome) { outcomes.add(outcome); });
        ++counters.branches;
        counters.diverging_branches += outcomes.count() > 1;
        return;
    }
    const bool global = place.event == Event::GlobalLoad || place.event == Event::GlobalStore;
    if (global) {
        Distinct sectors, words;
        eachLane(0, kWarpThreads, [&](std::uint32_t word) {
            sectors.add(word / kSectorWords);  // 16 bytes at most, aligned: never two
            words.add(word);
        });
        ++counters.global_requests;
        counters.sectors += sectors.count();
        counters.least_sectors += (words.count() * place.words + kSectorWords - 1) / kSectorWords;
        const std::int64_t bytes = kWordBytes * place.words * std::popcount(together.lanes);
        (place.event == Event::GlobalLoad ? counters.loaded_bytes : counters.stored_bytes) += bytes;
        return;
    }
    // 16 bytes for each thread are served for 8 threads at a time, 4 bytes for all of them.
    ++counters.shared_requests;
    const unsigned share = kWarpThreads / place.words;
    for (unsigned from = 0; from < kWarpThreads; from += share) {
        Distinct words;
        eachLane(from, from + share, [&](std::uint32_t first) {
            for (unsigned i = 0; i < place.words; ++i) words.add(first + i);
        });
        std::array<int, kBanks> turns{};
        for (const std::uint32_t word : words) ++turns[word % kBanks];
        counters.bank_conflicts += std::max(0, *std::ranges::max_element(turns) - 1);
    }
}

}  // namespace duelo::simt
