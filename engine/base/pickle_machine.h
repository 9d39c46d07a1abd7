// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/pickle.h"

namespace duelo {

/// The unpickler's stack machine. Every member returns false once `fault` says why not.
class PickleMachine {
public:
    PickleMachine(std::span<const std::byte> bytes, const PickleVocabulary& vocabulary)
        : m_bytes(bytes), m_vocabulary(vocabulary) {}
    bool run();

    Pickle pickle;
    PickleFault fault;

private:
    using Kind = PickleNode::Kind;
    enum class Step { Done, Refused, NotMine };

    bool refuse(std::string_view rule, std::string detail = {});
    Step done(bool ok) { return ok ? Step::Done : Step::Refused; }

    bool take(std::size_t count, std::string_view& text);
    bool takeInteger(std::size_t count, std::uint64_t& value);
    bool takeLine(std::string_view& text);
    bool spend(std::size_t items);

    bool push(Kind kind, std::int64_t integer = 0, std::string_view text = {},
              std::vector<PickleId> items = {});
    bool pushText(std::size_t length_bytes);
    bool pushSigned(std::size_t bytes);
    bool pushLong(std::size_t length_bytes);
    bool pushTuple(std::size_t count);
    bool pushGlobal(std::string_view module, std::string_view name);

    bool pop(PickleId& id);
    bool restore(PickleId id);
    bool popToMark(std::vector<PickleId>& items);
    bool container(Kind kind, PickleNode*& node);
    bool isForeign(PickleId id) const { return pickle[id].kind == Kind::Foreign; }

    bool get(std::uint64_t index);
    bool put(std::uint64_t index);
    bool addItems(Kind kind, bool many);
    bool stackGlobal();
    bool reduce();
    bool newObject(std::size_t arguments);
    bool makeOrderedDict(const std::vector<PickleId>& arguments);
    bool build();
    bool persistent();

    Step scalar(unsigned char opcode);
    Step structure(unsigned char opcode);
    Step memory(unsigned char opcode);
    Step action(unsigned char opcode);

    std::span<const std::byte> m_bytes;
    const PickleVocabulary& m_vocabulary;
    std::size_t m_at = 0;
    std::vector<PickleId> m_stack;
    std::vector<std::size_t> m_marks;
    std::vector<PickleId> m_memo;
    std::size_t m_items = 0;
};

}  // namespace duelo
