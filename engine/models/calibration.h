// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "dnn/dnn.h"
#include "models/weight_set.h"
#include "networks/registry.h"
#include "tensor/tensor.h"

namespace duelo {

class Model;

/// The mean of each channel, in double, for each value of a network by its number.
using ChannelMeans = std::vector<Tensor>;
/// Returns the mean of each channel. Channels are the second dimension of maps and vectors, the
/// third of tokens.
[[nodiscard]] Tensor channelMeans(const Tensor& value);

/// The results in fp32 of a few images, by which a network in int8 is scaled and judged.
struct Calibration {
    std::vector<DnnRange> ranges;  ///< of each value, over all of them
    ChannelMeans means;            ///< over all of them
    Tensor images;                 ///< fp32 [N, C, H, W]
    Tensor answers;                ///< fp32 logits [N, classes]
};

/// `images` as Model::forward() takes them. Reasons: those of makeModel() and Model::prepare().
[[nodiscard]] Result<Calibration> calibrate(const ModelInfo& info, const WeightSet& weights,
                                            Tensor images);

/// The difference between the answers of a network that was made with a calibration and those in
/// fp32.
struct NarrowAccuracy {
    int images = 0;
    int same_class = 0;           ///< for how many of them the same class is the most probable
    double most_probability = 0;  ///< by which any of fp32's most probable classes changed
};
/// Prepares `model` for these images. Reasons: those of Model::prepare().
[[nodiscard]] Result<NarrowAccuracy> accuracyOf(Model& model, const Calibration& calibration);

}  // namespace duelo
