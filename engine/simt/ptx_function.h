// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/ptx_module.h"
#include "simt/ptx_tokens.h"

namespace duelo::simt::ptx {

/// Holds what a text has said before and beside its functions.
struct Reading {
    Tokens tokens;
    Module module{};
    std::map<std::string, std::size_t, std::less<>> variables{};  ///< by their names in the text
    std::map<std::string, std::uint32_t, std::less<>> names{};    ///< of instructions
    std::uint32_t arrays = 0, parts = 0;  ///< of global and of shared memory that have a place

    std::uint32_t nameOf(std::string_view instruction);
    /// ".global .align 4 .b8 name[12] = {…};" from behind its first word.
    void readVariable(Space space);
    /// Reads what stands behind ".loc"; \returns its number, or `before` where it tells nothing.
    std::uint32_t readPlace(std::uint32_t before);
};

/// A type, after a dot: ".u32".
[[nodiscard]] Type takeType(Tokens& tokens);
/// "name[4][2]": the name, and how many elements.
[[nodiscard]] std::pair<std::string_view, std::uint64_t> takeArray(Tokens& tokens);

/// Reads one function, from its name on.
class FunctionReader {
public:
    FunctionReader(Reading& all, bool kernel) : m_all(all), m_tokens(all.tokens) {
        m_made.kernel = kernel;
    }
    /// Adds it to the module where it has a body.
    void read();

private:
    struct Range {
        std::uint16_t first = 0;
        std::uint32_t count = 0;  ///< 0: one register, of this very name
    };
    struct Scope {
        std::map<std::string, Range, std::less<>> registers{};
        std::map<std::string, Piece, std::less<>> pieces{};
        std::uint32_t param_bytes = 0;
    };
    struct Operand {
        std::vector<std::uint16_t> rows{};
        bool memory = false;
        std::int64_t offset = 0;
    };

    std::vector<Piece> readParameters();
    void readBody();
    void readStatement();
    void readDirective(std::string_view word);
    void readRegisters();
    Piece readPiece();
    void readLocal();
    void readTargets(std::string_view label);
    void readInstruction();
    void readCall(Instruction& made);
    std::vector<Piece> readPassed();
    void readOperands(Instruction& made);
    Operand readOperand(Instruction& made);
    void readAddress(Operand& operand);
    void finishOperands(Instruction& made, const std::vector<Operand>& operands);
    std::uint16_t readRow();
    std::uint16_t rowOf(std::string_view name);
    std::uint16_t constant(std::uint64_t bits);
    std::uint16_t special(Special special);
    std::uint16_t newRegister();
    [[nodiscard]] const Piece* pieceCalled(std::string_view name) const;
    std::uint32_t labelCalled(std::string_view name);
    void finish();

    Reading& m_all;
    Tokens& m_tokens;
    Function m_made;
    std::vector<Scope> m_scopes{1};
    std::map<std::string, std::uint32_t, std::less<>> m_local{};   ///< offsets of local arrays
    std::map<std::string, std::uint32_t, std::less<>> m_labels{};  ///< numbers of labels
    std::vector<std::int64_t> m_targets{};                         ///< by the number; -1: not yet
    std::map<std::string, std::uint32_t, std::less<>> m_tables{};
    std::map<std::uint64_t, std::uint16_t> m_constants{};
    std::uint32_t m_place = 0;
    std::uint16_t m_sink = kNoRow;
};

}  // namespace duelo::simt::ptx
