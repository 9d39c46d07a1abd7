// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/feature_maps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include "data/data_preview.h"
#include "experiments/inference/recognised.h"
#include "experiments/picture_json.h"
#include "models/model.h"
#include "networks/execution_plan.h"

namespace duelo {
namespace {

constexpr std::int64_t kMapsOfLayer = 12;
constexpr int kMostMap_px = 96, kMostImage_px = 384;

/// Reduced, not enlarged: whoever shows it knows how large.
Picture shrunk(Picture picture, int most_px) {
    const int side = std::max(picture.shape.height_px, picture.shape.width_px);
    if (side <= most_px) return picture;
    const auto reduced = [&](int px) { return std::max(1, px * most_px / side); };
    return resized(picture, reduced(picture.shape.height_px), reduced(picture.shape.width_px));
}

Picture pictureOf(const at::Tensor& planes, int most_px) {
    const at::Tensor values = planes.contiguous();
    const SampleShape shape{static_cast<int>(values.size(0)), static_cast<int>(values.size(1)),
                            static_cast<int>(values.size(2))};
    return shrunk(renormalised({values.const_data_ptr<float>(), shape.bytes()}, shape), most_px);
}

/// Of a layer without place: its values row after row in a square, the rest of which is empty.
at::Tensor inASquare(const at::Tensor& values) {
    const auto side = static_cast<std::int64_t>(std::ceil(std::sqrt(values.numel())));
    at::Tensor square = at::full({side * side}, values.min().item<float>(), at::kFloat);
    square.narrow(0, 0, values.numel()).copy_(values.flatten());
    return square.view({1, side, side});
}

/// Tokens as the map that they are the places of, without those in front: [C, H, W].
at::Tensor asMap(const at::Tensor& tokens, const Network& network, const Shape& image) {
    const auto nodes = network.nodes();
    const auto made = std::ranges::find(nodes, Op::Tokens, &Node::op);
    const Shape map = inferShapes(network, image).value()[static_cast<std::size_t>(made->input)];
    const std::int64_t places = map.height * map.width;
    return tokens.narrow(0, tokens.size(0) - places, places)
        .t()
        .reshape({tokens.size(1), map.height, map.width});
}

/// The values that are told, by their number, with the node that names each.
std::map<int, int> toldValues(const Network& network) {
    std::map<int, int> told;
    const std::vector<Step> steps = executionPlan(network, Merging::Complete);
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        const Op op = network.nodes()[static_cast<std::size_t>(steps[i].node)].op;
        if (op == Op::Conv || op == Op::MaxPool || op == Op::Linear || op == Op::Attention)
            told.emplace(steps[i].output, steps[i].node);
    }
    return told;
}

/// `image`: [C, H, W], or [N] of a layer without place.
Json layerJson(const Node& node, const at::Tensor& image) {
    const bool placed = image.dim() == 3;
    const at::Tensor maps = placed ? image : inASquare(image);
    Json layer{{"name", node.name.empty() ? opName(node.op) : node.name},
               {"kind", opName(node.op)},
               {"shape", placed ? Json(image.sizes().vec()) : Json{image.numel(), 1, 1}},
               {"channels", Json::array()},
               {"maps", Json::array()}};
    for (std::int64_t c = 0; c < std::min(maps.size(0), kMapsOfLayer); ++c) {
        layer["channels"].push_back(c);
        layer["maps"].push_back(pictureJson(pictureOf(maps.narrow(0, c, 1), kMostMap_px)));
    }
    return layer;
}

}  // namespace

Result<Json> featureMaps(const InferenceCase& work, const UsableNetwork& network,
                         const WeightSet& weights, bool recognises, const ModelInput& input) {
    const c10::InferenceMode inference;
    auto model = makeModel(network.info, weights, {});
    if (!model) return tl::unexpected(model.error());
    const at::Tensor image = input.images.narrow(0, 0, 1);
    const Network& described = network.info.network;
    InferenceCase one = work;
    one.batch = 1;
    const Shape shape = imageOf(one, described);
    if (auto ready = (*model)->prepare(shape); !ready) return tl::unexpected(ready.error());

    const std::map<int, int> told = toldValues(described);
    std::map<int, Json> layers;
    const at::Tensor logits = (*model)->forward(image, [&](int value, const at::Tensor& tensor) {
        const auto wanted = told.find(value);
        if (wanted == told.end()) return;
        const Node& node = described.nodes()[static_cast<std::size_t>(wanted->second)];
        const bool tokens = tensor.dim() == 3;
        layers.emplace(value,
                       layerJson(node, tokens ? asMap(tensor[0], described, shape) : tensor[0]));
    });
    Json answer{{"input", work.input},
                {"received", pictureJson(pictureOf(image[0], kMostImage_px))},
                {"size_px", work.size_px},
                {"layers", Json::array()}};
    for (auto& [value, layer] : layers) answer["layers"].push_back(std::move(layer));
    if (recognises) answer.update(toJson(topClasses(logits[0], network.sheet)));
    return answer;
}

}  // namespace duelo
