// SPDX-License-Identifier: Apache-2.0
#include "experiments/launch_arrays.h"

#include <cmath>
#include <cstring>
#include <type_traits>

namespace duelo {

namespace {

/// Small numbers that say no place in an array where a text uses them as one.
constexpr double kMostWhole = 9;

/// One of SplitMix64's numbers, from 0 to less than 1.
double drawn(std::uint64_t place) {
    std::uint64_t z = (place + 1) * 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return static_cast<double>((z ^ (z >> 31)) >> 40) / static_cast<double>(1 << 24);
}

/// Calls with a value of the type that C++ has for it.
template <typename Call>
void withType(const NumberType& type, Call call) {
    using Kind = NumberType::Kind;
    if (type.kind == Kind::Real) return type.bytes == 8 ? call(double{}) : call(float{});
    const bool negative = type.kind == Kind::Signed;
    switch (type.bytes) {
        case 1:
            return negative ? call(std::int8_t{}) : call(std::uint8_t{});
        case 2:
            return negative ? call(std::int16_t{}) : call(std::uint16_t{});
        case 8:
            return negative ? call(std::int64_t{}) : call(std::uint64_t{});
        default:
            return negative ? call(std::int32_t{}) : call(std::uint32_t{});
    }
}

}  // namespace

std::vector<double> filledNumbers(const LaunchBuffer& buffer, std::size_t place) {
    using Fill = LaunchBuffer::Fill;
    if (buffer.fill == Fill::Nothing) return {};
    std::vector<double> numbers(buffer.count, buffer.fill == Fill::One ? 1.0 : 0.0);
    const bool whole = buffer.type.kind != NumberType::Kind::Real || buffer.most.has_value();
    const double values = std::trunc(std::max(buffer.most.value_or(kMostWhole), 0.0)) + 1;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (buffer.fill == Fill::Index) numbers[i] = static_cast<double>(i);
        if (buffer.fill != Fill::Random) continue;
        const double one = drawn((static_cast<std::uint64_t>(place) << 40) + i);
        numbers[i] = whole ? std::trunc(one * values) : one;
    }
    return numbers;
}

std::vector<std::uint8_t> bytesOf(std::span<const double> numbers, const NumberType& type) {
    std::vector<std::uint8_t> bytes(numbers.size() * type.bytes);
    withType(type, [&](auto kind) {
        using Number = decltype(kind);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const auto one = std::is_floating_point_v<Number>
                                 ? static_cast<Number>(numbers[i])
                                 : static_cast<Number>(static_cast<std::int64_t>(numbers[i]));
            std::memcpy(bytes.data() + i * sizeof one, &one, sizeof one);
        }
    });
    return bytes;
}

std::vector<double> numbersOf(std::span<const std::uint8_t> bytes, const NumberType& type) {
    std::vector<double> numbers(bytes.size() / type.bytes);
    withType(type, [&](auto kind) {
        using Number = decltype(kind);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            Number one{};
            std::memcpy(&one, bytes.data() + i * sizeof one, sizeof one);
            numbers[i] = static_cast<double>(one);
        }
    });
    return numbers;
}

}  // namespace duelo
