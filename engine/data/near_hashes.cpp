// SPDX-License-Identifier: Apache-2.0
#include "data/near_hashes.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <utility>

namespace duelo {

NearHashes::NearHashes(std::span<const std::uint64_t> hashes) : m_positions(hashes.size()) {
    std::iota(m_positions.begin(), m_positions.end(), std::size_t{0});
    std::ranges::stable_sort(m_positions, {}, [&](std::size_t i) { return hashes[i]; });
    std::array<std::size_t, 64> ones{};
    for (std::size_t i = 0; i < m_positions.size(); ++i) {
        const std::uint64_t hash = hashes[m_positions[i]];
        if (!m_hashes.empty() && m_hashes.back() == hash) continue;
        m_hashes.push_back(hash);
        m_starts.push_back(i);
        for (std::size_t bit = 0; bit < ones.size(); ++bit) ones[bit] += hash >> bit & 1U;
    }
    m_starts.push_back(m_positions.size());

    // A bit that is always the same tells nothing; one that is set in half of the hashes, most.
    std::iota(m_bits.begin(), m_bits.end(), std::size_t{0});
    std::ranges::stable_sort(m_bits, std::greater{}, [&](std::size_t bit) {
        return std::min(ones[bit], m_hashes.size() - ones[bit]);
    });
    for (std::size_t t = 0; t < keys; ++t) {
        Table& table = m_tables[t];
        table.starts.assign((std::size_t{1} << key_bits) + 1, 0);
        for (const std::uint64_t hash : m_hashes) ++table.starts[keyOf(hash, t) + 1];
        std::partial_sum(table.starts.begin(), table.starts.end(), table.starts.begin());
        std::vector<std::uint32_t> next = table.starts;
        table.groups.resize(m_hashes.size());
        for (std::size_t group = 0; group < m_hashes.size(); ++group)
            table.groups[next[keyOf(m_hashes[group], t)]++] = static_cast<std::uint32_t>(group);
    }
}

std::uint32_t NearHashes::keyOf(std::uint64_t hash, std::size_t table) const {
    std::uint32_t key = 0;
    for (std::size_t i = 0; i < key_bits; ++i)
        key |= static_cast<std::uint32_t>(hash >> m_bits[i * keys + table] & 1U) << i;
    return key;
}

std::vector<std::uint32_t> NearHashes::groupsNear(std::uint64_t hash) const {
    std::vector<std::uint32_t> found;
    // Equal keys first, then those that differ in one bit.
    for (std::uint32_t flip = 1; flip <= 1U << key_bits; flip <<= 1U) {
        for (std::size_t t = 0; t < keys; ++t) {
            const std::uint32_t key = keyOf(hash, t) ^ flip >> 1U;
            const Table& table = m_tables[t];
            const std::size_t room = max_hash_candidates - found.size();
            const auto first = table.groups.begin() + table.starts[key];
            const auto count =
                std::min<std::size_t>(table.starts[key + 1] - table.starts[key], room);
            found.insert(found.end(), first, first + static_cast<std::ptrdiff_t>(count));
        }
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::vector<std::uint64_t> NearHashes::candidates(std::uint64_t hash) const {
    std::vector<std::uint64_t> hashes;
    for (const std::uint32_t group : groupsNear(hash)) hashes.push_back(m_hashes[group]);
    return hashes;
}

std::vector<std::size_t> NearHashes::closeTo(std::uint64_t hash) const {
    std::vector<std::pair<int, std::size_t>> found;
    for (const std::uint32_t group : groupsNear(hash)) {
        const int bits = std::popcount(hash ^ m_hashes[group]);
        if (bits > near_hash_bits) continue;
        const std::size_t end = std::min(m_starts[group + 1], m_starts[group] + max_near_positions);
        for (std::size_t i = m_starts[group]; i < end; ++i)
            found.emplace_back(bits, m_positions[i]);
    }
    std::ranges::sort(found);
    found.resize(std::min(found.size(), max_near_positions));
    std::vector<std::size_t> positions;
    for (const auto& [bits, position] : found) positions.push_back(position);
    return positions;
}

}  // namespace duelo
