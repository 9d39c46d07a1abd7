// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/input_store.h"

#include <algorithm>
#include <span>

#include <ATen/ATen.h>

#include "base/places.h"
#include "base/sha256.h"
#include "data/synthetic.h"
#include "machine/clock.h"

#ifdef DUELO_VISION
#include "vision/decode.h"
#include "vision/image_list.h"
#include "vision/normalise.h"
#include "vision/resize.h"
#endif

namespace duelo {

namespace {

at::Tensor emptyImages(const InferenceCase& work) {
    return at::empty({work.batch, Network::kImageChannels, work.size_px, work.size_px}, at::kFloat);
}

std::span<float> valuesOf(at::Tensor& tensor) {
    return {tensor.data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
}

#ifdef DUELO_VISION

Normalisation normalisationOf(Preprocess preprocess, const ModelInfo& model) {
    switch (preprocess) {
        case Preprocess::Script:
            return kScriptNormalisation;
        case Preprocess::Imagenet:
            return kImagenetNormalisation;
        case Preprocess::Model:
            break;
    }
    return model.normalisation;
}

Result<ModelInput> photograph(const InferenceCase& work, const ModelInfo& model) {
    const auto file = photographFile(work.input);
    if (!file) return tl::unexpected(file.error());
    auto image = decodeImage(*file);
    if (!image) return tl::unexpected(image.error());

    const std::int64_t startNs = nowNs();
    const auto square = fitToSquare(*image, work.size_px, work.fit);
    if (!square) return tl::unexpected(square.error());
    ModelInput input{.images = emptyImages(work), .identity = {.id = "input"}, .parts = {}};
    const std::span<float> values = valuesOf(input.images);
    const std::size_t perImage = values.size() / static_cast<std::size_t>(work.batch);
    toTensor(*square, normalisationOf(work.preprocess, model), values.data());
    for (int i = 1; i < work.batch; ++i)
        std::copy_n(values.data(), perImage,
                    values.data() + static_cast<std::size_t>(i) * perImage);
    const double resize_ms = static_cast<double>(nowNs() - startNs) / kNsPerMs;
    input.parts = {{"decode", image->decode_ms, false}, {"resize", resize_ms, false}};
    input.identity.notes = std::move(image->notes);
    if (work.batch > 1) input.identity.notes.push_back({"photo_repeated", {{"batch", work.batch}}});
    return input;
}

#else

Result<ModelInput> photograph(const InferenceCase&, const ModelInfo&) {
    return fail("vision_missing");
}

#endif

Result<ModelInput> randomInput(const InferenceCase& work) {
    ModelInput input{.images = emptyImages(work), .identity = {.id = "input"}, .parts = {}};
    const std::span<float> values = valuesOf(input.images);
    fillUniform(work.seed, 0, values.data(), values.size());
    return input;
}

}  // namespace

std::optional<Reason> whyNoPhotograph(const std::string& input) {
    const auto file = photographFile(input);
    if (!file) return file.error();
#ifdef DUELO_VISION
    if (const auto seen = listImages(*file); !seen) return seen.error();
    return std::nullopt;
#else
    return Reason{"vision_missing"};
#endif
}

Result<ModelInput> InputStore::input(const InferenceCase& work, const ModelInfo& model) {
    if (m_latest && m_latest->first == work) return m_latest->second;
    m_latest.reset();
    auto input = work.input == kRandomInput ? randomInput(work) : photograph(work, model);
    if (!input) return input;
    input->identity.sha256 = sha256Hex(std::as_bytes(valuesOf(input->images)));
    input->identity.shape.assign(input->images.sizes().begin(), input->images.sizes().end());
    m_latest.emplace(work, *input);
    return input;
}

}  // namespace duelo
