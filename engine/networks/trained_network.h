// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "networks/normalisation.h"
#include "networks/registry.h"
#include "networks/tensor_spec.h"

/// Networks that Duelo has trained, as networks that recognise.
namespace duelo {

/// The facts that Duelo writes beside weights that it has trained: without them nobody knows what
/// an output of the network stands for.
struct TrainedSheet {
    std::string model{};                 ///< as networks/trainable.h names it
    std::vector<std::string> classes{};  ///< of each output, as the data call it
    std::string data{};  ///< the built-in set that it has learnt; empty: somebody's own
    Normalisation normalisation = kTrainingNormalisation;

    bool operator==(const TrainedSheet&) const = default;
};

/// The metadata of a safetensors file: a sheet, with the shape of an image for those who read the
/// file elsewhere.
using WeightMetadata = std::map<std::string, std::string>;
[[nodiscard]] WeightMetadata toMetadata(const TrainedSheet& sheet);
/// Reasons: "weights_untold" where Duelo has not written them, "weights_sheet" {field} where they
/// are not what toMetadata() makes of a network that trainableModel() knows.
[[nodiscard]] Result<TrainedSheet> trainedSheet(const WeightMetadata& metadata);

/// A network to be used, with what its outputs mean.
struct UsableNetwork {
    TrainedSheet sheet;  ///< of one that Duelo trains; without classes: it has learnt nothing. Of a
                         ///< published one its classes, where they are not ImageNet's
    ModelInfo info;      ///< its name lives in `sheet`, or for ever
    std::vector<Reason> notes{};  ///< where the names of those classes are from
    [[nodiscard]] bool isTrainable() const { return !sheet.model.empty(); }
};

/// A published one (findModel()) or one that Duelo trains, with the usual number of outputs.
/// Reason: "unknown_model".
[[nodiscard]] Result<std::shared_ptr<const UsableNetwork>> usableNetwork(std::string_view model);
/// A published one whose last layer has an output for each of these classes.
[[nodiscard]] std::shared_ptr<const UsableNetwork> withClasses(const ModelInfo& published,
                                                               std::vector<std::string> classes,
                                                               Reason note);
/// One that Duelo has trained, from what stands beside its weights. Reasons: those of
/// trainedSheet(), "weights_other_model" {model} where that is not `model`.
[[nodiscard]] Result<std::shared_ptr<const UsableNetwork>> usableNetwork(
    std::string_view model, const WeightMetadata& metadata);

/// Returns what modelWithTensors() does, and knows those too that Duelo trains, whatever their
/// width and outputs.
[[nodiscard]] std::string networkWithTensors(std::span<const TensorSpec> tensors);

/// Returns the side of the one size that a trainable network takes images in; 0: it takes any, or
/// none is called so.
[[nodiscard]] int fixedSidePx(std::string_view model);

}  // namespace duelo
