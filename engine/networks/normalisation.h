// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace duelo {

/// Turns a byte into what a network was trained on: ((byte * scale) - mean[c]) / std[c], each step
/// rounded to float as torchvision's ToTensor and Normalize do. Channels are red, green, blue.
struct Normalisation {
    double scale = 1.0 / 255.0;
    std::array<float, 3> mean = {0, 0, 0};
    std::array<float, 3> std = {1, 1, 1};

    bool operator==(const Normalisation&) const = default;
};

/// The handout's "modo guion" (S0-09): ToTensor only, values 0..1.
inline constexpr Normalisation kScriptNormalisation{};

/// ImageNet's statistics as torchvision uses them for all its classification weights.
inline constexpr Normalisation kImagenetNormalisation{
    1.0 / 255.0, {0.485F, 0.456F, 0.406F}, {0.229F, 0.224F, 0.225F}};

/// The normalisation that Duelo trains with, as the thesis does: values from -1 to 1 (S2-04).
inline constexpr Normalisation kTrainingNormalisation{
    1.0 / 255.0, {0.5F, 0.5F, 0.5F}, {0.5F, 0.5F, 0.5F}};

}  // namespace duelo
