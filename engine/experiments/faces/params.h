// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/words.h"
#include "plan/params.h"

namespace duelo {

/// Two of the cascades that OpenCV publishes for faces seen from the front (resources/cascades):
/// by differences of bright and dark rectangles (Viola and Jones, 2001), or by what of a place is
/// brighter than its middle (local binary patterns).
enum class FaceCascade { Haar, Lbp };
template <>
inline constexpr std::array<std::string_view, 2> wordsOf<FaceCascade>{"haar", "lbp"};

inline constexpr int kLeastFaceSize_px = 32, kMostFaceSize_px = 4096;

struct FaceCase {
    std::string input{};  ///< a photograph, as plans name it
    int size_px = 0;      ///< of its longer side, when it is looked through
    FaceCascade cascade = FaceCascade::Haar;
    double factor = 1.1;  ///< between one size of faces that is looked for and the next
    int neighbours = 3;   ///< a face is reported where more places than these agree
};
[[nodiscard]] FaceCase faceCase(const Params& work);

/// The sides of a photograph when its longer one is `size_px`: the other keeps the proportions, and
/// is 1 at least.
struct FaceSides {
    int width_px = 0, height_px = 0;
};
[[nodiscard]] FaceSides faceSides(int width_px, int height_px, int size_px);

}  // namespace duelo
