// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace duelo {

using PickleId = std::uint32_t;

/// A value of a pickle. Containers name their items by id, so that a pickle may refer to itself or
/// be nested arbitrarily without any recursion here.
struct PickleNode {
    enum class Kind : std::uint8_t {
        None,
        Bool,        ///< integer is 0 or 1
        Integer,     ///< of at most 8 bytes
        BigInteger,  ///< text: its little-endian bytes
        Real,        ///< only known to be one; state dicts need none
        Text,        ///< text: str or bytes
        Tuple,
        List,
        Dict,        ///< items: key, value, key, value ... in order of insertion
        Global,      ///< text: "module.name", of the known ones
        Call,        ///< text: the Global called; items: its arguments
        Persistent,  ///< items[0]: the id, which PyTorch makes a tuple that describes a storage
        Set,         ///< its items are not kept
        Foreign,     ///< text: the "module.name" that would have made it, or is meant itself;
                     ///< items: as of a Dict, where it is given any
    };
    Kind kind = Kind::None;
    std::int64_t integer = 0;
    std::string_view text;  ///< into the pickle's bytes, Pickle::foreign or static memory
    std::vector<PickleId> items;
};

/// A pickle as a graph of values. It lives no longer than the bytes it was read from.
struct Pickle {
    std::vector<PickleNode> nodes;
    std::set<std::string, std::less<>> foreign;  ///< names that no state dict needs
    PickleId root = 0;
    std::size_t bytes = 0;  ///< up to and with its STOP; more may follow in the same file

    [[nodiscard]] const PickleNode& operator[](PickleId id) const { return nodes[id]; }
    [[nodiscard]] const PickleNode& top() const { return nodes[root]; }
};

/// What one pickle may cost. ResNet152's state dict takes 45,000 opcodes.
inline constexpr std::size_t kMaxPickleOpcodes = 400'000;
inline constexpr std::size_t kMaxPickleDepth = 64;

/// Reads the pickle at the start of `bytes`. A pickle is a program for Python's unpickler; this
/// reader knows only the opcodes that torch.save() writes (protocols 2 to 5) and calls nothing.
/// It understands the names that a state dict needs. What any other name makes becomes one
/// Foreign node, without its arguments and its state (Y-21). Limits bound time and
/// memory.
///
/// Reasons: "weights_pickle" {rule, position}, "weights_truncated_pickle" {}.
[[nodiscard]] Result<Pickle> readPickle(std::span<const std::byte> bytes);

}  // namespace duelo
