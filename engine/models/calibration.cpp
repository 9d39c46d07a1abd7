// SPDX-License-Identifier: Apache-2.0
#include "models/calibration.h"

#include <utility>

#include "models/model.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {
namespace {

DnnRange rangeOf(const Tensor& values) {
    return {ops::min(values).item<float>(), ops::max(values).item<float>()};
}

Shape shapeOf(const Tensor& images) {
    return {images.size(0), images.size(1), images.size(2), images.size(3)};
}

}  // namespace

Tensor channelMeans(const Tensor& value) {
    const Tensor wide = value.to(ScalarType::Double);
    if (wide.dim() == 4) return ops::mean(wide, {0, 2, 3});
    if (wide.dim() == 3) return ops::mean(wide, {0, 1});
    return ops::mean(wide, {0});
}

Result<Calibration> calibrate(const ModelInfo& info, const WeightSet& weights, Tensor images) {
    const InferenceMode guard;
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
    const auto see = [&](int value, const Tensor& tensor) {
        known.ranges[static_cast<std::size_t>(value)] = rangeOf(tensor);
        known.means[static_cast<std::size_t>(value)] = channelMeans(tensor);
    };
    see(Network::kImage, images);
    known.answers = (*model)->forward(images, see);
    known.images = std::move(images);
    return known;
}

Result<NarrowAccuracy> accuracyOf(Model& model, const Calibration& calibration) {
    const InferenceMode guard;
    if (auto ready = model.prepare(shapeOf(calibration.images)); !ready)
        return tl::unexpected(ready.error());
    const Tensor narrow = ops::softmax(model.forward(calibration.images), 1);
    const Tensor exact = ops::softmax(calibration.answers, 1);
    const Tensor best = ops::argmax(exact, 1, /*keepdim=*/true);
    const Tensor change = ops::abs(ops::gather(narrow, 1, best) - ops::gather(exact, 1, best));
    return NarrowAccuracy{
        .images = static_cast<int>(exact.size(0)),
        .same_class = ops::sum(ops::eq(ops::argmax(narrow, 1, true), best)).item<int>(),
        .most_probability = ops::max(change).item<double>()};
}

}  // namespace duelo
