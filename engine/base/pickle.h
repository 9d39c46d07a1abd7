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

#include <tl/expected.hpp>

namespace duelo {

using PickleId = std::uint32_t;
inline constexpr PickleId kNoPickleId = ~PickleId{0};

/// A value of a pickle. Containers name their items by id, so that a pickle may refer to itself or
/// be nested arbitrarily without any recursion here.
struct PickleNode {
    enum class Kind : std::uint8_t {
        None,
        Bool,        ///< integer is 0 or 1
        Integer,     ///< of at most 8 bytes
        BigInteger,  ///< text: its little-endian bytes
        Real,        ///< only known to be one; nobody needs its value
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
    PickleId state = kNoPickleId;  ///< of a Call: what its object was given at last
    std::int64_t integer = 0;
    std::string_view text;  ///< into the pickle's bytes, Pickle::foreign or static memory
    std::vector<PickleId> items;
};

/// A pickle as a graph of values. It lives no longer than the bytes it was read from.
struct Pickle {
    std::vector<PickleNode> nodes;
    std::set<std::string, std::less<>> foreign;  ///< names that the vocabulary lacks
    PickleId root = 0;
    std::size_t bytes = 0;  ///< up to and with its STOP; more may follow in the same file

    [[nodiscard]] const PickleNode& operator[](PickleId id) const { return nodes[id]; }
    [[nodiscard]] const PickleNode& top() const { return nodes[root]; }
};

/// The names that one kind of pickle needs, each as "module.name", and what such a pickle may cost.
struct PickleVocabulary {
    std::span<const std::string_view> callables;
    std::span<const std::string_view> values;  ///< stand in arguments, are never called
    std::size_t most_opcodes = 0;
};

/// The only callable that is carried out: it makes a Dict.
inline constexpr std::string_view kOrderedDictName = "collections.OrderedDict";

/// The rule of PickleFault where bytes are missing.
inline constexpr std::string_view kTruncatedPickle = "truncated";

/// Says which rule a pickle breaks, and at which byte.
struct PickleFault {
    std::string_view rule;
    std::size_t position = 0;
    std::string detail;
};

/// Reads the pickle at the start of `bytes`. A pickle is a program for Python's unpickler; this
/// reader knows the opcodes that Python writes in protocols 2 to 5 and calls nothing. It
/// understands the names of the vocabulary, which must outlive the result. What any other
/// name makes becomes one Foreign node, without its arguments and its state (Y-21). Limits bound
/// time and memory.
[[nodiscard]] tl::expected<Pickle, PickleFault> readPickle(std::span<const std::byte> bytes,
                                                           const PickleVocabulary& vocabulary);

}  // namespace duelo
