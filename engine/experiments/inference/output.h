// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "plan/params.h"
#include "record/result_record.h"

namespace duelo {

/// A class that a network recognised in the first image of the batch.
struct TopClass {
    int index = 0;        ///< of ImageNet's 1,000, or of the network's own
    std::string label{};  ///< English, and the views translate by index; own ones as they are
    double probability = 0;
    /// The built-in set whose classes these are, of a network that Duelo has trained; empty:
    /// somebody's own. Absent: ImageNet's.
    std::optional<std::string> set{};
};

/// The classes of one of several photographs that share a batch.
struct PictureClasses {
    std::string input{};  ///< as the plan names it
    std::vector<TopClass> top{};
};

/// The last features of photographs, before the layer that names a class, on the two axes along
/// which they differ most: principal components, whose signs are such that the feature that
/// counts most in each counts positively.
struct FeaturePlane {
    struct Point {
        std::string input{};
        double x = 0, y = 0;
        TopClass top{};
    };
    std::int64_t values = 0;          ///< features of a photograph
    double x_share = 0, y_share = 0;  ///< of their variance
    std::vector<Point> points{};
};
/// The least photographs for a plane: fewer always lie in one.
inline constexpr std::size_t kLeastForPlane = 3;

/// Pictures as bytes of PNG files of at most 512 px: what a network received, and some maps of a
/// layer.
struct LayerMaps {
    std::string layer{};
    std::vector<std::int64_t> shape{};  ///< channels, height, width; of which maps.size() are shown
    std::string received{};
    std::vector<std::string> maps{};
};

/// Returns the value of ResultRecord::output of an inference; an empty object where nothing was
/// recognised because the weights are random.
[[nodiscard]] Json toJson(const std::vector<TopClass>& top);
/// Returns the classes, the most probable first; empty where there are none or a file has them
/// otherwise.
[[nodiscard]] std::vector<TopClass> topClassesOf(const ResultRecord& result);
[[nodiscard]] Json toJson(const std::vector<PictureClasses>& pictures);
[[nodiscard]] Json toJson(const FeaturePlane& plane);
/// Returns the classes of every photograph of the batch; empty where nothing was recognised.
[[nodiscard]] std::vector<PictureClasses> recognisedAll(const Params& work,
                                                        const ResultRecord& result);
/// Returns what a result holds of them; nothing where there is none, or a file has them otherwise.
[[nodiscard]] std::optional<FeaturePlane> featurePlaneOf(const ResultRecord& result);
[[nodiscard]] std::optional<LayerMaps> layerMapsOf(const ResultRecord& result);
/// Returns what it recognised in a photograph, the first of several; nothing in a random tensor,
/// nor with random weights.
[[nodiscard]] std::optional<TopClass> recognisedIn(const Params& work, const ResultRecord& result);

/// Returns the name of a class in the language of `text`.
[[nodiscard]] std::string className(const TopClass& top, const Text& text);

}  // namespace duelo
