// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/feature_plane.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include "experiments/inference/recognised.h"
#include "experiments/inference/told_layers.h"
#include "models/model.h"

namespace duelo {

namespace {

/// More signs than a chart can show, and more passes than anybody waits for.
constexpr std::size_t kMostPoints = 512;

}  // namespace

std::optional<PrincipalPlane> principalPlane(const at::Tensor& rows) {
    if (rows.size(0) < 2 || rows.size(1) < 2) return std::nullopt;
    const auto [left, sizes, right] = at::linalg_svd(rows - rows.mean(0, true), false);
    const at::Tensor variances = sizes.square();
    const double all = variances.sum().item<double>();
    if (!(all > 0)) return std::nullopt;
    PrincipalPlane plane{.places = (left * sizes).narrow(1, 0, 2).contiguous()};
    for (int k = 0; k < 2; ++k) {
        const at::Tensor direction = right[k];
        const at::Tensor largest = direction.abs().argmax();
        if (direction[largest.item<std::int64_t>()].item<double>() < 0)
            plane.places.select(1, k).neg_();
    }
    plane.x_share = variances[0].item<double>() / all;
    plane.y_share = variances[1].item<double>() / all;
    return plane;
}

Result<FeaturePlane> featurePlane(const InferenceCase& work, const UsableNetwork& network,
                                  const WeightSet& weights, const ModelInput& input) {
    const c10::InferenceMode inference;
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
    std::vector<at::Tensor> features;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const at::Tensor logits =
            (*model)->forward(input.images.narrow(0, static_cast<std::int64_t>(i), 1),
                              [&](int value, const at::Tensor& seen) {
                                  if (value == wanted)
                                      features.push_back(seen.flatten().to(at::kDouble));
                              });
        told.points.push_back(
            {.input = std::move(pictures[i]), .top = topClasses(logits[0], network.sheet).front()});
    }
    const at::Tensor rows = at::stack(features);
    const auto plane = principalPlane(rows);
    if (!plane) return fail("features_alike");
    told.values = rows.size(1);
    told.x_share = plane->x_share;
    told.y_share = plane->y_share;
    const auto places = plane->places.accessor<double, 2>();
    for (std::size_t i = 0; i < told.points.size(); ++i) {
        told.points[i].x = places[static_cast<std::int64_t>(i)][0];
        told.points[i].y = places[static_cast<std::int64_t>(i)][1];
    }
    return told;
}

}  // namespace duelo
