// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "experiments/faces/params.h"

namespace duelo {

/// A cascade of boosted classifiers as OpenCV's files hold it. A window goes through its stages in
/// turn and is refused by the first one whose trees add up to less than its threshold, so most
/// windows cost a few features only (Viola, Jones: Rapid object detection using a boosted cascade
/// of simple features, CVPR 2001; with local binary patterns Liao and others, ICB 2007).
struct Cascade {
    struct Rect {
        int x = 0, y = 0, width = 0, height = 0;
        float weight = 0;
    };
    /// Haar: the weighted sum of the pixels of two or three rectangles. Lbp: the first one is the
    /// upper left of 3 x 3 equal blocks.
    using Feature = std::array<Rect, 3>;
    /// A node with its two successors: a number above 0 is a node of its tree, else the leaf -left
    /// or -right.
    struct Node {
        int feature = 0;
        float threshold = 0;  ///< Haar: left below it
        int left = 0, right = 0;
        std::array<std::uint32_t, 8> patterns{};  ///< Lbp: a bit for each of 256, set: left
    };
    struct Tree {
        std::size_t node = 0, leaf = 0;  ///< its first ones
    };
    struct Stage {
        std::size_t tree = 0, trees = 0;
        float threshold = 0;
    };
    FaceCascade kind = FaceCascade::Haar;
    int width_px = 0, height_px = 0;  ///< of a window
    std::vector<Feature> features{};
    std::vector<Node> nodes{};
    std::vector<float> leaves{};
    std::vector<Tree> trees{};
    std::vector<Stage> stages{};
};

/// Reads a file of the type "opencv-cascade-classifier": boosted, of kind HAAR with upright
/// rectangles, or LBP. All places that it names lie within it afterwards. Reason: "cascade_damaged"
/// {what}, the element that is missing or wrong.
[[nodiscard]] Result<Cascade> readCascade(std::string_view xml);

/// A cascade that Duelo ships, and the name and the digest of its file.
struct ShippedCascade {
    Cascade cascade{};
    std::string file{}, sha256{};
};
/// Reasons: "cascade_missing" {name}, "cascade_damaged" {name, what}.
[[nodiscard]] Result<ShippedCascade> shippedCascade(FaceCascade kind);
/// Says whether the file is there; nothing is read.
[[nodiscard]] Result<void> hasCascade(FaceCascade kind);

}  // namespace duelo
