// SPDX-License-Identifier: Apache-2.0
#include "models/calibration.h"

#include <utility>

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include "models/model.h"

namespace duelo {
namespace {

DnnRange rangeOf(const at::Tensor& values) {
    return {values.min().item<float>(), values.max().item<float>()};
}

Shape shapeOf(const at::Tensor& images) {
    return {images.size(0), images.size(1), images.size(2), images.size(3)};
}

}  // namespace

at::Tensor channelMeans(const at::Tensor& value) {
    const at::Tensor wide = value.to(at::kDouble);
    if (wide.dim() == 4) return wide.mean(at::IntArrayRef{0, 2, 3});
    if (wide.dim() == 3) return wide.mean(at::IntArrayRef{0, 1});
    return wide.mean(at::IntArrayRef{0});
}

Result<Calibration> calibrate(const ModelInfo& info, const WeightSet& weights, at::Tensor images) {
    const c10::InferenceMode guard;
    // The steps of a fused network are those of a compiled one, and so are its values.
    auto model = makeModel(info, weights, {.mode = Mode::Fused});
    if (!model) return tl::unexpected(model.error());
    if (auto ready = (*model)->prepare(shapeOf(images)); !ready)
        return tl::unexpected(ready.error());
    const auto values = static_cast<std::size_t>(info.network.valueCount());
    Calibration known{.ranges = std::vector<DnnRange>(values),
                      .means = ChannelMeans(values),
                      .images = {},
                      .answers = {}};
    const auto see = [&](int value, const at::Tensor& tensor) {
        known.ranges[static_cast<std::size_t>(value)] = rangeOf(tensor);
        known.means[static_cast<std::size_t>(value)] = channelMeans(tensor);
    };
    see(Network::kImage, images);
    known.answers = (*model)->forward(images, see);
    known.images = std::move(images);
    return known;
}

Result<NarrowAccuracy> accuracyOf(Model& model, const Calibration& calibration) {
    const c10::InferenceMode guard;
    if (auto ready = model.prepare(shapeOf(calibration.images)); !ready)
        return tl::unexpected(ready.error());
    const at::Tensor narrow = model.forward(calibration.images).softmax(1);
    const at::Tensor exact = calibration.answers.softmax(1);
    const at::Tensor best = exact.argmax(1, /*keepdim=*/true);
    const at::Tensor change = (narrow.gather(1, best) - exact.gather(1, best)).abs();
    return NarrowAccuracy{.images = static_cast<int>(exact.size(0)),
                          .same_class = (narrow.argmax(1, true) == best).sum().item<int>(),
                          .most_probability = change.max().item<double>()};
}

}  // namespace duelo
