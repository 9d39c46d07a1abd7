// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "base/result.h"
#include "models/stored_tensor.h"
#include "networks/trained_network.h"

namespace duelo {

/// The network that `model` names with the weights of a file, of which nothing but the head is
/// looked at: its classes and its way to normalise are those that the file tells, where Duelo has
/// trained it.
///
/// Reasons: "unknown_model"; of a network that Duelo trains, all with {path}: those of
/// WeightBytes::read() and readTensorTable(), "weights_other_model" {model}, "weights_other_width"
/// {hidden}, "weights_untold" and "weights_sheet" {field}.
[[nodiscard]] Result<std::shared_ptr<const UsableNetwork>> networkOfFile(
    std::string_view model, const std::filesystem::path& path);
/// The same of a file that has been read; reasons without {path}.
[[nodiscard]] Result<std::shared_ptr<const UsableNetwork>> networkOfTable(std::string_view model,
                                                                          const TensorTable& table);

}  // namespace duelo
