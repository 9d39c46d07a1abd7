// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/input_store.h"

#include <algorithm>
#include <span>
#include <tuple>

#include "base/places.h"
#include "base/sha256.h"
#include "data/synthetic.h"
#include "data/transforms.h"
#include "machine/clock.h"
#include "report/comparison.h"
#include "tensor/operators.h"

#ifdef DUELO_VISION
#include "vision/builtin_image.h"
#include "vision/decode.h"
#include "vision/image_file.h"
#include "vision/image_header.h"
#include "vision/image_list.h"
#include "vision/normalise.h"
#include "vision/planes.h"
#include "vision/resize.h"
#endif

namespace duelo {

namespace {

Tensor emptyImages(const InferenceCase& work, const ModelInfo& model) {
    const Shape image = imageOf(work, model.network);
    return ops::empty({image.batch, image.channels, image.height, image.width}, ScalarType::Float);
}

std::span<float> valuesOf(Tensor& tensor) {
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

Result<DecodedImage> decodedInput(const std::string& input, const InferenceCase& work) {
    if (const auto picture = builtinPicture(input)) return builtinImage(*picture);
    const auto file = photographFile(input);
    if (!file) return tl::unexpected(file.error());
    return decodeImage(*file, work.decoding == Decoding::Scaled ? work.size_px : 0);
}

/// Notes on a photograph that was written into the input, and the times of decoding and resizing
/// it.
struct Written {
    std::vector<Reason> notes;
    double decode_ms = 0, resize_ms = 0;
};

/// A network that Duelo trains gets it through the very steps that its test images have gone
/// through: the same pixels have the same answer.
void writePixels(const RgbImage& image, const InferenceCase& work, const ModelInfo& model,
                 std::span<float> values) {
    const Normalisation normalisation = normalisationOf(work.preprocess, model);
    if (model.network.imageSidePx() == 0) {
        toTensor(image, normalisation, values.data());
        return;
    }
    Transform transform = testTransform();
    transform.size_px = work.size_px;
    transform.channels = model.network.imageChannels();
    transform.normalisation = normalisation;
    applyTransform(transform, planesOf(image), {}, values);
}

Result<Written> writePhotograph(const std::string& input, const InferenceCase& work,
                                const ModelInfo& model, std::span<float> values) {
    const auto as_square = [&](const RgbImage& square, std::vector<Reason> notes, double decode_ms,
                               double resize_ms) {
        const std::int64_t start_ns = nowNs();
        writePixels(square, work, model, values);
        return Written{std::move(notes), decode_ms, resize_ms + msSince(start_ns)};
    };
    const bool whole =
        isOwnSize(work) || (model.network.imageSidePx() > 0 && work.fit == Fit::Square);
    if (!whole && !builtinPicture(input)) {
        const auto file = photographFile(input);
        if (!file) return tl::unexpected(file.error());
        auto fitted = decodeFitted(*file, work.size_px, work.fit, work.decoding);
        if (!fitted) return tl::unexpected(fitted.error());
        return as_square(fitted->square, std::move(fitted->notes), fitted->decode_ms,
                         fitted->resize_ms);
    }
    const auto image = decodedInput(input, work);
    if (!image) return tl::unexpected(image.error());
    if (isOwnSize(work) && (image->width_px != work.width_px || image->height_px != work.size_px))
        return fail("own_sizes_differ",
                    {{"first", baseName(work.input)}, {"second", baseName(work.input)}});
    if (whole) return as_square(*image, image->notes, image->decode_ms, 0);
    const std::int64_t start_ns = nowNs();
    const auto square = fitToSquare(*image, work.size_px, work.fit);
    if (!square) return tl::unexpected(square.error());
    return as_square(*square, image->notes, image->decode_ms, msSince(start_ns));
}

/// Returns a note on how the photographs share the batch, where they are not one for each place.
std::optional<Reason> sharingOf(const InferenceCase& work) {
    if (work.together.empty())
        return work.batch > 1 ? std::optional(Reason{"photo_repeated", {{"batch", work.batch}}})
                              : std::nullopt;
    const auto places = static_cast<std::size_t>(work.batch);
    const Json args{{"count", work.together.size()}, {"batch", work.batch}};
    if (places > work.together.size()) return Reason{"photos_repeated", args};
    if (places < work.together.size()) return Reason{"photos_left_out", args};
    return std::nullopt;
}

Result<ModelInput> photograph(const InferenceCase& work, const ModelInfo& model) {
    ModelInput input{.images = emptyImages(work, model), .identity = {.id = "input"}, .parts = {}};
    const std::span<float> values = valuesOf(input.images);
    const std::size_t perImage = values.size() / static_cast<std::size_t>(work.batch);
    const auto placeOf = [&](std::size_t i) { return values.subspan(i * perImage, perImage); };
    std::vector<Reason>& notes = input.identity.notes;
    double decode_ms = 0, resize_ms = 0;
    const std::vector<std::string> pictures = picturesIn(work);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        auto written = writePhotograph(pictures[i], work, model, placeOf(i));
        if (!written) return tl::unexpected(written.error());
        resize_ms += written->resize_ms;
        decode_ms += written->decode_ms;
        for (Reason& note : written->notes)
            if (std::ranges::find(notes, note) == notes.end()) notes.push_back(std::move(note));
    }
    const std::int64_t startNs = nowNs();
    for (auto i = pictures.size(); i < static_cast<std::size_t>(work.batch); ++i)
        std::ranges::copy(placeOf(i % pictures.size()), placeOf(i).begin());
    resize_ms += msSince(startNs);
    input.parts = {{"decode", decode_ms, false}, {"resize", resize_ms, false}};
    // A network that sees grey alone gets what the file has.
    if (model.network.imageChannels() == 1)
        std::erase_if(notes, [](const Reason& note) { return note.code == "converted_grey"; });
    if (auto sharing = sharingOf(work)) notes.push_back(*std::move(sharing));
    return input;
}

#else

Result<ModelInput> photograph(const InferenceCase&, const ModelInfo&) {
    return fail("vision_missing");
}

#endif

#ifdef DUELO_VISION
/// Returns width and height of the upright photograph.
Result<std::pair<int, int>> uprightSides(const std::string& input) {
    if (const auto picture = builtinPicture(input)) {
        const auto image = builtinImage(*picture);
        if (!image) return tl::unexpected(image.error());
        return std::pair(image->width_px, image->height_px);
    }
    const auto file = photographFile(input);
    if (!file) return tl::unexpected(file.error());
    const auto header = readImageHeader(*file);
    if (!header) return tl::unexpected(header.error());
    if (header->isTransposed()) return std::pair(header->height_px, header->width_px);
    return std::pair(header->width_px, header->height_px);
}
#endif

Result<ModelInput> randomInput(const InferenceCase& work, const ModelInfo& model) {
    ModelInput input{.images = emptyImages(work, model), .identity = {.id = "input"}, .parts = {}};
    const std::span<float> values = valuesOf(input.images);
    fillUniform(work.seed, 0, values.data(), values.size());
    return input;
}

}  // namespace

Result<InferenceCase> atOwnSize(InferenceCase work) {
#ifdef DUELO_VISION
    std::optional<std::pair<int, int>> sides;
    for (const std::string& input : picturesIn(work)) {
        const auto found = uprightSides(input);
        if (!found) return tl::unexpected(found.error());
        if (sides && *sides != *found)
            return fail("own_sizes_differ",
                        {{"first", baseName(work.input)}, {"second", baseName(input)}});
        sides = *found;
    }
    std::tie(work.width_px, work.size_px) = *sides;
    return work;
#else
    static_cast<void>(work);
    return fail("vision_missing");
#endif
}

std::optional<Reason> whyNoPhotograph(const std::string& input) {
#ifdef DUELO_VISION
    if (const auto picture = builtinPicture(input)) {
        const auto image = builtinImage(*picture);
        return image ? std::nullopt : std::optional(image.error());
    }
    const auto file = photographFile(input);
    if (!file) return file.error();
    if (const auto seen = listImages(*file); !seen) return seen.error();
    return std::nullopt;
#else
    return Reason{"vision_missing"};
#endif
}

Result<ModelInput> InputStore::input(const InferenceCase& work, const ModelInfo& model) {
    if (m_latest && m_latest->first == work) return m_latest->second;
    m_latest.reset();
    auto input = work.input == kRandomInput ? randomInput(work, model) : photograph(work, model);
    if (!input) return input;
    input->identity.sha256 = sha256Hex(std::as_bytes(valuesOf(input->images)));
    input->identity.shape.assign(input->images.sizes().begin(), input->images.sizes().end());
    m_latest.emplace(work, *input);
    return input;
}

}  // namespace duelo
