// SPDX-License-Identifier: Apache-2.0
#pragma once

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) as a counter, and the dropout masks that are made
/// of it. One text for the compiler of the host and for that of the GPU, so both drop the same
/// values; it therefore includes nothing.
namespace duelo::kernels {

using Word = unsigned long long;  ///< 64 bits wherever this is compiled

constexpr Word kGoldenGamma = 0x9e3779b97f4a7c15ULL;

constexpr Word mixed(Word x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/// Each part is mixed before the next one is added, so that no two keys share a stream by sums.
constexpr Word dropoutStream(Word seed, Word update, Word layer) {
    Word stream = mixed(seed + kGoldenGamma);
    stream = mixed(stream ^ (update + kGoldenGamma));
    return mixed(stream ^ ((layer + 1) * kGoldenGamma));
}

/// Word `index` of a stream.
constexpr Word dropoutWord(Word stream, Word index) {
    return mixed(stream + (index + 1) * kGoldenGamma);
}

/// `Bits` of a word decide over each value: value `i` of the word stays where they reach
/// `threshold`.
template <int Bits>
constexpr bool dropoutKeeps(Word word, Word i, Word threshold) {
    return (word >> (Bits * i) & ((Word(1) << Bits) - 1)) >= threshold;
}

}  // namespace duelo::kernels
