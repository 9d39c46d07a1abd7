// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/words.h"

/// The choices by which a picture becomes the input of a network.
namespace duelo {

/// The mean and deviation that values are brought to: those that the network was trained with, the
/// handout's script's, or ImageNet's.
enum class Preprocess { Model, Script, Imagenet };
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<Preprocess>{"model", "script", "imagenet"};

/// The share of a JPEG's pixels that is computed.
enum class Decoding {
    Full,   ///< all of them, as torchvision and Pillow have them
    Scaled  ///< by libjpeg-turbo's transform at 1/2, 1/4 or 1/8, where that is enough
};
template <>
inline constexpr std::array<std::string_view, 2> wordsOf<Decoding>{"full", "scaled"};

/// The way in which a picture becomes a square, if it does.
enum class Fit {
    Square,      ///< both sides to size_px: torchvision's Resize((s, s)); distorts (S0-M08)
    Letterbox,   ///< long side to size_px, the rest filled with mid grey; nothing lost or distorted
    CentreCrop,  ///< torchvision's Resize(s) then CenterCrop(s): not distorted, edges lost
    Own          ///< it keeps its sides, which not every network takes (X-06)
};
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<Fit>{"square", "letterbox", "centre_crop",
                                                              "own"};

}  // namespace duelo
