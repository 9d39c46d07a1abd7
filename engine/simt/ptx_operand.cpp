// SPDX-License-Identifier: Apache-2.0
// The operands of an instruction as rows of its function.
#include <charconv>

#include "simt/ptx_function.h"
#include "simt/ptx_opcode.h"

namespace duelo::simt::ptx {

namespace {

constexpr std::uint16_t kFirstConstant = 0x8000, kFirstSpecial = 0xc000;
constexpr std::size_t kConstantLimit = 0x3fff;

}  // namespace

FunctionReader::Operand FunctionReader::readOperand(Instruction& made) {
    Operand operand;
    if (m_tokens.accept("[")) {
        operand.memory = true;
        readAddress(operand);
        return operand;
    }
    if (m_tokens.accept("{")) {
        do operand.rows.push_back(readRow());
        while (m_tokens.accept(",") && operand.rows.size() < kMostOperands);
        m_tokens.expect("}");
        return operand;
    }
    if (m_tokens.accept("!")) made.not_source = true;
    if (m_tokens.at("%clock") || m_tokens.at("%clock64") || m_tokens.at("%clock_hi") ||
        m_tokens.at("%globaltimer") || m_tokens.at("%globaltimer_lo")) {
        static_cast<void>(m_tokens.take());
        if (made.op != Op::Mov) m_tokens.fail();
        made.op = Op::Clock;
        return operand;
    }
    operand.rows.push_back(readRow());
    // Two results: "%r1|%p1".
    if (m_tokens.accept("|")) operand.rows.push_back(readRow());
    return operand;
}

/// Reads what stands behind "[".
void FunctionReader::readAddress(Operand& operand) {
    if (const auto number = m_tokens.acceptNumber()) {
        operand.rows.push_back(constant(*number));
    } else {
        const std::string_view name = m_tokens.take();
        if (const Piece* piece = pieceCalled(name)) {
            operand.rows.push_back(constant(piece->offset));
        } else if (const auto local = m_local.find(name); local != m_local.end()) {
            operand.rows.push_back(special(Special::LocalBase));
            operand.offset = local->second;
        } else {
            operand.rows.push_back(rowOf(name));
        }
        if (m_tokens.accept("+"))
            operand.offset += m_tokens.takeInteger();
        else if (m_tokens.at("-"))
            operand.offset += m_tokens.takeInteger();
    }
    m_tokens.expect("]");
}

std::uint16_t FunctionReader::readRow() {
    if (const auto number = m_tokens.acceptNumber()) return constant(*number);
    const std::string_view name = m_tokens.take();
    if (name == "_") {
        if (m_sink == kNoRow) m_sink = newRegister();
        return m_sink;
    }
    if (const Piece* piece = pieceCalled(name)) return constant(piece->offset);
    return rowOf(name);
}

const Piece* FunctionReader::pieceCalled(std::string_view name) const {
    for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend(); ++scope)
        if (const auto found = scope->pieces.find(name); found != scope->pieces.end())
            return &found->second;
    return nullptr;
}

std::uint16_t FunctionReader::rowOf(std::string_view name) {
    const std::size_t letters = name.find_last_not_of("0123456789") + 1;
    const std::string_view base = name.substr(0, letters), digits = name.substr(letters);
    std::uint32_t number = 0;
    if (!digits.empty())
        static_cast<void>(std::from_chars(digits.data(), digits.data() + digits.size(), number));
    for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend(); ++scope) {
        const auto& known = scope->registers;
        if (const auto one = known.find(name); one != known.end() && one->second.count == 0)
            return one->second.first;
        const auto range = known.find(base);
        if (range != known.end() && !digits.empty() && number < range->second.count)
            return static_cast<std::uint16_t>(range->second.first + number);
    }
    if (const auto known = specialCalled(name)) return special(*known);
    if (const auto local = m_local.find(name); local != m_local.end()) {
        if (local->second == 0) return special(Special::LocalBase);
        // Its place in the call's memory is known only when it runs.
        const std::uint16_t to = newRegister();
        Instruction sum{.op = Op::Add,
                        .type = Type::U64,
                        .results = 1,
                        .sources = 2,
                        .place = m_place,
                        .name = m_all.nameOf("add.u64")};
        sum.rows = {to, special(Special::LocalBase), constant(local->second)};
        m_made.code.push_back(sum);
        return to;
    }
    const auto variable = m_all.variables.find(name);
    if (variable == m_all.variables.end()) m_tokens.fail();
    return constant(m_all.module.variables[variable->second].address);
}

std::uint16_t FunctionReader::constant(std::uint64_t bits) {
    const auto known = m_constants.find(bits);
    if (known != m_constants.end()) return known->second;
    if (m_made.constants.size() >= kConstantLimit) throw TooLarge{};
    const auto row = static_cast<std::uint16_t>(kFirstConstant + m_made.constants.size());
    m_made.constants.push_back(bits);
    m_constants.emplace(bits, row);
    return row;
}

std::uint16_t FunctionReader::special(Special special) {
    std::size_t at = 0;
    while (at < m_made.specials.size() && m_made.specials[at] != special) ++at;
    if (at == m_made.specials.size()) m_made.specials.push_back(special);
    return static_cast<std::uint16_t>(kFirstSpecial + at);
}

std::uint16_t FunctionReader::newRegister() {
    if (m_made.registers >= 0x7000) throw TooLarge{};
    return static_cast<std::uint16_t>(m_made.registers++);
}

std::uint32_t FunctionReader::labelCalled(std::string_view name) {
    const auto [at, added] =
        m_labels.emplace(std::string(name), static_cast<std::uint32_t>(m_targets.size()));
    if (added) m_targets.push_back(-1);
    return at->second;
}

}  // namespace duelo::simt::ptx
