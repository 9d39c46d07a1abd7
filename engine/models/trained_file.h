// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "models/stored_tensor.h"
#include "networks/trained_network.h"

namespace duelo {

/// A file of weights and what is told of it.
struct TrainedFile {
    std::filesystem::path path{};
    std::string key{};                ///< WantedTensors::key
    std::filesystem::path classes{};  ///< a text file, a class in each line; empty: not given
};

/// The network that `model` names with the weights of a file, of which nothing but the head is
/// looked at. Where Duelo has trained it, its classes and its way to normalise are those that the
/// file tells. A published one has as many outputs as the file, and unless these are ImageNet's,
/// their names are from the text file that is given, else from the weights file, from a text file
/// beside it ("NAME.classes.txt", "classes.txt", "class_names.txt", "labels.txt") with as many
/// lines, or they are numbers; UsableNetwork::notes says which.
///
/// Reasons: "unknown_model"; of a network that Duelo trains, all with {path}: those of
/// WeightBytes::read() and readTensorTable(), "weights_other_model" {model}, "weights_other_width"
/// {hidden}, "weights_untold" and "weights_sheet" {field}; of a published one those of classesIn(),
/// and "weights_classes_unread" {classes}, "weights_classes_count" {classes, found, outputs}. What
/// else is wrong with its file is told where it is read.
[[nodiscard]] Result<std::shared_ptr<const UsableNetwork>> networkOfFile(std::string_view model,
                                                                         const TrainedFile& file);
/// Returns the same for a file that has been read; its reasons have no {path}.
[[nodiscard]] Result<std::shared_ptr<const UsableNetwork>> networkOfTable(std::string_view model,
                                                                          const TensorTable& table,
                                                                          const TrainedFile& file);

}  // namespace duelo
