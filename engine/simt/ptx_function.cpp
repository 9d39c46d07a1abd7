// SPDX-License-Identifier: Apache-2.0
#include "simt/ptx_function.h"

#include <algorithm>
#include <charconv>

#include "simt/ptx_opcode.h"

namespace duelo::simt::ptx {

namespace {

// Until all of a function is read, rows from here on are of constants, and of special numbers.
constexpr std::uint16_t kConstantRows = 0x8000, kSpecialRows = 0xc000;
constexpr std::size_t kMostRegisters = 0x7000, kMostConstants = 0x3fff, kMostSpecials = 0x100;
constexpr std::size_t kMostCode = 1 << 20, kMostScopes = 64, kMostParams = 1 << 16;
constexpr std::uint32_t kMostLocal = 1 << 20;

std::uint32_t aligned(std::uint64_t offset, std::uint64_t to) {
    return static_cast<std::uint32_t>((offset + to - 1) / to * to);
}

struct Counts {
    unsigned results, least, most;  ///< of the sources
};

/// Returns the number of operands of an instruction.
Counts operandsOf(const Instruction& made) {
    switch (made.op) {
        case Op::Add:
        case Op::Sub:
        case Op::Mul:
        case Op::Mul24:
        case Op::Div:
        case Op::Rem:
        case Op::Min:
        case Op::Max:
        case Op::And:
        case Op::Or:
        case Op::Xor:
        case Op::Shl:
        case Op::Shr:
        case Op::Copysign:
        case Op::Match:
        case Op::Redux:
        case Op::Vote:
            return {1, 2, 2};
        case Op::Mad:
        case Op::Fma:
        case Op::Shf:
        case Op::Bfe:
        case Op::Prmt:
        case Op::Sad:
        case Op::Selp:
            return {1, 3, 3};
        case Op::Set:
        case Op::Setp:
            return {1, 2, 3};
        case Op::Bfi:
        case Op::Shfl:
            return {1, 4, 4};
        case Op::Lop3:
            return {1, 4, 4};
        case Op::Abs:
        case Op::Neg:
        case Op::Not:
        case Op::Cnot:
        case Op::Bfind:
        case Op::Brev:
        case Op::Clz:
        case Op::Popc:
        case Op::Cvta:
        case Op::Sqrt:
        case Op::Rsqrt:
        case Op::Rcp:
        case Op::Sin:
        case Op::Cos:
        case Op::Ex2:
        case Op::Lg2:
        case Op::Tanh:
        case Op::Testp:
        case Op::IsSpace:
            return {1, 1, 1};
        case Op::Cvt:
            return {1, 1, 2};
        case Op::Mov:
            return {1, 1, 4};
        case Op::ActiveMask:
        case Op::Clock:
            return {1, 0, 0};
        case Op::Ld:
        case Op::LdMatrix:
            return {made.vector, 1, 1};
        case Op::St:
            return {0, 1U + made.vector, 1U + made.vector};
        case Op::Atom:
            return {1, made.join == Join::Cas ? 3U : 2U, made.join == Join::Cas ? 3U : 2U};
        case Op::Red:
            return {0, 2, 2};
        case Op::Bar:
            return {0, 1, 1};
        case Op::BarRed:
            return {1, 2, 2};
        case Op::WarpSync:
            return {0, 1, 1};
        case Op::CpAsync:
            return {0, 3, 4};
        case Op::CpWait:
            return {0, made.kind == Kind::WaitAll ? 0U : 1U, 1};
        case Op::Brx:
            return {0, 1, 1};
        default:
            return {0, 0, kMostOperands};
    }
}

/// Tells whether its first operand is written.
bool hasResult(const Instruction& made) {
    return operandsOf(made).results > 0 || made.op == Op::Mma;
}

}  // namespace

void FunctionReader::read() {
    // A function's result stands before its name.
    if (m_tokens.at("(")) m_made.results = readParameters();
    m_made.name = m_tokens.take();
    if (m_tokens.at("(")) m_made.parameters = readParameters();
    while (!m_tokens.at("{") && !m_tokens.at(";")) {
        // ".maxntid 32, 32": how large its blocks may be.
        if (m_tokens.ended()) m_tokens.fail();
        static_cast<void>(m_tokens.take());
    }
    if (m_tokens.accept(";")) return;
    readBody();
    finish();
    m_all.module.functions.push_back(std::move(m_made));
}

std::vector<Piece> FunctionReader::readParameters() {
    std::vector<Piece> pieces;
    m_tokens.expect("(");
    while (!m_tokens.accept(")")) {
        m_tokens.expect(".param");
        pieces.push_back(readPiece());
        if (!m_tokens.at(")")) m_tokens.expect(",");
    }
    return pieces;
}

/// Reads what stands behind ".param".
Piece FunctionReader::readPiece() {
    std::uint64_t align = 1;
    while (m_tokens.at(".align") || m_tokens.at(".ptr") || m_tokens.at(".global") ||
           m_tokens.at(".shared") || m_tokens.at(".const") || m_tokens.at(".local")) {
        const bool number = m_tokens.take() == ".align";
        if (number) align = static_cast<std::uint64_t>(m_tokens.takeInteger());
    }
    Piece piece{.type = takeType(m_tokens)};
    // A pointer says behind its type where it leads.
    while (m_tokens.at(".ptr") || m_tokens.at(".global") || m_tokens.at(".align")) {
        const bool number = m_tokens.take() == ".align";
        if (number) static_cast<void>(m_tokens.takeInteger());
    }
    const auto [name, count] = takeArray(m_tokens);
    const std::uint64_t bytes = count * bytesOf(piece.type);
    if (align == 0 || align > 128 || bytes > kMostParams) m_tokens.fail();
    Scope& scope = m_scopes.back();
    align = std::max<std::uint64_t>(align, bytesOf(piece.type));
    piece.offset = aligned(scope.param_bytes, align);
    piece.bytes = static_cast<std::uint32_t>(bytes);
    scope.param_bytes = piece.offset + piece.bytes;
    if (scope.param_bytes > kMostParams) throw TooLarge{};
    m_made.param_bytes = std::max(m_made.param_bytes, scope.param_bytes);
    scope.pieces.insert_or_assign(std::string(name), piece);
    return piece;
}

void FunctionReader::readBody() {
    m_tokens.expect("{");
    const std::size_t outside = m_scopes.size();
    m_scopes.push_back({.param_bytes = m_scopes.back().param_bytes});
    while (m_scopes.size() > outside) {
        if (m_tokens.ended()) m_tokens.fail();
        if (m_tokens.accept("{")) {
            if (m_scopes.size() > kMostScopes) throw TooLarge{};
            m_scopes.push_back({.param_bytes = m_scopes.back().param_bytes});
        } else if (m_tokens.accept("}")) {
            m_scopes.pop_back();
        } else if (!m_tokens.accept(";")) {
            readStatement();
        }
    }
}

void FunctionReader::readStatement() {
    if (m_tokens.word().starts_with('.')) return readDirective(m_tokens.take());
    if (m_tokens.at("@")) return readInstruction();
    // A label, or an instruction.
    const Tokens before = m_tokens;
    const std::string_view word = m_tokens.take();
    if (!m_tokens.accept(":")) {
        m_tokens = before;
        return readInstruction();
    }
    if (m_tokens.accept(".branchtargets")) return readTargets(word);
    if (m_tokens.at(".callprototype")) return m_tokens.skipPast(";");
    std::int64_t& target = m_targets[labelCalled(word)];
    if (target >= 0) m_tokens.fail();
    target = static_cast<std::int64_t>(m_made.code.size());
}

void FunctionReader::readDirective(std::string_view word) {
    if (word == ".reg") return readRegisters();
    if (word == ".loc") {
        m_place = m_all.readPlace(m_place);
    } else if (word == ".param") {
        static_cast<void>(readPiece());
        m_tokens.expect(";");
    } else if (word == ".local") {
        readLocal();
    } else if (word == ".shared") {
        m_all.readVariable(Space::Shared);
    } else if (word == ".global" || word == ".const") {
        m_all.readVariable(word == ".global" ? Space::Global : Space::Const);
    } else if (word == ".pragma") {
        m_tokens.skipPast(";");
    } else {
        m_tokens.fail();
    }
}

/// Reads what stands behind ".reg": ".b32 %r<32>;" or ".b64 %SP, %SPL;".
void FunctionReader::readRegisters() {
    static_cast<void>(takeType(m_tokens));
    do {
        const std::string_view name = m_tokens.take();
        Range range{.first = static_cast<std::uint16_t>(m_made.registers)};
        if (m_tokens.accept("<")) {
            const std::int64_t count = m_tokens.takeInteger();
            if (count < 1) m_tokens.fail();
            if (count > static_cast<std::int64_t>(kMostRegisters)) throw TooLarge{};
            range.count = static_cast<std::uint32_t>(count);
            m_tokens.expect(">");
        }
        m_made.registers += std::max(range.count, 1U);
        if (m_made.registers > kMostRegisters) throw TooLarge{};
        m_scopes.back().registers.insert_or_assign(std::string(name), range);
    } while (m_tokens.accept(","));
    m_tokens.expect(";");
}

void FunctionReader::readLocal() {
    std::uint64_t align = 1;
    if (m_tokens.accept(".align")) align = static_cast<std::uint64_t>(m_tokens.takeInteger());
    const Type type = takeType(m_tokens);
    const auto [name, count] = takeArray(m_tokens);
    if (align == 0 || align > 128) m_tokens.fail();
    const std::uint32_t offset = aligned(m_made.local_bytes, align);
    const std::uint64_t bytes = count * bytesOf(type);
    if (bytes > kMostLocal || offset + bytes > kMostLocal) throw TooLarge{};
    m_made.local_bytes = offset + static_cast<std::uint32_t>(bytes);
    m_local.insert_or_assign(std::string(name), offset);
    m_tokens.expect(";");
}

void FunctionReader::readTargets(std::string_view label) {
    std::vector<std::uint32_t> targets;
    do targets.push_back(labelCalled(m_tokens.take()));
    while (m_tokens.accept(","));
    m_tokens.expect(";");
    m_tables.insert_or_assign(std::string(label), static_cast<std::uint32_t>(m_made.tables.size()));
    m_made.tables.push_back(std::move(targets));
}

void FunctionReader::readInstruction() {
    if (m_made.code.size() >= kMostCode) throw TooLarge{};
    std::uint16_t guard = kNoRow;
    bool guard_not = false;
    if (m_tokens.accept("@")) {
        guard_not = m_tokens.accept("!");
        guard = rowOf(m_tokens.take());
        if (guard >= kConstantRows) m_tokens.fail();
    }
    const std::string_view name = m_tokens.take();
    Instruction made = instructionCalled(name);
    made.guard = guard;
    made.guard_not = guard_not;
    made.place = m_place;
    made.name = m_all.nameOf(name);
    if (made.op == Op::Unknown || made.op == Op::Nothing) {
        m_tokens.skipPast(";");
    } else if (made.op == Op::Call) {
        readCall(made);
    } else if (made.op == Op::Bra) {
        made.target = labelCalled(m_tokens.take());
        m_tokens.expect(";");
    } else {
        readOperands(made);
    }
    m_made.code.push_back(made);
}

std::vector<Piece> FunctionReader::readPassed() {
    std::vector<Piece> pieces;
    m_tokens.expect("(");
    while (!m_tokens.accept(")")) {
        const Piece* piece = pieceCalled(m_tokens.take());
        if (piece == nullptr) m_tokens.fail();
        pieces.push_back(*piece);
        if (!m_tokens.at(")")) m_tokens.expect(",");
    }
    return pieces;
}

void FunctionReader::readCall(Instruction& made) {
    CallTarget call;
    if (m_tokens.at("(")) {
        call.results = readPassed();
        m_tokens.expect(",");
    }
    call.name = m_tokens.take();
    if (m_tokens.accept(",")) {
        if (m_tokens.at("(")) call.arguments = readPassed();
        if (!m_tokens.at(";")) made.op = Op::Unknown;  // by a pointer
        m_tokens.skipPast(";");
    } else {
        m_tokens.expect(";");
    }
    if (call.name.starts_with('%')) made.op = Op::Unknown;
    made.target = static_cast<std::uint32_t>(m_made.calls.size());
    m_made.calls.push_back(std::move(call));
}

void FunctionReader::readOperands(Instruction& made) {
    std::vector<Operand> operands;
    if (!m_tokens.at(";")) do {
            if (operands.size() > kMostOperands) m_tokens.fail();
            if (made.op == Op::Brx && operands.size() == 1) {
                const auto table = m_tables.find(m_tokens.take());
                if (table == m_tables.end()) m_tokens.fail();
                made.target = table->second;
                break;
            }
            operands.push_back(readOperand(made));
        } while (m_tokens.accept(","));
    m_tokens.expect(";");
    finishOperands(made, operands);
}

void FunctionReader::finishOperands(Instruction& made, const std::vector<Operand>& operands) {
    std::size_t count = 0, addresses = 0;
    for (const Operand& operand : operands) {
        if (count + operand.rows.size() > kMostOperands) m_tokens.fail();
        for (const std::uint16_t row : operand.rows) made.rows[count++] = row;
        if (!operand.memory) continue;
        if (++addresses == 1)
            made.offset = operand.offset;
        else
            made.target = static_cast<std::uint32_t>(static_cast<std::int32_t>(operand.offset));
    }
    if (hasResult(made)) {
        if (operands.empty() || operands.front().memory) m_tokens.fail();
        made.results = static_cast<std::uint8_t>(operands.front().rows.size());
    }
    made.sources = static_cast<std::uint8_t>(count - made.results);
    for (unsigned i = 0; i < made.results; ++i)
        if (made.rows[i] >= kConstantRows) m_tokens.fail();
    const Counts wanted = operandsOf(made);
    const bool two = made.op == Op::Setp || made.op == Op::Shfl || made.op == Op::Match;
    const bool many = made.op == Op::Mov || made.op == Op::Mma;
    if (made.results < wanted.results || (!many && made.results > wanted.results + two) ||
        made.sources < wanted.least || made.sources > wanted.most)
        m_tokens.fail();
    // Its address is where the execution looks for it, and nowhere else.
    const unsigned most_addresses = made.op == Op::CpAsync ? 2 : 1;
    const bool addressed = made.op == Op::Ld || made.op == Op::St || made.op == Op::Atom ||
                           made.op == Op::Red || made.op == Op::LdMatrix || made.op == Op::CpAsync;
    if (addresses != (addressed ? most_addresses : 0)) m_tokens.fail();
    if (addressed && !operands[hasResult(made) ? 1 : 0].memory) m_tokens.fail();
    if (made.op == Op::CpAsync && !operands[1].memory) m_tokens.fail();
}

void FunctionReader::finish() {
    const auto constants = static_cast<std::uint16_t>(m_made.registers);
    const auto specials = static_cast<std::uint16_t>(constants + m_made.constants.size());
    for (Instruction& one : m_made.code) {
        for (unsigned i = 0; i < one.results + one.sources; ++i) {
            std::uint16_t& row = one.rows[i];
            if (row >= kSpecialRows)
                row = static_cast<std::uint16_t>(row - kSpecialRows + specials);
            else if (row >= kConstantRows)
                row = static_cast<std::uint16_t>(row - kConstantRows + constants);
        }
        if (one.op != Op::Bra) continue;
        if (m_targets[one.target] < 0) m_tokens.fail();
        one.target = static_cast<std::uint32_t>(m_targets[one.target]);
    }
    for (std::vector<std::uint32_t>& table : m_made.tables)
        for (std::uint32_t& target : table) {
            if (m_targets[target] < 0) m_tokens.fail();
            target = static_cast<std::uint32_t>(m_targets[target]);
        }
    // Whoever runs past the end has ended.
    m_made.code.push_back({.op = Op::Ret, .place = m_place, .name = m_all.nameOf("ret")});
}

}  // namespace duelo::simt::ptx
