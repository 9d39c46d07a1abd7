// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simt/ptx_numbers.h"

namespace duelo::simt::ptx {

/// The outcome of an instruction that needs no memory and no other thread.
struct Computed {
    bool known = true;          ///< else no such instruction is understood
    std::uint32_t by_zero = 0;  ///< lanes that divided by 0
};
/// Computes it for each lane. `rows`: the registers, 32 numbers in a row. Single and double
/// precision are as IEEE 754 has them, and whole numbers bit for bit. What PTX calls approximate is
/// computed in double precision and rounded, so it may differ from a GPU in the last bits.
[[nodiscard]] Computed compute(const Instruction& of, std::uint64_t* rows, std::uint32_t lanes);

// Its parts, by what they compute with.
[[nodiscard]] Computed computeWhole(const Instruction& of, std::uint64_t* rows,
                                    std::uint32_t lanes);
[[nodiscard]] bool computeBits(const Instruction& of, std::uint64_t* rows, std::uint32_t lanes);
[[nodiscard]] bool computeFloat(const Instruction& of, std::uint64_t* rows, std::uint32_t lanes);
[[nodiscard]] bool computeHalf(const Instruction& of, std::uint64_t* rows, std::uint32_t lanes);
[[nodiscard]] bool compareNumbers(const Instruction& of, std::uint64_t* rows, std::uint32_t lanes);
[[nodiscard]] bool convertNumbers(const Instruction& of, std::uint64_t* rows, std::uint32_t lanes);

/// Subnormal numbers count as 0 where an instruction says so.
[[nodiscard]] inline float flushed(float number) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(number);
    return (bits & 0x7f800000U) == 0 ? std::bit_cast<float>(bits & 0x80000000U) : number;
}

/// The sources and results of an instruction as rows.
class Rows {
public:
    Rows(const Instruction& of, std::uint64_t* rows) : m_of(of), m_rows(rows) {}

    [[nodiscard]] std::uint64_t* result(unsigned number = 0) const {
        return m_rows + std::size_t{m_of.rows[number]} * kLanes;
    }
    [[nodiscard]] const std::uint64_t* source(unsigned number) const {
        return m_rows + std::size_t{m_of.rows[m_of.results + number]} * kLanes;
    }

private:
    const Instruction& m_of;
    std::uint64_t* m_rows;
};

/// Calls `use` with a number of the C++ type that a whole number's type is.
template <typename Use>
bool asWhole(Type type, const Use& use) {
    switch (type) {
        case Type::B8:
        case Type::U8:
            use(std::uint8_t{});
            return true;
        case Type::S8:
            use(std::int8_t{});
            return true;
        case Type::B16:
        case Type::U16:
            use(std::uint16_t{});
            return true;
        case Type::S16:
            use(std::int16_t{});
            return true;
        case Type::B32:
        case Type::U32:
            use(std::uint32_t{});
            return true;
        case Type::S32:
            use(std::int32_t{});
            return true;
        case Type::B64:
        case Type::U64:
            use(std::uint64_t{});
            return true;
        case Type::S64:
            use(std::int64_t{});
            return true;
        default:
            return false;
    }
}

}  // namespace duelo::simt::ptx
