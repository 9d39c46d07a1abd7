// SPDX-License-Identifier: Apache-2.0
#include "base/pickle.h"

#include <string>

#include "base/pickle_machine.h"

namespace duelo {

namespace {

/// Opcodes, named as in CPython's Lib/pickle.py.
enum Opcode : unsigned char {
    kMark = '(',
    kStop = '.',
    kPop = '0',
    kPopMark = '1',
    kDup = '2',
    kBinFloat = 'G',
    kBinInt = 'J',
    kBinInt1 = 'K',
    kBinInt2 = 'M',
    kNoneValue = 'N',
    kBinPersId = 'Q',
    kReduce = 'R',
    kBinString = 'T',
    kShortBinString = 'U',
    kBinUnicode = 'X',
    kAppend = 'a',
    kBuild = 'b',
    kGlobal = 'c',
    kAppends = 'e',
    kBinGet = 'h',
    kLongBinGet = 'j',
    kBinPut = 'q',
    kLongBinPut = 'r',
    kSetItem = 's',
    kTuple = 't',
    kSetItems = 'u',
    kEmptyDict = '}',
    kEmptyList = ']',
    kEmptyTuple = ')',
    kEmptySet = 0x8f,
    kAddItems = 0x90,
    kFrozenSet = 0x91,
    kBinBytes = 'B',
    kShortBinBytes = 'C',
    kBinBytes8 = 0x8e,
    kByteArray8 = 0x96,
    kNewObject = 0x81,
    kNewObjectEx = 0x92,
    kProto = 0x80,
    kTuple1 = 0x85,
    kTuple2 = 0x86,
    kTuple3 = 0x87,
    kNewTrue = 0x88,
    kNewFalse = 0x89,
    kLong1 = 0x8a,
    kLong4 = 0x8b,
    kShortBinUnicode = 0x8c,
    kBinUnicode8 = 0x8d,
    kStackGlobal = 0x93,
    kMemoize = 0x94,
    kFrame = 0x95
};

constexpr unsigned char kHighestProtocol = 5;

}  // namespace

PickleMachine::Step PickleMachine::scalar(unsigned char opcode) {
    std::string_view skipped;
    std::uint64_t value = 0;
    switch (opcode) {
        case kNoneValue:
            return done(push(Kind::None));
        case kNewTrue:
            return done(push(Kind::Bool, 1));
        case kNewFalse:
            return done(push(Kind::Bool, 0));
        case kBinInt:
            return done(pushSigned(4));
        case kBinInt1:
        case kBinInt2:
            return done(takeInteger(opcode == kBinInt1 ? 1 : 2, value) &&
                        push(Kind::Integer, static_cast<std::int64_t>(value)));
        case kLong1:
        case kLong4:
            return done(pushLong(opcode == kLong1 ? 1 : 4));
        case kBinFloat:
            return done(take(8, skipped) && push(Kind::Real));
        case kShortBinString:
        case kShortBinUnicode:
        case kShortBinBytes:
            return done(pushText(1));
        case kBinString:
        case kBinUnicode:
        case kBinBytes:
            return done(pushText(4));
        case kBinUnicode8:
        case kBinBytes8:
        case kByteArray8:
            return done(pushText(8));
        default:
            return Step::NotMine;
    }
}

PickleMachine::Step PickleMachine::structure(unsigned char opcode) {
    constexpr std::size_t kDeepest = 64;
    std::vector<PickleId> items;
    switch (opcode) {
        case kMark:
            if (m_marks.size() == kDeepest) return done(refuse("depth_limit"));
            m_marks.push_back(m_stack.size());
            return Step::Done;
        case kEmptyDict:
            return done(push(Kind::Dict));
        case kEmptyList:
            return done(push(Kind::List));
        case kEmptyTuple:
            return done(push(Kind::Tuple));
        case kEmptySet:
            return done(push(Kind::Set));
        case kFrozenSet:
            return done(popToMark(items) && push(Kind::Set));
        case kAddItems:
            return done(addItems(Kind::Set, true));
        case kTuple1:
        case kTuple2:
        case kTuple3:
            return done(pushTuple(opcode - kTuple1 + 1u));
        case kTuple:
            return done(popToMark(items) && push(Kind::Tuple, 0, {}, std::move(items)));
        case kAppend:
        case kAppends:
            return done(addItems(Kind::List, opcode == kAppends));
        case kSetItem:
        case kSetItems:
            return done(addItems(Kind::Dict, opcode == kSetItems));
        default:
            return Step::NotMine;
    }
}

PickleMachine::Step PickleMachine::memory(unsigned char opcode) {
    std::uint64_t index = 0;
    PickleId dropped = 0;
    std::vector<PickleId> items;
    switch (opcode) {
        case kBinGet:
            return done(takeInteger(1, index) && get(index));
        case kLongBinGet:
            return done(takeInteger(4, index) && get(index));
        case kBinPut:
            return done(takeInteger(1, index) && put(index));
        case kLongBinPut:
            return done(takeInteger(4, index) && put(index));
        case kMemoize:
            return done(put(m_memo.size()));
        case kDup:
            return done(pop(dropped) && restore(dropped) && restore(dropped));
        case kPop:
            return done(pop(dropped));
        case kPopMark:
            return done(popToMark(items));
        default:
            return Step::NotMine;
    }
}

PickleMachine::Step PickleMachine::action(unsigned char opcode) {
    std::string_view module;
    std::string_view name;
    std::uint64_t length = 0;
    switch (opcode) {
        case kGlobal:
            return done(takeLine(module) && takeLine(name) && pushGlobal(module, name));
        case kStackGlobal:
            return done(stackGlobal());
        case kReduce:
            return done(reduce());
        case kNewObject:
            return done(newObject(1));
        case kNewObjectEx:
            return done(newObject(2));
        case kBuild:
            return done(build());
        case kBinPersId:
            return done(persistent());
        // A frame only says how far to read ahead; every read is checked by itself.
        case kFrame:
            return done(takeInteger(8, length));
        default:
            return Step::NotMine;
    }
}

bool PickleMachine::run() {
    std::uint64_t opcode = 0;
    std::uint64_t protocol = 0;
    if (!takeInteger(1, opcode) || !takeInteger(1, protocol)) return false;
    if (opcode != kProto || protocol < 2 || protocol > kHighestProtocol) return refuse("protocol");
    for (std::size_t count = 0; count < m_vocabulary.most_opcodes; ++count) {
        if (!takeInteger(1, opcode)) return false;
        if (opcode == kStop) {
            if (!m_marks.empty()) return refuse("open_mark");
            if (!pop(pickle.root)) return false;
            pickle.bytes = m_at;
            return m_stack.empty() || refuse("stack_not_empty");
        }
        const auto code = static_cast<unsigned char>(opcode);
        Step step = scalar(code);
        if (step == Step::NotMine) step = structure(code);
        if (step == Step::NotMine) step = memory(code);
        if (step == Step::NotMine) step = action(code);
        if (step == Step::Refused) return false;
        if (step == Step::NotMine) return refuse("opcode", "opcode " + std::to_string(opcode));
    }
    return refuse("opcode_limit");
}

tl::expected<Pickle, PickleFault> readPickle(std::span<const std::byte> bytes,
                                             const PickleVocabulary& vocabulary) {
    PickleMachine machine(bytes, vocabulary);
    if (!machine.run()) return tl::unexpected(std::move(machine.fault));
    return std::move(machine.pickle);
}

}  // namespace duelo
