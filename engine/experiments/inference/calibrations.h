// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "experiments/inference/input_store.h"
#include "experiments/inference/params.h"
#include "models/calibration.h"
#include "models/weight_store.h"
#include "networks/trained_network.h"

namespace duelo {

/// Keeps what networks in int8 are scaled by: the photographs that Duelo brings along; for a
/// network that has learnt a built-in set, pictures of that set; where the input is random, that
/// input. It is made once for each network, its weights and way of preparing pictures. Only the
/// worker thread uses it.
class CalibrationStore {
public:
    /// Returns the shape of the images that the network of a case is scaled by.
    [[nodiscard]] static Shape imagesFor(const InferenceCase& work, const UsableNetwork& network);
    /// Reasons: those of InputStore::input() and calibrate().
    [[nodiscard]] Result<std::shared_ptr<const Calibration>> calibration(
        const InferenceCase& work, const UsableNetwork& network, const KnownWeights& weights);
    /// Returns what to tell of a model that was made with it: "int8_random" of random numbers,
    /// "int8_untrained" {count}, else "int8_accuracy" {count, same, change_percent}. Prepares the
    /// model for other images. Reasons: those of accuracyOf().
    [[nodiscard]] Result<Reason> told(const InferenceCase& work, const UsableNetwork& network,
                                      const KnownWeights& weights, Model& model);

private:
    struct Known {
        std::shared_ptr<const Calibration> calibration{};
        std::optional<NarrowAccuracy> accuracy{};
    };
    std::map<InferenceCase, Known> m_known;  ///< by the case whose images it is made with
};

}  // namespace duelo
