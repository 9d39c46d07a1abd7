// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/places.h"
#include "experiments/photograph_file.h"
#include "experiments/work_names.h"
#include "networks/picture_words.h"
#include "networks/shape.h"
#include "plan/plan.h"

namespace duelo {

inline constexpr int kMinSizePx = 32;
inline constexpr int kMaxSizePx = 8192;
inline constexpr std::uint64_t kUsualSeed = 1234;

/// The parameters of a case of inference.
struct InferenceCase {
    std::string model{};        ///< as networks/trained_network.h names it: "mlp-64"
    std::string weights{};      ///< a file; empty: official ones where they are found, else random
    std::string weights_key{};  ///< which of the dictionaries in it; empty: the only one that fits
    std::string classes{};      ///< a text file with their names; empty: see models/trained_file.h
    std::string input{kRandomInput};  ///< kRandomInput or the path of a photograph
    /// Several photographs that share a batch, `input` the first; empty: `input` alone.
    std::vector<std::string> together{};
    int size_px = 224;  ///< width and height of the square the model sees; of a
                        ///< network with one size of its own, that
    int batch = 1;
    Preprocess preprocess = Preprocess::Model;  ///< of a photograph; a random tensor has none
    Fit fit = Fit::Square;
    Decoding decoding = Decoding::Full;  ///< of a photograph that is a JPEG
    std::uint64_t seed = kUsualSeed;
    /// The width of a photograph at its own size (Fit::Own), once it is known: size_px is its
    /// height then. 0 is a square.
    int width_px = 0;

    auto operator<=>(const InferenceCase&) const = default;
    /// Returns the case as plans and records hold it.
    operator Params() const;
};
[[nodiscard]] InferenceCase inferenceCase(const Params& work);
/// Returns the photographs that a batch has in it, each once; `input` alone where it is not
/// several.
[[nodiscard]] std::vector<std::string> picturesIn(const InferenceCase& work);
/// Returns its size_px; 0: that of the photograph.
[[nodiscard]] int sizeOf(const Params& work);
[[nodiscard]] bool isOwnSize(const InferenceCase& work);
/// Returns the shape of a batch of its images, with as many channels as the network takes.
[[nodiscard]] Shape imageOf(const InferenceCase& work, const Network& network);

}  // namespace duelo
