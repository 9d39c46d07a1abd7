// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

/// Closed vocabularies that more than one room speaks: one spelling for plan files, records and the
/// command line.
namespace duelo {

/// Int8 is what a compiled network alone computes in: whole numbers of 8 bits with a scale for each
/// value and each channel of weights, sums of 32 bits.
enum class Precision { Fp32, Tf32, Bf16, Fp16, Int8 };
/// The way in which the work is programmed. Plain uses no library and one thread of a CPU. Eager is
/// a first program with LibTorch. Tuning makes of it Fused and, on a GPU alone, Graph (the fused
/// work, recorded once as a whole and replayed) and Overlapped (graphs in a row; meanwhile the next
/// input is copied in and the answer before copied out). Compiled is the same for a CPU alone: the
/// fused work as a list of oneDNN's primitives over fixed memory.
enum class Mode { Eager, ChannelsLast, Fused, Graph, Overlapped, Plain, Compiled };
[[nodiscard]] constexpr bool needsGpu(Mode mode) {
    return mode == Mode::Graph || mode == Mode::Overlapped;
}
/// Tells whether neighbouring operations are joined: a graph holds the fused work.
[[nodiscard]] constexpr bool isFused(Mode mode) {
    return mode == Mode::Fused || mode == Mode::Compiled || needsGpu(mode);
}
enum class Preset { Quick, Standard, Strict };

/// The words of plan files, records and the command line, in the order of the enumerators.
template <typename E>
inline constexpr std::array<std::string_view, 0> wordsOf{};
template <>
inline constexpr std::array<std::string_view, 5> wordsOf<Precision>{"fp32", "tf32", "bf16", "fp16",
                                                                    "int8"};
template <>
inline constexpr std::array<std::string_view, 7> wordsOf<Mode>{
    "eager", "channels_last", "fused", "graph", "overlapped", "plain", "compiled"};
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<Preset>{"quick", "standard", "strict"};

template <typename E>
[[nodiscard]] constexpr std::string_view word(E value) {
    return wordsOf<E>[static_cast<std::size_t>(value)];
}

template <typename E>
[[nodiscard]] constexpr std::optional<E> parseWord(std::string_view text) {
    for (std::size_t i = 0; i < wordsOf<E>.size(); ++i)
        if (wordsOf<E>[i] == text) return static_cast<E>(i);
    return std::nullopt;
}

template <typename E>
[[nodiscard]] Json acceptedWords() {
    Json list = Json::array();
    for (const std::string_view text : wordsOf<E>) list.push_back(std::string(text));
    return list;
}

/// Reason: "unknown_value" {field, value, accepted}; `field` is where the word stands, such as
/// "--device" or "devices[1]".
template <typename E>
[[nodiscard]] Result<E> wordFrom(std::string_view text, std::string_view field) {
    if (const auto value = parseWord<E>(text)) return *value;
    return fail("unknown_value", {{"field", std::string(field)},
                                  {"value", std::string(text)},
                                  {"accepted", acceptedWords<E>()}});
}

}  // namespace duelo
