// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "experiments/inference/input_store.h"
#include "experiments/inference/output.h"
#include "experiments/inference/params.h"
#include "models/weight_set.h"
#include "networks/trained_network.h"
#include "tensor/tensor.h"

namespace duelo {

/// Rows on the two directions along which they differ most: principal components, from LibTorch's
/// singular values of the rows without their mean.
struct PrincipalPlane {
    Tensor places;                    ///< [rows, 2], fp64
    double x_share = 0, y_share = 0;  ///< of the variance of all values
};
/// `rows`: fp64 [n, values]. The sign of a direction is that its value of largest size is positive,
/// the first of those where there are several. Nothing where all rows are alike, or have fewer than
/// two values.
[[nodiscard]] std::optional<PrincipalPlane> principalPlane(const Tensor& rows);

/// The photographs of a batch by what a network knows of them before its last layer, at most
/// the first 512. One pass of each in the mode eager and fp32. Reasons: those of makeModel() and
/// Model::prepare(), "features_alike".
[[nodiscard]] Result<FeaturePlane> featurePlane(const InferenceCase& work,
                                                const UsableNetwork& network,
                                                const WeightSet& weights, const ModelInput& input);

}  // namespace duelo
