// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/picture.h"

namespace duelo {

/// The directions of the Sobel filter. The functions of this file show what a first convolution and
/// a pooling layer do to a picture, as the thesis does before training (S2-14). For the eye, not
/// for speed.
enum class Sobel {
    Horizontal,  ///< rows -1 -2 -1 / 0 0 0 / 1 2 1: edges that run from left to right
    Vertical     ///< its transpose: edges that run from top to bottom
};
enum class Pooling { Max, Mean };

/// Strength of the edges, one channel, the picture's size: a quarter of the kernel's absolute sum
/// over the grey picture (Rec. 601), so that the strongest edge there can be is 255. Beyond the
/// border the nearest pixel repeats: a plain picture has no edges.
[[nodiscard]] Picture sobel(const Picture& picture, Sobel direction);

/// Windows of 2 x 2, stride 2, each channel by itself: the largest value, or the mean with halves
/// rounded up. An odd last row or column falls out, as floor((n - 2) / 2) + 1 says (S2-19); a side
/// of 1 stays.
[[nodiscard]] Picture pooled(const Picture& picture, Pooling pooling);

}  // namespace duelo
