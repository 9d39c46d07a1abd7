// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/feature_maps.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "data/data_preview.h"
#include "experiments/inference/recognised.h"
#include "experiments/inference/told_layers.h"
#include "experiments/picture_json.h"
#include "models/model.h"
#include "networks/shape.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

#ifdef DUELO_VISION
#include "base/base64.h"
#include "vision/write_png.h"
#endif

namespace duelo {
namespace {

constexpr std::int64_t kMapsOfLayer = 12;
constexpr int kMostMap_px = 96, kMostImage_px = 384;

/// Reduces a picture but does not enlarge it: whoever shows it knows how large.
Picture shrunk(Picture picture, int most_px) {
    const int side = std::max(picture.shape.height_px, picture.shape.width_px);
    if (side <= most_px) return picture;
    const auto reduced = [&](int px) { return std::max(1, px * most_px / side); };
    return resized(picture, reduced(picture.shape.height_px), reduced(picture.shape.width_px));
}

Picture pictureOf(const Tensor& planes, int most_px) {
    const Tensor values = planes.contiguous();
    const SampleShape shape{static_cast<int>(values.size(0)), static_cast<int>(values.size(1)),
                            static_cast<int>(values.size(2))};
    return shrunk(renormalised({values.const_data_ptr<float>(), shape.bytes()}, shape), most_px);
}

/// Puts the values of a layer without place row after row into a square, the rest of which is
/// empty.
Tensor inASquare(const Tensor& values) {
    const auto side = static_cast<std::int64_t>(std::ceil(std::sqrt(values.numel())));
    Tensor square = ops::full({side * side}, ops::min(values).item<float>(), ScalarType::Float);
    square.narrow(0, 0, values.numel()).copy_(values.flatten());
    return square.view({1, side, side});
}

/// Returns tokens as the map that they are the places of, without those in front: [C, H, W].
Tensor asMap(const Tensor& tokens, const Network& network, const Shape& image) {
    const auto nodes = network.nodes();
    const auto made = std::ranges::find(nodes, Op::Tokens, &Node::op);
    const Shape map = inferShapes(network, image).value()[static_cast<std::size_t>(made->input)];
    const std::int64_t places = map.height * map.width;
    return tokens.narrow(0, tokens.size(0) - places, places)
        .t()
        .reshape({tokens.size(1), map.height, map.width});
}

/// `image`: [C, H, W], or [N] of a layer without place.
Json shapeJson(const Tensor& image) {
    return image.dim() == 3 ? Json(image.sizes().vec()) : Json{image.numel(), 1, 1};
}

std::vector<Picture> shownMaps(const Tensor& image) {
    const Tensor maps = image.dim() == 3 ? image : inASquare(image);
    std::vector<Picture> pictures;
    for (std::int64_t c = 0; c < std::min(maps.size(0), kMapsOfLayer); ++c)
        pictures.push_back(pictureOf(maps.narrow(0, c, 1), kMostMap_px));
    return pictures;
}

Json layerJson(const Node& node, const Tensor& image) {
    Json layer{{"name", toldName(node)},
               {"kind", opName(node.op)},
               {"shape", shapeJson(image)},
               {"channels", Json::array()},
               {"maps", Json::array()}};
    for (const Picture& map : shownMaps(image)) {
        layer["channels"].push_back(layer["channels"].size());
        layer["maps"].push_back(pictureJson(map));
    }
    return layer;
}

/// The first image through the network; each layer that is told is shown as [C, H, W] or [N].
using SeeLayer = std::function<void(int value, const Node& node, const Tensor& image)>;

Result<Tensor> shownPass(const InferenceCase& work, const UsableNetwork& network,
                         const WeightSet& weights, const Tensor& image, const SeeLayer& see) {
    auto model = makeModel(network.info, weights, {});
    if (!model) return tl::unexpected(model.error());
    const Network& described = network.info.network;
    InferenceCase one = work;
    one.batch = 1;
    const Shape shape = imageOf(one, described);
    if (auto ready = (*model)->prepare(shape); !ready) return tl::unexpected(ready.error());
    const std::map<int, int> told = toldValues(described);
    return (*model)->forward(image, [&](int value, const Tensor& tensor) {
        const auto wanted = told.find(value);
        if (wanted == told.end()) return;
        see(value, described.nodes()[static_cast<std::size_t>(wanted->second)],
            tensor.dim() == 3 ? asMap(tensor[0], described, shape) : tensor[0]);
    });
}

#ifdef DUELO_VISION
constexpr int kMostKept_px = 224, kLeastKept_px = 96;

/// Enlarges a picture by whole steps, as far as it stays small.
Picture enlarged(const Picture& picture) {
    const int step = kLeastKept_px / std::max(picture.shape.height_px, picture.shape.width_px);
    if (step < 2) return picture;
    Picture large{picture.shape, {}};
    large.shape.height_px *= step;
    large.shape.width_px *= step;
    const auto at = [&](int c, int y, int x) {
        const SampleShape& shape = picture.shape;
        return picture
            .pixels[static_cast<std::size_t>((c * shape.height_px + y) * shape.width_px + x)];
    };
    large.pixels.reserve(large.shape.bytes());
    for (int c = 0; c < large.shape.channels; ++c)
        for (int y = 0; y < large.shape.height_px; ++y)
            for (int x = 0; x < large.shape.width_px; ++x)
                large.pixels.push_back(at(c, y / step, x / step));
    return large;
}

Json fileJson(const Picture& picture) {
    const std::string png = pngBytes(enlarged(picture));
    return base64({reinterpret_cast<const std::uint8_t*>(png.data()), png.size()});
}
#endif

}  // namespace

Result<Json> featureMaps(const InferenceCase& work, const UsableNetwork& network,
                         const WeightSet& weights, bool recognises, const ModelInput& input) {
    const InferenceMode inference;
    const Tensor image = input.images.narrow(0, 0, 1);
    std::map<int, Json> layers;
    const auto logits = shownPass(work, network, weights, image,
                                  [&](int value, const Node& node, const Tensor& seen) {
                                      layers.emplace(value, layerJson(node, seen));
                                  });
    if (!logits) return tl::unexpected(logits.error());
    Json answer{{"input", work.input},
                {"received", pictureJson(pictureOf(image[0], kMostImage_px))},
                {"layers", Json::array()}};
    if (work.width_px == 0) answer["size_px"] = work.size_px;
    for (auto& [value, layer] : layers) answer["layers"].push_back(std::move(layer));
    if (recognises) answer.update(toJson(topClasses((*logits)[0], network.sheet)));
    return answer;
}

#ifdef DUELO_VISION
Result<Json> mapsOfLayer(const std::string& layer, const InferenceCase& work,
                         const UsableNetwork& network, const WeightSet& weights,
                         const ModelInput& input) {
    const InferenceMode inference;
    const Tensor image = input.images.narrow(0, 0, 1);
    Json maps{{"layer", layer},
              {"received_png", fileJson(pictureOf(image[0], kMostKept_px))},
              {"maps_png", Json::array()}};
    const auto logits =
        shownPass(work, network, weights, image, [&](int, const Node& node, const Tensor& seen) {
            if (toldName(node) != layer || maps.contains("shape")) return;
            maps["shape"] = shapeJson(seen);
            for (const Picture& map : shownMaps(seen)) maps["maps_png"].push_back(fileJson(map));
        });
    if (!logits) return tl::unexpected(logits.error());
    return Json{{"maps", std::move(maps)}};
}
#else
Result<Json> mapsOfLayer(const std::string&, const InferenceCase&, const UsableNetwork&,
                         const WeightSet&, const ModelInput&) {
    return fail("vision_missing");
}
#endif

}  // namespace duelo
