// SPDX-License-Identifier: Apache-2.0
#include "networks/registry.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "networks/alexnet.h"
#include "networks/efficientnet_lite.h"
#include "networks/mobilenet_v2.h"
#include "networks/resnet.h"
#include "networks/vgg.h"
#include "networks/vision_transformer.h"

namespace duelo {
namespace {

/// (byte - 127) / 128, as TensorFlow prepared the images it was trained on.
constexpr Normalisation kTensorflowNormalisation{1.0, {127, 127, 127}, {128, 128, 128}};

/// AlexNet pools without padding three times: below this side nothing is left to pool.
constexpr int kAlexnetMinSizePx = 63;
/// The others halve their input five times.
constexpr int kUsualMinSizePx = 32;

constexpr int kImagenetClasses = 1000;

ModelInfo describe(std::string_view name, std::string_view note_code, Network (*make)(int outputs),
                   const Normalisation& normalisation, int min_size_px = kUsualMinSizePx) {
    Network network = make(kImagenetClasses);
    const std::int64_t parameters = network.parameterCount();
    return {.name = name,
            .note_code = note_code,
            .network = std::move(network),
            .parameters = parameters,
            .classes = kImagenetClasses,
            .min_size_px = min_size_px,
            .normalisation = normalisation,
            .with_outputs = make};
}

}  // namespace

std::span<const ModelInfo> models() {
    static const std::vector<ModelInfo> all = [] {
        std::vector<ModelInfo> list;
        list.push_back(
            describe("resnet18", "model_note_resnet18", resnet18, kImagenetNormalisation));
        list.push_back(
            describe("resnet34", "model_note_resnet34", resnet34, kImagenetNormalisation));
        list.push_back(
            describe("resnet50", "model_note_resnet50", resnet50, kImagenetNormalisation));
        list.push_back(describe("mobilenet_v2", "model_note_mobilenet_v2", mobilenetV2,
                                kImagenetNormalisation));
        list.push_back(describe("alexnet", "model_note_alexnet", alexnet, kImagenetNormalisation,
                                kAlexnetMinSizePx));
        list.push_back(describe("vgg16", "model_note_vgg16", vgg16, kImagenetNormalisation));
        list.push_back(describe("vit_b_16", "model_note_vit_b_16", vitB16, kImagenetNormalisation));
        list.back().size_step_px = kVitPatchPx;
        list.push_back(describe("efficientnet_lite0", "model_note_efficientnet_lite0",
                                efficientnetLite0, kTensorflowNormalisation));
        return list;
    }();
    return all;
}

Result<const ModelInfo*> findModel(std::string_view name) {
    std::string accepted;
    for (const ModelInfo& info : models()) {
        if (info.name == name) return &info;
        accepted += (accepted.empty() ? "" : ", ") + std::string(info.name);
    }
    return fail("unknown_model", {{"model", name}, {"accepted", accepted}});
}

std::string modelWithTensors(std::span<const TensorSpec> tensors) {
    std::map<std::string, std::vector<std::int64_t>> found;
    for (const TensorSpec& spec : tensors)
        if (!spec.name.ends_with("num_batches_tracked")) found.emplace(spec.name, spec.shape);
    for (const ModelInfo& info : models()) {
        const auto expected = info.network.tensorSpecs();
        const bool same =
            expected.size() == found.size() &&
            std::all_of(expected.begin(), expected.end(), [&](const TensorSpec& spec) {
                const auto other = found.find(spec.name);
                return other != found.end() && other->second == spec.shape;
            });
        if (same) return std::string(info.name);
    }
    return {};
}

Result<void> checkSize(const ModelInfo& info, int size_px) {
    if (size_px < info.min_size_px)
        return fail("size_too_small",
                    {{"model", info.name}, {"size_px", size_px}, {"min_px", info.min_size_px}});
    if (size_px % info.size_step_px != 0)
        return fail("size_of_no_patches",
                    {{"model", info.name}, {"size_px", size_px}, {"step_px", info.size_step_px}});
    return {};
}

}  // namespace duelo
