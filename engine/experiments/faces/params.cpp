// SPDX-License-Identifier: Apache-2.0
#include "experiments/faces/params.h"

#include <algorithm>
#include <cmath>

namespace duelo {

FaceCase faceCase(const Params& work) {
    FaceCase out;
    out.input = work.text("input");
    out.size_px = static_cast<int>(work.integer("size_px"));
    out.cascade = work.word<FaceCascade>("cascade");
    out.factor = work.real("factor", out.factor);
    out.neighbours = static_cast<int>(work.integer("neighbours", out.neighbours));
    return out;
}

FaceSides faceSides(int width_px, int height_px, int size_px) {
    const double unit = static_cast<double>(size_px) / std::max(width_px, height_px);
    const auto side = [&](int whole) {
        return std::max(1, static_cast<int>(std::lround(whole * unit)));
    };
    return {side(width_px), side(height_px)};
}

}  // namespace duelo
