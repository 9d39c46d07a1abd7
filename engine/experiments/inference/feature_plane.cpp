// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/feature_plane.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/inference/recognised.h"
#include "experiments/inference/told_layers.h"
#include "models/model.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

/// More signs than a chart can show, and more passes than anybody waits for.
constexpr std::size_t kMostPoints = 512;

}  // namespace

std::optional<PrincipalPlane> principalPlane(const Tensor& rows) {
    if (rows.size(0) < 2 || rows.size(1) < 2) return std::nullopt;
    const auto [left, sizes, right] = ops::linalg_svd(rows - ops::mean(rows, 0, true), false);
    const Tensor variances = ops::square(sizes);
    const double all = ops::sum(variances).item<double>();
    if (!(all > 0)) return std::nullopt;
    PrincipalPlane plane{.places = (left * sizes).narrow(1, 0, 2).contiguous()};
    for (int k = 0; k < 2; ++k) {
        const Tensor direction = right[k];
        const Tensor largest = ops::argmax(ops::abs(direction));
        if (direction[largest.item<std::int64_t>()].item<double>() < 0)
            plane.places.select(1, k).neg_();
    }
    plane.x_share = variances[0].item<double>() / all;
    plane.y_share = variances[1].item<double>() / all;
    return plane;
}

Result<FeaturePlane> featurePlane(const InferenceCase& work, const UsableNetwork& network,
                                  const WeightSet& weights, const ModelInput& input) {
    const InferenceMode inference;
    auto model = makeModel(network.info, weights, {});
    if (!model) return tl::unexpected(model.error());
    const Network& described = network.info.network;
    InferenceCase one = work;
    one.batch = 1;
    if (auto ready = (*model)->prepare(imageOf(one, described)); !ready)
        return tl::unexpected(ready.error());
    const int wanted = lastFeatures(described);
    std::vector<std::string> pictures = picturesIn(work);
    pictures.resize(std::min(pictures.size(), kMostPoints));
    FeaturePlane told;
    std::vector<Tensor> features;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const Tensor logits =
            (*model)->forward(input.images.narrow(0, static_cast<std::int64_t>(i), 1),
                              [&](int value, const Tensor& seen) {
                                  if (value == wanted)
                                      features.push_back(seen.flatten().to(ScalarType::Double));
                              });
        told.points.push_back(
            {.input = std::move(pictures[i]), .top = topClasses(logits[0], network.sheet).front()});
    }
    const Tensor rows = ops::stack(features);
    const auto plane = principalPlane(rows);
    if (!plane) return fail("features_alike");
    told.values = rows.size(1);
    told.x_share = plane->x_share;
    told.y_share = plane->y_share;
    const auto* const places = plane->places.const_data_ptr<double>();
    for (std::size_t i = 0; i < told.points.size(); ++i) {
        told.points[i].x = places[2 * i];
        told.points[i].y = places[2 * i + 1];
    }
    return told;
}

}  // namespace duelo
