// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace duelo {

/// Bits in which the hashes of near copies may differ.
inline constexpr int near_hash_bits = 6;
/// Hashes that one search compares, and positions that it gives, at most. Only pictures that hardly
/// differ from each other, such as drawings on white, have so many neighbours.
inline constexpr std::size_t max_hash_candidates = 4096;
inline constexpr std::size_t max_near_positions = 256;

/// Finds the hashes that differ from one in near_hash_bits bits or fewer, without comparing it to
/// all of them.
///
/// The 64 bits are dealt out to four keys of 16 bits, those that tell most first. Where two hashes
/// differ in at most 7 bits, one of the keys differs in at most one: so four tables are looked up
/// with the key and with each of its 16 neighbours, and nothing is missed (multi-index hashing:
/// Norouzi, Punjani, Fleet, CVPR 2012). Equal hashes stand in the tables once.
class NearHashes {
public:
    explicit NearHashes(std::span<const std::uint64_t> hashes);

    /// Places in the span of those within near_hash_bits, the nearest first, then in their order.
    [[nodiscard]] std::vector<std::size_t> closeTo(std::uint64_t hash) const;
    /// The different hashes that closeTo() compares, in ascending order.
    [[nodiscard]] std::vector<std::uint64_t> candidates(std::uint64_t hash) const;

private:
    static constexpr std::size_t key_bits = 16;
    static constexpr std::size_t keys = 4;

    /// Groups by key: those of key k are groups[starts[k]] up to groups[starts[k + 1]].
    struct Table {
        std::vector<std::uint32_t> starts;
        std::vector<std::uint32_t> groups;
    };

    [[nodiscard]] std::uint32_t keyOf(std::uint64_t hash, std::size_t table) const;
    [[nodiscard]] std::vector<std::uint32_t> groupsNear(std::uint64_t hash) const;

    std::vector<std::uint64_t> m_hashes;   ///< of the groups, ascending
    std::vector<std::size_t> m_positions;  ///< group after group
    std::vector<std::size_t> m_starts;     ///< of the groups in m_positions, and the end
    std::array<std::size_t, 64> m_bits{};  ///< the bit that tells most first
    std::array<Table, keys> m_tables;
};

}  // namespace duelo
