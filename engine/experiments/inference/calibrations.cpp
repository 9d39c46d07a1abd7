// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/calibrations.h"

#include <algorithm>
#include <string>
#include <utility>

#include "data/builtin.h"
#include "experiments/inference/spec.h"

namespace duelo {
namespace {

/// Larger ones have the same ranges, and take longer.
constexpr int kMostCalibration_px = 224;
/// The pictures of a built-in set: from its beginning on and as far apart as its order has the
/// classes.
constexpr std::size_t kPicturesOfSet = 32, kPictureStep = 7;
constexpr int kMostRandom = 4;

std::vector<std::string> picturesFor(const UsableNetwork& network) {
    if (!builtinPicture(network.sheet.data + ":0")) return sampleInputs();
    std::vector<std::string> pictures;
    for (std::size_t i = 0; i < kPicturesOfSet; ++i)
        pictures.push_back(network.sheet.data + ":" + std::to_string(i * kPictureStep));
    return pictures;
}

/// The case whose images the network of `work` is scaled by.
InferenceCase calibrationCase(InferenceCase work, const UsableNetwork& network) {
    work.size_px = std::min(work.size_px, kMostCalibration_px);
    work.width_px = 0;
    work.fit = Fit::Square;
    work.decoding = Decoding::Full;
    if (work.input == kRandomInput) {
        work.batch = std::min(work.batch, kMostRandom);
        return work;
    }
    work.together = picturesFor(network);
    if (!work.together.empty()) work.input = work.together.front();
    work.batch = static_cast<int>(work.together.size());
    return work;
}

}  // namespace

Shape CalibrationStore::imagesFor(const InferenceCase& work, const UsableNetwork& network) {
    return imageOf(calibrationCase(work, network), network.info.network);
}

Result<std::shared_ptr<const Calibration>> CalibrationStore::calibration(
    const InferenceCase& work, const UsableNetwork& network, const KnownWeights& weights) {
    const InferenceCase images = calibrationCase(work, network);
    if (images.batch == 0) return fail("sample_missing", {{"name", "*.png"}});
    Known& known = m_known[images];
    if (known.calibration) return known.calibration;
    auto input = InputStore().input(images, network.info);
    if (!input) return tl::unexpected(input.error());
    auto made = calibrate(network.info, weights.tensors, input->images);
    if (!made) return tl::unexpected(made.error());
    known.calibration = std::make_shared<const Calibration>(*std::move(made));
    return known.calibration;
}

Result<Reason> CalibrationStore::told(const InferenceCase& work, const UsableNetwork& network,
                                      const KnownWeights& weights, Model& model) {
    if (work.input == kRandomInput) return Reason{"int8_random"};
    Known& known = m_known.at(calibrationCase(work, network));
    if (!known.accuracy) {
        auto accuracy = accuracyOf(model, *known.calibration);
        if (!accuracy) return tl::unexpected(accuracy.error());
        known.accuracy = *accuracy;
    }
    if (weights.identity.origin == kRandomOrigin)
        return Reason{"int8_untrained", {{"count", known.accuracy->images}}};
    return Reason{"int8_accuracy",
                  {{"count", known.accuracy->images},
                   {"same", known.accuracy->same_class},
                   {"change_percent", 100 * known.accuracy->most_probability}}};
}

}  // namespace duelo
