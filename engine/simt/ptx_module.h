// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

/// The text that CUDA's compiler makes of a kernel, PTX, as values. Names and meanings are those of
/// "PTX ISA" 9.0 (docs.nvidia.com/cuda/parallel-thread-execution).
namespace duelo::simt::ptx {

enum class Type : std::uint8_t {
    None,
    Pred,
    B8,
    B16,
    B32,
    B64,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F16x2,
    Bf16,
    Bf16x2,
    Tf32,
    F32,
    F64
};
[[nodiscard]] unsigned bytesOf(Type type);
[[nodiscard]] bool isSigned(Type type);
[[nodiscard]] bool isFloat(Type type);

enum class Space : std::uint8_t { Generic, Global, Const, Shared, Local, Param };

/// Unknown: an instruction, or a form of one, that is not understood. Its name is kept.
enum class Op : std::uint8_t {
    Unknown,
    Nothing,
    Mov,
    Add,
    Sub,
    Mul,
    Mad,
    Mul24,
    Div,
    Rem,
    Abs,
    Neg,
    Min,
    Max,
    Fma,
    And,
    Or,
    Xor,
    Not,
    Cnot,
    Lop3,
    Shl,
    Shr,
    Shf,
    Bfe,
    Bfi,
    Bfind,
    Brev,
    Clz,
    Popc,
    Prmt,
    Sad,
    Selp,
    Set,
    Setp,
    Cvt,
    Cvta,
    Ld,
    St,
    Atom,
    Red,
    Bar,
    BarRed,
    WarpSync,
    Fence,
    Shfl,
    Vote,
    Match,
    ActiveMask,
    Redux,
    Bra,
    Brx,
    Call,
    Ret,
    Exit,
    Trap,
    Sqrt,
    Rsqrt,
    Rcp,
    Sin,
    Cos,
    Ex2,
    Lg2,
    Tanh,
    Copysign,
    Testp,
    Clock,
    LdMatrix,
    CpAsync,
    CpCommit,
    CpWait,
    Mma,
    IsSpace
};
enum class Round : std::uint8_t { None, Nearest, Zero, Down, Up, NearestAway };
enum class Compare : std::uint8_t {
    None,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Lo,
    Ls,
    Hi,
    Hs,
    Equ,
    Neu,
    Ltu,
    Leu,
    Gtu,
    Geu,
    Num,
    Nan
};
/// The operation of an atomic instruction or a reduction, or the one that joins two predicates.
enum class Join : std::uint8_t { None, And, Or, Xor, Add, Min, Max, Inc, Dec, Exch, Cas, Popc };
/// The sort of a vote, a shuffle or a special number of a thread.
enum class Kind : std::uint8_t {
    None,
    All,
    Any,
    Uni,
    Ballot,
    Up,
    Down,
    Bfly,
    Idx,
    WaitAll,
    Finite,
    Infinite,
    Number,
    NotNumber,
    Normal,
    Subnormal
};

struct Flags {
    bool ftz : 1 = false, sat : 1 = false, wide : 1 = false, hi : 1 = false, lo : 1 = false,
               integer : 1 = false, to : 1 = false, nan : 1 = false, relu : 1 = false,
               trans : 1 = false, clamp : 1 = false, shiftamt : 1 = false, uniform : 1 = false,
               unordered : 1 = false, carry_in : 1 = false, carry_out : 1 = false;
};

/// Where an instruction comes from, of Module::files. `above`: the place that it was put into, in
/// Module::places from 1; 0: none.
struct Place {
    std::uint32_t file = 0, line = 0, above = 0;
};

inline constexpr std::size_t kMostOperands = 16;
inline constexpr std::uint16_t kNoRow = 0xffff;

/// Operands are rows of the thread's numbers: registers, and after them the constants that the text
/// has and what each thread knows of itself.
struct Instruction {
    Op op = Op::Unknown;
    Type type = Type::None, from = Type::None, third = Type::None;
    Round round = Round::None;
    Compare compare = Compare::None;
    Join join = Join::None;
    Kind kind = Kind::None;
    Space space = Space::Generic;
    std::uint8_t vector = 1, results = 0, sources = 0;
    Flags flags{};
    bool guard_not = false, not_source = false;
    std::uint16_t guard = kNoRow;
    std::uint32_t place = 0;   ///< in Module::places
    std::uint32_t name = 0;    ///< in Module::names
    std::uint32_t target = 0;  ///< an instruction, or in Function::calls or Function::tables
    std::int64_t offset = 0;   ///< of an address
    std::array<std::uint16_t, kMostOperands> rows{};  ///< the results, then the sources
};

/// A piece of the memory of a call: parameters, results, and those of the functions it calls.
struct Piece {
    std::uint32_t offset = 0, bytes = 0;
    Type type = Type::None;
};
struct CallTarget {
    std::string name{};
    std::int32_t function = -1;  ///< in Module::functions; -1: none with that name has a body
    std::vector<Piece> arguments{}, results{};
};

enum class Special : std::uint8_t {
    TidX,
    TidY,
    TidZ,
    NtidX,
    NtidY,
    NtidZ,
    CtaX,
    CtaY,
    CtaZ,
    NctaX,
    NctaY,
    NctaZ,
    Lane,
    Warp,
    Warps,
    Sm,
    Grid,
    MaskEq,
    MaskLe,
    MaskLt,
    MaskGe,
    MaskGt,
    WarpSize,
    DynamicShared,
    TotalShared,
    LocalBase
};

/// Describes what lies in memory under a name.
struct Variable {
    std::string name{};  ///< as the student wrote it
    Space space = Space::Global;
    std::uint64_t bytes = 0, address = 0;
    bool dynamic = false;  ///< of the size that the launch says
    std::vector<std::uint8_t> values{};
    struct Pointer {
        std::uint64_t at;
        std::string name;
    };
    std::vector<Pointer> pointers{};  ///< that its first values hold
};

struct Function {
    std::string name{};
    bool kernel = false;
    std::vector<Piece> parameters{}, results{};
    std::uint32_t registers = 0;
    std::vector<std::uint64_t> constants{};  ///< rows from `registers` on
    std::vector<Special> specials{};         ///< rows after those
    std::uint32_t param_bytes = 0, local_bytes = 0;
    std::vector<Instruction> code{};
    std::vector<CallTarget> calls{};
    std::vector<std::vector<std::uint32_t>> tables{};

    [[nodiscard]] std::size_t rows() const {
        return registers + constants.size() + specials.size();
    }
};

struct Module {
    std::vector<Function> functions{};
    std::vector<Variable> variables{};
    std::vector<Place> places{};
    std::map<std::uint32_t, std::string> files{};
    std::vector<std::string> names{};  ///< of the instructions, as the text has them

    [[nodiscard]] const Function* kernel(std::string_view name) const;
};

/// Reads a text. An instruction that it does not know is kept under its name and refused only where
/// a thread comes to it. Reasons: "ptx_damaged" {line: of the PTX}, "ptx_too_large" {max}.
[[nodiscard]] Result<Module> readModule(std::string_view text);

}  // namespace duelo::simt::ptx
